package lower

import "hotloop/loopopt/ir"

// expand rewrites an operation that the target lacks into other IR operations. It returns nil if it cannot. The
// result is lowered by rules, handlers or further expansion.
//
// There is no separate legalization pass over the SSA. It would need operations for halves of shuffles and for
// masks of mixed width, and rules would match its output instead of the program's operations.
func (l *Lowerer) expand(v *ir.Value) *ir.Value {
	t := v.Type
	var a, b *ir.Value
	if len(v.Args) > 0 {
		a = v.Args[0]
	}
	if len(v.Args) > 1 {
		b = v.Args[1]
	}
	w := int64(t.Elem.Bits())
	un := func(op ir.Op, x *ir.Value) *ir.Value { return l.Op(op, t, x) }
	bin := func(op ir.Op, x, y *ir.Value) *ir.Value { return l.Op(op, t, x, y) }
	cmp := func(op ir.Op, x, y *ir.Value) *ir.Value { return l.Make(op, ir.Mask(int(x.Type.Lanes)), x, y) }
	sel := func(m, x, y *ir.Value) *ir.Value { return l.Make(ir.OpSelect, t, m, x, y) }
	n := func(k int64) *ir.Value { return l.Lit(t, k) }
	switch v.Op {
	case ir.OpMinS:
		return sel(cmp(ir.OpLtS, a, b), a, b)
	case ir.OpMaxS:
		return sel(cmp(ir.OpLtS, b, a), a, b)
	case ir.OpMinU:
		return sel(cmp(ir.OpLtU, a, b), a, b)
	case ir.OpMaxU:
		return sel(cmp(ir.OpLtU, b, a), a, b)
	case ir.OpAbs:
		return sel(cmp(ir.OpLtS, a, n(0)), un(ir.OpNeg, a), a)
	case ir.OpRotL:
		if b.IsConst() {
			c := b.AuxInt & (w - 1)
			if c == 0 {
				return a
			}
			return bin(ir.OpOr, bin(ir.OpShl, a, n(c)), bin(ir.OpShrU, a, n(w-c)))
		}
		c := bin(ir.OpAnd, b, n(w-1))
		return bin(ir.OpOr, bin(ir.OpShl, a, c), bin(ir.OpShrU, a, bin(ir.OpSub, n(w), c)))
	case ir.OpMultiShift: // each byte moves to the lowest byte, and from there to its position
		var all *ir.Value
		for at := int64(0); at < w; at += 8 {
			from := bin(ir.OpAnd, bin(ir.OpShrU, b, n(at)), n(w-1))
			x := bin(ir.OpRotL, a, bin(ir.OpAnd, bin(ir.OpSub, n(w), from), n(w-1)))
			if w > 8 {
				x = bin(ir.OpShl, bin(ir.OpAnd, x, n(0xff)), n(at))
			}
			if all != nil {
				x = bin(ir.OpOr, all, x)
			}
			all = x
		}
		return all
	case ir.OpBitReverse, ir.OpByteSwap: // swap neighbors at increasing distance
		s, end := int64(8), w
		if v.Op == ir.OpBitReverse {
			s, end = 1, 8 // the bits of each byte, then the bytes
		}
		for ; s < end; s *= 2 {
			low := n(int64(ir.Truncate(t.Elem, ^uint64(0)/(1<<s+1))))
			a = bin(ir.OpOr, bin(ir.OpShl, bin(ir.OpAnd, a, low), n(s)), bin(ir.OpAnd, bin(ir.OpShrU, a, n(s)), low))
		}
		if v.Op == ir.OpBitReverse && w > 8 {
			return un(ir.OpByteSwap, a)
		}
		return a
	case ir.OpTrailingZeros: // counts the bits below the lowest set bit
		return un(ir.OpPopCount, bin(ir.OpAndNot, bin(ir.OpSub, a, n(1)), a))
	case ir.OpLeadingZeros:
		if w < 32 && l.T.K {
			i32 := t.WithElem(ir.I32)
			z := l.Op(ir.OpLeadingZeros, i32, l.Op(ir.OpZExt, i32, a))
			return l.Op(ir.OpTruncI, t, l.Op(ir.OpSub, i32, z, l.Lit(i32, 32-w)))
		}
		for s := int64(1); s < w; s *= 2 { // smear the highest set bit downwards
			a = bin(ir.OpOr, a, bin(ir.OpShrU, a, n(s)))
		}
		return un(ir.OpPopCount, un(ir.OpNot, a))
	case ir.OpShl, ir.OpShrU, ir.OpShrS:
		if t.Elem.Size() > 2 || !t.IsVector() {
			return nil
		}
		if b.IsConst() && t.Elem == ir.I8 {
			return l.shiftBytes(v, uint64(b.AuxInt))
		}
		if t.Elem == ir.I8 && l.T.K {
			return l.promote(v, ir.I16, v.Op == ir.OpShrS, false)
		}
		return l.promote(v, ir.I32, v.Op == ir.OpShrS, false)
	case ir.OpMulHiS, ir.OpMulHiU:
		signed := v.Op == ir.OpMulHiS
		if t.Elem == ir.I64 {
			return l.mulHi64(v, signed)
		}
		wide := t.WithElem(ir.IntElem(2 * t.Elem.Size()))
		op := ir.OpZExt
		if signed {
			op = ir.OpSExt
		}
		p := l.Op(ir.OpMul, wide, l.Op(op, wide, a), l.Op(op, wide, b))
		return l.Op(ir.OpTruncI, t, l.Op(ir.OpShrU, wide, p, l.Lit(wide, w)))
	case ir.OpMulRound, ir.OpAddSatS, ir.OpAddSatU, ir.OpSubSatS, ir.OpSubSatU, ir.OpAbsDiffS, ir.OpAbsDiffU, ir.OpHalfSumS, ir.OpHalfSumU,
		ir.OpAverageS, ir.OpAverageU:
		if !t.IsVector() && w < 64 || v.Op == ir.OpMulRound && w < 64 {
			return l.fixedWide(v)
		}
		return l.fixed(v)
	case ir.OpMul: // bytes without a rule
		return l.promote(v, ir.I16, true, true)
	case ir.OpUIToF: // u64 without an instruction: halve large numbers, keeping the lost bit for rounding
		if t.IsVector() || a.Type.Elem != ir.I64 {
			return nil
		}
		i64 := ir.TI64
		half := l.Op(ir.OpOr, i64, l.Op(ir.OpShrU, i64, a, l.Lit(i64, 1)), l.Op(ir.OpAnd, i64, a, l.Lit(i64, 1)))
		big := func() *ir.Value { return l.Make(ir.OpLtS, ir.TBool, a, l.Lit(i64, 0)) }
		f := l.Op(ir.OpSIToF, t, l.Op(ir.OpSelect, i64, big(), half, a))
		return sel(big(), bin(ir.OpAdd, f, f), f)
	case ir.OpPermute:
		return l.permuteSteps(v)
	case ir.OpCompress, ir.OpExpand:
		return l.compressSteps(v)
	case ir.OpDotS, ir.OpDotU, ir.OpDotUS:
		return l.dot(v)
	case ir.OpCopysign, ir.OpFloor, ir.OpCeil, ir.OpTrunc, ir.OpRoundEven:
		return nil
	}
	return nil
}

