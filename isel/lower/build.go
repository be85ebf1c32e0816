package lower

import (
	"hotloop/isel/mach"
)

// Opnd is a source operand: a register, or memory, perhaps one element broadcast.
type Opnd struct {
	R     mach.Reg
	mem   mach.Mem
	isMem bool
	bcst  bool
}

// Reg is a register as an operand.
func Reg(r mach.Reg) Opnd { return Opnd{R: r} }

// Memory is a place in memory as an operand.
func Memory(m mach.Mem) Opnd { return Opnd{mem: m, isMem: true} }

// Spec is an instruction to build less its operands.
type Spec struct {
	Op    uint16
	Size  int
	Imm   int64
	Mask  mach.Reg // NoReg if none
	Zero  bool
	Merge mach.Reg // what lanes masked off keep, if not zero
	Cc    CondCode
}

// Build appends an instruction and returns its result register, new. args are its operands less a destination that is
// only written; the first one is tied to a destination that is read too.
func (l *Lowerer) Build(s Spec, args ...Opnd) mach.Reg {
	d := l.Desc(s.Op)
	l.B.Insts = append(l.B.Insts, mach.Inst{Op: s.Op, Size: uint8(s.Size), N: d.N, MemPos: -1, CC: uint8(s.Cc),
		HasImm: d.Flags&mach.Immediate != 0, Imm: s.Imm,
		Decorations: mach.Decorations{Mask: s.Mask, Zero: s.Zero}, Pos: int32(l.Pos)})
	in := &l.B.Insts[len(l.B.Insts)-1]
	var dst mach.Reg
	k := 0
	if d.N > 0 && d.Roles[0].Access&mach.Def != 0 {
		o := &d.Roles[0]
		dst = l.NewReg(o, s.Size)
		in.Regs[0] = dst
		if o.Access == mach.UseDef {
			in.Tied = args[0].R
			args = args[1:]
		} else if s.Merge != mach.NoReg {
			in.Tied = s.Merge
		}
		k = 1
	}
	l.operands(in, k, args)
	return dst
}

// Effect appends an instruction without a result register: flags, stores.
func (l *Lowerer) Effect(s Spec, args ...Opnd) {
	d := l.Desc(s.Op)
	l.B.Insts = append(l.B.Insts, mach.Inst{Op: s.Op, Size: uint8(s.Size), N: d.N, MemPos: -1, CC: uint8(s.Cc),
		HasImm: d.Flags&mach.Immediate != 0, Imm: s.Imm,
		Decorations: mach.Decorations{Mask: s.Mask}, Pos: int32(l.Pos)})
	l.operands(&l.B.Insts[len(l.B.Insts)-1], 0, args)
}

// operands fills in args from operand k of the instruction on. Of those, one at most is memory.
func (l *Lowerer) operands(in *mach.Inst, k int, args []Opnd) {
	for i := range args {
		a := &args[i]
		if a.isMem {
			if in.MemPos >= 0 {
				l.F.Fatalf("isel: two memory operands for %s", l.T.Arch.OpName(in.Op))
			}
			in.MemPos, in.Mem, in.Bcst = int8(k), a.mem, a.bcst
		} else {
			if a.R == mach.NoReg {
				l.F.Fatalf("isel: operand %d of %s is missing", k, l.T.Arch.OpName(in.Op))
			}
			in.Regs[k] = a.R
		}
		k++
	}
}

// NewReg makes the register for an instruction's destination.
func (l *Lowerer) NewReg(o *mach.Role, size int) mach.Reg {
	switch o.Class {
	case mach.Vec:
		return l.M.NewVReg(mach.Vec, max(16, o.RegW.Bytes(uint8(size))))
	case mach.Mask:
		return l.M.NewVReg(mach.Mask, 8)
	}
	return l.M.NewVReg(mach.GP, 8)
}

// Desc describes an op of the architecture.
func (l *Lowerer) Desc(op uint16) *mach.Desc {
	if d := l.descs[op].Load(); d != nil {
		return d
	}
	return l.T.Arch.Desc(op)
}
