package analyzer_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
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

// tool builds the command, and module writes a module of its own that has something to find.
func tool(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the command")
	}
	name := filepath.Join(t.TempDir(), "hotloop-vet")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", name, "hotloop/analyzer/cmd/hotloop-vet").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return name
}

func module(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "k.go": read(t, "testdata/src/fix/fix.go")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// run runs the go command in a module.
func run(dir string, args ...string) (stdout, stderr string, err error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

// TestVet runs the command as the documents say. go vet prints the findings and fails.
func TestVet(t *testing.T) {
	_, out, err := run(module(t), "vet", "-vettool="+tool(t), "./...")
	if err == nil {
		t.Error("go vet does not fail")
	}
	for _, want := range []string{"k.go:5:2: loop stays scalar: write hotloop.FP(hotloop.FPFast) or //loop:fp reassoc",
		"k.go:12:2: loop could be faster: check the table's length before the loop: _ = t[255]",
		"unknown loop attribute vectorise.width has no effect; write vectorize.width instead"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestJSON reads what go vet -json prints as editors and golangci-lint do, and applies the edits of the suggested fixes:
// offsets of bytes in a file, and what replaces them. With -json findings are no failure.
func TestJSON(t *testing.T) {
	dir := module(t)
	stdout, stderr, err := run(dir, "vet", "-vettool="+tool(t), "-json", "./...")
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr)
	}
	text := stdout
	if !strings.Contains(text, "{") { // before Go 1.25
		text = stderr
	}
	var found map[string]map[string][]struct {
		Posn, Message  string
		SuggestedFixes []struct {
			Message string
			Edits   []struct {
				Filename   string
				Start, End int
				New        string
			}
		} `json:"suggested_fixes"`
	}
	if err := json.NewDecoder(strings.NewReader(text[strings.Index(text, "{"):])).Decode(&found); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	list := found["example.com/m"]["hotloop"]
	if len(list) == 0 {
		t.Fatalf("no findings in\n%s", text)
	}
	file := filepath.Join(dir, "k.go")
	source := read(t, file)
	type edit struct {
		start, end int
		text       string
	}
	var edits []edit
	for _, d := range list {
		if !regexp.MustCompile(`k\.go:\d+:\d+$`).MatchString(d.Posn) || d.Message == "" {
			t.Errorf("%+v", d)
		}
		for i, f := range d.SuggestedFixes {
			for _, e := range f.Edits {
				if filepath.Base(e.Filename) != "k.go" || e.Start < 0 || e.End < e.Start || e.End > len(source) || f.Message == "" {
					t.Errorf("%+v", f)
				} else if i == 0 { // others are alternatives
					edits = append(edits, edit{e.Start, e.End, e.New})
				}
			}
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.start - a.start })
	for _, e := range edits {
		source = source[:e.start] + e.text + source[e.end:]
	}
	compiled(t, dir, source, len(edits))
}

// TestFix lets go fix apply the fixes, which Go 1.26 and later can do with a tool of one's own.
func TestFix(t *testing.T) {
	dir := module(t)
	name := tool(t)
	if out, _, err := run(dir, "help", "fix"); err != nil || !strings.Contains(out, "-fixtool") {
		t.Skip("go fix has no -fixtool")
	}
	before := read(t, filepath.Join(dir, "k.go"))
	out, errs, _ := run(dir, "fix", "-fixtool="+name, "-diff", "./...")
	if !strings.Contains(out, "+\t_ = t[255]\n") || read(t, filepath.Join(dir, "k.go")) != before {
		t.Errorf("go fix -diff changes the file or does not show the change: %s%s", out, errs)
	}
	if out, errs, err := run(dir, "fix", "-fixtool="+name, "./..."); err != nil {
		t.Fatalf("go fix: %v\n%s%s", err, out, errs)
	}
	compiled(t, dir, read(t, filepath.Join(dir, "k.go")), 1)
	if out, _, _ := run(dir, "fix", "-fixtool="+name, "-diff", "./..."); strings.Contains(out, "+\t") {
		t.Errorf("there is more to fix after the fix: %s", out)
	}
}

// compiled checks that a fixed file is what TestFixes expects, and that the Go compiler accepts it.
func compiled(t *testing.T, dir, source string, edits int) {
	t.Helper()
	if source != read(t, "testdata/src/fix/fix.go.golden") || edits == 0 {
		t.Errorf("%d edits make\n%s", edits, source)
	}
	if err := os.WriteFile(filepath.Join(dir, "k.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, errs, err := run(dir, "build", "./..."); err != nil {
		t.Errorf("the fixed module does not compile: %s", errs)
	}
}
