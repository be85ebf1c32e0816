package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// The conditions of integer comparisons.
var intCC = [ir.NumOps]amd64.CC{ir.OpEq: amd64.CCE, ir.OpNe: amd64.CCNE, ir.OpLtS: amd64.CCL, ir.OpLeS: amd64.CCLE,
	ir.OpLtU: amd64.CCB, ir.OpLeU: amd64.CCBE}

// swapCC maps a condition to the one for exchanged operands.
var swapCC = [...]amd64.CC{amd64.CCE: amd64.CCE, amd64.CCNE: amd64.CCNE, amd64.CCL: amd64.CCG, amd64.CCLE: amd64.CCGE,
	amd64.CCB: amd64.CCA, amd64.CCBE: amd64.CCAE}

// setFlags is cond for the operations whose natural result is in the flags.
func (l selector) setFlags(v *ir.Value) (amd64.CC, bool) {
	if len(v.Args) == 0 {
		return 0, false
	}
	t := v.Args[0].Type
	switch {
	case v.Op == ir.OpNot:
		return l.cond(v.Args[0]).Negate(), true
	case v.Op == ir.OpAny:
		return l.testMask(v.Args[0], false), true
	case v.Op == ir.OpAll:
		return l.testMask(v.Args[0], true), true
	case t.IsVector() || !v.Op.IsCompare():
		return 0, false
	case v.Op == ir.OpLt || v.Op == ir.OpLe:
		op := amd64.VUCOMISS
		if t.Elem == ir.F64 {
			op = amd64.VUCOMISD
		}
		// b above a; an unordered result sets the carry flag, so that both conditions are false
		b := l.Scalar(v.Args[1])
		l.effect(spec{op: op, size: 16}, lower.Reg(b), l.Src(v.Args[0], 0, t.Elem.Size()))
		if v.Op == ir.OpLt {
			return amd64.CCA, true
		}
		return amd64.CCAE, true
	case !t.Elem.IsFloat():
		return l.compareInts(v), true
	}
	return 0, false
}

// compareInts emits CMP or TEST for a comparison of integers, pointers or bools. Narrow integers are compared at
// their own size, so the undefined bits above do not matter.
func (l selector) compareInts(v *ir.Value) amd64.CC {
	a, b := v.Args[0], v.Args[1]
	size := a.Type.Elem.Size()
	cc := intCC[v.Op]
	if a.IsConst() && !b.IsConst() {
		a, b, cc = b, a, swapCC[cc]
	}
	if b.IsConst() && lower.Fits32(b.Int()) {
		if b.Int() == 0 && (cc == amd64.CCE || cc == amd64.CCNE) && l.testBits(a) {
			return cc
		}
		if b.Int() == 0 && (cc == amd64.CCE || cc == amd64.CCNE || cc == amd64.CCL) {
			r := l.Scalar(a)
			l.effect(spec{op: amd64.TEST, size: size}, lower.Reg(r), lower.Reg(r))
			if cc == amd64.CCL {
				cc = amd64.CCS
			}
			return cc
		}
		l.effect(spec{op: amd64.CMPI, size: size, imm: b.Int()}, l.Src(a, 0, size))
		return cc
	}
	ra := l.Scalar(a)
	l.effect(spec{op: amd64.CMP, size: size}, lower.Reg(ra), l.Src(b, 0, size))
	return cc
}

// testBits emits TEST for a conjunction that is only compared with 0 here, so that its result is only in the
// flags.
func (l selector) testBits(v *ir.Value) bool {
	if v.Op != ir.OpAnd || v.Type.Elem == ir.Bool || !l.IsDeferred(v) {
		return false
	}
	x, y, size := v.Args[0], v.Args[1], v.Type.Elem.Size()
	switch {
	case !y.IsConst() || !lower.Fits32(y.Int()):
		rx := l.Scalar(x)
		l.effect(spec{op: amd64.TEST, size: size}, lower.Reg(rx), lower.Reg(l.Scalar(y)))
	case size != 2:
		l.effect(spec{op: amd64.TESTI, size: size, imm: y.Int()}, l.Src(x, 0, size))
	default: // a 16-bit immediate takes decoders longer; the mask excludes the undefined bits above
		l.effect(spec{op: amd64.TESTI, size: 4, imm: y.Int() & 0xffff}, lower.Reg(l.Scalar(x)))
	}
	return true
}

// Flags is setFlags in terms of package lower.
func (l selector) Flags(v *ir.Value) (lower.CondCode, bool) {
	cc, ok := l.setFlags(v)
	return lower.CondCode(cc), ok
}

// cond sets the flags for a bool and returns its condition.
func (l selector) cond(v *ir.Value) amd64.CC { return amd64.CC(l.Lowerer.Cond(v)) }

// TestBool sets the flags for a bool in a register, whose upper bits are undefined.
func (l selector) TestBool(r mach.Reg) lower.CondCode {
	l.effect(spec{op: amd64.TESTI, size: 1, imm: 1}, lower.Reg(r))
	return lower.CondCode(amd64.CCNE)
}

// Branch always tests the flags: there are no branches on registers.
func (l selector) Branch(v *ir.Value) mach.Inst {
	return mach.Inst{Pseudo: mach.Branch, CC: uint8(l.cond(v)), MemPos: -1}
}

// BoolValue materializes a bool in a register. It returns NoReg if the flags cannot hold v.
func (l selector) BoolValue(v *ir.Value) mach.Reg {
	t := v.Args[0].Type
	if v.Op.IsCompare() && t.Elem.IsFloat() && (v.Op == ir.OpEq || v.Op == ir.OpNe) {
		imm := int64(0) // equal, ordered
		if v.Op == ir.OpNe {
			imm = 4
		}
		a := l.Scalar(v.Args[0])
		if l.T.K {
			op := amd64.VCMPSSK
			if t.Elem == ir.F64 {
				op = amd64.VCMPSDK
			}
			k := l.build(spec{op: op, size: 16, imm: imm}, lower.Reg(a), l.Src(v.Args[1], 0, t.Elem.Size()))
			return l.ins(amd64.KMOVWRK, 0, k)
		}
		op := amd64.VCMPSS
		if t.Elem == ir.F64 {
			op = amd64.VCMPSD
		}
		x := l.build(spec{op: op, size: 16, imm: imm}, lower.Reg(a), l.Src(v.Args[1], 0, t.Elem.Size()))
		return l.insI(amd64.ANDI, 4, 1, l.ins(amd64.VMOVDR, 16, x))
	}
	if v.Op == ir.OpNot {
		return l.insI(amd64.XORI, 4, 1, l.Scalar(v.Args[0]))
	}
	cc, ok := l.setFlags(v)
	if !ok {
		return mach.NoReg
	}
	return l.build(spec{op: amd64.SETCC, size: 1, cc: cc})
}
