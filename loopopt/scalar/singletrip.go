package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
)

// behindLoops bounds the chain of dependent tests behind a loop: those of two narrower loops and of the remainder.
const behindLoops = 3

// SingleTrip removes the back edge of loops that certainly exit in their first iteration, such as vector loops over
// exactly one vector. Behind loops with a known trip count it also replaces exit values by constants: the remainder
// of 128 elements behind vectors of 32 disappears.
//
// Before:
//
//	for x := 0; ; { s += sad(a[x:x+16], b[x:x+16]); if x += 16; x > 0 { break } }
//
// After:
//
//	s += sad(a[0:16], b[0:16])
//
// Before:
//
//	for ; ; { …; if i += 32; i > 96 { break } }; if i != 128 { … }
//
// After:
//
//	for ; ; { …; if i += 32; i > 96 { break } }
//
// Legal if the latch's exit is taken the first time and, for exit values, if it is the only exit. Pays always.
// Reads nothing; leaves nothing.
// Remarks: none.
func SingleTrip(f *ir.Func) bool {
	changed, valued := false, false
	for again := comparesConstant(f); again; {
		again = false
		dom := f.Dominators()
		loops := analysis.FindLoops(f, dom)
		if len(loops.Loops) == 0 {
			break
		}
		se := analysis.NewSCEV(f, loops, dom)
		for _, l := range loops.Innermost() {
			if leavesAtOnce(se, l) {
				leaveAtOnce(l)
				again, changed = true, true
			}
		}
		if again {
			f.ElimCopies()
		} else if !valued { // once, when no more loops can be removed
			valued = true
			for _, l := range loops.Innermost() {
				changed = replaceExitValues(f, se, l) || changed
			}
		}
	}
	if changed {
		// The tests around these loops are constant, and so are the values that the tests behind them choose between. They
		// fold one by one, since each is known only when the branch before it is gone.
		for range behindLoops {
			folded := fold.Fold(f)
			if !SimplifyCFG(f) && !folded {
				break
			}
		}
	}
	return changed
}

// comparesConstant reports whether some branch to the header of a loop compares with a constant. Most functions have
// none and need no analysis.
func comparesConstant(f *ir.Func) bool {
	for _, b := range f.Blocks {
		if b.Kind == ir.BlockIf && (b.Succs[0].Loop != nil || b.Succs[1].Loop != nil) && b.Control.Op.IsCompare() &&
			b.Control.Args[1].IsConst() {
			return true
		}
	}
	return false
}

// leavesAtOnce reports whether the latch of l certainly exits the first time.
func leavesAtOnce(se *analysis.SCEV, l *analysis.Loop) bool {
	if !l.Simplified() || l.Latch.Kind != ir.BlockIf {
		return false
	}
	taken, ok := se.LatchCount(l)
	if !ok {
		return false
	}
	n, ok := se.IsConst(taken)
	return ok && n == 0
}

// leaveAtOnce removes the back edge of l and replaces its phis by their start values.
func leaveAtOnce(l *analysis.Loop) {
	in := l.Header.PredIndex(l.Preheader)
	for _, phi := range l.Header.Phis() {
		phi.CopyOf(phi.Args[in])
	}
	l.Latch.RemoveSucc(l.Header)
	l.Latch.SetJump(nil)
	l.Header.Loop = nil
}

// replaceExitValues replaces uses behind l of affine integers of l by constants, and reports whether there were any.
// The latch is the only exit and is reached a known number of times. A use behind the loop therefore sees the value
// of the last iteration: start + step*taken.
func replaceExitValues(f *ir.Func, se *analysis.SCEV, l *analysis.Loop) bool {
	if !l.Simplified() || !l.LeftAtLatch() {
		return false
	}
	taken, ok := se.LatchCount(l)
	if !ok {
		return false
	}
	n, ok := se.IsConst(taken)
	if !ok {
		return false
	}
	last := func(v *ir.Value) *ir.Value {
		if v.Type.IsVector() || !v.Type.Elem.IsInt() {
			return nil
		}
		e := se.Of(v)
		if e.Kind != analysis.AddRec || e.Loop != l {
			return nil
		}
		start, ok1 := se.IsConst(e.Start())
		step, ok2 := se.IsConst(e.Step())
		if !ok1 || !ok2 {
			return nil
		}
		return f.ConstInt(v.Type, start+step*n)
	}
	changed := false
	for _, b := range f.Blocks {
		if l.Contains(b) {
			continue
		}
		for _, v := range b.Walk() {
			for i, a := range v.Args {
				if a == nil || a.Block == nil || !l.ContainsValue(a) {
					continue
				}
				if c := last(a); c != nil {
					v.SetArg(i, c)
					changed = true
				}
			}
		}
	}
	return changed
}
