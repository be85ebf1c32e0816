package vplan

import (
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Predicated exits. A pass whose lanes all stay is done at full speed. One that has a lane which leaves, bails out before it
// has stored anything, and is done again by the predicated stage, one vector at a time: each test narrows the lanes that
// are still in the loop to those in front of the first one that leaves (a smear of the test's mask), and what comes behind
// it, loads, divisions, stores, sums, later tests, is done by those lanes alone. The scalar loop then goes on at the
// iteration that leaves, so that which exit it takes, with which values or which panic, is found where it always was.
//
//	stage 1:   16 lanes, 4 in flight          any(t)? → predicated stage from i
//	predicated stage, from i on:
//	           c = first(t), or 16            lanes that are still in the loop
//	           store under (0, 1, 2, … < c)
//	           i += c; c == 16? → again       else → scalar loop from i
//
// Where the target can mask all memory operations, the masked tail is the predicated stage.
//
// Legal wherever bailing out is: the tests come before all stores, and no lane does what it would not do in a pass that
// nobody leaves. A prefix of a pass changes no order of accesses that the whole pass keeps. The prefix is made by
// comparing lane numbers with a count of at most VF, so that nothing overflows.

// firstBail is the place of the first test among the recipes; -1 if there is none.
func (p *Plan) firstBail() int {
	for i, r := range p.Recipes {
		if r.Kind == Bail {
			return i
		}
	}
	return -1
}

// lastBail is the last test.
func (p *Plan) lastBail() *Recipe {
	for i := len(p.Recipes) - 1; i >= 0; i-- {
		if p.Recipes[i].Kind == Bail {
			return p.Recipes[i]
		}
	}
	return nil
}

// Seeks says whether the loop does nothing but look for the iteration that leaves it: there is nothing to be masked, and
// the scalar loop goes on where the last test found it without another pass.
func (p *Plan) Seeks() bool {
	for _, r := range p.Recipes {
		switch r.Kind {
		case ReducePhi, CountPhi, SumPhi, WidenStore, GroupStore, ScatterStore:
			return false
		}
		if r.carries() {
			return false
		}
	}
	return true
}

// carries says whether r hands lanes of one pass on to the next, of which a pass that stops in the middle has other ones
// to hand on: those of recurrences and of picks.
func (r *Recipe) carries() bool {
	switch r.Kind {
	case Splice, HandOver, Last, CarryLanes, ScanLanes, PolyPhi, PickPhi, PickIndex, CursorPhi:
		return true
	}
	return false
}

// predicable says whether the target can do the plan's passes with exits predicated, and what one of vf lanes costs, in
// micro-operations.
func (p *Plan) predicable(t tti.Info, vf int) (float64, bool) {
	first := p.firstBail()
	if first < 0 || slices.ContainsFunc(p.Recipes, (*Recipe).carries) {
		return 0, false
	}
	for _, r := range p.Recipes[first:] {
		switch {
		case r.once():
			return 0, false // there may be no lane left
		case r.Kind == GroupStore && r.Group.ByLanes || r.Update != nil:
			return 0, false
		}
	}
	c, ok := p.price(t, vf)
	if !ok {
		return 0, false
	}
	for _, r := range p.Recipes[first:] {
		switch r.Kind {
		case Bail:
			c.add(r, t.Cost(ir.OpFirstTrue, ir.TI64, ir.Mask(vf)))
			c.add(r, t.Cost(ir.OpLaneMask, ir.Mask(vf), ir.TI64))
		case WidenLoad, WidenStore:
			c.add(r, p.maskedCost(t, r, vf))
		case GroupLoad, GroupStore: // a member is about a vector
			c.add(r, p.maskedCost(t, r, vf))
			c.add(r, t.Cost(ir.OpLaneMask, ir.Mask(vf), ir.TI64))
		}
		if c.bad != nil {
			return 0, false
		}
	}
	for _, r := range p.Recipes {
		if r.Kind == ReducePhi {
			c.add(r, t.Cost(ir.OpSelect, c.vec(r), ir.Mask(vf)))
		}
	}
	return c.ops, c.bad == nil
}

// once says whether r does once for all lanes what must not be done for none.
func (r *Recipe) once() bool {
	return r.Kind == UniformLoad || r.Kind == BlockLoad || r.Kind == BitTest || r.Kind == Uniform && r.V.Op.Is(ir.FlagPartial)
}

// maskedCost is what r, which is priced as an access to a whole vector, costs under a mask.
func (p *Plan) maskedCost(t tti.Info, r *Recipe, vf int) tti.Cost {
	a := tti.Access{Kind: tti.Masked, Store: r.Kind >= WidenStore, Type: ir.Vec(r.V.AccessType().Elem, vf)}
	return t.MemoryCost(a)
}

// bailout is a way from the middle of a pass into the predicated stage.
type bailout struct {
	from *ir.Block
	i    *ir.Value   // where the pass began
	step int64       // iterations that it would have done
	st   []*ir.Value // partial results in front of it, parts joined
}

// predicatedStage is the stage that bails from a pass of the current one lead to.
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

// downwards is the mask of a vector in memory order whose lanes are those still active from the last one down; nil if all
// are.
func (x *exec) downwards() *ir.Value {
	if x.active == nil {
		return nil
	}
	idle := x.cur.New(ir.OpSub, ir.TI64, x.pos, x.f.ConstInt(ir.TI64, int64(x.st.VF)), x.count)
	m := x.cur.New(ir.OpLaneMask, ir.Mask(x.st.VF), x.pos, x.f.ConstInt(ir.TI64, 0), idle)
	return x.cur.New(ir.OpNot, m.Type, x.pos, m)
}

// toPredicated leads from a bail, in x.cur, to the predicated stage; bad is the mask of the pass's first lanes. Nothing is
// gained by vectors in the loop's first pass if a few iterations are all there is to do.
func (x *exec) toPredicated(bad *ir.Value) {
	out := x.cur
	if !x.i.IsConst() {
		later := x.f.NewBlock("vector.bail")
		few := x.few(bad)
		start := out.New(ir.OpEq, ir.TBool, x.pos, x.i, x.f.ConstInt(ir.TI64, 0))
		out.SetIf(out.New(ir.OpAnd, ir.TBool, x.pos, start, few), x.scalarPh, later)
		x.bails = append(x.bails, x.starts)
		x.cur = later
	}
	b := bailout{i: x.i, step: int64(x.st.Step()), st: x.f.NewValues(x.nextID)}
	for _, q := range x.Recipes {
		switch q.Kind {
		case ReducePhi, CountPhi, SumPhi:
			b.st[q.ID] = x.combine(q, x.parts[q.ID])
		}
	}
	b.from = x.cur
	x.bailouts = append(x.bailouts, b)
}

// enter joins, in lph, the bails with what comes from the stage before, if from is set: the iteration to begin with, that
// to stop at, and the partial results.
//
// A pass that was bailed out of is all that is done again: the stage runs a bounded number of times even if other
// goroutines change what the tests read.
func (x *exec) enter(lph, from *ir.Block, i *ir.Value, st []*ir.Value) (*ir.Value, []*ir.Value) {
	first, upto := lph.NewPhi(ir.TI64, x.pos), lph.NewPhi(ir.TI64, x.pos)
	out := x.f.NewValues(len(st))
	for _, r := range x.Recipes {
		switch r.Kind {
		case ReducePhi, CountPhi, SumPhi:
			out[r.ID] = lph.NewPhi(x.bailouts[0].st[r.ID].Type, r.V.Pos)
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
	for _, b := range x.bailouts {
		n := b.from.New(ir.OpAdd, ir.TI64, x.pos, b.i, x.f.ConstInt(ir.TI64, b.step))
		b.from.SetJump(lph)
		add(b.i, n, b.st)
	}
	x.upto = upto
	return first, out
}

// seek goes on in the scalar loop at the first lane that leaves. If that is one of the pass's first, the scalar loop may as well
// begin with the pass, which it need not wait for: a branch is foretold, where a count would have to be computed (4.9 ns against 6.2
// for a hit in the first element; the scalar loop alone takes 4).
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

// firstLane is the first lane of the pass that leaves, one of which does.
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

// seeksOnce says whether the loop does nothing but make one test: no other pass is needed to find out where it is left.
func (p *Plan) seeksOnce() bool { return p.Seeks() && p.Recipes[p.firstBail()] == p.lastBail() }

// addPredicated adds the predicated stage, or makes the masked tail it.
func (p *Plan) addPredicated() {
	switch {
	case p.seeksOnce():
	case p.Tail == TailMasked:
		p.Stages[len(p.Stages)-1].Predicated = true
	default:
		p.Stages = append(p.Stages, Stage{VF: p.VF(), UF: 1, Predicated: true})
	}
}
