package analyzer_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"hotloop/analyzer"
)

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), analyzer.Analyzer, "a")
}

// TestFixes applies the suggested fixes and compares the file.
func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), analyzer.Analyzer, "fix")
}

// TestVet builds the command and runs it as the documents say, in a module of its own that has something to find. go vet
// prints the findings and fails; with -json it prints them with their fixes.
func TestVet(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	dir := t.TempDir()
	tool := filepath.Join(dir, "hotloop-vet")
	if runtime.GOOS == "windows" {
		tool += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", tool, "hotloop/analyzer/cmd/hotloop-vet").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	module := filepath.Join(dir, "m")
	if err := os.Mkdir(module, 0o777); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/src/fix/fix.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "k.go": string(text)} {
		if err := os.WriteFile(filepath.Join(module, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	vet := func(args ...string) string {
		cmd := exec.Command("go", append([]string{"vet", "-vettool=" + tool}, append(args, "./...")...)...)
		cmd.Dir = module
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		out, err := cmd.CombinedOutput()
		if findings := len(args) == 0; (err != nil) != findings { // with -json, they are no failure
			t.Errorf("go vet %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	out := vet()
	for _, want := range []string{"k.go:5:2: loop stays scalar: write hotloop.FP(hotloop.FPFast) or //loop:fp reassoc",
		"k.go:12:2: loop could be faster: check the table's length before the loop: _ = t[255]",
		"unknown loop attribute vectorise.width has no effect; write vectorize.width instead"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out := vet("-json"); !strings.Contains(out, `"suggested_fixes": [`) || !strings.Contains(out, `"new": "\t_ = t[255]\n"`) {
		t.Errorf("no fixes in\n%s", out)
	}
}
