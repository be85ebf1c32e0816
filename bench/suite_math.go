package bench

import (
	"math/rand/v2"
	"reflect"

	mathloops "hotloop/bench/math"
	"hotloop/bench/math/oracle"
)

// Math returns the suite math: the transcendental functions of package math, alone and in combination. They may
// differ from the Go compiler's results by a few units in the last place. The interpreter has the same functions and
// must match bit for bit.
func Math() []*Kernel {
	f64 := func(name, file, fn string, plain, check, empty func(y, x []float64), lo, hi float64) *Kernel {
		return mathKernel(name, file, fn, f2(plain, check, empty), work(8, 8, 0),
			func(g gen, n int) []any { return []any{g.f64s(n), g.between(n, lo, hi)} })
	}
	f32 := func(name, file, fn string, plain, check, empty func(y, x []float32), lo, hi float64) *Kernel {
		return mathKernel(name, file, fn, f2(plain, check, empty), work(4, 4, 0),
			func(g gen, n int) []any { return []any{g.f32s(n), single(g.between(n, lo, hi))} }).ulp(64)
	}
	return []*Kernel{
		f64("exp", "exp.go", "Exp", mathloops.Exp, oracle.Exp, oracle.EmptyExp, -20, 20),
		f64("exp2", "exp2.go", "Exp2", mathloops.Exp2, oracle.Exp2, oracle.EmptyExp2, -20, 20),
		f64("log", "log.go", "Log", mathloops.Log, oracle.Log, oracle.EmptyLog, 0, 20),
		f64("log2", "log2.go", "Log2", mathloops.Log2, oracle.Log2, oracle.EmptyLog2, 2, 20),
		f64("sin", "sin.go", "Sin", mathloops.Sin, oracle.Sin, oracle.EmptySin, -20, 20),
		f64("cos", "cos.go", "Cos", mathloops.Cos, oracle.Cos, oracle.EmptyCos, -20, 20),
		f64("tanh", "tanh.go", "Tanh", mathloops.Tanh, oracle.Tanh, oracle.EmptyTanh, -3, 3),
		mathKernel("pow", "pow.go", "Pow", f3(mathloops.Pow, oracle.Pow, oracle.EmptyPow), work(16, 8, 0),
			func(g gen, n int) []any { return []any{g.f64s(n), g.between(n, 0, 20), g.between(n, -3, 3)} }),
		mathKernel("mod", "mod.go", "Mod", f3(mathloops.Mod, oracle.Mod, oracle.EmptyMod), work(16, 8, 0),
			func(g gen, n int) []any { return []any{g.f64s(n), g.between(n, -100, 100), g.between(n, 1, 7)} }),
		mathKernel("polar", "polar.go", "Polar", f4(mathloops.Polar, oracle.Polar, oracle.EmptyPolar), work(16, 16, 2),
			func(g gen, n int) []any {
				return []any{g.f64s(n), g.f64s(n), g.between(n, -4, 4), g.between(n, 0, 10)}
			}),
		f32("exp_f32", "expf32.go", "ExpF32", mathloops.ExpF32, oracle.ExpF32, oracle.EmptyExpF32, -20, 20),
		f32("exp2_f32", "exp2f32.go", "Exp2F32", mathloops.Exp2F32, oracle.Exp2F32, oracle.EmptyExp2F32, -20, 20),
		f32("log_f32", "logf32.go", "LogF32", mathloops.LogF32, oracle.LogF32, oracle.EmptyLogF32, 0, 20),
		f32("log2_f32", "log2f32.go", "Log2F32", mathloops.Log2F32, oracle.Log2F32, oracle.EmptyLog2F32, 2, 20),
		f32("sin_f32", "sinf32.go", "SinF32", mathloops.SinF32, oracle.SinF32, oracle.EmptySinF32, -20, 20),
		f32("cos_f32", "cosf32.go", "CosF32", mathloops.CosF32, oracle.CosF32, oracle.EmptyCosF32, -20, 20),
		f32("tanh_f32", "tanhf32.go", "TanhF32", mathloops.TanhF32, oracle.TanhF32, oracle.EmptyTanhF32, -3, 3),
		mathKernel("pow_f32", "powf32.go", "PowF32", f3(mathloops.PowF32, oracle.PowF32, oracle.EmptyPowF32),
			work(4, 4, 0),
			func(g gen, n int) []any {
				return []any{g.f32s(n), single(g.between(n, 0, 20)), float32(2.2)}
			}).ulp(256),
		mathKernel("softmax", "softmax.go", "Softmax", f2(mathloops.Softmax, oracle.Softmax, oracle.EmptySoftmax),
			work(12, 8, 2),
			func(g gen, n int) []any { return []any{g.f32s(n), single(g.between(n, -4, 4))} }).sums().ulp(1 << 12),
	}
}

// mathKernel creates an entry of the suite.
func mathKernel(name, file, fn string, b Builds, w func(int) Work, args func(gen, int) []any) *Kernel {
	k := kernelOf("math", name, file, fn, b, w, args)
	k.MathULP = gcMathULP
	return k
}

// gcMathULP bounds the difference between Go's functions and ours, which are within one unit, on ordinary arguments:
// Go's Pow multiplies up to eleven powers.
const gcMathULP = 16

// between returns floats uniformly distributed in a range, or arbitrary ones if the data are to be extreme.
func (g gen) between(n int, lo, hi float64) []float64 {
	if g.data != Whole && g.data != Steady {
		return g.f64s(n)
	}
	s := make([]float64, n)
	for i := range s {
		s[i] = lo + g.Float64()*(hi-lo)
	}
	return s
}

func single(x []float64) []float32 {
	s := make([]float32, len(x))
	for i, v := range x {
		s[i] = float32(v)
	}
	return s
}

// kernelOf creates an entry of a suite from a file.
func kernelOf(suite, name, file, fn string, b Builds, w func(int) Work, args func(gen, int) []any) *Kernel {
	return &Kernel{
		Name: name, Suite: suite, Code: Code{File: file, Text: textOf(suite, file), Func: fn},
		Type: reflect.TypeOf(b.Plain), Builds: b, Work: w,
		Args: func(rng *rand.Rand, n int, d Data) []any { return args(gen{rng, d, n}, n) },
	}
}
