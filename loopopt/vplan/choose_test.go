package vplan

import "testing"

// TestFasterDivider wants shorter vectors where the divider alone decides and does them faster.
func TestFasterDivider(t *testing.T) {
	short := Candidate{VF: 4, Legal: true, Cost: 1.8, Bound: Bound{2, divider}}
	long := Candidate{VF: 8, Legal: true, Cost: 1.5, Bound: Bound{2.2, divider}}
	if best := fasterDivider([]Candidate{short, long}, 1); best != 0 {
		t.Errorf("candidate %d, want the shorter one", best)
	}
	dear, busy, none := short, short, short
	dear.Cost, busy.Bound.By, none.Legal = 2.5, "p5", false
	for i, c := range []Candidate{dear, busy, none} {
		if best := fasterDivider([]Candidate{c, long}, 1); best != 1 {
			t.Errorf("%d: candidate %d, want the longer one", i, best)
		}
	}
	if best := fasterDivider([]Candidate{none}, -1); best != -1 {
		t.Errorf("candidate %d of none", best)
	}
}
