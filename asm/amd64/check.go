package amd64

import (
	"math/bits"

	"hotloop/asm"
)

// Reasons of an IllegalError.
const (
	badOp        = "unknown instruction"
	badForm      = "no form for these operands: wrong kinds, memory where it is not allowed, or a missing register"
	badSize      = "operation size is not supported"
	badCount     = "wrong number of operands"
	badClass     = "register of the wrong class"
	badFixed     = "operand must be the instruction's fixed register"
	badSPL       = "spl is not supported: golang-asm cannot encode it"
	badVEXReg    = "registers 16 to 31 and EVEX decorations are not supported for this instruction"
	badMask      = "masks are not supported for this instruction"
	badMaskReg   = "mask register is not one of k1 to k7"
	badNoMask    = "gathers and scatters require a mask"
	badZero      = "zeroing requires a mask and a register as destination, and is not supported for this instruction or operand"
	badBcst      = "broadcast is not supported for this form"
	badRound     = "rounding mode is not supported: use zmm or scalar registers, and an instruction that rounds"
	badImm       = "immediate out of range"
	badScale     = "index scale is not 1, 2, 4 or 8"
	badBase      = "base is not a general register"
	badIndex     = "index is not a general register, or is rsp"
	badVIndex    = "index is not a vector register"
	badLabel     = "RIP-relative address has a base or index"
	badDistinct  = "destination, index and mask of a gather must differ"
	badCC        = "unknown condition"
	badFeature   = "the target processor does not support this form"
	badReference = "RIP-relative address is out of range"
)

// Check reports whether in can be encoded; the error is an *IllegalError. Check also rejects some instructions
// that have an encoding but fault with #UD.
func Check(in *Inst) error {
	_, reason := check(in)
	return set().Illegal(in, reason)
}

// check returns the template for in, or the reason why in is illegal.
func check(in *Inst) (*Template, string) {
	if in.Op <= ALIGN || in.Op >= NumOps {
		return nil, badOp
	}
	info := &opInfo[in.Op]
	size := info.Sizes
	if size&(size-1) != 0 {
		if in.Size&(in.Size-1) != 0 || in.Size&size == 0 {
			return nil, badSize
		}
		size = in.Size
	}
	if in.N != info.N {
		return nil, badCount
	}
	if in.MemPos < -1 || in.MemPos >= int8(in.N) {
		return nil, badForm
	}
	kinds := kindsOf(&in.Reg) & info.allow
	need := int(in.N)
	if in.MemPos >= 0 {
		kinds &^= 0xff << (8 * uint(in.MemPos))
		need--
	}
	// A register has exactly one kind, so each operand whose register fits contributes one bit.
	if bits.OnesCount32(kinds) != need || size == 1 && kinds&(allOperands*kindSP) != 0 {
		if reason := badRegister(in, info, size); reason != "" {
			return nil, reason
		}
	}
	evex := kinds&(allOperands*kindVecHigh) != 0 || size == 64
	if in.MemPos >= 0 {
		index, reason := checkMem(in, info)
		if reason != "" {
			return nil, reason
		}
		evex = evex || index == kindVecHigh
	}
	if in.Mask != NoReg || in.Zero || in.Bcst || in.Round != RoundNone || info.Flags&NeedMask != 0 {
		decorated, reason := checkEVEX(in, info, size)
		if reason != "" {
			return nil, reason
		}
		evex = evex || decorated
	}
	wide := false
	switch info.Imm {
	case Imm8:
		if uint64(in.Imm) > 255 {
			return nil, badImm
		}
	case Imm32:
		lo, hi := int64(-128), int64(255)
		switch size {
		case 2:
			lo, hi = -1<<15, 1<<16-1
		case 4:
			lo, hi = -1<<31, 1<<32-1
		case 8:
			lo, hi = -1<<31, 1<<31-1
		}
		if in.Imm < lo || in.Imm > hi {
			return nil, badImm
		}
		wide = size > 1 && in.Imm != int64(int8(in.Imm))
	case Imm64:
		if in.Imm < -1<<(8*size-1) || size < 8 && in.Imm >= 1<<(8*size) || in.MemPos >= 0 && size == 8 &&
			in.Imm != int64(int32(in.Imm)) {
			return nil, badImm
		}
	}
	if info.Flags&HasCC != 0 && in.CC > 15 {
		return nil, badCC
	}
	if info.Flags&Branch != 0 || in.Op == MOVI {
		return nil, ""
	}
	if !evex {
		if t := lookup(in.Op, formKey(size, false, wide, in.MemPos)); t != nil {
			return t, ""
		}
	}
	if t := lookup(in.Op, formKey(size, true, wide, in.MemPos)); t != nil {
		return t, ""
	}
	if evex && info.EVEX == NoForm {
		return nil, badVEXReg
	}
	return nil, badForm
}

