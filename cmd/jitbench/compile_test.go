package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"hotloop/bench"
)

// TestCompile checks that there is a row for each kernel, with phases that add up to the total, and the table of all
// rows.
func TestCompile(t *testing.T) {
	if len(bench.Linked().ISAs()) == 0 {
		t.Skip("no instruction set of this machine is known")
	}
	code, out, errs := jit(t, bench.Linked(), "-compile", "-quick", "-run", "^(dot|relu)$", "-json")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines, want 2:\n%s", len(lines), out)
	}
	for _, l := range lines {
		var r bench.CompileRow
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			t.Fatal(err)
		}
		if r.Suite != "core" || r.Error != "" || r.Values == 0 || r.CodeBytes == 0 || r.Phases["loopopt"] <= 0 {
			t.Errorf("%s", l)
		}
	}
	code, out, errs = jit(t, bench.Linked(), "-compile", "-quick", "-run", "^dot$")
	if code != 0 || !strings.Contains(out, "median") || !strings.Contains(out, "phases: frontend") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	if code, _, errs = jit(t, bench.Linked(), "-against", "HEAD"); code != 2 || !strings.Contains(errs, "a commit needs -compile") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// TestCompileRatios compares synthetic rows.
func TestCompileRatios(t *testing.T) {
	row := func(name string, us, load float64) bench.CompileRow {
		return bench.CompileRow{Suite: "s", Kernel: name, US: us, Phases: map[string]float64{"load": load}}
	}
	suites, phases := bench.CompileRatios([]bench.CompileRow{row("a", 50, 1), row("b", 200, 1), row("new", 1, 1)},
		[]bench.CompileRow{row("a", 100, 2), row("b", 100, 8)})
	if math.Abs(suites["s"]-1) > 1e-9 || math.Abs(phases["load"]-0.25) > 1e-9 {
		t.Errorf("got %v and %v, want 1 and 0.25", suites, phases)
	}
	all := row("a", 0, 0)
	all.Join(row("a", 7, 3))
	all.Join(row("a", 9, 1))
	if all.US != 7 || all.Phases["load"] != 3 {
		t.Errorf("got %v: the least time with its phases is kept", all)
	}
}
