package mach

import (
	"math/bits"

	"hotloop/asm"
)

// RegSet is a set of physical registers, by ISA number.
type RegSet uint64

// SetOf returns the set of one physical register, or the empty set for NoReg.
func SetOf(r Reg) RegSet {
	if r == NoReg {
		return 0
	}
	return 1 << (r.Num() & 63)
}

// Has reports whether s contains the physical register r.
func (s RegSet) Has(r Reg) bool { return s&SetOf(r) != 0 }

// First returns the member with the lowest number; s must not be empty.
func (s RegSet) First() Reg { return Phys(uint8(bits.TrailingZeros64(uint64(s)))) }

// Len returns the number of members.
func (s RegSet) Len() int { return bits.OnesCount64(uint64(s)) }

// Access is how an instruction accesses an operand; Width is the size of an operand. Both are the assembler's
// types.
type (
	Access = asm.Access
	Width  = asm.Width
)

// Access modes of operands.
const (
	Use, Def, UseDef = asm.Read, asm.Write, asm.ReadWrite
)

// Role describes one element of Inst.Regs for an Op.
type Role struct {
	Access Access
	Early  bool  // must not share its register with any other operand
	Class  Class // of the register; NoClass if the operand is memory only
	RegW   Width // number of bytes of the register that are read or written
	Mem    bool  // may be memory
	MemW   Width // size of the memory operand; 0 if it is not accessed
	Fixed  Reg   // the only allowed register, or NoReg
}

// DescFlags are boolean properties of an Op.
type DescFlags uint16

// Flags of Ops.
const (
	ReadsFlags   DescFlags = 1 << iota // reads the flags
	WritesFlags                        // changes the flags
	SideEffect                         // keeps its order relative to other instructions with side effects
	ClobbersMask                       // destroys the register in Mask
	Commutes                           // ISA.Commute may succeed
	AddressOnly                        // the memory operand is not accessed: LEA, prefetches
	Immediate                          // takes an immediate
	// Inst.Size does not select a vector length: general registers, single lanes, masks
	FixedSize
	// Computed by Sum from the roles:
	Early   // some result is early
	Insists // some operand is restricted to some registers of its class
)

// Desc describes an Op to instruction selection and the back end. The zero Allowed allows any allocatable
// register.
type Desc struct {
	N       uint8 // operands in Regs
	Flags   DescFlags
	Bcst    uint8  // size in bytes of the element that a memory operand may be broadcast from; 0: no broadcast
	Cost    uint32 // atomic: the scheduler's cached cost of the Op; 0 if not cached yet
	Roles   [MaxOperands]Role
	Allowed [NumClasses]RegSet // registers that the operands of a class may be in
	Clobber RegSet             // additional registers destroyed

	// Computed by Sum from the roles: the fixed registers, and the operands that are sources and results in SSA
	// form, one bit each. If an instruction has a Tied2, the operands in second are results, not sources.
	Fixed                 RegSet
	reads, writes, second uint8
}

// Operands returns the operands in in.Regs that are sources and results in SSA form, one bit each. The memory
// operand is neither.
func (d *Desc) Operands(in *Inst) (reads, writes uint8) {
	reads, writes = d.reads, d.writes
	if in.Tied2 != NoReg {
		reads, writes = reads&^d.second, writes|d.second
	}
	there := uint8(1)<<in.N - 1
	if in.Pseudo == NotPseudo && in.MemPos >= 0 {
		there &^= 1 << in.MemPos
	}
	return reads & there, writes & there
}

// Sum computes the derived fields. It must be called after all other fields of d are set.
func (d *Desc) Sum() {
	for i := range d.Roles {
		d.Fixed |= SetOf(d.Roles[i].Fixed)
		if d.Roles[i].Early {
			d.Flags |= Early
		}
		bit := uint8(1) << i
		switch a := d.Roles[i].Access; {
		case a == Def || a == UseDef && i == 0:
			d.writes |= bit
		case a == UseDef:
			d.second |= bit
			fallthrough
		case a == Use:
			d.reads |= bit
		}
	}
	if d.Fixed != 0 || d.Allowed != [NumClasses]RegSet{} {
		d.Flags |= Insists
	}
}

