package vplan

import (
	"hotloop/loopopt/ir"
)

// identity is the vector (for counts the scalar) that the reduction's operation leaves unchanged.
func (x *exec) identity(r *Recipe, vf int) *ir.Value {
	switch r.Kind {
	case PickPhi:
		return x.splat(r.Phi.Start, vf)
	case PickIndex:
		return x.f.ConstInt(ir.Vec(r.Elem, vf), -1)
	}
	t := r.V.Type
	switch r.Kind {
	case CursorPhi:
		return r.Phi.Start
	case CountPhi:
		return x.f.ConstInt(t, 0)
	case SumPhi:
		return x.f.ConstInt(r.Sum.vector(vf), 0)
	}
	bits, ok := ir.Identity(r.Phi.Op, t.Elem)
	if r.Phi.Op == ir.OpAdd && t.Elem.IsFloat() && r.Phi.Backedge.FP&ir.NSZ != 0 {
		bits = 0 // +0 serves where the sign of a zero does not matter, and is an idiom without a load
	}
	if !ok { // idempotent: the start value itself
		return x.splat(r.Phi.Start, vf)
	}
	return x.f.Const(t.WithLanes(vf), bits)
}

// idempotent says whether op(x, x) is x, so that the start value may take part any number of times.
func idempotent(op ir.Op) bool {
	switch op {
	case ir.OpMin, ir.OpMax, ir.OpMinNum, ir.OpMaxNum, ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU, ir.OpAnd, ir.OpOr:
		return true
	}
	return false
}

// initial is the partial results before the first stage.
func (x *exec) initial(s Stage) []*ir.Value {
	st := x.f.NewValues(x.nextID)
	for _, r := range x.Recipes {
		switch r.Kind {
		case ReducePhi, CountPhi, SumPhi, PickPhi, PickIndex, CursorPhi:
			st[r.ID] = x.identity(r, s.VF)
		case PolyPhi:
			st[r.ID] = x.polyStart(r, s.VF)
		case Splice:
			st[r.ID] = x.splat(r.Phi.Start, s.VF)
		case Last:
			st[r.ID] = x.f.Const(ir.Vec(r.Elem, s.VF), 0)
		}
	}
	return st
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
	op := joinOp(r.Phi.Op)
	if r.Kind != ReducePhi {
		op = ir.OpAdd
	}
	v := x.cur.New(op, a.Type, r.V.Pos, a, b)
	v.FP = r.Phi.Backedge.FP
	return v
}

// combine joins the parts of an interleaved loop, pairwise so that the chain is short.
func (x *exec) combine(r *Recipe, parts []*ir.Value) *ir.Value {
	parts = append([]*ir.Value(nil), parts...)
	for n := len(parts); n > 1; n = (n + 1) / 2 {
		for p := 0; p < n/2; p++ {
			parts[p] = x.join(r, parts[p], parts[p+(n+1)/2])
		}
	}
	return parts[0]
}

// narrow halves the partial results until they have the lanes of the next stage.
func (x *exec) narrow(st []*ir.Value, from, to int) []*ir.Value {
	if from == to {
		return st
	}
	out := x.f.NewValues(len(st))
	for _, r := range x.Recipes {
		v := st[r.ID]
		if v == nil {
			continue
		}
		switch r.Kind {
		case PickIndex:
			x.narrowPick(r.Pick, st, to, out)
			continue
		case PickPhi:
			continue
		case PolyPhi:
			out[r.ID] = x.polyNarrow(r, v, to)
			continue
		}
		if r.Kind == Splice || r.Kind == Last {
			out[r.ID] = x.cur.New(ir.OpSubvec, v.Type.WithLanes(to), x.pos, v)
			out[r.ID].AuxInt = int64(from - to)
			continue
		}
		for n := from; n > to && v.Type.IsVector(); n /= 2 {
			h := v.Type.WithLanes(int(v.Type.Lanes) / 2)
			lo, hi := x.cur.New(ir.OpSubvec, h, x.pos, v), x.cur.New(ir.OpSubvec, h, x.pos, v)
			hi.AuxInt = int64(h.Lanes)
			v = x.join(r, lo, hi)
		}
		out[r.ID] = v
	}
	return out
}

