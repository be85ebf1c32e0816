package oracle

import (
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// TestCallsVectorized: loops around calls of large functions are vectorized, the callees in place, and agree with the
// Go compiler.
func TestCallsVectorized(t *testing.T) {
	for _, k := range []e2e.Kernel{{Name: "CallsLarge", Fn: kernels.CallsLarge},
		{Name: "CallsUntil", Fn: kernels.CallsUntil}, {Name: "CallsSum", Fn: kernels.CallsSum}} {
		k.Text = kernels.CallsSource
		t.Run(k.Name, func(t *testing.T) {
			e2e.Parallel(t)
			k.CheckVectors(t)
			for _, isa := range e2e.ISAs() {
				c, err := runtime.Compile(reflect.TypeOf(k.Fn), kernels.CallsSource, k.Name,
					runtime.Options{ISA: isa, Tune: "generic"})
				if err != nil {
					t.Fatal(err)
				}
				if !c.Stats().Vectorized || strings.Contains(remarksOf(c), "warning") {
					t.Errorf("%s: vectorized is %t: %s", isa, c.Stats().Vectorized, remarksOf(c))
				}
			}
		})
	}
}

func remarksOf(k *runtime.Kernel) string {
	var s strings.Builder
	for _, r := range k.Remarks() {
		s.WriteString(r.String() + "\n")
	}
	return s.String()
}
