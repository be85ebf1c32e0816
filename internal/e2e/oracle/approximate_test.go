package oracle

import (
	"math"
	"math/rand/v2"
	"testing"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/internal/options"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// TestApproximations compares quotients and roots of mode fast with exact ones: they are within one unit in the last
// place, exact where the exact result is a small whole number, and the same for zeros, infinities and NaNs but for the
// sign of a zero, though the mode promises nothing about these. What is left out are subnormal numbers, divisors whose
// reciprocals are, and quotients about as large as a float can be.
func TestApproximations(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	for _, isa := range e2e.ISAs() {
		t.Run(isa, func(t *testing.T) {
			opts := []hotloop.Option{options.MaxISA(isa), hotloop.FP(hotloop.FPFast), hotloop.RequireNative()}
			a, b := approximated(24, 128)
			n := len(a)
			a32, b32, q32 := make([]float32, n), make([]float32, n), make([]float32, n)
			for i := range a {
				a32[i], b32[i] = float32(a[i]), float32(b[i])
			}
			compile(t, kernels.Quotients32, "Quotients32", opts)(q32, a32, b32)
			for i, q := range q32 {
				near32(t, "Quotients32", q, a32[i]/b32[i], a32[i], b32[i])
			}
			compile(t, kernels.Inverses32, "Inverses32", opts)(q32, b32)
			for i, q := range q32 {
				near32(t, "Inverses32", q, 1/b32[i], 1, b32[i])
			}
			compile(t, kernels.Roots32, "Roots32", opts)(q32, a32)
			for i, q := range q32 {
				near32(t, "Roots32", q, float32(math.Sqrt(float64(a32[i]))), a32[i], 1)
			}
			a, b = approximated(53, 1024)
			q64 := make([]float64, n)
			compile(t, kernels.Quotients64, "Quotients64", opts)(q64, a, b)
			for i, q := range q64 {
				near64(t, "Quotients64", q, a[i]/b[i], a[i], b[i])
			}
			compile(t, kernels.Inverses64, "Inverses64", opts)(q64, b)
			for i, q := range q64 {
				near64(t, "Inverses64", q, 1/b[i], 1, b[i])
			}
			compile(t, kernels.Roots64, "Roots64", opts)(q64, a)
			for i, q := range q64 {
				near64(t, "Roots64", q, math.Sqrt(a[i]), a[i], 1)
			}
		})
	}
}

// Distances of the float32 numbers that are tried: primes, so that every exponent has its share of all low bits.
const (
	chainStride      = 16_381
	shortChainStride = 262_139
)

// TestFloat32Chains compares expressions of float64, between float32 values, with what mode fast makes of them in
// float32: within the error that is promised, with numbers of every exponent, and the same infinities and NaNs.
func TestFloat32Chains(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	step := uint64(chainStride)
	if testing.Short() {
		step = shortChainStride
	}
	var a []float32
	for b := uint64(0); b < 1<<32; b += step {
		a = append(a, math.Float32frombits(uint32(b)))
	}
	for _, x := range []float64{0, 1, 87.3, 88.72283, 88.8, 103.9, 104, 126, 127, 128, 149, 256, 0x1p-126, 0x1p-149,
		math.MaxFloat32, math.Inf(1), math.NaN()} {
		a = append(a, float32(x), float32(-x))
	}
	for _, isa := range e2e.ISAs() {
		for _, c := range []struct {
			name string
			gc   func(q, a []float32)
		}{
			{"Sigmoids", kernels.Sigmoids}, {"Decibels", kernels.Decibels}, {"Tanhs", kernels.Tanhs},
			{"HalfPowers", kernels.HalfPowers}, {"Waves", kernels.Waves}, {"Bounded", kernels.Bounded},
		} {
			opts := []hotloop.Option{options.MaxISA(isa), hotloop.FP(hotloop.FPFast), hotloop.RequireNative()}
			k, err := hotloop.Compile[func(q, a []float32)](kernels.ApproximateSource, c.name, opts...)
			if err != nil {
				t.Fatal(err)
			}
			q, want := make([]float32, len(a)), make([]float32, len(a))
			k.Func(q, a)
			c.gc(want, a)
			worst, at := 0.0, float32(0)
			for i, x := range a {
				if e := chainError(q[i], want[i]); e > worst {
					worst, at = e, x
				}
			}
			t.Logf("%s, %s: at most %.2f roundings, of %v", isa, c.name, worst*0x1p24, at)
			if worst > ir.ChainError {
				t.Errorf("%s, %s: an error of %.2f roundings, of %v", isa, c.name, worst*0x1p24, at)
			}
			k.Close()
		}
	}
}

// chainError is the relative error of a result, beyond the absolute error that results close to zero may have.
func chainError(got, want float32) float64 {
	g, w := float64(got), float64(want)
	switch {
	case g == w || g != g && w != w:
		return 0
	case g != g || w != w || math.IsInf(g, 0) || math.IsInf(w, 0):
		return math.Inf(1)
	}
	// want is rounded, too.
	return max(0, math.Abs(g-w)-ir.ChainFloor-math.Abs(w)*0x1p-24) / math.Abs(w)
}

// compile is the kernel.
func compile[F any](t *testing.T, _ F, name string, opts []hotloop.Option) F {
	k, err := hotloop.Compile[F](kernels.ApproximateSource, name, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.Close)
	return k.Func
}

// approximated are pairs of numbers of 32 or 64 bits, with exponents below the limit: special ones, whole ones with
// whole quotients and squares, and any.
func approximated(bits, limit int) (a, b []float64) {
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1, -1, 3, 1e-3, -7e5}
	for _, x := range special {
		for _, y := range special {
			a, b = append(a, x), append(b, y)
		}
	}
	rng := rand.New(rand.NewPCG(14, uint64(bits)))
	for range 20000 {
		x, y := float64(rng.IntN(1<<11)+1), float64(rng.IntN(1<<11)+1)
		a, b = append(a, x*y, x*x), append(b, y, -x)
		// Quotients of numbers with exponents below limit/2 are neither too large nor subnormal.
		any := func() float64 {
			return math.Ldexp(1+float64(rng.Uint64()>>(65-bits))/float64(uint64(1)<<(bits-1)), rng.IntN(limit-4)-limit/2+2)
		}
		a, b = append(a, any()), append(b, any())
	}
	return a, b
}

func near32(t *testing.T, name string, got, want, a, b float32) {
	t.Helper()
	d := int64(math.Float32bits(got)) - int64(math.Float32bits(want))
	near(t, name, d, float64(got), float64(want), float64(a), float64(b))
}

func near64(t *testing.T, name string, got, want, a, b float64) {
	t.Helper()
	near(t, name, int64(math.Float64bits(got)-math.Float64bits(want)), got, want, a, b)
}

// near compares a result with the exact one, which is d units away.
func near(t *testing.T, name string, d int64, got, want, a, b float64) {
	t.Helper()
	whole := want == math.Trunc(want) && math.Abs(want) < 1<<20 && want != 0
	if d == 0 || want == got || want != want && got != got || !whole && d >= -1 && d <= 1 && want != 0 && !math.IsInf(want, 0) {
		return
	}
	t.Errorf("%s of %v and %v is %v, not %v", name, a, b, got, want)
}
