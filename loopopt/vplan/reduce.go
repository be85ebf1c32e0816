package vplan

import (
	"hotloop/loopopt/ir"
)

// Minima and maxima of floats whose lanes know everything but which of +0 and -0 came first (Legal.FirstZero): if the
// result is a zero and some lane, of those that were joined, had -0, then the scalar loop does all of the loop again.
// Data whose extreme value is -0 are rare, so that nobody waits for that.

// reduceKinds puts the rows of this file into the table.
func reduceKinds() {
	kinds[ReducePhi] = row{name: "REDUCE-PHI", flags: accumulates | anyStart, note: phiNote, demand: demandNext,
		finish: finishNext,
		price: func(c *coster, r *Recipe) {
			if t := c.sumOf(r); t != nil {
				c.tupleSum(r, t)
				return
			}
			c.perPart += c.parts(c.vec(r))
		},
		stopped: func(c *coster, r *Recipe) {
			c.add(r, c.t.Cost(ir.OpSelect, c.vec(r), ir.Mask(c.vf)))
		},
		carriedRow: carriedRow{initial: (*exec).identity, begin: beginParts, update: updateLanes, close: closeParts,
			combine: combineParts, narrow: halve, final: finalReduction}}
}

// identity is the vector that the reduction's operation leaves unchanged.
func (x *exec) identity(r *Recipe, vf int) *ir.Value {
	t := r.V.Type
	bits, ok := ir.Identity(r.phi.Op, t.Elem)
	if r.phi.Op == ir.OpAdd && t.Elem.IsFloat() && r.phi.Backedge.FP&ir.NSZ != 0 {
		bits = 0 // +0 serves where the sign of a zero does not matter, and is an idiom without a load
	}
	if !ok { // idempotent: the start value itself
		return x.splat(r.phi.Start, vf)
	}
	return x.f.Const(t.WithLanes(vf), bits)
}

// beginParts makes the phis of a stage, one for each part: what its parts hold before it.
func beginParts(x *exec, r *Recipe) { x.beginPhis(r, x.st.UF) }

// beginOne makes the only phi of something that all parts share.
func beginOne(x *exec, r *Recipe) { x.beginPhis(r, 1) }

func (x *exec) beginPhis(r *Recipe, n int) {
	parts, start := x.f.NewValues(n), x.f.NewValues(n)
	sum := x.tupleSum(r)
	for p := range parts {
		start[p] = x.from.st[r.id]
		switch {
		case sum != nil:
			start[p] = x.zeros(r, sum)
		case p > 0:
			start[p] = kinds[r.Kind].initial(x, r, x.st.VF)
		}
		parts[p] = start[p]
		if !x.from.once {
			parts[p] = x.from.body.NewPhi(start[p].Type, x.posOf(r))
		}
	}
	x.parts[r.id], x.starting[r.id] = parts, start
}

// updateLanes is the new lanes of a phi: in a masked stage those of inactive lanes stay as they were.
func updateLanes(x *exec, r *Recipe) []*ir.Value {
	if t := x.tupleSum(r); t != nil {
		return x.addTuples(r, t)
	}
	out := x.f.NewValues(x.st.UF)
	for p := range out {
		out[p] = x.vec(r.Args[0], p)
		if x.active != nil {
			out[p] = x.cur.New(ir.OpSelect, out[p].Type, x.posOf(r), x.active[p], out[p], x.parts[r.id][p])
		}
	}
	return out
}

// closeParts gives the phis their next values.
func closeParts(x *exec, r *Recipe, next []*ir.Value) {
	for p, u := range next {
		x.parts[r.id][p].AddArgs(x.starting[r.id][p], u)
	}
}

// combineParts joins the parts of an interleaved loop.
func combineParts(x *exec, r *Recipe, parts [][]*ir.Value, out []*ir.Value) {
	out[r.id] = x.combine(r, parts[r.id])
	if t := x.tupleSum(r); t != nil {
		out[r.id] = x.sumTuples(r, t, out[r.id])
	}
}

