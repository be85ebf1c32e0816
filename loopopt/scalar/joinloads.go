package scalar

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Joinloads takes a load apart that only some of the ways into its block need: partial redundancy elimination, of loads
// of what a store in an arm has just put there.
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
// Legal where nothing but checks and values without effects stands in front of the load in its block: each way comes to
// the load at once. The checks in front of it go along, but not where the way has made the same one.
// Pays: no way does more, and one that stores does not wait for its own store. The vectorizer may do the load in front
// of the store then, and test what comes of it (exits.go of legal). Not in loops that are left at their ends alone, for
// which it blends what is stored into one load for all ways (forward.go of legal): s279 of the suite tsvc takes half the
// time so.
// Reads nothing; leaves nothing.
// Remarks: none.
func Joinloads(f *ir.Func) bool {
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

// maxJoined is how many ways a block has at most whose loads are taken apart, and how many checks go along with one.
const maxJoined = 4

// joinLoad takes the first load of m apart that some way stores to, if there is one.
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

// madeBefore says whether all values are made in front of m.
func madeBefore(values []*ir.Value, m *ir.Block) bool {
	return !slices.ContainsFunc(values, func(v *ir.Value) bool { return v.Block == m })
}

// maxHeld is how many blocks in front of a load are looked through.
const maxHeld = 4

// heldAt is the value that load v would give at the end of b, and the load or store of b, or of a block that leads to it
// alone, that it is known by.
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

// checkedAt says whether a check like c has been passed at the end of b.
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

// splitLoad replaces load v by a phi of values, or of loads of its own on the ways that have none, and moves the checks
// in front of it to the ways that have not made them.
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
