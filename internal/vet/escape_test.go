package vet

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hotloop/internal/explain"
)

// TestEscapes: the findings are those that comments in the package name, each at the place of the argument. go build
// -gcflags=-m reports the same variables as moved to the heap.
func TestEscapes(t *testing.T) {
	const name = "testdata/escape/escape.go"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i, l := range strings.Split(string(text), "\n") {
		if _, list, ok := strings.Cut(l, " // "); ok {
			for _, s := range strings.Split(list, "; ") {
				want = append(want, fmt.Sprintf("%s:%d: %s", name, i+1, s))
			}
		}
	}
	r := look(t, "testdata/escape")
	if r.Actionable() {
		t.Error("allocations make hotloop vet fail")
	}
	for _, m := range r.Escapes {
		file, line, col := explain.SplitPlace(m.Position)
		if col == 0 || !strings.Contains(m.Message, ", because it is passed to a kernel by pointer; ") {
			t.Error(m)
		}
		got := fmt.Sprintf("%s:%d: %s", file, line, m.Message)
		i := slices.IndexFunc(want, func(s string) bool { return strings.HasPrefix(got, s) })
		if i < 0 {
			t.Errorf("unexpected: %s", got)
			continue
		}
		want = slices.Delete(want, i, i+1)
	}
	for _, s := range want {
		t.Errorf("missing: %s", s)
	}
	for _, c := range r.Calls {
		if c.Skipped != "" {
			t.Error(c)
		}
	}
	for _, f := range r.Functions {
		if !f.Accepted {
			t.Errorf("%s calls kernels, and is reported as refused", f.Function)
		}
	}
}
