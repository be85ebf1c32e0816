package bench

import (
	"bytes"
	"slices"
	"testing"

	"hotloop/internal/lab/frame"
)

// TestTurns checks that alternating calls have different data, and that there is only one call where a set of
// arguments reaches the bound on their total size.
func TestTurns(t *testing.T) {
	s := &Session{Seed: 1}
	for _, c := range []struct {
		kernel      string
		n           int
		least, most int
	}{
		{"ToUpper", 64, distributionSets, distributionSets}, // restored before each call, and it has branches
		{"JoinProbe", 1000, 8, distributionSets},            // has branches
		{"ScaleCopy", 64, 8, distributionSets},              // small
		{"ScaleCopy", 1 << 20, 1, 1},                        // exceeds the bound
	} {
		k := fieldKernel(t, c.kernel)
		f, err := s.turns(k, k.Plain, c.n)
		if err != nil {
			t.Fatal(err)
		}
		sets := max(1, f.Sets)
		if sets < c.least || sets > c.most {
			t.Errorf("%s: %d sets of %d elements", c.kernel, sets, c.n)
		}
		n, differ := len(f.Regions)/sets, sets == 1
		for i := range n {
			differ = differ || !bytes.Equal(f.Regions[i].Data, f.Regions[(sets-1)*n+i].Data)
		}
		if !differ {
			t.Errorf("%s: two calls have the same data", c.kernel)
		}
		for i, r := range f.Regions {
			if r.Refilled != f.Regions[i%(len(f.Regions)/sets)].Refilled {
				t.Errorf("%s: region %d is put back in some calls only", c.kernel, i)
			}
		}
	}
}

// TestFresh checks that there are more sets of arguments than any processor remembers the branches of when they
// recur. The memory must be bounded, all sets must be filled before use, and batches must continue where the last one
// ended.
func TestFresh(t *testing.T) {
	s := &Session{Seed: 1}
	for _, n := range []int{64, 1000, 100_000} {
		k := fieldKernel(t, "JoinProbe")
		f := s.fresh(k, k.Plain, n)
		if f == nil {
			t.Fatalf("n = %d: nothing", n)
		}
		if _, room := f.Offsets(); room > 2*freshBytes || f.Sets*n < freshElems/4 && room < freshBytes/2 {
			t.Errorf("n = %d: %d sets in %d bytes", n, f.Sets, room)
		}
		each := len(f.Regions) / f.Sets
		seen := map[string]bool{}
		for set := range f.Sets {
			var data []byte
			for _, r := range f.Regions[set*each:][:each] {
				data = append(data, r.Data...)
			}
			seen[string(data)] = true
		}
		if len(seen) < f.Sets-f.Sets/50 || slices.ContainsFunc(f.Regions, func(r frame.Region) bool { return !r.Refilled }) {
			t.Errorf("n = %d: %d of %d sets differ", n, len(seen), f.Sets)
		}
	}
	if k := fieldKernel(t, "ScaleCopy"); s.fresh(k, k.Plain, 1000) != nil {
		t.Error("a loop without branches is timed twice")
	}

	k := fieldKernel(t, "JoinProbe")
	f := s.fresh(k, k.Plain, 1000)
	called := map[int]int{} // number of calls by set
	counting := *k
	binds := 0
	counting.Bind = func(any, []any) func(int) {
		set := binds
		binds++
		return func(reps int) { called[set] += reps }
	}
	l := NewLocal("counting", &counting, nil, nil)
	if err := l.Load(f); err != nil {
		t.Fatal(err)
	}
	defer l.Release()
	for range f.Sets {
		if _, err := l.Run(2, 5); err != nil {
			t.Fatal(err)
		}
	}
	for set := range f.Sets {
		if called[set] != 7 {
			t.Fatalf("set %d is called %d times, want 7", set, called[set])
		}
	}
}

// TestFreshTold checks that rows in which fresh arguments make a difference are reported and judged by these.
func TestFreshTold(t *testing.T) {
	r := &Row{}
	r.fill([]Timing{{Name: "hotloop", NS: 100}, {Name: "go", NS: 110}})
	if r.FreshDiffers("hotloop") || r.Slower("hotloop", "go") {
		t.Error("nothing is known of fresh arguments")
	}
	r.fillFresh([]Timing{{Name: "hotloop", NS: 104}, {Name: "go", NS: 112}})
	if r.FreshDiffers("hotloop") {
		t.Error("a few percent are told")
	}
	r.fillFresh([]Timing{{Name: "hotloop", NS: 105}, {Name: "go", NS: 90}})
	if !r.FreshDiffers("hotloop") || !r.Slower("hotloop", "go") {
		t.Error("slower on fresh arguments, and that is not told")
	}
}
