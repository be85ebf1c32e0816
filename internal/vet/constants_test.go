package vet

import (
	"go/ast"
	"go/constant"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotloop/cpu"
)

// TestNamed: vet knows every exported constant of package hotloop.
func TestNamed(t *testing.T) {
	fset, files, err := parsed("../..")
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Error: func(error) {}, Importer: constants{}}
	found := 0
	for _, f := range files {
		if f.syntax.Name.Name != "hotloop" {
			continue
		}
		pkg, _ := conf.Check("hotloop", fset, []*ast.File{f.syntax}, nil)
		for _, name := range pkg.Scope().Names() {
			c, ok := pkg.Scope().Lookup(name).(*types.Const)
			if !ok || !c.Exported() || c.Val().Kind() != constant.Int {
				continue
			}
			found++
			if named[name] == nil {
				t.Errorf("%s is not known", name)
			}
		}
	}
	if found != len(named) {
		t.Errorf("package hotloop has %d constants, %d are known", found, len(named))
	}
}

// TestOptions: what options of calls say of a sum, which becomes a vector loop if it may be reordered.
func TestOptions(t *testing.T) {
	const program = `package k
import h "hotloop"
const (
	regroup = h.FPReassociate
	text    = "package k\nfunc Sum(x []float64) (s float64) {\n\tfor _, v := range x {\n\t\ts += v\n\t}\n\treturn s\n}\n"
)
var (
	mode    = h.FPFast
	changed = h.FPFast
	k       = h.MustCompile[func([]float64) float64](text, "Sum", OPTIONS)
)
func set(m h.FPMode) { changed = m }
`
	const vectorized, scalar, falls, unknown = "vectorized", "scalar", "falls", "unknown"
	f := cpu.Baseline(cpu.AVX512)
	for options, want := range map[string]string{
		"h.FP(h.FPFast)":                     vectorized,
		"h.FP(h.FPReassociate | h.FPNoNaNs)": vectorized,
		"h.FP(regroup)":                      vectorized,
		"h.FP(mode)":                         vectorized,
		"h.FP(h.FPMode(1<<6))":               vectorized,
		"h.FP(h.FPFast &^ h.FPReassociate)":  scalar,
		"h.FP(h.FPExact)":                    scalar,
		"h.FP(h.FPFast), h.NoVectorize()":    scalar,
		"h.FP(0)":                            falls,
		"h.FP(changed)":                      unknown,
		"h.FP(h.FPFast), h.MaxISA(h.AVX2), h.Tune(h.Zen4)":      vectorized,
		"h.FP(h.FPFast), h.MaxISA(0)":                           falls,
		"h.FP(h.FPFast), h.Tune(h.CPU(200))":                    falls,
		"h.FP(h.FPFast), h.RequireNative(), h.Adapt()":          vectorized,
		"h.FP(h.FPFast), h.DefaultCache(), h.CacheDir(dir())":   vectorized,
		"h.FP(h.FPFast), h.Lazy(), h.Background()":              vectorized,
		"h.FP(h.FPFast), h.WithFileName(text)":                  vectorized,
		"h.FP(h.FPFast), h.Bind(\"f\", 1)":                      unknown,
		"h.FP(h.FPFast), h.WithFile(\"b.go\", `package k`)":     vectorized,
		"h.FP(h.FPFast), h.WithArgument(\"f\", somewhere.Else)": unknown,
	} {
		dir := t.TempDir()
		text := strings.Replace(program, "OPTIONS", options, 1)
		if err := os.WriteFile(filepath.Join(dir, "k.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := programIn(dir, Options{For: &f})
		if err != nil || len(p.calls) != 1 {
			t.Fatal(options, p.calls, err)
		}
		got := scalar
		switch c := p.calls[0]; {
		case c.Skipped != "":
			got = unknown
		case c.Falls:
			got = falls
		case c.looked.Vectorized:
			got = vectorized
		}
		if got != want {
			t.Errorf("%s: %s, want %s: %+v", options, got, want, p.calls[0])
		}
	}
}
