package main

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"hotloop/asm/internal/insttable"
)

// elements are the bytes of elements by their letters.
var elements = map[string]int{"B": 1, "H": 2, "S": 4, "D": 8, "Q": 16}

// log2 of the bytes of an element.
var log2 = map[string]uint32{"B": 0, "H": 1, "S": 2, "D": 3}

// shifts and extends are the modifiers of a last register operand, in the order of their encodings.
var (
	shifts  = []string{"LSL", "LSR", "ASR", "ROR"}
	extends = []string{"UXTB", "UXTH", "UXTW", "UXTX", "SXTB", "SXTH", "SXTW", "SXTX"}
)

var features = map[string]string{"base": "FeatBase", "fp16": "FeatFP16", "dotprod": "FeatDotProd", "i8mm": "FeatI8MM",
	"bf16": "FeatBF16", "sve": "FeatSVE", "sve2": "FeatSVE2", "fcma": "FeatFCMA"}

// imms are the immediates and what they are called in package arm64.
var imms = map[string]string{"i12": "ImmAdd", "log": "ImmLogical", "mov16": "ImmWide", "i64": "Imm64",
	"lsl": "ImmLSL", "lsr": "ImmLSR", "extr": "ImmEXTR", "bfx": "ImmBFX", "bfi": "ImmBFI", "shift": "ImmShift",
	"extend": "ImmExtend", "nzcv": "ImmNZCV", "ccmp": "ImmCCMP", "bit": "ImmBit", "u16": "Imm16", "u7": "Imm7",
	"u4": "Imm4", "prf": "ImmPrefetch", "fp8": "ImmFP8", "fp8v": "ImmFP8Vec", "movi": "ImmVecMove",
	"orri": "ImmVecLogical", "shl": "ImmVecSHL", "shr": "ImmVecSHR", "imm5": "ImmLane", "ins": "ImmLanes",
	"hlm": "ImmLaneHLM", "lane": "ImmLaneMem", "extb": "ImmEXT", "fz": "ImmZeroFP", "iz": "ImmZero",
	"vl16": "ImmVL16", "rot": "ImmRotate", "rota": "ImmRotateAdd"}

// A translation collects what a row becomes.
type translation struct {
	*insttable.Row
	flags        []string
	operandInfo  []string
	allow        []string // classes the encoder accepts, by operand
	fields       []string // multipliers of the register numbers, by operand
	imm, addr    string
	mem          int // index of the memory operand, -1: none
	memW         int // bytes of one register or element in memory; 0: the size
	elem         int // bytes of the element in the name, or of the lane
	words        [2]uint32
	lits         [2]uint32
	small, large int
	mnemonic     string
}

// translate returns the OpInfo and encoding literals of r.
func translate(r *insttable.Row) (info, enc string) {
	t := &translation{Row: r, imm: "ImmNone", addr: "AddrNone", mem: -1, mnemonic: strings.TrimPrefix(r.Name, "V")}
	if r.Prefix != "" && (elements[r.Last] > 0 || slices.Contains(shifts, r.Last) || slices.Contains(extends, r.Last)) {
		t.mnemonic = strings.TrimPrefix(r.Prefix, "V")
	}
	t.attributes()
	t.elem = elements[r.Last]
	for _, o := range strings.Split(r.Fields[operands], ",") {
		if o = strings.TrimSpace(o); o != "" {
			t.operand(o)
		}
	}
	t.encodingColumn()
	feat := r.Fields[feats]
	if feat == "fp" {
		if feat = "base"; r.Last == "H" {
			feat = "fp16"
		}
	}
	if features[feat] == "" {
		r.Fatal("feature %q", feat)
	}
	n := len(t.operandInfo)
	info = t.info(features[feat])
	for len(t.allow) < 4 {
		t.allow, t.fields = append(t.allow, "anyReg"), append(t.fields, "0")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "{words: [2]uint32{%#08x, %#08x}, ", t.words[0], t.words[1])
	if t.lits != [2]uint32{} {
		fmt.Fprintf(&b, "lits: [2]uint32{%#08x, %#08x}, ", t.lits[0], t.lits[1])
	}
	class, mask := t.classes()
	fmt.Fprintf(&b, "fields: [4]uint32{%s}, class: %#08x, mask: %#08x, allow: [4]uint8{%s}, "+
		"small: %d, large: %d, n: %d, mem: %d", strings.Join(t.fields, ", "), class, mask,
		strings.Join(t.allow, ", "), t.small, t.large, n, t.mem)
	if t.imm != "ImmNone" {
		fmt.Fprintf(&b, ", imm: %s", t.imm)
	}
	if t.addr != "AddrNone" {
		fmt.Fprintf(&b, ", addr: %s, units: [2]uint8{%d, %d}", t.addr, t.unit(t.small), t.unit(t.large))
	}
	if t.elem > 0 {
		fmt.Fprintf(&b, ", elem: %d", t.elem)
	}
	if f := encFlags(t.flags); f != "0" {
		fmt.Fprintf(&b, ", flags: %s", f)
	}
	enc = b.String() + "}"
	return info, enc
}

