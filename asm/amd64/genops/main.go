// Command genops generates from insts.txt zops.go, the Op constants and their OpInfo rows; gosyntax/znames.go, golang-asm's
// names for them; and isel/x86/zopcosts.go, their costs.
// It does not import package amd64, so that it works while that package does not compile.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"

	"hotloop/asm/internal/insttable"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("genops: ")
	insttable.Generate(func(text string) map[string][]byte {
		files := generate(text)
		if old, err := os.ReadFile("zops.go"); err != nil || !bytes.Equal(old, files["zops.go"]) {
			// The old templates may name Ops that are gone, and the next generator must compile.
			files["ztemplates.go"] = []byte("package amd64\n\nvar forms [NumOps]opForms\nvar templates [1]Template\n")
		}
		return files
	})
}

// The columns of insts.txt behind the name.
const (
	operands = iota + 1
	sizes
	decorations
	feats
	attrs
	columns = 8
)

// generate returns the files, by their places from asm/amd64.
func generate(text string) map[string][]byte {
	var goNames strings.Builder
	tables := insttable.NewTables("amd64", [3]string{
		`{Name: "BADOP", Mnemonic: "BADOP", VEX: NoForm, VEX256: NoForm, EVEX: NoForm}`,
		`{Name: "LABEL", Mnemonic: "LABEL", Flags: SideEffect, EVEX: NoForm}`,
		`{Name: "ALIGN", Mnemonic: "ALIGN", Flags: SideEffect, EVEX: NoForm}`})
	for _, r := range insttable.Rows(text, columns, true) {
		i := &rowInfo{Row: r, mnemonic: r.Name}
		tables.Add(r, i.literal())
		fmt.Fprintf(&goNames, "\tamd64.%s: %q,\n", r.Name, i.goName)
	}
	names := insttable.Source(insttable.Head + "package gosyntax\n\nimport \"hotloop/asm/amd64\"\n\n" +
		"// goNames are golang-asm's mnemonics; \"!\" in front: operands in Intel's order; \"+xyz\" behind: a letter for " +
		"the length is appended.\nvar goNames = [amd64.NumOps]string{\n" + goNames.String() + "}\n")
	return map[string][]byte{"zops.go": tables.Ops(), "gosyntax/znames.go": names,
		"../../isel/x86/zopcosts.go": tables.Costs("x86", "price")}
}

var features = map[string]string{"base": "FeatBase", "bmi1": "FeatBMI1", "bmi2": "FeatBMI2", "popcnt": "FeatPOPCNT",
	"lzcnt": "FeatLZCNT", "avx": "FeatAVX", "avx2": "FeatAVX2", "fma": "FeatFMA", "f16c": "FeatF16C",
	"avx512f": "FeatAVX512F", "avx512bw": "FeatAVX512BW", "avx512dq": "FeatAVX512DQ",
	"avx512cd": "FeatAVX512CD", "vbmi": "FeatVBMI", "vbmi2": "FeatVBMI2", "vnni": "FeatVNNI", "bitalg": "FeatBITALG",
	"vpopcntdq": "FeatVPOPCNTDQ", "ifma": "FeatIFMA", "gfni": "FeatGFNI", "-": "NoForm"}

func (i *rowInfo) feature(s string) string {
	f, ok := features[s]
	if !ok {
		i.Fatal("feature %q", s)
	}
	return f
}

// rowInfo is what a row says of an instruction, as Go text.
type rowInfo struct {
	*insttable.Row
	flags                  []string
	mnemonic, goName, form string
	elem, bcst, imm        string
	size, n                int // the operand sizes, a set; the number of operands
	ops                    strings.Builder
	allow                  []string // by operand, the kinds of registers
}

func (i *rowInfo) add(flags ...string) { i.flags = append(i.flags, flags...) }

func (i *rowInfo) readAttrs() {
	for _, a := range strings.Fields(i.Fields[attrs]) {
		k, v, _ := strings.Cut(a, "=")
		switch k {
		case "fr", "fw", "frw", "side":
			i.add(insttable.Effects[k]...)
		case "evexmem":
			i.add("VEXRegOnly")
		case "memonly":
			i.add("MemOnly")
		case "move":
			i.add("Move")
		case "form":
			i.form = v
		case "as":
			if i.mnemonic = v; v == "*" {
				i.mnemonic = strings.TrimSuffix(i.Name, "K")
			}
		case "elem":
			i.elem = v
		case "go":
			i.goName = v
		default:
			i.Fatal("attribute %q", a)
		}
	}
	if i.goName == "" {
		i.goName = i.mnemonic
	} else if i.goName[0] == '+' {
		i.goName = i.mnemonic + i.goName
	}
}

func (i *rowInfo) readDeco() {
	for _, d := range strings.Fields(i.Fields[decorations]) {
		switch d {
		case "k":
			i.add("CanMask")
		case "kz":
			i.add("CanMask", "CanZero")
		case "k!":
			i.add("CanMask", "NeedMask")
		case "er":
			i.add("CanRound")
		case "er8":
			i.add("CanRound", "Round64")
		case "sae":
			i.add("CanSAE")
		default:
			i.Fatal("decoration %q", d)
		}
	}
}

func (i *rowInfo) readSizes() {
	for _, c := range i.Fields[sizes] {
		switch c {
		case '1', '2', '4', '8':
			i.size |= int(c - '0')
		case 'x':
			i.size |= 16
		case 'y':
			i.size |= 32
		case 'z':
			i.size |= 64
		case 's':
			i.size |= 16
			i.add("ScalarVec")
		}
	}
	if i.size&12 != 0 && i.size < 16 && strings.Contains(i.Fields[operands], "x") && i.Name[0] == 'V' {
		i.add("ScalarVec") // conversions from and to general registers
	}
}

