package mach

import (
	"math/bits"

	"hotloop/asm"
)

// RegSet is a set of physical registers, by ISA number.
type RegSet uint64

// SetOf is the set of one physical register, or the empty set for NoReg.
func SetOf(r Reg) RegSet {
	if r == NoReg {
		return 0
	}
	return 1 << (r.Num() & 63)
}

// Has says whether r, a physical register, is in s.
func (s RegSet) Has(r Reg) bool { return s&SetOf(r) != 0 }

// First is the member with the lowest number; s must not be empty.
func (s RegSet) First() Reg { return Phys(uint8(bits.TrailingZeros64(uint64(s)))) }

// Len is the number of members.
func (s RegSet) Len() int { return bits.OnesCount64(uint64(s)) }

// Access says what an instruction does with an operand, Width is the size of one: the assembler's.
type (
	Access = asm.Access
	Width  = asm.Width
)

// The ways to access an operand.
const (
	Use, Def, UseDef = asm.Read, asm.Write, asm.ReadWrite
)

// Role is what an Op does with one element of Inst.Regs.
type Role struct {
	Access Access
	Early  bool  // must not share its register with any other operand
	Class  Class // of the register; NoClass if the operand is memory only
	RegW   Width // bytes of the register that are read or written
	Mem    bool  // may be memory
	MemW   Width // size of the memory operand; 0 if it is not accessed
	Fixed  Reg   // the only register possible, NoReg if any
}

// DescFlags are properties of an Op.
type DescFlags uint16

// The properties.
const (
	ReadsFlags   DescFlags = 1 << iota // needs the flags as they are
	WritesFlags                        // changes them
	SideEffect                         // stays in its place among the other instructions that have one
	ClobbersMask                       // destroys the register named in Mask
	Commutes                           // ISA.Commute may succeed
	AddressOnly                        // the memory operand is not accessed: LEA, prefetches
	Immediate                          // takes an immediate
	// Inst.Size does not choose a vector length: general registers, lanes alone, masks
	FixedSize
	// What Sum finds in the roles:
	Early   // some result is
	Insists // some operand cannot be in just any register of its class
)

// Desc is what selection and the back end must know of an Op. The zero Allowed means any allocatable register.
type Desc struct {
	N       uint8 // operands in Regs
	Flags   DescFlags
	Bcst    uint8  // bytes of the element that a memory operand may be broadcast from, 0: none
	Cost    uint32 // atomic: the scheduler's note of what the Op costs, 0 before it has asked
	Roles   [MaxOperands]Role
	Allowed [NumClasses]RegSet // which registers the operands of a class may be in
	Clobber RegSet             // further registers destroyed

	// By Sum, from the roles: the fixed registers, and which operands are sources and results in SSA form, a bit each.
	// Where there is a Tied2 those in second are results, not sources.
	Fixed                 RegSet
	reads, writes, second uint8
}

// Operands says which of in's Regs are sources and which are results in SSA form, a bit each. The memory operand is
// neither.
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

// Sum fills in what follows from the rest: who makes a Desc calls it last.
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

// ISA tells the scheduler and the allocator about instructions, so that neither knows an instruction set.
type ISA interface {
	// Desc describes op; the result is shared and must not be changed.
	Desc(op uint16) *Desc
	// Allocatable is the set of registers of a class; low numbers are preferred, and those in last taken when nothing
	// else is free.
	Allocatable(c Class) (all, last RegSet)
	// Entry is the register that holds the parameter of the entry block.
	Entry() Reg
	// Commute exchanges Tied with the source Regs[i], changing the Op as needed, if that computes the same; else it
	// changes nothing and returns false.
	Commute(in *Inst, i int) bool
	// OpName and RegName are for dumps.
	OpName(op uint16) string
	RegName(r Reg, size uint8) string
}

// pseudoDescs are the Descs of pseudo instructions. Args are uses and not in Regs.
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

// DescOf describes in, pseudo or not.
func DescOf(isa ISA, in *Inst) *Desc {
	if in.Pseudo != NotPseudo {
		if in.Pseudo == Branch && in.Op != 0 {
			return &branchOnReg
		}
		return &pseudoDescs[in.Pseudo]
	}
	return isa.Desc(in.Op)
}

// EachUse calls fn for every register that in, in SSA form, reads.
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

// EachDef calls fn for every register that in, in SSA form, defines.
func EachDef(d *Desc, in *Inst, fn func(Reg)) {
	for i := range in.N {
		if r := in.Regs[i]; r != NoReg && !in.IsMem(i) && in.IsDef(d, i) {
			fn(r)
		}
	}
}

// IsMem says whether operand i is the memory operand.
func (in *Inst) IsMem(i uint8) bool { return in.Pseudo == NotPseudo && in.MemPos == int8(i) }

// IsDef says whether operand i is a result in SSA form. A read-write operand after the first is one only with Tied2.
func (in *Inst) IsDef(d *Desc, i uint8) bool {
	a := d.Roles[i].Access
	return a == Def || a == UseDef && (i == 0 || in.Tied2 != NoReg)
}

// IsUse says whether operand i, as named in Regs, is a source in SSA form.
func (in *Inst) IsUse(d *Desc, i uint8) bool {
	a := d.Roles[i].Access
	return a == Use || a == UseDef && i > 0 && in.Tied2 == NoReg
}

// IsTerm says whether in ends a block.
func (in *Inst) IsTerm() bool {
	switch in.Pseudo {
	case Trap, Ret, Jump, Branch:
		return true
	}
	return false
}
