package main

import (
	"fmt"
	"strconv"
	"strings"
)

// fieldAt are the multipliers that bring a register number into a field.
var fieldAt = map[rune]uint32{'d': 1, 'n': 1 << 5, 'm': 1 << 16, 'a': 1 << 10, 'g': 1 << 10}

// operand translates one entry of the operands column.
func (t *translation) operand(s string) {
	if imm, ok := imms[s]; ok {
		t.imm = imm
		return
	}
	switch s {
	case "rel":
		t.flags = append(t.flags, "Branch")
		return
	case "cc":
		t.flags = append(t.flags, "HasCC")
		return
	case "icc":
		t.flags = append(t.flags, "HasCC", "InvertCC")
		return
	}
	access := "Read"
	if a, rest, ok := strings.Cut(s, ":"); ok {
		s = rest
		switch a {
		case "W":
			access = "Write"
		case "X":
			access = "ReadWrite"
		default:
			t.Fatal("access %q", a)
		}
	}
	kind, field, _ := strings.Cut(s, "@")
	if lit, ok := t.memory(kind); ok {
		t.mem = len(t.operandInfo)
		t.operandInfo = append(t.operandInfo, fmt.Sprintf("{Access: %s, Mem: true, %s}", access, lit))
		t.allow, t.fields = append(t.allow, "anyReg"), append(t.fields, "0")
		return
	}
	if field == "" {
		field = string("dnma"[len(t.operandInfo)])
	}
	multiplier := uint32(0)
	for _, c := range field {
		if fieldAt[c] == 0 {
			t.Fatal("field %q", field)
		}
		multiplier |= fieldAt[c]
	}
	lit, allow := t.register(kind)
	t.operandInfo = append(t.operandInfo, fmt.Sprintf("{Access: %s, %s}", access, lit))
	t.allow, t.fields = append(t.allow, allow), append(t.fields, fmt.Sprintf("%#x", multiplier))
}

// register returns the fields of a register operand, and the registers allowed.
func (t *translation) register(kind string) (lit, allow string) {
	switch kind {
	case "r":
		return "Class: GP, RegW: WSize", "regGP|regZR"
	case "rs":
		return "Class: GP, RegW: WSize, SP: true", "regGP|regSP"
	case "r32":
		return "Class: GP, RegW: 4", "regGP|regZR"
	case "r64":
		return "Class: GP, RegW: 8", "regGP|regZR"
	case "f":
		return "Class: Vec, RegW: WSize", "regVec"
	case "p":
		return "Class: Pred, RegW: 2", "regPred"
	case "pz":
		return "Class: Pred, RegW: 2, SVE: true", "regPred"
	}
	if e, ok := strings.CutPrefix(kind, "p."); ok {
		return fmt.Sprintf("Class: Pred, RegW: 2, Elem: %d", elements[e]), "regPred"
	}
	if list, e, ok := strings.Cut(kind, "z."); ok {
		lit = fmt.Sprintf("Class: Vec, RegW: 16, SVE: true, Elem: %d", elements[e])
		if list != "" {
			lit += ", List: " + list
		}
		return lit, "regVec"
	}
	if n := elements[kind[1:]]; kind[0] == 'f' && n > 0 {
		return fmt.Sprintf("Class: Vec, RegW: %d", n), "regVec"
	}
	list := 0
	if kind[0] >= '1' && kind[0] <= '4' {
		list = int(kind[0] - '0')
		kind = kind[1:]
	}
	width, elem, ok := strings.Cut(kind, ".")
	if !ok || width[0] != 'v' {
		t.Fatal("operand %q", kind)
	}
	if width = width[1:]; width == "" {
		width = "WSize"
	}
	allow = "regVec"
	lit = "Class: Vec, RegW: " + width
	if list > 0 {
		lit += fmt.Sprintf(", List: %d", list)
	}
	lane := strings.HasSuffix(elem, "[]")
	elem = strings.TrimSuffix(elem, "[]")
	group := 1
	if n := elem[0]; n >= '2' && n <= '4' {
		group = int(n - '0')
		elem = elem[1:]
	}
	bytes := elements[elem]
	if bytes == 0 || bytes == 16 {
		t.Fatal("element %q", elem)
	}
	lit += fmt.Sprintf(", Elem: %d", bytes)
	if lane {
		t.elem = bytes * group
		lit += fmt.Sprintf(", Lane: %d", bytes*group)
		// By element, H has three bits of lane number, and the register number four.
		if strings.HasSuffix(t.Fields[operands], "hlm") && bytes*group == 2 {
			lit += ", Low: true"
			allow = "regVecLow"
		}
	}
	return lit, allow
}

// memory returns the fields of a memory operand.
func (t *translation) memory(kind string) (lit string, ok bool) {
	switch kind {
	case "adr":
		t.addr = "AddrLabel"
		return "MemW: 0", true
	case "pm":
		t.addr, t.memW = "AddrScaled", 8 // prefetches count in 8 bytes
		return "MemW: 0", true
	}
	n := 1
	if kind[0] >= '1' && kind[0] <= '4' {
		n = int(kind[0] - '0')
		kind = kind[1:]
	}
	rest := kind[1:]
	switch kind[0] {
	case 'm':
		if t.addr = "AddrScaled"; n == 2 {
			t.addr = "AddrPair"
		}
	case 's':
		t.addr = "AddrStructure"
	case 'b':
		t.addr = "AddrBase"
	case 'x':
		t.addr = "AddrElements"
	default:
		return "", false
	}
	width := "WSize"
	if e := elements[rest]; e > 0 {
		width = strconv.Itoa(e)
	} else if rest != "" {
		bits, err := strconv.Atoi(rest)
		if err != nil {
			return "", false
		}
		width = strconv.Itoa(bits / 8)
	}
	t.memW, _ = strconv.Atoi(width)
	return fmt.Sprintf("MemW: %s, MemN: %d", width, n), true
}
