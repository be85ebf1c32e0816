package loopopt

import (
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
// Legal always: the conditions have been computed by then, and have no effect.
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
	if c.Op != ir.OpAnd && c.Op != ir.OpOr || c.Uses != 1 || c.Type != ir.TBool || c.Block != b ||
		!leaf(c.Args[0]) && !leaf(c.Args[1]) {
		return false
	}
	yes, no := b.Succs[0], b.Succs[1]
	if yes.Loop != nil || no.Loop != nil {
		return false // back edges stay single
	}
	first, second := c.Args[0], c.Args[1]
	if !leaf(second) { // the deeper side goes on being split, in b
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
	return true
}

// leaf says whether v is a condition that a branch can test by itself.
func leaf(v *ir.Value) bool { return v.Op.IsCompare() && v.Uses == 1 }