// isDot reports whether op sums products of narrow lanes.
func isDot(op ir.Op) bool { return op == ir.OpDotS || op == ir.OpDotU || op == ir.OpDotUS }

// dot expands a dot product into 32-bit multiplications and pairwise sums.
func (l *Lowerer) dot(v *ir.Value) *ir.Value {
	acc, a, b := v.Args[0], v.Args[1], v.Args[2]
	ext := func(x *ir.Value, signed bool) *ir.Value {
		op := ir.OpZExt
		if signed {
			op = ir.OpSExt
		}
		return l.Op(op, x.Type.WithElem(ir.I32), x)
	}
	x := l.Op(ir.OpMul, a.Type.WithElem(ir.I32), ext(a, v.Op == ir.OpDotS), ext(b, v.Op != ir.OpDotU))
	for n := int(x.Type.Lanes); n > int(v.Type.Lanes); n /= 2 {
		t := x.Type.WithLanes(n / 2)
		var half [2]*ir.Value
		for odd := range half {
			lanes := make(ir.Lanes, n/2)
			for i := range lanes {
				lanes[i] = int8(2*i + odd)
			}
			if n == 2 { // a single lane is a scalar
				half[odd] = l.Make(ir.OpExtract, t, x)
				half[odd].AuxInt = int64(odd)
				continue
			}
			half[odd] = l.Make(ir.OpShuffle, t, x, x)
			half[odd].Aux = lanes
		}
		x = l.Op(ir.OpAdd, t, half[0], half[1])
	}
	return l.Op(ir.OpAdd, v.Type, acc, x)
}

