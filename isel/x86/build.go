package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// selector is the lowerer with what it takes to select instructions of amd64.
type selector struct{ *lower.Lowerer }

// Selector is the view of a lowering that knows the instructions.
func (a *ISA) Selector(l *lower.Lowerer) lower.Selector { return selector{l} }

func (l selector) Finish() {}

// Has says whether the target has an instruction for registers of size bytes.
func (l selector) Has(op amd64.Op, size int) bool { return l.T.Arch.Has(uint16(op), size) }

// spec is spec with the assembler's types.
type spec struct {
	op    amd64.Op
	size  int
	imm   int64
	mask  mach.Reg // EVEX mask, NoReg if none
	zero  bool
	merge mach.Reg // what lanes masked off keep, if not zero
	cc    amd64.CC
}

func (s *spec) spec() lower.Spec {
	return lower.Spec{Op: uint16(s.op), Size: s.size, Imm: s.imm, Mask: s.mask, Zero: s.zero, Merge: s.merge,
		Cc: lower.CondCode(s.cc)}
}

func (l selector) build(s spec, args ...lower.Opnd) mach.Reg {
	return l.Lowerer.Build(s.spec(), args...)
}
func (l selector) effect(s spec, args ...lower.Opnd) { l.Lowerer.Effect(s.spec(), args...) }

// ins and insI append an instruction on registers, insM one whose last operand is memory.
func (l selector) ins(op amd64.Op, size int, args ...mach.Reg) mach.Reg {
	return l.insI(op, size, 0, args...)
}

func (l selector) insI(op amd64.Op, size int, imm int64, args ...mach.Reg) mach.Reg {
	var ops [4]lower.Opnd
	for i, a := range args {
		ops[i].R = a
	}
	return l.build(spec{op: op, size: size, imm: imm}, ops[:len(args)]...)
}

func (l selector) insM(op amd64.Op, size int, m mach.Mem, args ...mach.Reg) mach.Reg {
	var ops [4]lower.Opnd
	for i, a := range args {
		ops[i].R = a
	}
	ops[len(args)] = lower.Memory(m)
	return l.build(spec{op: op, size: size}, ops[:len(args)+1]...)
}

// IntConst makes an integer.
func (a *ISA) IntConst(n int64) mach.Inst {
	in := mach.Inst{Op: uint16(amd64.MOVI), Size: 8, N: 1, MemPos: -1, HasImm: true, Imm: n}
	if uint64(n) <= 0xffffffff {
		in.Size = 4
	}
	return in
}

// VecLoad: constants that repeat after 4 or 8 bytes take as much of the pool and are broadcast by the load.
func (l selector) VecLoad(b []byte) mach.Inst {
	size := len(b)
	in := mach.Inst{N: 2, MemPos: 1, Size: uint8(size)}
	switch period := lower.BytesPeriod(b); {
	case period == 4:
		in.Op, in.Mem = uint16(amd64.VBROADCASTSS), l.PoolMem(b[:4])
	case period == 8 && size == 16:
		in.Op, in.Mem = uint16(amd64.VMOVDDUPL), l.PoolMem(b[:8])
	case period == 8:
		in.Op, in.Mem = uint16(amd64.VBROADCASTSD), l.PoolMem(b[:8])
	default:
		in.Op, in.Mem = uint16(amd64.VMOVUPS), l.PoolMem(b)
	}
	return in
}

// ScalarLoad: narrow integers are extended with zeros, which breaks the dependence on the old register (the value's
// upper bits count as junk all the same).
func (a *ISA) ScalarLoad(e ir.Elem) (op uint16, size uint8) {
	switch e {
	case ir.Bool, ir.I8:
		return uint16(amd64.MOVZXB), 4
	case ir.I16:
		return uint16(amd64.MOVZXW), 4
	case ir.I32:
		return uint16(amd64.MOV), 4
	case ir.F32:
		return uint16(amd64.VMOVSS), 16
	case ir.F64:
		return uint16(amd64.VMOVSD), 16
	}
	return uint16(amd64.MOV), 8
}

// byBytes is the instruction of a family for lanes of es bytes: b, w, d or q; 0 if there are no such lanes.
func byBytes(es int, b, w, d, q amd64.Op) amd64.Op {
	switch es {
	case 1:
		return b
	case 2:
		return w
	case 4:
		return d
	case 8:
		return q
	}
	return 0
}
