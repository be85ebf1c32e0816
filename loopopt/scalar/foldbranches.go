package scalar

import (
	"slices"

	"hotloop/loopopt/ir"
)

// FoldBranches folds branches on constants.
func FoldBranches(f *ir.Func) bool {
	return slices.ContainsFunc(f.Blocks, hasConstCondition) && SimplifyCFG(f)
}

// FoldImpliedBranches replaces the condition of a branch by a constant where a dominating branch on the same value decides
// it.
func FoldImpliedBranches(f *ir.Func) {
	dom := f.Dominators()
	for _, b := range f.Blocks {
		if b.Kind != ir.BlockIf || b.Control.IsConst() || !dom.Reachable(b) {
			continue
		}
		if truth, ok := dom.Tested(b, b.Control); ok {
			b.SetControl(f.ConstBool(b.Control.Type, truth))
		}
	}
}

// foldIfs turns all branches on constants into jumps, and reports whether there were any.
func foldIfs(f *ir.Func) bool {
	first := slices.IndexFunc(f.Blocks, hasConstCondition)
	if first < 0 {
		return false
	}
	type head struct {
		b     *ir.Block
		preds int
	}
	heads := make([]head, 0, 16) // on the stack
	for _, b := range f.Blocks {
		if b.Loop != nil {
			heads = append(heads, head{b, len(b.Preds)})
		}
	}
	for _, b := range f.Blocks[first:] {
		foldIf(b)
	}
	f.RemoveUnreachable()
	for _, h := range heads {
		if n := len(h.b.Preds); n > 0 && n < h.preds { // the removed edge may have been a loop's only back edge
			f.DropStaleLoops()
			break
		}
	}
	return true
}

// hasConstCondition reports whether b ends in a branch on a constant.
func hasConstCondition(b *ir.Block) bool { return b.Kind == ir.BlockIf && b.Control.IsConst() }

// foldIf turns a branch on a constant into a jump.
func foldIf(b *ir.Block) bool {
	if !hasConstCondition(b) {
		return false
	}
	drop := b.Succs[0]
	if b.Control.AuxInt != 0 {
		drop = b.Succs[1]
	}
	b.RemoveSucc(drop)
	b.SetJump(nil)
	return true
}
