package frontend

import (
	"go/token"

	"hotloop/loopopt/ir"
)

// Functions of math/bits that are more than one operation. All are made of shifts, masks and comparisons without
// branches, so that they vectorize like arithmetic.

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
	}
}

// bitCount counts bits in the argument's own width; fromTop gives the width less the count.
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

// rotate: RotL takes the count modulo the width, which cutting it to the width keeps, for negative ones too.
func rotate(b *builder, pos token.Pos, x []val) []val {
	t := x[0].t
	return single(t, b.new(ir.OpRotL, t.ir(), pos, x[0].v, b.resize(x[1], t.elem, pos)))
}

func reverseBytes(b *builder, pos token.Pos, x []val) []val {
	return single(x[0].t, b.new(ir.OpByteSwap, x[0].t.ir(), pos, x[0].v))
}

// reverseBits reverses the bits of every byte: it swaps neighbours, then pairs of them, then halves; and then the
// bytes.
func reverseBits(b *builder, pos token.Pos, x []val) []val {
	return single(x[0].t, b.new(ir.OpBitReverse, x[0].t.ir(), pos, x[0].v))
}

// addCarry computes x + y + carry and the carry out. At most one of the two additions overflows if carry is 0 or 1.
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

// The functions of package cmp order floats completely: a NaN equals any NaN and is less than everything else.

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

// orderedLess is cmp.Less. The tests for NaN carry no flags: under nnan they could be taken to be false.
func (b *builder) orderedLess(x, y val, pos token.Pos) *ir.Value {
	less := b.binary(pos, token.LSS, x, y).v
	if !x.t.elem.IsFloat() {
		return less
	}
	return b.new(ir.OpOr, ir.TBool, pos, less, b.new(ir.OpAndNot, ir.TBool, pos, b.isNaN(x, pos), b.isNaN(y, pos)))
}

// isNaN compares x with itself: a NaN alone differs.
func (b *builder) isNaN(x val, pos token.Pos) *ir.Value {
	return b.cur.New(ir.OpNe, ir.TBool, ir.Pos(pos), x.v, x.v)
}
