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

// A forced vectorization may change the order of a sum of floats, and says so, unless the user wrote exact: then it adds
// lane by lane.
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