// ISA describes instructions to the scheduler and the register allocator, which are independent of the
// instruction set.
type ISA interface {
	// Desc describes op. The result is shared and must not be modified.
	Desc(op uint16) *Desc
	// Allocatable returns the allocatable registers of a class. Low numbers are preferred; the registers in last
	// are used only if no other is free.
	Allocatable(c Class) (all, last RegSet)
	// Entry returns the register that holds the parameter of the entry block.
	Entry() Reg
	// Commute exchanges Tied with the source Regs[i], and changes the Op if needed, if the result is equivalent.
	// Otherwise it changes nothing and returns false.
	Commute(in *Inst, i int) bool
	// OpName returns the name of op for dumps.
	OpName(op uint16) string
	RegName(r Reg, size uint8) string
}

// pseudoDescs are the Descs of pseudo instructions. Their Args are additional uses outside Regs.
var pseudoDescs = summed([NumPseudos]Desc{
	Poll:     {Flags: SideEffect | WritesFlags},
	Trap:     {Flags: SideEffect},
	Ret:      {Flags: SideEffect},
	Jump:     {Flags: SideEffect},
	Branch:   {Flags: SideEffect | ReadsFlags},
	Zero:     {N: 1, Roles: [MaxOperands]Role{{Access: Def}}},
	Ones:     {N: 1, Roles: [MaxOperands]Role{{Access: Def}}},
	BlockPtr: {N: 1, Roles: [MaxOperands]Role{{Access: Def}}},
	Copy:     {N: 2, Roles: [MaxOperands]Role{{Access: Def}, {Access: Use}}},
	Spill:    {N: 1, Roles: [MaxOperands]Role{{Access: Use}}},
	Reload:   {N: 1, Roles: [MaxOperands]Role{{Access: Def}}},
	Swap:     {N: 2, Roles: [MaxOperands]Role{{Access: UseDef}, {Access: UseDef}}},
})

func summed(ds [NumPseudos]Desc) [NumPseudos]Desc {
	for i := range ds {
		ds[i].Sum()
	}
	return ds
}

// branchOnReg describes a Branch that reads a register instead of the flags.
var branchOnReg = Desc{Flags: SideEffect}

// DescOf returns the Desc of in, which may be a pseudo instruction.
func DescOf(isa ISA, in *Inst) *Desc {
	if in.Pseudo != NotPseudo {
		if in.Pseudo == Branch && in.Op != 0 {
			return &branchOnReg
		}
		return &pseudoDescs[in.Pseudo]
	}
	return isa.Desc(in.Op)
}

// EachUse calls fn for every register that in reads in SSA form.
func EachUse(d *Desc, in *Inst, fn func(Reg)) {
	for i := range in.N {
		if r := in.Regs[i]; r != NoReg && !in.IsMem(i) && in.IsUse(d, i) {
			fn(r)
		}
	}
	for _, r := range [...]Reg{in.Tied, in.Tied2, in.Mask, in.Mem.Base, in.Mem.Index} {
		if r != NoReg {
			fn(r)
		}
	}
	for _, r := range in.ArgRegs() {
		fn(r)
	}
}

// EachDef calls fn for every register that in defines in SSA form.
func EachDef(d *Desc, in *Inst, fn func(Reg)) {
	for i := range in.N {
		if r := in.Regs[i]; r != NoReg && !in.IsMem(i) && in.IsDef(d, i) {
			fn(r)
		}
	}
}

// IsMem reports whether operand i is the memory operand.
func (in *Inst) IsMem(i uint8) bool { return in.Pseudo == NotPseudo && in.MemPos == int8(i) }

// IsDef reports whether operand i is a result in SSA form. A read-write operand after the first is a result only
// if Tied2 is set.
func (in *Inst) IsDef(d *Desc, i uint8) bool {
	a := d.Roles[i].Access
	return a == Def || a == UseDef && (i == 0 || in.Tied2 != NoReg)
}

// IsUse reports whether operand i is a source in SSA form, at its place in Regs.
func (in *Inst) IsUse(d *Desc, i uint8) bool {
	a := d.Roles[i].Access
	return a == Use || a == UseDef && i > 0 && in.Tied2 == NoReg
}

// IsTerm reports whether in ends a block.
func (in *Inst) IsTerm() bool {
	switch in.Pseudo {
	case Trap, Ret, Jump, Branch:
		return true
	}
	return false
}
