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

// TestDirs checks which directories an argument names.
func TestDirs(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"k.go": "package k\n\n//hotloop:kernel F\nfunc f() {}\n", "plain/k.go": "package k\n",
		"a/b/k.go": "package k\n\n//hotloop:kernel F\nfunc f() {}\n", "testdata/k.go": "package k\n\n//hotloop:kernel F\nfunc f() {}\n",
		"module/go.mod": "module m\n", "module/k.go": "package k\n\n//hotloop:kernel F\nfunc f() {}\n", "empty/x.txt": ""} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777))
		write(t, dir, name, text)
	}
	list, err := Dirs(dir + "/...")
	require.NoError(t, err)
	assert.Equal(t, []string{filepath.Join(dir, "a/b"), dir}, list)
	list, err = Dirs(filepath.Join(dir, "plain"))
	require.NoError(t, err)
	assert.Equal(t, []string{filepath.Join(dir, "plain")}, list)
	_, err = Dirs(filepath.Join(dir, "empty"))
	require.ErrorContains(t, err, "empty has no Go files; name the directory")
	_, err = Dirs(filepath.Join(dir, "missing/..."))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = Dirs(dir + "/plain/...")
	require.ErrorContains(t, err, "no function is marked")
}

// TestRefused checks the errors and notes about functions that Generate cannot use. Each case of testdata/refused.txt is
// the text of a package, then a line of dashes, then the message.
func TestRefused(t *testing.T) {
	const golden = "testdata/refused.txt"
	text, err := os.ReadFile(golden)
	require.NoError(t, err)
	var out strings.Builder
	for i, c := range strings.Split(string(text), "====\n") {
		source, want, _ := strings.Cut(c, "----\n")
		dir := t.TempDir()
		write(t, dir, "k.go", "package k\n\n"+source)
		got := ""
		p, err := Generate(dir, Options{Tier: []cpu.Tier{cpu.AVX2}})
		if err != nil {
			got = err.Error() + "\n"
		} else {
			for _, n := range p.Notes {
				got += n.Pos + ": " + n.Text + "\n"
			}
		}
		got = strings.ReplaceAll(got, dir, "DIR")
		assert.NotEmpty(t, got, source)
		if !*update {
			assert.Equal(t, want, got, source)
		}
		if i > 0 {
			out.WriteString("====\n")
		}
		out.WriteString(source + "----\n" + got)
	}
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(out.String()), 0o666))
	}
}

// TestHelperNames checks that the helpers of the test file compile in a package that declares the names any, min and max,
// and in the language of Go 1.17.
func TestHelperNames(t *testing.T) {
	fset := token.NewFileSet()
	text := "package k\n\nimport (\n\t\"fmt\"\n\t\"math\"\n\t\"math/rand\"\n\t\"reflect\"\n\t\"testing\"\n\t\"unsafe\"\n)\n" + testHelpers +
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
