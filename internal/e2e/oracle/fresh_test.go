package oracle

import (
	"reflect"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// freshKernels are the loops of kernels/fresh.go, with their tails.
var freshKernels = []struct {
	e2e.Kernel
	tail string
}{
	{e2e.Kernel{Name: "FreshSolve", Fn: kernels.FreshSolve, Scalar: e2e.Grid}, "scalar"},
	{e2e.Kernel{Name: "FreshSum", Fn: kernels.FreshSum, Scalar: e2e.Grid}, "scalar"},
	{e2e.Kernel{Name: "FreshRows", Fn: kernels.FreshRows, Scalar: e2e.Grid}, "scalar"},
	{e2e.Kernel{Name: "StaleSum", Fn: kernels.StaleSum, Scalar: e2e.Grid}, "masked"},
	{e2e.Kernel{Name: "StaleOther", Fn: kernels.StaleOther, Scalar: e2e.Grid}, "masked"},
}

// TestOracleFreshStores compares them with the Go compiler.
func TestOracleFreshStores(t *testing.T) {
	for i := range freshKernels {
		k := freshKernels[i].Kernel
		k.Text = kernels.FreshSource
		t.Run(k.Name, func(t *testing.T) {
			e2e.Parallel(t)
			k.CheckAll(t)
		})
	}
}

// TestTailsMeetStores: elements that have just been stored are loaded one by one, unless a masked tail is asked for.
func TestTailsMeetStores(t *testing.T) {
	plain := cpu.Baseline(cpu.AVX512)
	for i := range freshKernels {
		k := &freshKernels[i]
		for _, asked := range []bool{false, true} {
			text, want := kernels.FreshSource, k.tail
			if asked {
				text, want = strings.ReplaceAll(text, "for j := 0; j < i",
					"//loop:vectorize.predicate.enable\n\t\tfor j := 0; j < i"), "masked"
				if k.Name == "FreshRows" {
					continue // it is the loop around that is asked
				}
			}
			kern, err := runtime.Inspect(reflect.TypeOf(k.Fn), text, k.Name, runtime.Options{FPWritten: true},
				&runtime.Watch{For: &plain})
			if err != nil {
				t.Fatal(err)
			}
			tails := 0
			for _, r := range kern.Remarks() {
				if s := r.String(); strings.Contains(s, "tail=") {
					if tails++; !strings.Contains(s, "tail="+want) {
						t.Errorf("%s, asked is %v: %s, want %s", k.Name, asked, s, want)
					}
				}
			}
			if tails == 0 {
				t.Errorf("%s: not vectorized: %v", k.Name, kern.Remarks())
			}
		}
	}
}
