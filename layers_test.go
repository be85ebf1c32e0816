package hotloop_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers says which packages of the project each package may import: the graph of ARCHITECTURE.md. Test files may
// import more. A package that is not listed must not exist, and one that is listed must.
var layers = map[string][]string{
	"reuse": {}, // of memory, in all stages

	"loopopt/mathlib":   {},
	"loopopt/ir":        {"loopopt/mathlib", "reuse"},
	"loopopt/ir/interp": {"loopopt/ir"},
	"loopopt/remark":    {"loopopt/ir"},
	"loopopt/tti":       {"loopopt/ir"},
	"loopopt/attrs":     {"loopopt/ir", "reuse"},
	"loopopt/profile":   {"loopopt/ir"},
	"loopopt/analysis":  {"loopopt/ir", "loopopt/remark", "loopopt/tti"},
	"loopopt/vplan":     {"loopopt/ir", "loopopt/remark", "loopopt/tti", "loopopt/analysis", "loopopt/bitwise"},
	"loopopt/config":    {"loopopt/ir", "loopopt/remark", "loopopt/tti", "loopopt/vplan"},
	"loopopt/bitwise":   {"loopopt/ir", "loopopt/analysis"},
	"loopopt/rules":     {}, // texts, and what reads them
	"loopopt/fold": {"loopopt/ir", "loopopt/rules", "loopopt/tti", "loopopt/analysis", "loopopt/config", "loopopt/bitwise",
		"reuse"},
	"loopopt/scalar": {"loopopt/ir", "loopopt/tti", "loopopt/analysis", "loopopt/config", "loopopt/bitwise", "loopopt/fold", "reuse"},
	"loopopt/slp": {"loopopt/ir", "loopopt/remark", "loopopt/tti", "loopopt/analysis", "loopopt/config", "loopopt/fold",
		"loopopt/scalar"},
	"loopopt/poll":  {"loopopt/ir", "loopopt/analysis", "loopopt/scalar"},
	"loopopt/clone": {"loopopt/ir", "loopopt/analysis"},
	"loopopt/legal": {"loopopt/ir", "loopopt/remark", "loopopt/tti", "loopopt/analysis", "loopopt/vplan",
		"loopopt/clone"},
	"loopopt/driver": {"loopopt/ir", "loopopt/attrs", "loopopt/remark", "loopopt/analysis", "loopopt/config",
		"loopopt/fold", "loopopt/scalar", "loopopt/legal"},
	"loopopt/loop": {"loopopt/ir", "loopopt/attrs", "loopopt/remark", "loopopt/tti", "loopopt/analysis", "loopopt/vplan",
		"loopopt/config", "loopopt/fold", "loopopt/scalar", "loopopt/bitwise",
		"loopopt/clone", "loopopt/legal", "loopopt/driver", "reuse"},
	"loopopt/nest": {"loopopt/ir", "loopopt/attrs", "loopopt/remark", "loopopt/tti", "loopopt/analysis", "loopopt/vplan",
		"loopopt/config", "loopopt/fold", "loopopt/scalar",
		"loopopt/clone", "loopopt/legal", "loopopt/driver", "loopopt/loop"},
	"loopopt": {"loopopt/ir", "loopopt/remark", "loopopt/analysis", "loopopt/config", "loopopt/fold", "loopopt/scalar", "loopopt/slp",
		"loopopt/poll", "loopopt/driver", "loopopt/loop", "loopopt/nest", "reuse"},

	"frontend/syntax":    {},
	"frontend/directive": {"frontend/syntax", "loopopt/ir", "loopopt/attrs", "reuse"},
	"frontend/check":     {"frontend/syntax", "frontend/directive", "reuse"},
	"frontend":           {"frontend/syntax", "frontend/directive", "frontend/check", "loopopt/ir", "reuse"},
	"frontend/oracle":    {}, // tests only

	"cpu":                 {},
	"asm":                 {"cpu", "reuse"},
	"asm/amd64":           {"asm", "cpu", "reuse"},
	"asm/arm64":           {"asm", "cpu", "reuse"},
	"asm/amd64/goasm":     {"asm", "asm/amd64", "asm/amd64/gosyntax", "cpu"},
	"asm/amd64/gosyntax":  {"asm", "asm/amd64"},
	"asm/arm64/gosyntax":  {"asm", "asm/arm64"},
	"asm/amd64/amd64test": {"asm", "asm/amd64", "asm/internal/asmtest"}, // what several packages test with
	"asm/arm64/arm64test": {"asm", "asm/arm64", "asm/internal/asmtest"}, // the same

	"isel/mach":     {"asm"},
	"isel/regalloc": {"isel/mach", "reuse"},
	"isel/rules":    {},
	"isel/cost":     {"isel/mach", "loopopt/tti"},
	"isel/sched":    {"isel/cost", "isel/mach", "isel/regalloc", "reuse"},
	"isel/emit":     {"isel/sched", "isel/mach", "isel/regalloc", "asm", "reuse"},
	"isel/lower": {"loopopt/rules", "isel/cost", "isel/emit", "isel/mach", "isel/rules", "loopopt/ir", "loopopt/mathlib", "loopopt/tti",
		"cpu", "reuse"},
	"isel/x86": {"isel/cost", "isel/emit", "isel/lower", "isel/mach", "isel/regalloc", "isel/rules", "loopopt/ir",
		"loopopt/tti", "asm", "asm/amd64", "cpu", "reuse"},
	"isel/arm": {"isel/cost", "isel/emit", "isel/lower", "isel/mach", "isel/regalloc", "isel/rules", "loopopt/ir",
		"asm", "asm/arm64", "cpu", "reuse"},
	"isel/host": {"isel/x86", "isel/arm", "isel/lower", "cpu"}, // one of the two
	"isel":      {"isel/host", "isel/lower", "isel/emit", "isel/mach", "loopopt/ir", "loopopt/tti", "asm", "cpu"},

	"isel/all": {"isel", "isel/x86", "isel/arm"}, // for commands and tests

	"isel/internal/exec":    {},                          // executable memory for tests
	"isel/internal/targets": {"isel", "isel/all", "cpu"}, // what tests run over

	"runtime/codemem":  {},
	"runtime/persist":  {},
	"runtime/fallback": {"runtime/codemem"},
	"runtime": {"frontend", "runtime/codemem", "runtime/fallback", "runtime/persist", "loopopt", "loopopt/config", "loopopt/ir", "loopopt/ir/interp", "loopopt/profile",
		"loopopt/remark",
		"isel", "asm", "asm/amd64", "asm/arm64", "cpu", "reuse", "internal/clock"},
	"internal/explain": {"frontend", "internal/page", "loopopt/analysis", "loopopt/config", "loopopt/ir", "loopopt/ir/interp",
		"loopopt/profile", "loopopt/remark", "loopopt/tti", "loopopt/vplan", "isel", "cpu", "runtime"}, // what the compiler did with a kernel
	"internal/page":          {}, // the HTML pages of all tools
	"internal/page/pagetest": {},
	"internal/clock":         {},                                      // for what is timed
	"internal/terminal":      {},                                      // its width, and whether there is one
	"internal/progress":      {"internal/terminal"},                   // of commands, and of what lasts as long
	"internal/cli":           {"internal/terminal"},                   // the command lines of all programs
	"internal/hook":          {},                                      // what tests and commands set that the public interface does not show
	"internal/verify":        {"internal/progress", "internal/clock"}, // two functions of Go compared
	"":                       {"frontend", "loopopt/ir", "runtime", "runtime/codemem", "runtime/fallback", "internal/hook"},
	"hotlooptest":            {"", "internal/verify", "internal/hook"},

	"gdbjit": {"runtime"},                                                           // for programs that import it
	"live":   {"", "internal/explain", "internal/hook", "internal/page", "runtime"}, // the same

	"internal/top": {"live", "internal/page"}, // what shows live in a terminal

	// What tests of passes share.
	"internal/irtest": {"loopopt/ir", "loopopt/ir/interp", "loopopt/config", "loopopt/driver", "loopopt/remark", "isel", "isel/all", "cpu"},

	// Generators are programs of their own.
	"loopopt/mathlib/gen":              {"frontend", "loopopt/scalar", "loopopt/ir"},
	"loopopt/mathlib/internal/bigmath": {},
	"loopopt/mathlib/internal/remez":   {"loopopt/mathlib/internal/bigmath"},
	"isel/cost/gencosts":               {"asm/amd64", "asm/amd64/amd64test", "asm/arm64", "asm/arm64/arm64test"},
	"asm/internal/insttable":           {},      // what the generators share
	"asm/internal/asmtest":             {"asm"}, // what the tests of both share
	"asm/amd64/genops":                 {"asm/internal/insttable"},
	"asm/arm64/genops":                 {"asm/internal/insttable"},
	"asm/amd64/goasm/gentemplates":     {"asm", "asm/amd64", "asm/amd64/goasm"},
}

