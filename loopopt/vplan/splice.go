package vplan

import (
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Recurrences: a value of the iteration before. Let v be the lanes that are carried around the loop, of parts 0 to
// UF-1. The lanes of the iterations before are, part by part,
//
//	the last lane of part p-1, then all lanes of part p but the last
//
// and for part 0 the last part of the vector iteration before, which a phi of the vector loop carries. Before the first
// vector iteration that is a vector whose last lane is what the scalar phi begins with; the others are never looked at.
// So a recurrence adds a shuffle to an iteration and nothing to its latency, and the state between stages is a vector
// whose last lane counts. Behind a masked loop it is another lane, exec.lane.

// spliceKinds puts the rows of this file into the table.
func spliceKinds() {
	kinds[Splice] = row{name: "SPLICE", flags: passesLanes | lastLane | reorders, demand: demandNext,
		finish: finishSplice,
		price:  (*coster).splice, part: (*exec).splice,
		carriedRow: carriedRow{
			initial: func(x *exec, r *Recipe, vf int) *ir.Value { return x.splat(r.phi.Start, vf) },
			begin:   (*exec).startSplice, update: updateLast,
			close:   func(x *exec, r *Recipe, next []*ir.Value) { x.carry[r.id].AddArgs(x.from.st[r.id], next[0]) },
			narrow:  narrowLast,
			current: func(x *exec, r *Recipe) *ir.Value { return x.lastLane(x.carry[r.id], nil) }}}
	kinds[Forward] = row{name: "FORWARD", flags: passesLanes | reorders,
		finish: func(b *builder, r *Recipe) { r.Args = []*Recipe{b.operand(b.l.Forwarded[r.V].StoredValue())} },
		price:  (*coster).splice, part: (*exec).splice,
		carriedRow: carriedRow{begin: (*exec).startForward,
			close: func(x *exec, r *Recipe, _ []*ir.Value) { x.carry[r.id].AddArg(x.lastPart(r)) }}}
	kinds[Last] = row{name: "LAST", flags: passesLanes | lastLane,
		price: func(c *coster, r *Recipe) { c.regs += c.parts(c.vec(r)) },
		carriedRow: carriedRow{
			initial: func(x *exec, r *Recipe, vf int) *ir.Value { return x.f.Const(ir.Vec(r.elem, vf), 0) },
			update:  updateLast, narrow: narrowLast}}
}

// splices says whether some recipe is a recurrence, even if only its last value is wanted (PolyPhi), or becomes one
// between iterations (Forward).
func (b *builder) splices() bool {
	return slices.ContainsFunc(b.Recipes, func(r *Recipe) bool { return r.is(reorders) })
}

// finishSplice gives a recurrence what it is in the next iteration.
func finishSplice(b *builder, r *Recipe) {
	if y := b.l.AssignmentOf(r.V); y != nil {
		r.Args = []*Recipe{b.finishAssignment(r, y)}
		return
	}
	finishNext(b, r)
	// Other phis may have the scan's result as their next value, and start with something else.
	if next := r.Args[0]; next.Kind == ScanLanes && next.scan.Phi == r.V {
		next.from = r
	}
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
			b.add(&Recipe{Kind: Last, elem: r.elem, Args: []*Recipe{r}})
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

// startSplice begins a recurrence's part of a stage: what the vector iteration before leaves.
func (x *exec) startSplice(r *Recipe) {
	st := x.from.st[r.id]
	x.carry[r.id] = st
	if !x.from.once {
		x.carry[r.id] = x.from.body.NewPhi(st.Type, r.V.Pos)
	}
}

// startForward begins what stores forward to loads: the first load of a stage is in all lanes of the vector whose
// last one counts. The first vector iteration begins with that iteration.
func (x *exec) startForward(r *Recipe) {
	i, lph, body := x.from.i, x.from.ph, x.from.body
	base, off := x.address(r)
	v := lph.New(ir.OpLoad, r.V.Type, r.V.Pos, base, i)
	v.Scale, v.Off = int32(r.Access.Stride), off
	st := lph.New(ir.OpSplat, ir.Vec(r.elem, x.st.VF), r.V.Pos, v)
	x.carry[r.id] = st
	if !x.from.once {
		x.carry[r.id] = body.NewPhi(st.Type, r.V.Pos)
		x.carry[r.id].AddArg(st)
	}
}

// splice is part p of a recurrence.
func (x *exec) splice(r *Recipe, p int) *ir.Value {
	before, v := x.carry[r.id], x.vec(r.Args[0], p)
	if p > 0 {
		before = x.vec(r.Args[0], p-1)
	}
	return x.above(before, v, 1)
}

// above is the lanes of v moved up by so many, with the last lanes of low below them.
func (x *exec) above(low, v *ir.Value, by int) *ir.Value {
	lanes := make(ir.Lanes, x.st.VF)
	for k := range lanes {
		lanes[k] = int8(x.st.VF - by + k)
	}
	return x.shuffle(low, v, lanes)
}

// lastInAll is the last lane of v in all lanes.
func (x *exec) lastInAll(v *ir.Value) *ir.Value {
	lanes := make(ir.Lanes, x.st.VF)
	for k := range lanes {
		lanes[k] = int8(x.st.VF - 1)
	}
	return x.shuffle(v, v, lanes)
}

// lastPart is the vector whose last lane a recurrence, or Last, has at the end of a vector iteration.
func (x *exec) lastPart(r *Recipe) *ir.Value { return x.vec(r.Args[0], x.st.UF-1) }

// updateLast is what goes on to the next vector iteration, and narrowLast what does to the next stage: the last lanes.
func updateLast(x *exec, r *Recipe) []*ir.Value { return []*ir.Value{x.lastPart(r)} }

func narrowLast(x *exec, r *Recipe, st []*ir.Value, to int, out []*ir.Value) {
	v := st[r.id]
	out[r.id] = x.cur.New(ir.OpSubvec, v.Type.WithLanes(to), x.pos, v)
	out[r.id].AuxInt = int64(x.st.VF - to)
}

// carriedLanes computes the scalars of the recurrences as they were when the current vector iteration began.
func (x *exec) carriedLanes(final []*ir.Value) {
	for _, r := range x.Recipes {
		if current := kinds[r.Kind].current; current != nil {
			final[r.id] = current(x, r)
		}
	}
}

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

// lastLanes computes the scalars of the recurrences at the end of vector code, of those that the loop's exit wants or
// of the others, and says whether there are others.
func (x *exec) lastLanes(st, final []*ir.Value, atExit bool) (others bool) {
	for _, r := range x.Recipes {
		if !r.is(lastLane) {
			continue
		}
		if x.wantedAtExit(r) != atExit {
			others = true
			continue
		}
		final[r.id] = x.lastLane(st[r.id], x.lane)
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
		if v := phi.Args[at]; v == r.phi.Backedge && !x.l.Loop.Invariant(v) {
			return true
		}
	}
	return false
}

// splice adds up what a recurrence costs.
func (c *coster) splice(r *Recipe) {
	c.regs += c.parts(c.vec(r))
	if r.Kind == Forward || r.V.Uses > 1 || r.V.Uses > 0 && c.p.Legal.ScanOf(r.V) == nil {
		c.add(r, c.t.ShuffleCost(tti.Splice, c.vec(r), c.vf-1))
	}
}
