package loopopt_test

import (
	"errors"
	"slices"
	"testing"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/irtest"
	"hotloop/internal/lab/gen"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// leftovers are chains of transformations with requests for the remainders of others, and nests whose loops
// heuristics may transform further.
var leftovers = []string{
	"unroll.count=4 unroll.followup_remainder{unroll.count=4}",
	"unroll.count=4 unroll.followup_remainder{vectorize.enable}",
	"unroll.count=3 unroll.followup_all{interleave.count=4 vectorize.width=4}",
	"unroll.count=2 unroll.followup_all{unroll.count=2 unroll.followup_all{vectorize.enable}}",
	"unroll.count=4 unroll.followup_remainder{peel.count=3}",
	"unroll.count=4 unroll.followup_remainder{peel.last=5}",
	"vectorize.enable vectorize.followup_all{unroll.count=8}",
	"vectorize.width=8 vectorize.followup_epilogue{unroll.count=16 vectorize.enable}",
	"vectorize.enable vectorize.followup_vectorized{interleave.count=8}",
	"unroll_and_jam.count=4 unroll_and_jam.followup_remainder_outer{unroll_and_jam.count=4}",
	"unroll_and_jam.count=3 unroll_and_jam.followup_all{unroll.count=5}",
	"unroll_and_jam.count=3 unroll_and_jam.followup_remainder_outer{vectorize.enable}",
	"unroll_and_jam.count=3 unroll_and_jam.followup_remainder_outer{interchange.enable}",
	"stripmine.size=8 stripmine.followup_inner{unroll.count=16}",
}

// leftoverShapes are the loops to which these are applied.
var leftoverShapes = []string{
	"for i := range y { y[i] += x[i] * 3 }",
	"for i := range y { s = s*3 + x[i] }",
	"for i := range n { t := int32(0); for j := range n { t += x[i*n+j] }; y[i] = t }",
	"for i := range n { for j := range n { y[i*n+j] += x[j] } }",
	"for i := range n { for j := range n { t := y[i*n+j]; for l := range n { t += x[i*n+l] * z[l*n+j] }; y[i*n+j] = t } }",
}

// TestLeftovers checks that no remainder loop is vectorized wider, jammed or unrolled beyond its iterations, which
// would be dead code, and that none executes more iterations than its metadata say.
func TestLeftovers(t *testing.T) {
	bounded := 0
	look := func(name, src, fn, knobs string, fp ir.FPFlags, tier cpu.Tier) {
		res, err := frontend.Build(frontend.Text("k.go", src), fn, frontend.Options{FP: fp, FPWritten: true})
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, src)
		}
		f := res.Func
		k, err := config.ParseKnobs(knobs)
		if err != nil {
			t.Fatal(err)
		}
		opt := config.Options{Target: isel.TargetFor(cpu.Baseline(tier)), Knobs: k}
		if _, err := loopopt.Optimize(f, opt); err != nil {
			return // too large
		}
		site := f.NewSite(ir.SitePanic, 0)
		site.Msg = "more iterations than its metadata say"
		n := countIterations(t, name, f, site)
		if bounded += n; n == 0 {
			return
		}
		p, err := interp.New(f)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, f)
		}
		if slices.ContainsFunc(f.Params, func(p ir.Param) bool { return p.Kind != ir.ParamScalar && p.Kind != ir.ParamSlice || p.Elem == ir.Void }) {
			return // irtest.Args cannot generate such arguments
		}
		for seed := range uint64(8) {
			r := p.Call(irtest.Args(f, int(seed*seed*5%97), seed), interp.Options{MaxSteps: 1 << 15})
			if r.Err != nil && !errors.Is(r.Err, interp.ErrSteps) {
				t.Fatalf("%s: %v\n%s", name, r.Err, f)
			}
			if r.Trap != nil && r.Trap.Site == site {
				t.Fatalf("%s: a loop makes at least %d iterations, and is to make %d at most\n%s\n%s", name, r.Trap.A, r.Trap.B, src, f)
			}
		}
	}
	for _, md := range leftovers {
		for i, loop := range leftoverShapes {
			src := "package k\nfunc k(y, x, z []int32, n int) (s int32) {\n//loop:" + md + "\n" + loop + "\nreturn\n}\n"
			if testing.Short() && i == len(leftoverShapes)-1 {
				break
			}
			tier, knobs := cpu.AVX512, ""
			if i%2 > 0 {
				tier, knobs = cpu.AVX2, "jam.count=3"
			}
			look(md+"\n"+loop, src, "k", knobs, ir.FPExact, tier)
		}
	}
	for _, test := range []string{"j < len(z)", "j <= len(z)"} { // searches within a loop, whose first iterations are scalar
		src := "package k\nfunc k(y, x, z []int32, n int) (s int32) {\nfor i := range y { j := 0; for " + test +
			" { if x[(i+j)&63&(len(x)-1)] == 1000 { break }; j++ }; y[i] = int32(j) }; return s\n}\n"
		look("search, "+test, src, "k", "", ir.FPExact, cpu.AVX512)
	}
	for _, k := range bench.Suite("nests") {
		if k.Inst != "" {
			continue
		}
		if testing.Short() {
			break
		}
		look(k.Name, k.Text, k.Func, "", ir.FPExact, cpu.AVX512)
		look(k.Name, k.Text, k.Func, "jam.count=3", ir.FPFast, cpu.NEON)
	}
	count := uint64(60)
	if testing.Short() {
		count = 6
	}
	for seed := range count {
		if k := gen.New(seed, gen.Options{Directed: seed%2 > 0}); k.Inst == "" {
			look("seed", k.Text, "K", "", ir.FPExact, []cpu.Tier{cpu.AVX512, cpu.AVX2, cpu.NEON}[seed%3])
		}
	}
	if bounded < 100 {
		t.Errorf("only %d loops with a bound", bounded)
	}
}

// countIterations makes each loop of f with a bound count its iterations and fail at the site if there are more. It
// returns the number of such loops.
func countIterations(t *testing.T, name string, f *ir.Func, site *ir.Site) (n int) {
	dom := f.Dominators()
	for _, h := range f.Blocks {
		a := h.Loop.Find(ir.MaxTripCount)
		if a == nil {
			continue
		}
		n++
		if a.Int < 1 {
			t.Errorf("%s: loop %s (%s) has no iterations: what it came of had fewer than are done at once\n%s", name, h, h.Loop, f)
			continue
		}
		phi := h.NewPhi(ir.TI64, 0)
		next := h.New(ir.OpAdd, ir.TI64, 0, phi, f.ConstInt(ir.TI64, 1))
		most := f.ConstInt(ir.TI64, a.Int)
		holds := h.New(ir.OpLeS, ir.TBool, 0, next, most)
		check := h.New(ir.OpCheck, ir.TVoid, 0, holds, next, most)
		check.Aux = site
		for _, p := range h.Preds {
			if dom.Dominates(h, p) {
				phi.AddArg(next)
			} else {
				phi.AddArg(f.ConstInt(ir.TI64, 0))
			}
		}
	}
	return n
}
