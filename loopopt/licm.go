package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// licm moves what is the same in every iteration in front of the loop.
//
// Before:
//
//	for i := range y { check(k < len(t)); y[i] = x[i] * (t[k] + 1) }
//
// After:
//
//	check(k < len(t)); f := t[k] + 1
//	for i := range y { y[i] = x[i] * f }
//
// Legal for values without side effects that are defined for all arguments. A check moves only if nothing with an
// effect comes before it in the loop, whose body runs at least once (it tests at the bottom). A load moves if no store
// of the loop may touch it and no check stays in front of it.
// Pays always, but for the length of live ranges.
// Reads licm.disable; leaves nothing.
// Remarks: none.
func licm(f *ir.Func) bool {
	changed := false
	dom := f.Dominators()
	li := analysis.FindLoops(f, dom)
	for i := len(li.Loops) - 1; i >= 0; i-- {
		l := li.Loops[i]
		if l.Preheader == nil || l.Latch == nil || l.Header.Loop.Has("llvm.licm.disable") || l.Header.Loop.Has("licm.disable") {
			continue
		}
		rotated := false
		for _, x := range l.Exiting {
			rotated = rotated || x == l.Latch
		}
		stores := false
		for _, b := range l.Blocks {
			for _, v := range b.Values {
				stores = stores || v.Op.HasAny(ir.FlagWrites)
			}
		}
		for _, b := range l.Blocks {
			// clean: everything with an effect that the iteration has come to so far has been moved.
			clean := rotated && b == l.Header
			kept := b.Values[:0:0]
			for _, v := range b.Values {
				if movable(l, v, clean, stores) {
					l.Preheader.Values = append(l.Preheader.Values, v)
					v.Block = l.Preheader
					changed = true
					continue
				}
				if v.Op.Is(ir.FlagEffect) {
					clean = false
				}
				kept = append(kept, v)
			}
			b.Values = kept
		}
	}
	return changed
}

func movable(l *analysis.Loop, v *ir.Value, clean, stores bool) bool {
	switch {
	case v.Op == ir.OpPhi || v.Op == ir.OpPoll || v.Op == ir.OpRet || v.Op.HasAny(ir.FlagWrites):
		return false
	case v.Op == ir.OpCheck:
		if !clean {
			return false
		}
	case v.Op.HasAny(ir.FlagReads):
		if !clean || stores {
			return false
		}
	case v.Op.Is(ir.FlagPartial) && !(clean || v.Args[1].IsConst() && v.Args[1].AuxInt != 0):
		return false
	}
	for _, a := range v.Args {
		if !l.Invariant(a) {
			return false
		}
	}
	return true
}
