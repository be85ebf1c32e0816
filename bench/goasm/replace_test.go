package goasm

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A replacement is a library whose own tests run with hotloop's code in the place of its assembly.
type replacement struct {
	name   string
	module string
	under  string            // the folder that is needed; "" is the whole module
	needs  []string          // requirements where the module's own would be too many
	gone   []string          // files that are left out, as patterns
	cut    string            // a pattern of files out of which what the new files declare is cut
	put    map[string]string // folders and the new files that they get, below testdata/replace
	test   []string          // arguments of go test
}

var replacements = []replacement{
	{name: "segmentio", module: "github.com/segmentio/asm",
		gone: []string{"ascii/*_amd64.*", "ascii/*_default.go", "utf8/*_amd64.*", "utf8/*_default.go", "utf8/cmd/*",
			"base64/*_amd64.*", "base64/base64_default.go", "base64/*_arm64.*"},
		put:  map[string]string{"ascii": "ascii", "utf8": "utf8", "base64": "base64"},
		test: []string{"./ascii", "./utf8", "./base64"}},
	{name: "reedsolomon", module: "github.com/klauspost/reedsolomon", cut: "*_noasm.go", put: map[string]string{".": "reedsolomon"},
		test: []string{"-tags=noasm", "-short", "-run=Galois|GalMul|MulSlice|SliceXor|Matrix|^TestVerify$|^TestOneEncode$|^TestEncoding$|^TestReconstruct$", "."}},
	{name: "vek", module: "github.com/viterin/vek", cut: "internal/functions/accel_avx2_amd64.*",
		put: map[string]string{"internal/functions": "vek"}, test: []string{"./..."}},
	{name: "weaviate", module: "github.com/weaviate/weaviate", under: "adapters/repos/db/vector/hnsw/distancer",
		needs: []string{"github.com/pkg/errors@v0.9.1", "github.com/stretchr/testify@v1.11.1", "golang.org/x/sys@v0.47.0"},
		gone:  []string{"*/distancer/asm/*", "*/distancer/c/*", "*/distancer/bench_*"},
		put:   map[string]string{"adapters/repos/db/vector/hnsw/distancer/asm": "weaviate"},
		test:  []string{"./..."}},
}

// TestLibrariesOwn copies libraries out of the module cache, puts hotloop's code in the place of their assembly, and runs
// their tests. Nothing of theirs is in this repository.
func TestLibrariesOwn(t *testing.T) {
	if testing.Short() {
		t.Skip("builds four modules")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("what is replaced is assembly for amd64")
	}
	for _, r := range replacements {
		t.Run(r.name, func(t *testing.T) {
			out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", r.module).Output()
			from := strings.TrimSpace(string(out))
			if err != nil || from == "" {
				t.Skipf("%s cannot be had here: %v", r.module, err)
			}
			dir := t.TempDir()
			lib := filepath.Join(dir, "lib")
			must(t, os.CopyFS(filepath.Join(lib, r.under), os.DirFS(filepath.Join(from, r.under))))
			must(t, filepath.WalkDir(lib, func(p string, _ os.DirEntry, _ error) error { return os.Chmod(p, 0o755) }))
			r.remove(t, lib)
			for folder, files := range r.put {
				r.place(t, lib, filepath.Join(lib, folder), filepath.Join("testdata", "replace", files))
			}
			r.require(t, dir, lib)
			env := append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
			deps := exec.Command("go", "list", "-deps", "-test", "./...")
			deps.Dir, deps.Env = lib, env
			if out, err := deps.CombinedOutput(); err != nil {
				t.Skipf("what %s needs cannot be had here: %s", r.module, tail(out))
			}
			cmd := exec.Command("go", append([]string{"test", "-count=1", "-vet=off", "-timeout=120s"}, r.test...)...)
			cmd.Dir, cmd.Env = lib, env
			out, err = cmd.CombinedOutput()
			if err != nil {
				t.Errorf("go %s: %v\n%s", strings.Join(cmd.Args[1:], " "), err, tail(out))
			}
			if !bytes.Contains(out, []byte("ok  ")) {
				t.Errorf("no tests have run:\n%s", tail(out))
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func tail(out []byte) []byte { return out[max(0, len(out)-3000):] }

// remove deletes what is to be gone.
func (r *replacement) remove(t *testing.T, lib string) {
	must(t, filepath.WalkDir(lib, func(p string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel(lib, p)
		for _, pattern := range r.gone {
			tailOf := rel
			if rest, ok := strings.CutPrefix(pattern, "*/"); ok { // from that folder on, wherever it is
				pattern = rest
				if i := strings.Index(rel, rest[:strings.Index(rest, "/")+1]); i >= 0 {
					tailOf = rel[i:]
				}
			}
			if ok, _ := filepath.Match(pattern, tailOf); ok && !d.IsDir() {
				return os.Remove(p)
			}
		}
		return err
	}))
}

// place puts new files into a folder, and cuts what they declare out of others.
func (r *replacement) place(t *testing.T, lib, folder, from string) {
	must(t, os.MkdirAll(folder, 0o755))
	entries, err := os.ReadDir(from)
	must(t, err)
	var declared []string
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(from, e.Name()))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(folder, strings.TrimSuffix(e.Name(), ".txt")), text, 0o644))
		f, err := parser.ParseFile(token.NewFileSet(), e.Name(), text, 0)
		must(t, err)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				declared = append(declared, fn.Name.Name)
			}
		}
	}
	if r.cut == "" {
		return
	}
	files, err := filepath.Glob(filepath.Join(lib, r.cut))
	must(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		if strings.HasSuffix(file, ".s") {
			text = cutAssembly(text, declared)
		} else {
			text = cutGo(t, text, declared)
		}
		must(t, os.WriteFile(file, text, 0o644))
	}
}

