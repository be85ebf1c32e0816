package vplan

import (
	"slices"
	"strings"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Predicated exits. A vector iteration whose lanes all stay is done at full speed. One that has a lane which leaves, is
// left before it has stored anything, and is done again by the predicated stage, one vector at a time: each test
// narrows the lanes that are still in the loop to those in front of the first one that leaves (a smear of the test's
// mask), and what comes behind it, loads, divisions, stores, sums, later tests, is done by those lanes alone. The
// scalar loop then goes on at the iteration that leaves, so that which exit it takes, with which values or which panic,
// is found where it always was.
//
//	stage 1:   16 lanes, 4 in flight          any(t)? → predicated stage from i
//	predicated stage, from i on:
//	           c = first(t), or 16            lanes that are still in the loop
//	           store under (0, 1, 2, … < c)
//	           i += c; c == 16? → again       else → scalar loop from i
//
// Legal wherever side exits are: the tests come before all stores, and no lane does what it would not do in a vector
// iteration that nobody leaves. A prefix of a vector iteration changes no order of accesses that the whole vector
// iteration keeps. The prefix is made by comparing lane numbers with a count of at most VF, so that nothing overflows.
//
// Doing half a vector iteration again takes longer than looking through 300 elements before. So the ways to treat exits
// have prices, in cycles per iteration and for leaving: clamp and scalar_epilogue for counts, check_first (the scalar
// loop does it again) and predicate for what the data decide. Checks alone are not worth a predicated stage: a panic
// takes longer. A search has nothing to be masked and jumps to the lane. Hits in the first few iterations go to the
// scalar loop at once, which nothing beats there. The stage runs no lane but those of the vector iteration that it does
// again, so that it ends even if another goroutine changes what the tests read.

// firstSideExit is the place of the first test among the recipes; -1 if there is none.
func (p *Plan) firstSideExit() int {
	return slices.IndexFunc(p.Recipes, func(r *Recipe) bool { return r.Kind == SideExit })
}

// lastSideExit is the last test.
func (p *Plan) lastSideExit() *Recipe {
	for _, r := range slices.Backward(p.Recipes) {
		if r.Kind == SideExit {
			return r
		}
	}
	return nil
}

// seeks says whether the loop does nothing but look for the iteration that leaves it: there is nothing to be masked,
// and the scalar loop goes on where the last test found it without another vector iteration.
func (p *Plan) seeks() bool {
	return !slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return r.is(accumulates | passesLanes | isStore) })
}

// predicable says whether the target can do the plan's vector iterations with exits predicated, and what one of vf
// lanes costs, in micro-operations.
func (p *Plan) predicable(t tti.Info, vf int) (float64, bool) {
	first := p.firstSideExit()
	if first < 0 || slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return r.is(passesLanes) }) {
		return 0, false
	}
	for _, r := range p.Recipes[first:] {
		if r.once() || r.group != nil && r.group.byLanes || r.update != nil {
			return 0, false // there may be no lane left, or lanes are taken one by one
		}
	}
	c, ok := p.price(t, vf)
	if !ok {
		return 0, false
	}
	for i, r := range p.Recipes {
		if stopped := kinds[r.Kind].stopped; stopped != nil && (i >= first || r.updated()) {
			stopped(c, r)
		}
	}
	return c.ops, c.bad == nil
}

// once says whether r does once for all lanes what must not be done for none.
func (r *Recipe) once() bool {
	return r.is(onceForAll) || r.Kind == Uniform && r.V.Op.Is(ir.FlagPartial)
}

// resumption is a way from the middle of a vector iteration into the predicated stage.
type resumption struct {
	from *ir.Block
	i    *ir.Value   // where the vector iteration began
	step int64       // iterations that it would have done
	upto *ir.Value   // but none from this one on; nil of a whole one
	st   []*ir.Value // partial results in front of it, parts joined
}

// predicatedStage is the stage that side exits from a vector iteration of the current one lead to.
func (x *exec) predicatedStage() (Stage, bool) {
	s := x.Stages[len(x.Stages)-1]
	return s, s.Predicated && s.VF == x.st.VF && !x.st.Predicated
}

