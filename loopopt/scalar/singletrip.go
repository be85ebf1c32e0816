package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Singletrip takes loops apart that certainly end in their first iteration: vector loops over as many elements as a
// vector has.
//
// Before:
//
//	for x := 0; ; { s += sad(a[x:x+16], b[x:x+16]); if x += 16; x > 0 { break } }
//
// After:
//
//	s += sad(a[0:16], b[0:16])
//
// Legal if the exit at the loop's end is one that is taken at the first time. Pays always.
// Reads nothing; leaves nothing.
// Remarks: none.
func Singletrip(f *ir.Func) bool {
	changed := false
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
		}
	}
	if changed { // the tests around these loops are constant, and with them what the tests behind choose between
		Fold(f)
		Simplify(f)
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
