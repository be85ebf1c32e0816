package top

import (
	"strings"
	"testing"
	"unicode/utf8"

	"hotloop/live"
)

// TestTable tests that lines fit at every width, and that what stays is what matters.
func TestTable(t *testing.T) {
	list := []live.Kernel{
		{Name: "Blur", Position: "pixel.go:48:6", ISA: "avx512", Vectorized: true, CallPath: "direct", Sampled: true, Sized: true, CPU: 0.25,
			CallsPerSecond: 1234, Uncertain: 12, NsPerCall: 2e5, ElementsPerSecond: 3e9},
		{Name: "Go", Position: "a.go", CallPath: "none", Fallback: "source"},
	}
	for width := 20; width < 200; width++ {
		lines := Table(list, width)
		if len(lines) != 3 {
			t.Fatalf("%d lines", len(lines))
		}
		for _, l := range lines {
			if n := utf8.RuneCountInString(l); n > width {
				t.Errorf("%d characters on %d: %s", n, width, l)
			}
		}
		if width >= 30 && (!strings.Contains(lines[1], "25.0 %") || !strings.Contains(lines[1], "1,234") || !strings.Contains(lines[1], "Blur")) {
			t.Errorf("at %d: %s", width, lines[1])
		}
	}
	all := Table(list, 0)
	for _, what := range []string{"1 %", "200 µs", "3,000,000,000", "avx512", "pixel.go:48:6"} {
		if !strings.Contains(all[1], what) {
			t.Errorf("no %q in %s", what, all[1])
		}
	}
	if !strings.Contains(all[2], "none: source") {
		t.Error(all[2])
	}
}

// TestAddress tests the addresses that a client takes.
func TestAddress(t *testing.T) {
	for from, want := range map[string]string{
		"localhost:6060/debug/hotloop":           "http://localhost:6060/debug/hotloop/",
		"http://localhost:6060/debug/hotloop/":   "http://localhost:6060/debug/hotloop/",
		"https://h/x/json?q=1#kernels":           "https://h/x/",
		"localhost:6060":                         "http://localhost:6060/",
		"http://user@localhost:1/debug/hotloop/": "http://user@localhost:1/debug/hotloop/",
	} {
		c, err := NewClient(from)
		if err != nil || c.base.String() != want {
			t.Errorf("%s: %v, %v", from, c, err)
		}
	}
	for _, bad := range []string{"", "ftp://localhost/", "http://"} {
		if _, err := NewClient(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
