package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// peelPass is the name of the transformation.
const peelPass = "peel"

// Peel takes the first iterations of a loop, or the last ones, out of it.
//
// Before:
//
//	for i := 0; i < n; i++ { if i == 0 { a(i) } else { b(i) } }
//
// After peel.count=1:
//
//	if 0 < n { a(0); for i := 1; i < n; i++ { b(i) } }
//
// Before:
//
//	for i := 0; i < n; i++ { if i == n-1 { a(i) } else { b(i) } }
//
// After peel.last=1:
//
//	if 0 < n { i := 0; for ; i < n-1; i++ { b(i) }; a(i) }
//
// peel.align=64 peels as many iterations as it takes, at run time, until the first store that walks evenly is aligned
// to 64 bytes, in a loop of their own; peel.enable as many as make something known in the rest (peelcount.go).
//
// Legal always for the first: a peeled iteration keeps its checks and exits, the latch's among them. For the last
// iterations and for alignment if the latch says how many iterations there are; other exits stay where they are.
// Pays if what is left is simpler: a value carried around the loop no longer changes, or changes evenly; a comparison
// is known. Heuristics do it where a loop cannot be vectorized as it is, or only with masks that go away, and all of a
// loop that is estimated to be short.
// Reads peel.*, peeled.count, estimated_trip_count; leaves peeled.count, followup_peeled on the loop that aligns,
// followup_remaining and followup_all.
// Remarks: loop peeled, last iterations peeled, loop peeled for alignment, loop not peeled with the reason.
func Peel(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	p := &peeling{d: d, l: l, md: md, unroll: &d.Opt.Knobs.Unroll, opt: &d.Opt.Knobs.Peel, r: r}
	switch {
	case p.unroll.Disable:
		return driver.Refused(remark.SwitchedOff)
	case md.Has("peel.disable"):
		return driver.Refused(remark.Disabled)
	case !clone.Repeatable(l):
		return driver.Refused(remark.NotSimplified)
	}
	if r == nil {
		if p.heuristic() {
			return driver.Changed
		}
		return driver.Refused(remark.NothingToPeel)
	}
	header, changed := l.Header, false
	step := func(attr string, do func() bool) {
		p.attr = attr
		switch {
		case p.l == nil:
			p.miss(remark.LoopGone)
		case do():
			changed = true
			d.Refresh()
			p.l = d.LoopOf(header)
		}
	}
	if n := md.Int("peel.align", 0); n > 1 {
		step("peel.align", func() bool { return p.align(n) })
	}
	switch n := md.Int("peel.count", 0); {
	case n > 0:
		step("peel.count", func() bool { return p.first(int(n)) })
	case md.Has("peel.enable"):
		step("peel.enable", p.asNeeded)
	}
	if n := md.Int("peel.last", 0); n > 0 {
		step("peel.last", func() bool { return p.last(int(n)) })
	}
	for _, m := range p.refused {
		if !changed {
			return driver.Refused(m.why)
		}
		d.Partly(md, m.attr, driver.NotMet, m.why)
	}
	if !changed {
		return driver.Refused(remark.Disabled) // nothing is asked: peel.count=0
	}
	return driver.Changed
}

// Peelable are the loops that heuristics may peel.
func Peelable(d *driver.Driver) []*analysis.Loop {
	if d.Opt.Knobs.Peel.Nests {
		return driver.Deepest(d)
	}
	return d.Loop.Innermost()
}

// peeling is the work on one loop.
type peeling struct {
	d      *driver.Driver
	l      *analysis.Loop
	md     *ir.LoopMD // as it was
	unroll *config.UnrollKnobs
	opt    *config.PeelKnobs
	r      *driver.Request // nil: heuristics

	attr    string // that is being done, of several
	refused []peelMissed
}

// peelMissed is an attribute that was not done.
type peelMissed struct {
	attr string
	why  remark.Reason
}

// miss notes that the attribute at hand is not done.
func (p *peeling) miss(why remark.Reason) bool {
	p.refused = append(p.refused, peelMissed{p.attr, why})
	return false
}

// fewer tells that there were no more than n iterations to peel.
func (p *peeling) fewer(n int, why remark.Reason) {
	if p.r != nil && int64(n) < p.md.Int(p.attr, 0) {
		p.d.Partly(p.md, p.attr, driver.MetInPart, why, remark.Arg{Name: "count", Value: n})
	}
}

func (p *peeling) passed(text string, args ...remark.Arg) {
	p.d.Passed(peelPass, p.md.Position(), text, args...)
}

