package isel

import (
	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// x86 is the lowerer with what it takes to select instructions of amd64.
type x86 struct{ *lowerer }

func (a *AMD64) selector(l *lowerer) selector { return x86{l} }

func (l x86) finish() {}

// has says whether the target has an instruction for registers of size bytes.
func (l x86) has(op amd64.Op, size int) bool { return l.t.arch.has(uint16(op), size) }

// x86Spec is spec with the assembler's types.
type x86Spec struct {
	op    amd64.Op
	size  int
	imm   int64
	mask  mach.Reg // EVEX mask, NoReg if none
	zero  bool
	merge mach.Reg // what lanes masked off keep, if not zero
	cc    amd64.CC
}

func (s *x86Spec) spec() spec {
	return spec{op: uint16(s.op), size: s.size, imm: s.imm, mask: s.mask, zero: s.zero, merge: s.merge, cc: condCode(s.cc)}
}

func (l x86) build(s x86Spec, args ...opnd) mach.Reg { return l.lowerer.build(s.spec(), args...) }
func (l x86) effect(s x86Spec, args ...opnd)         { l.lowerer.effect(s.spec(), args...) }

// ins and insI append an instruction on registers, insM one whose last operand is memory.
func (l x86) ins(op amd64.Op, size int, args ...mach.Reg) mach.Reg {
	return l.insI(op, size, 0, args...)
}

func (l x86) insI(op amd64.Op, size int, imm int64, args ...mach.Reg) mach.Reg {
	var ops [4]opnd
	for i, a := range args {
		ops[i].r = a
	}
	return l.build(x86Spec{op: op, size: size, imm: imm}, ops[:len(args)]...)
}

func (l x86) insM(op amd64.Op, size int, m mach.Mem, args ...mach.Reg) mach.Reg {
	var ops [4]opnd
	for i, a := range args {
		ops[i].r = a
	}
	ops[len(args)] = memory(m)
	return l.build(x86Spec{op: op, size: size}, ops[:len(args)+1]...)
}

func (a *AMD64) intConst(n int64) mach.Inst {
	in := mach.Inst{Op: uint16(amd64.MOVI), Size: 8, N: 1, MemPos: -1, HasImm: true, Imm: n}
	if uint64(n) <= 0xffffffff {
		in.Size = 4
	}
	return in
}

// vecLoad: constants that repeat after 4 or 8 bytes take as much of the pool and are broadcast by the load.
func (l x86) vecLoad(b []byte) mach.Inst {
	size := len(b)
	in := mach.Inst{N: 2, MemPos: 1, Size: uint8(size)}
	switch period := bytesPeriod(b); {
	case period == 4:
		in.Op, in.Mem = uint16(amd64.VBROADCASTSS), l.poolMem(b[:4])
	case period == 8 && size == 16:
		in.Op, in.Mem = uint16(amd64.VMOVDDUPL), l.poolMem(b[:8])
	case period == 8:
		in.Op, in.Mem = uint16(amd64.VBROADCASTSD), l.poolMem(b[:8])
	default:
		in.Op, in.Mem = uint16(amd64.VMOVUPS), l.poolMem(b)
	}
	return in
}

// scalarLoad: narrow integers are extended with zeros, which breaks the dependence on the old register (the value's upper
// bits count as junk all the same).
func (a *AMD64) scalarLoad(e ir.Elem) (op uint16, size uint8) {
	o, size := x86ScalarLoad(e)
	return uint16(o), size
}

func x86ScalarLoad(e ir.Elem) (amd64.Op, uint8) {
	switch e {
	case ir.Bool, ir.I8:
		return amd64.MOVZXB, 4
	case ir.I16:
		return amd64.MOVZXW, 4
	case ir.I32:
		return amd64.MOV, 4
	case ir.F32:
		return amd64.VMOVSS, 16
	case ir.F64:
		return amd64.VMOVSD, 16
	}
	return amd64.MOV, 8
}
