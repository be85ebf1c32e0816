// Package gosyntax prints arm64 instructions in the syntax of Go's assembler.
//
// Go's assembler lacks many instructions, expands some, and chooses the encoding of others. So Text prints an
// instruction only if its Op is in the table of Ops whose text assembles to the very word, as TestText checks with the
// assembler of the Go release that runs it.
package gosyntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hotloop/asm"
	"hotloop/asm/arm64"
)

// Text returns an instruction, which must not be a branch and must not have a label. It returns false if Go's assembler
// of some supported release may not assemble the text to the word of the instruction.
func Text(in *arm64.Inst) (string, bool) {
	info := arm64.Info(in.Op)
	if info.Flags&arm64.Branch != 0 || in.MemPos >= 0 && in.Mem.Label != asm.NoLabel {
		return "", false
	}
	name := names[info.Mnemonic]
	if name == "" || reserved(in) {
		return "", false
	}
	if in.MemPos >= 0 {
		return access(in, info)
	}
	vector := false
	for i := range in.N {
		if info.Operands[i].Class != arm64.GP && info.Operands[i].Class != arm64.Vec {
			return "", false
		}
		vector = vector || info.Operands[i].Elem != 0
	}
	if vector {
		return vectorText(in, info)
	}
	return scalarText(in, info, name)
}

// reserved reports whether an instruction has a register that Go's assembler does not let programs name: the platform's,
// and g.
func reserved(in *arm64.Inst) bool {
	is := func(r arm64.Reg) bool { return r == arm64.R18 || r == arm64.R28 }
	return slices.ContainsFunc(in.Reg[:in.N], is) || in.MemPos >= 0 && (is(in.Mem.Base) || is(in.Mem.Index))
}

// names are the mnemonics by those of Arm. A general instruction on 32 bits has a W at the end; a floating-point one the
// letter of its type.
var names = func() map[string]string {
	m := map[string]string{}
	for _, list := range []string{general, floats, vectors, "ldr ldrb ldrh ldrsb ldrsh ldrsw str strb strh ldp stp"} {
		for _, n := range strings.Fields(list) {
			m[n] = strings.ToUpper(n)
		}
	}
	return m
}()

const (
	general = "add adds sub subs and ands orr orn eor eon bic bics mul sdiv udiv lsl lsr asr ror neg negs mvn tst cmp cmn " +
		"madd msub csel csinc csinv csneg cset csetm clz cls rbit rev rev16 rev32 sxtb sxth sxtw uxtb uxth smull umull smulh " +
		"umulh extr ubfx sbfx bfi bfxil ubfiz sbfiz movz movn movk mov"
	floats = "fadd fsub fmul fdiv fmax fmin fmaxnm fminnm fnmul fabs fneg fsqrt fmadd fmsub fnmadd fnmsub fcmp fcsel fmov " +
		"frintn frintp frintm frintz frinta frintx frinti fcvt fcvtzs fcvtzu scvtf ucvtf"
	vectors = "bsl bit bif cmeq cmtst umax umin addp zip1 zip2 uzp1 uzp2 trn1 trn2 fmla fmls shl ushr sri sli ushll ushll2 uxtl " +
		"uxtl2 uaddlv addv uaddw uaddw2 dup ext tbl umov ins movi usra pmull pmull2"
)

// conditions are the names of conditions in operands.
func condition(cc arm64.CC) string { return strings.ToUpper(cc.String()) }

// register returns the name of a scalar register.
func register(r arm64.Reg) string {
	switch {
	case r.Class() == arm64.Vec:
		return "F" + strconv.Itoa(int(r.Num()))
	case r == arm64.ZR:
		return "ZR"
	case r == arm64.SP:
		return "RSP"
	}
	return "R" + strconv.Itoa(int(r.Num()))
}