// badRegister returns the reason why a register of in is not allowed, or "" if all are allowed.
func badRegister(in *Inst, info *OpInfo, size uint8) string {
	for i := range in.N {
		o, r := &info.Operands[i], in.Reg[i]
		switch {
		case int8(i) == in.MemPos:
		case o.Class == ClassNone, r == NoReg:
			return badForm
		case r.Class() != o.Class:
			return badClass
		case r == RSP && o.Class == GP && o.RegW.Bytes(size) == 1:
			return badSPL
		case o.Fixed != NoReg && o.Fixed != r:
			return badFixed
		}
	}
	return ""
}

// checkMem checks the memory operand and returns the register kind of a vector index.
func checkMem(in *Inst, info *OpInfo) (index uint8, reason string) {
	o, m := &info.Operands[in.MemPos], &in.Mem
	if !o.Mem {
		return 0, badForm
	}
	if m.Scale&(m.Scale-1) != 0 || m.Scale > 8 {
		return 0, badScale
	}
	if o.VSIB {
		index = kindOf[m.Index]
		if index&kindAnyVec == 0 || m.Label != asm.NoLabel {
			return 0, badVIndex
		}
		if info.Operands[0].Early {
			// A gather faults unless destination, index and mask all differ.
			if in.Reg[0] == m.Index || in.N == 3 && (in.Reg[0] == in.Reg[2] || in.Reg[2] == m.Index) {
				return 0, badDistinct
			}
		}
	} else if m.Index != NoReg && (m.Index > R15 || m.Index == RSP) {
		return 0, badIndex
	}
	if m.Base != NoReg && m.Base > R15 {
		return 0, badBase
	}
	if m.Label != asm.NoLabel && (m.Base != NoReg || m.Index != NoReg) {
		return 0, badLabel
	}
	return index, ""
}

// checkEVEX checks the EVEX decorations and reports whether there are any.
func checkEVEX(in *Inst, info *OpInfo, size uint8) (decorated bool, reason string) {
	if in.Masked() {
		if info.Flags&CanMask == 0 {
			return false, badMask
		}
		if in.Mask == K0 { // k0 in the mask field means no mask
			return false, badMaskReg
		}
		decorated = true
	} else {
		if in.Mask != NoReg && in.Mask != 0 {
			return false, badMaskReg
		}
		if info.Flags&NeedMask != 0 {
			return false, badNoMask
		}
	}
	if in.Zero {
		if !decorated || info.Flags&CanZero == 0 || in.MemPos == 0 {
			return false, badZero
		}
	}
	if in.Bcst {
		if info.Bcst == 0 || in.MemPos < 0 {
			return false, badBcst
		}
		decorated = true
	}
	if in.Round != RoundNone {
		ok := in.Round == SAE && info.Flags&CanSAE != 0 || in.Round < SAE && info.Flags&CanRound != 0
		if !ok || in.MemPos >= 0 || size != 64 && info.Flags&ScalarVec == 0 || info.Flags&Round64 != 0 && size != 8 {
			return false, badRound
		}
		decorated = true
	}
	return decorated, ""
}
