// Command genops writes what insts.txt says into zops.go, the Op constants and their OpInfo rows, goasm/znames.go,
// golang-asm's names for them, and isel/x86/zopcosts.go, what they cost.
// It does not import package amd64, so that it works when that package does not compile yet.
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

// A row is one row of insts.txt after the brace groups are expanded.
type row struct {
	name                                   string
	operands, sizes, deco, features, attrs string
	cost, price                            string
	line                                   int
}

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

// generate returns the files, by their places from asm/amd64.
func generate(text string) map[string][]byte {
	var consts, infos, goNames bytes.Buffer
	costs := insttable.NewCosts("amd64")
	seen := map[string]bool{}
	for _, r := range parse(text) {
		if seen[r.name] {
			log.Fatalf("line %d: %s twice", r.line, r.name)
		}
		seen[r.name] = true
		info, goName := r.info()
		fmt.Fprintf(&consts, "\t%s\n", r.name)
		fmt.Fprintf(&infos, "\t%s: %s,\n", r.name, info)
		fmt.Fprintf(&goNames, "\tamd64.%s: %q,\n", r.name, goName)
		costs.Add(r.name, r.cost, r.price, r.line)
	}
	ops := insttable.Source(insttable.Head +
		"package amd64\n\n// The Ops, one for every row of insts.txt, and the pseudo instructions LABEL and ALIGN.\nconst (\n" +
		"\tBADOP Op = iota\n\tLABEL\n\tALIGN\n" + consts.String() + "\n\t// NumOps is the number of Ops.\n\tNumOps = iota\n)\n\nvar opInfo = [NumOps]OpInfo{\n" +
		"\tBADOP: {Name: \"BADOP\", Mnemonic: \"BADOP\", VEX: NoForm, VEX256: NoForm, EVEX: NoForm},\n" +
		"\tLABEL: {Name: \"LABEL\", Mnemonic: \"LABEL\", Flags: SideEffect, EVEX: NoForm},\n" +
		"\tALIGN: {Name: \"ALIGN\", Mnemonic: \"ALIGN\", Flags: SideEffect, EVEX: NoForm},\n" + infos.String() + "}\n")
	names := insttable.Source(insttable.Head + "package goasm\n\nimport \"hotloop/asm/amd64\"\n\n" +
		"// goNames are golang-asm's mnemonics; \"!\" in front: operands in Intel's order; \"+xyz\" behind: a letter for the length is appended.\n" +
		"var goNames = [amd64.NumOps]string{\n" + goNames.String() + "}\n")
	return map[string][]byte{"zops.go": ops, "goasm/znames.go": names,
		"../../isel/x86/zopcosts.go": costs.Source("x86", "price")}
}

// parse reads the rows and expands their brace groups.
func parse(text string) (rows []row) {
	for _, l := range insttable.Lines(text, 8) {
		for _, n := range expand(l.Fields[0]) {
			g := func(i int) string { return pick(l.Fields[i], n.last, l.Number) }
			rows = append(rows, row{n.name, g(1), g(2), g(3), g(4), g(5), g(6), g(7), l.Number})
		}
	}
	return rows
}

type expanded struct {
	name string
	last int // alternative taken in the last brace group
}

// expand multiplies out the brace groups of a name.
func expand(s string) []expanded {
	i := strings.IndexByte(s, '{')
	if i < 0 {
		return []expanded{{s, -1}}
	}
	j := strings.IndexByte(s, '}')
	var out []expanded
	for n, alt := range strings.Split(s[i+1:j], ",") {
		for _, e := range expand(s[j+1:]) {
			if e.last < 0 {
				e.last = n
			}
			out = append(out, expanded{s[:i] + alt + e.name, e.last})
		}
	}
	return out
}

// pick takes alternative n of every brace group in s.
func pick(s string, n, line int) string {
	for {
		i := strings.IndexByte(s, '{')
		if i < 0 {
			return s
		}
		j := strings.IndexByte(s, '}')
		alts := strings.Split(s[i+1:j], ",")
		if n < 0 || n >= len(alts) {
			log.Fatalf("line %d: no alternative %d in %q", line, n, s)
		}
		s = s[:i] + alts[n] + s[j+1:]
	}
}

