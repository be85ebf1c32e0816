package suites

import (
	"testing"

	"hotloop/bench"
	"hotloop/internal/e2e"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// TestPolyBench compares the kernels of the suite nests with gc's code, for every instruction set of the machine: sizes around
// those of vectors and tiles, misaligned and overlapping arguments, slices against unmapped pages, special floats, panics;
// and, where floats are whole numbers, also with sums in any order.
func TestPolyBench(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	lengths := []int{0, 1, 2, 3, 5, 8, 11, 17, 21, 33, 41, 70}
	for i, k := range bench.Nests() {
		if e2e.Sampled() && i%5 != 0 {
			continue
		}
		for j, isa := range e2e.ISAs() {
			for _, mode := range []string{"exact", "fast"} {
				if (i+j+len(mode))%2 == 0 { // each kernel in some ways, for one type or the other
					continue
				}
				o := runtime.Options{ISA: isa, FPWritten: true}
				if mode == "fast" {
					o.FP = ir.FPFast
				}
				c, err := runtime.Compile(k.Type, k.Text, k.Func, o)
				if err != nil {
					t.Fatal(err)
				}
				if c.Err() != nil {
					t.Errorf("%s, %s: %v", k.Name, isa, c.Err())
					continue
				}
				if err := bench.CheckAt(k, c.Func().Interface(), bench.FuncReference{Func: k.Oracle}, mode, lengths, 1); err != nil {
					t.Errorf("%s, %s, mode %s: %v", k.Name, isa, mode, err)
				}
			}
		}
	}
}
