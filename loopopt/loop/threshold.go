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
	if !v.Op.IsCompare() || !v.Args[0].Type.Elem.IsInt() || v.Args[0].Type.Lanes != 1 {
		return t, false
	}
	a, b := se.Of(v.Args[0]), se.Of(v.Args[1])
	less := below
	if a.Kind != analysis.AddRec || a.Loop != l {
		a, b, less = b, a, above
	}
	if a.Kind != analysis.AddRec || a.Loop != l || !se.Invariant(b, l) || !se.NoSignedWrap(a) {
		return t, false
	}
	step, ok := se.IsConst(a.Step())
	if !ok || step == 0 || step > maxThresholdStep || step < -maxThresholdStep {
		return t, false
	}
	t = threshold{rec: a, bound: b, step: step}
	switch v.Op {
	case ir.OpLtU, ir.OpLeU:
		// Of what is not negative on either side, unsigned order is signed order.
		if lo, _ := se.Range(a); lo < 0 || !se.KnownNonNegative(b) {
			return t, false
		}
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
	return t, true
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
