// Package gosyntax prints amd64 instructions in the syntax of Go's assembler.
package gosyntax

import (
	"fmt"
	"strconv"
	"strings"

	"hotloop/asm"
	"hotloop/asm/amd64"
)

var condNames = [16]string{"OS", "OC", "CS", "CC", "EQ", "NE", "LS", "HI", "MI", "PL", "PS", "PC", "LT", "GE", "LE",
	"GT"}

// Mnemonic returns the name of an instruction. Go's mnemonics include the operand size, source sizes and condition.
func Mnemonic(in *amd64.Inst) string {
	name := strings.TrimPrefix(goNames[in.Op], "!")
	size := in.OpSize()
	letter := map[uint8]string{1: "B", 2: "W", 4: "L", 8: "Q", 16: "X", 32: "Y", 64: "Z"}[size]
	switch in.Op {
	case amd64.MOVZXB, amd64.MOVZXW, amd64.MOVSXB, amd64.MOVSXW:
		// MOVBLZX moves a byte to a long.
		return "MOV" + in.Op.String()[5:] + letter + in.Op.String()[3:5]
	case amd64.MOVSXD:
		return "MOVLQSX"
	case amd64.CMOVCC:
		return "CMOV" + letter + condNames[in.CC&15]
	case amd64.SETCC, amd64.JCC:
		return name + condNames[in.CC&15]
	case amd64.CDQ, amd64.CQO, amd64.JMP, amd64.RET, amd64.VCVTSS2SI, amd64.VCVTSD2SI, amd64.VCVTTSS2SI,
		amd64.VCVTTSD2SI:
		if size == 8 && in.Op != amd64.CDQ {
			name += "Q"
		}
		return name
	}
	if name, sizes, ok := strings.Cut(name, "+"); ok {
		if strings.Contains(strings.ToUpper(sizes), letter) {
			name += letter
		}
		return name
	}
	if size > 0 && size <= 8 {
		name += letter
	}
	return name
}

// IntelOrder reports whether Go's assembler has the operands of op in Intel's order, as it has those of comparisons.
func IntelOrder(op amd64.Op) bool { return strings.HasPrefix(goNames[op], "!") }

// Suffix returns what follows the mnemonic: broadcasting, rounding and zeroing.
func Suffix(in *amd64.Inst) string {
	var suffix string
	if in.Bcst {
		suffix = ".BCST"
	}
	suffix += [...]string{"", ".RN_SAE", ".RD_SAE", ".RU_SAE", ".RZ_SAE", ".SAE"}[in.Round]
	if in.Zero {
		suffix += ".Z"
	}
	return suffix
}

// Text returns an instruction. name returns what a label stands for: of a branch, its target; of a memory operand, an
// argument such as x+8(FP) or a symbol such as table<>.
func Text(in *amd64.Inst, name func(asm.Label) string) string {
	info := amd64.Info(in.Op)
	if info.Flags&amd64.Branch != 0 {
		return strings.TrimSuffix(Mnemonic(in), "Q") + " " + name(in.Target)
	}
	var ops []string
	imm := "$" + strconv.FormatInt(in.Imm, 10)
	intel := IntelOrder(in.Op)
	if info.Imm != amd64.ImmNone && !intel {
		ops = append(ops, imm)
	}
	for j := range int(in.N) {
		i := j
		if !intel {
			i = int(in.N) - 1 - j
		}
		o := &info.Operands[i]
		if o.Fixed != amd64.NoReg && (o.Hidden || o.Fixed != amd64.RCX) {
			continue
		}
		if i == 0 && in.Masked() {
			ops = append(ops, register(in.Mask, 8))
		}
		if i == int(in.MemPos) {
			ops = append(ops, memory(in, o, name))
			continue
		}
		ops = append(ops, register(in.Reg[i], o.RegW.Bytes(in.OpSize())))
	}
	if info.Imm != amd64.ImmNone && intel {
		ops = append(ops, imm)
	}
	text := Mnemonic(in) + Suffix(in)
	if len(ops) > 0 {
		text += " " + strings.Join(ops, ", ")
	}
	return text
}

var (
	registers     = [...]string{"AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI"}
	byteRegisters = [...]string{"AL", "CL", "DL", "BL", "SPB", "BPB", "SIB", "DIB"}
)

// register returns the name of a register of the given width in bytes.
func register(r amd64.Reg, width int) string {
	n := int(r.Num())
	switch r.Class() {
	case amd64.GP:
		switch {
		case n < 8 && width == 1:
			return byteRegisters[n]
		case n < 8:
			return registers[n]
		case width == 1:
			return fmt.Sprintf("R%dB", n)
		}
		return fmt.Sprintf("R%d", n)
	case amd64.Vec:
		switch {
		case width > 32:
			return fmt.Sprintf("Z%d", n)
		case width > 16:
			return fmt.Sprintf("Y%d", n)
		}
		return fmt.Sprintf("X%d", n)
	case amd64.Mask:
		return fmt.Sprintf("K%d", n)
	}
	return "?"
}

func memory(in *amd64.Inst, o *amd64.Operand, name func(asm.Label) string) string {
	m := &in.Mem
	if m.Label != asm.NoLabel {
		text := name(m.Label)
		switch {
		case strings.HasSuffix(text, "(FP)"):
		case m.Disp == 0:
			text += "(SB)"
		default:
			text += fmt.Sprintf("%+d(SB)", m.Disp)
		}
		return text
	}
	text := ""
	if m.Disp != 0 || m.Base == amd64.NoReg {
		text = strconv.Itoa(int(m.Disp))
	}
	if m.Base != amd64.NoReg {
		text += "(" + register(m.Base, 8) + ")"
	}
	if m.Index != amd64.NoReg {
		width := 8
		if o.VSIB {
			width = o.IndexW.Bytes(in.OpSize())
		}
		text += fmt.Sprintf("(%s*%d)", register(m.Index, width), max(m.Scale, 1))
	}
	return text
}
