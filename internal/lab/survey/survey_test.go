package survey

import (
	"errors"
	"go/build"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotloop/internal/lab/child"
	"hotloop/internal/lab/difftest"
	"hotloop/internal/lab/survey/inplace"
)

// TestStandardLibrary surveys some functions of the standard library. There must be no internal error, and accepted
// functions must behave like the Go compiler's code.
func TestStandardLibrary(t *testing.T) {
	src := filepath.Join(build.Default.GOROOT, "src")
	if _, err := os.Stat(filepath.Join(src, "sort")); err != nil {
		t.Skip("no GOROOT/src on this machine")
	}
	sample := 80
	if testing.Short() || child.Emulated() {
		sample = 30
	}
	// A sample of everything, and directories in which much is accepted.
	for _, dirs := range [][]string{{""}, {"image/jpeg", "index/suffixarray", "math/big", "internal/bytealg", "hash",
		"compress"}} {
		cfg := Config{Sample: sample, Seed: 1, Sets: 12}
		for _, d := range dirs {
			cfg.Dirs = append(cfg.Dirs, filepath.Join(src, d))
		}
		r, err := Run(cfg)
		if errors.Is(err, difftest.ErrNoGo) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		var sb strings.Builder
		r.Write(&sb)
		t.Log(sb.String())
		if !r.OK() {
			t.Error("internal errors or mismatches")
		}
		if r.Functions < cfg.Sample || len(dirs) > 1 && r.Compared == 0 {
			t.Errorf("%d functions fed, %d accepted, %d compared", r.Functions, r.Accepted, r.Compared)
		}
	}
}

// TestOwnModule surveys a module whose results are known: which functions count, that methods are fed unchanged, and
// the classes of rejections. Accepted functions are compared in place, with types of other packages.
func TestOwnModule(t *testing.T) {
	r, err := Run(Config{Dirs: []string{"testdata"}, Seed: 1, Sets: 12})
	if errors.Is(err, difftest.ErrNoGo) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var sb strings.Builder
	r.Write(&sb)
	got := sb.String()
	for _, want := range []string{
		"3 packages: 12 functions with loops, 10 accepted",
		"methods among them: 3, 3 accepted",
		"1  maps", "1  packages",
		"compared: 9 functions in ",
		"returned from some call: 9 of those",
		"1  Go's code does not end with what arguments are made up",
		"internal errors: 0, mismatches: 0",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the report has no %q", want)
		}
	}
	t.Log(got)
}

// TestMismatch has kernels whose text differs from what the Go compiler compiles: one computes something else, and
// one does not compile.
func TestMismatch(t *testing.T) {
	var list []*Function
	for _, f := range Load("testdata") {
		if f.name == "look" || f.name == "pairs" || f.name == "(*counter).count" {
			list = append(list, f)
		}
	}
	p := &program{cfg: Config{Seed: 1, Sets: 3}, module: list[0].pkg.module, functions: list, is: make([]built, 3),
		dir: t.TempDir()}
	told := 0
	text := list[0].pkg.source[0].Text
	for from, to := range map[string]string{"return 2 * x": "return 3 * x", "range x {\n\t\tc.n++": "range x {\n\t\tc.m++"} {
		if !strings.Contains(text, from) {
			t.Fatalf("no %q in the source", from)
		}
		text = strings.Replace(text, from, to, 1)
	}
	list[0].pkg.source[0].Text = text
	exe, err := p.build(func(f *Function, why string) { t.Errorf("%s: %s", f, why) })
	if errors.Is(err, difftest.ErrNoGo) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	err = p.watch(exe, func(f *Function, _ built, r result) {
		told++
		switch f.name {
		case "look":
			if r.returned == 0 || r.differs != "" || r.refused != "" {
				t.Errorf("%s: %+v", f.name, r)
			}
		case "pairs":
			if !strings.Contains(r.differs, ".b is ") || !strings.Contains(r.differs, "pairs(a0, a1)") {
				t.Errorf("%s: %+v", f.name, r)
			}
		default:
			if !strings.Contains(r.refused, "c.m undefined") {
				t.Errorf("%s: %+v", f.name, r)
			}
		}
	})
	if err != nil || told != len(list) {
		t.Errorf("%d functions told of, %v", told, err)
	}
}

// TestAfter checks where a program continues after its last message.
func TestAfter(t *testing.T) {
	at := inplace.Line{Job: 1, ISA: 1, Set: 4}
	for _, c := range []struct {
		phase   inplace.Phase
		unfit   int
		next    inplace.Line
		differs string
	}{
		{inplace.InGo, 0, inplace.Line{Job: 1, ISA: 1, Set: 5}, ""},
		{inplace.InGo, maxUnfit - 1, inplace.Line{Job: 2}, ""},
		{inplace.InKernel, 0, inplace.Line{Job: 2}, "the kernel does not end"},
		{inplace.Compiles, 0, inplace.Line{Job: 2}, "compiling does not end"},
		{inplace.Done, 0, inplace.Line{Job: 2}, "the program ends"},
		{inplace.End, 0, inplace.Line{Job: 2}, ""},
	} {
		list := make([]result, 3)
		list[1].unfit = c.unfit
		at.Phase = c.phase
		next := (&program{}).after(at, "", list)
		if next != c.next || !strings.HasPrefix(list[1].differs, c.differs) || (c.differs == "") != (list[1].differs == "") {
			t.Errorf("phase %d after %d: %+v, %q", c.phase, c.unfit, next, list[1].differs)
		}
	}
}
