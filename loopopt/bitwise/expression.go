package bitwise

import (
	"math/bits"

	"hotloop/loopopt/ir"
)

// Expression is the operation that v computes of another value, by steps: the operations on x, the innermost first. It
// is nil if there is none.
//
//	x -= x>>1&0x55; x = x&0x33 + x>>2&0x33; x = (x + x>>4)&0x0f      PopCount
//	x = x>>1&0x55 | x&0x55<<1; x = x>>2&0x33 | …; x = x>>4 | x<<4    BitReverse
//	x = x>>8&0x00ff00ff | x&0x00ff00ff<<8; x = x>>16 | x<<16         ByteSwap
func Expression(v *ir.Value) (x *ir.Value, ops []ir.Op) {
	if !v.Type.Elem.IsInt() {
		return nil, nil
	}
	switch v.Op {
	case ir.OpOr, ir.OpXor, ir.OpAdd:
		if !takesFields(v.Args[0]) && !takesFields(v.Args[1]) {
			return nil, nil // as most sums
		}
	}
	switch v.Op {
	case ir.OpShrU, ir.OpAnd, ir.OpAdd:
		if x := popCount(v); x != nil {
			return x, []ir.Op{ir.OpPopCount}
		}
	}
	switch v.Op {
	case ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpRotL, ir.OpByteSwap:
		return permuted(v)
	}
	return nil, nil
}

// takesFields says whether v may be fields of a value, moved or not: steps of which nothing is are no such steps.
func takesFields(v *ir.Value) bool { return v.Op == ir.OpAnd || v.Op == ir.OpShl || v.Op == ir.OpShrU }

// alternating is the constant of w bits of which fields of f bits are ones and zeros in turn, ones first: 0x5555, 0x3333
// and so on.
func alternating(w, f int) uint64 {
	if 2*f > w {
		return ^uint64(0) >> (64 - w)
	}
	return ^uint64(0) >> (64 - w) / (1<<f + 1)
}

// isMask says whether v is that constant.
func isMask(v *ir.Value, f int) bool {
	w := v.Type.Elem.Bits()
	return v.IsConst() && ir.Truncate(v.Type.Elem, uint64(v.AuxInt)) == alternating(w, f)
}

// shifted is what v is by so many bits shifted by op, or nil.
func shifted(v *ir.Value, op ir.Op, by int) *ir.Value {
	if v.Op == op && v.Args[1].IsConstInt(int64(by)) {
		return v.Args[0]
	}
	return nil
}

// fields says that every field of bits bits of a value is the number of ones in that field of x. Of a value that is
// loose only the lowest byte of each field is that; what is above are numbers of ones too, so that no byte overflows.
type fields struct {
	x     *ir.Value
	bits  int
	loose bool
}

// popCount is what v counts the ones of, or nil.
func popCount(v *ir.Value) *ir.Value {
	w := v.Type.Elem.Bits()
	switch v.Op {
	case ir.OpShrU: // the uppermost byte of the product is the sum of all
		m := shifted(v, ir.OpShrU, w-8)
		if w == 8 || m == nil || m.Op != ir.OpMul || !m.Args[1].IsConst() {
			return nil
		}
		ones := ^uint64(0) >> (64 - w) / 0xff
		if c := counted(m.Args[0]); ir.Truncate(v.Type.Elem, uint64(m.Args[1].AuxInt)) == ones && c.bits == 8 && !c.loose {
			return c.x
		}
	case ir.OpAnd:
		if c := counted(v); c.bits == w && !c.loose {
			return c.x
		}
		if !v.Args[1].IsConst() {
			return nil
		}
		// A mask that keeps the numbers up to w, and of the byte no more.
		k := ir.Truncate(v.Type.Elem, uint64(v.Args[1].AuxInt))
		if c := counted(v.Args[0]); c.bits == w && k <= 0xff && k&(k+1) == 0 && k >= uint64(w) {
			return c.x
		}
	case ir.OpAdd:
		if c := counted(v); c.bits == w && !c.loose {
			return c.x
		}
	}
	return nil
}

// counted says what the fields of v count; none, of no bits, if they do not.
func counted(v *ir.Value) (none fields) {
	switch v.Op {
	case ir.OpSub: // x - x>>1&0x55: of two bits 2a+b, less a
		a := v.Args[1]
		if a.Op == ir.OpAnd && isMask(a.Args[1], 1) && shifted(a.Args[0], ir.OpShrU, 1) == v.Args[0] {
			return fields{v.Args[0], 2, false}
		}
	case ir.OpAnd: // (u + u>>f) & mask, where the sum of two fields fits in one
		s := v.Args[0]
		if s.Op != ir.OpAdd || !v.Args[1].IsConst() {
			return none
		}
		if u, c := halfSum(s); u != nil && c.bits >= 4 && !c.loose && isMask(v.Args[1], c.bits) {
			return fields{c.x, 2 * c.bits, false}
		}
	case ir.OpAdd:
		a, b := v.Args[0], v.Args[1]
		if a.Op == ir.OpAnd && b.Op == ir.OpAnd && isMaskOf(a, b) { // u&mask + u>>f&mask
			for range 2 {
				f := bits.TrailingZeros64(^uint64(a.Args[1].AuxInt))
				if u := shifted(b.Args[0], ir.OpShrU, f); u != nil && u == a.Args[0] && isMask(a.Args[1], f) {
					if f == 1 {
						return fields{u, 2, false}
					}
					if c := counted(u); c.bits == f && !c.loose {
						return fields{c.x, 2 * f, false}
					}
				}
				a, b = b, a
			}
		}
		for i, a := range v.Args { // u&mask + u>>f, which has no upper half to mask
			f := v.Type.Elem.Bits() / 2
			u := shifted(v.Args[1-i], ir.OpShrU, f)
			if u != nil && a.Op == ir.OpAnd && a.Args[0] == u && isMask(a.Args[1], f) {
				if c := counted(u); c.bits == f && !c.loose {
					return fields{c.x, 2 * f, false}
				}
			}
		}
		if u, c := halfSum(v); u != nil && c.bits >= 8 {
			return fields{c.x, 2 * c.bits, true}
		}
	}
	return none
}

func isMaskOf(a, b *ir.Value) bool {
	return a.Args[1].IsConst() && b.Args[1].IsConst() && a.Args[1].AuxInt == b.Args[1].AuxInt
}

// halfSum is u if v is u + u>>f, and what the fields, of f bits, of u count.
func halfSum(v *ir.Value) (*ir.Value, fields) {
	for i, u := range v.Args {
		s := v.Args[1-i]
		if s.Op != ir.OpShrU || s.Args[0] != u || !s.Args[1].IsConst() {
			continue
		}
		if c := counted(u); c.bits > 0 && s.Args[1].IsConstInt(int64(c.bits)) {
			return u, c
		}
	}
	return nil, fields{}
}
