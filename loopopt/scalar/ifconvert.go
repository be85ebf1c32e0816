package scalar

import (
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
)

// IfConvert computes both sides of a small branch and selects.
//
// Before:
//
//	if a < b { m = a } else { m = b }
//
// After:
//
//	m = a < b ? a : b
//
// Legal if both sides only compute values that are defined for all arguments.
// Pays if the sides are a few operations: a select costs one cycle, a mispredicted branch fifteen. Branches that keep a
// record (see keepsRecord) or are nearly always taken one way (see predictable) stay.
// Reads nothing; leaves nothing.
// Remarks: none.
func IfConvert(f *ir.Func) bool {
	changed := threadBranches(f) // otherwise these become selects of constants
	for ifconvertUpTo(f, maxSpeculated) {
		changed = true
		if !SimplifyCFG(f) { // the end of a branch in an arm of another is part of that arm: if … else if …
			break
		}
		fold.Fold(f) // two selects may have become one minimum
	}
	return changed
}

// ifconvertUpTo converts branches whose sides are up to limit operations.
func ifconvertUpTo(f *ir.Func, limit int) bool {
	changed := false
	for again := true; again; {
		again = false
		for _, b := range f.Blocks {
			if b.Kind == ir.BlockIf && convertBranch(b, limit) {
				again, changed = true, true
			}
		}
		if again {
			f.ElimCopies()
			f.RemoveUnreachable()
		}
	}
	return changed
}

// maxSpeculated is the maximum number of operations that may be computed although their result is not needed.
const maxSpeculated = 6

func convertBranch(b *ir.Block, limit int) bool {
	yes, no := b.Succs[0], b.Succs[1]
	side := func(s *ir.Block) *ir.Block { // returns the successor of a convertible side
		if len(s.Preds) != 1 || s.Kind != ir.BlockJump || s.Loop != nil || s == b {
			return nil
		}
		n := 0
		for _, v := range s.Walk() {
			if !v.Op.Is(ir.FlagElementwise) || v.Op.Is(ir.FlagPartial) {
				return nil
			}
			switch v.Op {
			case ir.OpDiv, ir.OpSqrt:
				n += 4
			default:
				if v.Op.Is(ir.FlagMath) {
					n += maxSpeculated
				}
				n++
			}
		}
		if n > limit {
			return nil
		}
		return s.Succs[0]
	}
	if predictable(b.Likely) {
		return false
	}
	var join, fromYes, fromNo *ir.Block
	switch y, n := side(yes), side(no); {
	case y != nil && y == n:
		join, fromYes, fromNo = y, yes, no
	case y != nil && y == no:
		join, fromYes, fromNo = no, yes, b
	case n != nil && n == yes:
		join, fromYes, fromNo = yes, b, no
	default:
		return false
	}
	if join == b || join.Loop != nil {
		return false // a back edge or a loop's entry
	}
	for _, phi := range join.Phis() {
		if phi.Type.Elem == ir.Ptr {
			return false
		}
	}
	if keepsRecord(b.Control, join, fromYes, fromNo) {
		return false
	}
	for _, s := range []*ir.Block{fromYes, fromNo} {
		if s == b {
			continue
		}
		b.Absorb(s)
	}
	cond := b.Control
	iy, in := join.PredIndex(fromYes), join.PredIndex(fromNo)
	merged := make([]*ir.Value, len(join.Phis()))
	for i, phi := range join.Phis() {
		if phi.Args[iy] == phi.Args[in] {
			merged[i] = phi.Args[iy]
			continue
		}
		merged[i] = b.New(ir.OpSelect, phi.Type, phi.Pos, cond, phi.Args[iy], phi.Args[in])
		merged[i].FP = phi.FP
		merged[i].SetGuess(b.Likely)
	}
	// One edge from b to the join replaces the two.
	join.RemovePred(fromYes)
	join.RemovePred(fromNo)
	for _, s := range []*ir.Block{fromYes, fromNo} {
		if s != b {
			s.Abandon()
		}
	}
	b.SetSuccs()
	b.SetJump(join)
	for i, phi := range join.Phis() {
		phi.AddArg(merged[i])
	}
	return true
}

// predictable reports whether a branch is known to go one way so often that skipping the other side saves more than
// mispredictions cost: one in a thousand, times fifteen cycles, is less than an operation. The vectorizer branches
// around operations that hardly any lane needs, which it cannot do with selects.
func predictable(likely ir.Likely) bool {
	p, known := likely.P()
	return known && min(p, 1-p) <= 0.002
}

// keepsRecord reports whether the branch updates several values of a loop when one of them is exceeded:
//
//	if x[i] > most { most, at = x[i], i }
//
// A record is seldom exceeded, so the branch is predicted well. Selects would put comparison and select on the critical
// path from each iteration to the next. (With one value it is a minimum or maximum, which is an operation of its own.)
func keepsRecord(cond *ir.Value, join, fromYes, fromNo *ir.Block) bool {
	if !cond.Op.IsCompare() {
		return false
	}
	iy, in := join.PredIndex(fromYes), join.PredIndex(fromNo)
	carried := func(v *ir.Value) bool { return v.Op == ir.OpPhi && v.Block.Loop != nil }
	updated, compared := 0, false
	for _, phi := range join.Phis() {
		y, n := phi.Args[iy], phi.Args[in]
		if y == n || !carried(y) && !carried(n) {
			continue
		}
		updated++
		for _, a := range cond.Args {
			compared = compared || carried(a) && (a == y || a == n)
		}
	}
	return compared && updated > 1
}
