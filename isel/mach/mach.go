// Package mach holds machine instructions over virtual registers: what instruction selection makes, the scheduler
// reorders, the register allocator rewrites and the emitter turns into bytes.
//
// # Form
//
// Before allocation a Func is in SSA form with block parameters: every virtual register is defined once, by an
// instruction or as a parameter of a block, and a block passes one argument per parameter to each successor.
// An instruction whose destination is also a source (VFMADD231PS, two-address ADD, a merge-masked operation) names
// the source in Tied; the allocator puts both into one register, copying where it must. After allocation all registers
// are physical, Tied is implied by the destination, and block parameters are gone.
//
// A few conventions complete this:
//   - The entry block may have one parameter: the argument block's address. Its VReg has FrameBased set.
//   - A result that shares its register with a source is a new register in SSA form: Regs[0] with Tied, or, where there
//     are two (DIV: RDX and RAX), another operand with Tied2. Tied NoReg means that the old value does not matter.
//   - A source the instruction destroys has no result: the mask of a gather, named in Mask (AVX-512) or as a read-write
//     operand without Tied2 (AVX2). The allocator copies it if it lives on.
//   - Physical registers do not occur before allocation: fixed ones come from the ISA's table.
//   - Addresses in the frame are not saved across polls, since the stack may move: a register that holds one has
//     FrameBased set and a Remat that makes it anew, and nothing computed from it lives across a Poll.
package mach

// Class is a register class.
type Class uint8

// The classes.
const (
	NoClass Class = iota
	GP
	Vec
	Mask
	NumClasses
)

// Reg is a register: none, physical (below FirstVirtual: 1 + the ISA's own number) or virtual.
type Reg uint32

// Bounds of the register numbers.
const (
	NoReg        Reg = 0
	FirstVirtual Reg = 128
)

// IsVirtual says whether r is a virtual register.
func (r Reg) IsVirtual() bool { return r >= FirstVirtual }

// IsPhys says whether r is a physical register.
func (r Reg) IsPhys() bool { return r != NoReg && r < FirstVirtual }

// Phys is the physical register with the ISA's number n (amd64.Reg numbering on amd64).
func Phys(n uint8) Reg { return Reg(n) + 1 }

// Num is the ISA's number of a physical register.
func (r Reg) Num() uint8 { return uint8(r - 1) }

// VReg is what is known of a virtual register.
type VReg struct {
	Class Class
	Size  uint8 // bytes that are live: 8 for GP and Mask, 16, 32 or 64 for Vec; a spill slot has that size
	// Remat, if not nil, is an instruction that makes the value again out of nothing but constants and the frame (Zero,
	// Ones, BlockPtr, an immediate, a load from the constant pool, the address of a slot): spilling it stores nothing.
	// Regs[0] is replaced by the register wanted; no other register may occur, and flags may not be written.
	Remat *Inst
	// FrameBased says that the value is an address that changes when the stack moves: the argument block's or a slot's.
	FrameBased bool
	Name       string // for dumps: the IR value
}

// Mem is a memory operand: Base + Index*Scale + Disp, or a constant of the pool, or a spill slot.
type Mem struct {
	Base, Index Reg
	Scale       uint8
	Disp        int32
	Const       int32 // 1 + index in Func.Consts: RIP-relative; Disp is added
	// 1 + spill slot, made by the allocator or NewSlot (local arrays); Index and Disp are added, Base is free
	Slot int32
	// Alias, if not zero, is the group of memory this access belongs to: different groups never overlap, so that the
	// scheduler may reorder accesses to them.
	Alias uint16
}

// MaxOperands is the number of operands of an instruction: a result, a list of four registers and an index, of TBL.
const MaxOperands = 6

// Inst is a machine instruction. It has no pointers: instructions are copied from slice to slice more than anything
// else, and copies of pointers are a barrier each while the garbage collector marks. Op, Size, CC and Round mean what
// they mean to the ISA's assembler (asm/amd64). Operands stand in the assembler's order (Intel's: destination first);
// the operand at MemPos is Mem.
type Inst struct {
	Op     uint16
	Size   uint8
	N      uint8 // operands in Regs, the memory operand included, immediate, mask and Tied not
	Regs   [MaxOperands]Reg
	MemPos int8 // -1: none
	CC     uint8
	HasImm bool
	Pseudo Pseudo
	Mem    Mem
	Ties
	Decorations
	Imm   int64
	Args  [2]Reg // of pseudo instructions: see ArgRegs
	NArgs uint8  // registers in Args
	Pos   int32  // source position (ir.Pos)
}

// Ties are the sources that share registers with results, NoReg where there is none. They are there in SSA form only.
type Ties struct {
	Tied  Reg // with Regs[0]
	Tied2 Reg // with the other read-write operand, if there are two
}

