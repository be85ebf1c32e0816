package lower

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Lanes returns a register that holds count lanes of v, starting at lane first, in its low bytes.
func (l *Lowerer) Lanes(v *ir.Value, first, count int) mach.Reg {
	es := v.Type.Elem.Size()
	_, bytes := l.T.Layout(v.Type, es)
	per := bytes / es
	return l.sel.Chunk(l.Part(v, first/per), bytes, first%per*es, count*es)
}

// JoinPieces concatenates registers of n bytes each until they fill parts.
func (l *Lowerer) JoinPieces(p []mach.Reg, n, partBytes, total int) []mach.Reg {
	p = append([]mach.Reg(nil), p...)
	for n < partBytes && n < total {
		for i := range len(p) / 2 {
			p[i] = l.sel.Join(p[2*i], p[2*i+1], n)
		}
		p = p[:len(p)/2]
		n *= 2
	}
	return p
}

// JoinChunks is JoinPieces for the 16-byte registers of one part.
func (l *Lowerer) JoinChunks(p []mach.Reg) mach.Reg {
	return l.JoinPieces(p, 16, 16*len(p), 16*len(p))[0]
}

// splat lowers Splat. All parts are the same register.
func splat(l *Lowerer, v *ir.Value) (Rep, bool) {
	t, x := v.Type, v.Args[0]
	if t.IsMask() {
		ones := l.sel.SpreadBool(l.Scalar(x))
		es := l.MaskSize(v)
		n, bytes := l.T.Layout(t, es)
		out := Rep{Parts: l.NewParts(n), Esize: uint8(es)}
		r := l.sel.SplatMask(ones, bytes)
		for i := range out.Parts {
			out.Parts[i] = r
		}
		return out, true
	}
	es := t.Elem.Size()
	n, bytes := l.T.Layout(t, es)
	out := Rep{Parts: l.NewParts(n)}
	r := l.sel.Broadcast(x, bytes)
	for i := range out.Parts {
		out.Parts[i] = r
	}
	return out, true
}

// ThroughVector lowers an operation that moves mask lanes by converting the masks to vectors.
func (l *Lowerer) ThroughVector(v *ir.Value, es int) Rep {
	x := l.Make(v.Op, v.Type.WithElem(ir.IntElem(es)))
	x.AuxInt, x.Aux = v.AuxInt, v.Aux
	for _, a := range v.Args {
		switch {
		case !a.Type.IsVector(): // Insert of a bool: all ones or zeros
			x.Args = append(x.Args, l.Wrap(ir.Scalar(ir.IntElem(es)), l.sel.SpreadBool(l.Scalar(a))))
		default:
			x.Args = append(x.Args, l.sel.AsVector(a, es))
		}
	}
	l.Rep(x)
	return l.sel.AsMask(x)
}

// concat lowers Concat. Often this only renames registers.
func concat(l *Lowerer, v *ir.Value) (Rep, bool) {
	t := v.Type
	if t.IsMask() {
		es := l.MaskSize(v)
		if int(t.Lanes)*es < 2*l.T.Bytes {
			return l.ThroughVector(v, es), true
		}
		n, _ := l.T.Layout(t, es)
		out := Rep{Parts: l.NewParts(n), Esize: uint8(es)}
		for i := range out.Parts {
			out.Parts[i] = l.MaskPart(v.Args[2*i/n], es, i%(n/2))
		}
		return out, true
	}
	a, b := l.Rep(v.Args[0]), l.Rep(v.Args[1])
	half := v.Args[0].Type.Size()
	n, _ := l.T.Layout(t, t.Elem.Size())
	out := Rep{Parts: l.NewParts(n)}
	if half >= l.T.Bytes {
		copy(out.Parts, a.Parts)
		copy(out.Parts[len(a.Parts):], b.Parts)
	} else {
		out.Parts[0] = l.sel.Join(a.Parts[0], b.Parts[0], half)
	}
	return out, true
}

func subvec(l *Lowerer, v *ir.Value) (Rep, bool) {
	t, x, first := v.Type, v.Args[0], int(v.AuxInt)
	if t.IsMask() {
		if first == 0 && x.Op != ir.OpConst && l.T.NumRegs(tti.Mask) > 0 && t.IsVector() &&
			int(t.Lanes)*int(l.Rep(x).Esize) <= l.T.Bytes {
			return Rep{Parts: l.Rep(x).Parts[:1], Esize: l.Rep(x).Esize}, true // the lanes above are undefined
		}
		return l.ThroughVector(v, l.MaskSize(x)), true
	}
	es := t.Elem.Size()
	n, bytes := l.T.Layout(t, es)
	out := Rep{Parts: l.NewParts(n)}
	if n > 1 || t.Size() == l.T.Bytes {
		copy(out.Parts, l.Rep(x).Parts[first*es/bytes:])
	} else {
		out.Parts[0] = l.Lanes(x, first, int(t.Lanes))
	}
	return out, true
}

// ReduceOps maps a reduction to the operation that combines its lanes.
var ReduceOps = [ir.NumOps]ir.Op{
	ir.OpReduceAdd: ir.OpAdd, ir.OpReduceMul: ir.OpMul, ir.OpReduceAnd: ir.OpAnd, ir.OpReduceOr: ir.OpOr,
	ir.OpReduceXor: ir.OpXor, ir.OpReduceMin: ir.OpMin, ir.OpReduceMax: ir.OpMax, ir.OpReduceMinS: ir.OpMinS,
	ir.OpReduceMaxS: ir.OpMaxS, ir.OpReduceMinU: ir.OpMinU, ir.OpReduceMaxU: ir.OpMaxU,
	ir.OpReduceMinNum: ir.OpMinNum, ir.OpReduceMaxNum: ir.OpMaxNum,
}

// Reduce lowers a reduction as the halving tree that the op table defines: it combines lane i with lane i+n/2
// until one lane is left.
//
//	f32x16: zmm -> extract the high ymm, add -> extract the high xmm, add -> ... -> lane 0
//
// Halves smaller than an xmm register keep its size; their upper lanes are undefined.
func Reduce(l *Lowerer, v *ir.Value) (Rep, bool) {
	x := v.Args[0]
	op := ReduceOps[v.Op]
	t := x.Type
	if t.IsMask() {
		return l.Rep(reduceMask(l, v.Op, x)), true
	}
	for t.Lanes > 2 {
		t.Lanes /= 2
		lo, hi := l.Make(ir.OpSubvec, t, x), l.Make(ir.OpSubvec, t, x)
		hi.AuxInt = int64(t.Lanes)
		x = l.Make(op, t, lo, hi)
		x.FP = v.FP
		l.Rep(x)
	}
	// Combine the last two lanes in a vector register, so that integers need not move before the operation.
	hi := l.Wrap(t, l.Lanes(x, 1, 1))
	y := l.Make(op, t, x, hi)
	y.FP = v.FP
	return l.One(l.sel.ExtractLane(y, 0)), true
}

// reduceMask reduces a mask to a bool: whether all lanes are set, any lane, or an odd number of lanes.
func reduceMask(l *Lowerer, op ir.Op, x *ir.Value) *ir.Value {
	switch op {
	case ir.OpReduceAnd:
		return l.Make(ir.OpAll, ir.TBool, x)
	case ir.OpReduceOr:
		return l.Make(ir.OpAny, ir.TBool, x)
	}
	one := l.Lit(ir.TI64, 1)
	n := l.Make(ir.OpAnd, ir.TI64, l.Make(ir.OpCountTrue, ir.TI64, x), one)
	return l.Make(ir.OpEq, ir.TBool, n, one)
}
