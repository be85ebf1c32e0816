package amd64

// A Reg is a register, numbered within its class as in the hardware. A vector register is one Reg at all lengths;
// the instruction determines the length.
type Reg uint8

// The registers: general 0..15, vector 16..47, mask 48..55.
const (
	RAX Reg = iota
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	V0
	V1
	V2
	V3
	V4
	V5
	V6
	V7
	V8
	V9
	V10
	V11
	V12
	V13
	V14
	V15
	V16
	V17
	V18
	V19
	V20
	V21
	V22
	V23
	V24
	V25
	V26
	V27
	V28
	V29
	V30
	V31
	K0
	K1
	K2
	K3
	K4
	K5
	K6
	K7

	// NumRegs is one more than the highest register.
	NumRegs = iota

	// NoReg means no register.
	NoReg Reg = 255
)

// A Class is a register class.
type Class uint8

// The register classes. ClassNone marks operands that are never a register.
const (
	ClassNone Class = iota
	GP
	Vec
	Mask
)

// The kinds of registers, to be or-ed together: register classes, split where some instruction forms allow only
// part of a class.
const (
	kindAX = 1 << iota
	kindCX
	kindDX
	kindSP // as a byte it is SPL
	kindGP // the other general registers
	kindVecLow
	kindVecHigh // EVEX only
	kindMask

	kindNone   = 0 // no register
	kindAnyGP  = kindAX | kindCX | kindDX | kindSP | kindGP
	kindByte   = kindAnyGP &^ kindSP
	kindAnyVec = kindVecLow | kindVecHigh
)

// kindOf maps a register to its kind. It is a table because the encoder looks up every operand.
var kindOf = func() (k [256]uint8) {
	for r := range k {
		switch r := Reg(r); {
		case r < V0:
			k[r] = kindGP
		case r < V16:
			k[r] = kindVecLow
		case r < K0:
			k[r] = kindVecHigh
		case r < NumRegs:
			k[r] = kindMask
		}
	}
	k[RAX], k[RCX], k[RDX], k[RSP] = kindAX, kindCX, kindDX, kindSP
	return k
}()

// kindsOf returns the kinds of the first four operands' registers, one byte each. Multiplying a kind by
// allOperands puts it into all four bytes.
func kindsOf(r *[5]Reg) uint32 {
	return uint32(kindOf[r[0]]) | uint32(kindOf[r[1]])<<8 | uint32(kindOf[r[2]])<<16 | uint32(kindOf[r[3]])<<24
}

const allOperands = 0x01010101

// Class returns the class of r, or ClassNone for NoReg.
func (r Reg) Class() Class {
	switch k := kindOf[r]; {
	case k&kindAnyGP != 0:
		return GP
	case k&kindAnyVec != 0:
		return Vec
	case k&kindMask != 0:
		return Mask
	}
	return ClassNone
}

// Num returns the hardware number of r within its class.
func (r Reg) Num() uint8 {
	if r >= V0 {
		if r -= V0; r >= K0-V0 {
			r -= K0 - V0
		}
	}
	return uint8(r)
}

// GPReg returns general register n, 0 to 15.
func GPReg(n int) Reg { return RAX + Reg(n) }

// VecReg returns vector register n, 0 to 31.
func VecReg(n int) Reg { return V0 + Reg(n) }

// MaskReg returns mask register n, 0 to 7.
func MaskReg(n int) Reg { return K0 + Reg(n) }

// A CC is a condition code, numbered as in the opcodes. Flipping the lowest bit inverts it.
type CC uint8

// The condition codes by their first Intel name. B is unsigned below (carry), A above; after UCOMISS, P means
// unordered.
const (
	CCO CC = iota
	CCNO
	CCB
	CCAE
	CCE
	CCNE
	CCBE
	CCA
	CCS
	CCNS
	CCP
	CCNP
	CCL
	CCGE
	CCLE
	CCG
)

var ccNames = [16]string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

func (c CC) String() string {
	if c < 16 {
		return ccNames[c]
	}
	return "cc?"
}

// Negate returns the opposite condition.
func (c CC) Negate() CC { return c ^ 1 }

// A RoundMode is an EVEX static rounding mode, which implies SAE (no exceptions raised), or SAE alone.
type RoundMode uint8

// The rounding modes. With RoundNone, MXCSR determines the rounding.
const (
	RoundNone RoundMode = iota
	RoundNearest
	RoundDown
	RoundUp
	RoundZero
	SAE
)
