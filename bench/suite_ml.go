package bench

import (
	"hotloop/bench/ml"
	"hotloop/bench/ml/oracle"
)

// mlWidth is the row length of kernels with rows.
const mlWidth = 256

// ML returns the suite ml: n is the approximate number of elements of the largest argument.
func ML() []*Kernel {
	e := entriesOf("ml")
	dyadic := func(g gen, timed float32) float32 { // a factor that keeps whole numbers exact when checked
		if g.data == Steady {
			return timed
		}
		return 0.5
	}
	return []*Kernel{
		// Sums of rounded exponentials.
		e.kernel("softmax", "Softmax", f2(ml.Softmax, oracle.Softmax, oracle.EmptySoftmax),
			func(g gen, n int) []any {
				return []any{single(g.between(n, -4, 4)), max(1, min(n, mlWidth))}
			}).sums().math(1 << 9).ulp(1 << 12),
		// Subtracting 1 from a probability near 1 loses up to six bits.
		e.kernel("cross_entropy", "CrossEntropy", f3r(ml.CrossEntropy, oracle.CrossEntropy, oracle.EmptyCrossEntropy),
			func(g gen, n int) []any {
				return []any{g.f32s(n), single(g.between(n, -2, 2)), n / 2}
			}).sums().math(1 << 10).ulp(1 << 12),
		e.kernel("layer_norm", "LayerNorm", f4(ml.LayerNorm, oracle.LayerNorm, oracle.EmptyLayerNorm),
			// a bias that keeps results away from zero, where units in the last place say nothing
			func(g gen, n int) []any {
				return []any{g.f32s(n), g.f32s(n), g.f32s(n), plus(g.f32s(n), 64)}
			}).sums().feeds().fuse(1 << 8).ulp(1 << 8),
		e.kernel("rms_norm", "RMSNorm", f3(ml.RMSNorm, oracle.RMSNorm, oracle.EmptyRMSNorm),
			func(g gen, n int) []any { return []any{g.f32s(n), g.f32s(n), g.f32s(n)} }).sums().feeds().ulp(16),
		e.kernel("dot_i8", "DotI8", f2r(ml.DotI8, oracle.DotI8, oracle.EmptyDotI8),
			func(g gen, n int) []any { return []any{ints[int8](g, n), ints[int8](g, n)} }),
		e.kernel("matvec_u8", "MatVecU8", f3(ml.MatVecU8, oracle.MatVecU8, oracle.EmptyMatVecU8),
			func(g gen, n int) []any {
				width := max(1, min(n, mlWidth))
				return []any{ints[int32](g, n/width), ints[int8](g, n), ints[uint8](g, width)}
			}),
		e.kernel("quantize", "Quantize", f3(ml.Quantize, oracle.Quantize, oracle.EmptyQuantize),
			func(g gen, n int) []any { return []any{ints[int8](g, n), g.f32s(n), dyadic(g, 20)} }),
		e.kernel("dequantize", "Dequantize", f4(ml.Dequantize, oracle.Dequantize, oracle.EmptyDequantize),
			func(g gen, n int) []any {
				return []any{g.f32s(n), ints[uint8](g, n), uint8(g.Uint32()), dyadic(g, 0.05)}
			}),
		// Far below zero 1 + tanh loses bits: eight at -3.
		e.kernel("gelu", "GELU", f2(ml.GELU, oracle.GELU, oracle.EmptyGELU),
			func(g gen, n int) []any {
				return []any{g.f32s(n), single(g.between(n, -3, 4))}
			}).math(1 << 11).ulp(1 << 12),
		e.kernel("silu", "SiLU", f3(ml.SiLU, oracle.SiLU, oracle.EmptySiLU),
			func(g gen, n int) []any {
				return []any{g.f32s(n), single(g.between(n, -6, 6)), g.f32s(n)}
			}).math(16).ulp(64),
		e.kernel("adam", "Adam", f8(ml.Adam, oracle.Adam, oracle.EmptyAdam),
			func(g gen, n int) []any {
				grad, v := g.f32s(n), g.f32s(n)
				if g.data == Whole || g.data == Steady {
					for i := range grad { // roots of what is positive; moments that do not die away
						v[i] = 1 + max(v[i], -v[i])
						if grad[i] == 0 {
							grad[i] = 1
						}
					}
				}
				w := plus(g.f32s(n), 64)
				if g.data == Steady {
					return []any{w, grad, g.f32s(n), v, float32(0x1p-20), float32(0.9), float32(0.999), float32(1e-6)}
				}
				return []any{w, grad, g.f32s(n), v, float32(1), float32(0.5), float32(0.75), float32(1)}
			}).feeds().fuse(4).ulp(4),
		e.kernel("arg_max", "ArgMax", f1r(ml.ArgMax, oracle.ArgMax, oracle.EmptyArgMax),
			func(g gen, n int) []any { return []any{g.f32s(n)} }),
		e.kernel("cosine", "Cosine", f2r(ml.Cosine, oracle.Cosine, oracle.EmptyCosine),
			func(g gen, n int) []any { return []any{g.f32s(n), g.f32s(n)} }).sums().ulp(4),
		e.kernel("embedding_sum", "EmbeddingSum", f3(ml.EmbeddingSum, oracle.EmbeddingSum, oracle.EmptyEmbeddingSum),
			func(g gen, n int) []any {
				width := max(1, min(n, mlWidth))
				return []any{g.f32s(width), g.f32s(64 * width), below[int32](g, n/width, 64)}
			}).feeds(),
	}
}