// scalarText prints an instruction on general registers or scalar floating-point registers.
func scalarText(in *arm64.Inst, info *arm64.OpInfo, name string) (string, bool) {
	var ops []string // in Arm's order
	gp := 0
	for i := range in.N {
		ops = append(ops, register(in.Reg[i]))
		if info.Operands[i].Class == arm64.GP {
			gp++
		}
	}
	n := len(ops)
	fp := n - gp
	w := ""
	if gp > 0 && in.OpSize() == 4 || info.Sizes == 0 && gp > 0 && info.Operands[n-1].RegW.Bytes(in.OpSize()) == 4 {
		w = "W"
	}
	reversed := func() string {
		r := make([]string, 0, n)
		for i := n - 1; i >= 0; i-- {
			r = append(r, ops[i])
		}
		return strings.Join(r, ", ")
	}
	if fp > 0 {
		return floatText(in, info, name, ops, gp)
	}
	switch info.Mnemonic {
	case "sxtb", "sxth", "uxtb", "uxth":
		if in.Reg[1] == arm64.ZR { // assembled as a move
			return "", false
		}
	case "adds", "subs":
		if in.Reg[0] == arm64.ZR && info.Imm == arm64.ImmAdd { // CMN, CMP
			return "", false
		}
	case "sxtw", "smull", "umull", "smulh", "umulh", "rev32":
		w = ""
	case "mov":
		if w != "" {
			return "", false // MOVWU is UBFX, and MOVW is SXTW
		}
		name = "MOVD"
	case "csel", "csinc", "csinv", "csneg":
		return fmt.Sprintf("%s%s %s, %s, %s, %s", name, w, condition(in.CC), ops[1], ops[2], ops[0]), true
	case "cset", "csetm":
		return fmt.Sprintf("%s%s %s, %s", name, w, condition(in.CC), ops[0]), true
	case "madd", "msub":
		return fmt.Sprintf("%s%s %s, %s, %s, %s", name, w, ops[2], ops[3], ops[1], ops[0]), true
	}
	switch info.Imm {
	case arm64.ImmNone:
		return name + w + " " + reversed(), true
	case arm64.ImmBFX, arm64.ImmBFI:
		return fmt.Sprintf("%s%s $%d, %s, $%d, %s", name, w, in.Imm&0xff, ops[1], in.Imm>>8, ops[0]), true
	case arm64.ImmWide:
		if in.Imm&0xffff == 0 { // the assembler refuses shifts of zero
			if info.Mnemonic == "movn" && in.Imm == 0 && w == "" {
				return "MOVD $-1, " + ops[0], true
			}
			return "", false
		}
		return fmt.Sprintf("%s%s $(%d<<%d), %s", name, w, in.Imm&0xffff, in.Imm>>16*16, ops[0]), true
	case arm64.ImmShift:
		ops[n-1] += map[arm64.Modifier]string{arm64.ModLSL: "<<", arm64.ModLSR: ">>", arm64.ModASR: "->", arm64.ModROR: "@>"}[info.Mod] +
			strconv.Itoa(int(in.Imm))
		return name + w + " " + reversed(), true
	case arm64.ImmAdd:
		if in.Imm == 0 {
			return "", false
		}
	case arm64.ImmLogical:
		imm := uint64(in.Imm)
		if w != "" {
			imm &= 1<<32 - 1
		}
		return fmt.Sprintf("%s%s $%#x, %s", name, w, imm, reversed()), true
	case arm64.ImmLSL, arm64.ImmLSR, arm64.ImmEXTR:
	default:
		return "", false
	}
	return fmt.Sprintf("%s%s $%d, %s", name, w, in.Imm, reversed()), true
}

// floatText prints a scalar floating-point instruction. gp is the number of operands in general registers.
func floatText(in *arm64.Inst, info *arm64.OpInfo, name string, ops []string, gp int) (string, bool) {
	letter := func(i int) string {
		switch info.Operands[i].RegW.Bytes(in.OpSize()) {
		case 4:
			return "S"
		case 8:
			return "D"
		}
		return ""
	}
	n := len(ops)
	last := letter(n - 1)
	if letter(0) == "" || last == "" || info.Imm != arm64.ImmNone && info.Imm != arm64.ImmZeroFP {
		return "", false
	}
	switch info.Mnemonic {
	case "fmadd", "fmsub", "fnmadd", "fnmsub":
		return fmt.Sprintf("%s%s %s, %s, %s, %s", name, last, ops[2], ops[3], ops[1], ops[0]), true
	case "fcsel":
		return fmt.Sprintf("FCSEL%s %s, %s, %s, %s", last, condition(in.CC), ops[1], ops[2], ops[0]), true
	case "fcvt":
		return fmt.Sprintf("FCVT%s%s %s, %s", last, letter(0), ops[1], ops[0]), true
	case "fcvtzs", "fcvtzu":
		if gp == 0 {
			return "", false
		}
		if in.OpSize() == 4 {
			last += "W"
		}
		return fmt.Sprintf("%s%s %s, %s", name, last, ops[1], ops[0]), true
	case "scvtf", "ucvtf":
		if gp == 0 {
			return "", false
		}
		w := ""
		if in.OpSize() == 4 {
			w = "W"
		}
		return fmt.Sprintf("%s%s%s %s, %s", name, w, letter(0), ops[1], ops[0]), true
	case "fcmp":
		if info.Imm == arm64.ImmZeroFP {
			return fmt.Sprintf("FCMP%s $(0.0), %s", last, ops[0]), true
		}
	case "fmov":
		if letter(0) != last {
			return "", false
		}
	default:
		if gp > 0 || info.Imm != arm64.ImmNone {
			return "", false
		}
	}
	text := name + last + " "
	for i := n - 1; i >= 0; i-- {
		text += ops[i]
		if i > 0 {
			text += ", "
		}
	}
	return text, true
}

