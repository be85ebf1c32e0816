package amd64

import (
	"encoding/binary"
	"math/bits"

	"hotloop/asm"
)

// maxInst is the space reserved for an instruction. The architecture's limit is 15 bytes; the rest lets the
// encoder write whole words.
const maxInst = 32

// Append appends the encoding of in to dst. RIP-relative displacements and branches need an Encoder and are
// illegal here.
func Append(dst []byte, in *Inst) ([]byte, error) {
	t, reason := check(in)
	if reason == "" && (in.Mem.Label != asm.NoLabel && in.MemPos >= 0 || opInfo[in.Op].Flags&Branch != 0) {
		reason = badReference
	}
	if reason != "" {
		return dst, set().Illegal(in, reason)
	}
	dst, _ = appendInst(dst, in, t)
	return dst, nil
}

// appendInst encodes a legal instruction other than a branch. ripAt is the offset of a RIP-relative displacement
// in the result, or 0 if there is none.
func appendInst(dst []byte, in *Inst, t *Template) (out []byte, ripAt int) {
	n := len(dst)
	if cap(dst)-n < maxInst {
		dst = append(dst, make([]byte, maxInst)...)
	}
	b := dst[n : n+maxInst]
	if t == nil {
		i, at := putMovImm(b, in)
		if at > 0 {
			ripAt = n + at
		}
		return dst[:n+i], ripAt
	}
	f := fieldsOf(in, t)
	i, imm := 0, t.Imm
	switch {
	case t.Flags&EncEVEX != 0:
		i = putEVEX(b, in, t, f)
	case t.Flags&EncVEX != 0:
		i = putVEX(b, t, f)
	default:
		op := t.Opcode
		switch {
		case t.Flags&AltOne != 0 && in.Imm == 1: // shift by one: no immediate
			op, imm = t.Alt, 0
		case t.Flags&AltRAX != 0 && !f.mem && f.rm == 0: // into RAX: no ModRM
			i = putLegacy(b, in, t, t.Alt, 0, 0, 0)
			return finishImm(dst, n, i, in, imm, 0)
		}
		i = putLegacy(b, in, t, op, f.reg, f.x, f.base)
	}
	if t.Flags&NoModRM != 0 {
		return finishImm(dst, n, i, in, imm, 0)
	}

	// ModRM, SIB, displacement.
	switch {
	case !f.mem:
		if t.RM == NoField {
			b[i] = t.Ext
		} else {
			b[i] = 0xc0 | f.reg&7<<3 | f.rm&7
		}
		i++
	case in.Mem.Label != asm.NoLabel:
		b[i] = f.reg&7<<3 | 5
		binary.LittleEndian.PutUint32(b[i+1:], 0)
		ripAt = n + i + 1
		i += 5
	default:
		i = putMem(b, i, f.reg&7<<3, in, t)
	}
	if t.Is4 != NoField {
		b[i] = in.Reg[t.Is4].Num() << 4
		return dst[:n+i+1], ripAt
	}
	return finishImm(dst, n, i, in, imm, ripAt)
}

// fields holds the five-bit register numbers by encoding field. A memory operand or an absent operand leaves 0.
type fields struct {
	reg, rm, v uint8
	x, base    uint8 // extended by the X and B bits
	mem        bool  // rm is memory
}

func fieldsOf(in *Inst, t *Template) (f fields) {
	f.reg = t.Ext & 7
	if t.Reg != NoField {
		f.reg = in.Reg[t.Reg].Num()
	}
	if t.V != NoField {
		f.v = in.Reg[t.V].Num()
	}
	f.mem = in.MemPos >= 0 && uint8(in.MemPos) == t.RM
	if f.mem {
		if in.Mem.Base != NoReg {
			f.base = uint8(in.Mem.Base)
		}
		if in.Mem.Index != NoReg {
			f.x = in.Mem.Index.Num()
		}
	} else if t.RM != NoField {
		f.rm = in.Reg[t.RM].Num()
		f.base = f.rm
	}
	return f
}

// putEVEX writes the prefix and opcode of the EVEX encoding.
func putEVEX(b []byte, in *Inst, t *Template, f fields) int {
	p0 := t.Map | ^f.reg<<4&0x80 | ^f.reg&0x10 | ^f.base<<2&0x20
	p1 := t.Bits&0x83 | 4 | ^f.v<<3&0x78
	p2 := t.Bits << 3 & 0x60
	if f.mem {
		p0 |= ^f.x << 3 & 0x40
		p2 |= ^(f.v | f.x&vsibHigh(in)) >> 1 & 8
	} else {
		p0 |= ^f.rm << 2 & 0x40
		p2 |= ^f.v >> 1 & 8
	}
	if in.Masked() {
		p2 |= uint8(in.Mask - K0)
		if in.Zero {
			p2 |= 0x80
		}
	}
	if in.Bcst {
		p2 |= 0x10
	}
	if in.Round != RoundNone {
		p2 |= 0x10
		if in.Round < SAE {
			p2 = p2&^0x60 | uint8(in.Round-RoundNearest)<<5
		}
	}
	binary.LittleEndian.PutUint64(b, 0x62|uint64(p0)<<8|uint64(p1)<<16|uint64(p2)<<24|uint64(t.Opcode)<<32)
	return 5
}

