package suites

import (
	"testing"

	"hotloop/bench"
	"hotloop/internal/e2e"
	"hotloop/runtime"
)

// checked says how each suite is compared with the Go compiler's code.
var checked = []struct {
	suite   string
	modes   []string
	lengths []int // those of bench.Check if there are none
	scalar  bool  // without vectors too
	half    bool  // each kernel in every other way, and its twin of the other type of element in the rest
	sample  int   // how many kernels stand for one in an emulator
}{
	{suite: "core", modes: []string{"exact"}, scalar: true, sample: 3},
	{suite: "search", modes: []string{"exact"}, lengths: []int{0, 1, 7, 16, 33, 70, 131, 257}, sample: 5},
	{suite: "tsvc", modes: []string{"exact"}, lengths: []int{0, 1, 2, 5, 17, 33, 70, 131, 257}, half: true, sample: 5},
	{suite: "nests", modes: []string{"exact", "fast"}, lengths: []int{0, 1, 2, 3, 5, 8, 11, 17, 21, 33, 41, 70},
		half: true, sample: 5},
	{suite: "image", modes: bench.Modes, lengths: entryLengths, sample: 5},
	{suite: "dsp", modes: bench.Modes, lengths: entryLengths, sample: 5},
	{suite: "columns", modes: bench.Modes, lengths: entryLengths, sample: 5},
	{suite: "ml", modes: bench.Modes, lengths: entryLengths, sample: 5},
	{suite: "field", modes: bench.Modes, lengths: fieldLengths, sample: 20},
}

var entryLengths = []int{0, 1, 2, 7, 15, 16, 17, 31, 33, 63, 64, 65, 70, 127, 129, 131, 200, 257, 600, 1025}

// fieldLengths are few: the suite has many kernels, and a fifth of them have nests.
var fieldLengths = []int{0, 1, 2, 5, 16, 33, 64, 70, 131, 257, 1025}

// TestSuites compares the kernels of the suites with the Go compiler's code for the same text, for every instruction
// set of the machine: lengths around those of vectors and tiles, misaligned and overlapping arguments, slices against
// unmapped pages, special floats, panics; in mode fast with sums of whole numbers in any order.
func TestSuites(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	for _, s := range checked {
		for i, k := range bench.Suite(s.suite) {
			if e2e.Sampled() && i%s.sample != 0 {
				continue
			}
			t.Run(s.suite+"/"+k.Name, func(t *testing.T) {
				t.Parallel()
				for j, isa := range e2e.ISAs() {
					for _, mode := range s.modes {
						if s.half && (i+j+len(mode))%2 == 0 {
							continue
						}
						check(t, k, isa, mode, s.lengths, false)
						if s.scalar {
							check(t, k, isa, mode, s.lengths, true)
						}
					}
				}
			})
		}
	}
}

func check(t *testing.T, k *bench.Kernel, isa, mode string, lengths []int, scalar bool) {
	fp, err := runtime.ParseFP(mode)
	if err != nil {
		t.Fatal(err)
	}
	c, err := runtime.Compile(k.Type, k.Text, k.Func, runtime.Options{ISA: isa, FP: fp, FPWritten: true,
		NoVectorize: scalar})
	if err != nil {
		t.Fatal(err)
	}
	if c.Err() != nil {
		t.Fatalf("%s: %v", isa, c.Err())
	}
	fn, gc := c.Func().Interface(), bench.FuncReference{Func: k.Oracle}
	if lengths == nil {
		err = bench.Check(k, fn, gc, mode, true, 1)
	} else {
		err = bench.CheckAt(k, fn, gc, mode, lengths, 1)
	}
	if err != nil {
		t.Errorf("%s, %s, scalar %t: %v", isa, mode, scalar, err)
	}
}
