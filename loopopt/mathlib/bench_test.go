package mathlib

import (
	"math"
	"testing"
)

// BenchmarkScalar compares with package math, one call at a time: sub-benchmarks end in /mathlib and /math.
func BenchmarkScalar(b *testing.B) {
	for _, c := range []struct {
		name      string
		f, std    func(x, y float64) float64
		lo, hi, y float64
	}{
		{"Exp", wrap(Exp), wrap(math.Exp), -10, 10, 0},
		{"Exp2", wrap(Exp2), wrap(math.Exp2), -10, 10, 0},
		{"Log", wrap(Log), wrap(math.Log), 0.1, 100, 0},
		{"Log2", wrap(Log2), wrap(math.Log2), 0.1, 100, 0},
		{"Sin", wrap(Sin), wrap(math.Sin), -100, 100, 0},
		{"Cos", wrap(Cos), wrap(math.Cos), -100, 100, 0},
		{"Tanh", wrap(Tanh), wrap(math.Tanh), -3, 3, 0},
		{"Pow", Pow, math.Pow, 0.1, 10, 2.7},
		{"Mod", Mod, math.Mod, -100, 100, 2.7},
		{"ExpF32", wrap32(ExpF32), wrap(math.Exp), -10, 10, 0},
		{"LogF32", wrap32(LogF32), wrap(math.Log), 0.1, 100, 0},
		{"SinF32", wrap32(SinF32), wrap(math.Sin), -100, 100, 0},
		{"TanhF32", wrap32(TanhF32), wrap(math.Tanh), -3, 3, 0},
	} {
		args := make([]float64, 1024)
		for i := range args {
			args[i] = c.lo + (c.hi-c.lo)*float64((i*389)%len(args))/float64(len(args))
		}
		for name, f := range map[string]func(x, y float64) float64{"mathlib": c.f, "math": c.std} {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				s := 0.0
				for i := range b.N {
					s += f(args[i%len(args)], c.y)
				}
				sink = s
			})
		}
	}
}

var sink float64

func wrap(f func(float64) float64) func(x, y float64) float64 {
	return func(x, _ float64) float64 { return f(x) }
}

func wrap32(f func(float32) float32) func(x, y float64) float64 {
	return func(x, _ float64) float64 { return float64(f(float32(x))) }
}
