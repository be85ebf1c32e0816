package lower

import "hotloop/loopopt/ir"

// fixed expands arithmetic whose exact result needs an extra bit, in lanes of its own size (Warren, Hacker's
// Delight, 2-5 and 2-13).
func (l *Lowerer) fixed(v *ir.Value) *ir.Value {
	t, a, b := v.Type, v.Args[0], v.Args[1]
	w := int64(t.Elem.Bits())
	do := func(op ir.Op, x, y *ir.Value) *ir.Value { return l.Op(op, t, x, y) }
	n := func(k int64) *ir.Value { return l.Lit(t, k) }
	// clamped returns x, or in lanes where overflow's sign bit is set, the limit of the type that has the sign of
	// a.
	clamped := func(x, overflow *ir.Value) *ir.Value {
		end := do(ir.OpXor, do(ir.OpShrS, a, n(w-1)), n(1<<(w-1)-1))
		return l.Make(ir.OpSelect, t, l.Make(ir.OpLtS, ir.Mask(int(t.Lanes)), overflow, n(0)), end, x)
	}
	switch v.Op {
	case ir.OpAddSatU:
		return do(ir.OpAdd, do(ir.OpMinU, a, l.Op(ir.OpNot, t, b)), b)
	case ir.OpSubSatU:
		return do(ir.OpSub, do(ir.OpMaxU, a, b), b)
	case ir.OpAbsDiffS:
		return do(ir.OpSub, do(ir.OpMaxS, a, b), do(ir.OpMinS, a, b))
	case ir.OpAbsDiffU:
		return do(ir.OpSub, do(ir.OpMaxU, a, b), do(ir.OpMinU, a, b))
	case ir.OpAddSatS:
		sum := do(ir.OpAdd, a, b)
		return clamped(sum, do(ir.OpAnd, do(ir.OpXor, sum, a), do(ir.OpXor, sum, b)))
	case ir.OpSubSatS:
		diff := do(ir.OpSub, a, b)
		return clamped(diff, do(ir.OpAnd, do(ir.OpXor, a, b), do(ir.OpXor, diff, a)))
	case ir.OpHalfSumS:
		return do(ir.OpAdd, do(ir.OpAnd, a, b), do(ir.OpShrS, do(ir.OpXor, a, b), n(1)))
	case ir.OpHalfSumU:
		return do(ir.OpAdd, do(ir.OpAnd, a, b), do(ir.OpShrU, do(ir.OpXor, a, b), n(1)))
	case ir.OpAverageS:
		return do(ir.OpSub, do(ir.OpOr, a, b), do(ir.OpShrS, do(ir.OpXor, a, b), n(1)))
	case ir.OpAverageU:
		return do(ir.OpSub, do(ir.OpOr, a, b), do(ir.OpShrU, do(ir.OpXor, a, b), n(1)))
	}
	// MulRound of 64 bits: shift the high half left by one, after adding the carry of the rounded low half, and
	// insert the low half's top bit.
	lo := do(ir.OpAdd, do(ir.OpMul, a, b), n(1<<62))
	carry := l.Make(ir.OpLtU, ir.Mask(int(t.Lanes)), lo, n(1<<62))
	hi := do(ir.OpAdd, do(ir.OpMulHiS, a, b), l.Make(ir.OpSelect, t, carry, n(1), n(0)))
	return do(ir.OpOr, do(ir.OpShl, hi, n(1)), do(ir.OpShrU, lo, n(63)))
}

// fixedWide expands the same operations the way programs write them: in a wider type, truncated at the end.
// Extending scalars is free.
func (l *Lowerer) fixedWide(v *ir.Value) *ir.Value {
	t, w := v.Type, int64(v.Type.Elem.Bits())
	wide := t.WithElem(ir.IntElem(max(4, 2*t.Elem.Size())))
	do := func(op ir.Op, x, y *ir.Value) *ir.Value { return l.Op(op, wide, x, y) }
	n := func(k int64) *ir.Value { return l.Lit(wide, k) }
	ext := ir.OpSExt
	switch v.Op {
	case ir.OpAddSatU, ir.OpSubSatU, ir.OpAbsDiffU, ir.OpHalfSumU, ir.OpAverageU:
		ext = ir.OpZExt
	}
	a, b := l.Op(ext, wide, v.Args[0]), l.Op(ext, wide, v.Args[1])
	between := func(x *ir.Value) *ir.Value { return do(ir.OpMaxS, do(ir.OpMinS, x, n(1<<(w-1)-1)), n(-1<<(w-1))) }
	var r *ir.Value
	switch v.Op {
	case ir.OpAddSatU:
		r = do(ir.OpMinS, do(ir.OpAdd, a, b), n(1<<w-1))
	case ir.OpSubSatU:
		r = do(ir.OpMaxS, do(ir.OpSub, a, b), n(0))
	case ir.OpAddSatS:
		r = between(do(ir.OpAdd, a, b))
	case ir.OpSubSatS:
		r = between(do(ir.OpSub, a, b))
	case ir.OpAbsDiffS, ir.OpAbsDiffU:
		r = l.Op(ir.OpAbs, wide, do(ir.OpSub, a, b))
	case ir.OpHalfSumS, ir.OpHalfSumU:
		r = do(ir.OpShrS, do(ir.OpAdd, a, b), n(1))
	case ir.OpAverageS, ir.OpAverageU:
		r = do(ir.OpShrS, do(ir.OpAdd, do(ir.OpAdd, a, b), n(1)), n(1))
	case ir.OpMulRound:
		r = do(ir.OpShrS, do(ir.OpAdd, do(ir.OpMul, a, b), n(1<<(w-2))), n(w-1))
	}
	return l.Op(ir.OpTruncI, t, r)
}
