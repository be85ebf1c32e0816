package suites

import (
	"testing"

	"hotloop/bench"
	"hotloop/internal/e2e"
	"hotloop/runtime"
)

// TestEntries compares the kernels of the suites image, dsp, columns and ml with gc's code, for every instruction set of the
// machine: lengths around those of vectors, misaligned and overlapping arguments, slices against unmapped pages, special
// floats, panics.
func TestEntries(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	lengths := []int{0, 1, 2, 7, 15, 16, 17, 31, 33, 63, 64, 65, 70, 127, 129, 131, 200, 257, 600, 1025}
	i := 0
	for _, suite := range []string{"image", "dsp", "columns", "ml"} {
		for _, k := range bench.Suite(suite) {
			if i++; e2e.Sampled() && i%5 != 0 {
				continue
			}
			for _, isa := range e2e.ISAs() {
				for _, mode := range bench.Modes {
					fp, err := runtime.ParseFP(mode)
					if err != nil {
						t.Fatal(err)
					}
					c, err := runtime.Compile(k.Type, k.Text, k.Func, runtime.Options{ISA: isa, FP: fp, FPWritten: true})
					if err != nil {
						t.Fatal(err)
					}
					if c.Err() != nil {
						t.Errorf("%s, %s: %v", k.Name, isa, c.Err())
						continue
					}
					if err := bench.CheckAt(k, c.Func().Interface(), bench.FuncReference{Func: k.Oracle}, mode, lengths, 1); err != nil {
						t.Errorf("%s, %s, %s: %v", k.Name, isa, mode, err)
					}
				}
			}
		}
	}
}
