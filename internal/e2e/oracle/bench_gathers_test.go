package oracle

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// windowWork is what gathers by windows are measured with, for the constants of vplan/window.go.
const windowWork = `package k

func Copy(y, x []T, idx []I) {
	for i := range y { y[i] = x[idx[i]] }
}
func Row(y, x []T, idx []I) {
	s := T(0)
	for i := range y { s += y[i] * x[idx[i]] }
	y[0] = s
}
func Two(y, x []T, idx []I) {
	for i := range y { y[i] = x[idx[i]] + y[i]*x[idx[i]+1] }
}
`

// windowIndices are the numbers of what is gathered from n elements.
var windowIndices = []struct {
	name string
	make func(rng *rand.Rand, n int) []int
}{
	{"straight", func(_ *rand.Rand, n int) []int { return windowFill(n, func(i int) int { return i }) }},
	{"downwards", func(_ *rand.Rand, n int) []int { return windowFill(n, func(i int) int { return n - 1 - i }) }},
	{"groups of 5", func(_ *rand.Rand, n int) []int {
		return windowFill(n, func(i int) int { return i/5*5 + [5]int{4, 2, 0, 3, 1}[i%5] })
	}},
	{"sorted, half", func(rng *rand.Rand, n int) []int {
		return windowFill(n, func(i int) int { return i/2 + rng.IntN(3) })
	}},
	{"sorted, each 1.5th", windowSorted(1.5)},
	{"sorted, each 2nd", windowSorted(2)},
	{"sorted, each 4th", windowSorted(4)},
	{"9 of 10 vectors near", windowMixed(0.9)},
	{"half of them", windowMixed(0.5)},
	{"1 of 10", windowMixed(0.1)},
	{"random", windowMixed(0)},
}

func windowFill(n int, f func(i int) int) []int {
	idx := make([]int, n)
	for i := range idx {
		idx[i] = max(0, min(n-2, f(i)))
	}
	return idx
}

// windowSorted selects one element of each group, in order, and starts again at the end.
func windowSorted(each float64) func(*rand.Rand, int) []int {
	return func(rng *rand.Rand, n int) []int {
		at := 0.0
		return windowFill(n, func(i int) int {
			at += rng.ExpFloat64() * each
			if at > float64(n-1) {
				at = 0
			}
			return int(at)
		})
	}
}

// windowMixed has for a share of vectors of 16 indices that are near each other, the rest are anywhere.
func windowMixed(share float64) func(*rand.Rand, int) []int {
	return func(rng *rand.Rand, n int) []int {
		near := false
		return windowFill(n, func(i int) int {
			if i%16 == 0 {
				near = rng.Float64() < share
			}
			if near {
				return i/16*16 + rng.IntN(16)
			}
			return rng.IntN(n - 1)
		})
	}
}

// BenchmarkWindows times gathers by windows, plain ones and scalar loads.
func BenchmarkWindows(b *testing.B) {
	const n = 4000
	for _, isa := range e2e.ISAs() {
		for _, name := range []string{"Copy", "Row", "Two"} {
			for types := range windowCalls {
				for _, p := range windowIndices {
					idx := p.make(rand.New(rand.NewPCG(1, 2)), n)
					for _, way := range []string{"scalar", "plain", "window"} {
						directive := "vectorize.enable vectorize.gathers=" + way
						if way == "scalar" {
							directive = "vectorize.enable=0"
						}
						text := strings.ReplaceAll(windowWork, "\tfor ", "\t//loop:"+directive+"\n\tfor ")
						text = strings.NewReplacer("[]T", "[]"+types[0], "T(", types[0]+"(", "[]I", "[]"+types[1]).Replace(text)
						run := windowCalls[types](b, text, name, isa, idx)
						b.Run(fmt.Sprintf("%s/%s/%s/%s/%s/%s", isa, name, types[0], types[1], p.name, way), func(b *testing.B) {
							for range b.N {
								run()
							}
						})
					}
				}
			}
		}
	}
}

// windowCalls are calls of functions of windowWork, by the types of data and indices.
var windowCalls = map[[2]string]func(b *testing.B, text, name, isa string, idx []int) func(){
	{"float32", "int32"}: windowCall[float32, int32], {"float64", "int32"}: windowCall[float64, int32],
	{"float64", "int"}: windowCall[float64, int],
	{"float32", "int"}: windowCall[float32, int], {"uint16", "uint16"}: windowCall[uint16, uint16],
	{"uint8", "uint16"}:  windowCall[uint8, uint16],
	{"float32", "uint8"}: windowCall[float32, uint8],
}

func windowCall[T float32 | float64 | uint16 | uint8, I int | int32 | uint16 | uint8](b *testing.B, text, name,
	isa string, idx []int) func() {
	type fn = func(y, x []T, idx []I)
	k, err := runtime.Compile(reflect.TypeFor[fn](), text, name, runtime.Options{ISA: isa, FP: ir.FPFast, FPWritten: true})
	if err != nil {
		b.Fatal(err)
	}
	if k.Err() != nil {
		b.Skip(k.Err())
	}
	y, x, at := make([]T, len(idx)), make([]T, len(idx)), make([]I, len(idx))
	for i, n := range idx {
		at[i] = I(n)
	}
	f := k.Func().Interface().(fn)
	return func() { f(y, x, at) }
}
