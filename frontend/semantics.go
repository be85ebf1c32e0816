package frontend

import (
	"go/token"
	"math"

	"hotloop/loopopt/ir"
)

// floatToInt does what gc's code does, also for values out of range, where the spec leaves the result open: the narrow
// kinds go through int32; for uint32 and uint64 the Semantics name the way.
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

// floatToUint spells the ways of ir.UintConv out. As every operation is total, both sides of a choice are computed.
func (b *builder) floatToUint(x val, e ir.Elem, pos token.Pos) *ir.Value {
	way := b.opts.Semantics.Uint64
	if e == ir.I32 {
		way = b.opts.Semantics.Uint32
	}
	// These are steps of one conversion, not arithmetic of the program: no flags.
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
	case ir.UintSaturate: // FToSI saturates where this way is taken, and makes 0 of a NaN
		return op(ir.OpSelect, t, op(ir.OpLe, ir.TBool, half, x.v), op(ir.OpOr, t, high, top), op(ir.OpMaxS, t, low, zero))
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
