package arm64

// Reasons of an IllegalError.
const (
	badFeature   = "the processor that the program is for does not have this instruction"
	badOp        = "no such instruction"
	badForm      = "no such form: memory where a register must be, or the other way round"
	badSize      = "no such operation size"
	badCount     = "wrong number of operands"
	badClass     = "register of the wrong class"
	badMissing   = "register missing"
	badZR        = "the zero register is not available here, its number means sp"
	badSP        = "sp is not available here, its number means the zero register"
	badLow       = "by element of 16 bits, only v0 to v15 are available"
	badCC        = "no such condition"
	badBase      = "base is not a general register or sp"
	badIndex     = "index is not a general register"
	badExtend    = "index must be taken whole or extended by uxtw, sxtw or sxtx"
	badScale     = "index scale is neither 1 nor the size of the access"
	badIndexDisp = "an address with an index has no displacement"
	badNoIndex   = "pairs have no address with an index"
	badDisp12    = "displacement is neither a multiple of the access up to 4095 times its size nor -256 to 255"
	badDisp9     = "pre- and post-index displacement is not -256 to 255"
	badDisp7     = "displacement of a pair is not a multiple of the register's size from -64 to 63 times"
	badMode      = "no such addressing mode here"
	badPostIndex = "only structures are post-indexed by a register"
	badPostDisp  = "post-index displacement of a structure must be the bytes accessed"
	badStructure = "structures have no offset: base only, or post-indexed"
	badBaseOnly  = "no offset here: base only"
	badWriteback = "the base is written and is also transferred: unpredictable"
	badPair      = "both registers of a load are the same: unpredictable"
	badLabel     = "PC-relative address with a base, an index or a mode"
	badNoLabel   = "the address must be a label"
	badLiteral   = "no PC-relative form"
	badReference = "labels and branches need an Encoder"
	badImmAdd    = "immediate is neither 0 to 4095 nor a multiple of 4096 up to 4095<<12"
	badImmLog    = "immediate is not a bit mask"
	badImmShift  = "shift amount out of range"
	badImmField  = "bit field out of range"
	badImmLane   = "no such lane"
	badImmVec    = "no such vector constant"
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
