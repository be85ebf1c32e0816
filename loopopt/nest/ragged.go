package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// raggedRows looks whether the inner count can be computed from the number of the row, and for a bound of it. Only
// requests have that done: iterations that test and do nothing may be many.
func (x *interchanger) raggedRows() bool {
	n := &analysis.NestBounds{SE: x.se, Nest: x.outer, At: x.outer.Preheader}
	most := n.Bound(x.innerTrips, true)
	if !x.asked || len(x.sums) > 0 || most == nil || n.Magnitude(most) >= 1<<62 || !x.computable(x.innerTrips) {
		return false
	}
	x.first, x.ragged = most, true
	return true
}

// computable says whether rowAt can compute e.
func (x *interchanger) computable(e analysis.Expr) bool {
	if x.se.Invariant(e, x.outer) {
		return true
	}
	switch e.Kind {
	case analysis.Sum, analysis.MinS, analysis.MaxS:
		for _, a := range e.Args {
			if !x.computable(a) {
				return false
			}
		}
		return e.Elem == ir.I64
	case analysis.AddRec:
		return e.Elem == ir.I64 && e.Loop == x.outer && x.se.Invariant(e.Start(), x.outer)
	}
	return false
}

// rowAt computes in b what e is in iteration k of the old outer loop.
func (x *interchanger) rowAt(b *ir.Block, e analysis.Expr, k *ir.Value) *ir.Value {
	pre := x.outer.Preheader
	if x.se.Invariant(e, x.outer) {
		return x.se.Expand(e, pre)
	}
	op := func(op ir.Op, v, w *ir.Value) *ir.Value { return b.New(op, ir.TI64, x.pos, v, w) }
	times := func(v *ir.Value, n int64) *ir.Value {
		if n == 1 {
			return v
		}
		return op(ir.OpMul, v, x.f.ConstInt(ir.TI64, n))
	}
	switch e.Kind {
	case analysis.MinS:
		return op(ir.OpMinS, x.rowAt(b, e.Args[0], k), x.rowAt(b, e.Args[1], k))
	case analysis.MaxS:
		return op(ir.OpMaxS, x.rowAt(b, e.Args[0], k), x.rowAt(b, e.Args[1], k))
	case analysis.AddRec:
		return op(ir.OpAdd, x.se.Expand(e.Start(), pre), op(ir.OpMul, k, x.se.Expand(e.Step(), pre)))
	}
	v := x.f.ConstInt(ir.TI64, e.Val)
	for i, a := range e.Args {
		v = op(ir.OpAdd, v, times(x.rowAt(b, a, k), e.Coef[i]))
	}
	return v
}
