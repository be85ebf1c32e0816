package arm64

import "hotloop/asm"

// A Mode is an addressing mode: whether and when a memory access changes its base register.
type Mode uint8

// Addressing modes: the base is unchanged (Offset), is set to the address before the access (PreIndex), or has
// Disp or Index added after the access (PostIndex).
const (
	Offset Mode = iota
	PreIndex
	PostIndex
)

// A Mem is a memory operand: [Base + Disp], [Base + ext(Index)*Scale], or [Label + Disp] relative to PC.
type Mem struct {
	Base  Reg      // general register or SP; NoReg with Label
	Index Reg      // general register or NoReg
	Scale uint8    // 1 or the size of the access; 0 counts as 1
	Ext   Modifier // extension of the index: ModUXTW or ModSXTW of its lower half, ModSXTX; ModNone: all 64 bits
	Mode  Mode
	Disp  int32
	Label asm.Label // if set, the address is PC-relative and Base and Index must be NoReg
}

// An Inst is one instruction with physical registers, or a pseudo instruction for the assembler: LABEL binds
// Target, ALIGN pads to a multiple of Imm, and MOVI expands to the shortest sequence that makes its constant.
type Inst struct {
	Op Op
	// Size is the operation size in bytes: 4 or 8 for general registers and conversions from and to them, 8 or 16
	// for vectors. It is ignored if the Op has only one size (scalar floating point, most instructions that widen
	// or narrow, branches).
	Size   uint8
	N      uint8  // number of operands in Reg
	MemPos int8   // index of the memory operand; -1: none
	Reg    [5]Reg // Arm's order, destination first; the first register of a register list
	CC     CC
	Mem    Mem
	Target asm.Label // branch target; the label that LABEL binds
	Imm    int64     // see ImmKind
	Pos    int32     // source position for the line table, in the caller's numbering; 0: none
}

// New returns an instruction without a memory operand.
func New(op Op, size int, regs ...Reg) Inst {
	in := Inst{Op: op, Size: uint8(size), N: uint8(len(regs)), MemPos: -1}
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
func Ptr(base Reg, disp int32) Mem { return Mem{Base: base, Index: NoReg, Disp: disp} }

// PtrIndex returns the address base+ext(index)*scale; ModNone uses all 64 bits of the index.
func PtrIndex(base, index Reg, scale uint8, ext Modifier) Mem {
	return Mem{Base: base, Index: index, Scale: scale, Ext: ext}
}

// PtrPre returns the address base+disp, which becomes the new base.
func PtrPre(base Reg, disp int32) Mem {
	return Mem{Base: base, Index: NoReg, Disp: disp, Mode: PreIndex}
}

// PtrPost returns the address base and adds disp to base after the access.
func PtrPost(base Reg, disp int32) Mem {
	return Mem{Base: base, Index: NoReg, Disp: disp, Mode: PostIndex}
}

// PtrPostReg returns the address base and adds index to base after the access; it is for structures only.
func PtrPostReg(base, index Reg) Mem { return Mem{Base: base, Index: index, Mode: PostIndex} }

// PtrLabel returns the PC-relative address of l+disp.
func PtrLabel(l asm.Label, disp int32) Mem {
	return Mem{Base: NoReg, Index: NoReg, Disp: disp, Label: l}
}

// WithImm returns a copy of in with an immediate.
func (in Inst) WithImm(v int64) Inst { in.Imm = v; return in }

// WithCC returns a copy of in with a condition.
func (in Inst) WithCC(cc CC) Inst { in.CC = cc; return in }

// To returns a copy of in with a branch target.
func (in Inst) To(l asm.Label) Inst { in.Target = l; return in }

// Jump returns a branch to l.
func Jump(l asm.Label) Inst { return New(B, 0).To(l) }

// JumpIf returns a branch to l that is taken if cc holds.
func JumpIf(cc CC, l asm.Label) Inst { return New(BCC, 0).WithCC(cc).To(l) }

// Bind returns the pseudo instruction that binds l to the current position.
func Bind(l asm.Label) Inst { return New(LABEL, 0).To(l) }

// Align returns the pseudo instruction that pads with NOPs to a multiple of n, a power of two from 4. If until is
// a label, it pads only where the code up to until would otherwise span more blocks of n bytes than its size
// requires.
func Align(n int, until asm.Label) Inst { return New(ALIGN, 0).WithImm(int64(n)).To(until) }

// Pair packs the immediates of an instruction that has two, in the order in which they are printed: destination
// lane and source lane (VINSSE), lowest bit and width (UBFX), comparand and flags (CCMPI).
func Pair(first, second int) int64 { return int64(first) | int64(second)<<8 }

// Wide packs the immediate of MOVZ, MOVN and MOVK: 16 bits for the quarter at bit shift, a multiple of 16.
func Wide(v uint16, shift int) int64 { return int64(v) | int64(shift/16)<<16 }

// OpSize returns the only size of the Op if there is just one, else Size.
func (in *Inst) OpSize() uint8 {
	if s := opInfo[in.Op].Sizes; s&(s-1) == 0 {
		return s
	}
	return in.Size
}

// Access returns how in accesses operand i.
func (in *Inst) Access(i int) Access { return opInfo[in.Op].Operands[i].Access }

// MemAccess returns how in accesses the memory operand, or 0 if it has none or only computes the address.
func (in *Inst) MemAccess() Access {
	if in.MemPos < 0 || in.MemBytes() == 0 {
		return 0
	}
	return opInfo[in.Op].Operands[in.MemPos].Access
}

// MemBytes returns the size of the memory operand in bytes.
func (in *Inst) MemBytes() int {
	if in.MemPos < 0 {
		return 0
	}
	o := &opInfo[in.Op].Operands[in.MemPos]
	return o.MemW.Bytes(in.OpSize()) * int(o.MemN)
}

// BaseAccess returns how in accesses the base register of its memory operand, or 0 if there is none.
func (in *Inst) BaseAccess() Access {
	switch {
	case in.MemPos < 0 || in.Mem.Base == NoReg:
		return 0
	case in.Mem.Mode != Offset:
		return ReadWrite
	}
	return Read
}

// Features returns the CPU features that in requires.
func (in *Inst) Features() Feature { return opInfo[in.Op].Feature }
