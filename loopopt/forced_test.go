package loopopt_test

import (
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// TestForcedReassociation checks that a forced vectorization may reorder a sum of floats, and says so, unless the
// user wrote exact. Then it adds lane by lane.
func TestForcedReassociation(t *testing.T) {
	const text = "package k\n\nfunc k(x []float64) (s float64) {\n\t//loop:vectorize.enable\n\tfor _, v := range x {\n\t\ts += v\n\t}\n\treturn\n}\n"
	for _, written := range []bool{false, true} {
		res, err := frontend.Build(frontend.Text("k.go", text), "k", frontend.Options{FP: ir.FPExact, FPWritten: written})
		if err != nil {
			t.Fatal(err)
		}
		sink := &remark.Sink{}
		knobs, _ := config.ParseKnobs("verify-each")
		out, err := loopopt.Optimize(res.Func, config.Options{Remarks: sink, Knobs: knobs,
			Target: isel.TargetFor(cpu.Features{Tier: cpu.AVX2, Tuning: cpu.Tuning{VectorBits: 256}})})
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		sink.Print(&all)
		inOrder := false
		for _, p := range out.Plans {
			inOrder = inOrder || slices.ContainsFunc(p.Recipes, func(r *vplan.Recipe) bool { return r.Kind == vplan.OrderedPhi })
		}
		if len(out.Plans) == 0 || inOrder != written {
			t.Errorf("exact written: %v, plans: %d, in order: %v\n%s", written, len(out.Plans), inOrder, &all)
		}
		if said := strings.Contains(all.String(), "changes the order"); said == written {
			t.Errorf("exact written: %v, said so: %v\n%s", written, said, &all)
		}
	}
}

// TestForcedAsWritten checks that a request is served where LLVM serves it, or refused with the right reason.
func TestForcedAsWritten(t *testing.T) {
	for _, c := range []struct{ knobs, src, want string }{
		{"", `func k(y, x []float32) {
			//loop:vectorize.enable
			for i := range 5 { y[i] += x[i] }
		}`, "loop vectorized (VF=4 UF=1"},
		{"", `func k(y, x []float32) {
			//loop:vectorize.enable
			for i := range 3 { y[i] += x[i] }
		}`, "loop vectorized (VF=2 UF=1"},
		{"", `func k(x []float32) (s float32) {
			//loop:vectorize.enable
			for i := range 5 { s += x[i] }
			return
		}`, "loop vectorized (VF=4 UF=1"},
		{"", `func k(x []int32, n int) (s int32) {
			//loop:vectorize.enable
			for i := range n & 3 { s += x[i] }
			return
		}`, "loop vectorized (VF=2 UF=1"},
		{"", `func k(x []int32) (s int32) {
			//loop:vectorize.enable
			for i := range 1 { s += x[i] }
			return
		}`, "warning: loop not vectorized: no change of the source helps with few iterations (if there are usually more, make their number a parameter); the loop has too few iterations"},
		{"", `func k(y, x []int32, n int) {
			//loop:vectorize.enable
			for i := range x { y[n] = x[i] }
		}`, "loop vectorized"},
		{"", `func k(y, x, z []int32) {
			//loop:vectorize.enable
			for i := range x { y[0] += x[i]; z[i] = x[i] * 2 }
		}`, "loop vectorized"},
		{"", `func k(y []int32) {
			//loop:vectorize.enable=0 unroll.count=0
			for i := range y { y[i] += 3 }
		}`, "loop unrolled (count=4)"}, // no count is given
		{"", `func k(y []int32) {
			//loop:unroll.full
			for i := range y { y[i] += 3 }
		}`, "warning: loop not unrolled: let for i := range x or i < n count the iterations, and change neither i nor n in the loop; the number of iterations is not known before the loop"},
		{"", `func k(y []int32) {
			//loop:unroll.full
			for i := range 100000 { y[i] += 3 }
		}`, "warning: loop not unrolled: write unroll.count=4 instead of unroll.full; the loop has too many iterations"},
		{"jam.enable=0", jammedLoop, "warning: loop not unrolled and jammed: remove the option or knob that forbids it; an option or a knob forbids it"},
	} {
		for _, tier := range []cpu.Tier{cpu.AVX512, cpu.AVX2, cpu.NEON} {
			o := optimize(t, tier, strings.TrimSuffix("eval-each,"+c.knobs, ","), c.src)
			if !strings.Contains(o.remarks, c.want) || strings.Contains(o.remarks, "warning") != strings.Contains(c.want, "warning") {
				t.Errorf("%v: no %q for\n%s\n%s", tier, c.want, c.src, o.remarks)
			}
		}
	}
}
