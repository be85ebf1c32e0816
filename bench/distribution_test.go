package bench

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"hotloop/internal/lab/frame"
)

func fieldKernel(t *testing.T, name string) *Kernel {
	for _, k := range Field() {
		if k.Name == name {
			return k
		}
	}
	t.Fatal("no kernel " + name)
	return nil
}

// TestDistributions checks that each distribution has the arguments that its name describes.
func TestDistributions(t *testing.T) {
	k := fieldKernel(t, "AllEqual") // [n]=5 5
	lengths := map[string]int{"trips 0": 0, "trips 1": 1, "trips 8": 8, "trips 16": 16, "trips long": 100}
	for _, d := range distributions() {
		rng := rand.New(rand.NewPCG(1, 1))
		total, hit := 0, 0
		for range 1000 {
			x := d.args(k, rng, 100)[0].([]int32)
			total += len(x)
			if i := slices.IndexFunc(x, func(v int32) bool { return v != 5 }); i >= 0 {
				hit += i
			}
			if n, ok := lengths[d.name]; ok && len(x) != n {
				t.Errorf("%s: %d elements", d.name, len(x))
			}
		}
		mean := float64(total) / 1000
		if d.name == "trips geometric 12" && (mean < 11 || mean > 13) {
			t.Errorf("%s: %v elements on average", d.name, mean)
		}
		between := map[string][2]float64{"hit at once": {1, 2}, "hit geometric 16": {14, 18}, "hit anywhere": {45, 55}}
		at := float64(hit) / 1000
		if b, ok := between[d.name]; ok && (at < b[0] || at > b[1]) {
			t.Errorf("%s: at %v on average", d.name, at)
		}
	}
	signs := fieldKernel(t, "Signs")
	for _, d := range distributions() {
		x := d.args(signs, rand.New(rand.NewPCG(1, 1)), 100)[1].([]float64)
		if d.name == "data sorted" && !slices.IsSorted(x) || d.name == "data constant" && slices.Min(x) != slices.Max(x) {
			t.Errorf("%s: %v", d.name, x)
		}
	}
	if !endsEarly(k) || endsEarly(signs) {
		t.Error("AllEqual ends early, Signs does not")
	}
}

// TestJoin checks that calls alternate between all sets of arguments, and that memory updated in place is restored
// for each.
func TestJoin(t *testing.T) {
	var frames []*frame.Frame
	for i := range 3 {
		f := frame.New([]any{[]int32{int32(i)}, []int32{7}, i}, frame.Layout{Share: -1})
		f.Regions[0].Refilled = true
		frames = append(frames, f)
	}
	next, calls := 0, 0
	l := NewLocal("f", &Kernel{Builds: Builds{Bind: BindAny}}, func(x, y []int32, i int) {
		if i != next || x[0] != int32(i) || y[0] < 7 {
			t.Errorf("call %d: %v %v %d", calls, x, y, i)
		}
		x[0]--
		y[0]++
		next, calls = (i+1)%3, calls+1
	}, nil)
	if err := l.Load(frame.Join(frames)); err != nil {
		t.Fatal(err)
	}
	defer l.Release()
	if _, err := l.Run(0, 10); err != nil || calls != 10 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

// TestSessionCalls checks that there is a row for each distribution.
func TestSessionCalls(t *testing.T) {
	k := fieldKernel(t, "Signs")
	s := &Session{Engine: NewNull([]*Kernel{k}), Kernels: []*Kernel{k}, Modes: []string{"go"}, ISAs: []string{"null"},
		Lengths: []int{50}, Peers: []string{"go"}, Calls: true, Plan: Plan{Batch: time.Microsecond, Repeats: 1}}
	rows, _, wrong := runSession(t, s)
	var got, want []string
	for _, r := range rows {
		got = append(got, r.Calls)
	}
	for _, d := range distributions() {
		if !d.hits {
			want = append(want, d.name)
		}
	}
	if wrong != 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d wrong, %v", wrong, got)
	}
}

// TestDistributionSets checks that calls alternate between several sets of arguments: as many as in the measurement of
// lengths, or distributionSets if lengths or positions are drawn.
func TestDistributionSets(t *testing.T) {
	s := &Session{}
	for _, name := range []string{"Signs", "AllEqual"} {
		k := fieldKernel(t, name)
		for _, n := range []int{1, 100, 1000} {
			like, err := s.turns(k, k.Plain, n)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range distributions() {
				f, err := d.frame(s, k, k.Plain, n)
				if err != nil {
					t.Fatal(err)
				}
				want := like.Sets
				switch {
				case d.drawn, d.name != "trips long" && !strings.HasPrefix(d.name, "data "): // at most 16 elements
					want = distributionSets
				}
				if f.Sets != want {
					t.Errorf("%s, %s, n = %d: %d sets, want %d", name, d.name, n, f.Sets, want)
				}
			}
		}
	}
}

// TestDistributionPanics checks that a distribution on which a kernel panics has a row that says so.
func TestDistributionPanics(t *testing.T) {
	k := *fieldKernel(t, "Signs")
	signs := k.Plain.(func(out []int8, x []float64))
	first := func(out []int8, x []float64) {
		_ = x[0]
		signs(out, x)
	}
	k.Plain, k.Oracle = first, first
	s := &Session{Engine: NewNull([]*Kernel{&k}), Kernels: []*Kernel{&k}, Modes: []string{"go"}, ISAs: []string{"gc"},
		Lengths: []int{50}, Calls: true, Plan: Plan{Batch: time.Microsecond, Repeats: 1}}
	rows, _, wrong := runSession(t, s)
	if wrong != 0 || len(rows) == 0 {
		t.Fatalf("%d rows, %d wrong", len(rows), wrong)
	}
	for _, r := range rows {
		want := ""
		if r.Calls == "trips 0" || r.Calls == "trips geometric 12" {
			want = r.Calls + ", n = 50: panic: runtime error: index out of range [0] with length 0, in the Go compiler too"
		}
		if r.Untimed != want || r.Error != "" {
			t.Errorf("%s: %q %q, want %q", r.Calls, r.Untimed, r.Error, want)
		}
	}
}
