package arm64

import (
	"encoding/binary"

	"hotloop/asm"
)

// An encoding is a row of zencodings.go: the words of an Op, and the field that each operand goes into. The
// encoder multiplies a register number by its field. A multiplier can also put the number into two fields, or
// into none.
type encoding struct {
	words  [2]uint32 // at the smaller and the larger size; Ops of one size use the latter
	lits   [2]uint32 // the same for PC-relative loads; 0: none
	fields [4]uint32
	class  uint32 // required upper three bits of the registers where mask has ones, one byte per operand
	mask   uint32
	allow  [4]uint8 // allowed register kinds where class cannot express them; class then matches no register
	small  uint8    // operation sizes; small is 0 if there is only one
	large  uint8
	n      uint8
	mem    int8 // index of the memory operand; -1: none
	imm    ImmKind
	addr   AddrKind
	elem   uint8
	units  [2]uint8 // log2 of the unit of displacements, in bytes
	flags  OpFlags  // HasCC, InvertCC
}

// noForm reports whether op is not a single instruction.
func noForm(op Op) bool { return op <= ALIGN || op >= NumOps }

// encode returns the word of in, or the reason why it has none. It leaves displacements of branches and labels
// zero, and the immediate of a MOVI.
func encode(in *Inst) (w uint32, reason string) {
	if noForm(in.Op) {
		return 0, badOp
	}
	e := &encodings[in.Op]
	idx := 1
	if e.small != 0 && in.Size != e.large {
		if in.Size != e.small {
			return 0, badSize
		}
		idx = 0
	}
	if in.N != e.n {
		return 0, badCount
	}
	if in.MemPos != e.mem {
		return 0, badForm
	}
	r := &in.Reg
	regs := uint32(r[0]) | uint32(r[1])<<8 | uint32(r[2])<<16 | uint32(r[3])<<24
	if (regs^e.class)&e.mask != 0 {
		if reason := badRegister(in, e); reason != "" {
			return 0, reason
		}
	}
	w = e.words[idx] | regs&31*e.fields[0] | regs>>8&31*e.fields[1] | regs>>16&31*e.fields[2] | regs>>24&31*e.fields[3]
	if e.imm != ImmNone && in.Op != MOVI {
		f, ok := immField(in, e, idx)
		if !ok {
			return 0, immReason(e.imm)
		}
		w |= f
	}
	if e.flags&HasCC != 0 {
		cc := in.CC
		if int(cc) >= len(ccNames) {
			return 0, badCC
		}
		if e.flags&InvertCC != 0 {
			cc = cc.Negate()
		}
		if in.Op == BCC {
			return w | uint32(cc), ""
		}
		w |= uint32(cc) << 12
	}
	if e.addr == AddrNone {
		return w, ""
	}
	return encodeMem(in, e, idx, w)
}

// encodeMem adds the memory operand to w.
func encodeMem(in *Inst, e *encoding, idx int, w uint32) (uint32, string) {
	m := &in.Mem
	if m.Label != asm.NoLabel {
		if m.Base != NoReg || m.Index != NoReg || m.Mode != Offset {
			return 0, badLabel
		}
		switch {
		case e.addr == AddrLabel:
			return w, ""
		case e.lits[idx] == 0:
			return 0, badLiteral
		}
		return e.lits[idx] | w&31, ""
	}
	if e.addr == AddrLabel {
		return 0, badNoLabel
	}
	if regKinds[m.Base]&(regGP|regSP) == 0 {
		return 0, badBase
	}
	if m.Mode > PostIndex {
		return 0, badMode
	}
	w |= uint32(m.Base&31) << 5
	if m.Mode != Offset && m.Base != SP {
		// C6.2: writing the base and loading it, or storing it, is constrained unpredictable.
		for i := range e.mem {
			if in.Reg[i] == m.Base {
				return 0, badWriteback
			}
		}
	}
	switch e.addr {
	case AddrScaled:
		return encodeScaled(in, e.units[idx], w)
	case AddrPair:
		return encodePair(in, e.units[idx], w)
	case AddrBase:
		if m.Mode != Offset || m.Disp != 0 || m.Index != NoReg {
			return 0, badBaseOnly
		}
		return w, ""
	case AddrElements:
		switch {
		case m.Mode != Offset || m.Index == NoReg || m.Index > R30 || m.Ext != ModNone:
			return 0, badIndex
		case m.Disp != 0:
			return 0, badIndexDisp
		case max(1, m.Scale) != e.elem:
			return 0, badScale
		}
		return w | uint32(m.Index)<<16, ""
	}
	return encodeStructure(in, w)
}