var features = map[string]string{"base": "FeatBase", "bmi1": "FeatBMI1", "bmi2": "FeatBMI2", "popcnt": "FeatPOPCNT",
	"lzcnt": "FeatLZCNT",
	"avx":   "FeatAVX", "avx2": "FeatAVX2", "fma": "FeatFMA", "f16c": "FeatF16C", "avx512f": "FeatAVX512F", "avx512bw": "FeatAVX512BW",
	"avx512dq": "FeatAVX512DQ", "avx512cd": "FeatAVX512CD", "vbmi": "FeatVBMI", "vbmi2": "FeatVBMI2", "vnni": "FeatVNNI",
	"bitalg": "FeatBITALG", "vpopcntdq": "FeatVPOPCNTDQ", "ifma": "FeatIFMA", "gfni": "FeatGFNI", "-": "NoForm"}

func (r *row) feature(s string) string {
	f, ok := features[s]
	if !ok {
		log.Fatalf("line %d: feature %q", r.line, s)
	}
	return f
}

// rowInfo is what a row says of an instruction, as Go text.
type rowInfo struct {
	*row
	flags                  []string
	mnemonic, goName, form string
	elem, bcst, imm        string
	size, n                int // the operand sizes, a set; the number of operands
	ops                    strings.Builder
}

// info returns the row as a composite literal and golang-asm's name.
func (r *row) info() (lit, goName string) {
	i := rowInfo{row: r, mnemonic: r.name}
	i.readAttrs()
	i.readDeco()
	i.readSizes()
	i.readOperands()
	return i.literal(), i.goName
}

func (i *rowInfo) add(flags ...string) { i.flags = append(i.flags, flags...) }

func (i *rowInfo) readAttrs() {
	for _, a := range strings.Fields(i.attrs) {
		k, v, _ := strings.Cut(a, "=")
		switch k {
		case "fr":
			i.add("ReadsFlags")
		case "fw":
			i.add("WritesFlags")
		case "frw":
			i.add("ReadsFlags", "WritesFlags")
		case "side":
			i.add("SideEffect")
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
				i.mnemonic = strings.TrimSuffix(i.name, "K")
			}
		case "elem":
			i.elem = v
		case "go":
			i.goName = v
		default:
			log.Fatalf("line %d: attribute %q", i.line, a)
		}
	}
	if i.goName == "" {
		i.goName = i.mnemonic
	} else if i.goName[0] == '+' {
		i.goName = i.mnemonic + i.goName
	}
}

func (i *rowInfo) readDeco() {
	for _, d := range strings.Fields(i.deco) {
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
			log.Fatalf("line %d: decoration %q", i.line, d)
		}
	}
}

func (i *rowInfo) readSizes() {
	for _, c := range i.sizes {
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
	if i.size&12 != 0 && i.size < 16 && strings.Contains(i.operands, "x") && i.name[0] == 'V' {
		i.add("ScalarVec") // conversions from and to general registers
	}
}

func (i *rowInfo) readOperands() {
	for _, o := range strings.Split(i.operands, ",") {
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

func (i *rowInfo) literal() string {
	var b strings.Builder
	fmt.Fprintf(&b, "{Name: %q, Mnemonic: %q, N: %d", i.name, i.mnemonic, i.n)
	if i.n > 0 {
		fmt.Fprintf(&b, ", Operands: [4]Operand{%s}", strings.TrimSuffix(i.ops.String(), ", "))
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
	vex, evex, _ := strings.Cut(i.features, "/")
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

// operand returns the Operand literal, and the size of a broadcast element if the operand can be one.
func (r *row) operand(s, elem string) (lit, bcst string) {
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
			log.Fatalf("line %d: access %q", r.line, a)
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
				log.Fatalf("line %d: operand %q", r.line, k)
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
				log.Fatalf("line %d: operand %q", r.line, k)
			}
		}
	}
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
