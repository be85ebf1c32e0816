package ahead

import (
	_ "embed"
	"fmt"
	"go/format"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

//go:embed program.go.txt
var program string

// arrayBytes is the size of the arrays on the stack that a stress program passes to kernels: several strips of most loops.
const arrayBytes = 128 << 10

// WriteStress makes the main package of a module that Write has written a program that calls the kernels under stress: by
// hundreds of goroutines, whose arrays are on stacks that grow and shrink, beside collections and profiles. It takes the
// kernels with slices and numbers as parameters and results, and returns how many these are.
func WriteStress(dir string, packages []*Package) (int, error) {
	var b, imports strings.Builder
	n := 0
	for _, p := range packages {
		before := n
		for _, k := range p.Kernels {
			sig := k.Signature
			if sig.Recv() != nil || sig.Variadic() || strings.ContainsAny(k.Call, "[.") || !plain(sig) {
				continue
			}
			n++
			job(&b, p, k.Call, k.Plain, sig, fmt.Sprintf("%t || %t && fuses", k.Math, k.Fusable))
		}
		if n > before {
			fmt.Fprintf(&imports, "import %s %q\n", alias(p), Module+"/"+p.Name)
		}
	}
	text, err := format.Source([]byte("package main\n\n" + imports.String() + "\nvar jobs = []job{\n" + b.String() + "}\n"))
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(filepath.Join(dir, "jobs.go"), text, 0o666); err != nil {
		return 0, err
	}
	return n, os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o666)
}

// plain reports whether all parameters are numbers, or slices of them, and all results numbers.
func plain(sig *types.Signature) bool {
	number := func(t types.Type) bool {
		b, ok := t.(*types.Basic)
		return ok && b.Info()&(types.IsInteger|types.IsFloat) != 0
	}
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if s, ok := t.(*types.Slice); ok {
			t = s.Elem()
		}
		if !number(t) {
			return false
		}
	}
	for i := range sig.Results().Len() {
		if t := sig.Results().At(i).Type(); !number(t) && t != types.Typ[types.Bool] {
			return false
		}
	}
	return true
}

// job writes the job of a kernel. Closures that do not escape keep the arrays on the stack.
func job(b *strings.Builder, p *Package, call, plain string, sig *types.Signature, near string) {
	fmt.Fprintf(b, "{%q, func(r *random) string {\nnear := %s\n_ = near\n", p.Name+"."+call, near)
	var in, want, same []string
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		s, ok := t.(*types.Slice)
		if !ok {
			fmt.Fprintf(b, "v%d := value[%s](r)\n", i, t)
			in, want = append(in, fmt.Sprintf("v%d", i)), append(want, fmt.Sprintf("v%d", i))
			continue
		}
		fmt.Fprintf(b, "var a%d, b%[1]d [%[2]d]%[3]s\nn%[1]d := fill(r, a%[1]d[:])\nb%[1]d = a%[1]d\n", i,
			arrayBytes/types.SizesFor("gc", "amd64").Sizeof(s.Elem()), s.Elem())
		in, want = append(in, fmt.Sprintf("a%d[:n%[1]d]", i)), append(want, fmt.Sprintf("b%d[:n%[1]d]", i))
		same = append(same, fmt.Sprintf("if !same(a%d[:], b%[1]d[:], near) {\nreturn \"argument %[1]d\"\n}\n", i))
	}
	var results []string
	for i := range sig.Results().Len() {
		results = append(results, fmt.Sprintf("r%d", i))
	}
	for _, side := range []struct {
		out, name, fn string
		args          []string
	}{{"got", call, call, in}, {"want", "", plain, want}} {
		line := fmt.Sprintf("%s.%s(%s)", alias(p), side.fn, strings.Join(side.args, ", "))
		if results != nil {
			line = strings.Join(results, ", ") + " := " + line
		}
		fmt.Fprintf(b, "%s := outcome(%q, func() []any {\n%s\nreturn []any{%s}\n})\n", side.out, side.name, line, strings.Join(results, ", "))
	}
	fmt.Fprintf(b, "if !equal(got, want, near) {\nreturn sprint(got, want)\n}\n%sreturn \"\"\n}},\n", strings.Join(same, ""))
}
