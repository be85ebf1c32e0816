package vplan

import (
	"sort"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
)

// Recurrences: a value of the iteration before. Let v be the lanes that are carried around the loop, of parts 0 to UF-1.
// The lanes of the iterations before are, part by part,
//
//	the last lane of part p-1, then all lanes of part p but the last
//
// and for part 0 the last part of the pass before, which a phi of the vector loop carries. Before the first pass that is a
// vector whose last lane is what the scalar phi begins with; the others are never looked at. So a recurrence adds a shuffle
// to an iteration and nothing to its latency, and the state between stages is a vector whose last lane counts. Behind a
// masked loop it is another lane, exec.lane.

// splices says whether some recipe is a recurrence, even if only its last value is wanted (PolyPhi), or becomes one between
// iterations (HandOver).
func (b *builder) splices() bool {
	for _, r := range b.Recipes {
		if r.Kind == Splice || r.Kind == HandOver || r.Kind == PolyPhi {
			return true
		}
	}
	return false
}

// lastLanes makes a recipe for what a recurrence held in the last iteration, where the exit wants that.
func (b *builder) lastLanes() {
	l := b.l
	if l.NeedScalar || l.Exit == nil {
		return
	}
	at := l.Exit.PredIndex(l.Loop.Latch)
	for _, phi := range l.Exit.Phis() {
		v := phi.Args[at]
		if l.Loop.Invariant(v) {
			continue
		}
		if r := b.byValue[v.ID]; r != nil && r.Kind == Splice && b.lastOf(r) == nil {
			b.add(&Recipe{Kind: Last, Elem: r.Elem, Args: []*Recipe{r}})
		}
	}
}

// lastOf is the recipe of the last lane of r, or nil.
func (p *Plan) lastOf(r *Recipe) *Recipe {
	for _, q := range p.Recipes {
		if q.Kind == Last && q.Args[0] == r {
			return q
		}
	}
	return nil
}

// Speculable says whether a may be done in all iterations that vector code runs, also in those that the program does not
// get to: its index is within the slice by a counted check of its own, or by the number of iterations, or by another limit
// of vector code.
func (l *Legal) Speculable(a *analysis.Access) bool {
	size := int(a.V.Scale)
	if a.Write || a.V.Off < 0 || int(a.V.Off)+a.Size > size || a.V.MaskArg() != nil {
		return false
	}
	n := analysis.Elements(l.F, a.V.Args[0], size)
	return n != nil && (l.checked(a.V.Args[1], n) || l.within(a, n, append([]analysis.Expr{l.Trips}, l.Limits...)))
}

// spliceOrder sorts the recipes so that a recurrence comes behind what is carried, and what uses it behind that. It keeps
//
//  1. arguments and masks before what uses them, but for the updates of reductions;
//  2. accesses in the order of Legal.Rank, or in that of the program;
//  3. tests for leaving the loop before all stores, and before divisions and loads behind them in the program that must
//     not be done in iterations that are not reached;
//
// and otherwise the order of the program. Legal has looked for an order of the accesses that permits this; if there is
// none all the same, the loop is refused.
func (b *builder) spliceOrder() {
	old := b.Recipes
	var accesses []*Recipe
	tests := make([]int, b.nextID) // of each recipe, the tests in front of it
	total := 0
	for _, r := range old {
		tests[r.ID] = total
		switch {
		case r.Kind == Bail:
			total++
		case r.Access != nil:
			accesses = append(accesses, r)
			if r.Access.Write {
				tests[r.ID] = 1 << 30
			} else if b.l.Speculable(r.Access) {
				tests[r.ID] = 0
			}
		case r.V == nil || !r.V.Op.Is(ir.FlagPartial):
			tests[r.ID] = 0
		}
	}
	if b.l.Rank != nil {
		sort.SliceStable(accesses, func(i, j int) bool { return b.l.Rank[accesses[i].V.ID] < b.l.Rank[accesses[j].V.ID] })
	}
	// passed is the number of tests made without one in front of them missing.
	done, next, passed := make([]bool, b.nextID), 0, 0
	b.Recipes = make([]*Recipe, 0, len(old))
	ready := func(r *Recipe) bool {
		if r.Access != nil && accesses[next] != r || passed < min(tests[r.ID], total) {
			return false
		}
		if r.Mask != nil && !done[r.Mask.ID] {
			return false
		}
		if r.updated() {
			return true
		}
		for _, a := range r.Args {
			if a != nil && !done[a.ID] {
				return false
			}
		}
		return true
	}
	var bails []*Recipe
	for _, r := range old {
		if r.Kind == Bail {
			tests[r.ID] = 0 // any order will do, of tests that have what they need
			bails = append(bails, r)
		}
	}
	for len(b.Recipes) < len(old) {
		placed := false
		for _, r := range old {
			if done[r.ID] || !ready(r) {
				continue
			}
			done[r.ID], placed = true, true
			b.Recipes = append(b.Recipes, r)
			if r.Access != nil && next < len(accesses)-1 {
				next++
			}
			for passed < total && done[bails[passed].ID] {
				passed++
			}
			break
		}
		if !placed {
			b.refuse(remark.UnknownRecurrence, nil)
			b.Recipes = old
			return
		}
	}
}

