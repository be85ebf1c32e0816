package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// SplitChecks runs a loop without its checks as far as they provably hold.
//
// Before:
//
//	for i := 0; i < n; i++ { check(i < len(x)); s = f(s, x[i]) }
//
// After:
//
//	safe := min(n, len(x))
//	i := 0
//	for ; i < safe; i++ { s = f(s, x[i]) }
//	for ; i < n; i++ { check(i < len(x)); s = f(s, x[i]) }
//
// An exit whose count is known goes as a check does: for i := 0; i < len(x) && i < len(y); i++ is one test in each
// iteration.
// Legal if the trip count and the iterations for which a check holds are known before the loop; nothing is asked of
// dependences or of the values carried around it. Checks of what only the data decide stay in both loops. The others
// fail in the original alone, at the exact iteration, with all earlier stores done.
// Pays always but for code size: a check is a compare and a branch per access. Loops that were vectorized have had this
// done to them already (their scalar loop is the original), and are left alone, and so are those of a few iterations.
// Where the loop is to be unrolled completely, its copy runs if all checks hold in all iterations, whose number stays
// the constant that it is.
// It runs inside the driver, before unrolling, on loops that stayed scalar. Vector loops need no split: they run to the
// minimum of the trip count and all iteration bounds, and the original loop takes over. Nests whose indices are sums of
// products are versioned as a whole first (nest/nest.go), so that rows need no bounds.
// Reads unroll.disable and isvectorized; leaves the metadata on both loops, and marks the original as done.
// Remarks: checks removed, checks moved.
func SplitChecks(d *driver.Driver, l *analysis.Loop) bool {
	if !splittable(l) || fewChecks(d, l) || withoutChecks(d, l) == nil {
		return false
	}
	d.Refresh()
	return true
}

// splittable says whether l has checks or several exits, and has not been through this: what there is to know without
// an analysis.
func splittable(l *analysis.Loop) bool {
	if l.Header.Loop.Has("isvectorized") || l.Header.Loop.Has("checks.split") {
		return false
	}
	if len(l.Exiting) > 1 {
		return true
	}
	for v := range l.Values() {
		if v.Op == ir.OpCheck {
			return true
		}
	}
	return false
}

// maxFewChecks is how many checks of all iterations together cost less than finding out whether they hold, and a loop
// for the case that not all do: a comparison and a branch each, which are one operation.
const maxFewChecks = 8

// fewChecks says whether l is to be unrolled completely, checks and all.
func fewChecks(d *driver.Driver, l *analysis.Loop) bool {
	_, taken, ok := d.Scev.TripCount(l)
	if !ok || taken >= maxFewChecks || !WillUnroll(d, l) || !driver.Open(d.TransformNamed(unrollPass), l) ||
		d.Opt.Knobs.Unroll.Disable {
		return false
	}
	checks := int64(len(l.Exiting) - 1)
	for v := range l.Values() {
		if v.Op == ir.OpCheck {
			checks++
		}
	}
	return checks*(taken+1) <= maxFewChecks && clone.LoopSize(l) <= maxFirst
}

// withoutChecks is SplitChecks; it returns the header of the copy without checks, or nil. Where every check is known
// to hold in every iteration, as behind an iteration that was peeled and checked the same and more, the loop itself
// loses them.
func withoutChecks(d *driver.Driver, l *analysis.Loop) *ir.Block {
	f, md := d.F, l.Header.Loop
	g := &legal.Legality{F: f, L: l, Se: d.Scev, Some: true}
	g.Out = &vplan.Legal{F: f, Loop: l, SE: d.Scev}
	if !l.LeftAtLatch() {
		if _, ok := d.Scev.LatchTrips(l); !ok || !g.ExitsCounted() {
			return nil
		}
		g.Early = true
	}
	if !g.Shape() || !g.Counts() || !d.Bisect("checks", md.Position()) {
		return nil
	}
	if len(g.Out.IterationBounds) == 0 {
		return dropChecks(d, l, g.Out.Counted)
	}
	rs := Restructure(d, g, nil)
	if UnrollsFully(d, l) { // the count must stay constant
		rs = restructureWhole(d, g, nil, 1)
	}
	rs.Named("unchecked", "checked")
	copied := Unchecked(g, "unchecked")
	stay(g, copied)
	fast := rs.Add(copied)
	rs.Finish()
	fast.Loop = md.With(ir.Attr{Name: "checks.split"})
	l.Header.Loop = driver.Fallback(md).Done()
	d.Passed("checks", md.Position(), "checks removed by range splitting",
		remark.Arg{Name: "checks", Value: len(g.Out.IterationBounds)})
	return fast
}

// stay removes the exits from the copy of the loop that its iterations do not take.
func stay(g *legal.Legality, copied *clone.Cloner) {
	if g.Out.CountedExits == nil {
		return
	}
	for _, b := range g.L.Exiting {
		if !g.Out.CountedExits[b.ID] {
			continue
		}
		c := copied.Block(b)
		for _, x := range b.Succs {
			if !g.L.Contains(x) {
				c.RemoveSucc(x)
				break
			}
		}
		c.SetJump(nil)
	}
}

// dropChecks removes checks that hold in every iteration of l. It returns its header, or nil if there are none.
func dropChecks(d *driver.Driver, l *analysis.Loop, hold []bool) *ir.Block {
	n := 0
	for _, b := range l.Blocks {
		for _, v := range slices.Clone(b.Values) {
			if v.Op == ir.OpCheck && hold[v.ID] {
				b.Remove(v)
				n++
			}
		}
	}
	if n == 0 {
		return nil
	}
	d.Passed("checks", l.Header.Loop.Position(), "redundant checks removed",
		remark.Arg{Name: "checks", Value: n})
	return l.Header
}
