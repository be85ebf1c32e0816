package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// promote keeps what every iteration of an innermost loop loads from and stores to the same place in a register
// (LLVM's scalar promotion in LICM).
//
// Before:
//
//	for k := 0; k < n; k++ { c[i] += a[k] }
//
// After:
//
//	s := c[i]
//	for k := 0; k < n; k++ { s += a[k] }
//	c[i] = s
//
// Legal if every iteration stores there once, at a known place in the order, nothing else in the loop may touch the
// place, the loop is left at its end only and nothing in it can panic: nobody sees the stores between. The loop runs at
// least once, so that no store is invented.
// Pays always; it makes the sum a value, which other transformations understand.
// Reads noalias; leaves nothing. Remarks: none.
func promote(d *driver.Driver, l *analysis.Loop) bool {
	if len(l.Children) > 0 || !l.Simplified() || !l.LeftAtLatch() || !l.Dedicated() {
		return false
	}
	var memory []*ir.Value
	for _, b := range l.Blocks {
		for _, v := range b.Walk() {
			if v.Op == ir.OpCheck || v.Op == ir.OpPoll {
				return false
			}
			if v.Op.IsMemory() {
				memory = append(memory, v)
			}
		}
	}
	changed := false
	for _, st := range memory {
		if st.Block != nil && st.Op == ir.OpStore && promoteStore(d, l, st, memory) {
			changed = true
		}
	}
	return changed
}

// promoteStore does it for the place that st stores to.
func promoteStore(d *driver.Driver, l *analysis.Loop, st *ir.Value, memory []*ir.Value) bool {
	dom := d.Scev.Dom()
	if !l.Invariant(st.Args[0]) || !l.Invariant(st.Args[1]) || !dom.Dominates(st.Block, l.Latch) {
		return false
	}
	before, after := []*ir.Value(nil), []*ir.Value(nil)
	seen := false // st, in its block
	for _, v := range st.Block.Values {
		seen = seen || v == st
		if v.Op == ir.OpLoad && samePlace(v, st) {
			if seen {
				after = append(after, v)
			} else {
				before = append(before, v)
			}
		}
	}
	for _, v := range memory {
		switch {
		case v == st || v.Block == nil:
		case v.Op == ir.OpLoad && samePlace(v, st):
			switch {
			case v.Block == st.Block:
			case dom.Dominates(st.Block, v.Block):
				after = append(after, v)
			case dom.Dominates(v.Block, st.Block):
				before = append(before, v)
			default:
				return false
			}
		case !analysis.Apart(l, v.Args[0].Root(), st.Args[0].Root()) && !elsewhere(d, l, v, st):
			return false
		}
	}
	h, exit := l.Header, l.Exits[0]
	val := st.StoredValue()
	first := l.Preheader.New(ir.OpLoad, val.Type, st.Pos, st.Args[0], st.Args[1])
	first.Scale, first.Off = st.Scale, st.Off
	phi := h.NewPhi(val.Type, st.Pos)
	for _, p := range h.Preds {
		if p == l.Latch {
			phi.AddArg(val)
		} else {
			phi.AddArg(first)
		}
	}
	out := exit.NewPhi(val.Type, st.Pos)
	out.AddArg(val)
	last := d.F.NewValue(exit, ir.OpStore, ir.TVoid, st.Pos, st.Args[0], st.Args[1], out)
	last.Scale, last.Off = st.Scale, st.Off
	exit.InsertAt(len(exit.Phis()), last)
	for _, v := range before {
		v.CopyOf(phi)
	}
	for _, v := range after {
		v.CopyOf(val)
	}
	st.Block.Remove(st)
	d.F.ElimCopies()
	return true
}

// elsewhere says whether the loop never accesses by v what st stores to.
func elsewhere(d *driver.Driver, l *analysis.Loop, v, st *ir.Value) bool {
	a, b := d.Scev.Place(v, l), d.Scev.Place(st, l)
	return len(analysis.NewNestTester(d.Scev, l).Test(&a, &b)) == 0
}

// samePlace says whether a load has the address and the type of a store.
func samePlace(v, st *ir.Value) bool {
	return v.Args[0] == st.Args[0] && v.Args[1] == st.Args[1] && v.Scale == st.Scale && v.Off == st.Off &&
		v.Type == st.StoredValue().Type
}