// cutGo takes functions out of a Go file.
func cutGo(t *testing.T, text []byte, names []string) []byte {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	must(t, err)
	for _, d := range slices.Backward(f.Decls) {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && slices.Contains(names, fn.Name.Name) {
			from := fn.Pos()
			if fn.Doc != nil { // directives would stay behind
				from = fn.Doc.Pos()
			}
			text = slices.Delete(text, fset.Position(from).Offset, fset.Position(fn.End()).Offset)
		}
	}
	return text
}

// routine begins a routine in assembly, or data.
var routine = regexp.MustCompile(`(?m)^(?:TEXT ·|DATA |GLOBL )(\w+)`)

// cutAssembly takes routines out of a file in assembly, each up to the next or to data.
func cutAssembly(text []byte, names []string) []byte {
	at := routine.FindAllSubmatchIndex(text, -1)
	end := len(text)
	for _, m := range slices.Backward(at) {
		if text[m[0]] == 'T' && slices.Contains(names, string(text[m[2]:m[3]])) {
			text = slices.Delete(text, m[0], end)
		}
		end = m[0]
	}
	return text
}

// require makes the module of a library one that requires hotloop and the kernels, which it gets from here.
func (r *replacement) require(t *testing.T, dir, lib string) {
	root, err := filepath.Abs("../..")
	must(t, err)
	suite := filepath.Join(dir, "goasm")
	for _, pkg := range []string{"kernels", "native"} {
		must(t, os.CopyFS(filepath.Join(suite, pkg), os.DirFS(pkg)))
	}
	must(t, os.WriteFile(filepath.Join(suite, "go.mod"),
		[]byte("module hotloop/bench/goasm\n\ngo 1.26.0\n\nrequire hotloop v0.0.0\n"), 0o644))
	if r.needs != nil {
		must(t, os.WriteFile(filepath.Join(lib, "go.mod"), []byte("module "+r.module+"\n"), 0o644))
	}
	edit := []string{"mod", "edit", "-go=1.26.0", "-toolchain=none", "-require=hotloop@v0.0.0", "-require=hotloop/bench/goasm@v0.0.0",
		"-replace=hotloop=" + root, "-replace=hotloop/bench/goasm=" + suite}
	for _, need := range r.needs {
		edit = append(edit, "-require="+need)
	}
	cmd := exec.Command("go", edit...)
	cmd.Dir = lib
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	sums, _ := os.ReadFile(filepath.Join(lib, "go.sum"))
	for _, file := range []string{filepath.Join(root, "go.sum"), "go.sum"} {
		more, err := os.ReadFile(file)
		must(t, err)
		sums = append(sums, more...)
	}
	must(t, os.WriteFile(filepath.Join(lib, "go.sum"), sums, 0o644))
}
