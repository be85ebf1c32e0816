package vplan

import "hotloop/loopopt/ir"

// Minima and maxima of floats whose lanes know everything but which of +0 and -0 came first (Legal.FirstZero): if the result
// is a zero and some lane, of those that were joined, had -0, then the scalar loop does all of the loop again. Data whose
// extreme value is -0 are rare, so that nobody waits for that.

// joinZeros joins two sets of lanes. Equal values have equal bits, or are zeros: then the join is -0 if one of them is.
func (x *exec) joinZeros(r *Recipe, a, b *ir.Value) *ir.Value {
	t := a.Type.WithElem(ir.IntElem(a.Type.Elem.Size()))
	best := x.cur.New(r.Phi.Op, a.Type, r.V.Pos, a, b)
	bits := x.cur.New(ir.OpOr, t, r.V.Pos, x.cur.New(ir.OpBitcast, t, r.V.Pos, a), x.cur.New(ir.OpBitcast, t, r.V.Pos, b))
	same := x.cur.New(ir.OpEq, ir.Mask(int(t.Lanes)), r.V.Pos, a, b)
	return x.cur.New(ir.OpSelect, a.Type, r.V.Pos, same, x.cur.New(ir.OpBitcast, a.Type, r.V.Pos, bits), best)
}

// firstZeros leaves for the scalar loop, with what the loop began with, if one of the final values is a zero and its lanes,
// in st, have -0. Everything else goes on in a new block.
func (x *exec) firstZeros(st, final []*ir.Value) {
	for _, r := range x.Recipes {
		if r.Kind != ReducePhi || !x.l.FirstZero[r.V.ID] {
			continue
		}
		v := st[r.ID]
		e := ir.IntElem(v.Type.Elem.Size())
		t := v.Type.WithElem(e)
		bits := x.cur.New(ir.OpBitcast, t, x.pos, v)
		minus := x.cur.New(ir.OpEq, ir.Mask(int(t.Lanes)), x.pos, bits, x.f.Const(t, 1<<(e.Bits()-1)))
		zero := x.cur.New(ir.OpEq, ir.TBool, x.pos, final[r.ID], x.f.Const(v.Type.Scalar(), 0))
		cont := x.f.NewBlock("vector.signed")
		x.cur.SetIf(x.cur.New(ir.OpAnd, ir.TBool, x.pos, zero, x.cur.New(ir.OpAny, ir.TBool, x.pos, minus)), x.scalarPh, cont)
		x.cur.Likely = ir.Unlikely
		x.bails = append(x.bails, x.starts)
		x.cur = cont
	}
}
