package scalar

import "hotloop/loopopt/ir"

// DeadStores removes stores that a later store to the same place overwrites.
//
// Before:
//
//	y[i] = t
//	y[i] = u
//
// After:
//
//	y[i] = u
//
// Legal if all paths from the store reach such an overwriting store before anything reads memory, panics, or ends a
// loop or the function.
// Pays always.
// Reads nothing; leaves nothing.
// Remarks: none.
func DeadStores(f *ir.Func) bool {
	changed := false
	for _, b := range f.Blocks {
		for i := len(b.Values) - 1; i >= 0; i-- {
			if s := b.Values[i]; s.Op == ir.OpStore && covered(b, i+1, s, maxCovering) {
				b.Remove(s)
				changed = true
			}
		}
	}
	return changed
}

// maxCovering bounds the number of branches between a store and those that overwrite it.
const maxCovering = 2

// covered reports whether all paths from value i of b on overwrite the place of s before they may read it.
func covered(b *ir.Block, i int, s *ir.Value, branches int) bool {
	for _, v := range b.Values[i:] {
		switch {
		case v.Op == ir.OpStore && v.SamePlace(s):
			return true
		case v.Op.HasAny(ir.FlagReads) && v.Op != ir.OpStore && !besides(v, s),
			v.Op.HasAny(ir.FlagEffect) && v.Op != ir.OpStore:
			return false
		}
	}
	if len(b.Succs) > 1 {
		branches--
	}
	if len(b.Succs) == 0 || branches < 0 {
		return false
	}
	for _, n := range b.Succs {
		if n.Loop != nil || !covered(n, 0, s, branches) {
			return false
		}
	}
	return true
}
