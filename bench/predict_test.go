package bench

import (
	"math"
	"testing"
)

func TestPredictions(t *testing.T) {
	row := func(name string, predicted, ns, empty, elems float64) *Row {
		return &Row{Kernel: name, Predicted: predicted, NS: map[string]float64{"hotloop": ns}, EmptyNS: map[string]float64{"hotloop": empty}, Work: Work{Elems: elems}}
	}
	rows := []*Row{
		row("exact", 0.5, 110, 10, 800), // 100 ns at 4 GHz for 800 elements: half a cycle each
		row("slower", 0.5, 410, 10, 800),
		row("faster", 1, 60, 10, 800),
		row("unknown", 0, 60, 10, 800),
		{Kernel: "failed", Predicted: 1, Error: "differs"},
		{Kernel: "several", Predicted: 1, Plan: "VF=8 UF=1; VF=8 UF=2", NS: map[string]float64{"hotloop": 9}, Work: Work{Elems: 8, Iterations: true}},
	}
	all := Predictions(rows, "hotloop", 4)
	want := []struct {
		name  string
		ratio float64
	}{{"slower", 4}, {"faster", 0.25}, {"exact", 1}}
	if len(all) != len(want) {
		t.Fatalf("%d predictions, not %d: %v", len(all), len(want), all)
	}
	for i, w := range want {
		if p := all[i]; p.Kernel != w.name || p.Ratio() != w.ratio {
			t.Errorf("%d is %s with ratio %v, not %s with %v", i, p.Kernel, p.Ratio(), w.name, w.ratio)
		}
	}
	mean, half := Spread(all)
	if math.Abs(mean-1) > 1e-9 || math.Abs(half-4) > 1e-9 {
		t.Errorf("mean %v, half of them within %v; want 1 and 4", mean, half)
	}
	if mean, half = Spread(nil); mean != 0 || half != 0 {
		t.Errorf("of nothing: %v, %v", mean, half)
	}
}
