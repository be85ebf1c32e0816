package oracle

import (
	"math/rand/v2"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/internal/lab/frame"
	"hotloop/runtime"
)

// runKernels are the functions of kernels/runs.go, with what they are called with: x has runs of equal numbers, the
// other slices are of any length.
var runKernels = []struct {
	name string
	fn   any
	args func(x []int32, rng *rand.Rand) []any
}{
	{"RunSums", kernels.RunSums, func(x []int32, rng *rand.Rand) []any {
		n := len(x)
		return []any{make([]int32, anyLength(rng, n)), make([]int64, anyLength(rng, n)), x, numbers[int64](rng, anyLength(rng, n))}
	}},
	{"RunCodes", kernels.RunCodes, func(x []int32, rng *rand.Rand) []any {
		return []any{make([]byte, anyLength(rng, 2*len(x))), asBytes(x)}
	}},
	{"RunEnds", kernels.RunEnds, func(x []int32, rng *rand.Rand) []any {
		starts := make([]int32, 20)
		for i := range starts {
			starts[i] = int32(rng.IntN(len(x) + 2))
		}
		return []any{x, starts}
	}},
	{"RunParts", kernels.RunParts, func(x []int32, rng *rand.Rand) []any { return []any{x, int32(rng.IntN(3))} }},
	{"RunStores", kernels.RunStores, func(x []int32, rng *rand.Rand) []any {
		return []any{make([]int32, anyLength(rng, len(x))), x, numbers[int32](rng, 20)}
	}},
	{"RunWords", kernels.RunWords, func(x []int32, rng *rand.Rand) []any {
		b := asBytes(x)
		for i := range b {
			b[i] = " \nab"[b[i]&3]
		}
		return []any{b}
	}},
}

// TestRuns compares loops within others, which the data end, with the Go compiler: runs of one element up to hundreds,
// and slices that are too short.
func TestRuns(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	for _, k := range runKernels {
		t.Run(k.name, func(t *testing.T) {
			e2e.Parallel(t)
			for _, isa := range append(e2e.ISAs(), e2e.Interpreter) {
				c := e2e.Try(t, k.fn, kernels.Text("runs.go"), k.name, runtime.Options{ISA: isa})
				for call := range 60 {
					x := runsOf(c.Rand, c.Rand.IntN(400), 1+c.Rand.IntN([]int{3, 40, 300}[call%3]))
					edge := []frame.Edge{frame.EndEdge, frame.StartEdge}[call%2]
					c.Same(frame.New(k.args(x, c.Rand), frame.Layout{Share: -1}), edge, "%s, %s, call %d", k.name, isa, call)
				}
			}
		})
	}
}

// runsOf returns n small numbers in runs of bounded length.
func runsOf(rng *rand.Rand, n, most int) []int32 {
	x := make([]int32, 0, n)
	for len(x) < n {
		v := int32(rng.IntN(4))
		for range min(1+rng.IntN(most), n-len(x)) {
			x = append(x, v)
		}
	}
	return x
}

// anyLength is n as a rule, or less.
func anyLength(rng *rand.Rand, n int) int {
	if rng.IntN(4) == 0 {
		return rng.IntN(n + 1)
	}
	return n
}

func numbers[T int32 | int64](rng *rand.Rand, n int) []T {
	x := make([]T, n)
	for i := range x {
		x[i] = T(rng.IntN(4))
	}
	return x
}

func asBytes(x []int32) []byte {
	b := make([]byte, len(x))
	for i, v := range x {
		b[i] = byte(v)
	}
	return b
}
