package amd64

import "hotloop/asm"

// A Mem is a memory operand: [Base + Index*Scale + Disp], or [Label + Disp] relative to RIP.
type Mem struct {
	Base  Reg   // general register or NoReg
	Index Reg   // general register except RSP, or NoReg; for gathers and scatters a vector register
	Scale uint8 // 1, 2, 4 or 8; 0 counts as 1
	Disp  int32
	Label asm.Label // if set, the address is RIP-relative and Base and Index must be NoReg
}

// An Inst is one instruction with physical registers, or a pseudo instruction for the assembler: LABEL binds
// Target, ALIGN pads to a multiple of Imm.
type Inst struct {
	Op Op
	// Size is the operation size in bytes: 1 to 8 for general registers and conversions from and to them; 16, 32
	// or 64, the vector length, otherwise. Size is ignored if the Op has only one size (scalar floating point,
	// mask registers, jumps).
	Size   uint8
	N      uint8     // number of operands in Reg
	MemPos int8      // index of the memory operand; -1: none
	Reg    [5]Reg    // Intel order, destination first
	Mask   Reg       // EVEX mask; NoReg or the zero value: none
	Zero   bool      // zero masked-out elements instead of keeping them
	Bcst   bool      // the memory operand is one element, broadcast
	Round  RoundMode // only without a memory operand
	CC     CC
	Mem    Mem
	Target asm.Label // branch target; the label that LABEL binds
	Imm    int64
	Pos    int32 // source position for the line table, in the caller's numbering; 0: none
}

// New returns an instruction without a memory operand.
func New(op Op, size int, regs ...Reg) Inst {
	in := Inst{Op: op, Size: uint8(size), N: uint8(len(regs)), MemPos: -1, Mask: NoReg}
	in.Reg = [5]Reg{NoReg, NoReg, NoReg, NoReg, NoReg}
	copy(in.Reg[:], regs)
	in.Mem.Base, in.Mem.Index = NoReg, NoReg
	return in
}

// NewMem returns an instruction whose operand pos is the memory operand m. regs lists all operands, with a
// placeholder at pos.
func NewMem(op Op, size, pos int, m Mem, regs ...Reg) Inst {
	in := New(op, size, regs...)
	in.MemPos, in.Mem = int8(pos), m
	in.Reg[pos] = NoReg
	return in
}

// Ptr returns the address base+disp.
func Ptr(base Reg, disp int32) Mem { return Mem{Base: base, Index: NoReg, Scale: 1, Disp: disp} }

// PtrIndex returns the address base+index*scale+disp.
func PtrIndex(base, index Reg, scale uint8, disp int32) Mem {
	return Mem{Base: base, Index: index, Scale: scale, Disp: disp}
}

// PtrLabel returns the RIP-relative address of l+disp.
func PtrLabel(l asm.Label, disp int32) Mem {
	return Mem{Base: NoReg, Index: NoReg, Disp: disp, Label: l}
}

// WithImm returns a copy of in with an immediate.
func (in Inst) WithImm(v int64) Inst { in.Imm = v; return in }

// WithMask returns a copy of in with mask k, zeroing or merging.
func (in Inst) WithMask(k Reg, zero bool) Inst { in.Mask, in.Zero = k, zero; return in }

// WithBcst returns a copy of in with its memory operand broadcast.
func (in Inst) WithBcst() Inst { in.Bcst = true; return in }

// WithRound returns a copy of in with a static rounding mode.
func (in Inst) WithRound(r RoundMode) Inst { in.Round = r; return in }

// Jump returns an unconditional jump to l.
func Jump(l asm.Label) Inst { in := New(JMP, 0); in.Target = l; return in }

// Jcc returns a jump to l that is taken if cc holds.
func Jcc(cc CC, l asm.Label) Inst { in := New(JCC, 0); in.CC, in.Target = cc, l; return in }

// Bind returns the pseudo instruction that binds l to the current position.
func Bind(l asm.Label) Inst { in := New(LABEL, 0); in.Target = l; return in }

// Align returns the pseudo instruction that pads with NOPs to a multiple of n, a power of two. If until is a
// label, it pads only where the code up to until would otherwise span more blocks of n bytes than its size
// requires.
func Align(n int, until asm.Label) Inst {
	in := New(ALIGN, 0).WithImm(int64(n))
	in.Target = until
	return in
}

// Masked reports whether in has an EVEX mask. Any value other than a mask register is no mask, so the zero Inst
// has none.
func (in *Inst) Masked() bool { return in.Mask.Class() == Mask }

// Access returns how in accesses operand i. It differs from the Op's access if a merging mask makes the
// destination an input as well.
func (in *Inst) Access(i int) Access {
	a := opInfo[in.Op].Operands[i].Access
	if i == 0 && a == Write && int8(i) != in.MemPos && in.Masked() && !in.Zero &&
		opInfo[in.Op].Operands[0].Class == Vec {
		a = ReadWrite
	}
	return a
}

// MaskAccess returns how in accesses Mask, or 0 if it has none. Gathers and scatters clear their mask.
func (in *Inst) MaskAccess() Access {
	switch {
	case !in.Masked():
		return 0
	case opInfo[in.Op].Flags&NeedMask != 0:
		return ReadWrite
	}
	return Read
}

// MemAccess returns how in accesses the memory operand, or 0 if it has none or only computes the address.
func (in *Inst) MemAccess() Access {
	if in.MemPos < 0 {
		return 0
	}
	o := &opInfo[in.Op].Operands[in.MemPos]
	if o.MemW == 0 {
		return 0
	}
	return o.Access
}

// MemBytes returns the size of the memory operand in bytes; for gathers and scatters, the size of one element.
func (in *Inst) MemBytes() int {
	if in.MemPos < 0 {
		return 0
	}
	info := &opInfo[in.Op]
	if in.Bcst {
		return int(info.Bcst)
	}
	return info.Operands[in.MemPos].MemW.Bytes(in.OpSize())
}

// OpSize returns the only size of the Op if there is just one, else Size.
func (in *Inst) OpSize() uint8 {
	if s := opInfo[in.Op].Sizes; s&(s-1) == 0 {
		return s
	}
	return in.Size
}

// Features returns the CPU features that in requires. The encoder prefers VEX where the operands allow it.
func (in *Inst) Features() Feature { return opInfo[in.Op].needs(in.OpSize(), in.needsEVEX()) }

// needs returns the CPU features that the VEX or EVEX form requires at a size.
func (info *OpInfo) needs(size uint8, evex bool) Feature {
	switch {
	case evex && size < 64 && info.Flags&ScalarVec == 0:
		return info.EVEX | FeatAVX512VL
	case evex:
		return info.EVEX
	case size >= 32:
		return info.VEX256
	}
	return info.VEX
}

// needsEVEX reports whether only the EVEX form can express in.
func (in *Inst) needsEVEX() bool {
	info := &opInfo[in.Op]
	if info.EVEX == NoForm {
		return false
	}
	if info.VEX == NoForm || in.OpSize() == 64 || in.Masked() || in.Zero || in.Bcst || in.Round != RoundNone {
		return true
	}
	for i := range in.N {
		if r := in.Reg[i]; r >= V16 && r <= V31 && int8(i) != in.MemPos {
			return true
		}
	}
	if in.MemPos >= 0 {
		return info.Flags&VEXRegOnly != 0 || in.Mem.Index >= V16 && in.Mem.Index <= V31
	}
	return false
}
