package lower

import (
	"slices"

	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Opnd is a source operand: a register or a memory location, possibly one element that is broadcast.
type Opnd struct {
	R     mach.Reg
	mem   mach.Mem
	isMem bool
	bcst  bool
}

// Reg returns a register operand.
func Reg(r mach.Reg) Opnd { return Opnd{R: r} }

// Memory returns a memory operand.
func Memory(m mach.Mem) Opnd { return Opnd{mem: m, isMem: true} }

// Spec describes an instruction to build, without its operands.
type Spec struct {
	Op    uint16
	Size  int
	Imm   int64
	Mask  mach.Reg // NoReg if none
	Zero  bool
	Merge mach.Reg // value of the lanes masked off, unless Zero
	Cc    CondCode
}

// add appends an instruction without operands. The caller fills it in place, so that it is not copied.
func (l *Lowerer) add() *mach.Inst {
	b := l.B
	n := len(b.Insts)
	if n == cap(b.Insts) {
		b.Insts = slices.Grow(b.Insts, 1)
	}
	b.Insts = b.Insts[:n+1]
	in := &b.Insts[n]
	*in = mach.Inst{}
	in.MemPos, in.Pos = -1, int32(l.Pos)
	return in
}

// addPseudo appends a pseudo instruction without operands.
func (l *Lowerer) addPseudo(p mach.Pseudo, pos ir.Pos) *mach.Inst {
	in := l.add()
	in.Pseudo, in.Pos = p, int32(pos)
	return in
}

// addSpec appends an instruction without operands.
func (l *Lowerer) addSpec(s *Spec, d *mach.Desc) *mach.Inst {
	in := l.add()
	in.Op, in.Size, in.N, in.CC = s.Op, uint8(s.Size), d.N, uint8(s.Cc)
	in.HasImm, in.Imm = d.Flags&mach.Immediate != 0, s.Imm
	in.Mask = s.Mask
	return in
}

// Build appends an instruction and returns its new result register. args are its operands except a write-only
// destination. If the destination is also read, the first argument is tied to it.
func (l *Lowerer) Build(s Spec, args ...Opnd) mach.Reg {
	d := l.Desc(s.Op)
	in := l.addSpec(&s, d)
	in.Zero = s.Zero
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

// Effect appends an instruction without a result register, such as one that sets flags or stores.
func (l *Lowerer) Effect(s Spec, args ...Opnd) {
	l.operands(l.addSpec(&s, l.Desc(s.Op)), 0, args)
}

// operands fills in args, starting at operand k of the instruction. At most one of them is memory.
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

// NewReg returns a new register for an instruction's destination.
func (l *Lowerer) NewReg(o *mach.Role, size int) mach.Reg {
	switch o.Class {
	case mach.Vec:
		return l.M.NewVReg(mach.Vec, max(16, o.RegW.Bytes(uint8(size))))
	case mach.Mask:
		return l.M.NewVReg(mach.Mask, 8)
	}
	return l.M.NewVReg(mach.GP, 8)
}

// Desc returns the description of an op of the architecture.
func (l *Lowerer) Desc(op uint16) *mach.Desc {
	if d := l.descs[op].Load(); d != nil {
		return d
	}
	return l.T.Arch.Desc(op)
}
