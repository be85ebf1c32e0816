package bench

import (
	"math"
	"slices"
	"testing"
)

// TestScore checks that the cap limits one loop, the median of an even number, and that peers are scored by their own
// times.
func TestScore(t *testing.T) {
	var rows []*Row
	for _, x := range []struct{ base, clang float64 }{{2, 1}, {4, 2}, {100, 4}, {1, 0}} {
		rows = append(rows, &Row{Times: Times{NetRatio: map[string]float64{ScoreBase: x.base, "clang": x.clang}, ScalarRatio: 1}})
	}
	rows[3].ScalarRatio, rows[3].Kernel = 0.9, "slow"
	rows[0].Vectorized, rows[0].Pays, rows[3].Vectorized = true, true, true
	ours := NewScore(rows, "hotloop", "hotloop")
	if want := math.Pow(2*4*ScoreCap*1, 0.25); ours.Loops != 4 || math.Abs(ours.Capped-want) > 1e-9 || ours.Median != 3 {
		t.Errorf("%+v, want a capped mean of %v and a median of 3", ours, want)
	}
	if c := NewScore(rows, "hotloop", "clang"); c.Loops != 3 || c.Median != 2 {
		t.Errorf("clang: %+v, want 3 loops with a median of 2", c)
	}
	if n, paying, slow := Vectorized(rows); n != 2 || paying != 1 || len(slow) != 1 || slow[0] != "slow" {
		t.Errorf("%d vectorized, %d of them pay; slow: %v", n, paying, slow)
	}
}

// TestPays checks that vectors pay by their gain over scalar code or by the machine's limit, and never without
// vectors.
func TestPays(t *testing.T) {
	for _, c := range []struct {
		vectorized        bool
		speedup, limitPct float64
		want              bool
	}{
		{true, vectorGain, 0, true}, {true, vectorGain - 0.01, 0, false}, {true, 0.5, atLimitPct, true},
		{true, 0.5, atLimitPct - 1, false},
		{true, 0, 0, false}, {false, 10, 100, false},
	} {
		if got := pays(c.vectorized, c.speedup, c.limitPct); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestLatency checks that rows with errors do not count, and that the order of rows does not matter.
func TestLatency(t *testing.T) {
	rows := []*Row{{Kernel: "broken", Made: Made{CompileUS: 9999}, Error: "differs"}}
	for i := range 10 {
		rows = append(rows, &Row{Kernel: string(rune('a' + i)), Made: Made{CompileUS: float64(10 - i)}})
	}
	l := NewLatency(rows)
	if l.Kernels != 10 || l.Median != 5.5 || l.P90 != 9 || l.Max != 10 || len(l.Slowest) != 3 || l.Slowest[0] != "a" {
		t.Errorf("%+v, want 10 kernels, median 5.5, p90 9, max 10, slowest a", l)
	}
	// For any number of kernels, the 90th percentile lies between the median and the maximum.
	for n := 1; n <= 10; n++ {
		l := NewLatency(rows[11-n:])
		var compiled []CompileRow
		for _, r := range rows[11-n:] {
			compiled = append(compiled, CompileRow{US: r.CompileUS})
		}
		s := SumCompiles(compiled)[0]
		if l.Kernels != n || l.Median > l.P90 || l.P90 > l.Max || [3]float64{l.Median, l.P90, l.Max} != [3]float64{s.Median, s.P90, s.Max} {
			t.Errorf("%d kernels: %+v and %+v", n, l, s)
		}
	}
	if l := NewLatency(rows[:1]); l.Kernels != 0 || l.Max != 0 {
		t.Errorf("of no rows: %+v", l)
	}
}

func TestPredictions(t *testing.T) {
	row := func(name string, predicted, ns, empty, elems float64) *Row {
		return &Row{Kernel: name, Made: Made{Predicted: predicted}, Times: Times{NS: map[string]float64{"hotloop": ns},
			EmptyNS: map[string]float64{"hotloop": empty}}, Work: Work{Elems: elems}}
	}
	rows := []*Row{
		row("exact", 0.5, 110, 10, 800), // 100 ns at 4 GHz for 800 elements: half a cycle each
		row("slower", 0.5, 410, 10, 800),
		row("faster", 1, 60, 10, 800),
		row("unknown", 0, 60, 10, 800),
		row("longer", 1, 70, 10, 40), // 60 ns, and 100 more for 200 elements more: two cycles each
		row("longer", 1, 170, 10, 240),
		{Kernel: "failed", Made: Made{Predicted: 1}, Error: "differs"},
		{Kernel: "several", Made: Made{Predicted: 1, Plan: "VF=8 UF=1; VF=8 UF=2"},
			Times: Times{NS: map[string]float64{"hotloop": 9}}, Work: Work{Elems: 8, Iterations: true}},
	}
	all := Predictions(rows, "hotloop", 4)
	want := []struct {
		name  string
		ratio float64
	}{{"slower", 4}, {"faster", 0.25}, {"longer", 2}, {"exact", 1}}
	if len(all) != len(want) {
		t.Fatalf("%d predictions, not %d: %v", len(all), len(want), all)
	}
	for i, w := range want {
		if p := all[i]; p.Kernel != w.name || p.Ratio() != w.ratio {
			t.Errorf("%d is %s with ratio %v, not %s with %v", i, p.Kernel, p.Ratio(), w.name, w.ratio)
		}
	}
	all = slices.DeleteFunc(all, func(p Prediction) bool { return p.Kernel == "longer" })
	mean, half := Spread(all)
	if math.Abs(mean-1) > 1e-9 || math.Abs(half-4) > 1e-9 {
		t.Errorf("mean %v, half of them within %v; want 1 and 4", mean, half)
	}
	if mean, half = Spread(nil); mean != 0 || half != 0 {
		t.Errorf("of nothing: %v, %v", mean, half)
	}
}
