package goasm

import (
	"github.com/coder/hnsw"
	kelindar "github.com/kelindar/simd"
	"github.com/tphakala/simd/c64"
	"github.com/tphakala/simd/f32"
	"github.com/tphakala/simd/f64"
	"github.com/viterin/vek"
	"github.com/viterin/vek/vek32"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/floats"

	"hotloop/bench/goasm/kernels"
)

const (
	tphakalaPeer = "tphakala/simd"
	vekPeer      = "vek"
	gonumPeer    = "gonum"
	kelindarPeer = "kelindar/simd"
	hnswPeer     = "hnsw"
)

// into drops the result of a function that returns its destination.
func into[D, A, B any](fn func(dst []D, a A, b B) []D) func([]D, A, B) {
	return func(dst []D, a A, b B) { fn(dst, a, b) }
}

// into1 does so for functions of one operand.
func into1[D, A any](fn func(dst []D, a A) []D) func([]D, A) {
	return func(dst []D, a A) { fn(dst, a) }
}

// approximate is how many units in the last place functions may be off that libraries approximate: the relative error
// of 1e-4 that tphakala/simd documents for them in float32.
const approximate = 1 << 11

// How many elements matrices may have before these multiply them with several goroutines.
const (
	oneThreadVek   = 1024
	oneThreadGonum = 4096
)

func (s *suite) float32s() {
	s.elements32()
	s.sums32()
	s.moves32()
}

// elements32 has what computes every element for itself.
func (s *suite) elements32() {
	of(s, kernels.Add32).by(tphakalaPeer, f32.Add).by(vekPeer, into(vek32.Add_Into)).
		by(kelindarPeer, into(kelindar.AddFloat32s))
	of(s, kernels.Mul32).by(tphakalaPeer, f32.Mul).by(vekPeer, into(vek32.Mul_Into)).
		by(kelindarPeer, into(kelindar.MulFloat32s))
	of(s, kernels.Div32).by(tphakalaPeer, f32.Div).by(vekPeer, into(vek32.Div_Into)).
		by(kelindarPeer, into(kelindar.DivFloat32s))
	of(s, kernels.FMA32).by(tphakalaPeer, f32.FMA)
	of(s, kernels.Scale32).by(tphakalaPeer, f32.Scale).by(vekPeer, into(vek32.MulNumber_Into))
	of(s, kernels.AddNumber32).by(tphakalaPeer, f32.AddScalar).by(vekPeer, into(vek32.AddNumber_Into))
	of(s, kernels.Axpy32).
		in(openBLAS, "cblas_saxpy(p0_len, p1, p2, 1, p0, 1);").
		by(tphakalaPeer, f32.AddScaled).by(gonumPeer, func(y []float32, alpha float32, x []float32) {
		gonum.Implementation{}.Saxpy(len(y), alpha, x, 1, y, 1)
	})
	of(s, kernels.Abs32).by(tphakalaPeer, f32.Abs).by(vekPeer, into1(vek32.Abs_Into))
	of(s, kernels.Sqrt32).by(tphakalaPeer, f32.Sqrt).by(vekPeer, into1(vek32.Sqrt_Into))
	of(s, kernels.Reciprocal32).by(tphakalaPeer, f32.Reciprocal).by(vekPeer, into1(vek32.Inv_Into))
	of(s, kernels.Round32).by(tphakalaPeer, f32.Round)
	of(s, kernels.Floor32).by(vekPeer, into1(vek32.Floor_Into))
	of(s, kernels.Relu32).by(tphakalaPeer, f32.ReLU)
	of(s, kernels.Clamp32).by(tphakalaPeer, f32.Clamp)
	of(s, kernels.Minimum32).by(vekPeer, into(vek32.Minimum_Into))
	of(s, kernels.Exp32).about(approximate, tphakalaPeer, f32.Exp).
		about(approximate, vekPeer, into1(vek32.Exp_Into))
	of(s, kernels.Log32).about(approximate, tphakalaPeer, f32.Log).
		about(approximate, vekPeer, into1(vek32.Log_Into))
	of(s, kernels.Sigmoid32).about(approximate, tphakalaPeer, f32.Sigmoid)
	of(s, kernels.Tanh32).about(approximate, tphakalaPeer, f32.Tanh)
	of(s, kernels.Greater32).by(vekPeer, into(vek32.Gt_Into))
}