// promote does an operation on wider integers.
func (l *Lowerer) promote(v *ir.Value, e ir.Elem, signedA, signedB bool) *ir.Value {
	wide := v.Type.WithElem(e)
	ext := func(x *ir.Value, signed bool) *ir.Value {
		if x.IsConst() {
			if signed {
				return l.Lit(wide, x.Int())
			}
			return l.Lit(wide, x.AuxInt)
		}
		if signed {
			return l.Op(ir.OpSExt, wide, x)
		}
		return l.Op(ir.OpZExt, wide, x)
	}
	return l.Op(ir.OpTruncI, v.Type, l.Op(v.Op, wide, ext(v.Args[0], signedA), ext(v.Args[1], signedB)))
}

// shiftBytes shifts bytes by a constant as 16-bit lanes, and clears the bits that came from the neighboring byte.
func (l *Lowerer) shiftBytes(v *ir.Value, c uint64) *ir.Value {
	t, a := v.Type, v.Args[0]
	if c >= 8 {
		if v.Op != ir.OpShrS {
			return l.Lit(t, 0)
		}
		c = 7
	}
	_, bytes := l.T.Layout(t, 1)
	words := ir.Vec(ir.I16, max(int(t.Lanes), min(bytes, int(t.Lanes)*16))/2) // the same registers viewed as 16-bit lanes
	op, mask := ir.OpShl, int64(0xff<<c&0xff)
	if v.Op != ir.OpShl {
		op, mask = ir.OpShrU, 0xff>>c
	}
	r := l.Rep(a)
	x := l.Op(op, words, l.Wrap(words, r.Parts...), l.Lit(words, int64(c)))
	y := l.Op(ir.OpAnd, t, l.Wrap(t, l.Rep(x).Parts...), l.Lit(t, mask))
	if v.Op == ir.OpShrS { // extend the sign bit, now at 7-c
		s := l.Lit(t, 0x80>>c)
		y = l.Op(ir.OpSub, t, l.Op(ir.OpXor, t, y, s), s)
	}
	return y
}

// mulHi64 computes the high half of 64-bit vector products from four products of halves.
func (l *Lowerer) mulHi64(v *ir.Value, signed bool) *ir.Value {
	t, a, b := v.Type, v.Args[0], v.Args[1]
	if !t.IsVector() {
		return nil
	}
	bin := func(op ir.Op, x, y *ir.Value) *ir.Value { return l.Op(op, t, x, y) }
	m, s := l.Lit(t, 0xffffffff), l.Lit(t, 32)
	al, ah := bin(ir.OpAnd, a, m), bin(ir.OpShrU, a, s)
	bl, bh := bin(ir.OpAnd, b, m), bin(ir.OpShrU, b, s)
	ll := bin(ir.OpShrU, bin(ir.OpMul, al, bl), s)
	mid := bin(ir.OpAdd, bin(ir.OpMul, ah, bl), ll)
	mid2 := bin(ir.OpAdd, bin(ir.OpMul, al, bh), bin(ir.OpAnd, mid, m))
	hi := bin(ir.OpAdd, bin(ir.OpMul, ah, bh), bin(ir.OpAdd, bin(ir.OpShrU, mid, s), bin(ir.OpShrU, mid2, s)))
	if signed {
		hi = bin(ir.OpSub, hi, bin(ir.OpAnd, bin(ir.OpShrS, a, l.Lit(t, 63)), b))
		hi = bin(ir.OpSub, hi, bin(ir.OpAnd, bin(ir.OpShrS, b, l.Lit(t, 63)), a))
	}
	return hi
}
