package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// order is a set of the ways in which a loop's variable may compare with a bound.
type order uint8

const (
	below order = 1 << iota
	equal
	above
)

// threshold is a comparison of a variable that walks evenly with an invariant bound: what peeling and splitting decide
// for a part of the iterations.
type threshold struct {
	rec, bound analysis.Expr // of one element kind; rec wraps nowhere
	step       int64
	if_        order // in which cases it is true
}

// maxThresholdStep bounds the steps, so that the next value after a bound stays in 64 bits.
const maxThresholdStep = 1 << 20

// thresholdOf is v as a threshold of the loop l.
func thresholdOf(se *analysis.SCEV, l *analysis.Loop, v *ir.Value) (t threshold, ok bool) {
	if !v.Op.IsCompare() {
		return t, false
	}
	less := below
	if walker(se, l, v) == 1 {
		less = above
	}
	switch v.Op {
	case ir.OpLtS, ir.OpLtU:
		t.if_ = less
	case ir.OpLeS, ir.OpLeU:
		t.if_ = less | equal
	case ir.OpEq:
		t.if_ = equal
	case ir.OpNe:
		t.if_ = below | above
	default:
		return t, false
	}
	return t, t.operands(se, l, v, v.Op == ir.OpLtU || v.Op == ir.OpLeU)
}

// clampOf is v, the smaller or the larger of a variable that walks evenly and an invariant bound, as a threshold: it is
// the variable where that is true.
func clampOf(se *analysis.SCEV, l *analysis.Loop, v *ir.Value) (t threshold, ok bool) {
	switch v.Op {
	case ir.OpMinS, ir.OpMinU:
		t.if_ = below | equal
	case ir.OpMaxS, ir.OpMaxU:
		t.if_ = above | equal
	default:
		return t, false
	}
	return t, t.operands(se, l, v, v.Op == ir.OpMinU || v.Op == ir.OpMaxU)
}

// walker is the operand of v that walks with the loop: 0 or 1.
func walker(se *analysis.SCEV, l *analysis.Loop, v *ir.Value) int {
	if a := se.Of(v.Args[0]); a.Kind == analysis.AddRec && a.Loop == l {
		return 0
	}
	return 1
}

// operands finds what v compares; not ok if it is nothing that walks evenly and a bound.
func (t *threshold) operands(se *analysis.SCEV, l *analysis.Loop, v *ir.Value, unsigned bool) bool {
	if !v.Args[0].Type.Elem.IsInt() || v.Args[0].Type.Lanes != 1 {
		return false
	}
	at := walker(se, l, v)
	a, b := se.Of(v.Args[at]), se.Of(v.Args[1-at])
	if a.Kind != analysis.AddRec || a.Loop != l || !se.Invariant(b, l) || !se.NoSignedWrap(a) {
		return false
	}
	step, ok := se.IsConst(a.Step())
	if !ok || step == 0 || step > maxThresholdStep || step < -maxThresholdStep {
		return false
	}
	t.rec, t.bound, t.step = a, b, step
	if unsigned { // of what is not negative on either side, unsigned order is signed order
		lo, _ := se.Range(a)
		return lo >= 0 && se.KnownNonNegative(b)
	}
	return true
}

// once says whether the threshold is about one value of the variable, which it comes to once at most.
func (t *threshold) once() bool { return t.if_ == equal || t.if_ == below|above }

// holds says whether it is true where the variable is so far above the bound.
func (t *threshold) holds(above int64) bool { return t.if_&sign(above) != 0 }

func sign(x int64) order {
	switch {
	case x < 0:
		return below
	case x > 0:
		return above
	}
	return equal
}
