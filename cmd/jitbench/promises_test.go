package main

import (
	"bytes"
	"strings"
	"testing"

	"hotloop/bench"
)

// TestPromises checks the rows that are slower than they should be, worst first, and those far below C compilers.
func TestPromises(t *testing.T) {
	row := func(name string, better float64, ns ...float64) *bench.Row {
		r := &bench.Row{Kernel: name, Times: bench.Times{NS: map[string]float64{}, Ratio: map[string]float64{},
			BetterRatio: better}}
		for i, who := range []string{"gc", "go", bench.OwnScalar, bench.OwnStrict} {
			if i < len(ns) {
				r.NS[who], r.Ratio[who] = ns[i], ns[i]/ns[0]
			}
		}
		return r
	}
	var out bytes.Buffer
	table := &tableReport{w: &out, shape: shape{engine: "gc"}}
	table.promises([]*bench.Row{row("a", 2, 100, 90, 200), row("b", 0.5, 100, 50, 200, 200), row("c", 0, 100, 97, 60)})
	want := `slower than the Go compiler by 5% and 4 ns: 2 of 3: b 0.50, a 0.90
slower than hotloop's code without vectorization by 5% and 4 ns: 1 of 3: c 0.60
slower than hotloop's code in the stricter mode by 5% and 4 ns: 0 of 1
against the better C compiler: geometric mean 1.00, below 0.8: 1 of 2: b 0.50

`
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", out.String(), want)
	}
	code, text, errs := jit(t, null(), "-quick", "-own", "-run", "^relu$", "-n", "64", "-peers", "go")
	if code != 0 || !strings.Contains(text, "slower than hotloop's code without vectorization by 5% and 4 ns: ") {
		t.Errorf("exit %d: %s\n%s", code, errs, text)
	}
}
