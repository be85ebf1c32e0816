package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Sums of floats in the order of the source, where no other is allowed (Legal.InOrder): what is added is computed in
// vectors, and the lanes are added one after the other.
//
//	s += math.Exp(x[i])      v = exp of a vector; s = s + v[0] + v[1] + …
//
// The sum stays a scalar, and the same to the last bit. An iteration waits for the one before as the scalar loop's does,
// so that this pays where the rest of the loop takes longer than that. The lanes that a masked stage does not run add
// the zero that changes nothing: -0 where it is added, +0 where it is subtracted.

// orderedKinds puts the rows of this file into the table.
func orderedKinds() {
	kinds[OrderedPhi] = row{name: "ORDERED-PHI", flags: accumulates | noLanes | anyStart, note: phiNote,
		demand: func(b *builder, r *Recipe) { x, _ := r.addend(); b.demand(x) },
		finish: func(b *builder, r *Recipe) { x, _ := r.addend(); r.Args = []*Recipe{b.operand(x)} },
		price:  (*coster).ordered,
		carriedRow: carriedRow{initial: func(_ *exec, r *Recipe, _ int) *ir.Value { return r.phi.Start },
			begin: beginOne, update: (*exec).addInOrder, close: closeParts, combine: combineParts,
			final: func(_ *exec, r *Recipe, st, final []*ir.Value) { final[r.id] = st[r.id] }}}
}

// addend is what an ordered sum adds, and which operand of the addition it is.
func (r *Recipe) addend() (*ir.Value, int) {
	sum := r.phi.Backedge
	if sum.Args[1] == r.V {
		return sum.Args[0], 0
	}
	return sum.Args[1], 1
}

// orderedLanes bounds the lanes of a vector iteration, which all are operations of their own.
const orderedLanes = 16

// ordered prices the lanes' additions, and getting at the lanes.
func (c *coster) ordered(r *Recipe) {
	t := ir.Vec(r.elem, min(c.vf, 16/r.elem.Size()))
	add := c.t.Cost(ir.OpAdd, t.Scalar(), t.Scalar())
	c.oneByOne += float64(c.vf) * float64(add.Delay)
	if sum := c.t.ShuffleCost(tti.SumInOrder, t, 1); sum.Delay < int(t.Lanes)*add.Delay {
		n := c.vf / int(t.Lanes) // the processor has an instruction
		c.add(r, sum.Times(n))
		c.inOrder += float64(n) * float64(sum.Delay)
		return
	}
	c.add(r, c.t.ShuffleCost(tti.Splice, t, 1).Times(c.vf-1))
	c.add(r, add.Times(c.vf))
	c.inOrder += float64(c.vf) * float64(add.Delay)
}

// addInOrder adds the lanes of all parts.
func (x *exec) addInOrder(r *Recipe) []*ir.Value {
	sum := x.parts[r.id][0]
	for p := range x.st.UF {
		v := x.vec(r.Args[0], p)
		if x.active != nil {
			var zero uint64
			if r.phi.Backedge.Op == ir.OpAdd {
				zero, _ = ir.Identity(ir.OpAdd, r.elem)
			}
			v = x.cur.New(ir.OpSelect, v.Type, r.V.Pos, x.active[p], v, x.f.Const(v.Type, zero))
		}
		sum = x.addLanes(r, sum, v)
	}
	return []*ir.Value{sum}
}

// addLanes adds the lanes of v, the lowest first. Long vectors are halved, so that lanes near one another share what
// it takes to get at them.
func (x *exec) addLanes(r *Recipe, sum, v *ir.Value) *ir.Value {
	if n := int(v.Type.Lanes); n > 2 && v.Type.Size() > 16 {
		for half := range 2 {
			h := x.cur.New(ir.OpSubvec, v.Type.WithLanes(n/2), r.V.Pos, v)
			h.AuxInt = int64(half * n / 2)
			sum = x.addLanes(r, sum, h)
		}
		return sum
	}
	_, at := r.addend()
	for k := range int(v.Type.Lanes) {
		lane := x.cur.New(ir.OpExtract, v.Type.Scalar(), r.V.Pos, v)
		lane.AuxInt = int64(k)
		args := [2]*ir.Value{lane, lane}
		args[1-at] = sum
		sum = x.cur.New(r.phi.Backedge.Op, sum.Type, r.V.Pos, args[0], args[1])
		sum.FP = r.phi.Backedge.FP
	}
	return sum
}
