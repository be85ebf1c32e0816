// Package mach defines machine instructions over virtual registers. Instruction selection creates them, the
// scheduler reorders them, the register allocator rewrites them and the emitter encodes them.
//
// # Form
//
// Before allocation a Func is in SSA form with block parameters. Every virtual register is defined once, by an
// instruction or as a parameter of a block, and a block passes one argument per parameter to each successor. An
// instruction whose destination is also a source (VFMADD231PS, two-address ADD, a merge-masked operation) names
// the source in Tied. The allocator puts both into one register and inserts a copy if necessary. After allocation
// all registers are physical, the destination implies Tied, and block parameters are gone.
//
// Further conventions:
//   - The entry block may have one parameter: the argument block's address. Its VReg has FrameBased set.
//   - A result that shares its register with a source is a new register in SSA form: Regs[0] with Tied, or, if
//     there are two (DIV: RDX and RAX), another operand with Tied2. If Tied is NoReg, the old value is
//     irrelevant.
//   - A source that the instruction destroys has no result: the mask of a gather, named in Mask (AVX-512) or as a
//     read-write operand without Tied2 (AVX2). The allocator copies the source if it is still live afterwards.
//   - Physical registers do not occur before allocation. Fixed registers come from the ISA's table.
//   - Polls do not save frame addresses, because the stack may move. A register that holds one has FrameBased set
//     and a Remat that recomputes it. No value computed from a frame address may be live across a Poll.
package mach

// Class is a register class.
type Class uint8

// Register classes.
const (
	NoClass Class = iota
	GP
	Vec
	Mask
	NumClasses
)

// Reg is a register: none, physical (1 plus the ISA's number, below FirstVirtual) or virtual.
type Reg uint32

// Bounds of register numbers.
const (
	NoReg        Reg = 0
	FirstVirtual Reg = 128
)

// IsVirtual reports whether r is a virtual register.
func (r Reg) IsVirtual() bool { return r >= FirstVirtual }

// IsPhys reports whether r is a physical register.
func (r Reg) IsPhys() bool { return r != NoReg && r < FirstVirtual }

// Phys returns the physical register with the ISA's number n (an amd64.Reg on amd64).
func Phys(n uint8) Reg { return Reg(n) + 1 }

// Num returns the ISA's number of a physical register.
func (r Reg) Num() uint8 { return uint8(r - 1) }

// VReg holds the properties of a virtual register.
type VReg struct {
	Class Class
	Size  uint8 // live bytes: 8 for GP and Mask; 16, 32 or 64 for Vec; also the size of the spill slot
	// Remat, if not nil, is an instruction that recomputes the value from constants and the frame only (Zero,
	// Ones, BlockPtr, an immediate, a load from the constant pool, the address of a slot). Spilling the value
	// then needs no store. The allocator replaces Regs[0]; Remat must not name any other register and must not
	// write flags.
	Remat *Inst
	// FrameBased means that the value is an address that changes if the stack moves: the argument block's or a
	// slot's.
	FrameBased bool
	Name       string // name of the IR value, for dumps
}

// Mem is a memory operand: Base + Index*Scale + Disp, a pool constant, or a frame slot.
type Mem struct {
	Base, Index Reg
	Scale       uint8
	Disp        int32
	Const       int32 // 1 + index in Func.Consts: RIP-relative; Disp is added
	// 1 + slot, created by the allocator or NewSlot (local arrays); Index and Disp are added, and Base is unused
	Slot int32
	// Alias, if not zero, is the alias class of the access. Accesses of different nonzero classes never overlap,
	// so the scheduler may reorder them.
	Alias uint16
}

// MaxOperands is the maximum number of operands of an instruction. TBL has a result, a list of four registers and
// an index.
const MaxOperands = 6

// Inst is a machine instruction. It contains no pointers, because instructions are copied between slices very
// often and copying pointers needs write barriers while the garbage collector marks. Op, Size, CC and Round have
// the meaning of the ISA's assembler (asm/amd64). Operands are in the assembler's order (Intel's: destination
// first). The operand at MemPos is Mem.
type Inst struct {
	Op     uint16
	Size   uint8
	N      uint8 // number of operands in Regs, including the memory operand but not the immediate, mask and Tied
	Regs   [MaxOperands]Reg
	MemPos int8 // -1: none
	CC     uint8
	HasImm bool
	Pseudo Pseudo
	Mem    Mem
	Ties
	Decorations
	Imm   int64
	Args  [2]Reg // registers that a pseudo instruction reads: see ArgRegs
	NArgs uint8  // number of registers in Args
	Pos   int32  // source position (ir.Pos)
}

// Ties are the sources that share registers with results, or NoReg if there are none. They exist only in SSA
// form.
type Ties struct {
	Tied  Reg // source tied to Regs[0]
	Tied2 Reg // source tied to the second read-write operand, if there is one
}

// Decorations are the EVEX features of an instruction.
type Decorations struct {
	Mask  Reg  // write mask
	Zero  bool // zero masked-out elements instead of keeping them
	Bcst  bool // the memory operand is one element, broadcast
	Round uint8
}