// heuristic peels where it pays.
func (p *peeling) heuristic() bool {
	l, o := p.l, p.opt
	if n := max(o.Count, o.ForceCount); n > 0 && (o.Allow || o.ForceCount > 0) {
		return p.first(n)
	}
	if !o.Allow || len(l.Children) > 0 && !o.Nests || o.DisableAdvanced && len(l.Exiting) > 1 {
		return false
	}
	room := p.room()
	if room <= 0 {
		return false
	}
	header, changed := l.Header, false
	if w := p.wanted(room); w.count > 0 && p.pays(w.settle) {
		if !p.first(w.count) {
			return false
		}
		changed = true
		p.d.Refresh()
		if p.l = p.d.LoopOf(header); p.l == nil || !clone.Repeatable(p.l) {
			return true
		}
	}
	if list, n := p.wantedLast(p.room()); n > 0 && p.pays(list) {
		return p.last(n) || changed
	}
	if est := int(p.md.Int("estimated_trip_count", 0)); !changed && est > 0 && est <= room && !p.vectorizable() {
		if !p.first(est) {
			return false
		}
		// What is left hardly ever runs: no more code for it.
		header.Loop = doneToo(header.Loop)
		return true
	}
	return changed
}

// pays says whether it pays to know the given comparisons, and what else peeling at the front makes known.
//
// A loop that is not vectorized gets faster, mostly because it then is (a value that follows the counter, with 1000
// elements: 10 times). One that is, needs masks for the loads that a comparison guards, and may never get to its vector
// loop where it guards a check, as in if i > 0 { s += x[i-1] }: peeled, it is 1.3 to 13 times faster. Where a
// comparison merely selects between values, or masks accesses to one index, peeling is no gain: 0.7 to 1.5 times, as
// the loop then starts misaligned. Where it chooses an index, as in x[min(i+1, n-1)] or x[j] with j back at 0 behind the
// end, the vector loop gathers and tests every lane, and without it loads what is consecutive.
func (p *peeling) pays(list []settled) bool {
	return p.guardsLoads(list) || p.choosesIndexes(list) || !p.vectorizable()
}

// room is the number of iterations that heuristics may peel.
func (p *peeling) room() int {
	o, branches := p.opt, 0
	for _, b := range p.l.Blocks {
		if b.Kind == ir.BlockIf {
			branches++
		}
	}
	n := o.MaxCount - int(p.md.Int("peeled.count", 0))
	n = min(n, o.Threshold/max(1, clone.LoopSize(p.l)), o.MaxBranches/max(1, branches))
	if _, taken, ok := p.d.Scev.TripCount(p.l); ok && taken >= 0 {
		n = min(n, int(min(taken, 1<<20))) // full unrolling is better than to peel all
	}
	return n
}

// vectorizable says whether the vectorizer takes the loop as it is.
func (p *peeling) vectorizable() bool { return Vectorizable(p.d, p.l) }

// Vectorizable says whether the vectorizer takes an innermost loop as it is.
func Vectorizable(d *driver.Driver, l *analysis.Loop) bool {
	md, target := l.Header.Loop, d.Opt.Target
	if d.Opt.NoVectorize || md.Off("vectorize.enable") || md.Int("vectorize.width", 0) == 1 {
		return false
	}
	g := &legal.Legality{F: d.F, L: l, Se: d.Scev, Vector: true, Settled: true}
	if !g.Check() {
		return false
	}
	plan, refused := vplan.Build(g.Out)
	if refused != nil {
		return false
	}
	_, ok := plan.Choose(target, vplan.ScalarUops(g.Out, target))
	if n := md.Int("estimated_trip_count", 0); n > 0 && n < plan.MinIter {
		return false // it leaves such loops alone
	}
	return ok
}

// asNeeded peels what makes something known, because the source asks.
func (p *peeling) asNeeded() bool {
	if w := p.wanted(p.opt.MaxCount); w.count > 0 {
		header := p.l.Header
		if !p.first(w.count) {
			return false
		}
		p.d.Refresh()
		if p.l = p.d.LoopOf(header); p.l != nil && clone.Repeatable(p.l) {
			if _, n := p.wantedLast(p.opt.MaxCount); n > 0 {
				p.last(n)
			}
		}
		return true
	}
	if _, n := p.wantedLast(p.opt.MaxCount); n > 0 {
		return p.last(n)
	}
	if est := p.md.Int("estimated_trip_count", 0); est > 0 && est <= int64(p.opt.MaxCount) {
		return p.first(int(est))
	}
	return p.miss(remark.NothingToPeel)
}

var (
	peeledRoles    = []string{"peel.followup_peeled", "peel.followup_all"}
	remainingRoles = []string{"peel.followup_remaining", "peel.followup_all"}
)

// remainingMD is the metadata of the loop that is left, n iterations of which are peeled.
func (p *peeling) remainingMD(n int) *ir.LoopMD {
	const name = "peeled.count"
	old := p.l.Header.Loop
	md := driver.KeepMarks(driver.Followup(p.md, "peel.", remainingRoles), p.md)
	md = md.Without(func(s string) bool { return s == name }).
		With(ir.Attr{Name: name, Kind: ir.AttrInt, Int: old.Int(name, 0) + int64(n)})
	if a := old.Find(ir.MaxTripCount); a != nil {
		md = md.AtMost(a.Int - int64(n))
	}
	return estimateTrips(md, old, func(k int64) int64 { return max(0, k-int64(n)) })
}
