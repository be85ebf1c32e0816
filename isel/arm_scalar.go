package isel

import (
	"hotloop/asm/arm64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// shift lowers shifts of scalars. The processor takes the count modulo 32 or 64, Go does not.
func (l arm) shift(v *ir.Value) (rep, bool) {
	if v.Type.IsVector() {
		return rep{}, false
	}
	a, c := v.Args[0], v.Args[1]
	w := int64(v.Type.Elem.Bits())
	size := max(4, v.Type.Elem.Size())
	if v.Op != ir.OpShl {
		a = l.extended(a, v.Op == ir.OpShrS)
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
			return l.one(l.scalar(a)), true
		case n < uint64(w):
			return l.one(l.insI(imm, size, int64(n), l.scalar(a))), true
		case v.Op == ir.OpShrS:
			return l.one(l.insI(imm, size, w-1, l.scalar(a))), true
		}
		return l.one(l.gpConst(0)), true
	}
	ra, rc := l.scalar(a), l.scalar(c)
	if below(c, w) {
		return l.one(l.ins(op, size, ra, rc)), true
	}
	csize := max(4, c.Type.Elem.Size())
	if c.Type.Elem.Size() < 4 {
		rc = l.scalar(l.extended(c, false))
	}
	if v.Op == ir.OpShrS {
		most := l.gpConst(w - 1)
		l.test(arm64.CMPI, csize, w, rc)
		return l.one(l.ins(op, size, ra, l.insCC(arm64.CSEL, csize, arm64.LO, rc, most))), true
	}
	zero := l.gpConst(0)
	r := l.ins(op, size, ra, rc)
	l.test(arm64.CMPI, csize, w, rc)
	return l.one(l.insCC(arm64.CSEL, size, arm64.LO, r, zero)), true
}

// mulHi: the high half of 64-bit products in vectors, lane by lane.
func (l arm) mulHi(v *ir.Value) (rep, bool) {
	if v.Type.IsVector() && v.Type.Elem == ir.I64 {
		return l.scalarize(v), true
	}
	return rep{}, false
}

// minNum is a < b ? a : b, b < a ? a : b.
func (l arm) minNum(v *ir.Value) (rep, bool) {
	a, b := v.Args[0], v.Args[1]
	x, y := a, b
	if v.Op == ir.OpMaxNum {
		x, y = b, a
	}
	return l.rep(l.make(ir.OpSelect, v.Type, l.make(ir.OpLt, ir.TBool, x, y), a, b)), true
}

// selectScalar chooses between scalars.
func (l arm) selectScalar(v *ir.Value) mach.Reg {
	// Operands first: making them may change the flags.
	t, a, b := v.Type, v.Args[1], v.Args[2]
	if t.Elem.IsInt() && a.IsConst() && b.IsConst() && b.Int() == 0 && (a.Int() == 1 || a.Int() == -1) {
		op := arm64.CSET
		if a.Int() == -1 {
			op = arm64.CSETM
		}
		return l.insCC(op, max(4, t.Elem.Size()), l.cond(v.Args[0]))
	}
	ra, rb := l.scalar(a), l.scalar(b)
	cc := l.cond(v.Args[0])
	switch t.Elem {
	case ir.F32:
		return l.insCC(arm64.FCSELS, 16, cc, ra, rb)
	case ir.F64:
		return l.insCC(arm64.FCSELD, 16, cc, ra, rb)
	}
	return l.insCC(arm64.CSEL, max(4, t.Elem.Size()), cc, ra, rb)
}

// divide divides scalars: MinInt / -1 is MinInt, as in Go, and the divisor is not 0.
func (l arm) divide(v *ir.Value) mach.Reg {
	signed := v.Op == ir.OpDivS || v.Op == ir.OpRemS
	a, d := l.scalar(l.extended(v.Args[0], signed)), l.scalar(l.extended(v.Args[1], signed))
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

// sumAbsDiff lowers SumAbsDiff, whose arguments have different types and hence no rule over parts.
func (l arm) sumAbsDiff(v *ir.Value) (rep, bool) {
	acc := l.rep(v.Args[0])
	out := rep{parts: l.newParts(len(acc.parts))}
	for i := range out.parts {
		d := l.part(v.Args[1], i)
		if b := v.Args[2]; !b.IsConst() || b.AuxInt != 0 {
			d = l.ins(arm64.VUABDB, 16, d, l.part(b, i))
		}
		d = l.ins(arm64.VUADDLPH, 16, l.ins(arm64.VUADDLPB, 16, d))
		out.parts[i] = l.ins(arm64.VUADALPS, 16, acc.parts[i], d)
	}
	return out, true
}
