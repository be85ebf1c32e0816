package scalar

import (
	"fmt"
	"math"
	"slices"

	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
)

// PrepareMath brings the SSA of a function of package mathlib, as the frontend made it, into the form that expandmath
// inserts: simplified, without checks and, if straight is set, a single block. It returns an error if that is not
// possible. Mathlib's generator calls it.
func PrepareMath(f *ir.Func, straight bool) error {
	steps := []func(*ir.Func) bool{SimplifyCFG, fold.Fold, CSE}
	if straight {
		steps = append(steps, straighten)
	} else {
		steps = append(steps, IfConvert)
	}
	steps = append(steps, SimplifyCFG, CanonicalLoops, Rotate, SimplifyCFG, fold.Fold, CSE, CanonicalLoops, LICM, CheckElim,
		SimplifyCFG, fold.Fold, SimplifyCFG, DCE)
	for _, s := range steps {
		s(f)
	}
	f.Arrange(f.ReversePostorder())
	for v := range ir.Values(f.Blocks) {
		switch {
		case v.Op == ir.OpCheck:
			return fmt.Errorf("%s: a check is left: %s: mask the index or bound the operand", f.Name,
				v.LongString())
		case v.Op == ir.OpLocalPtr:
			return fmt.Errorf("%s: a local array is left in memory: index it by constants", f.Name)
		case v.Op.Is(ir.FlagMath) || v.Op.Is(ir.FlagPartial) && straight:
			return fmt.Errorf("%s: %s has no place here: all lanes compute it", f.Name, v.LongString())
		case v.FP != 0:
			return fmt.Errorf("%s: %s has floating-point permissions", f.Name, v.LongString())
		}
	}
	if straight && len(f.Blocks) > 1 {
		return fmt.Errorf("%s: %d blocks are left: write it without loops, and if statements that only assign", f.Name,
			len(f.Blocks))
	}
	return f.Verify()
}

// straighten converts all branches to selects, innermost branches first.
func straighten(f *ir.Func) bool {
	changed := false
	for again := true; again; {
		again = ifconvertUpTo(f, math.MaxInt)
		for _, b := range f.Blocks {
			again = b.Kind == ir.BlockIf && joinConditions(b) || again
		}
		f.RemoveUnreachable()
		SimplifyCFG(f)
		changed = changed || again
	}
	return changed
}

// joinConditions merges two branches that share a successor, as || and && leave them. It is the inverse of
// shortcircuit.
//
//	b: if c goto t else r; r: if d goto t else e        b: if c | d goto t else e
func joinConditions(b *ir.Block) bool {
	for at, r := range b.Succs {
		t := b.Succs[1-at]
		if len(r.Preds) != 1 || r.Kind != ir.BlockIf || r == t || r.SuccIndex(t) < 0 || t.Loop != nil {
			continue
		}
		if slices.ContainsFunc(r.Values, func(v *ir.Value) bool {
			return !v.Op.Is(ir.FlagElementwise) || v.Op.Is(ir.FlagPartial)
		}) {
			continue
		}
		e := r.Succs[1-r.SuccIndex(t)]
		b.Absorb(r)
		not := func(c *ir.Value, negate bool) *ir.Value {
			if negate {
				return b.New(ir.OpNot, ir.TBool, c.Pos, c)
			}
			return c
		}
		first := not(b.Control, at == 0)          // goes to t from b
		second := not(r.Control, r.Succs[0] == e) // goes to t from r
		fromB, fromR := t.PredIndex(b), t.PredIndex(r)
		for _, phi := range t.Phis() {
			if x, y := phi.Args[fromB], phi.Args[fromR]; x != y {
				phi.SetArg(fromB, b.New(ir.OpSelect, phi.Type, phi.Pos, first, x, y))
			}
		}
		t.RemovePred(r)
		e.ReplacePred(r, b)
		b.SetControl(b.New(ir.OpOr, ir.TBool, b.Control.Pos, first, second))
		b.SetSuccs(t, e)
		b.Likely = ir.NoGuess
		r.Abandon()
		return true
	}
	return false
}
