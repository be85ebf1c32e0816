package machine

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"hotloop/runtime"
)

// TestMeasure runs every program with a clock that reports 100 ns for each iteration. It checks that all programs run
// and terminate, and that the report lists each once.
func TestMeasure(t *testing.T) {
	const passes, ns = 40, 100
	var at time.Time
	reading := 0
	clock := func() time.Time { // read before a run of all iterations, between it and a run of a quarter of them, and after that
		reading++
		switch reading % 3 {
		case 2:
			at = at.Add(passes * ns)
		case 0:
			at = at.Add(passes / 4 * ns)
		}
		return at
	}
	r, err := measure(effort{passes, 2, clock}, func(int, int, string) {})
	if errors.Is(err, runtime.ErrNoNative) || err != nil && strings.Contains(err.Error(), "AVX2") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) < 300 || math.Abs(r.GHz-0.64) > 1e-9 { // 64 cycles in an iteration
		t.Errorf("%d rows at %v GHz", len(r.Rows), r.GHz)
	}
	type key struct {
		name string
		size int
	}
	seen := map[key]bool{}
	for _, x := range r.Rows {
		if k := (key{x.Name, x.Size}); seen[k] {
			t.Errorf("%v twice", k)
		} else {
			seen[k] = true
		}
		for _, c := range []float64{x.Latency, x.Throughput, x.ModelLatency, x.ModelThroughput, x.Priced} {
			if c < 0 || math.IsNaN(c) || math.IsInf(c, 0) {
				t.Errorf("%s: %+v", x.Name, x)
			}
		}
	}
	for _, k := range []key{{"VADDPS", 32}, {"IMUL", 8}, {"VDIVPD", 32}, {"store", 32}, {"branch mispredicted", 0}} {
		if !seen[k] {
			t.Errorf("%v is missing", k)
		}
	}
	var out bytes.Buffer
	if err := r.Print(&out); err != nil || strings.Count(out.String(), "\n") < len(r.Rows) {
		t.Errorf("printed %d lines, %v", strings.Count(out.String(), "\n"), err)
	}
}

func TestOff(t *testing.T) {
	for _, c := range []struct {
		row  Row
		want float64
	}{
		{Row{Latency: 4, ModelLatency: 4, Throughput: 0.5, ModelThroughput: 0.5}, 1},
		{Row{Latency: 5, ModelLatency: 4}, 1}, // a difference of one cycle is tolerated
		{Row{Latency: 12, ModelLatency: 4}, 3},
		{Row{Latency: 4, ModelLatency: 12}, 3},
		{Row{Throughput: 2, ModelThroughput: 0.5}, 4},
		{Row{Throughput: 2}, 1}, // the model has no value
	} {
		if got := c.row.Off(); got != c.want {
			t.Errorf("%+v is off by %v, not %v", c.row, got, c.want)
		}
	}
}
