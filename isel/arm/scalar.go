package arm

import (
	"math"

	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// shift lowers shifts of scalars. The processor takes the count modulo 32 or 64; Go does not.
func (l selector) shift(v *ir.Value) (lower.Rep, bool) {
	if v.Type.IsVector() {
		return lower.Rep{}, false
	}
	a, c := v.Args[0], v.Args[1]
	w := int64(v.Type.Elem.Bits())
	size := max(4, v.Type.Elem.Size())
	if v.Op != ir.OpShl {
		a = l.Extended(a, v.Op == ir.OpShrS)
	}
	op, imm := arm64.LSL, arm64.LSLI
	switch v.Op {
	case ir.OpShrS:
		op, imm = arm64.ASR, arm64.ASRI
	case ir.OpShrU:
		op, imm = arm64.LSR, arm64.LSRI
	}
	if c.IsConst() {
		n := uint64(c.AuxInt)
		switch {
		case n == 0:
			return l.One(l.Scalar(a)), true
		case n < uint64(w):
			return l.One(l.insI(imm, size, int64(n), l.Scalar(a))), true
		case v.Op == ir.OpShrS:
			return l.One(l.insI(imm, size, w-1, l.Scalar(a))), true
		}
		return l.One(l.GpConst(0)), true
	}
	ra, rc := l.Scalar(a), l.Scalar(c)
	if lower.Below(c, 8*int64(size)) { // bits shifted beyond a narrow type are not part of its value
		return l.One(l.ins(op, size, ra, rc)), true
	}
	csize := max(4, c.Type.Elem.Size())
	if c.Type.Elem.Size() < 4 {
		rc = l.Scalar(l.Extended(c, false))
	}
	if v.Op == ir.OpShrS {
		most := l.GpConst(w - 1)
		l.test(arm64.CMPI, csize, w, rc)
		return l.One(l.ins(op, size, ra, l.insCC(arm64.CSEL, csize, arm64.LO, rc, most))), true
	}
	zero := l.GpConst(0)
	r := l.ins(op, size, ra, rc)
	l.test(arm64.CMPI, csize, w, rc)
	return l.One(l.insCC(arm64.CSEL, size, arm64.LO, r, zero)), true
}

// mulHi lowers the high half of 64-bit vector products lane by lane.
func (l selector) mulHi(v *ir.Value) (lower.Rep, bool) {
	if v.Type.IsVector() && v.Type.Elem == ir.I64 {
		return l.Scalarize(v), true
	}
	return lower.Rep{}, false
}

// minNum lowers MinNum, a < b ? a : b, and MaxNum, b < a ? a : b.
func (l selector) minNum(v *ir.Value) (lower.Rep, bool) {
	a, b := v.Args[0], v.Args[1]
	x, y := a, b
	if v.Op == ir.OpMaxNum {
		x, y = b, a
	}
	return l.Rep(l.Make(ir.OpSelect, v.Type, l.Make(ir.OpLt, ir.TBool, x, y), a, b)), true
}

// SelectScalar selects between scalars.
func (l selector) SelectScalar(v *ir.Value) mach.Reg {
	// Lower the operands first: making them may change the flags.
	t, a, b := v.Type, v.Args[1], v.Args[2]
	if t.Elem.IsInt() && a.IsConst() && b.IsConst() && b.Int() == 0 && (a.Int() == 1 || a.Int() == -1) {
		op := arm64.CSET
		if a.Int() == -1 {
			op = arm64.CSETM
		}
		return l.insCC(op, max(4, t.Elem.Size()), l.cond(v.Args[0]))
	}
	if t.Elem.IsInt() {
		for i, x := range []*ir.Value{b, a} {
			op := l.changed(x)
			if op == arm64.BADOP {
				continue
			}
			ra, rx := l.Scalar([]*ir.Value{a, b}[i]), l.Scalar(x.Args[0])
			cc := l.cond(v.Args[0])
			if i == 1 {
				cc = cc.Negate()
			}
			return l.insCC(op, max(4, t.Elem.Size()), cc, ra, rx)
		}
	}
	ra, rb := l.Scalar(a), l.Scalar(b)
	cc := l.cond(v.Args[0])
	switch t.Elem {
	case ir.F32:
		return l.insCC(arm64.FCSELS, 16, cc, ra, rb)
	case ir.F64:
		return l.insCC(arm64.FCSELD, 16, cc, ra, rb)
	}
	return l.insCC(arm64.CSEL, max(4, t.Elem.Size()), cc, ra, rb)
}

// changed returns the conditional instruction that computes x from its operand if the condition is false, or
// BADOP if there is none.
func (l selector) changed(x *ir.Value) arm64.Op {
	if !l.IsDeferred(x) {
		return arm64.BADOP
	}
	switch {
	case x.Op == ir.OpAdd && x.Args[1].IsConstInt(1):
		return arm64.CSINC
	case x.Op == ir.OpNot:
		return arm64.CSINV
	case x.Op == ir.OpNeg:
		return arm64.CSNEG
	}
	return arm64.BADOP
}

// Divide divides scalars. MinInt / -1 is MinInt, as in Go. The divisor is not 0.
func (l selector) Divide(v *ir.Value) mach.Reg {
	signed := v.Op == ir.OpDivS || v.Op == ir.OpRemS
	a, d := l.Scalar(l.Extended(v.Args[0], signed)), l.Scalar(l.Extended(v.Args[1], signed))
	size := max(4, v.Type.Elem.Size())
	op := arm64.UDIV
	if signed {
		op = arm64.SDIV
	}
	q := l.ins(op, size, a, d)
	if v.Op == ir.OpRemS || v.Op == ir.OpRemU {
		return l.ins(arm64.MSUB, size, q, d, a)
	}
	return q
}

// sumAbsDiff lowers SumAbsDiff. Its arguments have different types, so rules, which work on parts, cannot match
// it.
func (l selector) sumAbsDiff(v *ir.Value) (lower.Rep, bool) {
	acc := l.Rep(v.Args[0])
	out := lower.Rep{Parts: l.NewParts(len(acc.Parts))}
	a, b, distance := v.Args[1], v.Args[2], arm64.VUABDB
	signed := func(x *ir.Value) bool { // the sign bits were flipped to make it unsigned
		return x.Op == ir.OpXor && l.IsDeferred(x) && x.Args[1].IsConstInt(math.MinInt8)
	}
	if signed(a) && signed(b) {
		a, b, distance = a.Args[0], b.Args[0], arm64.VSABDB
	}
	for i := range out.Parts {
		d := l.Part(a, i)
		if !b.IsConst() || b.AuxInt != 0 {
			d = l.ins(distance, 16, d, l.Part(b, i))
		}
		d = l.ins(arm64.VUADDLPH, 16, l.ins(arm64.VUADDLPB, 16, d))
		out.Parts[i] = l.ins(arm64.VUADALPS, 16, acc.Parts[i], d)
	}
	return out, true
}
