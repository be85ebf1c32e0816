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
