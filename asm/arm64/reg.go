package arm64

// A Reg is a register. Its lower five bits are its number in an instruction word; ZR and SP share number 31 but
// are two Regs. R0 to R30, ZR and V0 to V31 are below 64, so a uint64 can represent a set of them.
type Reg uint8

// The registers: general 0..30, the zero register 31, vector 32..63. SP is separate. R18 is the platform
// register, R28 is g in Go, R29 the frame pointer and R30 the link register.
const (
	R0 Reg = iota
	R1
	R2
	R3
	R4
	R5
	R6
	R7
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	R16
	R17
	R18
	R19
	R20
	R21
	R22
	R23
	R24
	R25
	R26
	R27
	R28
	R29
	R30
	ZR // reads as zero, ignores writes
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

	// NumRegs is one more than the highest register other than SP, predicates and NoReg.
	NumRegs = iota

	// SP is the stack pointer.
	SP Reg = 95

	// P0 is the first of the SVE predicate registers that can govern instructions, P0 to P7.
	P0 Reg = 96

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
	Pred // SVE predicate; Vec operands beside it are limited to 16 bytes, by P7 set by [PTRUEVL16]
)

// Register kinds that the encoder distinguishes, one bit each. anyReg accepts fields that are not checked.
const (
	regGP uint8 = 1 << iota
	regZR
	regSP
	regVecLow // V0 to V15
	regVecHigh
	regPred
	regOther

	regVec = regVecLow | regVecHigh
	anyReg = 255
)

// regKinds maps a register to its kind. It is a table because the encoder looks up every operand.
var regKinds = func() (k [256]uint8) {
	for i := range k {
		switch r := Reg(i); {
		case r < ZR:
			k[i] = regGP
		case r == ZR:
			k[i] = regZR
		case r < V16:
			k[i] = regVecLow
		case r <= V31:
			k[i] = regVecHigh
		case r == SP:
			k[i] = regSP
		case r >= P0 && r < P0+8:
			k[i] = regPred
		default:
			k[i] = regOther
		}
	}
	return k
}()

// Class returns the class of r: GP for R0 to R30, ZR and SP; ClassNone for NoReg.
func (r Reg) Class() Class {
	switch k := regKinds[r]; {
	case k&(regGP|regZR|regSP) != 0:
		return GP
	case k&regVec != 0:
		return Vec
	case k&regPred != 0:
		return Pred
	}
	return ClassNone
}

// Num returns the number of r in an instruction word.
func (r Reg) Num() uint8 { return uint8(r) & 31 }

// PredReg returns predicate register n, 0 to 7.
func PredReg(n int) Reg { return P0 + Reg(n) }

// GPReg returns general register n, 0 to 30.
func GPReg(n int) Reg { return R0 + Reg(n) }

// VecReg returns vector register n, 0 to 31.
func VecReg(n int) Reg { return V0 + Reg(n) }

// A CC is a condition code, numbered as in the instructions (C1.2.4). Flipping the lowest bit inverts it.
type CC uint8

// The condition codes. LO and HS compare unsigned. After FCMP, VS means unordered, and MI, LS, GT and GE are
// ordered <, <=, > and >=.
const (
	EQ CC = iota
	NE
	HS
	LO
	MI
	PL
	VS
	VC
	HI
	LS
	GE
	LT
	GT
	LE
)

var ccNames = [14]string{"eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"}

func (c CC) String() string {
	if int(c) < len(ccNames) {
		return ccNames[c]
	}
	return "cc?"
}

// Negate returns the opposite condition.
func (c CC) Negate() CC { return c ^ 1 }

// A Modifier is an operation applied to the last register operand, or to the index of an address, before use
// (C6.2: shifted and extended register forms).
type Modifier uint8

// Modifiers; shifts and extensions are in the order of their encodings.
const (
	ModNone Modifier = iota
	ModLSL
	ModLSR
	ModASR
	ModROR
	ModUXTB
	ModUXTH
	ModUXTW
	ModUXTX
	ModSXTB
	ModSXTH
	ModSXTW
	ModSXTX
)

var modNames = [...]string{"", "lsl", "lsr", "asr", "ror", "uxtb", "uxth", "uxtw", "uxtx", "sxtb", "sxth", "sxtw",
	"sxtx"}

func (m Modifier) String() string {
	if int(m) < len(modNames) {
		return modNames[m]
	}
	return "mod?"
}
