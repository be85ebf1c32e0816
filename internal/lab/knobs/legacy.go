package knobs

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/loop"
)

// The knob order=legacy runs transformations as LLVM's pass manager does. Each transformation has its place in a fixed
// pipeline and visits every loop once, inner loops first. It serves requests first and then applies its heuristic. A
// request in a followup takes effect only if its pass comes later, and an earlier heuristic may defeat it. The knob
// exists for comparison.

// legacyStages returns the stages in the order of LLVM's pipeline (TransformMetadata.rst, and the pass manager since
// LLVM 22). The transformations that LLVM leaves to front ends come first. Heuristics without a stage of their own
// belong to the vectorizer.
func legacyStages() []driver.Stage {
	return slices.Concat(
		legacy("unswitch"),
		legacy("stride_versioning"),
		legacy("split"),
		legacy("stripmine"),
		legacy("flatten", heuristics("flatten")),
		legacy("fuse"),
		legacy("reverse"),
		legacy("interchange", heuristics("interchange")),
		[]driver.Stage{{Name: "unroll-full", Run: requestsOf("unroll", "unroll.full"),
			Why: "the first pass of LLVM's unroller does nothing else"}},
		legacy("licm_versioning"),
		legacy("distribute"),
		legacy("vectorize", heuristics("vectorize")),
		legacy("unroll_and_jam", heuristics("unroll_and_jam")),
		legacy("peel", heuristics("peel")),
		legacy("commoning", splitChecks, heuristics("commoning")),
		legacy("unroll", splitChecks, heuristics("unroll")),
		legacy("reroll"),
	)
}

// legacy returns the stages of one transformation: its requests, followed by the stages in more.
func legacy(name string, more ...driver.Stage) []driver.Stage {
	return append([]driver.Stage{{Name: "requests of " + name, Run: requestsOf(name, ""),
		Why: "LLVM's order"}}, more...)
}

// splitChecks splits off checks before iterations are copied, so that the copies have none.
var splitChecks = driver.Stage{Name: "split checks", Scope: driver.Innermost, Try: loop.SplitChecks, Why: "LLVM's order"}

func heuristics(name string) driver.Stage { return driver.HeuristicsOf(name, name, "LLVM's order") }

// requestsOf returns a stage that serves the requests for one transformation, innermost loops first. If attr is not
// empty, only loops with that attribute are visited.
func requestsOf(name, attr string) func(d *driver.Driver) {
	return func(d *driver.Driver) {
		t := d.TransformNamed(name)
		d.ForEach(driver.Deepest, 0, func(d *driver.Driver, l *analysis.Loop) bool {
			serve := func(r *driver.Request) bool { return r.T == t && d.Serve(r) }
			return (attr == "" || l.Header.Loop.Has(attr)) && slices.ContainsFunc(d.RequestsOf(l), serve)
		})
	}
}
