package main

import (
	"regexp"
	"strings"
	"testing"

	"hotloop/bench"
)

// TestDistributions measures two kernels, one of them a search.
func TestDistributions(t *testing.T) {
	engine := bench.NewNull(bench.Field())
	code, out, errs := jit(t, engine, "-distributions", "-quick", "-run", "^(AllEqual|Signs)$", "-peers", "go", "-n", "100")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for calls, rows := range map[string]string{"trips 0": "2", "trips 16": "2", "trips geometric 12": "2", "trips long": "2",
		"data sorted": "2", "data constant": "2", "hit at once": "1", "hit geometric 16": "1", "hit anywhere": "1"} {
		if !regexp.MustCompile(`(?m)^ +null +fast +` + calls + ` +` + rows + ` +[\d.]+ +\d+ +`).MatchString(out) {
			t.Errorf("no line for %s with %s rows in\n%s", calls, rows, out)
		}
	}
	for args, want := range map[string]string{
		"-suite image": "no kernel describes its arguments",
		"-run xyzzy":   `no kernel of suite field matches "xyzzy"`,
	} {
		if code, _, errs := jit(t, engine, append([]string{"-distributions"}, strings.Fields(args)...)...); code != 2 ||
			!strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %q", args, code, errs)
		}
	}
}

// TestRegret checks the distribution, and that no plan has wrong results.
func TestRegret(t *testing.T) {
	engine := bench.Linked()
	if engine == nil || len(engine.ISAs()) == 0 {
		t.Skip("nothing is compiled for this machine")
	}
	code, out, errs := jit(t, engine, "-regret", "-suite", "field", "-quick", "-run", "^(Signs|MatVec)$", "-n", "64")
	if code != 0 || !regexp.MustCompile(`(?m)^ +loops +1 +\d+% +\d+% +\d+% +[\d.]+ +[\d.]+$`).MatchString(out) ||
		!regexp.MustCompile(`(?m)^ +nests +1 `).MatchString(out) {
		t.Errorf("exit %d: %s\n%s", code, errs, out)
	}
}