// Bits of loads and stores of one register (C4.1.96). The words in the table are the forms with an unsigned
// offset; without unsignedBit they are the forms with a signed byte offset.
const (
	unsignedBit = 1 << 24
	postBits    = 1 << 10
	preBits     = 3 << 10
	indexBits   = 1<<21 | 2<<10
	scaledBit   = 1 << 12
)

// extendOption returns the option field of an address with an index, or 0 if m is not allowed there.
func extendOption(m Modifier) uint32 {
	switch m {
	case ModNone, ModUXTX, ModLSL:
		return 3
	case ModUXTW, ModSXTW, ModSXTX:
		return uint32(m - ModUXTB)
	}
	return 0
}

func encodeScaled(in *Inst, unit uint8, w uint32) (uint32, string) {
	m := &in.Mem
	switch {
	case m.Mode != Offset:
		switch {
		case in.Op == PRFM:
			return 0, badMode
		case m.Index != NoReg:
			return 0, badPostIndex
		case m.Disp < -256 || m.Disp > 255:
			return 0, badDisp9
		}
		w = w&^unsignedBit | uint32(m.Disp)&0x1ff<<12 | postBits
		if m.Mode == PreIndex {
			w |= preBits
		}
		return w, ""
	case m.Index != NoReg:
		option := extendOption(m.Ext)
		switch {
		case m.Index > R30:
			return 0, badIndex
		case option == 0:
			return 0, badExtend
		case m.Disp != 0:
			return 0, badIndexDisp
		}
		w = w&^unsignedBit | indexBits | option<<13 | uint32(m.Index)<<16
		switch {
		case m.Scale > 1 && uint32(m.Scale) == 1<<unit:
			w |= scaledBit
		case m.Scale > 1:
			return 0, badScale
		}
		return w, ""
	case m.Disp >= 0 && uint32(m.Disp)>>unit <= 0xfff && uint32(m.Disp)&(1<<unit-1) == 0:
		return w | uint32(m.Disp)>>unit<<10, ""
	case m.Disp >= -256 && m.Disp <= 255:
		return w&^unsignedBit | uint32(m.Disp)&0x1ff<<12, ""
	}
	return 0, badDisp12
}

// Bits of register-pair accesses. The words in the table are the forms with an offset.
const (
	pairModes = 3 << 23
	pairPost  = 1 << 23
	pairPre   = 3 << 23
)

func encodePair(in *Inst, unit uint8, w uint32) (uint32, string) {
	m := &in.Mem
	disp := m.Disp >> unit
	switch {
	case m.Index != NoReg:
		return 0, badNoIndex
	case disp<<unit != m.Disp || disp < -64 || disp > 63:
		return 0, badDisp7
	case in.Reg[0] == in.Reg[1] && opInfo[in.Op].Operands[0].Access == Write:
		return 0, badPair
	}
	switch m.Mode {
	case PreIndex:
		w = w&^pairModes | pairPre
	case PostIndex:
		w = w&^pairModes | pairPost
	}
	return w | uint32(disp)&0x7f<<15, ""
}

// structurePost marks the post-indexed forms of LD1 to ST4.
const structurePost = 1 << 23

func encodeStructure(in *Inst, w uint32) (uint32, string) {
	m := &in.Mem
	switch {
	case m.Mode == PreIndex:
		return 0, badMode
	case m.Mode == Offset && (m.Disp != 0 || m.Index != NoReg):
		return 0, badStructure
	case m.Mode == Offset:
		return w, ""
	case m.Index == NoReg:
		if int(m.Disp) != in.MemBytes() {
			return 0, badPostDisp
		}
		return w | structurePost | 31<<16, ""
	case m.Index > R30:
		return 0, badIndex
	case m.Disp != 0:
		return 0, badIndexDisp
	}
	return w | structurePost | uint32(m.Index)<<16, ""
}

// Append appends the encoding of in to dst. Labels and branches need an Encoder and are illegal here.
func Append(dst []byte, in *Inst) ([]byte, error) {
	w, reason := encode(in)
	if reason == "" && (in.MemPos >= 0 && in.Mem.Label != asm.NoLabel || encodings[in.Op].flags&Branch != 0) {
		reason = badReference
	}
	if reason != "" {
		return dst, set().Illegal(in, reason)
	}
	if in.Op == MOVI {
		return appendMovConst(dst, in), nil
	}
	return binary.LittleEndian.AppendUint32(dst, w), nil
}

// appendMovConst appends the encoded sequence of a MOVI.
func appendMovConst(dst []byte, in *Inst) []byte {
	var seq [MaxMovConst]Inst
	for _, x := range AppendMovConst(seq[:0], in.Reg[0], int(in.Size), in.Imm) {
		w, _ := encode(&x)
		dst = binary.LittleEndian.AppendUint32(dst, w)
	}
	return dst
}
