package amd64

import (
	"strconv"
	"strings"

	"hotloop/asm"
)

// String returns in in Intel syntax, lower case.
func (in Inst) String() string { return string(in.AppendText(nil)) }

// AppendText appends in to dst in Intel syntax.
func (in *Inst) AppendText(dst []byte) []byte {
	switch in.Op {
	case LABEL:
		return append(in.Target.AppendText(dst), ':')
	case ALIGN:
		return strconv.AppendInt(append(dst, ".align "...), in.Imm, 10)
	}
	if in.Op >= NumOps {
		return append(dst, "op?"...)
	}
	info := &opInfo[in.Op]
	dst = append(dst, strings.ToLower(info.Mnemonic)...)
	if info.Flags&HasCC != 0 {
		dst = append(dst, in.CC.String()...)
	}
	sep := byte(' ')
	next := func() {
		dst = append(dst, sep)
		if sep == ',' {
			dst = append(dst, ' ')
		}
		sep = ','
	}
	if info.Flags&Branch != 0 {
		next()
		return in.Target.AppendText(dst)
	}
	size := in.OpSize()
	for i := range min(in.N, uint8(len(info.Operands))) {
		o := &info.Operands[i]
		if o.Hidden {
			continue
		}
		next()
		if int8(i) == in.MemPos {
			dst = in.appendMem(dst, o)
		} else {
			dst = appendReg(dst, in.Reg[i], o.RegW.Bytes(size))
		}
		if i == 0 {
			if in.Masked() {
				dst = append(dst, " {k"...)
				dst = append(dst, '0'+in.Mask.Num(), '}')
			}
			if in.Zero {
				dst = append(dst, " {z}"...)
			}
		}
	}
	if in.Round != RoundNone {
		// Assemblers expect the rounding mode before the immediate.
		next()
		dst = append(dst, [...]string{"", "{rn-sae}", "{rd-sae}", "{ru-sae}", "{rz-sae}",
			"{sae}"}[min(in.Round, SAE)]...)
	}
	if info.Imm != ImmNone {
		next()
		dst = strconv.AppendInt(dst, in.Imm, 10)
	}
	return dst
}

var gpNames = [4][16]string{
	{"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil", "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b", "r15b"},
	{"ax", "cx", "dx", "bx", "sp", "bp", "si", "di", "r8w", "r9w", "r10w", "r11w", "r12w", "r13w", "r14w", "r15w"},
	{"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d",
		"r15d"},
	{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"},
}

// String returns the name of r without a width: the 64-bit name of a general register, v0 to v31 for a vector
// register.
func (r Reg) String() string {
	switch r.Class() {
	case GP:
		return gpNames[3][r]
	case Vec:
		return "v" + strconv.Itoa(int(r.Num()))
	case Mask:
		return "k" + strconv.Itoa(int(r.Num()))
	}
	return "noreg"
}

// Name returns the name of r as an operand of the given number of bytes.
func (r Reg) Name(bytes int) string { return string(appendReg(nil, r, bytes)) }

func appendReg(dst []byte, r Reg, bytes int) []byte {
	switch r.Class() {
	case GP:
		i := 3
		switch bytes {
		case 1:
			i = 0
		case 2:
			i = 1
		case 4:
			i = 2
		}
		return append(dst, gpNames[i][r]...)
	case Vec:
		c := byte('x')
		if bytes > 32 {
			c = 'z'
		} else if bytes > 16 {
			c = 'y'
		}
		return strconv.AppendInt(append(dst, c, 'm', 'm'), int64(r.Num()), 10)
	case Mask:
		return append(dst, 'k', '0'+r.Num())
	}
	return append(dst, "noreg"...)
}

// appendMem appends the memory operand with its size.
func (in *Inst) appendMem(dst []byte, o *Operand) []byte {
	switch n := in.MemBytes(); {
	case o.MemW == 0:
	case n == 1:
		dst = append(dst, "byte ptr "...)
	case n == 2:
		dst = append(dst, "word ptr "...)
	case n == 4:
		dst = append(dst, "dword ptr "...)
	case n == 8:
		dst = append(dst, "qword ptr "...)
	case n == 16:
		dst = append(dst, "xmmword ptr "...)
	case n == 32:
		dst = append(dst, "ymmword ptr "...)
	case n == 64:
		dst = append(dst, "zmmword ptr "...)
	}
	m := &in.Mem
	dst = append(dst, '[')
	start := len(dst)
	plus := func() {
		if len(dst) > start {
			dst = append(dst, " + "...)
		}
	}
	if m.Label != asm.NoLabel {
		dst = append(dst, "rip + "...)
		dst = m.Label.AppendText(dst)
	}
	if m.Base != NoReg {
		dst = appendReg(dst, m.Base, 8)
	}
	if m.Index != NoReg {
		plus()
		w := 8
		if o.VSIB {
			w = o.IndexW.Bytes(in.OpSize())
		}
		if m.Scale > 1 {
			dst = append(dst, '0'+m.Scale, '*')
		}
		dst = appendReg(dst, m.Index, w)
	}
	switch {
	case len(dst) == start:
		dst = strconv.AppendInt(dst, int64(m.Disp), 10)
	case m.Disp < 0:
		dst = strconv.AppendInt(append(dst, " - "...), -int64(m.Disp), 10)
	case m.Disp > 0:
		dst = strconv.AppendInt(append(dst, " + "...), int64(m.Disp), 10)
	}
	dst = append(dst, ']')
	if in.Bcst {
		size := int(in.OpSize())
		// A conversion that widens broadcasts half as many elements as the destination's bytes suggest.
		total := o.MemW.Bytes(uint8(size))
		dst = append(dst, "{1to"...)
		dst = strconv.AppendInt(dst, int64(total/int(max(opInfo[in.Op].Bcst, 1))), 10)
		dst = append(dst, '}')
	}
	return dst
}
