package frontend

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"
)

// TestAppendProof: a variable that is append of a string proves append to be the predeclared function, and no
// declaration of append lets it compile.
func TestAppendProof(t *testing.T) {
	for decl, want := range map[string]bool{
		"":                       false,
		"var _ = " + AppendProof: true,
		"var x = (append)([]byte(nil), \"a\"...)":              true,
		"var b []byte; var _ = append(b, b...)":                false,
		"var _ = append([]byte(nil), 'a')":                     false,
		"var _ = len(append([]byte(nil), \"\"...))":            false, // an operand of another call, which may provide only a type
		"func f() []byte { return append([]byte{}, \"\"...) }": false, // it may have an append of its own
	} {
		text := "package p\n" + decl + "\nfunc K(y []float64) int { y = append(y[:0], 1); return len(y) }\n"
		k, err := Build(Text("k.go", text), "K", Options{World: PartOfPackage})
		if err != nil {
			t.Fatal(err)
		}
		if got := !slices.Contains(k.Assumed, "append"); got != want {
			t.Errorf("%q proves append: %t", decl, got)
		}
	}
	for _, decl := range []string{
		"func append(b []byte, more ...byte) []byte { return b }",
		"func append(b []byte, more string) []byte { return b }",
		"func append(b []byte, more ...string) []byte { return b }",
		"func append(b []byte, more ...any) []byte { return b }",
		"func append[S ~[]E, E any](s S, more ...E) S { return s }",
		"func append[S, E any](s S, more ...E) S { return s }",
		"func append[S any, E ~string | ~[]byte](s S, more E) S { return s }",
		"var append = func(b []byte, more ...any) []byte { return b }",
		"type append []byte",
		"type byte = string\nfunc append(b []string, more ...string) []string { return b }",
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "k.go", "package p\n"+decl+"\nvar _ = "+AppendProof+"\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := new(types.Config).Check("p", fset, []*ast.File{f}, nil); err == nil {
			t.Errorf("%s lets %s compile", decl, AppendProof)
		}
	}
}
