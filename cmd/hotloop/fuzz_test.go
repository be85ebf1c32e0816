package main

import (
	"path/filepath"
	"strings"
	"testing"

	"hotloop/runtime"
)

// TestFuzz tests hotloop fuzz in one process: single kernels, saved calls, and wrong command lines. The tests of
// package difftest cover the rest.
func TestFuzz(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	least := runtime.Tiers()[0].String()
	saved := filepath.Join("..", "..", "internal", "e2e", "golden", "testdata", "fixedbugs", "vectorized_twice.txt")
	cases := []struct {
		args           string
		code           int
		stdout, stderr []string
	}{
		{"-only 3 -print -nogc", 0, []string{"// mode ", "package k", "func K", "kernel 3 of seed 1: no mismatch"}, nil},
		{"-only 5 -nogc -isa " + least + " -seed 9", 0, []string{"kernel 5 of seed 9: no mismatch"}, nil},
		{"-only 13 -nogc -isa " + least + " -knobs plant=isel -o " + t.TempDir(), 1,
			[]string{"MISMATCH", "culprit: isel", "saved: ", "func K"}, nil},
		{"-replay " + saved, 0, []string{"as wanted"}, nil},
		{"-replay " + saved + " -knobs plant=vectorize", 1, nil, []string{"pass driver"}},
		{"-replay nowhere.txt", 2, nil, []string{"nowhere.txt"}},
		{"-isa mmx", 2, nil, []string{"mmx"}},
		{"-only 1 extra", 2, nil, []string{"unexpected argument"}},
		{"-speed 3", 2, nil, []string{"-speed", "usage: hotloop fuzz"}},
	}
	for _, c := range cases {
		var stdout, stderr strings.Builder
		code := run(append([]string{"fuzz"}, strings.Fields(c.args)...), &stdout, &stderr)
		if code != c.code {
			t.Errorf("%s: status %d, want %d\n%s%s", c.args, code, c.code, stdout.String(), stderr.String())
			continue
		}
		inOrder(t, c.args+", stdout", stdout.String(), c.stdout)
		inOrder(t, c.args+", stderr", stderr.String(), c.stderr)
	}
}
