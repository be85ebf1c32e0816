package oracle

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

// moduliKernels are the loops of kernels/moduli.go, with as many elements as take several strips.
var moduliKernels = func() []e2e.Kernel {
	list := e2e.Named([]e2e.Kernel{
		{Fn: kernels.ModAdler}, {Fn: kernels.ModAdlerFrom}, {Fn: kernels.ModFletcher}, {Fn: kernels.ModWords},
		{Fn: kernels.ModSquares}, {Fn: kernels.ModSigned}, {Fn: kernels.ModStores}, {Fn: kernels.ModSeen},
		{Fn: kernels.ModNegative}, {Fn: kernels.ModWrapping}, {Fn: kernels.ModLast},
	})
	for i := range list {
		list[i].Length = func(_, n int) int { return n * 101 }
	}
	return list
}()

// TestModuli: remainders are delayed where that is right.
func TestModuli(t *testing.T) {
	not := map[string]bool{"ModSeen": true, "ModNegative": true, "ModWrapping": true, "ModLast": true}
	for _, k := range moduliKernels {
		if runtime.Available() != nil {
			t.Skip("no native code on this machine")
		}
		kernel, err := runtime.Inspect(reflect.TypeOf(k.Fn), k.Text, k.Name, runtime.Options{}, &runtime.Watch{})
		if err != nil && !errors.Is(err, runtime.ErrInspected) {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(kernel.Remarks(), func(r remark.Remark) bool { return r.Pass == "delaymodulo" })
		if found == not[k.Name] {
			t.Errorf("%s: remainders delayed: %t", k.Name, found)
		}
	}
}

// TestOracleModuli compares them with the Go compiler.
func TestOracleModuli(t *testing.T) {
	e2e.Run(t, moduliKernels, func(t *testing.T, k *e2e.Kernel) { k.CheckVectors(t) })
	e2e.Run(t, e2e.Named([]e2e.Kernel{{Fn: kernels.CarryAdd, Few: true}, {Fn: kernels.CarryTwo}, {Fn: kernels.CarryWord},
		{Fn: kernels.CarryOnes}}), func(t *testing.T, k *e2e.Kernel) { k.CheckVectors(t) })
}