// above lists the folders on top of all these. Their packages may import those of layers, of the same folder and of
// the folders before it.
var above = []string{"internal/gen", "internal/lab", "internal/vet", "bench", "internal/mca", "cmd", "internal/e2e", "internal/options", "examples"}

// encoderOfRecord is the module that ends the process at init on a GOARM it does not know: libraries must not see it.
const encoderOfRecord = "github.com/twitchyliquid64/golang-asm"

func TestLayers(t *testing.T) {
	const module = "hotloop"
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n == "testdata" || strings.HasPrefix(n, ".") && n != "." {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && file != "." {
				return filepath.SkipDir // a module of its own
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
		allowed, known := layers[from]
		level := levelOf(from)
		if seen[from] = true; !known && level < 0 {
			t.Errorf("%s: package %q has no layer", file, from)
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range f.Imports {
			to := strings.Trim(imp.Path.Value, `"`)
			if (to == encoderOfRecord || strings.HasPrefix(to, encoderOfRecord+"/")) && from != "asm/amd64/goasm" {
				t.Errorf("%s imports %s: only asm/amd64/goasm may", file, to)
			}
			if to != module && !strings.HasPrefix(to, module+"/") {
				continue
			}
			to = strings.TrimPrefix(strings.TrimPrefix(to, module), "/")
			if ok := slices.Contains(allowed, to) || level >= 0 && levelOf(to) <= level; !ok {
				t.Errorf("%s: %q must not import %q", file, from, to)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for p := range layers {
		if !seen[p] {
			t.Errorf("there is no package %q", p)
		}
	}
}

// levelOf returns the index in above of the folder that package p is in, or -1 for all other packages.
func levelOf(p string) int {
	return slices.IndexFunc(above, func(folder string) bool { return p == folder || strings.HasPrefix(p, folder+"/") })
}
