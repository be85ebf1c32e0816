package arm

import (
	"math/bits"

	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// The conditions of integer comparisons, their counterparts for exchanged operands, and the conditions of float
// comparisons. Except for NE, the latter are false for unordered operands.
var (
	intCC = [ir.NumOps]arm64.CC{ir.OpEq: arm64.EQ, ir.OpNe: arm64.NE, ir.OpLtS: arm64.LT, ir.OpLeS: arm64.LE,
		ir.OpLtU: arm64.LO, ir.OpLeU: arm64.LS}
	swapCC = [...]arm64.CC{arm64.EQ: arm64.EQ, arm64.NE: arm64.NE, arm64.LT: arm64.GT, arm64.LE: arm64.GE,
		arm64.LO: arm64.HI, arm64.LS: arm64.HS}
	floatCC = [ir.NumOps]arm64.CC{ir.OpEq: arm64.EQ, ir.OpNe: arm64.NE, ir.OpLt: arm64.MI, ir.OpLe: arm64.LS}
)

// Flags is setFlags in terms of package lower.
func (l selector) Flags(v *ir.Value) (lower.CondCode, bool) {
	cc, ok := l.setFlags(v)
	return lower.CondCode(cc), ok
}

// setFlags sets the flags for v if they are its natural result.
func (l selector) setFlags(v *ir.Value) (arm64.CC, bool) {
	if len(v.Args) == 0 {
		return 0, false
	}
	t := v.Args[0].Type
	switch {
	case v.Op == ir.OpNot:
		return l.cond(v.Args[0]).Negate(), true
	case v.Op == ir.OpAny:
		w, size := l.maskWord(v.Args[0], false)
		l.test(arm64.CMPI, size, 0, w)
		return arm64.NE, true
	case v.Op == ir.OpAll:
		w, size := l.maskWord(v.Args[0], true)
		l.test(arm64.CMNI, size, 1, w)
		return arm64.EQ, true
	case t.IsVector() || !v.Op.IsCompare():
		return 0, false
	case t.Elem == ir.F32:
		l.compareFloats(arm64.FCMPS, arm64.FCMPSZ, v)
		return floatCC[v.Op], true
	case t.Elem == ir.F64:
		l.compareFloats(arm64.FCMPD, arm64.FCMPDZ, v)
		return floatCC[v.Op], true
	}
	return l.compareInts(v), true
}

// compareFloats compares with a register, or with zero, which needs none.
func (l selector) compareFloats(op, zero arm64.Op, v *ir.Value) {
	if b := v.Args[1]; b.Op == ir.OpConst && b.AuxInt == 0 {
		l.test(zero, 16, 0, l.Scalar(v.Args[0]))
		return
	}
	a, b := l.Scalar(v.Args[0]), l.Scalar(v.Args[1])
	l.test(op, 16, 0, a, b)
}

// compareInts emits a comparison of integers, pointers or bools. Narrow integers are extended.
func (l selector) compareInts(v *ir.Value) arm64.CC {
	a, b := v.Args[0], v.Args[1]
	cc := intCC[v.Op]
	if a.IsConst() && !b.IsConst() {
		a, b, cc = b, a, swapCC[cc]
	}
	size := max(4, a.Type.Elem.Size())
	signed := v.Op == ir.OpLtS || v.Op == ir.OpLeS
	if b.IsConst() {
		n := b.Int()
		if e := b.Type.Elem; e.Size() < 4 && !signed {
			n = b.AuxInt // zero-extended
		}
		ra := l.Scalar(l.Extended(a, signed))
		switch {
		case arm64.IsAddImm(n):
			l.test(arm64.CMPI, size, n, ra)
		case arm64.IsAddImm(-n):
			l.test(arm64.CMNI, size, -n, ra)
		default:
			l.test(arm64.CMP, size, 0, ra, l.GpConst(n))
		}
		return cc
	}
	ra, rb := l.Scalar(l.Extended(a, signed)), l.Scalar(l.Extended(b, signed))
	l.test(arm64.CMP, size, 0, ra, rb)
	return cc
}

// cond sets the flags for a bool and returns its condition.
func (l selector) cond(v *ir.Value) arm64.CC { return arm64.CC(l.Lowerer.Cond(v)) }

// TestBool sets the flags for a bool in a register, whose upper bits are undefined.
func (l selector) TestBool(r mach.Reg) lower.CondCode {
	l.test(arm64.TSTI, 4, 1, r)
	return lower.CondCode(arm64.NE)
}

// Branch returns the branch for v. Tests for zero, of the sign and of a single bit have their own branch
// instructions.
func (l selector) Branch(v *ir.Value) mach.Inst {
	yes, no := arm64.CBNZ, arm64.CBZ
	bitYes, bitNo := arm64.TBNZ, arm64.TBZ
	x := v
	for x.Op == ir.OpNot && x.Type == ir.TBool && l.Reps[x.ID].State != lower.RepDone {
		x, yes, no, bitYes, bitNo = x.Args[0], no, yes, bitNo, bitYes
	}
	on := func(op arm64.Op, size int, r mach.Reg, bit int64) mach.Inst {
		return mach.Inst{Pseudo: mach.Branch, Op: uint16(op), Size: uint8(size), NArgs: 1, Args: [2]mach.Reg{r},
			Imm: bit, MemPos: -1}
	}
	done := l.Reps[x.ID].State == lower.RepDone
	again := x.Uses == 1 || x.Op.IsCompare() || int(x.ID) >= l.F.NumValues() // see Lowerer.Cond
	switch {
	case x.Op == ir.OpConst:
	case done || !again || !x.Op.IsCompare() && x.Op != ir.OpAny && x.Op != ir.OpAll:
		return on(bitYes, 8, l.Scalar(x), 0)
	case x.Op == ir.OpAny:
		w, size := l.maskWord(x.Args[0], false)
		return on(yes, size, w, 0)
	case x.Op == ir.OpAll || x.Args[0].Type.Elem.IsFloat() || !x.Args[1].IsConst():
	case (x.Op == ir.OpEq || x.Op == ir.OpNe) && x.Args[1].AuxInt == 0:
		if x.Op == ir.OpEq {
			yes, bitYes = no, bitNo
		}
		a := x.Args[0]
		size := max(4, a.Type.Elem.Size())
		if a.Op == ir.OpAnd && l.IsDeferred(a) && a.Args[1].IsConst() {
			if n := uint64(a.Args[1].AuxInt); n != 0 && n&(n-1) == 0 {
				return on(bitYes, 8, l.Scalar(a.Args[0]), int64(bits.TrailingZeros64(n)))
			}
		}
		return on(yes, size, l.Scalar(l.Extended(a, false)), 0)
	case x.Op == ir.OpLtS && x.Args[1].AuxInt == 0:
		return on(bitYes, 8, l.Scalar(x.Args[0]), int64(x.Args[0].Type.Elem.Bits()-1))
	}
	return mach.Inst{Pseudo: mach.Branch, CC: uint8(l.cond(v)), MemPos: -1}
}

// BoolValue materializes a bool in a register. It returns NoReg if the flags cannot hold v.
func (l selector) BoolValue(v *ir.Value) mach.Reg {
	if v.Op == ir.OpNot {
		return l.insI(arm64.EORI, 4, 1, l.Scalar(v.Args[0]))
	}
	cc, ok := l.setFlags(v)
	if !ok {
		return mach.NoReg
	}
	return l.insCC(arm64.CSET, 4, cc)
}
