package amd64

//go:generate go run ./genops
//go:generate go run ./goasm/gentemplates

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

// Widths relative to the instruction's size; other widths are numbers of bytes.
const (
	WSize, WHalf, WQuarter, WEighth = asm.WSize, asm.WHalf, asm.WQuarter, asm.WEighth
)

// An Operand describes one element of Inst.Reg.
type Operand struct {
	Class  Class  // register class; ClassNone: memory only
	Access Access // of the register or the memory
	RegW   Width  // size of the register read or written
	Mem    bool   // may be memory
	MemW   Width  // size of the memory operand; 0 for an address that is not accessed (LEA)
	// Early means that the operand's register must differ from all other registers of the instruction, including
	// the mask (gathers, MULX).
	Early bool
	// Fixed is the only allowed register, or NoReg. Inst.Reg contains such operands even if Intel syntax does not
	// show them.
	Fixed Reg
	// Hidden operands are not printed.
	Hidden bool
	// VSIB means that the memory operand has a vector index; IndexW is the size of the index register.
	VSIB   bool
	IndexW Width
}

// An ImmKind is the kind of immediate that an instruction takes.
type ImmKind uint8

// Immediate kinds: a byte (0 to 255), a number of the operation's size up to 32 bits (signed at size 8), and any
// 64-bit number.
const (
	ImmNone ImmKind = iota
	Imm8
	Imm32
	Imm64
)

// OpFlags are boolean properties of an Op.
type OpFlags uint16

// Flags of Ops.
const (
	ReadsFlags  OpFlags = 1 << iota // reads arithmetic flags
	WritesFlags                     // writes arithmetic flags or leaves them undefined
	SideEffect                      // must not be moved or removed, even if its results are unused (not set for stores)
	Branch                          // has a Target
	HasCC                           // has a CC
	CanMask                         // EVEX form takes a mask
	CanZero                         // EVEX form also supports zeroing
	NeedMask                        // EVEX gather or scatter: needs a mask, which the instruction clears
	CanRound                        // static rounding without a memory operand
	CanSAE                          // SAE alone without a memory operand
	Round64                         // rounding only if Size is 8 (VCVTSI2SD: a 32-bit integer is exact)
	ScalarVec                       // scalar in a vector register: vector length is ignored, VL is not needed
	VEXRegOnly                      // the VEX form takes no memory operand, but the EVEX form does
	MemOnly                         // one operand must be memory
	Move                            // with a memory operand it only loads or stores
)

// An OpInfo holds the properties of an Op from insts.txt.
type OpInfo struct {
	Name     string // name of the Op
	Mnemonic string // Intel's mnemonic
	N        uint8  // number of operands in Inst.Reg
	Operands [4]Operand
	allow    uint32 // allowed register kinds of the operands, one byte each
	Imm      ImmKind
	Sizes    uint8 // possible values of Inst.Size, or-ed together; 0: the size is ignored
	Elem     uint8 // element size in bytes for gathers and scatters; else 0
	Bcst     uint8 // size in bytes of the broadcast element; 0: no broadcast
	Form     uint8 // operand order of a fused multiply-add (132, 213 or 231); else 0
	Flags    OpFlags
	VEX      Feature // features that the VEX or legacy form requires; NoForm if there is none
	VEX256   Feature // features that the same form requires at 256 bits
	EVEX     Feature // features that the EVEX form requires, except AVX512VL; NoForm if there is none
}

// Info returns the properties of op. Callers must not modify them.
func Info(op Op) *OpInfo { return &opInfo[op] }

func (op Op) String() string {
	if int(op) < len(opInfo) {
		return opInfo[op].Name
	}
	return "Op?"
}

// OpByName returns the Op with the given name in insts.txt, such as VADDPS or SHLI.
func OpByName(name string) (Op, bool) { return byName.Find(name, NumOps, Op.String) }

var byName asm.Names[Op]
