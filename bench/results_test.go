package bench

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

// timedRow returns a row with times of batches: the fastest counts, and quartiles are of all.
func timedRow(kernel string, n int, batches map[string][]float64) *Row {
	r := &Row{Kernel: kernel, Suite: "core", ISA: "avx2", Mode: "exact", N: n, Work: Work{Elems: float64(n)}}
	var timings []Timing
	for _, name := range []string{"hotloop", "go", "gcc"} {
		if x := batches[name]; x != nil {
			least := math.Inf(1)
			for _, ns := range x {
				least = min(least, ns)
			}
			timings = append(timings, Timing{Name: name, NS: least, Samples: x})
		}
	}
	r.fill(timings)
	return r
}

// TestResults checks that results read are those that were written, and what has no setting or no kernel.
func TestResults(t *testing.T) {
	var b bytes.Buffer
	first := Results{Setting{Machine: "A", March: "znver4", Cores: 2, GHz: 3.5, Version: map[string]string{"go": "1"}}, []*Row{
		timedRow("a", 64, map[string][]float64{"hotloop": {10, 11, 12, 13}, "go": {100, 110, 120, 130}, "gcc": {20, 20, 20, 20}}),
		{Kernel: "b", Suite: "core", Error: "refused"},
	}}
	second := Results{Setting{Machine: "B"}, []*Row{timedRow("a", 64, map[string][]float64{"hotloop": {1}, "go": {2}})}}
	for _, r := range []Results{first, second} {
		if err := r.Encode(&b); err != nil {
			t.Fatal(err)
		}
		for _, row := range r.Rows {
			if err := json.NewEncoder(&b).Encode(row); err != nil {
				t.Fatal(err)
			}
		}
	}
	text := b.String()
	all, err := ReadResults(&b)
	if err != nil || len(all) != 2 {
		t.Fatalf("%d results, %v", len(all), err)
	}
	for i, want := range []Results{first, second} {
		for _, row := range want.Rows {
			row.Samples = nil // not in JSON
		}
		if !reflect.DeepEqual(all[i].Setting, want.Setting) {
			t.Errorf("setting %+v, want %+v", all[i].Setting, want.Setting)
		}
		for k := range want.Rows {
			got, err := json.Marshal(all[i].Rows[k])
			wanted, _ := json.Marshal(want.Rows[k])
			if !bytes.Equal(got, wanted) {
				t.Errorf("%v\n%s, want\n%s", err, got, wanted)
			}
		}
	}
	if e, p := all[0].Engine(), all[0].Peers(); e != "hotloop" || !reflect.DeepEqual(p, []string{"go", "gcc"}) {
		t.Error(e, p)
	}
	if q := all[0].Rows[0].Quartiles; q.NS["go"] != [2]float64{100, 120} || q.Ratio["gcc"] != [2]float64{1.538, 1.818} {
		t.Errorf("quartiles %v", q)
	}
	_, rows, _ := strings.Cut(text, "\n")
	if all, err := ReadResults(strings.NewReader(rows)); err != nil || len(all) != 2 || all[0].Machine != "" {
		t.Error("without a setting:", err)
	}
	for text, want := range map[string]string{"": "no results", "{": "result 1: ", `{"suites":[]}`: "result 1 has no kernel",
		`{"kernel":"a"} 5`: "result 2: "} {
		if _, err := ReadResults(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestMerge checks that results of several suites become one, and that a second run and another machine do not.
func TestMerge(t *testing.T) {
	results := func(machine, command string, kernels ...string) *Results {
		r := &Results{Setting: Setting{Machine: machine, Command: command}}
		for _, k := range kernels {
			r.Rows = append(r.Rows, timedRow(k, 64, map[string][]float64{"hotloop": {1}, "go": {2}}))
		}
		return r
	}
	var got []string
	for _, r := range Merge([]*Results{results("A", " -suite x", "a", "b"), results("B", "", "a"), results("A", " -suite y", "c"), results("A", "", "a")}) {
		text := r.Machine + r.Command + ":"
		for _, row := range r.Rows {
			text += " " + row.Kernel
		}
		got = append(got, text)
	}
	if want := []string{"A -suite x; -suite y: a b c", "B: a", "A: a"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCompare checks what counts as a change: not what the peers' times say is the machine, and not what the batches or
// the peers in the same row say is noise.
func TestCompare(t *testing.T) {
	same := func(x float64) []float64 { return []float64{x, x, x, x} }
	row := func(kernel string, ours, peer []float64) *Row {
		return timedRow(kernel, 64, map[string][]float64{"hotloop": ours, "go": peer})
	}
	old := &Results{Rows: []*Row{
		row("faster", same(10), same(100)),
		row("slower", same(10), same(100)),
		row("batches", []float64{10, 12, 14, 16}, same(100)),
		row("peers", same(10), same(100)),
		row("gone", same(10), same(100)),
		row("alone", same(10), nil),
		row("equal", same(10), same(100)),
	}}
	now := &Results{Rows: []*Row{ // on a machine of half the speed
		row("faster", same(10), same(200)),
		row("slower", same(30), same(200)),
		row("batches", []float64{22, 26, 28, 32}, same(200)),
		row("peers", same(22), same(250)),
		row("alone", same(22), nil),
		row("equal", same(20.2), same(200)),
		row("added", same(10), same(100)),
		{Kernel: "gone", Error: "refused"},
	}}
	c := Compare(old, now)
	if c.Drift != 0.5 || c.Faster != 1 || c.Slower != 2 || len(c.Gone) != 1 || c.Gone[0].Kernel != "gone" || len(c.Added) != 1 ||
		c.Added[0].Kernel != "added" {
		t.Errorf("%+v", c)
	}
	want := []struct {
		kernel        string
		speedup, band float64
		beyond        int
	}{{"faster", 2, 1.02, 1}, {"slower", 2. / 3, 1.02, -1}, {"batches", 10. / 11, 1.5128, 0}, {"peers", 10. / 11, 1.25, 0}, {"alone", 10. / 11, 1.02, -1},
		{"equal", 1 / 1.01, 1.02, 0}}
	sum, square := 0.0, 0.0
	for i, w := range want {
		g := c.Changes[i]
		if g.New.Kernel != w.kernel || math.Abs(g.Speedup/w.speedup-1) > 1e-3 || math.Abs(g.Band/w.band-1) > 1e-3 || g.Beyond() != w.beyond {
			t.Errorf("%s: %.4f, band %.4f, beyond %d; want %+v", g.New.Kernel, g.Speedup, g.Band, g.Beyond(), w)
		}
		sum, square = sum+math.Log(w.speedup), square+math.Pow(math.Log(w.band), 2)
	}
	if mean, band := math.Exp(sum/6), math.Exp(math.Sqrt(square)/6); math.Abs(c.Mean-mean) > 1e-3 || math.Abs(c.Band-band) > 1e-3 {
		t.Errorf("mean %.4f, band %.4f; want %.4f, %.4f", c.Mean, c.Band, mean, band)
	}
	now.Version = map[string]string{"go": "2"} // another compiler tells nothing of the machine
	if c := Compare(old, now); c.Drift != 1 || c.Slower != 5 {
		t.Errorf("%+v", c)
	}
	if c := Compare(old, &Results{}); c.Mean != 1 || c.Band != 1 || len(c.Gone) != 7 {
		t.Errorf("nothing in common: %+v", c)
	}
}
