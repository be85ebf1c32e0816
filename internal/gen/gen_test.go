package gen

import (
	"flag"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop/cpu"
)

var update = flag.Bool("update", false, "write the files of package sample")

// TestSample checks that the files of package sample, whose own tests run its kernels, are what Generate makes. So the
// files are the same on every machine that runs this test.
func TestSample(t *testing.T) {
	p, err := Generate("sample", Options{})
	require.NoError(t, err)
	if *update {
		require.NoError(t, p.Write())
	}
	require.NoError(t, p.Check())
	var stays []string
	for _, n := range p.Notes {
		name, _, _ := strings.Cut(n.Text, " ")
		stays = append(stays, name)
	}
	assert.Contains(t, stays, "Collatz")
	assert.NotContains(t, stays, "Axpy")
}

// TestExample checks that the files of the library in examples/vecmath are current.
func TestExample(t *testing.T) {
	p, err := Generate("../../examples/vecmath", Options{})
	require.NoError(t, err)
	assert.Empty(t, p.Notes)
	if *update {
		require.NoError(t, p.Write())
	}
	require.NoError(t, p.Check())
}

// TestCheck checks that Check finds changed, missing and superfluous files, and that Write mends all.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "k.go", "package k\n\n//hotloop:kernel Add\nfunc add(x, y []int) {\n\tfor i := range x {\n\t\tx[i] += y[i]\n\t}\n}\n")
	p, err := Generate(dir, Options{Tier: []cpu.Tier{cpu.AVX2}})
	require.NoError(t, err)
	require.ErrorContains(t, p.Check(), "hotloop_amd64.s is missing")
	require.NoError(t, p.Write())
	require.NoError(t, p.Check())
	assert.NoFileExists(t, filepath.Join(dir, "hotloop_arm64.s"))

	write(t, dir, "hotloop_old.go", mark+"\npackage k\n")
	write(t, dir, "hotloop_own.go", "package k\n")
	write(t, dir, "hotloop_asm.go", mark+"\npackage k\n")
	err = p.Check()
	require.ErrorContains(t, err, "hotloop_asm.go is stale")
	require.ErrorContains(t, err, "hotloop_old.go is left")
	require.NoError(t, p.Write())
	require.NoError(t, p.Check())
	assert.NoFileExists(t, filepath.Join(dir, "hotloop_old.go"))
	assert.FileExists(t, filepath.Join(dir, "hotloop_own.go"))

	again, err := Generate(dir, Options{Tier: []cpu.Tier{cpu.AVX2}})
	require.NoError(t, err)
	assert.Equal(t, p.Files, again.Files)
}

// TestRefused checks the errors and notes about functions that Generate cannot use.
func TestRefused(t *testing.T) {
	const loop = "{\n\tfor i := range x {\n\t\tx[i]++\n\t}\n}\n"
	for _, c := range []struct{ text, err, note string }{
		{"func F(x []int) " + loop, "no function is marked", ""},
		{"//hotloop:kernel\nfunc F(x []int) " + loop, "k.go:4:6: F is declared at k.go:4:1; write the name", ""},
		{"//hotloop:kernel A B\nfunc f(x []int) " + loop + "func A() {}\n", "k.go:4:6: A is declared", ""},
		{"//hotloop:kernel A\nfunc f(x []int) " + loop + "func A(x []int)\n", "k.go:9:1, for assembly; remove", ""},
		{"//hotloop:kernel G\nfunc g[T int | int32](x []T) " + loop, "generic", ""},
		{"type T int\n\n//hotloop:kernel M\nfunc (T) m(x []int) " + loop, "a method", ""},
		{"//hotloop:kernel G\nfunc g(x []int) { go g(x) }\n", "k.go:4:19", ""},
		{"var n int\n\nfunc set() { n++ }\n\n//hotloop:kernel G\nfunc g(x []int) {\n\tfor i := range x {\n\t\tx[i] += n\n\t}\n}\n", "k.go:10:11: package-level variable n", ""},
		{"//hotloop:kernel G\nfunc g(x []int) []int {\n\tfor i := range x {\n\t\tx[i]++\n\t}\n\treturn x\n}\n", "", "result 1 is a []int"},
		{"type T struct{ x []int }\n\n//hotloop:kernel G\nfunc g(t *T) {\n\tfor i := range t.x {\n\t\tt.x[i]++\n\t}\n}\n", "", "pointer to a struct"},
	} {
		dir := t.TempDir()
		// Another kernel, so that there is something to write.
		const other = "\n//hotloop:kernel Add\nfunc add(x, y []int) {\n\tfor i := range x {\n\t\tx[i] += y[i]\n\t}\n}\n"
		text := "package k\n\n" + c.text
		if c.note != "" {
			text += other
		}
		write(t, dir, "k.go", text)
		p, err := Generate(dir, Options{})
		if c.err != "" {
			assert.ErrorContains(t, err, c.err, c.text)
			continue
		}
		require.NoError(t, err, c.text)
		notes := ""
		for _, n := range p.Notes {
			notes += n.Pos + ": " + n.Text + "\n"
		}
		assert.Contains(t, notes, c.note, c.text)
	}
}

// TestHelperNames checks that the helpers of the test file compile in a package that declares the names any, min and max,
// and in the language of Go 1.17.
func TestHelperNames(t *testing.T) {
	fset := token.NewFileSet()
	text := "package k\n\nimport (\n\t\"fmt\"\n\t\"math\"\n\t\"math/rand\"\n\t\"reflect\"\n\t\"testing\"\n)\n" + testHelpers +
		"\nfunc any() {}\nfunc min() {}\nfunc max() {}\n"
	file, err := parser.ParseFile(fset, "k_test.go", text, 0)
	require.NoError(t, err)
	c := types.Config{GoVersion: "go1.17", Importer: importer.ForCompiler(fset, "source", nil)}
	_, err = c.Check("k", fset, []*ast.File{file}, nil)
	require.NoError(t, err)
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
}
