package cprint

import (
	"flag"
	"go/ast"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hotloop/internal/lab/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// printFile prints every exported function of a file that has a C form, and returns the errors of the others.
func printFile(t *testing.T, p *Printer, name, text string) (refused string) {
	t.Helper()
	f, err := source.Load(name, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.AST.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.IsExported() {
			if _, err := p.Add(f, fn.Name.Name, fn.Name.Name); err != nil {
				refused += "// " + err.Error() + "\n"
			}
		}
	}
	return refused
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update to accept):\n%s", path, got)
	}
}

func coreText(t *testing.T) string {
	var p Printer
	files := os.DirFS("../../../bench/core")
	names, _ := fs.Glob(files, "*.go")
	for _, n := range names {
		if n == "doc.go" {
			continue
		}
		text, err := fs.ReadFile(files, n)
		if err != nil {
			t.Fatal(err)
		}
		if refused := printFile(t, &p, n, string(text)); refused != "" {
			t.Errorf("no C form: %s", refused)
		}
	}
	return p.Text()
}

func featuresText(t *testing.T) string {
	text, err := os.ReadFile("testdata/features.go")
	if err != nil {
		t.Fatal(err)
	}
	var p Printer
	refused := printFile(t, &p, "features.go", string(text))
	return p.Text() + refused
}

// TestGolden compares the C text of the suite and of a file that has every construct.
func TestGolden(t *testing.T) {
	golden(t, "testdata/core.c", coreText(t))
	golden(t, "testdata/features.c", featuresText(t))
}

// TestRefused checks the messages for constructs without a C form.
func TestRefused(t *testing.T) {
	cases := []struct{ body, want string }{
		{"func F(x [][]int) {}", "no C form for type []int"},
		{"func F(x []int) { for i := range x { goto done; done: x[i] = 0 } }", "no C form for goto"},
		{"func F(x complex128) {}", "no C form for a parameter of type complex128"},
		{"func F(x []int) complex128 { return 0 }", "no C form for a result of type complex128"},
		{"func F(x []int) { x, x[0] = x[1:], 5 }", "no C form for an operand assigned in the same statement"},
		{"func F[T int | uint](x []T) {}", "F has type parameters T; choose the types with -inst T=TYPE"},
		{"func F(x []int) { F(x) }", "recursive"},
		{"type s struct{ a int }\nfunc F(x s) {}", "no C form for a parameter of type p.s"},
		{"func F(x [2]int) {}", "no C form for a parameter of type [2]int"},
		{"func F(x []int) []int { return x }", "no C form for a result of type []int"},
		{"type s struct{ a int }\nfunc F(x []s) s { return x[0] }", "no C form for a result of type p.s"},
		{"func F(x []*int) {}", "no C form for type *int"},
		{"type s struct{}\nfunc F(x []s) {}", "no C form for a struct without fields"},
		{"func F(x [][0]int) {}", "no C form for an array without elements"},
		{"func F(x []int) int { return cap(x) }", "no C form for the capacity of a slice"},
		{"func F(s string) int { n := 0; for range s { n++ }; return n }", "no C form for range over string"},
		{"func F(s, t string) bool { return s == t }", "no C form for a comparison of string"},
		{"func F(x []int) { x[0] = len(make([]int, 3)) }", "no C form for a slice made by *ast.CallExpr"},
		{"func F(x []int) { y := append(x, 1); x[0] = y[0] }", "no C form for a slice made by *ast.CallExpr"},
		{"func F(x []int, a [1]int) { b := [2][1]int{a, a}; x[0] = b[0][0] }", "no C form for a parameter of type [1]int"},
		{"func F(x []int) { var a [1]int; b := [2][1]int{a, a}; x[0] = b[0][0] }",
			"no C form for an array variable inside a composite literal"},
		{"type s struct{ a int }\nfunc F(x []s) int { p := &s{1}; return p.a }", "no C form for the address of a composite literal"},
		{"func F(x []int) { p := &x; (*p)[0] = 1 }", "no C form for the address of a []int"},
		{"type s struct{ a int }\nfunc F(p *s, x []s) { p, p.a = &x[0], 1 }", "no C form for an operand assigned in the same statement"},
		{"func F(x []int) { x = x[x[0]:] }", "no C form for slice bounds taken from memory"},
		{"var g int\nfunc set() { g = 1 }\nfunc F(x []int) { x[0] = g }",
			"no C form for package-level variable g, which may be changed"},
		{"var g [2]int\nfunc F(x []int) { g[1]++ }", "no C form for an assignment to package-level variable g"},
		{"func one() int { return 1 }\nvar g = one()\nfunc F(x []int) { x[0] = g }",
			"no C form for package-level variable g, whose initial value is no constant"},
		{"func two() (int, int) { return 1, 2 }\nfunc add(a, b int) int { return a + b }\nfunc F(x []int) { x[0] = " +
			"add(two()) }", "no C form for the results of a call as arguments"},
	}
	for _, c := range cases {
		f, err := source.Load("p.go", "package p\n"+c.body)
		if err != nil {
			t.Fatal(err)
		}
		var p Printer
		_, err = p.Add(f, "F", "F")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngot %v, want %q", c.body, err, c.want)
		}
	}
}

// TestCompiles compiles the text with every available C compiler. Only style warnings are disabled: for variables
// that are assigned but not used, which Go counts as used, and for labels.
func TestCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("runs C compilers")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"core.c": coreText(t), "features.c": featuresText(t)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	any := false
	for _, cc := range []string{"cc", "gcc", "clang", "clang-19"} {
		path, err := exec.LookPath(cc)
		if err != nil {
			continue
		}
		any = true
		for _, name := range []string{"core.c", "features.c"} {
			out, err := exec.Command(path, "-std=c99", "-O1", "-Wall", "-Werror", "-Wno-unused-but-set-variable", "-fwrapv",
				"-c",
				"-o", filepath.Join(dir, "out.o"), filepath.Join(dir, name)).CombinedOutput()
			if err != nil {
				t.Errorf("%s %s: %v\n%s", cc, name, err, out)
			}
		}
	}
	if !any {
		t.Skip("no C compiler found")
	}
}
