package oracle

import (
	"reflect"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// updateKernels are the loops of kernels/update.go.
var updateKernels = e2e.Named([]e2e.Kernel{
	{Fn: kernels.UpdCount, Index: map[int]int{1: 0}},
	{Fn: kernels.UpdBytes, Length: func(p, n int) int { return []int{256, n}[p] }},
	{Fn: kernels.UpdWords, Index: map[int]int{1: 0}}, {Fn: kernels.UpdWeights, Index: map[int]int{1: 0}},
	{Fn: kernels.UpdFloats, Index: map[int]int{1: 0}}, {Fn: kernels.UpdDoubles, Index: map[int]int{1: 0}},
	{Fn: kernels.UpdMax, Index: map[int]int{1: 0}},
	{Fn: kernels.UpdXor, Length: func(p, n int) int { return []int{256, n, n}[p] }},
	{Fn: kernels.UpdTwo, Index: map[int]int{2: 0, 3: 1}}, {Fn: kernels.UpdHash},
	{Fn: kernels.UpdSeen, Index: map[int]int{1: 0}}, {Fn: kernels.UpdElsewhere, Index: map[int]int{1: 0, 2: 0}},
	{Fn: kernels.UpdIf, Index: map[int]int{1: 0}}, {Fn: kernels.UpdUntil, Index: map[int]int{1: 0}, Few: true},
	{Fn: kernels.UpdSum, Index: map[int]int{1: 0}},
})

// TestOracleUpdates compares them with the Go compiler, as planned, with the vectors that are asked for and where
// conflicts are frequent.
func TestOracleUpdates(t *testing.T) {
	directives := []string{"vectorize.enable", "vectorize.enable vectorize.width=4 interleave.count=2",
		"vectorize.enable vectorize.width=2",
		"vectorize.enable vectorize.width=32"}
	e2e.UnderDirectives(t, kernels.UpdateSource, updateKernels, directives, func(t *testing.T, k *e2e.Kernel) {
		k.CheckVectors(t)
	})
}

// TestUpdatesVectorized: loops that ask for vectors get them, except loops whose loads and stores are no updates.
func TestUpdatesVectorized(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	text := e2e.Directed(kernels.UpdateSource, "vectorize.enable")
	for i := range updateKernels {
		k := &updateKernels[i]
		want := k.Name != "UpdSeen" && k.Name != "UpdElsewhere" && k.Name != "UpdIf"
		for _, isa := range e2e.ISAs() {
			c, err := runtime.Compile(reflect.TypeOf(k.Fn), text, k.Name, runtime.Options{ISA: isa})
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Stats().Vectorized; got != want {
				t.Errorf("%s, %s: vectorized is %v, want %v: %v", k.Name, isa, got, want, c.Remarks())
			}
		}
	}
}
