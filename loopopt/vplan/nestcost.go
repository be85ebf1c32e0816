package vplan

import (
	"math"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// NestTrips is how often an inner loop is run if nobody knows: an estimate.
const NestTrips = 16

// divergence is how much longer a divergent loop runs for all lanes of a vector iteration than for one on average:
// until the last of them has left. An estimate: neighbours in a picture leave at about the same time, sequences such as
// Collatz's do not.
const divergence = 1.5

// EndsEarly says whether l, whose back edge is taken so often at most, has few iterations and is left where the data say
// so too. With several lanes one of them comes to the end, as a rule.
func EndsEarly(l *analysis.Loop, most int64) bool {
	return most >= 0 && most < 2*NestTrips && len(l.Exiting) > 1
}

// Mispredict is the number of cycles that the end of a loop whose length the data decide takes longer: an estimate
// between what makers' manuals say of short and of long pipelines.
const Mispredict = 15

// NestPrice is what the scalar code of a nest costs, in cycles per iteration of the outer loop, and what inner loops
// are assumed to do.
type NestPrice struct {
	Cycles float64
	Trips  map[*analysis.Loop]float64
}

// weight is how often a recipe of a vector iteration is run in it: the product of the iterations of the loops around.
func (n *NestPrice) weight(l *analysis.Loop, outer *analysis.Loop) float64 {
	w := 1.0
	for ; l != nil && l != outer; l = l.Parent {
		w *= n.Trips[l]
	}
	return w
}

// ScalarPrice is what an iteration of a loop takes as scalar code, without the loops in it: the cycles that its
// operations occupy the core for, and those that it waits for the iteration before.
type ScalarPrice struct{ Busy, Chain float64 }

// Cycles is the price of an iteration where jam of them wait together.
func (s ScalarPrice) Cycles(jam int) float64 {
	if jam > 1 {
		s.Busy *= jamShare
	}
	return max(s.Busy, s.Chain/float64(max(jam, 1)))
}

// ScalarLoops prices the loops of the nest root as scalar code. Of those to be unrolled completely the counters become
// displacements, and nothing is left of their ends.
func ScalarLoops(f *ir.Func, se *analysis.SCEV, root *analysis.Loop, t tti.Info,
	unrolled func(*analysis.Loop) bool) map[*analysis.Loop]ScalarPrice {
	li := se.LoopInfo()
	l := &Legal{F: f, Loop: root, SE: se, Body: NestBody(f, li, root)}
	prices := map[*analysis.Loop]ScalarPrice{}
	for _, b := range l.Body {
		in := li.Of(b)
		p := prices[in]
		gone := len(in.Children) == 0 && unrolled(in)
		for _, v := range b.Walk() {
			if _, _, counts := se.ConstStep(v, in); !gone || !counts {
				p.Busy += scalarUops(l, t, v) / issueWidth
			}
		}
		if b.Kind == ir.BlockIf && !(gone && b == in.Latch) {
			p.Busy += 1. / issueWidth
		}
		if b == in.Header && in != root {
			p.Chain = recurrence(l, t, in)
		}
		prices[in] = p
	}
	return prices
}

// jamShare is what is left of the cycles of an iteration where several are jammed: a sum of products along rows has 11
// micro-operations for 4 iterations, since the counter and one factor are shared and the other is a memory operand,
// where it is 7 for one here.
const jamShare = 0.4

// Row is the number of cycles of so many iterations by the plan's stages, where the scalar loop takes so many cycles
// for one: what the vectors of one stage leave over is the next one's.
func (p *Plan) Row(trips, scalar float64) float64 {
	if trips < float64(p.MinIter) {
		return trips * scalar
	}
	cycles := 0.0
	for _, s := range p.Stages {
		one := p.Cost * float64(max(s.VF, p.VF())*s.UF) // of a vector iteration
		switch {
		case s.detached():
		case s.Masked && trips > 0:
			cycles, trips = cycles+one, 0
		case !s.Masked:
			n := math.Floor(trips / float64(s.Step()))
			cycles += n * one
			trips -= n * float64(s.Step())
		}
	}
	return cycles + trips*scalar
}

// scalarUops is the price of one value of the scalar code.
func scalarUops(l *Legal, t tti.Info, v *ir.Value) float64 {
	switch {
	case v.Op == ir.OpPhi || v.IsConst() || v.Op == ir.OpSExt || v.Op == ir.OpZExt || v.Op == ir.OpTruncI ||
		v.Op == ir.OpPtrAdd:
		return 0
	case v.Op == ir.OpCheck:
		return 1
	case v.Op.IsMemory():
		return float64(t.MemoryCost(tti.Access{Type: v.AccessType(), Store: v.Op.HasAny(ir.FlagWrites)}).Uops)
	case v.Type.Elem == ir.Bool && v.Uses == 1: // with its branch or check
		return 0
	case v.Op.Is(ir.FlagElementwise):
		return elementUops(t, v)
	}
	return 0
}

// recurrence is the number of cycles from a phi of the header of in to the values that the next iteration begins with,
// the longest way through one iteration. Conditions that only branches look at are predicted, and counters run ahead.
func recurrence(l *Legal, t tti.Info, in *analysis.Loop) float64 {
	// By value: the cycles and 1 more, so that 0 is no way. Nests ask for each of their loops: the table is one.
	at := ir.Attached[memory](l.F).cyclesOf(l.F)
	for _, phi := range in.Header.Phis() {
		if l.SE.Of(phi).Kind != analysis.AddRec {
			at[phi.ID] = 1
		}
	}
	li := l.SE.LoopInfo()
	for _, b := range l.Body {
		if li.Of(b) != in {
			continue
		}
		for _, v := range b.Walk() {
			if at[v.ID] > 0 || v.Op == ir.OpPhi && b == in.Header {
				continue
			}
			longest := 0.0
			for _, a := range v.Args {
				longest = max(longest, at[a.ID])
			}
			if longest == 0 {
				continue
			}
			switch {
			case v.Op.IsMemory():
				longest += 5
			case v.Op.Is(ir.FlagElementwise):
				longest += float64(t.Cost(v.Op, v.Type, v.Args[0].Type).Latency)
			}
			at[v.ID] = longest
		}
	}
	most := 0.0
	back := in.Header.PredIndex(in.Latch)
	for _, phi := range in.Header.Phis() {
		if l.SE.Of(phi).Kind != analysis.AddRec {
			most = max(most, at[phi.Args[back].ID]-1)
		}
	}
	for _, phi := range in.Header.Phis() {
		at[phi.ID] = 0
	}
	for _, b := range l.Body {
		if li.Of(b) == in {
			for _, v := range b.Walk() {
				at[v.ID] = 0
			}
		}
	}
	return most
}

// nestLevel is what a loop of a nest costs in a vector iteration.
type nestLevel struct {
	ops    float64 // of each part
	chain  float64 // cycles from one iteration of the loop to the next
	fixed  float64 // operations of all parts together
	weight float64 // how often it is run
}

// nestLevels are the prices of the loops of a nest with some number of lanes.
type nestLevels struct {
	*coster
	of    map[*analysis.Loop]*nestLevel
	order []*nestLevel
	wide  float64 // registers of the widest value
}

// nestLevels prices what a vector iteration with vf lanes does in each loop; nil if the target lacks an operation.
func (p *Plan) nestLevels(t tti.Info, vf int, n *NestPrice) *nestLevels {
	li := p.Legal.SE.LoopInfo()
	c := p.newCoster(t, vf)
	levels := &nestLevels{coster: c, of: map[*analysis.Loop]*nestLevel{}}
	at := func(l *analysis.Loop) *nestLevel {
		v := levels.of[l]
		if v == nil {
			v = &nestLevel{weight: n.weight(l, p.Legal.Loop)}
			levels.of[l] = v
			levels.order = append(levels.order, v)
		}
		return v
	}
	at(p.Legal.Loop).fixed = loopUops
	var open []*inner
	for _, r := range p.Recipes {
		in := p.Legal.Loop
		if len(open) > 0 {
			in = open[len(open)-1].loop
		}
		before := c.ops
		switch r.Kind {
		case LoopBegin:
			open = append(open, r.inner)
			v := at(r.inner.loop)
			if !p.Unrolled {
				v.fixed = 1
			}
			v.chain = r.inner.chain
			if !r.inner.uniform {
				if in := r.inner.loop; EndsEarly(in, p.Legal.SE.MaxTaken(in)) {
					v.weight *= max(1, float64(p.Legal.SE.MaxTaken(in)+1)/n.Trips[in])
				} else {
					v.weight *= divergence
				}
				v.fixed += 3
			}
			if r.inner.entry != nil {
				at(in).fixed += 3
			}
			continue
		case LoopEnd:
			open = open[:len(open)-1]
			continue
		}
		c.recipe(r)
		if c.bad != nil {
			return nil
		}
		if r.V != nil && r.Kind == LoopPhi && li.Of(r.V.Block) != in {
			in = li.Of(r.V.Block)
		}
		d := c.ops - before
		if r.isUniform() || r.Kind == Linear {
			at(in).fixed += d
		} else {
			at(in).ops += d
		}
	}
	levels.wide = c.widest()
	return levels
}

// cycles is the estimated number of cycles of a vector iteration with uf parts.
func (c *nestLevels) cycles(uf int) float64 {
	spill := 0.0
	if over := c.regs + c.perPart*float64(uf) + c.wide - float64(c.t.NumRegs(tti.Vec)); over > 0 {
		spill = 2 * over
	}
	total := 0.0
	deepest := 0.0
	for _, v := range c.order {
		deepest = max(deepest, v.weight)
	}
	for _, v := range c.order {
		ops := v.ops*float64(uf) + v.fixed
		if v.weight == deepest {
			ops += spill
		}
		cycles := ops / issueWidth
		if c.vf*8 >= 64 { // vectors of the widest kind have two units
			cycles = max(cycles, v.ops*float64(uf)/2.5)
		}
		total += v.weight * max(cycles, v.chain)
	}
	if !c.p.Unrolled {
		total += Mispredict
	}
	return total
}

// loopPhi prices a phi of an inner loop.
func (c *coster) loopPhi(r *Recipe) {
	if r.lane.kind != laneVarying {
		c.spread(r)
		return
	}
	c.perPart += c.parts(c.vec(r))
	if r.frozen && !r.inner.uniform && r.elem != ir.Bool && !c.t.FreeMask(r.next.op(), c.vec(r)) {
		c.add(r, c.t.Cost(ir.OpSelect, c.vec(r), ir.Mask(c.vf)))
	}
}

// keep prices what is noted of lanes that leave an inner loop.
func (c *coster) keep(r *Recipe) {
	if r.elem == ir.Bool {
		c.ops++
		return
	}
	c.add(r, c.t.Cost(ir.OpSelect, c.vec(r), ir.Mask(c.vf)))
	c.perPart += c.parts(c.vec(r))
}

// op is the operation of r's value, OpInvalid if it has none.
func (r *Recipe) op() ir.Op {
	if r.Kind == Widen {
		return r.V.Op
	}
	return ir.OpInvalid
}

// maxUnrolledGroup is the largest stride, in elements, of which shuffles make vectors more cheaply than gathers do.
const maxUnrolledGroup = 8

// unrolledGroup is the stride of an access that walks by a few elements, 0 if it does not, or the inner loop is there
// when the plan is carried out. Once that is unrolled, its iterations access neighbours, which are groups then: a
// vector takes a load or store and a shuffle for each time that the group is halved.
func (r *Recipe) unrolledGroup(p *Plan) int64 {
	if !p.Unrolled || r.at.lane.kind == laneVarying {
		return 0
	}
	n, ok := p.Legal.SE.IsConst(r.at.lane.stride)
	if !ok || n < 2 || n > maxUnrolledGroup {
		return 0
	}
	return n
}

// laneAccess prices a load or store of a nest.
func (c *coster) laneAccess(r *Recipe) {
	elem := r.memElem()
	a := tti.Access{Store: r.is(isStore), Type: ir.Vec(elem, c.vf), Masked: r.mask != nil}
	if r.is(consecutive) {
		if r.mask != nil {
			a.Kind = tti.Masked
			c.maskFor(r, r.mask, elem.Size())
		}
	} else {
		a.Kind, a.Index, a.Object = tti.Indexed, ir.I64, analysis.Object(r.at.base)
		if n, ok := c.p.Legal.SE.IsConst(r.at.lane.stride); ok && r.at.lane.kind != laneVarying && n < 1<<20 &&
			n > -1<<20 {
			a.Index = ir.I32
		}
		if len(r.at.index) == 1 && r.at.index[0].narrowIndex() {
			a.Index = ir.I32
		}
	}
	if f := r.unrolledGroup(c.p); f > 0 {
		a.Kind = tti.Consecutive
		c.add(r, c.t.MemoryCost(a))
		c.ops += c.parts(a.Type) * math.Log2(float64(f))
		return
	}
	before := c.ops
	k := c.t.MemoryCost(a)
	c.add(r, k)
	if !r.is(consecutive) {
		c.ops = max(c.ops, before+c.laneCycles(a, k)*issueWidth*float64(c.vf))
	}
}

// ChooseNest prices the candidates of a nest, picks the cheapest and sets the plan's stages. It returns what it looked
// at, with costs per iteration of the outer loop, and false if no plan is worth it.
func (p *Plan) ChooseNest(t tti.Info, n *NestPrice) ([]Candidate, bool) {
	var all []Candidate
	best := -1
	width := p.safeWidth(t)
	smallest, widest := p.elems()
	limit := min(ir.MaxLanes, t.VectorBytes()/smallest)
	least := max(2, t.PreferBytes()/widest/2)
	for _, r := range p.Recipes {
		if r.Kind == LoopBegin {
			r.inner.chain = recurrence(p.Legal, t, r.inner.loop)
		}
	}
	priced, levels := 0, (*nestLevels)(nil) // with the lanes last looked at: more parts are priced by the same ones
	try := func(vf, uf int) {
		for uf > 1 && p.Legal.Interleave > 0 && (int64(vf*uf) > p.trips() ||
			p.Legal.MaxStep > 0 && int64(vf*uf) > p.Legal.MaxStep) {
			uf /= 2 // whatever is asked for
		}
		if uf > 1 && uf*len(p.Recipes) > maxNestRecipes {
			return
		}
		if step := p.Legal.MaxStep; vf < 2 || int64(vf*uf) > p.trips() && width == 0 ||
			step > 0 && int64(vf*uf) > step {
			return
		}
		if vf != priced {
			priced, levels = vf, p.nestLevels(t, vf, n)
		}
		cand := Candidate{VF: vf, UF: uf, Legal: levels != nil, Cost: math.Inf(1)}
		if cand.Legal {
			cand.Cost = levels.cycles(uf) / float64(vf*uf)
		}
		all = append(all, cand)
		// A longer step must win clearly: it leaves more iterations over, and waits for more lanes.
		if cand.Legal && (best < 0 || cand.Cost < 0.9*all[best].Cost) {
			best = len(all) - 1
		}
	}
	for vf := least; vf <= limit || vf == width && vf <= ir.MaxLanes; vf *= 2 {
		if width > 0 && vf != width {
			if vf < width {
				limit = max(limit, width)
			}
			continue
		}
		for uf := 1; uf <= maxNestParts; uf *= 2 {
			if want := min(p.Legal.Interleave, maxNestParts); want == 0 || want == uf {
				try(vf, uf)
			}
		}
	}
	if best < 0 && width > 1 && width <= ir.MaxLanes {
		try(width, max(1, p.Legal.Interleave))
	}
	if best < 0 || !p.Legal.Forced && all[best].Cost*1.2 >= n.Cycles {
		return all, false
	}
	main := all[best]
	p.Cost, p.Scalar = main.Cost, n.Cycles
	p.nestStages(t, main)
	for _, c := range all {
		if c.VF == main.VF && c.UF == 1 && c.Legal {
			p.breakEven(c.Cost*float64(c.VF), n.Cycles)
		}
	}
	if p.TooShort() && !p.Legal.Forced {
		return all, false
	}
	return all, true
}

// nestStages lays out main loop and tail. Where nothing has to be tested in front of the nest and the tail is masked,
// there is no scalar nest: it would be a second one for less than a vector. A masked tail of several parts does what
// whole vectors are left over, too.
func (p *Plan) nestStages(t tti.Info, main Candidate) {
	l := p.Legal
	p.Stages, p.Tail, p.MinIter = []Stage{{VF: main.VF, UF: main.UF}}, TailScalar, int64(main.VF)
	masked, parts := p.canMask(t) && l.MaskTail >= 0, 1
	if !p.Reduces() && !slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return r.is(lastLane) }) {
		parts = max(1, min(l.TailParts, main.UF))
	}
	if main.UF > 1 && !(masked && parts > 1) {
		p.Stages = append(p.Stages, Stage{VF: main.VF, UF: 1})
	}
	if masked {
		p.Tail, p.MinIter = TailMasked, minMasked
		p.Stages = append(p.Stages, Stage{VF: main.VF, UF: parts, Masked: true})
		if len(l.Pairs)+len(l.IterationBounds) == 0 && !l.NeedScalar {
			p.MinIter = 1
		}
	}
}

// maxNestRecipes bounds the body of a vector iteration with several parts, which are to overlap within a few times what
// the core looks ahead, 500 operations on Golden Cove and Zen 5: more of them win nothing and fill the caches of
// instructions.
const maxNestRecipes = 2048

// maxNestParts bounds the parts of a vector iteration: the masks of so many are tested together.
const maxNestParts = 4
