package frontend

import (
	"go/ast"
	"go/token"

	"hotloop/loopopt/ir"
)

// resize converts an integer to another width.
func (b *builder) resize(x val, e ir.Elem, pos token.Pos) *ir.Value {
	from, to := x.t.elem.Bits(), e.Bits()
	t := ir.Scalar(e)
	switch {
	case from == to:
		return x.v
	case x.v.IsConst() && x.t.unsigned:
		return b.f.Const(t, uint64(x.v.AuxInt))
	case x.v.IsConst():
		return b.f.ConstInt(t, x.v.Int())
	case from > to:
		return b.new(ir.OpTruncI, t, pos, x.v)
	case x.t.unsigned:
		return b.new(ir.OpZExt, t, pos, x.v)
	}
	return b.new(ir.OpSExt, t, pos, x.v)
}

// conversion computes T(x).
func (b *builder) conversion(e *ast.CallExpr) val {
	to := b.typeOf(b.info.Types[e].Type, e.Pos())
	x := b.expr(e.Args[0])
	from := x.t
	r := val{t: to}
	switch {
	case !from.isScalar() || !to.isScalar():
		return b.convertCompound(x, to, e.Pos())
	case from.elem == ir.Bool || to.elem == ir.Bool:
		if from.elem != to.elem {
			b.wrong(e.Pos())
			return b.zero(to)
		}
		r.v = x.v
	case from.elem.IsInt() && to.elem.IsInt():
		r.v = b.resize(x, to.elem, e.Pos())
	case from.elem.IsInt():
		r.v = b.intToFloat(x, to, e.Pos())
	case to.elem.IsInt():
		r.v = b.floatToInt(x, to, e.Pos())
	case from.elem == to.elem:
		r.v = x.v
		unfusable(x.v)
	case to.elem == ir.F64:
		r.v = b.new(ir.OpFExt, to.ir(), e.Pos(), x.v)
	default:
		r.v = b.new(ir.OpFTrunc, to.ir(), e.Pos(), x.v)
	}
	return r
}

// intToFloat rounds once, from an integer wide enough for the machine: small ones are widened first, exactly.
func (b *builder) intToFloat(x val, to typ, pos token.Pos) *ir.Value {
	if x.t.elem.Bits() < 32 {
		return b.new(ir.OpSIToF, to.ir(), pos, b.resize(x, ir.I32, pos))
	}
	if x.t.unsigned {
		return b.new(ir.OpUIToF, to.ir(), pos, x.v)
	}
	return b.new(ir.OpSIToF, to.ir(), pos, x.v)
}
