package fold

import (
	"hotloop/loopopt/bitwise"
	"hotloop/loopopt/ir"
)

// foldBitwise makes one operation of steps that count, or turn around, the bits of a value.
func foldBitwise(v *ir.Value) *ir.Value {
	x, ops := bitwise.Expression(v)
	if x == nil {
		return nil
	}
	for len(ops) > 1 {
		x, ops = v.Block.InsertBefore(v, ops[0], v.Type, v.Pos, x), ops[1:]
	}
	return v.Rewrite(ops[0], x)
}

// foldRotation makes a rotation of two shifts that leave no bit in common, whatever joins them:
// x<<k | x>>(w-k), of words of w bits, and the same with ^ and +.
func foldRotation(f *ir.Func, v *ir.Value) *ir.Value {
	left, right := v.Args[0], v.Args[1]
	if left.Op != ir.OpShl {
		left, right = right, left
	}
	if left.Op != ir.OpShl || right.Op != ir.OpShrU || left.Args[0] != right.Args[0] ||
		left.Uses != 1 || right.Uses != 1 || !left.Args[1].IsConst() || !right.Args[1].IsConst() {
		return nil
	}
	n, w := left.Args[1].AuxInt, int64(v.Type.Elem.Bits())
	if n <= 0 || n >= w || right.Args[1].AuxInt != w-n {
		return nil
	}
	return v.Rewrite(ir.OpRotL, left.Args[0], left.Args[1])
}

// foldDifference simplifies v, a difference of integers, one of which has the other for a part. What is left of x
// without its remainder is a multiple: it takes the quotient, but not the remainder made of that.
//
//	x - (x-y)    y
//	(x+y) - x    y
//	x*(y+z)-x*y  x*z, the length of the row s[i*n : (i+1)*n]
//	x - (x&y)    x &^ y
//	x - x%c      x/c*c
//
// The last two not of scalars that may be indices, as analyses look for sums.
func foldDifference(f *ir.Func, v *ir.Value) *ir.Value {
	a, b := v.Args[0], v.Args[1]
	if a.Op == ir.OpAdd && a.Args[0] == b {
		return a.Args[1]
	}
	if a.Op == ir.OpAdd && a.Args[1] == b {
		return a.Args[0]
	}
	if b.Op == ir.OpSub && b.Args[0] == a {
		return b.Args[1]
	}
	if a.Op == ir.OpMul && b.Op == ir.OpMul {
		for i := range 4 {
			x, p, q := a.Args[i&1], a.Args[1-i&1], b.Args[1-i>>1]
			if x != b.Args[i>>1] || p.Op != ir.OpAdd || p.Args[0] != q {
				continue
			}
			if p.Args[1].IsConstInt(1) {
				return x
			}
			return v.Rewrite(ir.OpMul, x, p.Args[1])
		}
	}
	if v.Type == ir.TI64 {
		return nil
	}
	switch b.Op {
	case ir.OpAnd:
		switch a {
		case b.Args[0]:
			return v.Rewrite(ir.OpAndNot, a, b.Args[1])
		case b.Args[1]:
			return v.Rewrite(ir.OpAndNot, a, b.Args[0])
		}
	case ir.OpRemU, ir.OpRemS:
		c := b.Args[1]
		if b.Args[0] != a || b.Uses != 1 || !c.IsConst() || c.Int() == 0 {
			return nil
		}
		op := ir.OpDivU
		if b.Op == ir.OpRemS {
			op = ir.OpDivS
		}
		q := v.Block.InsertBefore(v, op, v.Type, v.Pos, a, c)
		return v.Rewrite(ir.OpMul, q, c)
	}
	return nil
}

// foldException drops an exception that is none: x != c ? g(x) : d, where g(c) is d.
//
//	x != 0 ? n + PopCount(x) : n    n + PopCount(x)
func foldException(v *ir.Value) *ir.Value {
	c, g, d := v.Args[0], v.Args[1], v.Args[2]
	if len(c.Args) != 2 {
		return nil
	}
	x, k := c.Args[0], c.Args[1]
	switch {
	case c.Op == ir.OpNe:
	case c.Op == ir.OpEq, c.Op == ir.OpLeU && k.IsConstInt(0):
		g, d = d, g
	case c.Op == ir.OpLtU && x.IsConstInt(0):
		x, k = k, x
	default:
		return nil
	}
	if !k.IsConst() || x.IsConst() || !x.Type.Elem.IsInt() {
		return nil
	}
	at := func(w *ir.Value) (uint64, bool) { return valueAt(w, x, uint64(k.AuxInt), maxExceptionDepth) }
	if n, ok := at(g); ok && d.IsConst() && n == uint64(d.AuxInt) {
		return g
	}
	if g.Op == ir.OpAdd && g.Type.Elem.IsInt() || g.Op == ir.OpXor {
		for i, a := range g.Args {
			if n, ok := at(g.Args[1-i]); a == d && ok && n == 0 {
				return g
			}
		}
	}
	return nil
}

// maxExceptionDepth bounds the operations between x and g(x).
const maxExceptionDepth = 6

// valueAt is what v is where x is k, if nothing but constants and x make it.
func valueAt(v, x *ir.Value, k uint64, depth int) (uint64, bool) {
	switch info := v.Op.Info(); {
	case v == x:
		return k, true
	case v.IsConst():
		return uint64(v.AuxInt), true
	case depth == 0 || info.Eval == nil || len(v.Args) == 0 || len(v.Args) > 3 || v.Op.IsReduce() ||
		v.Op == ir.OpFToSI || v.Op.Is(ir.FlagMath):
		return 0, false
	default:
		var a [3]uint64
		for i, y := range v.Args {
			var ok bool
			if a[i], ok = valueAt(y, x, k, depth-1); !ok {
				return 0, false
			}
		}
		if v.Op.Is(ir.FlagPartial) && a[1] == 0 {
			return 0, false
		}
		return info.Eval(v.Type.Elem, v.Args[0].Type.Elem, a[0], a[1], a[2]), true
	}
}
