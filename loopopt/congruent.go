package loopopt

import (
	"slices"

	"hotloop/loopopt/ir"
)

// congruent joins counters of one loop that always agree. Unrolling has its own, so has the count of the iterations whose checks hold, and
// each comes with an addition and a register.
//
// Before:
//
//	for i, n := a, a; ; { …; i = (i + 1) + 1; if n += 2; n >= end { break } }
//
// After:
//
//	for i := a; ; { …; if i += 2; i >= end { break } }
//
// Legal if they start alike, wherever the loop is entered, and advance by the same on every way back to its head. Pays always.
// Reads nothing; leaves nothing.
// Remarks: none.
func congruent(f *ir.Func) bool {
	changed := false
	for joinCounters(f) || joinPhis(f) {
		changed = true
	}
	return changed
}

// joinPhis joins phis of one block that have the same values: where loops end, of counters that were joined.
func joinPhis(f *ir.Func) bool {
	changed := false
	for _, b := range f.Blocks {
		phis := b.Phis()
		for i, p := range phis {
			for _, q := range phis[:i] {
				if q.Op == ir.OpPhi && slices.Equal(p.Args, q.Args) && p.Type == q.Type {
					p.CopyOf(q)
					changed = true
					break
				}
			}
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

// joinCounters joins the counters.
func joinCounters(f *ir.Func) bool {
	changed := false
	var dom *ir.Dom
	for _, b := range f.Blocks {
		if len(b.Preds) != 2 || !pairOfCounters(b) {
			continue
		}
		if dom == nil {
			dom = f.Dominators()
		}
		back := 0
		if !dom.Dominates(b, b.Preds[0]) {
			back = 1
		}
		if dom.Dominates(b, b.Preds[1-back]) || !dom.Dominates(b, b.Preds[back]) {
			continue
		}
		phis := b.Phis()
		for i, p := range phis {
			for _, q := range phis[:i] {
				if p.Op == ir.OpPhi && q.Op == ir.OpPhi && p.Type == q.Type && p.Args[1-back] == q.Args[1-back] {
					changed = join(f, dom, p, q, back) || changed
				}
			}
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

// pairOfCounters says whether two phis of b start alike, which few loops have.
func pairOfCounters(b *ir.Block) bool {
	phis := b.Phis()
	for i, p := range phis {
		for _, q := range phis[:i] {
			if p.Type == q.Type && p.Type.Elem.IsInt() && p.Type.Lanes <= 1 && (p.Args[0] == q.Args[0] || p.Args[1] == q.Args[1]) {
				return true
			}
		}
	}
	return false
}

// join replaces p by q, both phis of the same loop that start alike, if they advance by the same constant.
func join(f *ir.Func, dom *ir.Dom, p, q *ir.Value, back int) bool {
	by, ok := advance(p, p.Args[back])
	other, same := advance(q, q.Args[back])
	if !ok || !same || by != other {
		return false
	}
	// The two sums become one, the one that is there when the other is wanted; the values in the middle of chains stay.
	sum, kept := p.Args[back], q.Args[back]
	if sum != kept {
		if !comesBefore(dom, kept, sum) {
			sum, kept = kept, sum
		}
		kept.ResetArgs()
		kept.AddArgs(q, f.ConstInt(kept.Type, by))
		sum.CopyOf(kept)
	}
	p.CopyOf(q)
	return true
}

// advance is by how much next exceeds phi, if that is a sum of constants.
func advance(phi, next *ir.Value) (by int64, ok bool) {
	for next != phi {
		if next.Op != ir.OpAdd || !next.Args[1].IsConst() {
			return 0, false
		}
		by += next.Args[1].Int()
		next = next.Args[0]
	}
	return by, by != 0
}

// comesBefore says whether a is there wherever b is. One of them is there wherever the other is, if both reach the end of one block.
func comesBefore(dom *ir.Dom, a, b *ir.Value) bool {
	if a.Block != b.Block {
		return dom.Dominates(a.Block, b.Block)
	}
	for _, v := range a.Block.Values {
		if v == a || v == b {
			return v == a
		}
	}
	return false
}
