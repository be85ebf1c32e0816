package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
)

// behindLoops is how many tests behind a loop may depend on one another: those of two narrower loops and of the rest.
const behindLoops = 3

// Singletrip takes loops apart that certainly end in their first iteration: vector loops over as many elements as a
// vector has. Behind loops whose number of iterations is known it also knows where they have come to (exit values):
// what would do the rest of 128 elements behind vectors of 32 goes away.
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
// Legal if the exit at the loop's end is one that is taken at the first time, and for exit values, if it is the only
// one. Pays always.
// Reads nothing; leaves nothing.
// Remarks: none.
func Singletrip(f *ir.Func) bool {
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
		} else if !valued { // once, when no more loops go
			valued = true
			for _, l := range loops.Innermost() {
				changed = replaceExitValues(f, se, l) || changed
			}
		}
	}
	if changed {
		// The tests around these loops are constant, and with them what the tests behind choose between: one by one,
		// since each is known when the branch in front of it is gone.
		for range behindLoops {
			folded := fold.Func(f)
			if !Simplify(f) && !folded {
				break
			}
		}
	}
	return changed
}

// comparesConstant says whether some branch to the head of a loop compares with a constant. Most loops do not, and need
// no analysis.
func comparesConstant(f *ir.Func) bool {
	for _, b := range f.Blocks {
		if b.Kind == ir.BlockIf && (b.Succs[0].Loop != nil || b.Succs[1].Loop != nil) && b.Control.Op.IsCompare() &&
			b.Control.Args[1].IsConst() {
			return true
		}
	}
	return false
}

// leavesAtOnce says whether the latch of l certainly leads out the first time.
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

// leaveAtOnce removes the back edge of l: its phis are what they are at first.
func leaveAtOnce(l *analysis.Loop) {
	in := l.Header.PredIndex(l.Preheader)
	for _, phi := range l.Header.Phis() {
		phi.CopyOf(phi.Args[in])
	}
	l.Latch.RemoveSucc(l.Header)
	l.Latch.SetJump(nil)
	l.Header.Loop = nil
}

// replaceExitValues has what stands behind l use constants where it uses integers that walk evenly in l. It says
// whether there were any. The latch is the only exit and is reached a known number of times, so that what is used
// behind the loop is what its last iteration has: start + step*taken.
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
