package loopopt

import (
	"slices"

	"hotloop/loopopt/ir"
)

// shortcircuit makes one branch of two conditions two branches of one.
//
// Before:
//
//	if (a < b) & (c < d) goto yes else no
//
// After:
//
//	if a < b { if c < d goto yes else no } else no
//
// Legal always: conditions have no effect. What only the second one asks for is computed behind the first.
// Pays if the conditions are comparisons of their own, which fuse with a branch; joined they are two SETcc, an AND and a
// TEST.
// Reads nothing; leaves nothing.
// Remarks: none.
func shortcircuit(f *ir.Func) bool {
	changed := false
	for i := 0; i < len(f.Blocks); i++ { // blocks made on the way come later in the list
		b := f.Blocks[i]
		for b.Kind == ir.BlockIf && splitCondition(f, b) {
			changed = true
		}
	}
	return changed
}

// splitCondition splits the last operation of b's condition off into a block of its own.
func splitCondition(f *ir.Func, b *ir.Block) bool {
	c := b.Control
	if c.Op != ir.OpAnd && c.Op != ir.OpOr || c.Uses != 1 || c.Type != ir.TBool || c.Block != b || c.Args[0] == c.Args[1] {
		return false
	}
	a, d := condition(c.Args[0]), condition(c.Args[1])
	if !(a && d) && !leaf(c.Args[0]) && !leaf(c.Args[1]) {
		return false
	}
	yes, no := b.Succs[0], b.Succs[1]
	if yes.Loop != nil || no.Loop != nil {
		return false // back edges stay single
	}
	first, second := c.Args[0], c.Args[1]
	if !d {
		first, second = second, first
	}
	n := f.NewBlock("")
	n.Likely = b.Likely
	// And: false in first decides. Or: true does.
	shared, next := no, yes
	if c.Op == ir.OpOr {
		shared, next = yes, no
	}
	b.Succs[b.SuccIndex(next)] = n
	n.Preds = append(n.Preds, b)
	next.ReplacePred(b, n)
	n.Kind = ir.BlockIf
	n.SetControl(second)
	n.Succs = []*ir.Block{yes, no}
	shared.Preds = append(shared.Preds, n)
	at := shared.PredIndex(b)
	for _, phi := range shared.Phis() {
		phi.AddArg(phi.Args[at])
	}
	b.SetControl(first)
	b.Remove(c)
	sink(b, n)
	return true
}

// sink moves what only n, which runs if b's own condition does not decide, asks for from b to n.
func sink(b, n *ir.Block) {
	if b == b.Func.Entry() {
		return // constants and arguments stay there
	}
	wanted := map[*ir.Value]int32{n.Control: 1}
	var moved []*ir.Value
	kept := b.Values[:0:0]
	for i := len(b.Values) - 1; i >= 0; i-- {
		v := b.Values[i]
		if wanted[v] != v.Uses || v.Uses == 0 || !(v.Op.Is(ir.FlagElementwise) || v.Op == ir.OpPtrAdd) || v.Op.Is(ir.FlagPartial) {
			kept = append(kept, v)
			continue
		}
		moved = append(moved, v)
		v.Block = n
		for _, a := range v.Args {
			wanted[a]++
		}
	}
	slices.Reverse(kept)
	slices.Reverse(moved)
	b.Values = kept
	n.Values = append(moved, n.Values...)
}

// condition says whether v is a comparison, or conditions joined, that only the branch asks for.
func condition(v *ir.Value) bool {
	return leaf(v) || (v.Op == ir.OpAnd || v.Op == ir.OpOr) && v.Uses == 1 && v.Type == ir.TBool
}

// leaf says whether v is a condition that a branch can test by itself.
func leaf(v *ir.Value) bool { return v.Op.IsCompare() && v.Uses == 1 }
