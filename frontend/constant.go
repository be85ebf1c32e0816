package frontend

import (
	"go/constant"
	"math"

	"hotloop/loopopt/ir"
)

// zero returns the zero value of t: nil, the empty string, or all parts zero. An aggregate with too many leaves
// has neither leaves nor mem, which means all zeros.
func (b *builder) zero(t typ) val {
	x := val{t: t}
	switch {
	case t.isFunc():
	case t.slice:
		// The address of a nil slice is never used, because its length is 0.
		x.v, x.len, x.cap = b.nowhere(), b.int(0), b.int(0)
	case t.kind == stringKind:
		x.v, x.len = b.nowhere(), b.int(0)
	case t.kind == pointerKind:
		x.v, x.nonNil = b.nowhere(), b.f.ConstBool(ir.TBool, false)
	case t.isAggregate():
		if t.of.scalar <= maxLeaves {
			x.leaves = make([]*ir.Value, len(t.of.leaves))
			for i, l := range t.of.leaves {
				x.leaves[i] = b.nothing(l.t.ir())
			}
		}
	default:
		x.v = b.f.Const(t.ir(), 0)
	}
	return x
}

// nowhere returns an address that is never read. It is a table, because constants cannot be addresses.
func (b *builder) nowhere() *ir.Value {
	return b.f.Arg(ir.OpTablePtr, b.f.NewTable(ir.Table{Name: "nil", Elem: ir.I8}))
}

// int returns n as a Go int, which is 64 bits wide on all targets.
func (b *builder) int(n int64) *ir.Value { return b.f.ConstInt(ir.TI64, n) }

// constant returns c as a value of type t, or nil if t cannot represent it.
func (b *builder) constant(c constant.Value, t typ) *ir.Value {
	if bits, ok := constantBits(c, t); ok {
		return b.f.Const(t.ir(), bits)
	}
	return nil
}

// constantBits returns the bits of c as a value of type t. It reports false if t cannot represent c.
func constantBits(c constant.Value, t typ) (bits uint64, ok bool) {
	switch {
	case t.elem == ir.Bool:
		if c.Kind() == constant.Bool && constant.BoolVal(c) {
			bits = 1
		}
		return bits, c.Kind() == constant.Bool
	case t.elem.IsFloat():
		c = constant.ToFloat(c)
		if c.Kind() != constant.Float && c.Kind() != constant.Int {
			return 0, false
		}
		if t.elem == ir.F32 {
			x, _ := constant.Float32Val(c)
			return uint64(math.Float32bits(x)), true
		}
		x, _ := constant.Float64Val(c)
		return math.Float64bits(x), true
	case t.elem.IsInt():
		c = constant.ToInt(c)
		if c.Kind() != constant.Int {
			return 0, false
		}
		if n, exact := constant.Int64Val(c); exact {
			bits = ir.Truncate(t.elem, uint64(n))
			return bits, t.unsigned && n >= 0 && uint64(n) == bits || !t.unsigned && ir.SignExtend(t.elem, bits) == n
		}
		if n, exact := constant.Uint64Val(c); exact && t.unsigned && t.elem == ir.I64 {
			return n, true
		}
	}
	return 0, false
}
