package arm64

//go:generate go run ./genops

import "hotloop/asm"

// An Op is an instruction as the register allocator sees it: a mnemonic together with one operand signature. The Ops
// and what is known of them come from insts.txt.
type Op uint16

// The ways to access an operand, and its width: see package asm.
type (
	Access = asm.Access
	Width  = asm.Width
)

// The ways to access an operand.
const (
	Read, Write, ReadWrite = asm.Read, asm.Write, asm.ReadWrite
)

// WSize is the Width of Inst.Size.
const WSize = asm.WSize

// An Operand is the role of one element of Inst.Reg.
type Operand struct {
	Class  Class  // register class; ClassNone: memory
	Access Access // of the register or the memory
	RegW   Width  // size of the register read or written
	// List is the number of registers of a list, 0 if the operand is a plain register. The registers are consecutive,
	// V31 is followed by V0, and all have the operand's Access; the Inst names the first. The register allocator must
	// place them so.
	List uint8
	Elem uint8 // bytes of a vector element; 0: the register is scalar
	Lane uint8 // bytes of the lane that the immediate picks; 0: all of the register
	SP   bool  // register 31 is SP rather than ZR
	Low  bool  // V0 to V15 only
	SVE  bool  // a vector is printed as z0 to z31, a predicate as zeroing
	Mem  bool  // the operand is memory
	MemW Width // size of one register or element in memory; 0 for an address that is not accessed
	MemN uint8 // how many of them, one behind the other
}

// An AddrKind says which addresses a memory operand can have.
type AddrKind uint8

// The kinds of addresses (C1.3.3).
const (
	AddrNone AddrKind = iota
	// AddrScaled: base with an offset of 12 bits in units of the access or 9 signed bits in bytes, base with index,
	// pre- and post-indexed, for some Ops a label.
	AddrScaled
	// AddrPair: base with an offset of 7 signed bits in units of one register, pre- and post-indexed.
	AddrPair
	// AddrStructure: base alone, or post-indexed by a register or the size of the access.
	AddrStructure
	// AddrLabel: a label.
	AddrLabel
	// AddrBase: base alone.
	AddrBase
	// AddrElements: base and an index that counts elements.
	AddrElements
)

// OpFlags are properties of an Op that are yes or no.
type OpFlags uint16

// The properties.
const (
	ReadsFlags  OpFlags = 1 << iota // reads the condition flags
	WritesFlags                     // writes them
	SideEffect                      // must stay where it is, whoever uses its results (stores have theirs besides)
	Branch                          // has a Target
	HasCC                           // has a CC
	InvertCC                        // the word has the opposite condition: CSET
	ScalarD                         // at Size 8 the one D element is a scalar: add d0, d1, d2
	AllLanes                        // its governing predicate has all lanes; operand 0, read and written, is printed twice
)

// An OpInfo is what insts.txt says of an Op.
type OpInfo struct {
	Name     string // the Op's own name
	Mnemonic string // Arm's, lower case
	N        uint8  // operands in Inst.Reg
	Operands [4]Operand
	Imm      ImmKind
	Mod      Modifier // what happens to the last register operand; the amount is the immediate
	Addr     AddrKind
	Sizes    uint8 // possible values of Inst.Size, or-ed together; 0: the size does not matter
	Elem     uint8 // bytes of the element in the name, or of the lane; 0: none
	Flags    OpFlags
	Feature  Feature
}

// Info returns what is known of op; callers must not change it.
func Info(op Op) *OpInfo { return &opInfo[op] }

func (op Op) String() string {
	if int(op) < len(opInfo) {
		return opInfo[op].Name
	}
	return "Op?"
}

// OpByName finds an Op by its name in insts.txt, as VFADDS or LSLI.
func OpByName(name string) (Op, bool) { return byName.Find(name, NumOps, Op.String) }

var byName asm.Names[Op]
