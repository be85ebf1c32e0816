package nest

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// The ways to run the loops of a nest are compared by one price, in cycles for all iterations of the nest, before any
// of them is vectorized. A loop runs scalar with the best of the ways of each loop in it; or, if it is an innermost
// one, in vectors; or, if it is around others, in vectors with those inside, as they are or completely unrolled, which
// is the same price. Interchanging a perfect nest so that the other loop is the one in vectors comes to the last of
// these, but for the caches, which interchange.go looks at. What a mode with fewer rules adds is a way more, and takes
// none away.

// nestPrices are the prices of the loops of one nest, each found when somebody asks for it.
type nestPrices struct {
	d     *driver.Driver
	root  *analysis.Loop
	trips map[*analysis.Loop]float64 // of all loops in the nest: known or assumed
	own   map[*analysis.Loop]vplan.ScalarPrice
	best  map[*analysis.Loop]loopPrice
	// refused are innermost loops that cannot be vectorized, and whether what is in the way may be removed: their price
	// is not known then.
	refused map[*analysis.Loop]bool
	many    *nestPrices // for many iterations, if they have been asked for
}

// loopPrice is the price of a loop whenever it is entered.
type loopPrice struct {
	cycles float64
	scalar float64 // an iteration if the loop itself stays scalar, with the best ways of those in it
	vector float64 // if the loop is in vectors, with those in it; infinite if it cannot be
	outer  bool    // that is the best way, for a loop around others
}

// maxNestTrips bounds the number of iterations that an estimate is made for.
const maxNestTrips = 1 << 16

// rowStart is the number of cycles that going into a vector loop and leaving it takes, for what is left over too: an
// estimate.
const rowStart = 12

// outerGain is how much cheaper the nest must be with a loop around others in vectors. Lanes that wait for memory, or
// for one another, are not in the price.
const outerGain = 1.2

// priceNest prices the loops of the nest that l is in. The prices hold until a loop is changed.
func priceNest(d *driver.Driver, l *analysis.Loop) *nestPrices {
	for l.Parent != nil {
		l = l.Parent
	}
	known := driver.State[pricedNests](d)
	if known.loops != d.Loop {
		known.loops, known.of = d.Loop, map[*analysis.Loop]*nestPrices{}
	}
	if known.of[l] == nil {
		known.of[l] = newPrices(d, l, ownPrices(d, l), vplan.NestTrips)
		known.of[l].tell()
	}
	return known.of[l]
}

// ownPrices are the prices of the loops of nest l as scalar code, each without those in it.
func ownPrices(d *driver.Driver, l *analysis.Loop) map[*analysis.Loop]vplan.ScalarPrice {
	unrolled := func(in *analysis.Loop) bool { return loop.UnrollsFully(d, in) }
	return vplan.ScalarLoops(d.F, d.Scev, l, d.Opt.Target, unrolled)
}

// newPrices are the prices of the nest root, where loops that are counted at run time have so many iterations.
func newPrices(d *driver.Driver, root *analysis.Loop, own map[*analysis.Loop]vplan.ScalarPrice,
	unknown float64) *nestPrices {
	n := &nestPrices{d: d, root: root, own: own, trips: map[*analysis.Loop]float64{},
		best: map[*analysis.Loop]loopPrice{}, refused: map[*analysis.Loop]bool{}}
	for l := range d.Loop.In(root) {
		n.trips[l] = assumedTrips(d, l)
		if countedLater(d, l) {
			n.trips[l] = unknown
		}
	}
	return n
}

// countedLater says whether only run time knows how often l runs, before it does.
func countedLater(d *driver.Driver, l *analysis.Loop) bool {
	_, taken, ok := d.Scev.TripCount(l)
	return ok && taken < 0 && l.Header.Loop.Int("estimated_trip_count", 0) <= 0
}

// manyTrips is how often a loop may as well run of which run time knows how often: what is best for few iterations
// has to be so for many, where the way into vector code matters no more. Loops in one another, as over a window, are
// not all taken for long ones: with 128 iterations of each, 5x5 windows in mode fast took 5 times as long.
const manyTrips = 128

// pricedNests are the nests that have been priced, by their outermost loops.
type pricedNests struct {
	loops *analysis.LoopInfo
	of    map[*analysis.Loop]*nestPrices
}

