package stress

import (
	"testing"
	"time"
)

func TestRun(t *testing.T) {
	c := Config{For: time.Second, Workers: 1, Seed: 1, Profile: true, ISAs: Tiers()}
	if testing.Short() {
		c.For = 200 * time.Millisecond
	}
	// The amount of work in a time depends on the machine, so the test counts work. The limit ends calls that would not
	// end.
	for {
		f := Run(c)
		for _, s := range f.Failures {
			t.Error(s)
		}
		switch {
		case f.Calls > 0 && f.Cancels > 0 && f.Hits > 0 && f.Drops > 0 && f.Looks > 0 && f.Counted > 0 && f.Collections > 0:
			return
		case c.For > time.Minute:
			t.Fatalf("not everything happened: %+v", f)
		}
		c.For *= 2
	}
}

func TestCycles(t *testing.T) {
	told := 0
	samples, err := Cycles(200, func(done, _ int) { told = done })
	if err != nil || len(samples) != 20 || told != 200 {
		t.Errorf("%d samples, told of %d, %v", len(samples), told, err)
	}
}

// TestChecks checks that the checks find a wrong element, and an initial value in complete calls only.
func TestChecks(t *testing.T) {
	r := &run{}
	want := func(i int) int32 { return int32(i) }
	check(r, "right", []int32{0, 1, 2}, false, want)
	check(r, "cut", []int32{0, old, 2}, true, want)
	if len(r.failures) != 0 {
		t.Errorf("%v", r.failures)
	}
	check(r, "old", []int32{0, old, 2}, false, want)
	check(r, "wrong", []int32{0, 1, 3}, true, want)
	if len(r.failures) != 2 {
		t.Errorf("%v", r.failures)
	}
	f := &Figures{RSS: []int{1, 5, 9, 100, 100, 100, 100, 100, 100, 100, 100, 100, 150, 200, 200, 200}}
	if g := f.Growth(); g != 2 {
		t.Errorf("growth is %v", g)
	}
}
