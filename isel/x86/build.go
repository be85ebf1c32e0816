package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// selector is the lowerer with methods that select amd64 instructions.
type selector struct{ *lower.Lowerer }

// Selector returns the view of a lowering that selects amd64 instructions.
func (a *ISA) Selector(l *lower.Lowerer) lower.Selector { return selector{l} }

func (l selector) Finish() {}

// Has reports whether the target has an instruction for registers of size bytes.
func (l selector) Has(op amd64.Op, size int) bool { return l.T.Arch.Has(uint16(op), size) }

// spec is lower.Spec with the assembler's types.
type spec struct {
	op    amd64.Op
	size  int
	imm   int64
	mask  mach.Reg // EVEX mask, NoReg if none
	zero  bool
	merge mach.Reg // value of the inactive lanes, unless zero
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

// ins appends an instruction on registers. insI adds an immediate; insM takes memory as its last operand.
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

// IntConst returns the instruction that makes an integer constant.
func (a *ISA) IntConst(n int64) mach.Inst {
	in := mach.Inst{Op: uint16(amd64.MOVI), Size: 8, N: 1, MemPos: -1, HasImm: true, Imm: n}
	if uint64(n) <= 0xffffffff {
		in.Size = 4
	}
	return in
}

// VecLoad returns the load of a vector constant. A constant with a period of 4 or 8 bytes occupies only one
// period in the pool, and the load broadcasts it.
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

// ScalarLoad returns the load of a scalar. Narrow integers are zero-extended to break the dependency on the old
// register. The upper bits of the value are still considered undefined.
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

// byBytes returns the instruction of a family for lanes of es bytes: b, w, d or q. It returns 0 for other sizes.
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
