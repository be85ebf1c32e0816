package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Prices of single operations do not see where instructions do several: multiply what they extend, shift and narrow. An
// operation on what nothing else uses, which is an extension or has such operands itself, costs what the two take together,
// less what the operands have been priced at.
//
//	Mul (ZExt a) (ZExt b)      UMULL: as many instructions as it has registers, less as many for each of the extensions
//	TruncI (MinS (MaxS (Add (SExt a) (SExt b)) lo) hi)      VPADDSW, SQADD

// joined is the price of r on top of its operands', and false if there is nothing to look at.
func (c *coster) joined(r *Recipe) (float64, bool) {
	if !c.joinsAny(r) {
		return 0, false
	}
	e, parts := c.expr(r, exprDepth)
	k := c.t.ExprCost(&e)
	if !k.Legal {
		return 0, false
	}
	n := float64(k.Uops)
	for _, a := range parts {
		x, _ := c.expr(a, exprDepth-1)
		n -= float64(c.t.ExprCost(&x).Uops)
	}
	return n, true
}

// exprDepth is how many operations deep an expression is looked at: a sum of extensions, kept within bounds and narrowed. As deep
// as any that joins lets through, so that the prices of its parts cancel out.
const exprDepth = 5

// expr is r as an expression of that many levels, and the operands that are part of it.
func (c *coster) expr(r *Recipe, depth int) (e tti.Expr, parts []*Recipe) {
	e = tti.Expr{Op: r.V.Op, Type: c.vec(r), Args: make([]tti.Expr, 0, len(r.V.Args))}
	for i, a := range r.V.Args {
		ra := r.Args[i]
		switch {
		case a.IsConst() && a.Type.Elem.IsInt():
			e.Args = append(e.Args, tti.Expr{Op: ir.OpConst, Type: e.Type, Const: a.Int()})
		case depth > 1 && c.joins(r, ra): // as joinsAny asks
			x, _ := c.expr(ra, depth-1)
			e.Args = append(e.Args, x)
			parts = append(parts, ra)
		default:
			t := c.vec(ra)
			if ra.Kind == Invariant && !isConversion(r.V.Op) {
				t = e.Type
			}
			e.Args = append(e.Args, tti.Expr{Type: t})
		}
	}
	return e, parts
}

// joinsAny says whether instructions may do r together with any of its operands, so that it has parts as an expression.
func (c *coster) joinsAny(r *Recipe) bool {
	for i, a := range r.V.Args {
		if !(a.IsConst() && a.Type.Elem.IsInt()) && c.joins(r, r.Args[i]) {
			return true
		}
	}
	return false
}

// joins says whether instructions may do r together with its operand a, of which nothing else makes use.
func (c *coster) joins(r, a *Recipe) bool {
	if a.Kind != Widen || a.V.Uses != 1 || a.Elem == ir.Bool || a.Mask != nil || isConversion(a.V.Op) && c.vec(a) == c.vec(a.Args[0]) {
		return false
	}
	switch r.V.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAbs:
		if (a.V.Op == ir.OpZExt || a.V.Op == ir.OpSExt) && a.Args[0].Elem != ir.Bool {
			return true
		}
		if a.V.Op == ir.OpMul || a.V.Op == ir.OpAbs || a.V.Op == ir.OpSub && r.V.Op == ir.OpAbs {
			for _, b := range a.Args {
				if c.joins(a, b) {
					return true
				}
			}
		}
	case ir.OpTruncI:
		return (a.V.Op == ir.OpShrU || a.V.Op == ir.OpShrS || isBound(a.V)) && a.V.Args[1].IsConst()
	case ir.OpMinS, ir.OpMaxS:
		return isBound(r.V) && (isBound(a.V) && a.V.Op != r.V.Op || (a.V.Op == ir.OpAdd || a.V.Op == ir.OpSub) && c.joins(a, a.Args[0]) && c.joins(a, a.Args[1]))
	case ir.OpShrU, ir.OpShrS:
		return r.V.Args[1].IsConst() && a.V.Op == ir.OpAdd && a.V.Args[1].IsConst()
	}
	return false
}

// isBound says whether v is at most or at least a constant.
func isBound(v *ir.Value) bool {
	return (v.Op == ir.OpMinS || v.Op == ir.OpMaxS) && v.Args[1].IsConst()
}

// isConversion says whether op makes integers larger or smaller.
func isConversion(op ir.Op) bool { return op == ir.OpZExt || op == ir.OpSExt || op == ir.OpTruncI }