// putVEX writes the prefix and opcode of the VEX encoding. It uses the two-byte prefix if possible.
func putVEX(b []byte, t *Template, f fields) int {
	vl := ^f.v<<3&0x78 | t.Bits&7
	if t.Map == 1 && t.Bits&0x80 == 0 && (f.x|f.base)&8 == 0 {
		binary.LittleEndian.PutUint32(b, 0xc5|uint32(^f.reg<<4&0x80|vl)<<8|uint32(t.Opcode)<<16)
		return 3
	}
	p0 := t.Map | ^f.reg<<4&0x80 | ^f.x<<3&0x40 | ^f.base<<2&0x20
	binary.LittleEndian.PutUint32(b, 0xc4|uint32(p0)<<8|uint32(vl|t.Bits&0x80)<<16|uint32(t.Opcode)<<24)
	return 4
}

// vsibHigh returns a mask that selects bit 4 of a vector index; a general register has no such bit.
func vsibHigh(in *Inst) uint8 {
	if in.Mem.Index >= V16 && in.Mem.Index != NoReg {
		return 0x10
	}
	return 0
}

func finishImm(dst []byte, n, i int, in *Inst, imm uint8, ripAt int) ([]byte, int) {
	binary.LittleEndian.PutUint64(dst[n+i:n+i+8], uint64(in.Imm))
	return dst[:n+i+int(imm)], ripAt
}

// putLegacy writes the prefixes and opcode of the legacy encoding.
func putLegacy(b []byte, in *Inst, t *Template, op, reg, x, base uint8) int {
	i := 0
	if t.Bits&Bits16 != 0 {
		b[0] = 0x66
		i = 1
	}
	if pp := t.Bits & 3; pp != 0 {
		b[i] = [4]uint8{0, 0x66, 0xf3, 0xf2}[pp]
		i++
	}
	rex := t.Bits>>4&8 | reg>>1&4 | x>>2&2 | base>>3&1
	if rex != 0 || t.Flags&ByteReg != 0 && reg >= 4 || t.Flags&ByteRM != 0 && base >= 4 && uint8(in.MemPos) != t.RM {
		b[i] = 0x40 | rex
		i++
	}
	if t.Map != 0 {
		b[i] = 0x0f
		i++
		if t.Map > 1 {
			b[i] = [4]uint8{0, 0, 0x38, 0x3a}[t.Map]
			i++
		}
	}
	if t.Flags&PlusReg != 0 {
		op |= base & 7
	} else if opInfo[in.Op].Flags&HasCC != 0 {
		op = op&0xf0 | uint8(in.CC)
	}
	b[i] = op
	return i + 1
}

// putMem writes ModRM, SIB and displacement for [base+index*scale+disp]; reg is the ModRM.reg field, already
// shifted into place.
func putMem(b []byte, i int, reg uint8, in *Inst, t *Template) int {
	m := &in.Mem
	unit := t.Disp
	if in.Bcst {
		unit >>= 4
	}
	unit &= 15
	sib := uint8(0x20) // no index
	hasSIB := m.Base == NoReg || m.Index != NoReg
	if m.Index != NoReg {
		sib = uint8(bits.TrailingZeros8(m.Scale|0x10)&3)<<6 | m.Index.Num()&7<<3
	}
	base := uint8(m.Base) & 7
	switch {
	case m.Base == NoReg: // mod 0 and base 5: 32-bit displacement only
		b[i], b[i+1] = reg|4, sib|5
		binary.LittleEndian.PutUint32(b[i+2:], uint32(m.Disp))
		return i + 6
	case base == 4:
		hasSIB = true
	}
	modAt := i
	b[i] = reg | base
	i++
	if hasSIB {
		b[modAt] = reg | 4
		b[i] = sib | base
		i++
	}
	if m.Disp == 0 && base != 5 {
		return i
	}
	if d := m.Disp >> unit; d<<unit == m.Disp && d == int32(int8(d)) {
		b[modAt] |= 0x40
		b[i] = uint8(d)
		return i + 1
	}
	b[modAt] |= 0x80
	binary.LittleEndian.PutUint32(b[i:], uint32(m.Disp))
	return i + 4
}

// putMovImm writes a move of an immediate. Unlike other instructions, its form depends on the value. At 8 bytes
// it is a sign-extended 32-bit immediate if the value fits, else a zero-extended one, else all 64 bits. It is
// never an xor, which would change the flags.
func putMovImm(b []byte, in *Inst) (n, ripAt int) {
	size, i := in.Size, 0
	if size == 2 {
		b[0] = 0x66
		i = 1
	}
	imm, v := int(size), in.Imm
	mem := in.MemPos >= 0
	var base, x uint8
	if mem {
		if in.Mem.Base != NoReg {
			base = uint8(in.Mem.Base)
		}
		if in.Mem.Index != NoReg {
			x = uint8(in.Mem.Index)
		}
	} else {
		base = uint8(in.Reg[0])
	}
	rex := x>>2&2 | base>>3
	modrm := mem
	if size == 8 {
		switch {
		case v == int64(int32(v)):
			rex, imm, modrm = rex|8, 4, true
		case v>>32 == 0:
			imm = 4
		default:
			rex |= 8
		}
	}
	if rex != 0 || size == 1 && !mem && base >= 4 {
		b[i] = 0x40 | rex
		i++
	}
	switch {
	case !modrm && size == 1:
		b[i] = 0xb0 | base&7
		i++
	case !modrm:
		b[i] = 0xb8 | base&7
		i++
	default:
		b[i] = 0xc7
		if size == 1 {
			b[i] = 0xc6
		}
		i++
		switch {
		case mem && in.Mem.Label != asm.NoLabel:
			b[i] = 5
			binary.LittleEndian.PutUint32(b[i+1:], 0)
			ripAt = i + 1
			i += 5
		case mem:
			i = putMem(b, i, 0, in, &Template{})
		default:
			b[i] = 0xc0 | base&7
			i++
		}
	}
	binary.LittleEndian.PutUint64(b[i:], uint64(v))
	return i + imm, ripAt
}
