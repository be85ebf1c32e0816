package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"hotloop/bench"
)

// TestFormats runs the command on one kernel, in all its formats.
func TestFormats(t *testing.T) {
	args := []string{"-quick", "-run", "^Xor$", "-n", "64,256", "-peers", "std,go", "-below", "1000"}
	call := func(more ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(append(args, more...), &out, &errs); code != 0 {
			t.Fatalf("%v: exit status %d: %s", more, code, errs.String())
		}
		return out.String()
	}
	table := call()
	for _, want := range []string{"Xor", "std", "go", "geometric means", "below 1000.00"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	for line := range strings.Lines(call("-json")) {
		var row bench.Row
		if err := json.Unmarshal([]byte(line), &row); err != nil || row.Kernel != "Xor" || row.Ratio["std"] <= 0 {
			t.Errorf("%v in %s", err, line)
		}
	}
	if s := call("-bench"); !strings.Contains(s, "BenchmarkXor/") || !strings.Contains(s, "/n=256/by=std 1 ") {
		t.Errorf("no benchmark of std in\n%s", s)
	}
}

// TestCommandLine refuses what there is not.
func TestCommandLine(t *testing.T) {
	for _, args := range [][]string{{"-peers", "nobody"}, {"-run", "("}, {"-run", "Nothing$"}, {"-isa", "vax"}, {"-n", "-3"},
		{"-mode", "loose"}, {"extra"}, {"-flag"}} {
		var out, errs bytes.Buffer
		if code := run(args, &out, &errs); code != 2 || errs.Len() == 0 {
			t.Errorf("%v: exit status %d, %q", args, code, errs.String())
		}
	}
}
