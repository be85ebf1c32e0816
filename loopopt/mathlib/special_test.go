package mathlib

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// specials returns the arguments that package math's documentation mentions, and their neighbors. There are none
// between 709.8 and 710.5, where math.Sinh and math.Cosh overflow too early.
func specials() []float64 {
	list := []float64{0, 1, 2, 3, 0.5, 1.5, 1e-300, 1e300, 0x1p52 + 1, 0x1p53, 0x1p53 - 1, 0x1p63, 0x1p64, 1e9 + 1, 20,
		700, 720, 746, 1024, 1075,
		tiny, 0x1p-1022, math.Nextafter(0x1p-1022, 0), math.MaxFloat64, math.Inf(1), math.Nextafter(1, 0),
		math.Nextafter(1, 2)}
	for _, x := range list {
		list = append(list, -x)
	}
	return append(list, math.NaN())
}

func isSpecial(x float64) bool { return x == 0 || x-x != 0 }

// sameSpecial reports whether two results agree. If either is a zero, an infinity or NaN, both must be the same;
// results of special arguments may differ only by rounding.
func sameSpecial(a, b float64, args ...float64) bool {
	switch {
	case isSpecial(a) || isSpecial(b):
		return a != a && b != b || math.Float64bits(a) == math.Float64bits(b)
	case slices.ContainsFunc(args, isSpecial):
		return math.Abs(a-b) <= 0x1p-52*math.Abs(b)
	}
	return true
}

// TestSpecialValues compares with package math wherever an argument or a result is zero, infinite or NaN.
func TestSpecialValues(t *testing.T) {
	for _, fn := range functions() {
		for _, x := range specials() {
			if got, want := fn.f(x, 2), fn.std(x, 2); !fn.two && !sameSpecial(got, want, x) {
				t.Errorf("%s(%v) = %v, want %v", fn.name, x, got, want)
			}
			for _, y := range specials() {
				if got, want := fn.f(x, y), fn.std(x, y); fn.two && !sameSpecial(got, want, x, y) {
					t.Errorf("%s(%v, %v) = %v, want %v", fn.name, x, y, got, want)
				}
			}
		}
	}
}

// TestSpecialValues32 checks that the float32 forms have the special values of the float64 functions.
func TestSpecialValues32(t *testing.T) {
	list := specials()
	for i, x := range list {
		list[i] = float64(float32(x))
	}
	list = append(list, 0x1p-149, -0x1p-149, 0x1p-126, math.MaxFloat32, -math.MaxFloat32, 0x1p24, 0x1p24-1, 0x1p25)
	check := func(name string, x, y float64, got float32, want float64) {
		t.Helper()
		if !sameSpecial(float64(got), float64(float32(want))) {
			t.Errorf("%s(%v, %v) = %v, want %v", name, x, y, got, want)
		}
	}
	for _, x := range list {
		for _, fn := range functions32 {
			check(fn.name, x, 0, fn.f(float32(x)), fn.wide(x))
		}
		for _, y := range list {
			check("PowF32", x, y, PowF32(float32(x), float32(y)), math.Pow(x, y))
			check("PowF32Approx", x, y, PowF32Approx(float32(x), float32(y)), math.Pow(x, y))
			if got, want := ModF32(float32(x), float32(y)), float32(math.Mod(x, y)); got != want && got == got ||
				!sameSpecial(float64(got), float64(want)) {
				t.Errorf("ModF32(%v, %v) = %v, want %v", x, y, got, want)
			}
		}
	}
}

// TestExact checks results that must be exact.
func TestExact(t *testing.T) {
	for n := -1074; n <= 1023; n++ {
		p := math.Ldexp(1, n)
		if got := Exp2(float64(n)); got != p {
			t.Errorf("Exp2(%d) = %v", n, got)
		}
		if got := Log2(p); got != float64(n) {
			t.Errorf("Log2(2^%d) = %v", n, got)
		}
		if got := Pow(2, float64(n)); got != p {
			t.Errorf("Pow(2, %d) = %v", n, got)
		}
		if n >= -149 && n < 128 {
			for _, f := range []func(float32) float32{Exp2F32, Exp2F32Approx} {
				if got := f(float32(n)); float64(got) != p {
					t.Errorf("Exp2F32(%d) = %v", n, got)
				}
			}
			for _, f := range []func(float32) float32{Log2F32, Log2F32Approx} {
				if got := f(float32(p)); got != float32(n) {
					t.Errorf("Log2F32(2^%d) = %v", n, got)
				}
			}
		}
	}
	for x := 1.0; x < 200; x++ {
		want := 1.0
		for y := 0.0; want < 0x1p53; y++ {
			if got := Pow(x, y); got != want {
				t.Errorf("Pow(%v, %v) = %v, want %v", x, y, got, want)
			}
			if got := Pow(-x, -y); got != math.Copysign(1/want, 1-2*math.Mod(y, 2)) &&
				want == math.Exp2(math.Round(math.Log2(want))) {
				t.Errorf("Pow(%v, %v) = %v, want 1/%v", -x, -y, got, want)
			}
			if want *= x; x == 1 && y == 100 {
				break
			}
		}
	}
}

