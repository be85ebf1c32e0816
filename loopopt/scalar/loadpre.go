package scalar

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// LoadPRE splits a load that only some of the paths into its block need: partial redundancy elimination for loads of
// a value that a store in an arm has just written.
//
// Before:
//
//	if c { y[i] = t }
//	u := y[i]
//
// After:
//
//	if c { y[i] = t; u = t } else { u = y[i] }
//
// Legal if only checks and values without effects precede the load in its block, so that each path comes directly to
// the load. Preceding checks move along, except on paths that have already made the same check.
// Pays: no path does more work, and a path that stores does not wait for its own store. The vectorizer may then
// perform the load before the store, and test the value (exits.go of legal). LoadPRE skips loops that exit only
// at their latch. For these the vectorizer blends the stored values into one load for all paths (forward.go of
// legal): s279 of the suite tsvc takes half the time.
// Reads nothing; leaves nothing.
// Remarks: none.
func LoadPRE(f *ir.Func) bool {
	changed := false
	loops := analysis.FindLoops(f, f.Dominators())
	for _, m := range f.ReversePostorder() {
		if l := loops.Of(m); l != nil && l.LeftAtLatch() {
			continue
		}
		for len(m.Preds) > 1 && m.Loop == nil && m.Preds[0] != m.Preds[1] && joinLoad(m) {
			changed = true
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

// maxJoined bounds the predecessors of a block whose loads are split, and the checks that move along with one load.
const maxJoined = 4

// joinLoad splits the first load of m whose place some predecessor stores to, if there is one.
func joinLoad(m *ir.Block) bool {
	var checks []*ir.Value
	for _, v := range m.Walk() {
		switch {
		case v.Op == ir.OpPhi:
		case v.Op == ir.OpCheck:
			if len(checks) == maxJoined || !madeBefore(v.Args[1:], m) || !madeBefore(v.Args[0].Args, m) {
				return false
			}
			checks = append(checks, v)
		case v.Op == ir.OpLoad && len(m.Preds) <= maxJoined && madeBefore(v.Args, m):
			values := make([]*ir.Value, len(m.Preds))
			stored := false
			for k, p := range m.Preds {
				var by *ir.Value
				if values[k], by = heldAt(p, v); by != nil {
					stored = stored || by.Op == ir.OpStore
				}
			}
			if stored {
				splitLoad(v, values, checks)
				return true
			}
		case v.Op.HasAny(ir.FlagWrites | ir.FlagEffect):
			return false
		}
	}
	return false
}

// madeBefore reports whether all values are defined outside m.
func madeBefore(values []*ir.Value, m *ir.Block) bool {
	return !slices.ContainsFunc(values, func(v *ir.Value) bool { return v.Block == m })
}

// maxHeld bounds the number of blocks that are searched before a load.
const maxHeld = 4

// heldAt returns the value that load v would have at the end of b, and the load or store that proves it. That operation
// is in b, or in a block on the unique path to b.
func heldAt(b *ir.Block, v *ir.Value) (value, by *ir.Value) {
	for range maxHeld {
		for _, w := range slices.Backward(b.Values) {
			switch {
			case w.Op == ir.OpStore && w.SamePlace(v) && w.StoredValue().Type == v.Type:
				return w.StoredValue(), w
			case w.Op == ir.OpLoad && w.SamePlace(v) && w.Type == v.Type:
				return w, w
			case w.Op.Yields() || w.Op.HasAny(ir.FlagWrites) && !besides(w, v):
				return nil, nil
			}
		}
		if len(b.Preds) != 1 {
			break
		}
		b = b.Preds[0]
	}
	return nil, nil
}

// checkedAt reports whether a check equal to c has been passed at the end of b.
func checkedAt(b *ir.Block, c *ir.Value) bool {
	for range maxHeld {
		for _, w := range b.Values {
			if w.Op == ir.OpCheck && (w.Args[0] == c.Args[0] ||
				w.Args[0].Op == c.Args[0].Op && slices.Equal(w.Args[0].Args, c.Args[0].Args)) {
				return true
			}
		}
		if len(b.Preds) != 1 {
			break
		}
		b = b.Preds[0]
	}
	return false
}

// splitLoad replaces load v by a phi of values. A predecessor without a value gets a load of its own. Checks before the
// load move to the predecessors that have not made them.
func splitLoad(v *ir.Value, values, checks []*ir.Value) {
	m := v.Block
	for k, p := range slices.Clone(m.Preds) {
		way := func() *ir.Block {
			if p.Kind != ir.BlockJump {
				p = p.SplitEdge(m, "load.way")
			}
			return p
		}
		for _, c := range checks {
			if checkedAt(p, c) {
				continue
			}
			b := way()
			args := slices.Clone(c.Args)
			args[0] = b.NewLike(c.Args[0], c.Args[0].Type, c.Args[0].Args...)
			b.NewLike(c, c.Type, args...)
		}
		if values[k] == nil {
			values[k] = way().NewLike(v, v.Type, v.Args...)
		}
	}
	phi := m.NewPhi(v.Type, v.Pos)
	phi.AddArgs(values...)
	for _, c := range checks {
		m.Remove(c)
	}
	v.CopyOf(phi)
}
