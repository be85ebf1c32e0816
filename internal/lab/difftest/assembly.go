package difftest

import (
	"fmt"
	"go/ast"
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

// NotInAssembly are the features of kernels that hotloop gen leaves as Go code.
var NotInAssembly = map[string]bool{"memory made": true, "rows stored": true, "error made": true, "elements appended": true}

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
		name := fmt.Sprintf("k%d", c.ID)
		src, out := filepath.Join(dir, "source", name), filepath.Join(dir, name)
		if err := os.MkdirAll(src, 0o777); err != nil {
			return nil, nil, err
		}
		text, method := kernelDecl.ReplaceAllString(c.Text, mark(c, decl[2])+"\n$0"), (*object)(nil)
		if c.Mode != lab.Forced && c.ID%3 == 0 {
			if method = objectOf(c); method != nil {
				text = c.Text + method.text
			}
		}
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
			b.assembly["refused"]++
			continue
		}
		maps.DeleteFunc(p.Files, func(name, _ string) bool { return strings.HasSuffix(name, "_test.go") })
		var export strings.Builder
		fmt.Fprintf(&export, "package k\n\nvar Functions = []any{\n")
		n := 0
		add := func(isa, fn string) {
			if method != nil {
				fn = method.adapter(fn)
			}
			fmt.Fprintf(&export, "\t%s,\n", fn)
			b.variants[c] = append(b.variants[c], variant{isa, len(cases) + len(table)})
			table = append(table, fmt.Sprintf("%s.Functions[%d]", name, n))
			n++
		}
		for _, k := range p.Kernels {
			for _, isa := range slices.Sorted(maps.Keys(k.Code)) {
				if tier, plus := strings.CutSuffix(isa, "+"); !plus || cpu.Host().Has(gen.Plus) {
					add(tier, k.Code[isa])
				}
			}
			add(isas[len(isas)-1].String(), k.Call) // which chooses the best of them
		}
		export.WriteString("}\n")
		p.Files["export.go"] = export.String()
		if err := p.Write(); err != nil {
			return nil, nil, err
		}
		b.assembly["in all"]++
		switch {
		case method != nil:
			b.assembly["methods"]++
		case c.Inst != "":
			b.assembly["generic functions"]++
		}
		imports = append(imports, fmt.Sprintf("%s \"fuzzbase/%s/%s\"", name, filepath.Base(dir), name))
	}
	return imports, table, nil
}

// mark returns the mark of a kernel. param is the name of its type parameter.
func mark(c *Case, param string) string {
	if c.Inst != "" {
		return "//hotloop:kernel KFast " + param + "=" + c.Inst
	}
	return "//hotloop:kernel KFast"
}

// object is a kernel as a method of a struct that has the first arguments.
type object struct {
	text          string // declares the type and the method
	params        string // of the kernel
	fields, rest  string // the arguments that the struct has, and the others
	results       string
	returns, addr string // "return " and "&", or ""
}

// objectOf returns a kernel as a method, or nil if its signature does not allow that.
func objectOf(c *Case) *object {
	all, err := c.file.Func(KernelName)
	if err != nil {
		return nil
	}
	fn := all[len(all)-1] // callees come first
	var types, names, results []string
	typeOf := func(e ast.Expr) string {
		text := c.file.Slice(e.Pos(), e.End())
		if fn.Type.TypeParams != nil {
			text = regexp.MustCompile(`\b`+fn.Type.TypeParams.List[0].Names[0].Name+`\b`).ReplaceAllString(text, c.Inst)
		}
		return text
	}
	for _, f := range fn.Type.Params.List {
		if _, variadic := f.Type.(*ast.Ellipsis); variadic {
			return nil
		}
		for range max(1, len(f.Names)) {
			names, types = append(names, fmt.Sprintf("a%d", len(names))), append(types, typeOf(f.Type))
		}
	}
	if fn.Type.Results != nil {
		for _, f := range fn.Type.Results.List {
			for range max(1, len(f.Names)) {
				results = append(results, typeOf(f.Type))
			}
		}
	}
	n := min(len(names), 1+c.ID/3%3)
	if n == 0 {
		return nil
	}
	list := func(from, to int, format func(i int) string) string {
		var all []string
		for i := from; i < to; i++ {
			all = append(all, format(i))
		}
		return strings.Join(all, ", ")
	}
	declared := func(i int) string { return names[i] + " " + types[i] }
	o := &object{results: "(" + strings.Join(results, ", ") + ")", params: list(0, len(names), declared),
		fields: strings.Join(names[:n], ", "), rest: strings.Join(names[n:], ", ")}
	recv := "KObject"
	if c.ID%2 == 0 {
		recv, o.addr = "*KObject", "&"
	}
	if results != nil {
		o.returns = "return "
	}
	call := KernelName
	if c.Inst != "" {
		call += "[" + c.Inst + "]"
	}
	var b strings.Builder
	b.WriteString("\ntype KObject struct {\n")
	for i := range n {
		fmt.Fprintf(&b, "\t%s\n", declared(i))
	}
	fmt.Fprintf(&b, "}\n\n//hotloop:kernel KFast\nfunc (o %s) KMethod(%s) %s {\n\t%s%s(%s)\n}\n", recv, list(n, len(names), declared), o.results,
		o.returns, call, list(0, len(names), func(i int) string {
			if i < n {
				return "o." + names[i]
			}
			return names[i]
		}))
	o.text = b.String()
	return o
}

// adapter returns a function with the kernel's signature that calls a function with the struct as its first parameter.
func (o *object) adapter(fn string) string {
	args := fmt.Sprintf("%sKObject{%s}", o.addr, o.fields)
	if o.rest != "" {
		args += ", " + o.rest
	}
	return fmt.Sprintf("func(%s) %s { %s%s(%s) }", o.params, o.results, o.returns, fn, args)
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
