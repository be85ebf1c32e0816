package hotloop_test

import (
	"reflect"
	"testing"

	"hotloop/runtime"
)

// updateKernels are the loops of updatekernels_test.go.
var updateKernels = []oracleKernel{
	{name: "updCount", fn: updCount, index: map[int]int{1: 0}}, {name: "updBytes", fn: updBytes, length: func(p, n int) int { return []int{256, n}[p] }},
	{name: "updWords", fn: updWords, index: map[int]int{1: 0}}, {name: "updWeights", fn: updWeights, index: map[int]int{1: 0}},
	{name: "updFloats", fn: updFloats, index: map[int]int{1: 0}}, {name: "updDoubles", fn: updDoubles, index: map[int]int{1: 0}},
	{name: "updMax", fn: updMax, index: map[int]int{1: 0}}, {name: "updXor", fn: updXor, length: func(p, n int) int { return []int{256, n, n}[p] }},
	{name: "updTwo", fn: updTwo, index: map[int]int{2: 0, 3: 1}}, {name: "updHash", fn: updHash},
	{name: "updSeen", fn: updSeen, index: map[int]int{1: 0}}, {name: "updElsewhere", fn: updElsewhere, index: map[int]int{1: 0, 2: 0}},
	{name: "updIf", fn: updIf, index: map[int]int{1: 0}}, {name: "updUntil", fn: updUntil, index: map[int]int{1: 0}, few: true},
	{name: "updSum", fn: updSum, index: map[int]int{1: 0}},
}

// TestOracleUpdates compares them with gc, as planned, with the vectors that are asked for and where conflicts are frequent.
func TestOracleUpdates(t *testing.T) {
	directives := []string{"vectorize.enable", "vectorize.enable vectorize.width=4 interleave.count=2", "vectorize.enable vectorize.width=2",
		"vectorize.enable vectorize.width=32"}
	underDirectives(t, updateSource, updateKernels, directives, func(t *testing.T, k *oracleKernel) { k.checkVectors(t) })
}

// TestUpdatesVectorized: whoever asks for it gets vectors, but for loops whose loads and stores are no updates.
func TestUpdatesVectorized(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	text := directed(updateSource, "vectorize.enable")
	for i := range updateKernels {
		k := &updateKernels[i]
		want := k.name != "updSeen" && k.name != "updElsewhere" && k.name != "updIf"
		for _, isa := range nativeISAs() {
			c, err := runtime.Compile(reflect.TypeOf(k.fn), text, k.name, runtime.Options{ISA: isa})
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Stats().Vectorized; got != want {
				t.Errorf("%s, %s: vectorized is %v, want %v: %v", k.name, isa, got, want, c.Remarks())
			}
		}
	}
}
