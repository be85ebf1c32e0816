package hotloop_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// referenceCPU is what the dumps are made for, so that they come out alike on every host: AVX-512 without extensions
// beyond the tier, and 512-bit vectors preferred.
var referenceCPU = cpu.Features{Tier: cpu.AVX512, Tuning: cpu.Tuning{VectorBits: 512}}

// TestArchitecture compares the dumps in ARCHITECTURE.md with what the compiler does today; -update rewrites them.
//
// A dump is the fenced block behind a line <!-- dump: STAGE [BLOCK …] -->. With blocks named, only these are shown, and
// a line with three dots stands for what is left out; NAME:1 is the first block of that name only. The head of a dump,
// up to its first block, counts as block "head".
func TestArchitecture(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	dumps := saxpyDumps(t)
	shown := 0
	marker := regexp.MustCompile("(?s)<!-- dump: ([^\n]*) -->\n```(\\w*)\n(.*?)```\n")
	got := marker.ReplaceAllStringFunc(string(text), func(old string) string {
		m := marker.FindStringSubmatch(old)
		words := strings.Fields(m[1])
		dump, ok := dumps[words[0]]
		if !ok {
			t.Errorf("ARCHITECTURE.md: no dump is called %q", words[0])
			return old
		}
		dump, err := excerpt(dump, words[1:])
		if err != nil {
			t.Errorf("ARCHITECTURE.md: dump of %s: %v", words[0], err)
			return old
		}
		shown++
		if dump != m[3] && !*e2e.Update {
			t.Errorf("ARCHITECTURE.md: the dump of %s is not what the compiler does now (go test -run TestArchitecture "+
				"-update . rewrites it): %s", m[1], staleLine(m[3], dump))
		}
		return fmt.Sprintf("<!-- dump: %s -->\n```%s\n%s```\n", m[1], m[2], dump)
	})
	if shown < 9 {
		t.Errorf("ARCHITECTURE.md shows only %d dumps: a marker is misspelt", shown)
	}
	if *e2e.Update && !t.Failed() && got != string(text) {
		if err := os.WriteFile("ARCHITECTURE.md", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDocumentsNameFiles checks that the files which ARCHITECTURE.md and CONTRIBUTING.md name in backquotes exist. A
// name counts from the root of the tree, or from a folder that the same line names before it, as the rows of tables do.
func TestDocumentsNameFiles(t *testing.T) {
	quoted := regexp.MustCompile("`[^`\n]+`")
	file := regexp.MustCompile(`^[\w./]+\.(go|s|md|txt|rules)$`)
	for _, doc := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md"} {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		named := 0
		for i, line := range strings.Split(string(text), "\n") {
			folders := []string{"."}
			for _, q := range quoted.FindAllString(line, -1) {
				name := strings.Trim(q, "`")
				if info, err := os.Stat(name); err == nil && info.IsDir() {
					folders = append(folders, name)
				}
				if !file.MatchString(name) {
					continue
				}
				named++
				if !slices.ContainsFunc(folders, func(dir string) bool {
					_, err := os.Stat(filepath.Join(dir, name))
					return err == nil
				}) {
					t.Errorf("%s:%d: there is no file %s", doc, i+1, name)
				}
			}
		}
		if named < 20 {
			t.Errorf("%s names %d files: the pattern misses them", doc, named)
		}
	}
}

func staleLine(old, now string) string {
	a, b := strings.Split(old, "\n"), strings.Split(now, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d is\n%s\nand should be\n%s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, should be %d", len(a), len(b))
}

// saxpyDumps compiles the core suite's saxpy and keeps what every stage makes of it.
func saxpyDumps(t *testing.T) map[string]string {
	src, err := os.ReadFile("bench/core/saxpy.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(src), "\n\n")
	d := map[string]string{"source": body}
	put := func(stage, text string) {
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		d[stage] = text
	}
	w := runtime.Watch{
		For:  &referenceCPU,
		SSA:  func(f *ir.Func) { put("frontend", f.String()) },
		Pass: func(name string, f *ir.Func, _ bool) { put("after-"+name, f.String()) },
		Plan: func(c config.Considered) {
			var b strings.Builder
			c.Plan.Print(&b)
			put("plan", b.String())
		},
		Mach: func(stage, text string) { put("isel-"+stage, text) },
	}
	k, err := runtime.Inspect(reflect.TypeFor[func(a float32, x, y []float32)](), string(src), "Saxpy",
		runtime.Options{FileName: "saxpy.go", FPWritten: true}, &w)
	if err != nil {
		t.Fatal(err)
	}
	if w.Code == nil {
		t.Fatal(k.Err())
	}
	var b strings.Builder
	for _, r := range k.Remarks() {
		fmt.Fprintln(&b, r)
	}
	put("remarks", b.String())
	b.Reset()
	if err := w.Code.Print(&b, w.Notes(string(src))); err != nil {
		t.Fatal(err)
	}
	put("listing", b.String())
	return d
}

// blockLine is the first line of a block, in the SSA's, the machine code's and the listing's form.
var blockLine = regexp.MustCompile(`^[bL]\d+(?:: ; ([\w.]+)|\.([\w.]+)|:|$)`)

// excerpt leaves those blocks of a dump that are named; none named is all.
func excerpt(dump string, blocks []string) (string, error) {
	if len(blocks) == 0 {
		return dump, nil
	}
	var b strings.Builder
	seen, found := map[string]int{}, map[string]bool{}
	name, shown, gap := "head", false, false
	enter := func() {
		seen[name]++
		shown = false
		for _, want := range blocks {
			if want == name || want == fmt.Sprintf("%s:%d", name, seen[name]) {
				shown, found[want] = true, true
			}
		}
	}
	enter()
	for _, line := range strings.Split(strings.TrimSuffix(dump, "\n"), "\n") {
		if m := blockLine.FindStringSubmatch(line); m != nil {
			name = m[1] + m[2]
			enter()
		}
		if shown {
			b.WriteString(line + "\n")
		} else if !gap {
			b.WriteString("…\n")
		}
		gap = !shown
	}
	for _, want := range blocks {
		if !found[want] {
			return "", fmt.Errorf("there is no block %q in\n%s", want, dump)
		}
	}
	return b.String(), nil
}
