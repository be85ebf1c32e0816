package amd64

//go:generate go run ./genops
//go:generate go run ./goasm/gentemplates

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

// Widths beside numbers of bytes.
const (
	WSize, WHalf, WQuarter, WEighth = asm.WSize, asm.WHalf, asm.WQuarter, asm.WEighth
)

// An Operand is the role of one element of Inst.Reg.
type Operand struct {
	Class  Class  // register class; ClassNone: memory only
	Access Access // of the register or the memory
	RegW   Width  // size of the register read or written
	Mem    bool   // may be memory
	MemW   Width  // size of the memory operand; 0 for an address that is not accessed (LEA)
	// Early says that the operand's register must differ from all other registers of the instruction, mask included:
	// gathers, MULX.
	Early bool
	// Fixed is the one register possible, or NoReg. Such operands are in Inst.Reg even where Intel's syntax does not
	// show them.
	Fixed Reg
	// Hidden operands are not printed.
	Hidden bool
	// VSIB says that the memory operand has a vector index; IndexW is the size of that register.
	VSIB   bool
	IndexW Width
}

// An ImmKind says which immediates an instruction takes.
type ImmKind uint8

// The immediates: a byte (sign does not matter: -128..255), a signed number of the operation's size up to 32 bits, any
// 64-bit number.
const (
	ImmNone ImmKind = iota
	Imm8
	Imm32
	Imm64
)

// OpFlags are properties of an Op that are yes or no.
type OpFlags uint16

// The properties.
const (
	ReadsFlags  OpFlags = 1 << iota // reads arithmetic flags
	WritesFlags                     // writes them, or leaves them undefined
	SideEffect                      // must stay where it is, whoever uses its results (stores have theirs besides)
	Branch                          // has a Target
	HasCC                           // has a CC
	CanMask                         // EVEX form takes a mask
	CanZero                         // and zeroing
	NeedMask                        // EVEX gather, scatter: a mask is obligatory and cleared by the instruction
	CanRound                        // static rounding on registers
	CanSAE                          // SAE alone on registers
	Round64                         // rounding only where Size is 8 (VCVTSI2SD: a 32-bit integer is exact)
	ScalarVec                       // scalar in a vector register: vector length is ignored, VL is not needed
	VEXRegOnly                      // the VEX form takes no memory operand, the EVEX form does
	MemOnly                         // one operand must be memory
	Move                            // with a memory operand it does nothing but load or store
)

// An OpInfo is what insts.txt says of an Op.
type OpInfo struct {
	Name     string // the Op's own name
	Mnemonic string // Intel's
	N        uint8  // operands in Inst.Reg
	Operands [4]Operand
	allow    uint32 // the kinds of registers that the operands may be, a byte each
	Imm      ImmKind
	Sizes    uint8 // possible values of Inst.Size, or-ed together; 0: the size does not matter
	Elem     uint8 // gathers and scatters: bytes of an element; else 0
	Bcst     uint8 // bytes of the broadcast element, 0: no broadcast
	Form     uint8 // of a fused multiply-add: 132, 213 or 231, the order of its operands; else 0
	Flags    OpFlags
	VEX      Feature // what the VEX or legacy form needs; NoForm if there is none
	VEX256   Feature // what the same needs at 256 bits
	EVEX     Feature // what the EVEX form needs below VL; NoForm if there is none
}

// Info returns what is known of op; callers must not change it.
func Info(op Op) *OpInfo { return &opInfo[op] }

func (op Op) String() string {
	if int(op) < len(opInfo) {
		return opInfo[op].Name
	}
	return "Op?"
}

// OpByName finds an Op by its name in insts.txt, as VADDPS or SHLI.
func OpByName(name string) (Op, bool) { return byName.Find(name, NumOps, Op.String) }

var byName asm.Names[Op]
