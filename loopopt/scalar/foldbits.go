package scalar

import "hotloop/loopopt/ir"

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
	return rewrite(v, ir.OpRotL, left.Args[0], left.Args[1])
}

// foldDifference simplifies v, a difference of integers, one of which has the other for a part. What is left of x
// without its remainder is a multiple: it takes the quotient, but not the remainder made of that.
//
//	x - (x-y)    y
//	(x+y) - x    y
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
	if v.Type == ir.TI64 {
		return nil
	}
	switch b.Op {
	case ir.OpAnd:
		switch a {
		case b.Args[0]:
			return rewrite(v, ir.OpAndNot, a, b.Args[1])
		case b.Args[1]:
			return rewrite(v, ir.OpAndNot, a, b.Args[0])
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
		return rewrite(v, ir.OpMul, q, c)
	}
	return nil
}