// info returns the OpInfo literal.
func (t *translation) info(feature string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "{Name: %q, Mnemonic: %q, N: %d", t.Name, strings.ToLower(t.mnemonic), len(t.operandInfo))
	if t.operandInfo != nil {
		fmt.Fprintf(&b, ", Operands: [4]Operand{%s}", strings.Join(t.operandInfo, ", "))
	}
	if t.imm != "ImmNone" {
		fmt.Fprintf(&b, ", Imm: %s", t.imm)
	}
	if t.imm == "ImmShift" || t.imm == "ImmExtend" {
		fmt.Fprintf(&b, ", Mod: Mod%s", t.Last)
	}
	if t.addr != "AddrNone" {
		fmt.Fprintf(&b, ", Addr: %s", t.addr)
	}
	if t.elem > 0 {
		fmt.Fprintf(&b, ", Elem: %d", t.elem)
	}
	if t.flags != nil {
		fmt.Fprintf(&b, ", Flags: %s", strings.Join(t.flags, "|"))
	}
	fmt.Fprintf(&b, ", Sizes: %d, Feature: %s}", t.small|t.large, feature)
	return b.String()
}

// unit is the log2 of what displacements count in at one size of the Op.
func (t *translation) unit(size int) int {
	if t.mem < 0 {
		return 0
	}
	if t.memW > 0 {
		size = t.memW
	}
	return max(bits.Len(uint(size))-1, 0)
}

// classes returns what the upper three bits of registers are: 0 of R0 to ZR, 1 of V0 to V31. Where that does not tell,
// all bits of the operand are compared with a number that no register has.
func (t *translation) classes() (class, mask uint32) {
	for i, allow := range t.allow {
		at := 8 * i
		switch allow {
		case "anyReg":
		case "regGP|regZR":
			mask |= 0xe0 << at
		case "regVec":
			class |= 0x20 << at
			mask |= 0xe0 << at
		default:
			class |= 0xfe << at
			mask |= 0xff << at
		}
	}
	return class, mask
}

// encFlags are the flags that the encoder looks at.
func encFlags(flags []string) string {
	var keep []string
	for _, f := range flags {
		if f == "HasCC" || f == "InvertCC" || f == "Branch" {
			keep = append(keep, f)
		}
	}
	if keep == nil {
		return "0"
	}
	return strings.Join(keep, "|")
}

func (t *translation) attributes() {
	for _, a := range strings.Fields(t.Fields[attrs]) {
		k, v, _ := strings.Cut(a, "=")
		switch k {
		case "fr", "fw", "frw", "side":
			t.flags = append(t.flags, insttable.Effects[k]...)
		case "as":
			t.mnemonic = v
		case "all":
			t.flags = append(t.flags, "AllLanes")
		case "lit":
			lit, toggle, _ := strings.Cut(v, "^")
			t.lits[1] = t.hex(lit)
			if toggle != "" {
				t.lits[0] = t.lits[1]
				t.lits[1] ^= t.hex(toggle)
			}
		default:
			t.Fatal("attribute %q", a)
		}
	}
}

func (t *translation) hex(s string) uint32 {
	v, err := strconv.ParseUint(s, 16, 32)
	if err != nil {
		t.Fatal("%v", err)
	}
	return uint32(v)
}

// scalarBit tells the scalar instruction on one D element from the vector instruction on two.
const scalarBit = 1 << 28

// encodingColumn computes the words of both sizes.
func (t *translation) encodingColumn() {
	f := strings.Fields(t.Fields[encoding])
	base, toggle, explicit := strings.Cut(f[0], "^")
	word := t.hex(base)
	for _, class := range f[1:] {
		word = t.element(word, class)
	}
	var toggled uint32
	size := t.sizes0()
	switch size {
	case "48":
		t.small, t.large, toggled = 4, 8, 1<<31
	case "v", "1":
		t.small, t.large, toggled = 8, 16, 1<<30
	case "q":
		t.large, toggled = 16, 1<<30
	case "x":
		t.large = 16
	case "8":
		t.large = 8
	case "-":
	default:
		t.Fatal("sizes %q", t.Fields[sizes])
	}
	if explicit {
		toggled = t.hex(toggle)
	}
	t.words = [2]uint32{word, word ^ toggled}
	switch {
	case t.small == 0:
		t.words[0] = 0
	case size == "1" && t.Last == "D":
		if t.flags = append(t.flags, "ScalarD"); t.imm != "ImmVecMove" { // MOVI of a D register has Q clear instead
			t.words[0] |= 1<<30 | scalarBit
		}
	}
}

// sizes0 resolves the size e, which depends on the element.
func (t *translation) sizes0() string {
	if t.Fields[sizes] != "e" {
		return t.Fields[sizes]
	}
	if t.Last == "D" {
		return "q"
	}
	return "v"
}

// element puts the element, or the modifier of the last operand, into its field.
func (t *translation) element(w uint32, class string) uint32 {
	size, ok := log2[t.Last]
	if class == "shift" {
		return w | uint32(slices.Index(shifts, t.Last))<<22
	}
	if class == "ext" {
		return w | uint32(slices.Index(extends, t.Last))<<13
	}
	if !ok {
		t.Fatal("no element for %s", class)
	}
	switch class {
	case "size":
		return w | size<<22
	case "size10":
		return w | size<<10
	case "imm5":
		return w | 1<<(16+size)
	case "immh":
		return w | 1<<(19+size)
	case "lane":
		return w | [...]uint32{0, 0x4000, 0x8000, 0x8400}[size]
	case "ftype":
		return w | map[string]uint32{"H": 3, "S": 0, "D": 1}[t.Last]<<22
	}
	// The words are those of S; D has sz, bit 22.
	switch {
	case t.Last == "D":
		return w | 1<<22
	case t.Last == "S":
		return w
	case class == "fp3": // bit 22 is set, 21 and the upper two bits of the opcode are not
		return w&^(1<<21|3<<14) | 1<<22
	case class == "fp2":
		return w | 1<<22 | 3<<19
	case class == "fpel":
		return w &^ (1 << 23)
	}
	t.Fatal("encoding %q", t.Fields[encoding])
	return 0
}