// halve joins the halves of the partial results until they have the lanes of the next stage.
func halve(x *exec, r *Recipe, st []*ir.Value, to int, out []*ir.Value) {
	v := st[r.id]
	for n := x.st.VF; n > to && v.Type.IsVector(); n /= 2 {
		h := v.Type.WithLanes(int(v.Type.Lanes) / 2)
		lo, hi := x.cur.New(ir.OpSubvec, h, x.pos, v), x.cur.New(ir.OpSubvec, h, x.pos, v)
		hi.AuxInt = int64(h.Lanes)
		v = x.join(r, lo, hi)
	}
	out[r.id] = v
}

// finalReduction folds the partial results to a scalar and joins it with the start value.
func finalReduction(x *exec, r *Recipe, st, final []*ir.Value) {
	if r.phi.Absorbs != nil && st[r.id].Type.IsVector() {
		final[r.id] = x.foldByHalves(r, st[r.id])
		return
	}
	v := x.fold(reduceOp(joinOp(r.phi.Op)), st[r.id], r)
	if !idempotent(r.phi.Op) || hasIdentity(r) {
		w := x.cur.New(joinOp(r.phi.Op), r.V.Type, r.V.Pos, r.phi.Start, v)
		w.FP = r.phi.Backedge.FP
		v = w
	}
	final[r.id] = v
}

// idempotent says whether op(x, x) is x, so that the start value may take part any number of times.
func idempotent(op ir.Op) bool {
	switch op {
	case ir.OpMin, ir.OpMax, ir.OpMinNum, ir.OpMaxNum, ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU, ir.OpAnd, ir.OpOr:
		return true
	}
	return false
}

// joinOp is the operation that joins two partial results: that of the reduction, or the sum for a chain of FMAs.
func joinOp(op ir.Op) ir.Op {
	if op == ir.OpFMA {
		return ir.OpAdd
	}
	return op
}

func (x *exec) join(r *Recipe, a, b *ir.Value) *ir.Value {
	if r.Kind == ReducePhi && x.l.FirstZero[r.V.ID] {
		return x.joinZeros(r, a, b)
	}
	op := joinOp(r.phi.Op)
	if r.Kind != ReducePhi {
		op = ir.OpAdd
	}
	v := x.cur.New(op, a.Type, r.V.Pos, a, b)
	v.FP = r.phi.Backedge.FP
	if inf := r.phi.Absorbs; inf != nil {
		v.FP = r.phi.Chain[0].FP
		if a.Type.IsVector() {
			inf = x.splat(inf, int(a.Type.Lanes))
		}
		t := ir.TBool.WithLanes(int(a.Type.Lanes))
		either := x.cur.New(ir.OpOr, t, r.V.Pos, x.cur.New(ir.OpEq, t, r.V.Pos, a, inf),
			x.cur.New(ir.OpEq, t, r.V.Pos, b, inf))
		v = x.cur.New(ir.OpSelect, a.Type, r.V.Pos, either, inf, v)
	}
	return v
}

// foldByHalves joins the lanes of v where no operation does.
func (x *exec) foldByHalves(r *Recipe, v *ir.Value) *ir.Value {
	for n := int(v.Type.Lanes); n > 2; n /= 2 {
		h := v.Type.WithLanes(n / 2)
		lo, hi := x.cur.New(ir.OpSubvec, h, x.pos, v), x.cur.New(ir.OpSubvec, h, x.pos, v)
		hi.AuxInt = int64(n / 2)
		v = x.join(r, lo, hi)
	}
	lo, hi := x.cur.New(ir.OpExtract, v.Type.Scalar(), x.pos, v), x.cur.New(ir.OpExtract, v.Type.Scalar(), x.pos, v)
	hi.AuxInt = 1
	return x.join(r, lo, hi)
}