func (i *rowInfo) readOperands() {
	for _, o := range strings.Split(i.Fields[operands], ",") {
		o = strings.TrimSpace(o)
		switch o {
		case "":
			continue
		case "i8", "u8":
			i.imm = "Imm8"
			continue
		case "i32":
			i.imm = "Imm32"
			continue
		case "i64":
			i.imm = "Imm64"
			continue
		case "rel":
			i.add("Branch")
			continue
		case "cc":
			i.add("HasCC")
			continue
		}
		lit, bc := i.operand(o, i.elem)
		if bc != "" {
			i.bcst = bc
		}
		fmt.Fprintf(&i.ops, "{%s}, ", lit)
		i.n++
	}
}

// literal returns the row as a composite literal.
func (i *rowInfo) literal() string {
	i.readAttrs()
	i.readDeco()
	i.readSizes()
	i.readOperands()
	var b strings.Builder
	fmt.Fprintf(&b, "{Name: %q, Mnemonic: %q, N: %d", i.Name, i.mnemonic, i.n)
	if i.n > 0 {
		fmt.Fprintf(&b, ", Operands: [4]Operand{%s}", strings.TrimSuffix(i.ops.String(), ", "))
		fmt.Fprintf(&b, ", allow: %s", strings.Join(i.allow, " | "))
	}
	if i.imm != "" {
		fmt.Fprintf(&b, ", Imm: %s", i.imm)
	}
	fmt.Fprintf(&b, ", Sizes: %d", i.size)
	if i.elem != "" {
		fmt.Fprintf(&b, ", Elem: %s", i.elem)
	}
	if i.bcst != "" {
		fmt.Fprintf(&b, ", Bcst: %s", i.bcst)
	}
	if i.form != "" {
		fmt.Fprintf(&b, ", Form: %s", i.form)
	}
	if i.flags != nil {
		fmt.Fprintf(&b, ", Flags: %s", strings.Join(i.flags, "|"))
	}
	vex, evex, _ := strings.Cut(i.Fields[feats], "/")
	if evex == "" {
		evex = "-"
	}
	v128, v256 := vex, vex
	switch vex {
	case "avxi": // integer instructions got 256 bits with AVX2
		v128, v256 = "avx", "avx2"
	// broadcasts from a register came with AVX2, from memory with AVX; the rare CPU with AVX alone is not worth the
	// difference
	case "avxb":
		v128, v256 = "avx2", "avx2"
	}
	fmt.Fprintf(&b, ", VEX: %s, VEX256: %s, EVEX: %s}", i.feature(v128), i.feature(v256), i.feature(evex))
	return b.String()
}

// kindsOf is what the register of an operand may be.
func kindsOf(class, regW, fixed string) string {
	switch {
	case fixed != "NoReg":
		return "kind" + fixed[1:]
	case class == "ClassNone":
		return "kindNone"
	case class == "Mask":
		return "kindMask"
	case class == "GP" && regW == "1":
		return "kindByte"
	}
	return "kindAny" + class
}

// operand returns the Operand literal, and the size of a broadcast element if the operand can be one.
func (i *rowInfo) operand(s, elem string) (lit, bcst string) {
	access := "Read"
	early := false
	if a, rest, ok := strings.Cut(s, ":"); ok {
		s = rest
		switch a {
		case "W!":
			early = true
			fallthrough
		case "W":
			access = "Write"
		case "X!":
			early = true
			fallthrough
		case "X":
			access = "ReadWrite"
		default:
			i.Fatal("access %q", a)
		}
	}
	class, regW, memW, fixed, indexW := "ClassNone", "0", "", "NoReg", ""
	hidden := false
	frac := map[byte]string{'h': "WHalf", 'q': "WQuarter", 'e': "WEighth"}
	for _, k := range strings.Split(s, "/") {
		switch k {
		case "r":
			class, regW = "GP", "WSize"
		case "ax", "cx", "dx":
			class, regW, fixed = "GP", "WSize", map[string]string{"ax": "RAX", "cx": "RCX", "dx": "RDX"}[k]
			hidden = k != "cx"
			if k == "cx" {
				regW = "1"
			}
		case "v":
			class, regW = "Vec", "WSize"
		case "vh", "vq", "ve":
			class, regW = "Vec", frac[k[1]]
		case "x":
			class, regW = "Vec", "16"
		case "y":
			class, regW = "Vec", "32"
		case "z":
			class, regW = "Vec", "64"
		case "k":
			class, regW = "Mask", "8"
		case "m":
			memW = "WSize"
		case "mh", "mq", "me":
			memW = frac[k[1]]
		case "mem":
			memW = "0"
		case "va":
			memW, indexW = elem, "WSize"
		case "vb":
			memW, indexW = elem, "WHalf"
		default:
			bits, err := strconv.Atoi(k[1:])
			if err != nil {
				i.Fatal("operand %q", k)
			}
			bytes := strconv.Itoa(bits / 8)
			switch k[0] {
			case 'r':
				class, regW = "GP", bytes
			case 'm':
				memW = bytes
			case 'b':
				bcst = bytes
			default:
				i.Fatal("operand %q", k)
			}
		}
	}
	i.allow = append(i.allow, fmt.Sprintf("%s<<%d", kindsOf(class, regW, fixed), 8*len(i.allow)))
	lit = fmt.Sprintf("Class: %s, Access: %s, RegW: %s, Fixed: %s", class, access, regW, fixed)
	if memW != "" {
		lit += ", Mem: true, MemW: " + memW
	}
	if early {
		lit += ", Early: true"
	}
	if hidden {
		lit += ", Hidden: true"
	}
	if indexW != "" {
		lit += ", VSIB: true, IndexW: " + indexW
	}
	return lit, bcst
}
