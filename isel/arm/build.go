package arm

import (
	"encoding/binary"
	"math"

	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// selector is the lowerer with methods that select arm64 instructions.
type selector struct{ *lower.Lowerer }

// Selector returns the view of a lowering that selects arm64 instructions.
func (a *ISA) Selector(l *lower.Lowerer) lower.Selector { return selector{l} }

// ins appends an instruction on registers. insI adds an immediate, insM takes memory as its last operand, and
// insCC reads the flags.
func (l selector) ins(op arm64.Op, size int, args ...mach.Reg) mach.Reg {
	return l.insI(op, size, 0, args...)
}

func (l selector) insI(op arm64.Op, size int, imm int64, args ...mach.Reg) mach.Reg {
	var ops [mach.MaxOperands]lower.Opnd
	for i, a := range args {
		ops[i].R = a
	}
	return l.Build(lower.Spec{Op: uint16(op), Size: size, Imm: imm}, ops[:len(args)]...)
}

func (l selector) insM(op arm64.Op, size int, m mach.Mem) mach.Reg {
	return l.Build(lower.Spec{Op: uint16(op), Size: size}, lower.Memory(m))
}

func (l selector) insCC(op arm64.Op, size int, cc arm64.CC, args ...mach.Reg) mach.Reg {
	var ops [mach.MaxOperands]lower.Opnd
	for i, a := range args {
		ops[i].R = a
	}
	return l.Build(lower.Spec{Op: uint16(op), Size: size, Cc: lower.CondCode(cc)}, ops[:len(args)]...)
}

// test appends an instruction whose result is in the flags.
func (l selector) test(op arm64.Op, size int, imm int64, args ...mach.Reg) {
	var ops [3]lower.Opnd
	for i, a := range args {
		ops[i].R = a
	}
	l.Effect(lower.Spec{Op: uint16(op), Size: size, Imm: imm}, ops[:len(args)]...)
}

// byElem returns the op of a family for elements of es bytes.
func byElem(es int, b, h, s, d arm64.Op) arm64.Op {
	switch es {
	case 1:
		return b
	case 2:
		return h
	case 4:
		return s
	}
	return d
}

// IntConst returns the instruction that makes an integer constant.
func (a *ISA) IntConst(n int64) mach.Inst {
	return mach.Inst{Op: uint16(arm64.MOVI), Size: 8, N: 1, MemPos: -1, HasImm: true, Imm: n}
}

// VecLoad returns an instruction that makes the constant from an immediate, or else loads 16 bytes from the pool.
func (l selector) VecLoad(b []byte) mach.Inst {
	if op, imm, ok := vecImm(b); ok {
		return mach.Inst{Op: uint16(op), Size: 16, N: 1, MemPos: -1, HasImm: true, Imm: imm}
	}
	return mach.Inst{Op: uint16(arm64.VLDR), Size: 16, N: 2, MemPos: 1, Mem: l.PoolMem(b)}
}

// vecImm returns an instruction that makes 16 bytes from an immediate, if there is one.
func vecImm(b []byte) (op arm64.Op, imm int64, ok bool) {
	if len(b) != 16 || binary.LittleEndian.Uint64(b) != binary.LittleEndian.Uint64(b[8:]) {
		return 0, 0, false
	}
	x := binary.LittleEndian.Uint64(b)
	w, h := uint32(x), uint16(x)
	same32 := x == uint64(w)<<32|uint64(w)
	same16 := same32 && w == uint32(h)<<16|uint32(h)
	switch {
	case same16 && h == h&0xff<<8|h&0xff:
		return arm64.VMOVIB, int64(h & 0xff), true
	case same16 && arm64.IsVecMoveImm(2, int64(h)):
		return arm64.VMOVIH, int64(h), true
	case same16 && arm64.IsVecMoveImm(2, int64(^h)):
		return arm64.VMVNIH, int64(^h), true
	case same32 && arm64.IsVecMoveImm(4, int64(w)):
		return arm64.VMOVIS, int64(w), true
	case same32 && arm64.IsVecMoveImm(4, int64(^w)):
		return arm64.VMVNIS, int64(^w), true
	case arm64.IsVecMoveImm(8, int64(x)):
		return arm64.VMOVID, int64(x), true
	}
	if same32 {
		if n, ok := arm64.FPImm8(float64(math.Float32frombits(w))); ok {
			return arm64.VFMOVIS, n, true
		}
	}
	if n, ok := arm64.FPImm8(math.Float64frombits(x)); ok {
		return arm64.VFMOVID, n, true
	}
	return 0, 0, false
}

// ScalarLoad returns the load of a scalar. Narrow integers are zero-extended.
func (a *ISA) ScalarLoad(e ir.Elem) (op uint16, size uint8) {
	switch e {
	case ir.Bool, ir.I8:
		return uint16(arm64.LDRB), 4
	case ir.I16:
		return uint16(arm64.LDRH), 4
	case ir.I32:
		return uint16(arm64.LDR), 4
	case ir.F32:
		return uint16(arm64.FLDRS), 16
	case ir.F64:
		return uint16(arm64.FLDRD), 16
	}
	return uint16(arm64.LDR), 8
}

// ObjectAddress returns the instruction for an address that depends on no register. The encoder turns ADR of a
// slot into an addition.
func (a *ISA) ObjectAddress(m mach.Mem) mach.Inst {
	return mach.Inst{Op: uint16(arm64.ADR), Size: 8, N: 2, MemPos: 1, Mem: m}
}
