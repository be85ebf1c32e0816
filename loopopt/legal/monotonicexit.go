package legal

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// Exits that a monotonic index decides: an output that is full, the n-th hit.
//
// Before:
//
//	for _, v := range x { if v > t { if j >= n { break }; out[j] = v; j++ } }
//	for i, v := range x { if v > t { n--; if n < 0 { return i } } }
//
// After, four iterations at once:
//
//	m := x[i:i+4] > t; k := lanes of m that are on
//	if j+k > n { goto scalar loop }
//
// Legal because what the iterations of a vector iteration compare lies between the index before it and the index behind
// it. If the last of these values does not leave, none does; if it does, the scalar loop does the vector iteration
// again. An index that nothing but exits look at may go down, too.

// exitTest is a test of a value of an index that leaves the loop from a block.
type exitTest struct {
	at    *ir.Block
	level int
	plus  int64
	n     *ir.Value
	less  bool // goes on while the value is less than n, or else while it is not less
}

// exitTest notes that cond, which compares a value of the index after level moves, plus plus, leaves the loop. It says
// whether that is all cond does.
func (f *monotonicFinder) exitTest(cond, v *ir.Value, level int, plus int64) bool {
	if users := f.users.Of(cond); len(users) != 1 || users[0] != nil {
		return false
	}
	for _, b := range f.g.Out.Body {
		if b.Control == cond && b.Kind == ir.BlockIf && f.g.Out.TestsExit(b) {
			t, ok := f.goesOn(b, v)
			t.level, t.plus = level, t.plus+plus
			f.exits = append(f.exits, t)
			return ok
		}
	}
	return false
}

// goesOn is what b, which leaves the loop, compares v with.
func (f *monotonicFinder) goesOn(b *ir.Block, v *ir.Value) (exitTest, bool) {
	c, t := b.Control, exitTest{at: b}
	if len(c.Args) != 2 || c.Args[0] == c.Args[1] {
		return t, false
	}
	first, stays := c.Args[0] == v, f.g.L.Contains(b.Succs[0])
	t.n = c.Args[0]
	if first {
		t.n = c.Args[1]
	}
	if !f.g.L.Invariant(t.n) {
		return t, false
	}
	down := f.y.Slots < 0
	switch {
	case c.Op == ir.OpLtS || c.Op == ir.OpLeS:
		t.less = first == stays
		if first == (c.Op == ir.OpLeS) {
			t.plus = -1 // v <= n is v-1 < n, and v > n is v-1 >= n
		}
	case c.Op == ir.OpNe && stays || c.Op == ir.OpEq && !stays:
		if t.less = !down; down {
			t.plus = -1
		}
	default:
		return t, false
	}
	return t, t.less != down // otherwise the first value decides, not the last
}

// exitChecks makes tests of how far a vector iteration gets of the exits.
func (f *monotonicFinder) exitChecks() {
	f.leaving = map[*ir.Block]*vplan.MonotonicCheck{}
	for _, t := range f.exits {
		// The moves that follow in the same iteration take the index further than what is compared.
		rest, seen := int64(0), t.level == len(f.y.Moves)
		for _, m := range f.y.Moves[t.level:] {
			if m.Cond != nil || !f.together(m.At, t.at) && !f.g.Se.Dom().Dominates(m.At, t.at) {
				rest, seen = 0, false
				break
			}
			rest, seen = rest+m.By, true
		}
		c := &vplan.MonotonicCheck{Index: f.y, N: t.n, Exit: true, Down: !t.less, Plus: t.plus - rest,
			Late: !seen || len(f.y.Moves) > 1}
		if t.less {
			c.Plus++ // the last value is one less than what must be at most n
		}
		f.leaving[t.at] = c
	}
}

// acceptExits hands the tests over.
func (f *monotonicFinder) acceptExits() {
	g := f.g
	for _, b := range g.Out.Body {
		y := f.leaving[b]
		if y == nil {
			continue
		}
		if g.Out.MonotonicExits == nil {
			g.Out.MonotonicExits = map[*ir.Block]*vplan.MonotonicCheck{}
		}
		g.Out.MonotonicExits[b] = y
		if y.Late {
			g.comesLate(b.Control, remark.EarlyExit)
		}
	}
}
