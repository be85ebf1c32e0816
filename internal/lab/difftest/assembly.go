package difftest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hotloop/cpu"
	"hotloop/internal/gen"
	"hotloop/internal/lab/ahead"
	lab "hotloop/internal/lab/gen"
)

// With assembly, the program of a batch also contains the kernels as hotloop gen writes them, each in a package of its
// own. A call of such a function is compared with the call of the Go compiler's code in the same program.

// variant is a kernel's function for an instruction set.
type variant struct {
	isa   string
	index int // in the table of the program
}

// uses are expressions that use packages.
var uses = map[string]string{"cmp": "cmp.Compare[int]", "errors": "errors.New", "fmt": "fmt.Sprint", "math": "math.Abs",
	"math/bits": "bits.Len"}

// kernelDecl matches the begin of the kernel's declaration, with the name of its type parameter.
var kernelDecl = regexp.MustCompile(`(?m)^func K(\[(\w+)|\()`)

// arrayDecl matches the begin of the declaration of a package-level variable that is an array.
var arrayDecl = regexp.MustCompile(`(?m)^var (K\w*) = \[\d+\]`)

// generate writes the packages of a batch below dir and returns the expressions of their functions, in the order of the
// variants that it adds to b. first is the index of the first.
func (t *Toolchain) generate(b *Batch, cases []*Case, dir string, isas []cpu.Tier) (imports, table []string, err error) {
	for _, c := range cases {
		decl := kernelDecl.FindStringSubmatch(c.Text)
		if c.Mode == lab.Go || decl == nil {
			continue
		}
		mark := "//hotloop:kernel KFast"
		if c.Inst != "" {
			mark += " " + decl[2] + "=" + c.Inst
		}
		name := fmt.Sprintf("k%d", c.ID)
		src, out := filepath.Join(dir, "source", name), filepath.Join(dir, name)
		if err := os.MkdirAll(src, 0o777); err != nil {
			return nil, nil, err
		}
		text := kernelDecl.ReplaceAllString(c.Text, mark+"\n$0")
		for path, use := range uses { // a kernel may import what it does not use
			if strings.Contains(text, strconv.Quote(path)) {
				text += "\nvar _ = " + use + "\n"
			}
		}
		if c.ID%2 == 1 { // kernels use these tables in place
			for _, v := range arrayDecl.FindAllStringSubmatch(text, -1) {
				text += fmt.Sprintf("\nfunc change%s() { %[1]s = %[1]s }\n", v[1])
			}
		}
		if err := os.WriteFile(filepath.Join(src, "k.go"), []byte(text), 0o666); err != nil {
			return nil, nil, err
		}
		o := gen.Options{Out: out, Tier: isas, All: true}
		if c.Mode != lab.Forced { // the mode of the compilation, written: see machine.go
			o.FP = string(c.Mode)
		}
		p, err := gen.Generate(src, o)
		if err != nil { // not a kernel as part of a package
			b.assembly["without assembly"]++
			continue
		}
		maps.DeleteFunc(p.Files, func(name, _ string) bool { return strings.HasSuffix(name, "_test.go") })
		var export strings.Builder
		fmt.Fprintf(&export, "package k\n\nvar Functions = []any{\n")
		n := 0
		for _, k := range p.Kernels {
			for _, isa := range slices.Sorted(maps.Keys(k.Code)) {
				fmt.Fprintf(&export, "\t%s,\n", k.Code[isa])
				b.variants[c] = append(b.variants[c], variant{isa, len(cases) + len(table)})
				table = append(table, fmt.Sprintf("%s.Functions[%d]", name, n))
				n++
			}
		}
		export.WriteString("}\n")
		p.Files["export.go"] = export.String()
		if err := p.Write(); err != nil {
			return nil, nil, err
		}
		b.assembly["with assembly"]++
		imports = append(imports, fmt.Sprintf("%s \"fuzzbase/%s/%s\"", name, filepath.Base(dir), name))
	}
	return imports, table, nil
}

// tiersOf returns the instruction sets of an architecture that this machine has.
func tiersOf(arch string) (list []cpu.Tier) {
	for _, t := range cpu.Host().Tiers() {
		if t != cpu.Scalar && t.Arch() == arch {
			list = append(list, t)
		}
	}
	return list
}

// goBuild builds a batch with assembly by the go command.
func (t *Toolchain) goBuild(dir, exe string) error {
	if out, err := ahead.Go(dir, []string{"GOARCH=" + t.arch}, "build", "-ldflags=-s -w", "-o", exe, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}
