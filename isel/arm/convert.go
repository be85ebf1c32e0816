package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Conversions change the size of lanes by a factor of two at a time.

// convert lowers conversions that no rule matched.
func (l selector) convert(v *ir.Value) (lower.Rep, bool) {
	t, x := v.Type, v.Args[0]
	if !t.IsVector() || v.Op == ir.OpBitcast {
		return lower.Rep{}, false
	}
	from, to := x.Type.Elem, t.Elem
	step := func(op ir.Op, e ir.Elem) *ir.Value { return l.Op(op, t.WithElem(e), x) }
	then := func(op ir.Op, y *ir.Value) (lower.Rep, bool) { return l.Rep(l.Make(op, t, y)), true }
	switch v.Op {
	case ir.OpSExt, ir.OpZExt:
		return l.extend(v.Op == ir.OpSExt, x, t), true
	case ir.OpTruncI:
		if out, ok := l.saturate(x, t); ok {
			return out, true
		}
		if half := ir.IntElem(from.Size() / 2); half != to {
			return then(ir.OpTruncI, step(ir.OpTruncI, half))
		}
		if out, ok := l.shiftNarrow(x, t); ok {
			return out, true
		}
		return l.halve(byElem(to.Size(), arm64.VUZP1B, arm64.VUZP1H, arm64.VUZP1S, 0), x, t), true
	case ir.OpFExt:
		return l.double(arm64.VFCVTLS, arm64.VFCVTL2S, x, t), true
	case ir.OpHalfToF:
		return l.double(arm64.VFCVTLH, arm64.VFCVTL2H, x, t), true
	case ir.OpFToHalf:
		return l.narrow(arm64.VFCVTNH, arm64.VFCVTN2H, x, t), true
	case ir.OpFTrunc:
		return l.narrow(arm64.VFCVTNS, arm64.VFCVTN2S, x, t), true
	case ir.OpSIToF, ir.OpUIToF:
		ext := ir.OpZExt
		if v.Op == ir.OpSIToF {
			ext = ir.OpSExt
		}
		if from.Size() < to.Size() {
			return then(v.Op, step(ext, ir.IntElem(to.Size())))
		}
	case ir.OpFToSI:
		if from == ir.F32 && to == ir.I64 {
			return then(ir.OpFToSI, step(ir.OpFExt, ir.F64))
		}
		if from == ir.F64 && to == ir.I32 { // saturating twice equals saturating once
			return l.narrow(arm64.VSQXTNS, arm64.VSQXTN2S, step(ir.OpFToSI, ir.I64), t), true
		}
	}
	return l.Scalarize(v), true
}

// extend widens integers, or converts bools to integers.
func (l selector) extend(signed bool, x *ir.Value, t ir.Type) lower.Rep {
	if x.Type.IsMask() {
		es := t.Elem.Size()
		m := l.AsVector(x, es)
		if signed {
			return l.Rep(m)
		}
		return l.Rep(l.Make(ir.OpAnd, t, l.Wrap(t, l.Rep(m).Parts...), l.Lit(t, 1)))
	}
	from := x.Type.Elem.Size()
	if 2*from < t.Elem.Size() {
		mid := t.WithElem(ir.IntElem(2 * from))
		x = l.Wrap(mid, l.extend(signed, x, mid).Parts...)
		from *= 2
	}
	if 2*from < t.Elem.Size() {
		return l.extend(signed, x, t)
	}
	if signed {
		return l.double(byElem(from, arm64.VSXTLB, arm64.VSXTLH, arm64.VSXTLS, 0),
			byElem(from, arm64.VSXTL2B, arm64.VSXTL2H, arm64.VSXTL2S, 0), x, t)
	}
	return l.double(byElem(from, arm64.VUXTLB, arm64.VUXTLH, arm64.VUXTLS, 0),
		byElem(from, arm64.VUXTL2B, arm64.VUXTL2H, arm64.VUXTL2S, 0), x, t)
}

