// Package compare compares vecmath with libraries of hand-written assembly: vek (amd64 only) and gonum.
package compare

import (
	"math"
	"testing"

	"github.com/viterin/vek"
	"github.com/viterin/vek/vek32"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/floats"

	"vecmath"
)

const n = 4096

var (
	x32, y32 = make([]float32, n), make([]float32, n)
	x64      = make([]float64, n)
)

func init() {
	for i := range x32 {
		x32[i], y32[i], x64[i] = float32(i%17)-8, float32(i%13), float64(i%11)
	}
}

var cases = []struct {
	name      string
	ours      func() float64
	libraries map[string]func() float64
}{
	{"Dot", func() float64 { return float64(vecmath.Dot(x32, y32)) }, map[string]func() float64{
		"vek": func() float64 { return float64(vek32.Dot(x32, y32)) },
		"gonum": func() float64 {
			return float64(blas32.Dot(blas32.Vector{N: n, Data: x32, Inc: 1}, blas32.Vector{N: n, Data: y32, Inc: 1}))
		}}},
	{"Sum", func() float64 { return vecmath.Sum(x64) }, map[string]func() float64{
		"vek":   func() float64 { return vek.Sum(x64) },
		"gonum": func() float64 { return floats.Sum(x64) }}},
	{"Axpy", func() float64 { vecmath.Axpy(1e-30, x32, y32); return 0 }, map[string]func() float64{
		"gonum": func() float64 {
			blas32.Axpy(1e-30, blas32.Vector{N: n, Data: x32, Inc: 1}, blas32.Vector{N: n, Data: y32, Inc: 1})
			return 0
		}}},
	{"MinMax", func() float64 { a, b := vecmath.MinMax(x32); return float64(b - a) }, map[string]func() float64{
		"vek": func() float64 { return float64(vek32.Max(x32) - vek32.Min(x32)) }}},
	{"Cosine", func() float64 { return float64(vecmath.Cosine(x32, y32)) }, map[string]func() float64{
		"vek": func() float64 { return float64(vek32.CosineSimilarity(x32, y32)) }}},
	{"SquaredDistance", func() float64 { return float64(vecmath.SquaredDistance(x32, y32)) }, map[string]func() float64{
		"vek": func() float64 { d := float64(vek32.Distance(x32, y32)); return d * d }}},
}

// TestSame checks that the functions compute the same.
func TestSame(t *testing.T) {
	for _, c := range cases {
		for name, f := range c.libraries {
			if a, b := c.ours(), f(); math.Abs(a-b) > 1e-4*math.Abs(a) {
				t.Errorf("%s: %v, %s has %v", c.name, a, name, b)
			}
		}
	}
}

func Benchmark(b *testing.B) {
	for _, c := range cases {
		b.Run(c.name+"/vecmath", func(b *testing.B) {
			for b.Loop() {
				c.ours()
			}
		})
		for name, f := range c.libraries {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					f()
				}
			})
		}
	}
}