// update is the new partial results of a pass: in a masked stage those of inactive lanes stay as they were.
func (x *exec) update(r *Recipe) []*ir.Value {
	old := x.parts[r.ID]
	switch r.Kind {
	case CursorPhi:
		return []*ir.Value{x.cursorAt(x.l.CursorOf(r.V), x.st.UF)}
	case CountPhi:
		n := x.cur.New(ir.OpCountTrue, ir.TI64, r.V.Pos, x.masked(r.Args[0], 0))
		for p := 1; p < x.st.UF; p++ {
			c := x.cur.New(ir.OpCountTrue, ir.TI64, r.V.Pos, x.masked(r.Args[0], p))
			n = x.cur.New(ir.OpAdd, ir.TI64, r.V.Pos, n, c)
		}
		t := r.V.Type
		if t != ir.TI64 {
			n = x.cur.New(ir.OpTruncI, t, r.V.Pos, n)
		}
		if r.Scale != 1 {
			n = x.cur.New(ir.OpMul, t, r.V.Pos, n, x.f.ConstInt(t, r.Scale))
		}
		return []*ir.Value{x.cur.New(ir.OpAdd, t, r.V.Pos, old[0], n)}
	case PolyPhi:
		return []*ir.Value{x.polyUpdate(r)}
	case SumPhi:
		if r.Sum.Ones != ir.Void {
			return []*ir.Value{x.ones(r)}
		}
		out := x.f.NewValues(x.st.UF)
		for p := range out {
			a := x.addend(r, 0, p)
			b := x.f.ConstInt(a.Type, 0)
			if len(r.Args) == 2 {
				b = x.addend(r, 1, p)
			}
			out[p] = x.cur.New(r.Sum.Op, old[p].Type, r.V.Pos, old[p], a, b)
		}
		return out
	}
	out := x.f.NewValues(x.st.UF)
	for p := range out {
		out[p] = x.vec(r.Args[0], p)
		if x.active != nil {
			out[p] = x.cur.New(ir.OpSelect, out[p].Type, x.posOf(r), x.active[p], out[p], old[p])
		}
	}
	return out
}

// bytes is the byte operand of a sum, 0 in inactive lanes.
func (x *exec) bytes(a *Recipe, p int) *ir.Value {
	v := x.vec(a, p)
	if x.active == nil || v.Op == ir.OpMaskedLoad && (!x.st.Predicated || v.Args[2] == x.active[p]) {
		return v
	}
	return x.cur.New(ir.OpSelect, v.Type, x.pos, x.active[p], v, x.f.ConstInt(v.Type, 0))
}

// masked is the mask recipe a in part p, less inactive lanes.
func (x *exec) masked(a *Recipe, p int) *ir.Value {
	m := x.vec(a, p)
	if x.active != nil {
		m = x.cur.New(ir.OpAnd, m.Type, x.pos, m, x.active[p])
	}
	return m
}

// reduceAll folds the partial results to scalars and joins them with the start values.
func (x *exec) reduceAll(st []*ir.Value) []*ir.Value {
	final := x.f.NewValues(x.nextID)
	for _, r := range x.Recipes {
		v := st[r.ID]
		if v == nil || r.Kind == Splice || r.Kind == Last || r.Kind == PickPhi {
			continue
		}
		if r.Kind == PickIndex {
			x.finalPick(r.Pick, st, final)
			continue
		}
		t := r.V.Type
		switch r.Kind {
		case CursorPhi:
			final[r.ID] = v
			continue
		case PolyPhi:
			final[r.ID] = x.polyNarrow(r, v, 1)
			continue
		case CountPhi:
			final[r.ID] = x.cur.New(ir.OpAdd, t, r.V.Pos, r.Phi.Start, v)
			continue
		case SumPhi:
			v = x.fold(ir.OpReduceAdd, v, r)
			if t != v.Type {
				v = x.cur.New(ir.OpTruncI, t, r.V.Pos, v)
			}
			final[r.ID] = x.cur.New(ir.OpAdd, t, r.V.Pos, r.Phi.Start, v)
			continue
		}
		v = x.fold(reduceOp(joinOp(r.Phi.Op)), v, r)
		if !idempotent(r.Phi.Op) || hasIdentity(r) {
			w := x.cur.New(joinOp(r.Phi.Op), t, r.V.Pos, r.Phi.Start, v)
			w.FP = r.Phi.Backedge.FP
			v = w
		}
		final[r.ID] = v
	}
	return final
}

func hasIdentity(r *Recipe) bool {
	_, ok := ir.Identity(r.Phi.Op, r.V.Type.Elem)
	return ok
}

func (x *exec) fold(op ir.Op, v *ir.Value, r *Recipe) *ir.Value {
	if !v.Type.IsVector() {
		return v
	}
	w := x.cur.New(op, v.Type.Scalar(), r.V.Pos, v)
	w.FP = r.Phi.Backedge.FP
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
