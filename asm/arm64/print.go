package arm64

import (
	"strconv"

	"hotloop/asm"
)

// String returns in in Arm syntax, lower case.
func (in Inst) String() string { return string(in.AppendText(nil)) }

// A printer prints the operands of one instruction.
type printer struct {
	in   *Inst
	info *OpInfo
	dst  []byte
	sep  string
}

func (p *printer) str(s string) { p.dst = append(p.dst, s...) }

func (p *printer) num(v int64) { p.dst = strconv.AppendInt(append(p.dst, '#'), v, 10) }

// next prints the separator before an operand.
func (p *printer) next() {
	p.str(p.sep)
	p.sep = ", "
}

// AppendText appends in to dst in Arm syntax.
func (in *Inst) AppendText(dst []byte) []byte {
	switch in.Op {
	case LABEL:
		return append(in.Target.AppendText(dst), ':')
	case ALIGN:
		return strconv.AppendInt(append(dst, ".balign "...), in.Imm, 10)
	}
	if in.Op >= NumOps {
		return append(dst, "op?"...)
	}
	p := printer{in, &opInfo[in.Op], dst, " "}
	p.mnemonic()
	if in.Op == PRFM {
		p.imm() // the prefetch operation comes first
	}
	size := in.OpSize()
	for i := range min(in.N, uint8(len(p.info.Operands))) {
		p.next()
		if int8(i) == in.MemPos {
			p.mem()
		} else {
			p.reg(in.Reg[i], &p.info.Operands[i], size, i)
		}
		if p.info.Flags&AllLanes != 0 && p.info.Operands[i].Class == Pred {
			p.next()
			p.reg(in.Reg[0], &p.info.Operands[0], size, 0)
		}
	}
	if in.Op != PRFM {
		p.imm()
	}
	if p.info.Flags&HasCC != 0 && in.Op != BCC {
		p.next()
		p.str(in.CC.String())
	}
	if p.info.Flags&Branch != 0 {
		p.next()
		p.dst = in.Target.AppendText(p.dst)
	}
	return p.dst
}

// mnemonic prints the mnemonic, including the condition of B.cond and the u of an unscaled displacement.
func (p *printer) mnemonic() {
	name := p.info.Mnemonic
	switch {
	case p.in.Op == BCC:
		p.str(name)
		p.str(p.in.CC.String())
	case p.unscaled() && p.in.Op == PRFM:
		p.str("prfum")
	case p.unscaled(): // ldur, stur
		p.str(name[:2] + "u" + name[2:])
	default:
		p.str(name)
	}
}

// unscaled reports whether only the form with a byte displacement can encode the address.
func (p *printer) unscaled() bool {
	m := &p.in.Mem
	if p.info.Addr != AddrScaled || m.Label != asm.NoLabel || m.Index != NoReg || m.Mode != Offset {
		return false
	}
	e := &encodings[p.in.Op]
	unit := e.units[1]
	if e.small != 0 && p.in.Size == e.small {
		unit = e.units[0]
	}
	return m.Disp < 0 || m.Disp&(1<<unit-1) != 0 || m.Disp>>unit > 0xfff
}

// String returns the name of r without a width: the 64-bit name of a general register, v0 to v31 for a vector
// register.
func (r Reg) String() string { return r.Name(0) }

// Name returns the name of r as an operand of the given number of bytes. For a vector register, 0 means the whole
// register without an arrangement.
func (r Reg) Name(bytes int) string {
	num := strconv.Itoa(int(r.Num()))
	switch r.Class() {
	case GP:
		switch {
		case r == SP && bytes == 4:
			return "wsp"
		case r == SP:
			return "sp"
		case r == ZR:
			num = "zr"
		}
		if bytes == 4 {
			return "w" + num
		}
		return "x" + num
	case Vec:
		switch bytes {
		case 1:
			return "b" + num
		case 2:
			return "h" + num
		case 4:
			return "s" + num
		case 8:
			return "d" + num
		case 16:
			return "q" + num
		}
		return "v" + num
	case Pred:
		return "p" + num
	}
	return "noreg"
}

// elemLetter returns the letter of an element of the given number of bytes.
func elemLetter(bytes uint8) string {
	switch bytes {
	case 1:
		return "b"
	case 2:
		return "h"
	case 4:
		return "s"
	}
	return "d"
}

// reg prints operand i.
func (p *printer) reg(r Reg, o *Operand, size uint8, i uint8) {
	bytes := o.RegW.Bytes(size)
	if p.info.Imm == ImmBit && p.in.Imm < 32 {
		bytes = 4
	}
	if o.Class == Pred && o.SVE {
		p.str(r.Name(0) + "/z")
		return
	}
	if o.Elem == 0 || p.info.Flags&ScalarD != 0 && bytes == 8 {
		p.str(r.Name(bytes))
		return
	}
	arrangement := "." + elemLetter(o.Elem)
	switch {
	case o.Class == Pred || o.SVE: // length unknown
	case o.Lane == 0:
		arrangement = "." + strconv.Itoa(bytes/int(o.Elem)) + arrangement[1:]
	case o.Lane > o.Elem:
		arrangement = "." + strconv.Itoa(int(o.Lane/o.Elem)) + arrangement[1:]
	}
	switch {
	case o.Class == Vec && o.SVE:
		name := "z" + r.Name(0)[1:] + arrangement
		if o.List > 0 {
			name = "{ " + name + " }"
		}
		p.str(name)
	case o.List == 0:
		p.str(r.Name(0))
		p.str(arrangement)
	default:
		sep := "{ "
		for k := range o.List {
			p.str(sep)
			p.str((V0 + Reg(r.Num()+k)&31).Name(0))
			p.str(arrangement)
			sep = ", "
		}
		p.str(" }")
	}
	if o.Lane != 0 {
		lane := p.in.Imm
		if p.info.Imm == ImmLanes {
			lane = lane >> (8 * i) & 0xff
		}
		p.dst = append(strconv.AppendInt(append(p.dst, '['), lane, 10), ']')
	}
}

// mem prints the memory operand.
func (p *printer) mem() {
	m := &p.in.Mem
	if m.Label != asm.NoLabel {
		p.dst = m.Label.AppendText(p.dst)
		if m.Disp != 0 {
			if m.Disp > 0 {
				p.str("+")
			}
			p.dst = strconv.AppendInt(p.dst, int64(m.Disp), 10)
		}
		return
	}
	p.str("[")
	p.str(m.Base.Name(8))
	if m.Mode == PostIndex {
		p.str("], ")
		if m.Index != NoReg {
			p.str(m.Index.Name(8))
			return
		}
		p.num(int64(m.Disp))
		return
	}
	if m.Index != NoReg {
		p.index(m)
	} else if m.Disp != 0 || m.Mode == PreIndex {
		p.str(", ")
		p.num(int64(m.Disp))
	}
	p.str("]")
	if m.Mode == PreIndex {
		p.str("!")
	}
}

// index prints the index register with its extension and shift.
func (p *printer) index(m *Mem) {
	shift := int64(0)
	for s := m.Scale; s > 1; s >>= 1 {
		shift++
	}
	p.str(", ")
	switch m.Ext {
	case ModNone, ModLSL, ModUXTX:
		p.str(m.Index.Name(8))
		if shift > 0 {
			p.str(", lsl ")
			p.num(shift)
		}
		return
	case ModSXTX:
		p.str(m.Index.Name(8))
	default:
		p.str(m.Index.Name(4))
	}
	p.str(", ")
	p.str(m.Ext.String())
	if shift > 0 {
		p.str(" ")
		p.num(shift)
	}
}