// leaveLanes masks off the lanes from the first one on that leaves.
func (x *exec) leaveLanes(bad *ir.Value) {
	first := x.cur.New(ir.OpFirstTrue, ir.TI64, x.pos, bad)
	if !x.count.IsConst() {
		first = x.cur.New(ir.OpMinU, ir.TI64, x.pos, first, x.count)
	}
	x.count = first
	m := x.cur.New(ir.OpLaneMask, ir.Mask(x.st.VF), x.pos, x.f.ConstInt(ir.TI64, 0), first)
	x.active = []*ir.Value{m}
}

// downwards is the mask of a vector in memory order whose lanes are those still active from the last one down; nil if
// all are.
func (x *exec) downwards() *ir.Value {
	if x.active == nil {
		return nil
	}
	idle := x.cur.New(ir.OpSub, ir.TI64, x.pos, x.f.ConstInt(ir.TI64, int64(x.st.VF)), x.count)
	m := x.cur.New(ir.OpLaneMask, ir.Mask(x.st.VF), x.pos, x.f.ConstInt(ir.TI64, 0), idle)
	return x.cur.New(ir.OpNot, m.Type, x.pos, m)
}

// toPredicated leads from a side exit, in x.cur, to the predicated stage; bad is the mask of the vector iteration's
// first lanes. Nothing is gained by vectors in the loop's first vector iteration if a few iterations are all there is
// to do.
func (x *exec) toPredicated(bad *ir.Value) {
	out := x.cur
	if !x.i.IsConst() {
		later := x.f.NewBlock("vector.bail")
		few := x.few(bad)
		start := out.New(ir.OpEq, ir.TBool, x.pos, x.i, x.f.ConstInt(ir.TI64, 0))
		out.SetIf(out.New(ir.OpAnd, ir.TBool, x.pos, start, few), x.scalarPh, later)
		x.sideExits = append(x.sideExits, x.starts)
		x.cur = later
	}
	b := resumption{i: x.i, step: int64(x.st.Step()), st: x.f.NewValues(x.nextID)}
	if x.st.Masked {
		b.upto = x.from.upto
	}
	for _, q := range x.Recipes {
		if q.updated() {
			x.joinParts(q, x.parts, b.st)
		}
	}
	b.from = x.cur
	x.resumptions = append(x.resumptions, b)
}

// enter joins, in lph, the side exits with what comes from the stage before, if from is set: the iteration to begin
// with, that to stop at, and the partial results.
//
// A vector iteration that was left is all that is done again: the stage runs a bounded number of times even if other
// goroutines change what the tests read.
func (x *exec) enter(lph, from *ir.Block, i *ir.Value, st []*ir.Value) (*ir.Value, []*ir.Value) {
	first, upto := lph.NewPhi(ir.TI64, x.pos), lph.NewPhi(ir.TI64, x.pos)
	out := x.f.NewValues(x.nextID)
	for _, r := range x.Recipes {
		if r.updated() {
			out[r.id] = lph.NewPhi(x.resumptions[0].st[r.id].Type, r.V.Pos)
		}
	}
	add := func(i, n *ir.Value, st []*ir.Value) {
		first.AddArg(i)
		upto.AddArg(n)
		for id, phi := range out {
			if phi != nil {
				phi.AddArg(st[id])
			}
		}
	}
	if from != nil {
		add(i, x.n, st)
	}
	for _, b := range x.resumptions {
		n := b.from.New(ir.OpAdd, ir.TI64, x.pos, b.i, x.f.ConstInt(ir.TI64, b.step))
		if b.upto != nil {
			n = b.from.New(ir.OpMinS, ir.TI64, x.pos, n, b.upto)
		}
		b.from.SetJump(lph)
		add(b.i, n, b.st)
	}
	x.upto = upto
	return first, out
}

