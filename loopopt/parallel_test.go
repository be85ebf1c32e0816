package loopopt_test

import (
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
)

// TestParts checks how many parts kernels have if all outermost loops are parallelized: none of the loops that this makes
// is parallelized again.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		src   string
		parts int
	}{
		{"func k(y, x []int32) { for i := range y { y[i] += x[i] } }", 1},
		{"func k(x []int64) (s int64) { for _, v := range x { s += v }; return }", 1},
		{"func k(y, x []int64) (s int64) { for i, v := range x { s += v; y[i] = s }; return }", 2},
		{"func k(y, x []int32) { for i := range y { y[i] = 3 }; for i := range x { x[i] = 5 } }", 2},
		{"func k(y []int32, n int) { for i := 0; i < n; i++ { for j := 0; j < n; j++ { y[i*n+j]++ } } }", 1},
		{"func k(y []int32) { for i := 1; i < len(y); i++ { y[i] += y[i-1] } }", 0},
		{"func k(y []int32) { for range 9 { for i := range y { y[i] = y[i]*3 + y[0] } } }", 0},
		{"func k(x []int32) int { for i := range x { if x[i] == 3 { return i } }; return -1 }", 0},
		{"//loop:fp exact\nfunc k(x []float32) (s float32) { for _, v := range x { s += v }; return }", 0},
		{"func k(y []int32, at []int32) { for i := range at { y[at[i]] = 1 } }", 0},
		{"func k(y []int32) {\n//loop:parallel.disable\nfor i := range y { y[i] = 3 } }", 0},
	} {
		res, err := frontend.Build(frontend.Text("k.go", "package k\n"+c.src+"\n"), "k", frontend.Options{})
		if err != nil {
			t.Fatal(err)
		}
		knobs, _ := config.ParseKnobs("verify-each")
		f := res.Func
		all := config.Options{Target: isel.TargetFor(cpu.Baseline(cpu.AVX2)), Knobs: knobs, Parallel: config.AllParallel}
		if _, err := loopopt.Optimize(f, all); err != nil {
			t.Fatal(err)
		}
		if len(f.Parts) != c.parts {
			t.Errorf("%d parts, want %d:\n%s", len(f.Parts), c.parts, c.src)
		}
		for _, p := range f.Parts {
			for v := range ir.Values(p.Blocks) {
				if v.Op == ir.OpCheck || v.Op == ir.OpCall {
					t.Errorf("%s in a part:\n%s", v.LongString(), c.src)
				}
			}
		}
	}
}
