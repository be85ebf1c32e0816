package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// CheckElim removes checks that cannot fail.
//
// Before:
//
//	for i := 0; i < len(y); i++ { check(i < len(y)); y[i] = 0 }
//
// After:
//
//	for i := 0; i < len(y); i++ { y[i] = 0 }
//
// Legal if ranges, the dominating conditions, or the loop's own test prove the check's condition. A proof may rest on
// other checks: on those that every path to this one has passed and, for an index that advances, on those of the
// previous iteration. Removing several checks at once is sound by induction over the order in which the program reaches
// them: each holds if all before it have held.
// Pays always.
// Reads nothing; leaves nothing.
// Remarks: none.
func CheckElim(f *ir.Func) bool {
	if !hasCheck(f) {
		return false
	}
	dom := f.Dominators()
	se := analysis.NewSCEV(f, analysis.FindLoops(f, dom), dom)
	changed := false
	for _, b := range f.Blocks {
		if b.Kind == ir.BlockTrap || !dom.Reachable(b) {
			continue
		}
		for i := 0; i < len(b.Values); i++ {
			if v := b.Values[i]; v.Op == ir.OpCheck && se.ProveCheck(v) {
				b.Remove(v)
				i--
				changed = true
			}
		}
	}
	return changed
}

func hasCheck(f *ir.Func) bool {
	for v := range ir.Values(f.Blocks) {
		if v.Op == ir.OpCheck {
			return true
		}
	}
	return false
}
