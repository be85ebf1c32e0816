package frontend

import (
	"go/ast"
	"go/token"
	"math"

	"hotloop/loopopt/ir"
)

// resize converts an integer to another width. It folds constants, because indices and shift counts are mostly
// constant and later stages test for that.
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

// conversion builds T(x). A conversion of a float to its own type is an explicit rounding; the spec forbids fusing
// across it.
func (b *builder) conversion(e *ast.CallExpr) val {
	to := b.typeOf(b.info.Type(e), e.Pos())
	x := b.expr(e.Args[0])
	from := x.t
	r := val{t: to}
	switch {
	case from.isComplex() && to.isComplex() && from != to:
		return b.convertComplex(x, to, e.Pos())
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
		b.round(e.Args[0], x.v)
	case to.elem == ir.F64:
		r.v = b.new(ir.OpFExt, to.ir(), e.Pos(), x.v)
	default:
		r.v = b.new(ir.OpFTrunc, to.ir(), e.Pos(), x.v)
	}
	return r
}

// intToFloat converts with one rounding. Integers narrower than 32 bits are widened first, which is exact.
func (b *builder) intToFloat(x val, to typ, pos token.Pos) *ir.Value {
	if x.t.elem.Bits() < 32 {
		return b.new(ir.OpSIToF, to.ir(), pos, b.resize(x, ir.I32, pos))
	}
	if x.t.unsigned {
		return b.new(ir.OpUIToF, to.ir(), pos, x.v)
	}
	return b.new(ir.OpSIToF, to.ir(), pos, x.v)
}

// floatToInt matches the code of the Go compiler, also for values out of range, where the spec leaves the result
// open. Narrow types are converted via int32. For uint32 and uint64, Semantics selects the method.
func (b *builder) floatToInt(x val, to typ, pos token.Pos) *ir.Value {
	if to.unsigned && to.elem.Bits() >= 32 {
		return b.floatToUint(x, to.elem, pos)
	}
	via := ir.I32
	if to.elem == ir.I64 {
		via = ir.I64
	}
	v := b.new(ir.OpFToSI, ir.Scalar(via), pos, x.v)
	return b.resize(val{t: typ{elem: via}, v: v}, to.elem, pos)
}

// floatToUint builds the conversion that ir.UintConv selects. Every operation is total, so both sides of a choice
// are computed.
func (b *builder) floatToUint(x val, e ir.Elem, pos token.Pos) *ir.Value {
	way := b.opts.Semantics.Uint64
	if e == ir.I32 {
		way = b.opts.Semantics.Uint32
	}
	// These are steps of one conversion and not arithmetic of the program, so they carry no flags.
	op := func(o ir.Op, t ir.Type, args ...*ir.Value) *ir.Value { return b.cur.New(o, t, ir.Pos(pos), args...) }
	t, ft := ir.Scalar(e), x.t.ir()
	narrow := func(v *ir.Value) *ir.Value { return b.resize(val{t: tInt, v: v}, e, pos) }
	zero := b.f.ConstInt(ir.TI64, 0)
	switch {
	case way == ir.UintTruncate:
		return narrow(op(ir.OpFToSI, ir.TI64, x.v))
	case way == ir.UintSaturate && e == ir.I32:
		v := op(ir.OpMaxS, ir.TI64, op(ir.OpFToSI, ir.TI64, x.v), zero)
		return narrow(op(ir.OpMinS, ir.TI64, v, b.int(math.MaxUint32)))
	}
	half := b.f.ConstFloat(ft, math.Ldexp(1, e.Bits()-1))
	top := b.f.Const(t, 1<<(e.Bits()-1))
	low := op(ir.OpFToSI, t, x.v)
	high := op(ir.OpFToSI, t, op(ir.OpSub, ft, x.v, half))
	switch way {
	case ir.UintSaturate: // FToSI saturates on targets with this method and converts NaN to 0
		return op(ir.OpSelect, t, op(ir.OpLe, ir.TBool, half, x.v), op(ir.OpOr, t, high, top),
			op(ir.OpMaxS, t, low, zero))
	case ir.UintXor:
		high = op(ir.OpXor, t, high, top)
	default:
		high = op(ir.OpOr, t, high, top)
	}
	v := op(ir.OpSelect, t, op(ir.OpLt, ir.TBool, x.v, half), low, high)
	if way == ir.UintClamp {
		v = op(ir.OpSelect, t, op(ir.OpLt, ir.TBool, x.v, b.f.Const(ft, 0)), b.f.Const(t, 0), v)
	}
	return v
}
