package arm64

// Reasons of an IllegalError.
const (
	badFeature   = "the target processor does not support this instruction"
	badOp        = "unknown instruction"
	badForm      = "no form for these operands: memory instead of a register, or a register instead of memory"
	badSize      = "operation size is not supported"
	badCount     = "wrong number of operands"
	badClass     = "register of the wrong class"
	badMissing   = "register missing"
	badZR        = "the zero register is not supported for this operand: its number encodes sp"
	badSP        = "sp is not supported for this operand: its number encodes the zero register"
	badLow       = "an operand by 16-bit element must be one of v0 to v15"
	badCC        = "unknown condition"
	badBase      = "base is not a general register or sp"
	badIndex     = "index is not a general register"
	badExtend    = "index is neither a whole register nor extended by uxtw, sxtw or sxtx"
	badScale     = "index scale is neither 1 nor the size of the access"
	badIndexDisp = "a displacement is not supported in an address with an index"
	badNoIndex   = "an index is not supported in an address of a pair"
	badDisp12    = "displacement is neither a multiple of the access up to 4095 times its size nor -256 to 255"
	badDisp9     = "pre- and post-index displacement is not -256 to 255"
	badDisp7     = "displacement of a pair is not a multiple of the register's size from -64 to 63 times"
	badMode      = "addressing mode is not supported for this instruction"
	badPostIndex = "post-index by a register is supported for structures only"
	badPostDisp  = "post-index displacement of a structure is not the number of bytes accessed"
	badStructure = "an offset is not supported for structures; use a base, or post-index"
	badBaseOnly  = "an offset is not supported for this instruction; use a base"
	badWriteback = "the written-back base is also transferred, which is unpredictable"
	badPair      = "both registers of a load are equal, which is unpredictable"
	badLabel     = "PC-relative address has a base, an index or a mode"
	badNoLabel   = "the address is not a label"
	badLiteral   = "a PC-relative address is not supported for this instruction"
	badReference = "labels and branches require an Encoder"
	badImmAdd    = "immediate is neither 0 to 4095 nor a multiple of 4096 up to 4095<<12"
	badImmLog    = "immediate is not a bit mask"
	badImmShift  = "shift amount out of range"
	badImmField  = "bit field out of range"
	badImmLane   = "lane out of range"
	badImmVec    = "vector constant is not encodable"
	badImm       = "immediate out of range"
)

// Check reports whether in can be encoded; the error is an *IllegalError. Check also rejects some instructions
// that have an encoding but that the architecture calls unpredictable.
func Check(in *Inst) error {
	_, reason := encode(in)
	return set().Illegal(in, reason)
}

// badRegister returns the reason why a register of in is not allowed, or "" if all are allowed.
func badRegister(in *Inst, e *encoding) string {
	for i := range e.n {
		kind, allow := regKinds[in.Reg[i]], e.allow[i]
		switch {
		case kind&allow != 0:
		case in.Reg[i] == NoReg:
			return badMissing
		case kind == regZR && allow&regGP != 0:
			return badZR
		case kind == regSP && allow&regGP != 0:
			return badSP
		case kind == regVecHigh && allow == regVecLow:
			return badLow
		default:
			return badClass
		}
	}
	return ""
}

// immReason returns the reason why an immediate of the given kind is not allowed.
func immReason(kind ImmKind) string {
	switch kind {
	case ImmAdd:
		return badImmAdd
	case ImmLogical:
		return badImmLog
	case ImmLSL, ImmLSR, ImmShift, ImmExtend, ImmVecSHL, ImmVecSHR, ImmEXTR:
		return badImmShift
	case ImmBFX, ImmBFI, ImmBit:
		return badImmField
	case ImmLane, ImmLanes, ImmLaneHLM, ImmLaneMem, ImmEXT:
		return badImmLane
	case ImmVecMove, ImmVecLogical:
		return badImmVec
	}
	return badImm
}

// IsAddress reports whether op of the given size can have the address m.
func IsAddress(op Op, size int, m Mem) bool {
	if noForm(op) || encodings[op].mem < 0 {
		return false
	}
	in := New(op, size)
	in.MemPos, in.Mem = encodings[op].mem, m
	for i := range in.Reg {
		in.Reg[i] = Reg(i) + V0 // different registers, none equal to the base
	}
	e := &encodings[op]
	idx := 1
	if e.small != 0 && in.Size == e.small {
		idx = 0
	}
	_, reason := encodeMem(&in, e, idx, 0)
	return reason == ""
}
