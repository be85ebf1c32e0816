package bench

import (
	"math"

	"hotloop/bench/core"
	"hotloop/bench/core/oracle"
)

// Suites are the names of the suites.
var Suites = []string{"core", "search", "math", "tsvc", "nests", "image", "dsp", "columns", "ml", "field"}

// Suite returns the kernels of a suite, or nil if there is no such suite.
func Suite(name string) []*Kernel {
	switch name {
	case "core":
		return Core()
	case "search":
		return Search()
	case "math":
		return Math()
	case "tsvc":
		return TSVC()
	case "image":
		return Image()
	case "dsp":
		return DSP()
	case "columns":
		return Columns()
	case "ml":
		return ML()
	case "nests":
		return Nests()
	case "field":
		return Field()
	}
	return nil
}

// Core returns the suite core, with which every change is measured.
func Core() []*Kernel {
	kernels := []*Kernel{
		kernel("saxpy", "saxpy.go", "Saxpy", f3(core.Saxpy, oracle.Saxpy, oracle.EmptySaxpy), work(8, 4, 2),
			func(g gen, n int) []any { return []any{float32(g.gain(3)), g.f32s(n), g.f32s(n)} }),
		kernel("axpy", "axpy.go", "Axpy", f3(core.Axpy, oracle.Axpy, oracle.EmptyAxpy), work(16, 8, 2),
			func(g gen, n int) []any { return []any{g.gain(3), g.f64s(n), g.f64s(n)} }),
		kernel("dot", "dot.go", "Dot", f2r(core.Dot, oracle.Dot, oracle.EmptyDot), work(8, 0, 2),
			func(g gen, n int) []any { return []any{g.f32s(n), g.f32s(n)} }).sums(),
		kernel("sum_f64", "sumf64.go", "SumF64", f1r(core.SumF64, oracle.SumF64, oracle.EmptySumF64), work(8, 0, 1),
			func(g gen, n int) []any { return []any{g.f64s(n)} }).sums(),
		kernel("sum_i32", "sumi32.go", "SumI32", f1r(core.SumI32, oracle.SumI32, oracle.EmptySumI32), work(4, 0, 0),
			func(g gen, n int) []any { return []any{ints[int32](g, n)} }),
		kernel("min_u8", "minu8.go", "MinU8", f1r(core.MinU8, oracle.MinU8, oracle.EmptyMinU8), work(1, 0, 0),
			func(g gen, n int) []any { return []any{ints[uint8](g, n)} }),
		kernel("max_f32", "maxf32.go", "MaxF32", f1r(core.MaxF32, oracle.MaxF32, oracle.EmptyMaxF32), work(4, 0, 1),
			func(g gen, n int) []any { return []any{g.f32s(n)} }),
		kernel("scale_offset", "scaleoffset.go", "ScaleOffset",
			f4(core.ScaleOffset, oracle.ScaleOffset, oracle.EmptyScaleOffset), work(8, 8, 2),
			func(g gen, n int) []any { return []any{g.f64s(n), g.f64s(n), 1.5, -2.0} }),
		kernel("relu", "relu.go", "Relu", f2(core.Relu, oracle.Relu, oracle.EmptyRelu), work(4, 4, 1),
			func(g gen, n int) []any { return []any{g.f32s(n), g.f32s(n)} }),
		kernel("clamp_i16", "clampi16.go", "ClampI16", f2(core.ClampI16, oracle.ClampI16, oracle.EmptyClampI16),
			work(4, 2, 2),
			func(g gen, n int) []any {
				src := g.f32s(n)
				for i := range src {
					src[i] *= 6000 // so that some, not most, go beyond 16 bits
				}
				return []any{ints[int16](g, n), src}
			}),
		kernel("threshold_u8", "threshold.go", "CountAbove",
			f2r(core.CountAbove, oracle.CountAbove, oracle.EmptyCountAbove), work(1, 0, 0),
			func(g gen, n int) []any { return []any{ints[uint8](g, n), uint8(150)} }),
		kernel("gray", "gray.go", "Gray", f2(core.Gray, oracle.Gray, oracle.EmptyGray), work(4, 1, 0),
			func(g gen, n int) []any { return []any{ints[uint8](g, n), ints[uint8](g, 4*n)} }),
		kernel("pcm16", "pcm16.go", "PCM16", f2(core.PCM16, oracle.PCM16, oracle.EmptyPCM16), work(2, 4, 1),
			func(g gen, n int) []any { return []any{g.f32s(n), ints[int16](g, n)} }),
		kernel("l2dist", "l2dist.go", "L2Dist", f2r(core.L2Dist, oracle.L2Dist, oracle.EmptyL2Dist), work(8, 0, 3),
			// the root may be approximated
			func(g gen, n int) []any { return []any{g.f32s(n), g.f32s(n)} }).sums().ulp(4),
		kernel("sad_u8", "sad.go", "SAD", f2r(core.SAD, oracle.SAD, oracle.EmptySAD), work(2, 0, 0),
			func(g gen, n int) []any { return []any{ints[uint8](g, n), ints[uint8](g, n)} }),
		kernel("cond_add", "condadd.go", "CondAdd", f3(core.CondAdd, oracle.CondAdd, oracle.EmptyCondAdd),
			work(8, 4, 1),
			func(g gen, n int) []any { return []any{g.f32s(n), g.f32s(n), float32(1)} }),
		kernel("stencil5", "stencil5.go", "Stencil5", f6(core.Stencil5, oracle.Stencil5, oracle.EmptyStencil5),
			work(4, 4, 6),
			func(g gen, n int) []any {
				w := int(math.Sqrt(float64(n)))
				h := 0
				if w > 0 {
					h = n / w
				}
				return []any{g.f32s(n), g.f32s(n), w, h, float32(0.5), float32(0.125)}
			}),
		kernel("popcount", "popcount.go", "Popcount", f1r(core.Popcount, oracle.Popcount, oracle.EmptyPopcount),
			work(8, 0, 0),
			func(g gen, n int) []any { return []any{ints[uint64](g, n)} }),
		kernel("reverse", "reverse.go", "Reverse", f2(core.Reverse, oracle.Reverse, oracle.EmptyReverse), work(4, 4, 0),
			func(g gen, n int) []any { return []any{ints[int32](g, n), ints[int32](g, n)} }),
		kernel("complex_mul", "complexmul.go", "ComplexMul",
			f3(core.ComplexMul, oracle.ComplexMul, oracle.EmptyComplexMul), work(8, 4, 3),
			func(g gen, n int) []any { return []any{g.f32s(n), g.f32s(n), g.f32s(n)} }),
		kernel("lookup", "lookup.go", "Lookup", f3(core.Lookup, oracle.Lookup, oracle.EmptyLookup), work(1, 2, 0),
			func(g gen, n int) []any {
				return []any{ints[int16](g, n), ints[uint8](g, n), ints[int16](g, 256)}
			}),
		kernel("find_first", "findfirst.go", "FindFirst", f2r(core.FindFirst, oracle.FindFirst, oracle.EmptyFindFirst),
			work(4, 0, 0),
			func(g gen, n int) []any {
				x := ints[int32](g, n)
				for i := range x {
					x[i] |= 1
				}
				if n > 0 { // present once: at the end when timed, anywhere when checked
					at := n - 1
					if g.data != Steady {
						at = g.IntN(n)
					}
					x[at] = 42
				}
				return []any{x, int32(42)}
			}),
	}
	kernels[len(kernels)-1].Excepted = true
	return kernels
}

// kernel creates an entry of the suite.
func kernel(name, file, fn string, b Builds, w func(int) Work, args func(gen, int) []any) *Kernel {
	return kernelOf("core", name, file, fn, b, w, args)
}

func (k *Kernel) sums() *Kernel     { k.Sums = true; return k }
func (k *Kernel) ulp(n int) *Kernel { k.FastULP = n; return k }

// gain returns a factor: whole when checked, and so small when timed that a million calls of accumulation stay
// finite.
func (g gen) gain(whole float64) float64 {
	switch g.data {
	case Steady:
		return 0x1p-20
	case AnyFloat, Special:
		return g.NormFloat64()
	}
	return whole
}

// work returns a function that computes the Work of n elements.
func work(load, store, flops float64) func(int) Work {
	return func(n int) Work {
		f := float64(n)
		return Work{Elems: f, Load: load * f, Store: store * f, Flops: flops * f}
	}
}