// combine joins the parts of an interleaved loop, pairwise so that the chain is short.
func (x *exec) combine(r *Recipe, parts []*ir.Value) *ir.Value {
	parts = append(make([]*ir.Value, 0, 16), parts...) // on the stack
	for n := len(parts); n > 1; n = (n + 1) / 2 {
		for p := 0; p < n/2; p++ {
			parts[p] = x.join(r, parts[p], parts[p+(n+1)/2])
		}
	}
	return parts[0]
}

func hasIdentity(r *Recipe) bool {
	_, ok := ir.Identity(r.phi.Op, r.V.Type.Elem)
	return ok
}

func (x *exec) fold(op ir.Op, v *ir.Value, r *Recipe) *ir.Value {
	if !v.Type.IsVector() {
		return v
	}
	w := x.cur.New(op, v.Type.Scalar(), r.V.Pos, v)
	w.FP = r.phi.Backedge.FP
	return w
}

// reduceOp is the op that folds the lanes of a vector by op.
func reduceOp(op ir.Op) ir.Op {
	switch op {
	case ir.OpAdd:
		return ir.OpReduceAdd
	case ir.OpMul:
		return ir.OpReduceMul
	case ir.OpAnd:
		return ir.OpReduceAnd
	case ir.OpOr:
		return ir.OpReduceOr
	case ir.OpXor:
		return ir.OpReduceXor
	case ir.OpMin:
		return ir.OpReduceMin
	case ir.OpMax:
		return ir.OpReduceMax
	case ir.OpMinS:
		return ir.OpReduceMinS
	case ir.OpMaxS:
		return ir.OpReduceMaxS
	case ir.OpMinU:
		return ir.OpReduceMinU
	case ir.OpMaxU:
		return ir.OpReduceMaxU
	case ir.OpMinNum:
		return ir.OpReduceMinNum
	case ir.OpMaxNum:
		return ir.OpReduceMaxNum
	}
	panic("vplan: no reduction for " + op.String())
}

// joinZeros joins two sets of lanes. Equal values have equal bits, or are zeros: then the join is -0 if one of them is.
func (x *exec) joinZeros(r *Recipe, a, b *ir.Value) *ir.Value {
	t := a.Type.WithElem(ir.IntElem(a.Type.Elem.Size()))
	best := x.cur.New(r.phi.Op, a.Type, r.V.Pos, a, b)
	bits := x.cur.New(ir.OpOr, t, r.V.Pos, x.cur.New(ir.OpBitcast, t, r.V.Pos, a),
		x.cur.New(ir.OpBitcast, t, r.V.Pos, b))
	same := x.cur.New(ir.OpEq, ir.Mask(int(t.Lanes)), r.V.Pos, a, b)
	return x.cur.New(ir.OpSelect, a.Type, r.V.Pos, same, x.cur.New(ir.OpBitcast, a.Type, r.V.Pos, bits), best)
}

// firstZeros leaves for the scalar loop, with what the loop began with, if one of the final values is a zero and its
// lanes, in st, have -0. Everything else goes on in a new block.
func (x *exec) firstZeros(st, final []*ir.Value) {
	for _, r := range x.Recipes {
		if r.Kind != ReducePhi || !x.l.FirstZero[r.V.ID] {
			continue
		}
		v := st[r.id]
		e := ir.IntElem(v.Type.Elem.Size())
		t := v.Type.WithElem(e)
		bits := x.cur.New(ir.OpBitcast, t, x.pos, v)
		minus := x.cur.New(ir.OpEq, ir.Mask(int(t.Lanes)), x.pos, bits, x.f.Const(t, 1<<(e.Bits()-1)))
		zero := x.cur.New(ir.OpEq, ir.TBool, x.pos, final[r.id], x.f.Const(v.Type.Scalar(), 0))
		cont := x.f.NewBlock("vector.signed")
		x.cur.SetIf(x.cur.New(ir.OpAnd, ir.TBool, x.pos, zero, x.cur.New(ir.OpAny, ir.TBool, x.pos, minus)),
			x.scalarPh, cont)
		x.cur.Likely = ir.Unlikely
		x.sideExits = append(x.sideExits, x.starts)
		x.cur = cont
	}
}
