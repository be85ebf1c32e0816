package roofline

import (
	"testing"
)

var two = &Limits{Levels: []Level{
	{Name: "L1", Capacity: 1000, Load: 100, Store: 50, Copy: 80},
	{Name: "L2", Capacity: 100000, Load: 50, Store: 25, Copy: 40},
}, FMA: 10}

// TestBound checks every possible bottleneck.
func TestBound(t *testing.T) {
	cases := []struct {
		name                          string
		footprint, load, store, flops float64
		elem                          int
		want                          float64
	}{
		{"loads in L1", 500, 400, 0, 0, 4, 4},
		{"stores in L1, loads beside them", 500, 100, 400, 0, 4, 8},
		{"both directions in L2", 5000, 4000, 400, 0, 4, 110},
		{"beyond the last level", 1e6, 5000, 0, 0, 4, 100},
		{"arithmetic", 500, 100, 0, 1000, 4, 100},
		{"arithmetic on doubles", 500, 100, 0, 1000, 8, 200},
	}
	for _, c := range cases {
		if got, ok := two.Bound(c.footprint, c.load, c.store, c.flops, c.elem); !ok || got != c.want {
			t.Errorf("%s: got %g, want %g", c.name, got, c.want)
		}
	}
	if _, ok := (*Limits)(nil).Bound(1, 1, 1, 1, 4); ok {
		t.Error("no limits must say nothing")
	}
}

// TestStd checks that the standard library alone gives a rate for every level.
func TestStd(t *testing.T) {
	l, err := Measure("", t.TempDir(), 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, lv := range l.Levels {
		if lv.Load <= 0 || lv.Store <= 0 || lv.Copy <= 0 {
			t.Errorf("%+v", lv)
		}
	}
}
