package ir

import "math/bits"

// UnsignedBits bounds v, as an unsigned number, by 1<<UnsignedBits, looking at operations up to depth levels
// deep.
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
	case OpTruncI:
		return min(w, arg(0))
	case OpAnd, OpMinU:
		return min(arg(0), arg(1))
	case OpOr, OpXor, OpMaxU:
		return max(arg(0), arg(1))
	case OpSelect:
		return max(arg(1), arg(2))
	case OpShrU, OpShrS:
		n := arg(0)
		if c := v.Args[1]; c.IsConst() && uint64(c.AuxInt) < uint64(w) && (v.Op == OpShrU || n < w) {
			return max(0, n-int(c.AuxInt))
		}
		return n
	case OpAdd:
		return min(w, max(arg(0), arg(1))+1)
	case OpSub: // from a constant that is not smaller: 255 - x of a byte
		if c := v.Args[0]; c.IsConst() {
			if n := arg(0); n < w && arg(1) <= bits.Len64(uint64(c.Int())+1)-1 {
				return n
			}
		}
	case OpMul:
		return min(w, arg(0)+arg(1))
	case OpMinS:
		if a, b := arg(0), arg(1); a < w && b < w {
			return min(a, b)
		}
	case OpMaxS: // of a non-negative number and one that may be negative
		if a, b := arg(0), arg(1); a < w || b < w {
			return max(upperBits(v.Args[0], depth-1), upperBits(v.Args[1], depth-1))
		}
	}
	return w
}

// upperBits bounds a signed number from above by 1<<upperBits; the number may be negative.
func upperBits(v *Value, depth int) int {
	w := v.Type.Elem.Bits()
	if n := UnsignedBits(v, depth); n < w {
		return n
	}
	if v.Op == OpMinS && depth > 0 {
		return min(upperBits(v.Args[0], depth-1), upperBits(v.Args[1], depth-1))
	}
	return SignedBits(v, depth) - 1
}

// SignedBits returns the number of bits in which v fits as a signed number.
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
	case OpNeg:
		return min(w, arg(0)+1)
	case OpMul:
		return min(w, arg(0)+arg(1))
	case OpSelect:
		return max(arg(1), arg(2))
	case OpMinS, OpMaxS:
		return max(arg(0), arg(1))
	}
	return min(w, UnsignedBits(v, depth)+1)
}

// UnsignedMost returns a bound of v as an unsigned number.
func UnsignedMost(v *Value) uint64 {
	e := v.Type.Elem
	arg := func(i int) uint64 { return UnsignedMost(v.Args[i]) }
	c := uint64(0) // the constant that is the second argument
	if len(v.Args) == 2 && v.Args[1].IsConst() {
		c = uint64(v.Args[1].AuxInt)
	}
	switch v.Op {
	case OpConst:
		return uint64(v.AuxInt)
	case OpAnd, OpMinU:
		if c != 0 {
			return min(arg(0), c)
		}
	case OpShrU:
		if c != 0 && c < uint64(e.Bits()) {
			return arg(0) >> c
		}
	case OpDivU:
		if c != 0 {
			return arg(0) / c
		}
	case OpRemU:
		if c != 0 {
			return min(arg(0), c-1)
		}
	case OpPopCount, OpLeadingZeros, OpTrailingZeros:
		return uint64(e.Bits())
	case OpZExt:
		return arg(0)
	}
	return Truncate(e, ^uint64(0))
}

// MayBits returns the bits of v that may be ones, looking at operations up to depth levels deep.
func MayBits(v *Value, depth int) uint64 {
	all := Truncate(v.Type.Elem, ^uint64(0))
	if v.Op == OpConst {
		return uint64(v.AuxInt)
	} else if depth == 0 {
		return all
	}
	arg := func(i int) uint64 { return MayBits(v.Args[i], depth-1) }
	n := ^uint64(0) // the constant number of places of a shift
	if v.Op.Info().Rule == RuleShift && v.Args[1].IsConst() {
		n = uint64(v.Args[1].AuxInt)
	}
	switch v.Op {
	case OpZExt, OpSplat:
		return arg(0)
	case OpTruncI:
		return arg(0) & all
	case OpAnd:
		return arg(0) & arg(1)
	case OpOr, OpXor:
		return arg(0) | arg(1)
	case OpSelect:
		return arg(1) | arg(2)
	case OpShl:
		if n < 64 {
			return arg(0) << n & all
		}
	case OpShrU:
		if n < 64 {
			return arg(0) >> n
		}
	case OpMul:
		if tz := bits.TrailingZeros64(arg(0)) + bits.TrailingZeros64(arg(1)); tz < 64 {
			return all >> tz << tz
		}
		return 0
	case OpAdd, OpSub:
		tz := bits.TrailingZeros64(arg(0) | arg(1))
		return all >> tz << tz
	}
	return all
}