// sums32 has what makes one number of many.
func (s *suite) sums32() {
	of(s, kernels.Sum32).by(tphakalaPeer, f32.Sum).by(vekPeer, vek32.Sum).by(kelindarPeer, kelindar.SumFloat32s)
	of(s, kernels.Dot32).
		in(openBLAS, "return cblas_sdot(p0_len, p0, 1, p1, 1);").
		by(tphakalaPeer, f32.DotProduct).by(vekPeer, vek32.Dot).
		by(gonumPeer, func(a, b []float32) float32 { return gonum.Implementation{}.Sdot(len(a), a, 1, b, 1) })
	of(s, kernels.SquaredDistance32)
	of(s, kernels.Distance32).by(tphakalaPeer, f32.EuclideanDistance).by(vekPeer, vek32.Distance).
		by(hnswPeer, hnsw.EuclideanDistance)
	of(s, kernels.Manhattan32).by(vekPeer, vek32.ManhattanDistance)
	of(s, kernels.Cosine32).by(vekPeer, vek32.CosineSimilarity).
		by(hnswPeer, func(a, b []float32) float32 { return 1 - hnsw.CosineDistance(a, b) })
	of(s, kernels.Variance32).by(tphakalaPeer, f32.Variance)
	of(s, kernels.Max32).by(tphakalaPeer, f32.Max).by(vekPeer, vek32.Max).by(kelindarPeer, kelindar.MaxFloat32s)
	of(s, kernels.MaxAbs32).by(tphakalaPeer, f32.MaxAbs)
	of(s, kernels.ArgMax32).by(tphakalaPeer, f32.MaxIdx).by(vekPeer, vek32.ArgMax)
	of(s, kernels.CountTrue).by(vekPeer, vek32.Count)
	of(s, kernels.All).by(vekPeer, vek32.All)
	of(s, kernels.Gemv32).
		in(openBLAS, `cblas_sgemv(CblasRowMajor, CblasNoTrans, p2_len, p2_len, 1, p1, p2_len > 0 ? p2_len : 1, p2, 1, 0, p0, 1);`).
		by(gonumPeer, func(y, a, x []float32) {
			n := len(x)
			gonum.Implementation{}.Sgemv(blas.NoTrans, n, n, 1, a, max(1, n), x, 1, 0, y, 1)
		})
	of(s, kernels.MatMul32).
		in(openBLAS, product("cblas_sgemm")).
		upTo(oneThreadVek, vekPeer, func(c, a, b []float32, n int) { vek32.MatMul_Into(c, a, b, n) }).
		upTo(oneThreadGonum, gonumPeer, func(c, a, b []float32, n int) {
			gonum.Implementation{}.Sgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, a, max(1, n), b, max(1, n), 0, c, max(1, n))
		})
}

// moves32 has kernels that reorder elements, or go from one to the next.
func (s *suite) moves32() {
	of(s, kernels.CumSum32).by(tphakalaPeer, f32.CumulativeSum).by(vekPeer, into1(vek32.CumSum_Into))
	of(s, kernels.Gather32).by(vekPeer, into(vek32.Gather_Into))
	of(s, kernels.FromFloat64).by(vekPeer, into1(vek32.FromFloat64_Into))
	of(s, kernels.FromInt64).by(vekPeer, into1(vek32.FromInt64_Into))
	of(s, kernels.Reverse32).by(tphakalaPeer, f32.Reverse)
	of(s, kernels.Interleave32).by(tphakalaPeer, f32.Interleave2)
	of(s, kernels.Deinterleave32).by(tphakalaPeer, f32.Deinterleave2)
	of(s, kernels.Convolve32).by(tphakalaPeer, f32.ConvolveValid)
	of(s, kernels.ComplexProduct32).by(tphakalaPeer, func(dst, a, b []float32) {
		c64.Mul(complexes(dst), complexes(a), complexes(b))
	})
	of(s, kernels.ComplexPower32).by(tphakalaPeer, func(dst, a []float32) { c64.AbsSq(dst, complexes(a)) })
	of(s, kernels.Butterfly32).by(tphakalaPeer, f32.ButterflyComplex)
}