// ArgRegs returns the registers that a pseudo instruction reads besides Regs: the operands of a Trap or the
// register of a Branch.
func (in *Inst) ArgRegs() []Reg { return in.Args[:in.NArgs] }

// SetArgs sets the registers, at most two, that a pseudo instruction reads besides Regs.
func (in *Inst) SetArgs(args ...Reg) { in.NArgs = uint8(copy(in.Args[:], args)) }

// Pseudo is the kind of a pseudo instruction, which is not an instruction of the ISA.
type Pseudo uint8

// Pseudo instructions.
const (
	NotPseudo Pseudo = iota
	// Poll tests for a preemption request. Its cold side exit saves the live registers and yields (see package
	// runtime). With HasImm it yields without a test, to request a service from Go. The allocator keeps all live
	// values in registers or slots that it can name. CC is 0 for a poll between strips. In functions of Go's assembler,
	// where only a call finds out whether to yield, a poll with another number calls after emit.GoFuel/CC polls.
	Poll
	// Trap leaves the kernel: Imm is the site, Args are up to two GP operands. It is in a cold block of its own.
	Trap
	// Ret leaves the kernel with StatusDone.
	Ret
	// Jump ends a block with one successor.
	Jump
	// Branch ends a block with two successors and goes to Succs[0] if CC holds. The preceding instruction sets
	// the flags; the scheduler keeps the two adjacent. If Op is set (CBZ, TBNZ), the branch tests only the
	// register in Args, and Imm is the bit number.
	Branch
	// Zero: Regs[0] = 0, by the best idiom. Size is the size of the register.
	Zero
	// Ones: Regs[0] = all bits set; for a mask, only the low Size*8 bits.
	Ones
	// BlockPtr: Regs[0] = the argument block's address.
	BlockPtr

	// After allocation only.

	// Copy: Regs[0] = Regs[1] of the same class. It becomes a move, or nothing.
	Copy
	// Spill: slot Mem.Slot = Regs[0]. Reload: Regs[0] = slot Mem.Slot.
	Spill
	Reload
	// Swap exchanges Regs[0] and Regs[1].
	Swap

	// NumPseudos is the number of pseudo instructions.
	NumPseudos
)

// Block is a basic block. Its last instruction is Jump, Branch, Ret or Trap.
type Block struct {
	ID     int
	Name   string
	From   int // ID of the IR block, plus one; 0 for blocks that selection adds
	Insts  []Inst
	Params []Reg // SSA form only
	Succs  []Edge
	Preds  []*Block
	Depth  int     // loop nesting depth
	Freq   float64 // expected number of executions per call, for spilling and layout
	Header bool    // loop header: aligned if the loop is innermost and hot
	Short  bool    // header of a loop that is known to run only a few iterations: not aligned
	Cold   bool    // placed after all other blocks
}

// Edge is an edge to a block, with the arguments for its parameters.
type Edge struct {
	To   *Block
	Args []Reg
}

// Const is an entry of the constant pool.
type Const struct {
	Bytes []byte
	Align int
	// Name, if set, makes this an operand of Go's assembler instead: a word of the arguments or results.
	Name    string
	Address bool // the operand is an address
}

// Func is a machine function. Blocks are in layout order. Blocks[0] is the entry; the runtime's calling contract
// defines the register in which it receives the argument block's address.
type Func struct {
	Name   string
	Blocks []*Block
	VRegs  []VReg // indexed by Reg - FirstVirtual
	Consts []Const
	Slots  []Slot // spill slots and local arrays

	// Spend, if set, accounts for n steps and panics if the budget is exceeded: see ir.Func.Spend.
	Spend func(n int)

	// Memory that Reset keeps: the blocks allocated so far, the first blocks of which are in use, and space for
	// instructions.
	made   []*Block
	blocks int
	room   []Inst
}

// Slot is an area of the frame.
type Slot struct{ Size, Align int }

// NewVReg creates a virtual register.
func (f *Func) NewVReg(c Class, size int) Reg {
	f.VRegs = append(f.VRegs, VReg{Class: c, Size: uint8(size)})
	return FirstVirtual + Reg(len(f.VRegs)-1)
}

// V returns the properties of virtual register r.
func (f *Func) V(r Reg) *VReg { return &f.VRegs[r-FirstVirtual] }

// NewBlock appends a new block to f.
func (f *Func) NewBlock(name string) *Block {
	b := f.newBlock()
	b.ID, b.Name = len(f.Blocks), name
	f.Blocks = append(f.Blocks, b)
	return b
}

// AddEdge appends a successor to b.
func (b *Block) AddEdge(to *Block, args ...Reg) {
	b.Succs = append(b.Succs, Edge{to, args})
	to.Preds = append(to.Preds, b)
}

// NewSlot reserves an area of the frame and returns its value for Mem.Slot.
func (f *Func) NewSlot(size, align int) int32 {
	f.Slots = append(f.Slots, Slot{size, align})
	return int32(len(f.Slots))
}
