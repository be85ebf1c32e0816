package golden

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// archive is a file of named sections, in the format of golang.org/x/tools/txtar:
//
//	# a comment, and lines of the form # key: value
//	-- name --
//	text
type archive struct {
	path     string
	comment  string
	sections []section
}

type section struct{ name, text string }

func readArchive(t *testing.T, path string) *archive {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a := &archive{path: path}
	to := &a.comment
	for _, line := range strings.SplitAfter(string(data), "\n") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok && strings.HasSuffix(name, " --") {
			a.sections = append(a.sections, section{name: strings.TrimSuffix(name, " --")})
			to = &a.sections[len(a.sections)-1].text
			continue
		}
		*to += line
	}
	return a
}

// value is what the comment says about a key, or def.
func (a *archive) value(key, def string) string {
	for _, line := range strings.Split(a.comment, "\n") {
		if v, ok := strings.CutPrefix(line, "# "+key+":"); ok {
			return strings.TrimSpace(v)
		}
	}
	return def
}

func (a *archive) section(name string) string {
	for _, s := range a.sections {
		if s.name == name {
			return s.text
		}
	}
	return ""
}

func (a *archive) write(t *testing.T) {
	t.Helper()
	var b strings.Builder
	b.WriteString(a.comment)
	for _, s := range a.sections {
		fmt.Fprintf(&b, "-- %s --\n%s", s.name, s.text)
	}
	if err := os.WriteFile(a.path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// firstDifference shows where two texts part.
func firstDifference(got, want string) string {
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
