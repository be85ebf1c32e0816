package loopopt

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/scalar"
)

// The knob order=legacy runs transformations as LLVM's pass manager does: each has its place in a fixed pipeline, looks
// at every loop once, inner loops first, does what is asked of it and then what it finds worth while. A request in a
// followup is heeded only if its pass comes later, and what a heuristic has done to a loop before may defeat it. It is
// there to be compared with.

// legacyOrder is that of LLVM's pipeline (TransformMetadata.rst, and the pass manager since LLVM 22), with the
// transformations that it leaves to front ends at the beginning.
var legacyOrder = []string{"unswitch", "stride_versioning", "split", "stripmine", "flatten", "fuse", "interchange", fullUnroll, "licm_versioning",
	"distribute", "vectorize", "unroll_and_jam", "peel", "commoning", "unroll", "reroll"}

// fullUnroll is the unroller's first pass, which only does what is asked for by unroll.full.
const fullUnroll = "unroll-full"

func legacy(d *driver.Driver) {
	for _, name := range legacyOrder {
		full := name == fullUnroll
		if full {
			name = "unroll"
		}
		t := d.TransformNamed(name)
		if t == nil {
			continue
		}
		for {
			r := legacyRequest(d, t, full)
			if r == nil {
				break
			}
			if d.Do(t, r.Loop, r) {
				scalar.CanonicalLoops(d.F)
				d.Refresh()
				d.Inherit()
			}
		}
		if !full {
			d.Heuristics(t)
		}
	}
}

// legacyRequest is a request for t that has not been tried, that of the innermost loop first.
func legacyRequest(d *driver.Driver, t *driver.Transform, full bool) *driver.Request {
	loops := slices.Clone(d.Loop.Loops)
	slices.SortStableFunc(loops, func(a, b *analysis.Loop) int { return b.Depth - a.Depth })
	for _, l := range loops {
		if full && !l.Header.Loop.Has("unroll.full") {
			continue
		}
		for _, r := range d.RequestsOf(l) {
			if r.T == t {
				return r
			}
		}
	}
	return nil
}
