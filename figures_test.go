package hotloop_test

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hotloop/internal/e2e"
)

// figuresOff is how far a figure in ARCHITECTURE.md may be from the truth: it says "about", and need not be rewritten
// with every line of code.
const figuresOff = 0.05

// TestFigures compares the table of sizes in ARCHITECTURE.md, behind the line <!-- figures -->, with the tree: which
// share of rules and code serves all architectures, and what each of them adds. -update rewrites the figures that are
// off.
func TestFigures(t *testing.T) {
	const file = "ARCHITECTURE.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile(`(?s)<!-- figures -->\n(.*?)\n\n`)
	m := block.FindSubmatchIndex(text)
	if m == nil {
		t.Fatal(file + " has no table of figures")
	}
	old, now := string(text[m[2]:m[3]]), figures(t)
	if near(old, now) {
		return
	}
	if !*e2e.Update {
		t.Fatalf("%s: the figures are off by more than %.0f%% (go test -run TestFigures -update . rewrites "+
			"them):\n%s\nshould be\n%s", file, 100*figuresOff, old, now)
	}
	if err := os.WriteFile(file, []byte(string(text[:m[2]])+now+string(text[m[3]:])), 0o644); err != nil {
		t.Fatal(err)
	}
}

var number = regexp.MustCompile(`\d[\d,]*`)

// near reports whether two texts are the same but for numbers, and those nearly so.
func near(a, b string) bool {
	if number.ReplaceAllString(a, "0") != number.ReplaceAllString(b, "0") {
		return false
	}
	theirs := number.FindAllString(b, -1)
	for i, s := range number.FindAllString(a, -1) {
		x, y := value(s), value(theirs[i])
		if math.Abs(x-y) > max(figuresOff*y, 0.5) {
			return false
		}
	}
	return true
}

func value(s string) float64 {
	x, _ := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	return x
}

// The columns.
const (
	everywhere = iota
	onAMD64
	onARM64
	columns
)

// figures is the table.
func figures(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| | for all architectures | for amd64 | for arm64 |\n|---|---:|---:|---:|\n")
	rules, taken := ruleCounts(t, "isel/rules")
	for i, label := range []string{"rules, as written", "rules, brace groups taken apart"} {
		n := []map[string]int{rules, taken}[i]
		amd := n["x86.rules"] + n["avx2.rules"] + n["avx512.rules"]
		fmt.Fprintf(&b, "| %s | %s | %s: both sets %s, AVX2 %s, AVX-512 %s | %s |\n", label, round(n["generic.rules"]),
			round(amd), round(n["x86.rules"]), round(n["avx2.rules"]), round(n["avx512.rules"]), round(n["neon.rules"]))
	}
	var sum [columns]int
	for _, part := range []struct {
		label string
		dirs  []string
	}{
		{"front end and optimizer", []string{"frontend", "frontend/syntax", "frontend/directive", "frontend/check", "loopopt",
			"loopopt/*",
			"loopopt/ir/interp"}},
		{"selection, prices, emission: `isel`", []string{"isel", "isel/lower", "isel/emit", "isel/sched", "isel/cost",
			"isel/rules",
			"isel/x86", "isel/arm"}},
		{"machine instructions, allocation: `isel/mach`, `isel/regalloc`", []string{"isel/mach", "isel/regalloc"}},
		{"assemblers, without what is generated", []string{"asm", "asm/amd64", "asm/arm64"}},
		{"`runtime`, with its assembly", []string{"runtime", "runtime/fallback", "runtime/codemem"}},
	} {
		var n [columns]int
		for _, pattern := range part.dirs {
			dirs, _ := filepath.Glob(pattern)
			for _, dir := range dirs {
				countLines(t, dir, &n)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", part.label, round(n[0]), round(n[1]), round(n[2]))
		for i := range sum {
			sum[i] += n[i]
		}
	}
	total := sum[0] + sum[1] + sum[2]
	share := func(n int) string {
		return fmt.Sprintf("%s: %d%%", round(n), int(math.Round(100*float64(n)/float64(total))))
	}
	fmt.Fprintf(&b, "| **lines, tests not counted** | **%s** | **%s** | **%s** |", share(sum[0]), share(sum[1]),
		share(sum[2]))
	return b.String()
}

// round leaves three digits.
func round(n int) string {
	unit := 1
	for n/unit >= 1000 {
		unit *= 10
	}
	n = (n + unit/2) / unit * unit
	if n >= 1000 {
		return fmt.Sprintf("%d,%03d", n/1000, n%1000)
	}
	return strconv.Itoa(n)
}

// ruleCounts counts the rules of every file: lines, and what their first brace groups stand for.
func ruleCounts(t *testing.T, dir string) (lines, rules map[string]int) {
	lines, rules = map[string]int{}, map[string]int{}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"generic.rules": true, "x86.rules": true, "avx2.rules": true, "avx512.rules": true,
		"neon.rules": true}
	for _, f := range files {
		if path.Ext(f.Name()) == ".go" {
			continue // the package that embeds them
		}
		if !known[f.Name()] {
			t.Errorf("%s/%s is not in the table of figures: add it to figures_test.go", dir, f.Name())
		}
		text, err := os.ReadFile(path.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line, _, _ = strings.Cut(line, "//")
			if !strings.Contains(line, "=>") {
				continue
			}
			lines[f.Name()]++
			_, group, _ := strings.Cut(line, "{")
			group, _, _ = strings.Cut(group, "}")
			rules[f.Name()] += strings.Count(group, ",") + 1
		}
	}
	return lines, rules
}

// countLines adds up the lines of Go and assembly in a folder, without those below it. The name of a file or folder
// says which architecture it is for.
func countLines(t *testing.T, dir string, n *[columns]int) {
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != dir:
			return fs.SkipDir
		case d.IsDir(), strings.HasSuffix(name, "_test.go"), name[0] == 'z', path.Ext(name) != ".go" &&
			path.Ext(name) != ".s":
			return nil // files that start with z are generated
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		base := strings.TrimSuffix(name, path.Ext(name))
		column := everywhere
		switch {
		case strings.HasSuffix(base, "_amd64"), path.Base(dir) == "amd64", path.Base(dir) == "x86":
			column = onAMD64
		case strings.HasSuffix(base, "_arm64"), path.Base(dir) == "arm64", path.Base(dir) == "arm":
			column = onARM64
		}
		n[column] += strings.Count(string(text), "\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
