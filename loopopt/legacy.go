package loopopt

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
)

// The knob order=legacy runs transformations as LLVM's pass manager does: each has its place in a fixed pipeline, looks
// at every loop once, inner loops first, does what is asked of it and then what it finds worth while. A request in a
// followup is heeded only if its pass comes later, and what a heuristic has done to a loop before may defeat it. It is
// there to be compared with.

// legacyStages have the order of LLVM's pipeline (TransformMetadata.rst, and the pass manager since LLVM 22), with
// the transformations that it leaves to front ends at the beginning. Heuristics that have no stage are those of the
// vectorizer.
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
		legacy("commoning", splitChecks("split checks"), heuristics("commoning")),
		legacy("unroll", splitChecks("split checks"), heuristics("unroll")),
		legacy("reroll"),
	)
}

// legacy are the stages of a transformation: requests, and what comes behind them.
func legacy(name string, more ...driver.Stage) []driver.Stage {
	return append([]driver.Stage{{Name: "requests of " + name, Run: requestsOf(name, ""),
		Why: "LLVM's order"}}, more...)
}

func heuristics(name string) driver.Stage { return driver.HeuristicsOf(name, name, "LLVM's order") }

// requestsOf does what is asked of a transformation; of loops with an attribute only, if that is not empty. The
// innermost loop comes first.
func requestsOf(name, attr string) func(d *driver.Driver) {
	return func(d *driver.Driver) {
		t := d.TransformNamed(name)
		d.ForEach(driver.Deepest, 0, func(d *driver.Driver, l *analysis.Loop) bool {
			serve := func(r *driver.Request) bool { return r.T == t && d.Serve(r) }
			return (attr == "" || l.Header.Loop.Has(attr)) && slices.ContainsFunc(d.RequestsOf(l), serve)
		})
	}
}
