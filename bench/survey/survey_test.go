package survey

import (
	"errors"
	"go/build"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotloop/bench/child"
	"hotloop/bench/difftest"
)

// TestStandardLibrary surveys some functions of the standard library: no internal error, and what is accepted does what
// gc's code does.
func TestStandardLibrary(t *testing.T) {
	src := filepath.Join(build.Default.GOROOT, "src")
	if _, err := os.Stat(filepath.Join(src, "sort")); err != nil {
		t.Skip("no GOROOT/src on this machine")
	}
	sample := 80
	if testing.Short() || child.Emulated() {
		sample = 30
	}
	// Anything, and folders in some of which much is accepted.
	for _, dirs := range [][]string{{""}, {"image/jpeg", "index/suffixarray", "math/big", "internal/bytealg", "hash",
		"compress"}} {
		cfg := Config{Sample: sample, Seed: 1, Sets: 12}
		for _, d := range dirs {
			cfg.Dirs = append(cfg.Dirs, filepath.Join(src, d))
		}
		r, err := Run(cfg)
		if errors.Is(err, difftest.ErrNoGo) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		var sb strings.Builder
		r.Write(&sb)
		t.Log(sb.String())
		if !r.OK() {
			t.Error("internal errors or mismatches")
		}
		if r.Functions < cfg.Sample || len(dirs) > 1 && r.Compared == 0 {
			t.Errorf("%d functions fed, %d accepted, %d compared", r.Functions, r.Accepted, r.Compared)
		}
	}
}

// TestOwnPackage surveys a package of which all is known: which functions count, that methods are fed as they are, and under which
// class refusals go; constants of groups, types, generic functions and variables go with what is compared.
func TestOwnPackage(t *testing.T) {
	r, err := Run(Config{Dirs: []string{"testdata"}, Seed: 1, Sets: 12})
	if errors.Is(err, difftest.ErrNoGo) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var sb strings.Builder
	r.Write(&sb)
	got := sb.String()
	for _, want := range []string{
		"1 packages: 9 functions with loops, 7 accepted",
		"methods among them: 2, 2 accepted",
		"1  maps", "1  packages",
		"compared: 6 functions in 72 calls",
		"1  names that begin with K",
		"internal errors: 0, mismatches: 0",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the report has no %q", want)
		}
	}
	t.Log(got)
}
