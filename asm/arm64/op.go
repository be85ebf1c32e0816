package arm64

//go:generate go run ./genops

import "hotloop/asm"

// An Op is an instruction as the register allocator sees it: a mnemonic together with one operand signature.
// insts.txt defines the Ops and their properties.
type Op uint16

// Operand accesses and widths are those of package asm.
type (
	Access = asm.Access
	Width  = asm.Width
)

// Access modes of operands.
const (
	Read, Write, ReadWrite = asm.Read, asm.Write, asm.ReadWrite
)

// WSize is the Width of Inst.Size.
const WSize = asm.WSize

// An Operand describes one element of Inst.Reg.
type Operand struct {
	Class  Class  // register class; ClassNone: memory
	Access Access // of the register or the memory
	RegW   Width  // size of the register read or written
	// List is the number of registers of a register list, or 0 if the operand is a single register. The registers
	// are consecutive (V0 follows V31), and all have the operand's Access; the Inst names the first. The register
	// allocator must assign consecutive registers.
	List uint8
	Elem uint8 // size of a vector element in bytes; 0: the register is scalar
	Lane uint8 // size in bytes of the lane that the immediate selects; 0: the whole register
	SP   bool  // register 31 is SP rather than ZR
	Low  bool  // V0 to V15 only
	SVE  bool  // print a vector as z0 to z31, a predicate as zeroing
	Mem  bool  // the operand is memory
	MemW Width // size of one register or element in memory; 0 for an address that is not accessed
	MemN uint8 // number of consecutive registers or elements in memory
}

// An AddrKind is the kind of address that a memory operand can have.
type AddrKind uint8

// Address kinds (C1.3.3).
const (
	AddrNone AddrKind = iota
	// AddrScaled: base with an unsigned 12-bit offset in units of the access or a signed 9-bit offset in bytes;
	// base with index; pre- and post-indexed; for some Ops a label.
	AddrScaled
	// AddrPair: base with a signed 7-bit offset in units of one register; pre- and post-indexed.
	AddrPair
	// AddrStructure: base alone, or post-indexed by a register or by the size of the access.
	AddrStructure
	// AddrLabel: a label.
	AddrLabel
	// AddrBase: base alone.
	AddrBase
	// AddrElements: base and an index that counts elements.
	AddrElements
)

// OpFlags are boolean properties of an Op.
type OpFlags uint16

// Flags of Ops.
const (
	ReadsFlags  OpFlags = 1 << iota // reads the condition flags
	WritesFlags                     // writes the condition flags
	SideEffect                      // must not be moved or removed, even if its results are unused (not set for stores)
	Branch                          // has a Target
	HasCC                           // has a CC
	InvertCC                        // the word holds the inverted condition: CSET
	ScalarD                         // at Size 8 a single D element is a scalar: add d0, d1, d2
	AllLanes                        // governing predicate has all lanes; operand 0 is read and written, printed twice
)

// An OpInfo holds the properties of an Op from insts.txt.
type OpInfo struct {
	Name     string // name of the Op
	Mnemonic string // Arm's mnemonic, lower case
	N        uint8  // number of operands in Inst.Reg
	Operands [4]Operand
	Imm      ImmKind
	Mod      Modifier // modifier of the last register operand; the amount is the immediate
	Addr     AddrKind
	Sizes    uint8 // possible values of Inst.Size, or-ed together; 0: the size is ignored
	Elem     uint8 // size in bytes of the element or lane in the name; 0: none
	Flags    OpFlags
	Feature  Feature
}

// Info returns the properties of op. Callers must not modify them.
func Info(op Op) *OpInfo { return &opInfo[op] }

func (op Op) String() string {
	if int(op) < len(opInfo) {
		return opInfo[op].Name
	}
	return "Op?"
}

// OpByName returns the Op with the given name in insts.txt, such as VFADDS or LSLI.
func OpByName(name string) (Op, bool) { return byName.Find(name, NumOps, Op.String) }

var byName asm.Names[Op]
