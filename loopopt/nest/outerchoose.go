package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// sumsAsNest vectorizes the loop around the innermost loop k, whose sums must keep their order, with k inside, if that
// is better than anything scalar. It says whether it did.
func sumsAsNest(d *driver.Driver, k *analysis.Loop) bool {
	base := sumBase(d, k)
	for _, l := range OuterLoops(d) {
		if l == base && VectorizeOuter(d, l) {
			return true
		}
	}
	return false
}

// VectorizeOuter vectorizes l with the loops in it, if heuristics may and it is cheaper than anything else. If not,
// that is no attempt on l as it may become: without loops in it.
func VectorizeOuter(d *driver.Driver, l *analysis.Loop) bool {
	t := d.TransformNamed(loop.VectorizePass)
	d.See(vectorizingNests, l.Header)
	if leftToInner(d, l) {
		d.Leave(t, l, remark.LeftToInner)
		return false
	}
	if d.Do(t, l, nil) {
		d.After(true)
		return true
	}
	d.Forget(t, l)
	return false
}

// vectorizingNests is the stage that looks at each loop around others once.
const vectorizingNests = "vectorize nests"

// leftToInner says whether the innermost loops of the nest l are better looked at alone: each of them can be
// vectorized, or what stands in the way of that is something that distribution, versioning and the like may remove.
func leftToInner(d *driver.Driver, l *analysis.Loop) bool {
	for _, in := range d.Loop.Innermost() {
		if !l.ContainsLoop(in) {
			continue
		}
		g := &legal.Legality{F: d.F, L: in, Se: d.Scev, Vector: true, Early: true}
		if g.Check() {
			continue
		}
		switch g.Reason {
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

// OuterLoops are the loops around others that nobody has looked at and whose metadata leave them to heuristics. The
// inner ones come first: neighbouring iterations of theirs are neighbours in memory more often.
func OuterLoops(d *driver.Driver) (list []*analysis.Loop) {
	t := d.TransformNamed(loop.VectorizePass)
	for i := len(d.Loop.Loops) - 1; i >= 0; i-- {
		l := d.Loop.Loops[i]
		md := l.Header.Loop
		if len(l.Children) == 0 || d.Seen(vectorizingNests, l.Header) || d.WasTried(t, l) || !driver.Open(t, l) ||
			md.Has("isvectorized") || md.Off("vectorize.outer") {
			continue
		}
		list = append(list, l)
	}
	return list
}

// nestPrice prices what the nest costs if the outer loop is not vectorized: the scalar code, or with innermost loops in
// vectors where that is possible.
func nestPrice(d *driver.Driver, legal *vplan.Legal) *vplan.NestPrice {
	trips := map[*analysis.Loop]float64{}
	for _, l := range d.Loop.Loops {
		if l == legal.Loop || !legal.Loop.ContainsLoop(l) {
			continue
		}
		n := int64(vplan.NestTrips)
		if _, taken, ok := d.Scev.TripCount(l); ok && taken >= 0 {
			n = min(taken+1, maxNestTrips)
		} else if e := l.Header.Loop.Int("estimated_trip_count", 0); e > 0 {
			n = min(e, maxNestTrips)
		}
		trips[l] = float64(n)
	}
	jam := 1
	if c := legal.Loop.Children; len(c) == 1 && len(c[0].Children) == 0 && sumBase(d, c[0]) == legal.Loop {
		jam = d.Opt.Knobs.Jam.MaxCount // jamSums would do that
	}
	price := vplan.NestScalar(legal, d.Opt.Target, trips, jam)
	for _, l := range d.Loop.Innermost() {
		if legal.Loop.ContainsLoop(l) && len(legal.Loop.Children) == 1 && l.Parent == legal.Loop {
			if c, ok := innerCost(d, l, trips[l]); ok {
				price.Cycles = min(price.Cycles, c)
			}
		}
	}
	return price
}

// maxNestTrips bounds the number of iterations that an estimate is made for.
const maxNestTrips = 1 << 16

// rowStart is the number of cycles that going into a vector loop and leaving it takes, for what is left over too: an
// estimate.
const rowStart = 25

// innerCost is the cost of the innermost loop l in vectors, if it can be, for one iteration of the loop around it.
func innerCost(d *driver.Driver, l *analysis.Loop, trips float64) (float64, bool) {
	md := l.Header.Loop
	if md.Has("isvectorized") || md.Has("disable_nonforced") || md.Off("vectorize.enable") ||
		md.Int("vectorize.width", 0) == 1 {
		return 0, false
	}
	g := &legal.Legality{F: d.F, L: l, Se: d.Scev, Vector: true, Early: true}
	if !g.Check() {
		return 0, false
	}
	legal := g.Out
	legal.Target = d.Opt.Target
	loop.Wishes(legal, md)
	loop.Restrict(d, legal)
	plan, ref := vplan.Build(legal)
	if ref != nil || len(plan.Streams) > 0 {
		return 0, false
	}
	if _, ok := plan.Choose(d.Opt.Target, vplan.ScalarUops(legal, d.Opt.Target)); !ok {
		return 0, false
	}
	return rowStart + plan.Cost*trips, true
}