func (s *suite) float64s() {
	of(s, kernels.Add64).by(tphakalaPeer, f64.Add).by(vekPeer, into(vek.Add_Into)).
		by(gonumPeer, func(dst, a, b []float64) { floats.AddTo(dst, a, b) })
	of(s, kernels.Mul64).by(tphakalaPeer, f64.Mul).by(vekPeer, into(vek.Mul_Into)).
		by(gonumPeer, func(dst, a, b []float64) { floats.MulTo(dst, a, b) })
	of(s, kernels.Div64).by(tphakalaPeer, f64.Div).by(vekPeer, into(vek.Div_Into)).
		by(gonumPeer, func(dst, a, b []float64) { floats.DivTo(dst, a, b) })
	of(s, kernels.Scale64).by(tphakalaPeer, f64.Scale).
		by(gonumPeer, func(dst, a []float64, c float64) { floats.ScaleTo(dst, c, a) })
	of(s, kernels.Axpy64).
		in(openBLAS, "cblas_daxpy(p0_len, p1, p2, 1, p0, 1);").
		by(tphakalaPeer, f64.AddScaled).by(gonumPeer, floats.AddScaled)
	of(s, kernels.Sum64).by(tphakalaPeer, f64.Sum).by(vekPeer, vek.Sum).by(gonumPeer, floats.Sum).
		by(arrowPeer, arrowSum64())
	of(s, kernels.Dot64).
		in(openBLAS, "return cblas_ddot(p0_len, p0, 1, p1, 1);").
		by(tphakalaPeer, f64.DotProduct).by(vekPeer, vek.Dot).by(gonumPeer, floats.Dot)
	of(s, kernels.Distance64).by(tphakalaPeer, f64.EuclideanDistance).by(vekPeer, vek.Distance).
		by(gonumPeer, func(a, b []float64) float64 { return floats.Distance(a, b, 2) })
	of(s, kernels.Norm64).
		in(openBLAS, "return cblas_dasum(p0_len, p0, 1);").
		by(vekPeer, vek.ManhattanNorm).
		by(gonumPeer, func(a []float64) float64 { return floats.Norm(a, 1) })
	of(s, kernels.Max64).by(tphakalaPeer, f64.Max).by(vekPeer, vek.Max).by(gonumPeer, floats.Max)
	of(s, kernels.ArgMax64).by(tphakalaPeer, f64.MaxIdx).by(vekPeer, vek.ArgMax).by(gonumPeer, floats.MaxIdx)
	of(s, kernels.CumSum64).by(tphakalaPeer, f64.CumulativeSum).by(vekPeer, into1(vek.CumSum_Into)).
		by(gonumPeer, func(dst, a []float64) { floats.CumSum(dst, a) })
	of(s, kernels.CumProd64).by(vekPeer, into1(vek.CumProd_Into)).
		by(gonumPeer, func(dst, a []float64) { floats.CumProd(dst, a) })
	of(s, kernels.FindOdd64)
	of(s, kernels.Find64).by(vekPeer, vek.Find)
	of(s, kernels.Ger64).
		in(openBLAS, `cblas_dger(CblasRowMajor, p2_len, p3_len, p1, p2, 1, p3, 1, p0, p3_len > 0 ? p3_len : 1);`).
		by(gonumPeer, func(a []float64, alpha float64, x, y []float64) {
			gonum.Implementation{}.Dger(len(x), len(y), alpha, x, 1, y, 1, a, max(1, len(y)))
		})
	of(s, kernels.MatMul64).
		in(openBLAS, product("cblas_dgemm")).
		upTo(oneThreadVek, vekPeer, func(c, a, b []float64, n int) { vek.MatMul_Into(c, a, b, n) }).
		upTo(oneThreadGonum, gonumPeer, func(c, a, b []float64, n int) {
			gonum.Implementation{}.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, a, max(1, n), b, max(1, n), 0, c, max(1, n))
		})
}
