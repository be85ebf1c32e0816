package hotloop_test

import (
	"reflect"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/runtime"
)

// freshKernels are the loops of freshkernels_test.go, with their tails.
var freshKernels = []struct {
	oracleKernel
	tail string
}{
	{oracleKernel{name: "freshSolve", fn: freshSolve, scalar: grid}, "scalar"},
	{oracleKernel{name: "freshSum", fn: freshSum, scalar: grid}, "scalar"},
	{oracleKernel{name: "freshRows", fn: freshRows, scalar: grid}, "scalar"},
	{oracleKernel{name: "staleSum", fn: staleSum, scalar: grid}, "masked"},
	{oracleKernel{name: "staleOther", fn: staleOther, scalar: grid}, "masked"},
}

// TestOracleFreshStores compares them with gc.
func TestOracleFreshStores(t *testing.T) {
	for i := range freshKernels {
		k := freshKernels[i].oracleKernel
		k.text = freshSource
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for _, b := range builds() {
				k.check(t, b)
			}
		})
	}
}

// TestTailsMeetStores: elements that have just been stored are loaded one by one, unless a masked tail is asked for.
func TestTailsMeetStores(t *testing.T) {
	plain := cpu.Baseline(cpu.AVX512)
	for i := range freshKernels {
		k := &freshKernels[i]
		for _, asked := range []bool{false, true} {
			text, want := freshSource, k.tail
			if asked {
				text, want = strings.ReplaceAll(text, "for j := 0; j < i", "//loop:vectorize.predicate.enable\n\t\tfor j := 0; j < i"), "masked"
				if k.name == "freshRows" {
					continue // it is the loop around that is asked
				}
			}
			kern, err := runtime.Inspect(reflect.TypeOf(k.fn), text, k.name, runtime.Options{FPWritten: true}, &runtime.Watch{For: &plain})
			if err != nil {
				t.Fatal(err)
			}
			tails := 0
			for _, r := range kern.Remarks() {
				if s := r.String(); strings.Contains(s, "tail=") {
					if tails++; !strings.Contains(s, "tail="+want) {
						t.Errorf("%s, asked is %v: %s, want %s", k.name, asked, s, want)
					}
				}
			}
			if tails == 0 {
				t.Errorf("%s: not vectorized: %v", k.name, kern.Remarks())
			}
		}
	}
}
