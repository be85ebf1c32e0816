package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/internal/lab/child"
)

// figureTrees are folders with figures: those of the repository, and some with peers missing, kernels that lose, and
// names to escape.
var figureTrees = []string{"testdata/figures", "../.."}

// TestFiguresDrawn draws the figures of each tree again, and compares the files with those that are there. If they
// differ, jitbench -figures -from docs/figures/figures.json, with -into for another tree than the repository's, writes
// them; a table changed by hand comes back.
func TestFiguresDrawn(t *testing.T) {
	for _, tree := range figureTrees {
		into := t.TempDir()
		if err := os.CopyFS(filepath.Join(into, "docs"), os.DirFS(filepath.Join(tree, "docs"))); err != nil {
			t.Fatal(err)
		}
		readme, err := os.ReadFile(filepath.Join(tree, "README.md"))
		if err == nil {
			err = os.WriteFile(filepath.Join(into, "README.md"), readme, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		code, out, errs := jit(t, nil, "-figures", "-from", filepath.Join(tree, figuresFile), "-into", into)
		if code != 0 || out+errs != "" {
			t.Fatalf("exit %d: %s%s", code, out, errs)
		}
		compared := map[string]int{}
		err = filepath.WalkDir(into, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			name, err := filepath.Rel(into, file)
			if err != nil {
				return err
			}
			got, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			want, err := os.ReadFile(filepath.Join(tree, name))
			if !bytes.Equal(got, want) || err != nil {
				t.Errorf("%s of %s is stale: run jitbench -figures -from %s -into %s", name, tree, filepath.Join(tree, figuresFile), tree)
			}
			compared[filepath.Ext(name)]++
			if filepath.Ext(name) == ".svg" {
				wellFormed(t, name, got)
			}
			return nil
		})
		if err != nil || compared[".svg"] != len(figureModes)*len(chartThemes) || compared[".md"] < 2 || compared[".json"] != 1 {
			t.Errorf("%s: %v, %v", tree, compared, err)
		}
	}
}

// wellFormed checks that a picture is XML whose numbers are finite and within the picture.
func wellFormed(t *testing.T, name string, text []byte) {
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			if strings.ContainsAny(a.Name.Local, "xyd") && (strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf")) {
				t.Errorf("%s: %s=%q", name, a.Name.Local, a.Value)
			}
			if a.Name.Local == "width" && strings.HasPrefix(a.Value, "-") {
				t.Errorf("%s: width %s", name, a.Value)
			}
		}
	}
}

// TestSummarize checks means and quartiles, that arguments that do not repeat count, and that rows of other modes and
// rows without times do not.
func TestSummarize(t *testing.T) {
	row := func(name, mode string, ns float64, peers map[string]float64) *bench.Row {
		r := &bench.Row{Kernel: name, Mode: mode, Made: bench.Made{CompileUS: ns}}
		r.NS, r.Ratio = map[string]float64{"us": ns}, map[string]float64{}
		for p, x := range peers {
			r.NS[p], r.Ratio[p] = x, x/ns
		}
		return r
	}
	rows := []*bench.Row{
		row("a", "exact", 100, map[string]float64{"go": 200, "gcc": 50}),
		row("b", "exact", 100, map[string]float64{"go": 800}),
		row("c", "exact", 100, map[string]float64{"go": 300}),
		row("d", "fast", 100, map[string]float64{"go": 1}),
		row("e", "exact", 100, map[string]float64{"go": 1}),
	}
	rows[2].FreshNS, rows[2].FreshRatio = map[string]float64{"us": 200, "go": 800}, map[string]float64{"go": 4}
	rows[4].Untimed = "it panics"
	s := summarize(rows, "core", "exact", 4096, "us")
	want := map[string]ratioFigures{
		"go":  {Kernels: 3, Mean: 4, Q1: 2, Q3: 8, Worst: 2, Of: "a"},
		"gcc": {Kernels: 1, Mean: 0.5, Q1: 0.5, Q3: 0.5, Slower: 1, Worst: 0.5, Of: "a"},
	}
	if s.Kernels != 3 || len(s.Ratios) != 2 || s.Ratios["go"] != want["go"] || s.Ratios["gcc"] != want["gcc"] ||
		s.Compile != (compileFigures{100, 100, 100}) {
		t.Errorf("%+v", s)
	}
}