// startCarry begins a recurrence's part of a stage: what the pass before leaves, st before the first.
func (x *exec) startCarry(r *Recipe, st *ir.Value, body *ir.Block, once bool) {
	x.carry[r.ID] = st
	if !once {
		x.carry[r.ID] = body.NewPhi(st.Type, r.V.Pos)
	}
}

// startHandOver begins what stores hand over to loads: the first load of a stage is in all lanes of the vector whose last one counts.
// The first pass begins with that iteration.
func (x *exec) startHandOver(r *Recipe, i *ir.Value, lph, body *ir.Block, once bool) {
	base, off := x.address(r)
	v := lph.New(ir.OpLoad, r.V.Type, r.V.Pos, base, i)
	v.Scale, v.Off = int32(r.Access.Stride), off
	st := lph.New(ir.OpSplat, ir.Vec(r.Elem, x.st.VF), r.V.Pos, v)
	x.carry[r.ID] = st
	if !once {
		x.carry[r.ID] = body.NewPhi(st.Type, r.V.Pos)
		x.carry[r.ID].AddArg(st)
	}
}

// splice is part p of a recurrence.
func (x *exec) splice(r *Recipe, p int) *ir.Value {
	before, v := x.carry[r.ID], x.vec(r.Args[0], p)
	if p > 0 {
		before = x.vec(r.Args[0], p-1)
	}
	n := x.st.VF
	lanes := make(ir.Lanes, n)
	for k := range lanes {
		lanes[k] = int8(n - 1 + k)
	}
	return x.shuffle(before, v, lanes)
}

// lastPart is the vector whose last lane a recurrence, or Last, has at the end of a pass.
func (x *exec) lastPart(r *Recipe) *ir.Value { return x.vec(r.Args[0], x.st.UF-1) }

// lastLane is the lane of v that counts: x.lane, or the last one.
func (x *exec) lastLane(v, lane *ir.Value) *ir.Value {
	t := v.Type
	n := int(t.Lanes)
	if lane == nil {
		e := x.cur.New(ir.OpExtract, t.Scalar(), x.pos, v)
		e.AuxInt = int64(n - 1)
		return e
	}
	zero := x.f.ConstInt(ir.TI64, 0)
	upTo := x.cur.New(ir.OpLaneMask, ir.Mask(n), x.pos, zero, x.plus(lane, 1))
	before := x.cur.New(ir.OpLaneMask, ir.Mask(n), x.pos, zero, lane)
	at := x.cur.New(ir.OpAndNot, ir.Mask(n), x.pos, upTo, before)
	return x.among(v, at)
}

// lastLanes computes the scalars of the recurrences at the end of vector code, of those that the loop's exit wants or of
// the others, and says whether there are others.
func (x *exec) lastLanes(st, final []*ir.Value, atExit bool) (others bool) {
	for _, r := range x.Recipes {
		if r.Kind != Splice && r.Kind != Last {
			continue
		}
		if x.wantedAtExit(r) != atExit {
			others = true
			continue
		}
		final[r.ID] = x.lastLane(st[r.ID], x.lane)
	}
	return others
}

// wantedAtExit says whether the loop's exit wants the last lane of recurrence r; the scalar loop always does.
func (x *exec) wantedAtExit(r *Recipe) bool {
	if r.Kind == Last || x.l.NeedScalar {
		return true
	}
	at := x.l.Exit.PredIndex(x.l.Loop.Latch)
	for _, phi := range x.l.Exit.Phis() {
		if v := phi.Args[at]; v == r.Phi.Backedge && !x.l.Loop.Invariant(v) {
			return true
		}
	}
	return false
}

// splice adds up what a recurrence costs.
func (c *coster) splice(r *Recipe) {
	c.regs += c.parts(c.vec(r))
	if r.Kind == HandOver || r.V.Uses > 1 || r.V.Uses > 0 && c.p.Legal.ScanOf(r.V) == nil {
		c.add(r, c.t.ShuffleCost(tti.Splice, c.vec(r), c.vf-1))
	}
}
