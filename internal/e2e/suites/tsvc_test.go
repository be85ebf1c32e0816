package suites

import (
	"testing"

	"hotloop/bench"
	"hotloop/internal/e2e"
	"hotloop/runtime"
)

// TestTSVC compares the loops of the suite tsvc with gc's code, for every instruction set of the machine: lengths around
// those of vectors, misaligned and overlapping arguments, slices against unmapped pages, special floats, panics.
func TestTSVC(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	lengths := []int{0, 1, 2, 5, 17, 33, 70, 131, 257}
	for i, k := range bench.TSVC() {
		if e2e.Sampled() && i%5 != 0 {
			continue
		}
		for j, isa := range e2e.ISAs() {
			if (i+j)%2 == 0 { // each loop on some, for one type or the other
				continue
			}
			c, err := runtime.Compile(k.Type, k.Text, k.Func, runtime.Options{ISA: isa, FPWritten: true})
			if err != nil {
				t.Fatal(err)
			}
			if c.Err() != nil {
				t.Errorf("%s, %s: %v", k.Name, isa, c.Err())
				continue
			}
			if err := bench.CheckAt(k, c.Func().Interface(), bench.FuncReference{Func: k.Oracle}, "exact", lengths, 1); err != nil {
				t.Errorf("%s, %s: %v", k.Name, isa, err)
			}
		}
	}
}
