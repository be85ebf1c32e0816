package bench

import (
	"math/rand/v2"
	"testing"
)

// TestTraffic compares the traffic of some loops with that of their text.
func TestTraffic(t *testing.T) {
	for _, k := range TSVC() {
		if w := k.Work(70); w.Load+w.Store == 0 && len(k.Args(rand.New(rand.NewPCG(1, 1)), 70, Steady)) > 1 {
			t.Errorf("%s moves nothing", k.Name)
		}
	}
	const n, rows = 1000, 256
	for _, c := range []struct {
		name        string
		load, store float64 // elements
	}{
		{"s000", n, n},               // a[i] = b[i] + 1
		{"s112", 2 * (n - 1), n - 1}, // a[i+1] = a[i] + b[i], downwards
		{"s1119", rows + rows*(rows-1), rows * (rows - 1)}, // a row of aa, and bb
		{"s2102", 0, rows * rows},                          // a store that is overwritten counts once
		{"s231", rows + rows*(rows-1), rows * (rows - 1)},  // the same down columns
		{"s2275", 3*rows*rows + 3*rows, rows*rows + rows},  // three arrays and three rows
	} {
		for _, k := range TSVC() {
			if k.Name != c.name && k.Name != c.name+"_f64" {
				continue
			}
			size := 4.0
			if k.Inst == "float64" {
				size = 8
			}
			if w := k.Work(n); w.Load != c.load*size || w.Store != c.store*size {
				t.Errorf("%s: loads %g and stores %g bytes, want %g and %g", k.Name, w.Load, w.Store, c.load*size, c.store*size)
			}
		}
	}
}
