package numeric_test

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/mat"

	"hotloop/examples/numeric"
	"hotloop/examples/steps"
)

func randoms(n int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 0))
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

// matrix has a stride that is not its width.
func matrix(rows, cols int, seed uint64) blas64.General {
	return blas64.General{Rows: rows, Cols: cols, Stride: cols + 3, Data: randoms(rows*(cols+3), seed)}
}

func signal(n int, seed uint64) []complex128 {
	re, im := randoms(n, seed), randoms(n, seed+1)
	x := make([]complex128, n)
	for i := range x {
		x[i] = complex(re[i], im[i])
	}
	return x
}

func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9*(1+math.Abs(want[i])) {
			t.Fatalf("%s: element %d is %g, want %g", what, i, got[i], want[i])
		}
	}
}

// TestNative: all of it is machine code where there can be any.
func TestNative(t *testing.T) {
	for name, err := range numeric.Errs() {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMatMul(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 8, 9, 31, 64, 100} {
		a, b := matrix(n, n+1, 1), matrix(n+1, n+2, 2)
		plain, got := matrix(n, n+2, 3), matrix(n, n+2, 3)
		numeric.MatMul(plain, a, b)
		numeric.FastMatMul.Func(got, a, b)
		near(t, "FastMatMul", got.Data, plain.Data)

		c := matrix(n, n+2, 3)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 1, c)
		near(t, "MatMul against gonum", plain.Data, c.Data)
	}
}

// A matrix of package mat shares its memory with the kernel.
func TestDense(t *testing.T) {
	a, b := mat.NewDense(20, 30, randoms(600, 1)), mat.NewDense(30, 10, randoms(300, 2))
	var got, want mat.Dense
	want.Mul(a, b)
	got.ReuseAs(20, 10)
	numeric.FastMatMul.Func(got.RawMatrix(), a.RawMatrix(), b.RawMatrix())
	if !mat.EqualApprox(&got, &want, 1e-9) {
		t.Error("not what mat.Dense.Mul computes")
	}
}

func TestFFT(t *testing.T) {
	for n := 1; n <= 4096; n *= 2 {
		x, w := signal(n, 5), numeric.Roots(n)
		plain, fast := make([]complex128, n), make([]complex128, n)
		tmp := make([]complex128, n)
		numeric.FFT(plain, x, tmp, w)
		numeric.FastFFT.Func(fast, x, tmp, w)
		want := x
		if n > 1 {
			want = fourier.NewCmplxFFT(n).Coefficients(nil, x)
		}
		for i := range want {
			if cmplx.Abs(plain[i]-want[i]) > 1e-9*float64(n) || cmplx.Abs(fast[i]-want[i]) > 1e-9*float64(n) {
				t.Fatalf("n=%d: element %d is %v and %v, want %v", n, i, plain[i], fast[i], want[i])
			}
		}
	}
}

func TestConvolve(t *testing.T) {
	for _, n := range []int{0, 1, 5, 16, 100, 1001} {
		for _, taps := range []int{0, 1, 3, 16, 33} {
			x, h := randoms(n+taps, 1), randoms(taps, 2)
			plain, fast := make([]float64, n), make([]float64, n)
			numeric.Convolve(plain, x, h)
			numeric.FastConvolve.Func(fast, x, h)
			near(t, "FastConvolve", fast, plain)
		}
	}
	for _, size := range []int{1, 2, 3, 5} {
		x, h := matrix(40, 50, 1), matrix(size, size, 2)
		plain, fast := matrix(41-size, 51-size, 3), matrix(41-size, 51-size, 3)
		numeric.Convolve2D(plain, x, h)
		numeric.FastConvolve2D.Func(fast, x, h)
		near(t, "FastConvolve2D", fast.Data, plain.Data)
	}
}

func TestAttention(t *testing.T) {
	for _, n := range []int{1, 2, 9, 32, 65} {
		q, k, v := matrix(n, 32, 1), matrix(n+3, 32, 2), matrix(n+3, 20, 3)
		plain, fast := matrix(n, 20, 4), matrix(n, 20, 4)
		weights := make([]float64, n+3)
		numeric.Attention(plain, q, k, v, weights)
		numeric.FastAttention.Func(fast, q, k, v, weights)
		near(t, "FastAttention", fast.Data, plain.Data)
	}
}

// BenchmarkCompare prints how the kernels compare with plain Go, in turns in one run: -benchtime 1x is enough.
func BenchmarkCompare(b *testing.B) {
	steps.Print(os.Stdout, steps.Measure(numericSteps(), 3))
}

func numericSteps() []steps.Step {
	c, a, b := matrix(256, 256, 1), matrix(256, 256, 2), matrix(256, 256, 3)
	x, w := signal(4096, 1), numeric.Roots(4096)
	dst, tmp := make([]complex128, 4096), make([]complex128, 4096)
	y, s, h := make([]float64, 10000), randoms(10063, 1), randoms(64, 2)
	out, in, box := matrix(252, 252, 4), matrix(256, 256, 5), matrix(5, 5, 6)
	o, q, k, v := matrix(128, 64, 7), matrix(128, 64, 8), matrix(128, 64, 9), matrix(128, 64, 10)
	weights := make([]float64, 128)
	return []steps.Step{
		steps.New("matrix product, 256", func() { numeric.MatMul(c, a, b) }, func() { numeric.FastMatMul.Func(c, a, b) }),
		steps.New("FFT, 4096", func() { numeric.FFT(dst, x, tmp, w) }, func() { numeric.FastFFT.Func(dst, x, tmp, w) }),
		steps.New("convolution, 64 taps", func() { numeric.Convolve(y, s, h) }, func() { numeric.FastConvolve.Func(y, s, h) }),
		steps.New("convolution, 5×5", func() { numeric.Convolve2D(out, in, box) },
			func() { numeric.FastConvolve2D.Func(out, in, box) }),
		steps.New("attention, 128×64", func() { numeric.Attention(o, q, k, v, weights) },
			func() { numeric.FastAttention.Func(o, q, k, v, weights) }),
	}
}