// TestOdd checks that sine and tangents are odd and cosine is even, bit for bit.
func TestOdd(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	g := binades(0, math.MaxFloat64)
	for range 20_000 {
		x := g(r)
		s := float32(x)
		for name, pair := range map[string][2]float64{
			"Sin": {Sin(-x), -Sin(x)}, "Cos": {Cos(-x), Cos(x)}, "Tanh": {Tanh(-x), -Tanh(x)},
			"SinF32":        {float64(SinF32(-s)), float64(-SinF32(s))},
			"SinF32Approx":  {float64(SinF32Approx(-s)), float64(-SinF32Approx(s))},
			"TanhF32":       {float64(TanhF32(-s)), float64(-TanhF32(s))},
			"TanhF32Approx": {float64(TanhF32Approx(-s)), float64(-TanhF32Approx(s))},
		} {
			if math.Float64bits(pair[0]) != math.Float64bits(pair[1]) && pair[0] == pair[0] {
				t.Fatalf("%s is %v for %v and %v for its negative", name, pair[1], x, pair[0])
			}
		}
	}
}

// TestMod compares with math.Mod, and with exact arithmetic where the numbers are small enough for that to be fast.
func TestMod(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	bits := func() float64 { return math.Float64frombits(r.Uint64()) }
	for i := range 200_000 {
		x, y := bits(), bits()
		switch i % 4 {
		case 1: // quotients around the fast path's end
			y = x * Exp2(-60*r.Float64())
		case 2: // exact multiples, and their neighbors
			y = float64(1 + r.IntN(100))
			x = y*float64(r.Uint64N(1<<53)) + float64(r.IntN(3)-1)
		case 3:
			x, y = signed(binades(tiny, 1e3))(r), signed(binades(tiny, 1e3))(r)
		}
		if got, want := Mod(x, y), math.Mod(x, y); math.Float64bits(got) != math.Float64bits(want) &&
			(got == got || want == want) {
			t.Fatalf("Mod(%v, %v) = %v, want %v", x, y, got, want)
		}
		a, b := float32(x), float32(y)
		if i%2 == 0 {
			a, b = math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32())
		}
		got, want := ModF32(a, b), float32(math.Mod(float64(a), float64(b)))
		if math.Float32bits(got) != math.Float32bits(want) && (got == got || want == want) {
			t.Fatalf("ModF32(%v, %v) = %v, want %v", a, b, got, want)
		}
		if got := Mod(x, y); i < 4000 && !isSpecial(got) && math.Abs(y) > 1e-290 {
			if want := exactMod(x, y); got != want {
				t.Fatalf("Mod(%v, %v) = %v, want %v", x, y, got, want)
			}
		}
	}
}

func exactMod(x, y float64) float64 {
	const prec = 4400
	a, b := new(big.Float).SetPrec(prec).SetFloat64(x), new(big.Float).SetPrec(prec).SetFloat64(y)
	q, _ := new(big.Float).SetPrec(prec).Quo(a, b).Int(nil)
	f, _ := a.Sub(a, b.Mul(b, new(big.Float).SetPrec(prec).SetInt(q))).Float64()
	return f
}

// TestFMA32 compares with exact arithmetic, including sums that cancel or nearly do.
func TestFMA32(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 200_000 {
		x, y, z := math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32())
		if i%2 == 0 {
			z = -x * y * (1 + float32(r.IntN(5)-2)*0x1p-24)
		}
		got := fma32(x, y, z)
		p, s := float64(x)*float64(y), float64(z)
		var want float32
		if p-p != 0 || s-s != 0 {
			want = float32(p + s)
		} else if sum := new(big.Float).SetPrec(1000).Add(big.NewFloat(p), big.NewFloat(s)); sum.Sign() != 0 {
			want, _ = sum.Float32()
		} else {
			want = float32(p + s)
		}
		if math.Float32bits(got) != math.Float32bits(want) && (got == got || want == want) {
			t.Fatalf("fma32(%v, %v, %v) = %v, want %v", x, y, z, got, want)
		}
	}
}
