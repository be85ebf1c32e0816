package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/loopopt/ir"
)

// Sums, differences and products of lanes that are extended to at least four times their size fit in twice the
// size. Widening instructions compute them at that size, and only the result is extended further:
//
//	Sub <i32x16> (ZExt a) (ZExt b)     a and b of bytes
//
//	usubl, usubl2     2 registers of 16-bit lanes
//	sxtl, sxtl2       4 of 32-bit lanes; extending a and b would have taken 12, and the differences 4
//
// Adding to an accumulator also extends (UADDW), so the final extension of a sum of products is part of that
// addition.

// lengthens reports whether x, which is being lowered or deferred, is such an operation.
func (l selector) lengthens(x *ir.Value) bool {
	t := x.Type
	if !t.IsVector() || t.Elem.IsFloat() || t.Elem.Size() < 4 {
		return false
	}
	args := x.Args
	switch x.Op {
	case ir.OpAbs:
		d := args[0]
		if d.Op != ir.OpSub || !l.IsDeferred(d) || d.Args[0].Op != d.Args[1].Op {
			return false
		}
		args = d.Args
	case ir.OpAdd, ir.OpSub, ir.OpMul:
	default:
		return false
	}
	return l.quarter(args[0], t) && args[1].Op != ir.OpConst && l.quarter(args[1], t) &&
		args[0].Args[0].Type == args[1].Args[0].Type
}

// addend returns the index of the operand of v that a widening addition or subtraction extends from half the lane
// size. That operand must be an extension from a smaller size than half. It returns -1 if there is none.
func (l selector) addend(v *ir.Value) int {
	if v.Type.IsVector() && !v.Type.Elem.IsFloat() {
		switch {
		case v.Op != ir.OpAdd && v.Op != ir.OpSub:
		case l.quarter(v.Args[1], v.Type):
			return 1
		case v.Op == ir.OpAdd && l.quarter(v.Args[0], v.Type):
			return 0
		}
	}
	return -1
}

// quarter reports whether x is an extension from at most a quarter of t's element size and has no other use.
func (l selector) quarter(x *ir.Value, t ir.Type) bool {
	return (x.Op == ir.OpZExt || x.Op == ir.OpSExt) && x.Args[0].Type.Elem.IsInt() &&
		4*x.Args[0].Type.Elem.Size() <= t.Elem.Size() &&
		l.IsDeferred(x)
}

// direct reports whether v is best lowered in its present form.
func (l selector) direct(v *ir.Value) bool {
	if l.lengthens(v) {
		return false
	}
	if v.Op == ir.OpAdd || v.Op == ir.OpSub {
		for _, a := range v.Args {
			if l.IsDeferred(a) && l.lengthens(a) {
				return false
			}
		}
	}
	return l.addend(v) < 0
}

// lengthened returns x as the extension of an operation on lanes of twice its operands' size, both deferred.
func (l selector) lengthened(x *ir.Value) *ir.Value {
	later := l.later
	d := x
	if x.Op == ir.OpAbs {
		d = x.Args[0]
	}
	a, b := d.Args[0], d.Args[1]
	mid := x.Type.WithElem(ir.IntElem(2 * a.Args[0].Type.Elem.Size()))
	m := later(d.Op, mid, later(a.Op, mid, a.Args[0]), later(b.Op, mid, b.Args[0]))
	op := ir.OpSExt // sums and differences have one bit more than their operands: the sign, or the bit below it
	if x.Op == ir.OpAbs {
		m = later(x.Op, mid, m)
	}
	if x.Op == ir.OpMul && a.Op == ir.OpZExt && b.Op == ir.OpZExt {
		op = ir.OpZExt // (2^n - 1)^2 needs all bits; with a signed factor, the product is within -2^(2n-1) and 2^(2n-1)
	}
	return later(op, x.Type, m)
}

// later returns a new deferred operation.
func (l selector) later(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	v := l.Make(op, t, args...)
	l.Reps[v.ID].State = lower.RepDeferred
	return v
}

// lengthen lowers operations that are not direct.
func (l selector) lengthen(v *ir.Value) (lower.Rep, bool) {
	if !v.Type.IsVector() || l.direct(v) {
		return lower.Rep{}, false
	}
	if l.lengthens(v) {
		return l.Rep(l.lengthened(v)), true
	}
	args := [2]*ir.Value{v.Args[0], v.Args[1]}
	for i, a := range args {
		if l.IsDeferred(a) && l.lengthens(a) {
			args[i] = l.lengthened(a)
		}
	}
	if i := l.addend(v); i >= 0 && args == [2]*ir.Value{v.Args[0], v.Args[1]} {
		x := args[i]
		half := v.Type.WithElem(ir.IntElem(v.Type.Elem.Size() / 2))
		args[i] = l.later(x.Op, v.Type, l.later(x.Op, half, x.Args[0]))
	}
	return l.Rep(l.Make(v.Op, v.Type, args[0], args[1])), true
}

// sums lowers additions that rules do not handle: an increment under a condition, sums of lanes in order, complex
// sums, and additions into wider lanes.
func (l selector) sums(v *ir.Value) (lower.Rep, bool) {
	if x, holds := l.Counted(v); holds != nil {
		r := l.Scalar(x) // first: making it may change the flags
		return l.One(l.insCC(arm64.CINC, max(4, v.Type.Elem.Size()), l.cond(holds), r)), true
	}
	if out, ok := l.sumInOrder(v); ok {
		return out, true
	}
	if out, ok := l.complexSum(v); ok {
		return out, true
	}
	return l.lengthen(v)
}
