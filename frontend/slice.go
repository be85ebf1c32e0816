package frontend

import (
	"go/ast"

	"hotloop/loopopt/ir"
)

// sliceExpr computes s[low:high]. gc computes the bounds before s, checks high against the capacity, then low against
// high. The address of an empty tail may lie one past the end; it is never used.
func (b *builder) sliceExpr(e *ast.SliceExpr) val {
	if e.Slice3 {
		b.refuse(e.Pos(), "a slice expression with a capacity", "s[low:high]")
		return b.zero(tInt)
	}
	b.hoist(e.X, false)
	var lo, hi val
	if e.Low != nil {
		lo = b.top(e.Low)
	}
	if e.High != nil {
		hi = b.top(e.High)
	}
	s := b.expr(e.X)
	if !s.t.slice {
		if len(b.errs) == 0 {
			b.refuse(e.Pos(), "a slice of something that is no slice", "a slice of a slice parameter")
		}
		return b.zero(tInt)
	}
	low, high := b.int(0), s.len
	if e.High != nil {
		high = b.toInt64(hi, e.High.Pos())
		cond := b.new(ir.OpLeU, ir.TBool, e.Pos(), high, s.cap)
		b.check(ir.SiteSliceCap, e.Pos(), hi.t.unsigned, cond, high, s.cap)
	}
	if e.Low != nil {
		low = b.toInt64(lo, e.Low.Pos())
		cond := b.new(ir.OpLeU, ir.TBool, e.Pos(), low, high)
		b.check(ir.SiteSliceB, e.Pos(), lo.t.unsigned, cond, low, high)
	}
	if low.IsConstInt(0) {
		s.len = high
		return s
	}
	p := b.new(ir.OpPtrAdd, ir.TPtr, e.Pos(), s.v, low)
	p.Scale = int32(s.t.elem.Size())
	return val{t: s.t, v: p, len: b.new(ir.OpSub, ir.TI64, e.Pos(), high, low), cap: b.new(ir.OpSub, ir.TI64, e.Pos(), s.cap, low)}
}