// TestDigits checks the rounding to three significant digits.
func TestDigits(t *testing.T) {
	if digits(1234.4) != 1230 || digits(0.04567) != 0.0457 || digits(0) != 0 || digits(-9.876) != -9.88 {
		t.Error("digits:", digits(1234.4), digits(0.04567), digits(0), digits(-9.876))
	}
}

// TestSuiteLabels checks that every suite has a label in the picture.
func TestSuiteLabels(t *testing.T) {
	for _, suite := range bench.Suites {
		if suiteLabels[suite] == "" {
			t.Errorf("no label for suite %s", suite)
		}
	}
}

// TestFill checks the errors for marks without a table or an end.
func TestFill(t *testing.T) {
	f := &figures{Costs: &costs{}}
	for text, want := range map[string]string{
		"a\n<!-- figures:begin toys -->\n<!-- figures:end -->\n":                             `no figures "toys"`,
		"<!-- figures:begin costs -->\nb":                                                    `figures "costs" have no end`,
		"<!-- figures:begin costs -->\n<!-- figures:begin costs -->\n<!-- figures:end -->\n": `figures "costs" have no end`,
	} {
		if _, err := f.fill(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	text, err := f.fill("a\n<!-- figures:begin costs -->\nold\n<!-- figures:end -->\nb\n")
	again, _ := f.fill(text)
	if err != nil || text != again || strings.Contains(text, "old") || !strings.HasSuffix(text, " |\n<!-- figures:end -->\nb\n") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestFiguresMeasured measures two kernels and the costs. Their values are of this machine, and are not compared.
func TestFiguresMeasured(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() || child.Emulated() {
		t.Skip("builds programs for this machine")
	}
	engine := bench.Linked()
	if engine == nil || len(engine.ISAs()) == 0 {
		t.Skip("nothing is compiled for this machine")
	}
	into := t.TempDir()
	if err := os.Mkdir(filepath.Join(into, "docs"), 0o700); err != nil {
		t.Fatal(err)
	}
	readme := filepath.Join(into, "README.md")
	if err := os.WriteFile(readme, []byte("<!-- figures:begin costs -->\n<!-- figures:end -->\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := jit(t, engine, "-figures", "-quick", "-suite", "core,search", "-run", "^(saxpy|find_i32_last)$", "-peers", "go",
		"-n", "100", "-into", into)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	text, err := os.ReadFile(filepath.Join(into, figuresFile))
	if err != nil {
		t.Fatal(err)
	}
	var f figures
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range f.Suites {
		got = append(got, fmt.Sprintf("%s %s %d %d", s.Suite, s.Mode, s.N, s.Ratios["go"].Kernels))
	}
	if want := []string{"core exact 100 1", "core fast 100 1", "search exact 100 1", "search fast 100 1"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if f.Date == "" || f.Commit == "" || f.Machine == "" || f.ISA != engine.ISAs()[0] || f.Version["go"] == "" ||
		f.Command != " -figures -n 100 -peers go -quick -run ^(saxpy|find_i32_last)$ -suite core,search" {
		t.Errorf("%+v", f)
	}
	table, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`a call \| -?\d+\.\d ns more`, `compiling a small loop \| \d+\.\d\d ms; the first of a process \d+\.\d ms`,
		`memory for each kernel \| -?\d+ KiB`, `binary \| [1-9]\d*\.\d MiB more, [1-9]\d*\.\d MiB if stripped`,
		`start \| -?\d+ µs( and \d+\.\d MiB of memory)? more`} {
		if !regexp.MustCompile(`(?m)^\| ` + want).Match(table) {
			t.Errorf("no match of %s in\n%s", want, table)
		}
	}
}

// TestFiguresUsage checks the errors for wrong command lines.
func TestFiguresUsage(t *testing.T) {
	for args, want := range map[string]string{
		"-figures -into " + t.TempDir():    "run it in a clone",
		"-figures -from missing":           "-from: open missing",
		"-figures -into ../.. -n 1,2":      "the figures are for one length",
		"-figures -into ../.. -suite toys": `unknown suite "toys"`,
	} {
		if code, _, errs := jit(t, null(), strings.Fields(args)...); code != 2 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %q, want %q", args, code, errs, want)
		}
	}
}
