package frontend

import (
	"go/token"

	"hotloop/loopopt/ir"
)

// This file implements functions of math/bits that need more than one operation. They consist of shifts, masks and
// comparisons without branches, so they vectorize like arithmetic.

// bitsFuncs adds the functions of math/bits to the table of known functions.
func bitsFuncs(m map[string]stdFunc) {
	for _, suffix := range []string{"", "8", "16", "32", "64"} {
		m["math/bits.OnesCount"+suffix] = bitCount(ir.OpPopCount, false)
		m["math/bits.LeadingZeros"+suffix] = bitCount(ir.OpLeadingZeros, false)
		m["math/bits.TrailingZeros"+suffix] = bitCount(ir.OpTrailingZeros, false)
		m["math/bits.Len"+suffix] = bitCount(ir.OpLeadingZeros, true)
		m["math/bits.RotateLeft"+suffix] = rotate
		m["math/bits.Reverse"+suffix] = reverseBits
		m["math/bits.ReverseBytes"+suffix] = reverseBytes
	}
	for _, suffix := range []string{"", "32", "64"} {
		m["math/bits.Add"+suffix] = addCarry
		m["math/bits.Sub"+suffix] = subBorrow
		m["math/bits.Mul"+suffix] = mulWide
		m["math/bits.Div"+suffix] = divWide
		m["math/bits.Rem"+suffix] = remWide
	}
}

// bitCount counts bits in the argument's own width. With fromTop, the result is the width minus the count.
func bitCount(op ir.Op, fromTop bool) stdFunc {
	return func(b *builder, pos token.Pos, x []val) []val {
		t := x[0].t
		n := b.new(op, t.ir(), pos, x[0].v)
		if fromTop {
			n = b.new(ir.OpSub, t.ir(), pos, b.f.ConstInt(t.ir(), int64(t.elem.Bits())), n)
		}
		return single(tInt, b.resize(val{t: typ{elem: t.elem, unsigned: true}, v: n}, ir.I64, pos))
	}
}

// rotate relies on RotL taking the count modulo the width. Truncating the count to the width preserves that, also
// for negative counts.
func rotate(b *builder, pos token.Pos, x []val) []val {
	t := x[0].t
	return single(t, b.new(ir.OpRotL, t.ir(), pos, x[0].v, b.resize(x[1], t.elem, pos)))
}

func reverseBytes(b *builder, pos token.Pos, x []val) []val {
	return single(x[0].t, b.new(ir.OpByteSwap, x[0].t.ir(), pos, x[0].v))
}

// reverseBits reverses the bits of the argument.
func reverseBits(b *builder, pos token.Pos, x []val) []val {
	return single(x[0].t, b.new(ir.OpBitReverse, x[0].t.ir(), pos, x[0].v))
}

// addCarry computes x + y + carry and the carry out. If carry is 0 or 1, at most one of the two additions
// overflows.
func addCarry(b *builder, pos token.Pos, x []val) []val {
	t := x[0].t
	part := b.new(ir.OpAdd, t.ir(), pos, x[0].v, x[1].v)
	sum := b.new(ir.OpAdd, t.ir(), pos, part, x[2].v)
	over := b.new(ir.OpOr, ir.TBool, pos, b.new(ir.OpLtU, ir.TBool, pos, part, x[0].v),
		b.new(ir.OpLtU, ir.TBool, pos, sum, part))
	return []val{{t: t, v: sum}, {t: t, v: b.new(ir.OpZExt, t.ir(), pos, over)}}
}

// subBorrow computes x - y - borrow and the borrow out.
func subBorrow(b *builder, pos token.Pos, x []val) []val {
	t := x[0].t
	part := b.new(ir.OpSub, t.ir(), pos, x[0].v, x[1].v)
	diff := b.new(ir.OpSub, t.ir(), pos, part, x[2].v)
	under := b.new(ir.OpOr, ir.TBool, pos, b.new(ir.OpLtU, ir.TBool, pos, x[0].v, x[1].v),
		b.new(ir.OpLtU, ir.TBool, pos, part, x[2].v))
	return []val{{t: t, v: diff}, {t: t, v: b.new(ir.OpZExt, t.ir(), pos, under)}}
}

// mulWide computes the double-width product, high half first.
func mulWide(b *builder, pos token.Pos, x []val) []val {
	t := x[0].t
	return []val{{t: t, v: b.new(ir.OpMulHiU, t.ir(), pos, x[0].v, x[1].v)},
		{t: t, v: b.new(ir.OpMul, t.ir(), pos, x[0].v, x[1].v)}}
}

// divWide divides a double-width number, high half first, and returns quotient and remainder. It panics as Go does
// if the divisor is zero or the quotient overflows.
func divWide(b *builder, pos token.Pos, x []val) []val {
	t, hi, lo, y := x[0].t, x[0].v, x[1].v, x[2].v
	b.divisor(x[2], pos)
	b.stopUnless(b.cur.New(ir.OpLtU, ir.TBool, ir.Pos(pos), hi, y), "integer overflow", pos)
	quo, rem := b.dividedWide(pos, hi, lo, y)
	return []val{{t: t, v: quo}, {t: t, v: rem}}
}

