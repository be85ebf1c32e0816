package arm64

import "hotloop/asm"

// A Mode says whether and when a memory access changes its base register.
type Mode uint8

// The modes: the base stays, gets the address before the access, or has Disp (or Index) added after it.
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
	Ext   Modifier // of the index: ModUXTW or ModSXTW of its lower half, ModSXTX; ModNone: all 64 bits
	Mode  Mode
	Disp  int32
	Label asm.Label // if set, the address is PC-relative, and Base and Index must be NoReg
}

// An Inst is one instruction with physical registers, or a pseudo instruction for the assembler: LABEL binds Target,
// ALIGN pads to Imm, and MOVI becomes the shortest sequence that makes its constant.
type Inst struct {
	Op Op
	// Size is the bytes of the operation: 4 or 8 for general registers and conversions from and to them, 8 or 16 for
	// vectors. It does not matter where the Op has one size only (scalar floating point, most instructions that widen
	// or narrow, branches).
	Size   uint8
	N      uint8  // operands in Reg
	MemPos int8   // which operand is Mem; -1: none
	Reg    [5]Reg // Arm's order, destination first; of a register list, the first
	CC     CC
	Mem    Mem
	Target asm.Label // branch target; the label that LABEL binds
	Imm    int64     // see ImmKind
	Pos    int32     // source position for the line table, as the caller counts them; 0: none
}

// New returns an instruction on registers.
func New(op Op, size int, regs ...Reg) Inst {
	in := Inst{Op: op, Size: uint8(size), N: uint8(len(regs)), MemPos: -1}
	in.Reg = [5]Reg{NoReg, NoReg, NoReg, NoReg, NoReg}
	copy(in.Reg[:], regs)
	in.Mem.Base, in.Mem.Index = NoReg, NoReg
	return in
}

// NewMem returns an instruction whose operand pos is the memory operand m; regs are all operands, that one a
// placeholder.
func NewMem(op Op, size, pos int, m Mem, regs ...Reg) Inst {
	in := New(op, size, regs...)
	in.MemPos, in.Mem = int8(pos), m
	in.Reg[pos] = NoReg
	return in
}

// Ptr returns the address base+disp.
func Ptr(base Reg, disp int32) Mem { return Mem{Base: base, Index: NoReg, Disp: disp} }

// PtrIndex returns the address base+ext(index)*scale; ModNone takes the index as it is.
func PtrIndex(base, index Reg, scale uint8, ext Modifier) Mem {
	return Mem{Base: base, Index: index, Scale: scale, Ext: ext}
}

// PtrPre returns the address base+disp, which becomes the new base.
func PtrPre(base Reg, disp int32) Mem {
	return Mem{Base: base, Index: NoReg, Disp: disp, Mode: PreIndex}
}

// PtrPost returns the address base, to which disp is added after the access.
func PtrPost(base Reg, disp int32) Mem {
	return Mem{Base: base, Index: NoReg, Disp: disp, Mode: PostIndex}
}

// PtrPostReg returns the address base, to which index is added after the access: for structures only.
func PtrPostReg(base, index Reg) Mem { return Mem{Base: base, Index: index, Mode: PostIndex} }

// PtrLabel returns the PC-relative address of l+disp.
func PtrLabel(l asm.Label, disp int32) Mem {
	return Mem{Base: NoReg, Index: NoReg, Disp: disp, Label: l}
}

// WithImm returns in with an immediate.
func (in Inst) WithImm(v int64) Inst { in.Imm = v; return in }

// WithCC returns in with a condition.
func (in Inst) WithCC(cc CC) Inst { in.CC = cc; return in }

// To returns in with a branch target.
func (in Inst) To(l asm.Label) Inst { in.Target = l; return in }

// Jump returns a branch to l.
func Jump(l asm.Label) Inst { return New(B, 0).To(l) }

// JumpIf returns a branch to l taken on cc.
func JumpIf(cc CC, l asm.Label) Inst { return New(BCC, 0).WithCC(cc).To(l) }

// Bind returns the pseudo instruction that places l here.
func Bind(l asm.Label) Inst { return New(LABEL, 0).To(l) }

// Align returns the pseudo instruction that pads with NOPs to a multiple of n, a power of two from 4. If until is a
// label, it does so only where the code from here to there would otherwise lie in more blocks of n bytes than it must.
func Align(n int, until asm.Label) Inst { return New(ALIGN, 0).WithImm(int64(n)).To(until) }

// Pair packs the two immediates of an instruction that has two, in the order they are printed: lane of the destination
// and of the source (VINSSE), lowest bit and width (UBFX), comparand and flags (CCMPI).
func Pair(first, second int) int64 { return int64(first) | int64(second)<<8 }

// Wide packs the immediate of MOVZ, MOVN and MOVK: 16 bits for the quarter that begins at bit shift, a multiple of 16.
func Wide(v uint16, shift int) int64 { return int64(v) | int64(shift/16)<<16 }

// OpSize returns Size, or the only size there is for the Op.
func (in *Inst) OpSize() uint8 {
	if s := opInfo[in.Op].Sizes; s&(s-1) == 0 {
		return s
	}
	return in.Size
}

// Access returns how in accesses operand i.
func (in *Inst) Access(i int) Access { return opInfo[in.Op].Operands[i].Access }

// MemAccess returns how in accesses the memory operand; 0 if it has none or only computes the address.
func (in *Inst) MemAccess() Access {
	if in.MemPos < 0 || in.MemBytes() == 0 {
		return 0
	}
	return opInfo[in.Op].Operands[in.MemPos].Access
}

// MemBytes returns how many bytes the memory operand has.
func (in *Inst) MemBytes() int {
	if in.MemPos < 0 {
		return 0
	}
	o := &opInfo[in.Op].Operands[in.MemPos]
	return o.MemW.Bytes(in.OpSize()) * int(o.MemN)
}

// BaseAccess returns how in accesses the base register of its memory operand, 0 if there is none.
func (in *Inst) BaseAccess() Access {
	switch {
	case in.MemPos < 0 || in.Mem.Base == NoReg:
		return 0
	case in.Mem.Mode != Offset:
		return ReadWrite
	}
	return Read
}

// Features returns what the CPU must have for in.
func (in *Inst) Features() Feature { return opInfo[in.Op].Feature }
