package goasm

import (
	"os"
	"strings"
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
		for _, r := range k.Alternatives {
			if r.C != nil {
				continue // TestLibraries
			}
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

// TestLibraries does so for C libraries and the compilers, where they are on this machine: a peer that computes something
// else draws a notice.
func TestLibraries(t *testing.T) {
	s := &bench.Session{Engine: bench.Linked(), Plan: bench.QuickPlan, Quick: true, Seed: 1, Modes: []string{"fast"},
		Peers: []string{"clang"}, Lengths: []int{65}}
	if isas := s.Engine.ISAs(); len(isas) > 0 {
		s.ISAs = isas[:1]
	} else {
		t.Skip("no instruction set here that hotloop knows")
	}
	for _, k := range Suite() {
		kept := k.Alternatives[:0]
		for _, r := range k.Alternatives {
			if r.C != nil {
				kept = append(kept, r)
			}
		}
		if k.Alternatives = kept; len(kept) > 0 {
			s.Kernels = append(s.Kernels, k)
		}
	}
	s.Notice = func(text string) {
		t.Log(text)
		if strings.Contains(text, "something else") {
			t.Error("a peer is wrong")
		}
	}
	wrong, err := s.Run(func(*bench.Row) {})
	if wrong > 0 || err != nil {
		t.Errorf("%d wrong, %v", wrong, err)
	}
}

// TestWidths holds the loops written by hand to be the same for all widths.
func TestWidths(t *testing.T) {
	read := func(name string) string {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(string(b), "\npackage ")
		_, text, _ = strings.Cut(text, "\n")
		return text
	}
	for _, name := range []string{"loops.go", "arch.go"} {
		if read("bysimd/wide/"+name) != read("bysimd/narrow/"+name) {
			t.Errorf("wide and narrow differ in %s", name)
		}
	}
	_, loops, _ := strings.Cut(read("bysimd/wide/loops.go"), "// Add32 is")
	if !strings.HasSuffix(read("bysimd/portable/portable.go"), loops) {
		t.Error("the loops of portable are not those of wide")
	}
}
