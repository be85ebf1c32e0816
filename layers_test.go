package hotloop_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// layers says which packages of the project each package may import: the graph of ARCHITECTURE.md. Test files may
// import more. A package that is not listed must not exist.
var layers = map[string][]string{
	"loopopt/ir":          {},
	"loopopt/ir/interp":   {"loopopt/ir"},
	"loopopt/remark":      {"loopopt/ir"},
	"loopopt/tti":         {"loopopt/ir"},
	"loopopt/analysis":    {"loopopt/ir", "loopopt/remark", "loopopt/tti"},
	"loopopt/vplan":       {"loopopt/ir", "loopopt/remark", "loopopt/tti", "loopopt/analysis"},
	"loopopt":             {"loopopt/ir", "loopopt/ir/interp", "loopopt/remark", "loopopt/tti", "loopopt/analysis", "loopopt/vplan"},
	"frontend":            {"loopopt/ir", "loopopt/remark"},
	"cpu":                 {},
	"asm":                 {"cpu"},
	"asm/amd64":           {"asm", "cpu"},
	"asm/amd64/goasm":     {"asm", "asm/amd64", "cpu"},
	"asm/amd64/amd64test": {"asm", "asm/amd64"}, // what several packages test with
	"isel/internal/exec":  {},
	"isel/mach":           {"asm", "asm/amd64"},
	"isel/regalloc":       {"isel/mach"},
	"isel":                {"loopopt/ir", "loopopt/tti", "isel/mach", "isel/regalloc", "asm", "asm/amd64", "cpu", "isel/rules"},
	"isel/rules":          {},
	"runtime": {"frontend", "loopopt", "loopopt/ir", "loopopt/ir/interp", "loopopt/remark", "isel", "asm",
		"asm/amd64", "cpu"},
	"": {"frontend", "loopopt/remark", "loopopt/ir", "runtime"},
}

// above may import anything: nothing imports it.
var above = []string{"cmd/", "bench"}

func TestLayers(t *testing.T) {
	const module = "hotloop"
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n == "testdata" || strings.HasPrefix(n, ".") && n != "." {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		from := path.Dir(filepath.ToSlash(file))
		if from == "." {
			from = ""
		}
		for _, a := range above {
			if strings.HasPrefix(from, a) {
				return nil
			}
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		if f.Name.Name == "main" {
			return nil // generators
		}
		allowed, ok := layers[from]
		if !ok {
			t.Errorf("%s: package %q has no layer", file, from)
			return nil
		}
		for _, imp := range f.Imports {
			to := strings.Trim(imp.Path.Value, `"`)
			if to == "github.com/twitchyliquid64/golang-asm" || strings.HasPrefix(to, "github.com/twitchyliquid64/golang-asm/") {
				if from != "asm/amd64/goasm" {
					t.Errorf("%s imports %s: only asm/amd64/goasm may", file, to)
				}
			}
			if to != module && !strings.HasPrefix(to, module+"/") {
				continue
			}
			to = strings.TrimPrefix(strings.TrimPrefix(to, module), "/")
			found := false
			for _, a := range allowed {
				found = found || a == to
			}
			if !found {
				t.Errorf("%s: %q must not import %q", file, from, to)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
