package scalar

import (
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
)

// Ifconvert computes both sides of a small branch and selects.
//
// Before:
//
//	if a < b { m = a } else { m = b }
//
// After:
//
//	m = a < b ? a : b
//
// Legal if both sides do nothing but compute values that are defined for all arguments.
// Pays if the sides are a few operations: a select costs a cycle, a branch that is predicted wrongly fifteen. Not where
// the branch keeps a record, see keepsRecord, nor where it is known to go one way nearly always, see predictable.
// Reads nothing; leaves nothing.
// Remarks: none.
func Ifconvert(f *ir.Func) bool {
	changed := threadBranches(f) // which would be selects of constants
	for ifconvertUpTo(f, maxSpeculated) {
		changed = true
		if !Simplify(f) { // the end of a branch in an arm of another is part of that arm: if … else if …
			break
		}
		fold.Func(f) // two selects may have become one minimum
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

// maxSpeculated is the number of operations that may be computed in vain.
const maxSpeculated = 6

func convertBranch(b *ir.Block, limit int) bool {
	yes, no := b.Succs[0], b.Succs[1]
	side := func(s *ir.Block) *ir.Block { // where a convertible side leads
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

// predictable says whether a branch is known to go one way so often that what it keeps from being computed is worth more
// than its wrong predictions: one of a thousand times fifteen cycles is less than an operation. The vectorizer branches
// round what hardly any lane does, which it cannot do with selects.
func predictable(odds ir.Likely) bool {
	p, known := odds.P()
	return known && min(p, 1-p) <= 0.002
}

// keepsRecord says whether the branch updates several values of a loop if one of them is beaten:
//
//	if x[i] > most { most, at = x[i], i }
//
// A record is beaten seldom, so the branch is predicted well, while selects would put comparison and select between
// each iteration and the next. (With one value it is a minimum or maximum, which is an operation of its own.)
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