// tell shows the prices to whoever wants to know.
func (n *nestPrices) tell() {
	if n.d.Opt.Nest == nil {
		return
	}
	for l := range n.d.Loop.In(n.root) {
		p := n.of(l)
		_, taken, ok := n.d.Scev.TripCount(l)
		ways := []config.NestWay{{Name: "scalar", Cycles: p.scalar * n.trips[l]}}
		vector := config.NestWay{Name: "vectorized", Cycles: p.vector, Chosen: p.cycles == p.vector}
		if len(l.Children) > 0 {
			ways[0].Name = "by the inner loops"
			vector.Name, vector.Chosen = "outer loop vectorized", n.chosen(l)
		}
		if ways[0].Chosen = !vector.Chosen; !math.IsInf(p.vector, 1) {
			ways = append(ways, vector)
		}
		n.d.Opt.Nest(config.NestPrice{Pos: l.Header.Loop.Position(), Trips: n.trips[l], Known: ok && taken >= 0, Ways: ways})
	}
}

// assumedTrips is the number of iterations of l, as far as that is known. A loop that the data end, at any time before it
// has counted to a bound, runs half as often as that.
func assumedTrips(d *driver.Driver, l *analysis.Loop) float64 {
	if _, taken, ok := d.Scev.TripCount(l); ok && taken >= 0 {
		return float64(min(taken+1, maxNestTrips))
	}
	if e := l.Header.Loop.Int("estimated_trip_count", 0); e > 0 {
		return float64(min(e, maxNestTrips))
	}
	if most := d.Scev.MaxTaken(l); vplan.EndsEarly(l, most) {
		return max(1, float64(most+1)/2)
	}
	return vplan.NestTrips
}

// of is the price of l.
func (n *nestPrices) of(l *analysis.Loop) loopPrice {
	p, known := n.best[l]
	if !known {
		p = n.price(l)
		n.best[l] = p
	}
	return p
}

// scalar is the price of an iteration of l if l itself stays scalar, with the best ways of the loops in it.
func (n *nestPrices) scalar(l *analysis.Loop) float64 {
	own := n.own[l]
	own.Chain /= n.overlap(l)
	cycles := own.Cycles(1)
	for _, c := range l.Children {
		cycles += n.of(c).cycles
	}
	if jam := n.jammed(l); jam > 0 {
		return jam
	}
	return cycles
}

// price finds the best way to run l.
func (n *nestPrices) price(l *analysis.Loop) loopPrice {
	d := n.d
	p := loopPrice{scalar: n.scalar(l), vector: math.Inf(1)}
	p.cycles = p.scalar * n.trips[l]
	if _, _, counted := d.Scev.TripCount(l); !counted && l != n.root {
		p.cycles += vplan.Mispredict
		if vplan.EndsEarly(l, d.Scev.MaxTaken(l)) {
			p.cycles -= vplan.Mispredict / 2 // there are few ways to go on, and one is the likeliest
		}
	}
	switch {
	case d.Opt.NoVectorize || !mayVectorize(d, l):
	case len(l.Children) == 0:
		p.vector = n.inner(l, p.scalar)
		p.cycles = min(p.cycles, p.vector)
	default:
		if p.vector = n.outer(l, p.scalar); p.vector*outerGain < p.cycles {
			p.cycles, p.outer = p.vector, true
		}
	}
	return p
}

// lookAhead is for how many cycles' worth of operations a core looks ahead: 256 of them on Zen 3, 512 on Golden Cove.
const lookAhead = 64

// overlap is how many runs of the inner loop l are under way at a time: a core that knows where it ends looks into the
// next run, which does not wait for this one if what l carries begins anew each time.
func (n *nestPrices) overlap(l *analysis.Loop) float64 {
	_, taken, ok := n.d.Scev.TripCount(l)
	if l.Parent == nil || !ok || taken < 0 {
		return 1
	}
	for _, phi := range l.Header.Phis() {
		if start := phi.Args[1-l.Header.PredIndex(l.Latch)]; start.Op == ir.OpPhi && start.Block == l.Parent.Header {
			return 1
		}
	}
	return max(1, lookAhead/max(1, n.own[l].Busy*n.trips[l]))
}