// seek goes on in the scalar loop at the first lane that leaves. If that is one of the vector iteration's first, the
// scalar loop may as well begin with the vector iteration, which it need not wait for: a branch is foretold, where a
// count would have to be computed (4.9 ns against 6.2 for a hit in the first element; the scalar loop alone takes 4).
func (x *exec) seek(bad []*ir.Value) {
	none := x.f.NewValues(x.nextID)
	near, far := x.f.NewBlock("vector.near"), x.f.NewBlock("vector.far")
	x.cur.SetIf(x.few(bad[0]), near, far)
	x.cur = near
	x.leave(x.i, none)
	x.cur = far
	x.leave(x.cur.New(ir.OpAdd, ir.TI64, x.pos, x.i, x.firstLane(bad)), none)
}

// few says whether one of the first lanes leaves.
func (x *exec) few(bad *ir.Value) *ir.Value {
	if x.st.VF > minMasked {
		bad = x.cur.New(ir.OpSubvec, ir.Mask(minMasked), x.pos, bad)
	}
	return x.cur.New(ir.OpAny, ir.TBool, x.pos, bad)
}

// firstLane is the first lane of the vector iteration that leaves, one of which does.
func (x *exec) firstLane(bad []*ir.Value) *ir.Value {
	vf := int64(x.st.VF)
	var k *ir.Value
	for p := len(bad) - 1; p >= 0; p-- {
		n := x.cur.New(ir.OpFirstTrue, ir.TI64, x.pos, bad[p])
		at := x.plus(n, int64(p)*vf)
		if k != nil {
			here := x.cur.New(ir.OpLtU, ir.TBool, x.pos, n, x.f.ConstInt(ir.TI64, vf))
			at = x.cur.New(ir.OpSelect, ir.TI64, x.pos, here, at, k)
		}
		k = at
	}
	return k
}

// seeksOnce says whether the loop does nothing but make one test: no other vector iteration is needed to find out where
// it is left.
func (p *Plan) seeksOnce() bool { return p.seeks() && p.Recipes[p.firstSideExit()] == p.lastSideExit() }

// addPredicated adds the predicated stage. A masked tail of several vector iterations is not made it: narrowing the
// lanes after each test takes them 2 to 3 times as long (15.6 ns against 6.8 for 64 elements of 4 bytes, Zen 5), and
// most loops are not left by a test in them. One of a single vector iteration is, which saves that a second one where it
// is left (count_until of the suite search: 12.6 ns against 19 to 29 for 64 bytes).
func (p *Plan) addPredicated() {
	switch tail := &p.Stages[len(p.Stages)-1]; {
	case p.seeksOnce():
	case p.Tail == TailMasked && p.UF() == 1:
		tail.Predicated, tail.joined = true, true
	default:
		p.Stages = append(p.Stages, Stage{VF: p.VF(), UF: 1, Masked: p.Tail == TailMasked, Predicated: true})
	}
}

// ExitPrice is a way to treat exits in the middle of the loop, priced.
type ExitPrice struct {
	Name string
	// Counted: it is about the exits whose counts are known; otherwise about those that the data decide.
	Counted bool
	// Cost is what each iteration of the main loop takes longer, Leave what is to be done behind its last whole vector
	// iteration, up to the iteration that leaves, on average. Both are cycles.
	Cost, Leave float64
	// Tail: it is about the end of what is known to lie in the loop's slices.
	Tail   bool
	Legal  bool
	Chosen bool
}

// total is the price for a loop of so many iterations.
func (e ExitPrice) total(trips float64) float64 { return e.Cost*trips + e.Leave }

// enterCycles is what it takes to enter vector code besides what its loops do: tests, the first addresses and splats.
const enterCycles = 8

// PaysFor says whether so many iterations of a loop that the data end are faster in vector code than in the scalar
// loop, of so many micro-operations.
func (p *Plan) PaysFor(n int64, scalar float64) bool {
	cycles := enterCycles + p.Cost*float64(n)
	for _, e := range p.Exits {
		if e.Chosen && !e.Counted && !e.Tail {
			cycles += e.Leave
		}
	}
	return cycles < scalar/issueWidth*float64(n)
}

// commonTrips is the number of iterations over which a way to leave is compared with others.
const commonTrips = 100

// leaveLatency is the number of cycles that a side exit into vector code takes besides what is a matter of throughput:
// the first lane is counted, and the number or a mask made of it is waited for. Measured on Sapphire Rapids: a search
// whose hit is at the very start takes 1 ns longer than one that begins the scalar loop at once, a sum or a copy 3 ns.
const leaveLatency = 8

