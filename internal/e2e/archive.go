package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Archive is a file of named sections, in the format of golang.org/x/tools/txtar:
//
//	# a comment, and lines of the form # key: value
//	-- name --
//	text
type Archive struct {
	path     string
	comment  string
	Sections []Section
}

type Section struct{ Name, Text string }

func ReadArchive(t *testing.T, path string) *Archive {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a := &Archive{path: path}
	to := &a.comment
	for _, line := range strings.SplitAfter(string(data), "\n") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok && strings.HasSuffix(name, " --") {
			a.Sections = append(a.Sections, Section{Name: strings.TrimSuffix(name, " --")})
			to = &a.Sections[len(a.Sections)-1].Text
			continue
		}
		*to += line
	}
	return a
}

// Value is what the comment says about a key, or def.
func (a *Archive) Value(key, def string) string {
	for _, line := range strings.Split(a.comment, "\n") {
		if v, ok := strings.CutPrefix(line, "# "+key+":"); ok {
			return strings.TrimSpace(v)
		}
	}
	return def
}

func (a *Archive) Section(name string) string {
	for _, s := range a.Sections {
		if s.Name == name {
			return s.Text
		}
	}
	return ""
}

func (a *Archive) Write(t *testing.T) {
	t.Helper()
	var b strings.Builder
	b.WriteString(a.comment)
	for _, s := range a.Sections {
		fmt.Fprintf(&b, "-- %s --\n%s", s.Name, s.Text)
	}
	if err := os.WriteFile(a.path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// FirstDifference shows where two texts part.
func FirstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		gl, wl := "(end)", "(end)"
		if i < len(g) {
			gl = g[i]
		}
		if i < len(w) {
			wl = w[i]
		}
		if gl != wl {
			return fmt.Sprintf("line %d is\n\t%s\nwant\n\t%s", i+1, gl, wl)
		}
	}
	return "no difference"
}
