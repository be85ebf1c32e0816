package ir

import "math/bits"

// UnsignedBits bounds an integer by what its operations can give, looking depth of them deep: it is less than
// 1<<UnsignedBits, as an unsigned number.
func UnsignedBits(v *Value, depth int) int {
	w := v.Type.Elem.Bits()
	if depth == 0 {
		return w
	}
	arg := func(i int) int { return UnsignedBits(v.Args[i], depth-1) }
	switch v.Op {
	case OpConst:
		return bits.Len64(uint64(v.AuxInt) & (1<<(w-1)<<1 - 1))
	case OpZExt:
		if v.Args[0].Type.Elem == Bool {
			return 1
		}
		return arg(0)
	case OpSplat:
		return arg(0)
	case OpAnd, OpMinU:
		return min(arg(0), arg(1))
	case OpOr, OpXor, OpMaxU:
		return max(arg(0), arg(1))
	case OpShrU:
		if c := v.Args[1]; c.IsConst() && uint64(c.AuxInt) < uint64(w) {
			return max(0, arg(0)-int(c.AuxInt))
		}
		return arg(0)
	case OpAdd:
		return min(w, max(arg(0), arg(1))+1)
	case OpSub: // from a constant that is no less: 255 - x of a byte
		if c := v.Args[0]; c.IsConst() {
			if n := arg(0); n < w && arg(1) <= bits.Len64(uint64(c.Int())+1)-1 {
				return n
			}
		}
	case OpMul:
		return min(w, arg(0)+arg(1))
	case OpTruncI:
		return min(w, arg(0))
	}
	return w
}

// SignedBits is the number of bits that an integer fits as a signed number.
func SignedBits(v *Value, depth int) int {
	w := v.Type.Elem.Bits()
	if depth == 0 {
		return w
	}
	arg := func(i int) int { return SignedBits(v.Args[i], depth-1) }
	switch v.Op {
	case OpConst:
		n := v.Int()
		return bits.Len64(uint64(n^n>>63)) + 1
	case OpSExt:
		if v.Args[0].Type.Elem == Bool {
			return 1
		}
		return arg(0)
	case OpSplat:
		return arg(0)
	case OpShrS:
		if c := v.Args[1]; c.IsConst() && uint64(c.AuxInt) < uint64(w) {
			return max(1, arg(0)-int(c.AuxInt))
		}
		return arg(0)
	case OpAdd, OpSub:
		return min(w, max(arg(0), arg(1))+1)
	case OpMinS, OpMaxS:
		return max(arg(0), arg(1))
	}
	return min(w, UnsignedBits(v, depth)+1)
}