// exitStrategies are the ways to treat exits, each with what it costs. Of two that cost the same the first is taken.
var exitStrategies = []struct {
	name          string
	counted, data bool // what exits it is for
	price         func(*exitPricer, *ExitPrice)
}{
	// The vector iterations end in front of the iteration that leaves. What is left over is done as behind the loop's
	// regular end.
	{"clamp", true, false, func(c *exitPricer, e *ExitPrice) { e.Leave = c.tail() }},
	{"scalar_epilogue", true, false, func(c *exitPricer, e *ExitPrice) { e.Leave = c.tail() + c.scalar }},
	// All vector iterations are tested, and half a vector iteration is done again by the scalar loop.
	{"check_first", true, true, func(c *exitPricer, e *ExitPrice) { e.Cost, e.Leave = c.test(e.Counted), c.replay() }},
	// All vector iterations are tested, and half a vector iteration is done again under masks.
	{"predicate", true, true, func(c *exitPricer, e *ExitPrice) {
		e.Cost = c.test(e.Counted)
		e.Leave, e.Legal = c.predicated()
	}},
}

// exitPricer prices the ways to treat the exits of a plan whose main loop is known.
type exitPricer struct {
	p      *Plan
	t      tti.Info
	scalar float64 // cycles of an iteration of the scalar loop
	leaves bool    // there is an exit to be tested for: checks that fail are nothing to be fast at
}

// priceExits prices the ways to treat exits in the middle and, unless the metadata say how, picks the cheaper one for
// those that the data decide. How exits with counts are treated is written in the recipes, and iteration bounds, which
// cost nothing in a vector iteration, are never dearer than tests.
func (p *Plan) priceExits(t tti.Info, scalar float64) {
	l := p.Legal
	if l.Exits == "" {
		return
	}
	c := &exitPricer{p: p, t: t, scalar: scalar / issueWidth}
	counted, data := false, false
	for _, blk := range l.Body {
		tested := slices.Contains(l.TestedExits, blk)
		counted = counted || tested || l.Leaves(blk) && !l.TestsExit(blk)
		data = data || l.TestsExit(blk) && !tested
	}
	c.leaves = data || len(l.TestedExits) > 0
	data = data || len(l.TestedExits) == 0 && p.firstSideExit() >= 0
	for _, about := range []bool{true, false} {
		for _, s := range exitStrategies {
			if about && s.counted && counted || !about && s.data && data {
				e := ExitPrice{Name: s.name, Counted: about, Legal: true}
				s.price(c, &e)
				p.Exits = append(p.Exits, e)
			}
		}
	}
	p.decide(len(l.TestedExits) > 0)
	if data && c.leaves {
		c.tails()
	}
	if p.Predicate {
		p.addPredicated()
	}
	p.overlap()
}

// tails prices the two ways to end vector code where what is known to lie in the slices ends, of loops that the data
// may end before, and takes the cheaper one unless the metadata say which: load_predicate masks the lanes behind the
// end, clamp does vectors of all their lanes alone.
func (c *exitPricer) tails() {
	p, wish := c.p, c.p.Legal.MaskTail
	masked := ExitPrice{Name: "load_predicate", Tail: true}
	if masked.Legal = p.Tail == TailMasked; masked.Legal {
		masked.Leave = c.tail()
	}
	stages, tail, least := p.Stages, p.Tail, p.MinIter
	p.Legal.MaskTail = -1
	p.stages(c.t, Candidate{VF: p.VF(), UF: p.UF()})
	p.Legal.MaskTail = wish
	clamp := ExitPrice{Name: "clamp", Tail: true, Legal: true, Leave: c.tail()}
	masked.Chosen = masked.Legal && (wish > 0 || masked.Leave <= clamp.Leave || p.TooShort())
	if clamp.Chosen = !masked.Chosen; masked.Chosen {
		p.Stages, p.Tail, p.MinIter = stages, tail, least
	}
	p.Exits = append(p.Exits, clamp, masked)
}