// remWide computes the remainder alone, which never overflows.
func remWide(b *builder, pos token.Pos, x []val) []val {
	b.divisor(x[2], pos)
	hi := b.new(ir.OpRemU, x[0].t.ir(), pos, x[0].v, x[2].v)
	_, rem := b.dividedWide(pos, hi, x[1].v, x[2].v)
	return single(x[0].t, rem)
}

// dividedWide divides by y > hi using Knuth's algorithm D with half-word digits. Each of its two steps divides by
// the upper half of y and yields half of the quotient. The first estimate is at most two too large.
func (b *builder) dividedWide(pos token.Pos, hi, lo, y *ir.Value) (quo, rem *ir.Value) {
	t := hi.Type
	op := func(o ir.Op, x, y *ir.Value) *ir.Value { return b.cur.New(o, t, ir.Pos(pos), x, y) }
	truth := func(o ir.Op, x, y *ir.Value) *ir.Value { return b.cur.New(o, ir.TBool, ir.Pos(pos), x, y) }
	num := func(n int64) *ir.Value { return b.f.ConstInt(t, n) }
	if t.Elem == ir.I32 {
		wide := func(x *ir.Value) *ir.Value { return b.cur.New(ir.OpZExt, ir.TI64, ir.Pos(pos), x) }
		narrow := func(x *ir.Value) *ir.Value {
			return b.resize(val{t: typ{elem: ir.I64, unsigned: true}, v: x}, t.Elem, pos)
		}
		n := b.arithmetic(ir.OpOr, b.arithmetic(ir.OpShl, wide(hi), b.int(int64(t.Elem.Bits())), pos), wide(lo), pos)
		return narrow(b.arithmetic(ir.OpDivU, n, wide(y), pos)), narrow(b.arithmetic(ir.OpRemU, n, wide(y), pos))
	}
	width, half := num(int64(t.Elem.Bits())), num(int64(t.Elem.Bits()/2))
	base := op(ir.OpShl, num(1), half)
	low := func(x *ir.Value) *ir.Value { return op(ir.OpAnd, x, op(ir.OpSub, base, num(1))) }
	shift := b.cur.New(ir.OpLeadingZeros, t, ir.Pos(pos), y)
	y = op(ir.OpShl, y, shift)
	y1, y0 := op(ir.OpShrU, y, half), low(y)
	upper := op(ir.OpOr, op(ir.OpShl, hi, shift), op(ir.OpShrU, lo, op(ir.OpSub, width, shift)))
	lower := op(ir.OpShl, lo, shift)
	digit := func(n, next *ir.Value) (q, left *ir.Value) {
		q = op(ir.OpDivU, n, y1)
		r := op(ir.OpSub, n, op(ir.OpMul, q, y1))
		for range 2 {
			much := truth(ir.OpOr, truth(ir.OpLeU, base, q),
				truth(ir.OpLtU, op(ir.OpAdd, op(ir.OpMul, base, r), next), op(ir.OpMul, q, y0)))
			much = truth(ir.OpAnd, much, truth(ir.OpLtU, r, base))
			q = b.cur.New(ir.OpSelect, t, ir.Pos(pos), much, op(ir.OpSub, q, num(1)), q)
			r = b.cur.New(ir.OpSelect, t, ir.Pos(pos), much, op(ir.OpAdd, r, y1), r)
		}
		return q, op(ir.OpSub, op(ir.OpAdd, op(ir.OpMul, n, base), next), op(ir.OpMul, q, y))
	}
	q1, left := digit(upper, op(ir.OpShrU, lower, half))
	q0, left := digit(left, low(lower))
	return op(ir.OpAdd, op(ir.OpMul, q1, base), q0), op(ir.OpShrU, left, shift)
}

// The functions of package cmp define a total order of floats: a NaN equals any NaN and is less than every other
// value.

// cmpFuncs adds the functions of package cmp to the table of known functions.
func cmpFuncs(m map[string]stdFunc) {
	m["cmp.Less"] = func(b *builder, pos token.Pos, x []val) []val {
		return single(tBool, b.orderedLess(x[0], x[1], pos))
	}
	m["cmp.Compare"] = func(b *builder, pos token.Pos, x []val) []val {
		less, more := b.orderedLess(x[0], x[1], pos), b.orderedLess(x[1], x[0], pos)
		other := b.new(ir.OpSelect, ir.TI64, pos, more, b.int(1), b.int(0))
		return single(tInt, b.new(ir.OpSelect, ir.TI64, pos, less, b.int(-1), other))
	}
}

// orderedLess builds cmp.Less. The tests for NaN carry no flags, because nnan would allow folding them to false.
func (b *builder) orderedLess(x, y val, pos token.Pos) *ir.Value {
	less := b.binary(pos, token.LSS, x, y).v
	if !x.t.elem.IsFloat() {
		return less
	}
	return b.new(ir.OpOr, ir.TBool, pos, less, b.new(ir.OpAndNot, ir.TBool, pos, b.isNaN(x, pos), b.isNaN(y, pos)))
}

// isNaN compares x with itself: only a NaN differs from itself.
func (b *builder) isNaN(x val, pos token.Pos) *ir.Value {
	return b.cur.New(ir.OpNe, ir.TBool, ir.Pos(pos), x.v, x.v)
}