// double applies a conversion to lanes of twice the size. Each register yields two, from its low and high halves.
func (l selector) double(lo, hi arm64.Op, x *ir.Value, t ir.Type) lower.Rep {
	n, _ := l.T.Layout(t, t.Elem.Size())
	out := lower.Rep{Parts: l.NewParts(n)}
	for i := range out.Parts {
		op := lo
		if i%2 == 1 {
			op = hi
		}
		out.Parts[i] = l.ins(op, 16, l.Part(x, i/2))
	}
	return out
}

// halve takes the low halves of lanes, from two registers at a time.
func (l selector) halve(uzp arm64.Op, x *ir.Value, t ir.Type) lower.Rep {
	r := l.Rep(x)
	n, _ := l.T.Layout(t, t.Elem.Size())
	out := lower.Rep{Parts: l.NewParts(n)}
	for i := range out.Parts {
		a := r.Parts[min(2*i, len(r.Parts)-1)]
		b := r.Parts[min(2*i+1, len(r.Parts)-1)]
		out.Parts[i] = l.ins(uzp, 16, a, b)
	}
	return out
}

// shiftNarrow narrows the lanes of x to half their size if x is a right shift by a constant and has no other use.
// The shift must not exceed the narrow width, so that all kept bits come from the shifted value, and rounding
// carries the same as the addition.
func (l selector) shiftNarrow(x *ir.Value, t ir.Type) (lower.Rep, bool) {
	es := t.Elem.Size()
	if x.Op != ir.OpShrU && x.Op != ir.OpShrS || !l.IsDeferred(x) || !x.Args[1].IsConst() {
		return lower.Rep{}, false
	}
	y, n := x.Args[0], x.Args[1].AuxInt
	if n < 1 || n > int64(8*es) {
		return lower.Rep{}, false
	}
	if y.Op == ir.OpAdd && l.IsDeferred(y) && y.Args[1].IsConstInt(ir.SignExtend(x.Type.Elem, 1<<(n-1))) {
		return l.narrowI(byElem(es, arm64.VRSHRNB, arm64.VRSHRNH, arm64.VRSHRNS, 0),
			byElem(es, arm64.VRSHRN2B, arm64.VRSHRN2H, arm64.VRSHRN2S, 0), n, y.Args[0], t), true
	}
	if n == int64(8*es) { // the high halves
		return l.halve(byElem(es, arm64.VUZP2B, arm64.VUZP2H, arm64.VUZP2S, 0), y, t), true
	}
	return l.narrowI(byElem(es, arm64.VSHRNB, arm64.VSHRNH, arm64.VSHRNS, 0),
		byElem(es, arm64.VSHRN2B, arm64.VSHRN2H, arm64.VSHRN2S, 0), n, y, t), true
}

// narrow applies a conversion to lanes of half the size. The result of the second register goes to the high half.
func (l selector) narrow(lo, hi arm64.Op, x *ir.Value, t ir.Type) lower.Rep {
	return l.narrowI(lo, hi, 0, x, t)
}

func (l selector) narrowI(lo, hi arm64.Op, imm int64, x *ir.Value, t ir.Type) lower.Rep {
	r := l.Rep(x)
	n, _ := l.T.Layout(t, t.Elem.Size())
	out := lower.Rep{Parts: l.NewParts(n)}
	for i := range out.Parts {
		p := l.insI(lo, 16, imm, r.Parts[min(2*i, len(r.Parts)-1)])
		if 2*i+1 < len(r.Parts) {
			p = l.insI(hi, 16, imm, p, r.Parts[2*i+1])
		}
		out.Parts[i] = p
	}
	return out
}

// bitcast lowers Bitcast. Between vectors, and between scalars of one class, it generates no code.
func (l selector) bitcast(v *ir.Value) (lower.Rep, bool) {
	x := v.Args[0]
	from, to := x.Type.Elem, v.Type.Elem
	if v.Type.IsVector() || from.IsFloat() == to.IsFloat() {
		return l.Rep(x), true
	}
	var op arm64.Op
	switch {
	case to == ir.F32:
		op = arm64.FMOVSR
	case to == ir.F64:
		op = arm64.FMOVDR
	case to.Size() == 8:
		op = arm64.FMOVRD
	default:
		op = arm64.FMOVRS
	}
	var r mach.Reg = l.ins(op, 16, l.Scalar(x))
	return l.One(r), true
}