// vectorText prints an instruction on vectors.
func vectorText(in *arm64.Inst, info *arm64.OpInfo) (string, bool) {
	size := in.OpSize()
	var ops []string
	lanes := []int64{in.Imm, in.Imm}
	if info.Imm == arm64.ImmLanes {
		lanes = []int64{in.Imm & 0xff, in.Imm >> 8}
	}
	lane := 0
	for i := range in.N {
		o, r := &info.Operands[i], in.Reg[i]
		bytes := o.RegW.Bytes(size)
		if o.Class == arm64.GP {
			ops = append(ops, register(r))
			continue
		}
		if o.Elem == 0 || info.Flags&arm64.ScalarD != 0 && bytes == 8 {
			// V registers are also the names of scalars, in reductions.
			ops = append(ops, "V"+strconv.Itoa(int(r.Num())))
			if info.Mnemonic != "addv" && info.Mnemonic != "uaddlv" {
				return "", false
			}
			continue
		}
		letter := map[uint8]string{1: "B", 2: "H", 4: "S", 8: "D"}[o.Elem]
		reg := func(k uint8) string {
			text := fmt.Sprintf("V%d.%s", (r.Num()+k)&31, letter)
			if o.Lane == 0 {
				text += strconv.Itoa(bytes / int(o.Elem))
			}
			return text
		}
		text := reg(0)
		if o.Lane != 0 {
			if o.Lane != o.Elem {
				return "", false
			}
			text += fmt.Sprintf("[%d]", lanes[lane])
			lane++
		}
		if o.List > 0 {
			list := make([]string, o.List)
			for k := range o.List {
				list[k] = reg(k)
			}
			text = "[" + strings.Join(list, ", ") + "]"
		}
		ops = append(ops, text)
	}
	name := "V" + strings.ToUpper(info.Mnemonic)
	imm := ""
	switch info.Imm {
	case arm64.ImmNone, arm64.ImmLane, arm64.ImmLanes:
	case arm64.ImmVecSHL, arm64.ImmVecSHR, arm64.ImmEXT:
		imm = fmt.Sprintf("$%d, ", in.Imm)
	case arm64.ImmVecMove:
		if info.Elem != 1 {
			return "", false
		}
		imm = fmt.Sprintf("$%d, ", in.Imm&0xff)
	default:
		return "", false
	}
	switch info.Mnemonic {
	case "fmla", "fmls":
		if info.Elem == 2 {
			return "", false
		}
	case "umov", "ins":
		name = "VMOV"
	case "mov":
		name = "VMOV"
	case "dup":
		if info.Operands[1].Class == arm64.Vec && info.Operands[0].Lane != 0 {
			return "", false
		}
	}
	if !vectorOps[name] {
		return "", false
	}
	text := name + " " + imm
	for i := len(ops) - 1; i >= 0; i-- {
		text += ops[i]
		if i > 0 {
			text += ", "
		}
	}
	return text, true
}

// vectorOps are the vector instructions that Go's assembler knows.
var vectorOps = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields("VADD VSUB VAND VORR VEOR VMOV " + strings.ToUpper(vectors)) {
		m["V"+strings.TrimPrefix(n, "V")] = true
	}
	return m
}()

// access prints a load or store of a scalar or of whole vectors.
func access(in *arm64.Inst, info *arm64.OpInfo) (string, bool) {
	m := &in.Mem
	if m.Mode != arm64.Offset {
		return "", false
	}
	size := in.OpSize()
	pair := info.Mnemonic == "ldp" || info.Mnemonic == "stp"
	o := &info.Operands[0]
	bytes := o.RegW.Bytes(size)
	store := info.Mnemonic[0] == 's'
	name := ""
	switch {
	case pair && o.Class == arm64.GP:
		name = map[int]string{4: "W", 8: ""}[bytes]
		name = strings.ToUpper(info.Mnemonic) + name
	case pair:
		letter := map[int]string{4: "S", 8: "D", 16: "Q"}[bytes]
		if letter == "" {
			return "", false
		}
		name = "F" + strings.ToUpper(info.Mnemonic) + letter
	case o.Class == arm64.Vec && o.Elem == 0:
		letter := map[int]string{4: "S", 8: "D", 16: "Q"}[bytes]
		if letter == "" {
			return "", false
		}
		name = "FMOV" + letter
	case o.Class == arm64.GP:
		name = generalMoves[fmt.Sprint(info.Mnemonic, size)]
	}
	if name == "" {
		return "", false
	}
	address := "(" + register(m.Base) + ")"
	switch {
	case m.Index != arm64.NoReg:
		if m.Ext != arm64.ModNone || m.Disp != 0 || pair || o.Class == arm64.Vec {
			return "", false
		}
		index := register(m.Index)
		if m.Scale > 1 {
			shift := 0
			for m.Scale>>shift > 1 {
				shift++
			}
			index += fmt.Sprintf("<<%d", shift)
		}
		address += "(" + index + ")"
	case m.Disp != 0:
		address = strconv.Itoa(int(m.Disp)) + address
	}
	reg := register(in.Reg[0])
	if pair {
		reg = "(" + reg + ", " + register(in.Reg[1]) + ")"
	}
	if store {
		return name + " " + reg + ", " + address, true
	}
	return name + " " + address + ", " + reg, true
}

// generalMoves are the loads and stores of general registers, by Arm's mnemonic and size.
var generalMoves = map[string]string{"ldr8": "MOVD", "ldr4": "MOVWU", "str8": "MOVD", "str4": "MOVW", "ldrb4": "MOVBU", "ldrh4": "MOVHU",
	"strb4": "MOVB", "strh4": "MOVH", "ldrsb8": "MOVB", "ldrsh8": "MOVH", "ldrsw8": "MOVW"}
