package suites

import (
	"testing"

	"hotloop/bench"
	"hotloop/internal/e2e"
	"hotloop/runtime"
)

// TestSuite compares every kernel of the benchmark suite, for every instruction set of the machine, vectorized and left
// scalar, with gc's code for the same text: over lengths, misaligned and overlapping arguments, slices against unmapped
// pages, special floats, panics.
func TestSuite(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	for i, k := range bench.Suite("core") {
		if e2e.Sampled() && i%3 != 0 {
			continue
		}
		for _, isa := range e2e.ISAs() {
			for _, scalar := range []bool{false, true} {
				c, err := runtime.Compile(k.Type, k.Text, k.Func, runtime.Options{ISA: isa, FPWritten: true, NoVectorize: scalar})
				if err != nil {
					t.Fatal(err)
				}
				if c.Err() != nil {
					t.Errorf("%s, %s, scalar %v: %v", k.Name, isa, scalar, c.Err())
					continue
				}
				if err := bench.Check(k, c.Func().Interface(), bench.FuncReference{Func: k.Oracle}, "exact", true, 1); err != nil {
					t.Errorf("%s, %s, scalar %v: %v", k.Name, isa, scalar, err)
				}
			}
		}
	}
}