// mayVectorize says whether the metadata of l let heuristics vectorize it.
func mayVectorize(d *driver.Driver, l *analysis.Loop) bool {
	md := l.Header.Loop
	return driver.Open(d.TransformNamed(loop.VectorizePass), l) && !md.Has("isvectorized") &&
		md.Int("vectorize.width", 0) != 1 && (len(l.Children) == 0 || !md.Off("vectorize.outer"))
}

// jammed is an iteration of l if several of them wait for the sums of the loop in it together (jamSums); 0 if not.
func (n *nestPrices) jammed(l *analysis.Loop) float64 {
	c := l.Children
	if len(c) != 1 || len(c[0].Children) > 0 || sumBase(n.d, c[0]) != l {
		return 0
	}
	count := n.d.Opt.Knobs.Jam.MaxCount
	return n.own[l].Cycles(count) + n.own[c[0]].Cycles(count)*n.trips[c[0]]
}

// inner is the price of the innermost loop l in vectors; infinite if it cannot be vectorized, or had better not.
func (n *nestPrices) inner(l *analysis.Loop, scalar float64) float64 {
	d := n.d
	g := &legal.Legality{F: d.F, L: l, Se: d.Scev, Vector: true, Early: true}
	if !g.Check() {
		n.refused[l] = mendable(g.Reason, l)
		return math.Inf(1)
	}
	facts := g.Out
	facts.Target = d.Opt.Target
	loop.Wishes(facts, l.Header.Loop)
	loop.Restrict(d, facts)
	plan, ref := vplan.Build(facts)
	if ref != nil {
		n.refused[l] = true
		return math.Inf(1)
	}
	if _, ok := plan.Choose(d.Opt.Target, vplan.ScalarUops(facts, d.Opt.Target)); !ok {
		return math.Inf(1)
	}
	return n.row(plan, l, scalar)
}

// row is the price of entering l, which plan is for, once. Of a number of iterations that is not known, it is assumed
// that vectors fit.
func (n *nestPrices) row(plan *vplan.Plan, l *analysis.Loop, scalar float64) float64 {
	trips := n.trips[l]
	if _, taken, ok := n.d.Scev.TripCount(l); !ok || taken < 0 {
		return rowStart + trips*plan.Cost
	}
	return rowStart + plan.Row(trips, scalar)
}

// outer is the price of l, which contains others, in vectors; infinite if it cannot be vectorized.
func (n *nestPrices) outer(l *analysis.Loop, scalar float64) float64 {
	p, _, _ := planNest(n.d, l, false)
	if p == nil {
		return math.Inf(1)
	}
	p.plan.Unrolled = unrollable(n.d, l)
	if _, ok := p.choose(&vplan.NestPrice{Cycles: math.Inf(1), Trips: n.trips}); !ok {
		return math.Inf(1)
	}
	return n.row(p.plan, l, scalar)
}

// open says whether the innermost loops in l are better looked at alone, since none of them is without hope, and
// what some of them can become has no price yet.
func (n *nestPrices) open(l *analysis.Loop) bool {
	mending := false
	for in := range n.d.Loop.In(l) {
		mend, ok := n.refused[in]
		if ok && !mend {
			return false
		}
		mending = mending || mend
	}
	return mending
}

// chosen says whether the best way to run the nest has l in vectors, with the loops in it.
func (n *nestPrices) chosen(l *analysis.Loop) bool {
	if !n.of(l).outer || n.open(l) {
		return false
	}
	for m := l.Parent; m != nil; m = m.Parent {
		if n.of(m).outer {
			return false
		}
	}
	for _, in := range l.Children {
		if len(in.Children) == 0 && countedLater(n.d, in) && !math.IsInf(n.of(in).vector, 1) {
			if n.many == nil {
				n.many = newPrices(n.d, n.root, n.own, manyTrips)
			}
			return n.many.of(l).outer
		}
	}
	return true
}

// mendable says whether distribution, versioning and the like may remove what keeps the innermost loop l from being
// vectorized.
func mendable(why remark.Reason, l *analysis.Loop) bool {
	switch why {
	case remark.UnknownRecurrence, remark.TableRecurrence, remark.HashRounds, remark.FPOrder:
		return storesIn(l) // what it stores may be done in a loop of its own, in vectors
	case remark.UnknownTripCount, remark.EarlyExit, remark.UnprovedCheck:
		return false
	}
	return true
}
