package goasm

import (
	"testing"

	"hotloop/bench"
)

// TestKernels holds hotloop's code for every kernel to plain Go's: all of it is native.
func TestKernels(t *testing.T) {
	engine := bench.Linked()
	isas := engine.ISAs()
	if len(isas) == 0 {
		t.Skip("no instruction set here that hotloop knows")
	}
	lengths := []int{0, 1, 3, 16, 31, 64, 100, 257}
	seen := map[string]bool{}
	for _, k := range Suite() {
		if seen[k.Name] {
			t.Errorf("two kernels have the name %s", k.Name)
		}
		seen[k.Name] = true
		for i, mode := range []string{"exact", "fast"} {
			c, err := engine.Compile(bench.Request{Type: k.Type, File: k.File, Text: k.Text, Func: k.Func, ISA: isas[0], Mode: mode})
			if err != nil {
				t.Errorf("%s: %v", k.Name, err)
				break
			}
			if !c.Native {
				t.Errorf("%s is not native", k.Name)
			}
			if err := bench.CheckAt(k, c.Func, bench.FuncReference{Func: k.Plain}, mode, lengths, uint64(i+1)); err != nil {
				t.Errorf("%s, %s: %v", k.Name, mode, err)
			}
			if c.Close != nil {
				c.Close()
			}
		}
	}
	if len(seen) < 80 {
		t.Errorf("%d kernels, not 80", len(seen))
	}
}

// TestRivals holds the libraries to plain Go: what computes something else is no peer.
func TestRivals(t *testing.T) {
	for _, k := range Suite() {
		ref := bench.FuncReference{Func: k.Plain}
		for _, r := range k.Rivals {
			p := bench.NewLocal(r.Name, k, r.Func, nil)
			for _, n := range Lengths[:5] {
				if r.Most > 0 && n > r.Most {
					break
				}
				if why := bench.Differs(k, p, ref, "fast", n, 1); why != "" {
					t.Errorf("%s at %d: %s %s", k.Name, n, r.Name, why)
					break
				}
			}
		}
	}
}
