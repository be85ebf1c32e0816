package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// vectorizeNests vectorizes loops around others where that is cheaper than anything else. The inner ones of several come first:
// neighbouring iterations of theirs are neighbours in memory more often.
func (d *driver) vectorizeNests() {
	if d.opt.NoVectorize {
		return
	}
	t := d.transformNamed(vectorizePass)
	for again := true; again; {
		again = false
		for _, l := range d.nestCandidates() {
			if !d.tryNest(t, l) {
				continue
			}
			canonicalLoops(d.f)
			d.refresh()
			d.inherit()
			again = true
			break
		}
	}
}

// sumsAsNest vectorizes the loop around the innermost loop k, whose sums must keep their order, with k inside, if that is better
// than anything scalar. It says whether it did.
func (d *driver) sumsAsNest(k *analysis.Loop) bool {
	base := d.sumBase(k)
	for _, l := range d.nestCandidates() {
		if l == base && d.tryNest(d.transformNamed("vectorize"), l) {
			canonicalLoops(d.f)
			d.refresh()
			d.inherit()
			return true
		}
	}
	return false
}

// tryNest vectorizes l with the loops in it, if heuristics may. If not, that is no attempt on l as it may become: without loops
// in it.
func (d *driver) tryNest(t *transform, l *analysis.Loop) bool {
	if d.nested == nil {
		d.nested = map[*ir.Block]bool{}
	}
	d.nested[l.Header] = true
	if d.leftToInner(l) {
		d.leave(l, remark.LeftToInner)
		return false
	}
	if d.do(t, l, nil) {
		return true
	}
	delete(d.tried, triedKey{l.Header, t})
	return false
}

// leave notes why heuristics did not vectorize a loop around others, to be told if nothing comes of the loop otherwise.
func (d *driver) leave(l *analysis.Loop, why remark.Reason) {
	if why == remark.AlreadyDone {
		why = remark.LeftToInner
	}
	if d.left == nil {
		d.left = map[ir.Pos]remark.Reason{}
	}
	d.left[l.Header.Loop.Position()] = why
}

// leftToInner says whether the innermost loops of the nest l are better looked at alone: each of them can be vectorized, or what
// stands in the way of that is something that distribution, versioning and the like may remove.
func (d *driver) leftToInner(l *analysis.Loop) bool {
	for _, in := range d.loop.Innermost() {
		if !l.ContainsLoop(in) {
			continue
		}
		g := &legality{f: d.f, l: in, se: d.scev, vector: true, early: true}
		if g.check() {
			continue
		}
		switch g.reason {
		case remark.UnknownRecurrence, remark.FPOrder:
			if !storesIn(in) { // what it stores may be done in a loop of its own, in vectors
				return false
			}
		case remark.UnknownTripCount, remark.EarlyExit, remark.UnprovedCheck:
			return false
		}
	}
	return true
}

func storesIn(l *analysis.Loop) bool {
	for _, b := range l.Blocks {
		for _, v := range b.Walk() {
			if v.Op.HasAny(ir.FlagWrites) {
				return true
			}
		}
	}
	return false
}

// nestCandidates lists the loops around others that nobody has looked at and whose metadata leave them to heuristics, from
// the inside out.
func (d *driver) nestCandidates() (list []*analysis.Loop) {
	t := d.transformNamed(vectorizePass)
	for i := len(d.loop.Loops) - 1; i >= 0; i-- {
		l := d.loop.Loops[i]
		md := l.Header.Loop
		if len(l.Children) == 0 || d.nested[l.Header] || d.tried[triedKey{l.Header, t}] != nil || !open(t, l) || md.Has("isvectorized") ||
			md.Off("vectorize.outer") {
			continue
		}
		list = append(list, l)
	}
	return list
}

// nestPrice prices what the nest costs if the outer loop is not vectorized: the scalar code, or with innermost loops in vectors
// where that is possible.
func (d *driver) nestPrice(legal *vplan.Legal) *vplan.NestPrice {
	trips := map[*analysis.Loop]float64{}
	for _, l := range d.loop.Loops {
		if l == legal.Loop || !legal.Loop.ContainsLoop(l) {
			continue
		}
		n := int64(vplan.NestTrips)
		if _, taken, ok := d.scev.TripCount(l); ok && taken >= 0 {
			n = min(taken+1, maxNestTrips)
		} else if e := l.Header.Loop.Int("estimated_trip_count", 0); e > 0 {
			n = min(e, maxNestTrips)
		}
		trips[l] = float64(n)
	}
	jam := 1
	if c := legal.Loop.Children; len(c) == 1 && len(c[0].Children) == 0 && d.sumBase(c[0]) == legal.Loop {
		jam = d.opt.Knobs.Jam.MaxCount // jamSums would do that
	}
	price := vplan.NestScalar(legal, d.opt.Target, trips, jam)
	for _, l := range d.loop.Innermost() {
		if legal.Loop.ContainsLoop(l) && len(legal.Loop.Children) == 1 && l.Parent == legal.Loop {
			if c, ok := d.innerCost(l, trips[l]); ok {
				price.Cycles = min(price.Cycles, c)
			}
		}
	}
	return price
}

// maxNestTrips bounds the number of iterations that an estimate is made for.
const maxNestTrips = 1 << 16

// rowStart is the number of cycles that going into a vector loop and leaving it takes, for what is left over too: an estimate.
const rowStart = 25

// innerCost is the cost of the innermost loop l in vectors, if it can be, for one iteration of the loop around it.
func (d *driver) innerCost(l *analysis.Loop, trips float64) (float64, bool) {
	md := l.Header.Loop
	if md.Has("isvectorized") || md.Has("disable_nonforced") || md.Off("vectorize.enable") || md.Int("vectorize.width", 0) == 1 {
		return 0, false
	}
	g := &legality{f: d.f, l: l, se: d.scev, vector: true, early: true}
	if !g.check() {
		return 0, false
	}
	legal := g.out
	legal.Target = d.opt.Target
	wishes(legal, md)
	d.restrict(legal)
	plan, ref := vplan.Build(legal)
	if ref != nil || len(plan.Streams) > 0 {
		return 0, false
	}
	if _, ok := plan.Choose(d.opt.Target, vplan.ScalarUops(legal, d.opt.Target)); !ok {
		return 0, false
	}
	return rowStart + plan.Cost*trips, true
}