// Decorations are what EVEX adds to an instruction.
type Decorations struct {
	Mask  Reg  // write mask
	Zero  bool // zero instead of keeping what the mask leaves out
	Bcst  bool // the memory operand is one element, broadcast
	Round uint8
}

// ArgRegs is the registers that a pseudo instruction reads beside Regs: the operands of a Trap, what a Branch is on.
func (in *Inst) ArgRegs() []Reg { return in.Args[:in.NArgs] }

// SetArgs makes args the registers that a pseudo instruction reads beside Regs: two at most.
func (in *Inst) SetArgs(args ...Reg) { in.NArgs = uint8(copy(in.Args[:], args)) }

// Pseudo marks an instruction that is not (yet) one of the ISA.
type Pseudo uint8

// The pseudo instructions.
const (
	NotPseudo Pseudo = iota
	// Poll tests for a preemption request; its cold side exit saves the live registers and yields (see package
	// runtime). With HasImm it does so without a test, to ask something of Go. The allocator makes sure that all live values are in registers or slots it can name.
	Poll
	// Trap leaves the kernel: Imm is the site, Args up to two GP operands. Stands in blocks of their own, cold.
	Trap
	// Ret leaves the kernel with status done.
	Ret
	// Jump ends a block with one successor.
	Jump
	// Branch ends a block with two: CC true goes to Succs[0]. The flags are set by the instruction before it, which
	// the scheduler keeps there. If Op is set (CBZ, TBNZ), the branch is on the register in Args alone, and Imm is the
	// bit.
	Branch
	// Zero: Regs[0] = 0, by the best idiom there is. Size is that of the register.
	Zero
	// Ones: Regs[0] = all bits set; for a mask, Size*8 bits and no others.
	Ones
	// BlockPtr: Regs[0] = the argument block's address.
	BlockPtr

	// After allocation only.

	// Copy: Regs[0] = Regs[1] of the same class; becomes a move or nothing.
	Copy
	// Spill: slot Mem.Slot = Regs[0]. Reload: Regs[0] = slot Mem.Slot.
	Spill
	Reload
	// Swap exchanges Regs[0] and Regs[1].
	Swap

	// NumPseudos is one more than the last.
	NumPseudos
)

// Block is a basic block. The last instruction is Jump, Branch, Ret or Trap.
type Block struct {
	ID     int
	Name   string
	Insts  []Inst
	Params []Reg // SSA form only
	Succs  []Edge
	Preds  []*Block
	Depth  int     // loops around it
	Freq   float64 // expected executions per call, for spilling and layout
	Header bool    // head of a loop: aligned if it is innermost and hot
	Short  bool    // head of a loop that is known to run a few times at most: not aligned
	Cold   bool    // laid out after everything else
}

// Edge leads to a block and carries the arguments for its parameters.
type Edge struct {
	To   *Block
	Args []Reg
}

// Const is an entry of the constant pool.
type Const struct {
	Bytes []byte
	Align int
}

// Func is a machine function. Blocks are in layout order; Blocks[0] is the entry, which gets the argument block's
// address in the register the runtime's contract names.
type Func struct {
	Name   string
	Blocks []*Block
	VRegs  []VReg // indexed by Reg - FirstVirtual
	Consts []Const
	Slots  []Slot // spill slots and local arrays

	// Spend, if set, accounts for n steps, and panics if there are too many: see ir.Func.Spend.
	Spend func(n int)

	// What Reset keeps: blocks made so far, of which this many are in use, and space for instructions.
	made   []*Block
	blocks int
	room   []Inst
}

// Slot is a piece of the frame.
type Slot struct{ Size, Align int }

// NewVReg makes a virtual register.
func (f *Func) NewVReg(c Class, size int) Reg {
	f.VRegs = append(f.VRegs, VReg{Class: c, Size: uint8(size)})
	return FirstVirtual + Reg(len(f.VRegs)-1)
}

// V is what is known of virtual register r.
func (f *Func) V(r Reg) *VReg { return &f.VRegs[r-FirstVirtual] }

// NewBlock appends a block.
func (f *Func) NewBlock(name string) *Block {
	b := f.newBlock()
	b.ID, b.Name = len(f.Blocks), name
	f.Blocks = append(f.Blocks, b)
	return b
}

// AddEdge appends a successor.
func (b *Block) AddEdge(to *Block, args ...Reg) {
	b.Succs = append(b.Succs, Edge{to, args})
	to.Preds = append(to.Preds, b)
}

// NewSlot reserves a piece of the frame and gives the value for Mem.Slot.
func (f *Func) NewSlot(size, align int) int32 {
	f.Slots = append(f.Slots, Slot{size, align})
	return int32(len(f.Slots))
}
