package nest

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
)

// When heuristics distribute nests: a loop with several pieces in it keeps all of them in one order, so that a walk
// down a column cannot be turned for the sake of a statement next to it.
//
// Before:
//
//	for i := 0; i < n; i++ {
//		for j := 0; j < m; j++ { s(a[j*n+i]) }
//		t(i)
//	}
//
// After, with the interchange that follows:
//
//	for j := 0; j < m; j++ { for i := 0; i < n; i++ { s(a[j*n+i]) } }
//	for i := 0; i < n; i++ { t(i) }
//
// Legal as distributeNest says. Pays if interchange would turn one of the parts, by what it costs in cache lines, and
// no inner loop that only computes something has to be done twice for it. All pieces next to one another that stay as
// they are stay in one loop.

// DistributeForOrder does it to l if it pays. Remarks: loop distributed.
func DistributeForOrder(d *driver.Driver, l *analysis.Loop) bool {
	if o := findInvariantStore(d, l); o != nil && d.Bisect("distribute", l.Header.Loop.Position()) {
		o.move(d)
		return true
	}
	w := cutForOrder(d, l)
	if w == nil || !d.Bisect("distribute", l.Header.Loop.Position()) {
		return false
	}
	w.perform()
	return true
}

// cutForOrder takes l apart, in thought, so that interchange can turn a part of it; nil if there is none that it would.
func cutForOrder(d *driver.Driver, l *analysis.Loop) *nestCut {
	if len(l.Children) == 0 || !driver.Free(l.Header.Loop) || l.Header.Loop.Off("distribute.enable") ||
		!childWalksFar(d, l) {
		return nil
	}
	w := newNestCut(d, l)
	w.unasked = true
	if w.pieces() != remark.None || len(w.Parts) < 2 {
		return nil
	}
	if w.join(); len(w.Parts) < 2 {
		return nil
	}
	turned := make([]bool, len(w.Parts))
	any := false
	for i, p := range w.Parts {
		turned[i] = w.turns(p)
		any = any || turned[i]
	}
	if !any || w.repeats() {
		return nil
	}
	for i := len(w.Parts) - 1; i > 0; i-- {
		if !turned[i] && !turned[i-1] {
			p := w.Parts[i-1]
			p.Statements = append(p.Statements, w.Parts[i].Statements...)
			w.Parts = slices.Delete(w.Parts, i, i+1)
			w.collect(p)
		}
	}
	return w
}

// childWalksFar is a first look: there is an innermost loop directly in l that touches too many cache lines.
func childWalksFar(d *driver.Driver, l *analysis.Loop) bool {
	for _, c := range l.Children {
		if len(c.Children) == 0 && walksFar(d, []*analysis.Loop{l, c}, c.Values()) {
			return true
		}
	}
	return false
}

// turns says whether interchange would swap l with the inner loop of the part if it were alone: the part has its stores
// in one innermost loop, which carries nothing but inductions, touches too many cache lines, and no dependence is in
// the way.
func (w *nestCut) turns(p *loop.Part) bool {
	d, se := w.d, w.d.Scev
	var c *analysis.Loop
	for v := range w.of {
		if !w.has(p, v) {
			continue
		}
		in := w.item(v.Block)
		if in == nil || len(in.Children) > 0 || c != nil && c != in {
			return false
		}
		c = in
	}
	if c == nil {
		return false // the store that is ignored was all of the part
	}
	for _, phi := range c.Header.Phis() {
		if e := se.Of(phi); (p.Has(phi) || w.control[phi.ID]) &&
			(e.Kind != analysis.AddRec || e.Loop != c || !phi.Type.Elem.IsInt()) {
			return false
		}
	}
	taken, _, ok := se.TripCount(c)
	if !ok || !se.Invariant(taken, w.l) && (taken.Kind != analysis.AddRec || taken.Loop != w.l) {
		return false
	}
	var within []*ir.Value
	for _, i := range p.Mem {
		at := w.places[i]
		switch w.item(at.V.Block) {
		case c:
			within = append(within, at.V)
		case nil:
		default:
			return false
		}
	}
	if !walksFar(d, []*analysis.Loop{w.l, c}, slices.Values(within)) {
		return false
	}
	for dep := range analysis.NewNestTester(d.Scev, w.l).Among(w.accesses(p)) {
		if len(dep.Dir) < 2 || !dep.Permutable([]int{1, 0}) {
			return false
		}
	}
	return true
}

// repeats says whether a loop that stores nothing for a part would have to be done for it again.
func (w *nestCut) repeats() bool {
	for c := range w.d.Loop.In(w.l) {
		if c == w.l {
			continue
		}
		users := 0
		for _, p := range w.Parts {
			if w.uses(p, c) {
				users++
			}
		}
		if users > 1 {
			return true
		}
	}
	return false
}

// uses says whether the part needs something of the loop c beyond what the branches do.
func (w *nestCut) uses(p *loop.Part, c *analysis.Loop) bool {
	for v := range c.Values() {
		if p.Has(v) && !w.control[v.ID] {
			return true
		}
	}
	return false
}