// overlap gives a search without masks a last vector iteration, which begins before the end of the one before it. The
// scalar loop then has none of the iterations that the vectors leave over: 8 of 24 bytes take a search 3 ns (Zen 3).
func (p *Plan) overlap() {
	last := p.Stages[len(p.Stages)-1]
	bound := func(r *Recipe) bool { return !r.is(anyStart) && r.Kind != SideExit } // to multiples of the lanes
	if p.firstSideExit() < 0 || !p.seeksOnce() || last.Masked || last.Predicated || p.nest || p.Legal.Paged != nil ||
		len(p.Streams) > 0 || slices.ContainsFunc(p.Recipes, bound) {
		return
	}
	p.Stages = append(p.Stages, Stage{VF: last.VF, UF: 1, overlapping: true})
}

// decide chooses among the ways that were priced. If tested is set, exits with counts are tested like others.
func (p *Plan) decide(tested bool) {
	trips := min(commonTrips, float64(p.trips()))
	var first, masks *ExitPrice
	for i := range p.Exits {
		e := &p.Exits[i]
		switch {
		case e.Counted && !tested:
			e.Chosen = strings.HasPrefix(p.Legal.Exits, e.Name)
		case e.Name == "check_first":
			first = e
		case e.Name == "predicate":
			masks = e
		}
	}
	if first == nil || masks == nil {
		return
	}
	p.Predicate = masks.Legal && p.Legal.Predicate >= 0 &&
		(p.Legal.Predicate > 0 || masks.total(trips) < first.total(trips))
	for i := range p.Exits {
		e := &p.Exits[i]
		if !e.Counted || tested {
			e.Chosen = p.Predicate && e.Name == masks.Name || !p.Predicate && e.Name == first.Name
		}
	}
}

// tail is the price of the iterations that are left over by whole vector iterations of the main loop: of each stage,
// half of those that there may be, and one at least if it is masked.
func (c *exitPricer) tail() float64 {
	cycles, left := 0.0, float64(c.p.Stages[0].Step())
	for _, s := range c.p.Stages[1:] {
		k, _ := c.p.price(c.t, s.VF)
		n := left / float64(s.Step()) / 2
		if s.Masked {
			return cycles + max(1, n)*k.ops/issueWidth
		}
		cycles += n * k.ops / issueWidth
		left = float64(s.Step())
	}
	return cycles + left/2*c.scalar
}

// test is the price of testing, per iteration: of the exits with counts, or of what the plan tests anyway.
func (c *exitPricer) test(counted bool) float64 {
	vf, uops := c.p.VF(), float32(0)
	one := c.t.Cost(ir.OpOr, ir.Mask(vf), ir.Mask(vf)).Uops + (c.t.Cost(ir.OpAny, ir.TBool, ir.Mask(vf)).Uops+1)/4
	index := ir.Vec(ir.I64, vf)
	for _, blk := range c.p.Legal.Body {
		switch l := c.p.Legal; {
		case counted && (slices.Contains(l.TestedExits, blk) || l.Leaves(blk) && !l.TestsExit(blk)):
			uops += one + c.t.Cost(ir.OpLeS, ir.Mask(vf), index).Uops + c.t.Cost(ir.OpAdd, index, index).Uops
		}
	}
	for _, r := range c.p.Recipes {
		if !counted && r.Kind == SideExit && !r.counted {
			uops += one
		}
	}
	return float64(uops) / issueWidth / float64(vf)
}

// replay is the price of doing half a vector iteration again, one iteration after the other.
func (c *exitPricer) replay() float64 {
	if !c.leaves {
		return 0
	}
	return float64(c.p.Stages[0].Step()) / 2 * c.scalar
}

// predicated is the price of doing it under masks, and whether that is possible.
func (c *exitPricer) predicated() (float64, bool) {
	uops, ok := c.p.predicable(c.t, c.p.VF())
	switch {
	case !ok || !c.leaves:
		return 0, ok
	case c.p.seeksOnce():
		return leaveLatency + float64(c.p.UF())/2, true
	}
	return leaveLatency + float64(c.p.UF()+1)/2*uops/issueWidth, true
}
