package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// threadBranches redirects edges that decide the branch of their target to the target's successor. IfConvert calls it.
//
// Before:
//
//	same := true; if a != b { same = false }; if same { f() } else { g() }
//
// After:
//
//	if a != b { g() } else { f() }
//
// Legal if the block contains only the phi that is its condition, or the negation of it. Values used in the successors
// are then computed before the block's predecessors.
// Pays always. Edges that would exit a loop stay, so that the loop's exits lead to one block.
// Reads nothing; leaves loop metadata in place.
// Remarks: none.
func threadBranches(f *ir.Func) bool {
	var li *analysis.LoopInfo
	changed := false
	for _, b := range f.Blocks {
		phi, negated := decidingPhi(b)
		if phi == nil {
			continue
		}
		if li == nil {
			li = analysis.FindLoops(f, f.Dominators())
		}
		for i := len(b.Preds) - 1; i >= 0; i-- {
			p, x := b.Preds[i], phi.Args[i]
			if !x.IsConst() || li.Of(p) != li.Of(b) {
				continue
			}
			to := b.Succs[0]
			if x.IsConstInt(0) != negated {
				to = b.Succs[1]
			}
			if to.Loop != nil || p.SuccIndex(to) >= 0 {
				continue
			}
			at := to.PredIndex(b)
			p.ReplaceSucc(b, to)
			for _, q := range to.Phis() {
				q.AddArg(q.Args[at])
			}
			changed = true
		}
	}
	if changed {
		SimplifyCFG(f)
	}
	return changed
}

// decidingPhi returns the phi that is the condition of b, possibly negated. It returns nil if b contains anything else.
func decidingPhi(b *ir.Block) (phi *ir.Value, negated bool) {
	if b.Kind != ir.BlockIf || b.Loop != nil || len(b.Preds) < 2 || b.Succs[0] == b.Succs[1] {
		return nil, false
	}
	c := b.Control
	if negated = c.Op == ir.OpNot; negated && c.Block == b && c.Uses == 1 {
		c = c.Args[0]
	}
	n := 1
	if negated {
		n = 2
	}
	if c.Op != ir.OpPhi || c.Block != b || c.Uses != 1 || len(b.Values) != n {
		return nil, false
	}
	return c, negated
}
