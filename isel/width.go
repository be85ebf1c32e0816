package isel

import (
	"math/bits"

	"hotloop/loopopt/ir"
)

// unsignedBits bounds an integer from its operations: it is less than 1 << unsignedBits.
func unsignedBits(v *ir.Value, depth int) int {
	w := v.Type.Elem.Bits()
	if depth == 0 {
		return w
	}
	arg := func(i int) int { return unsignedBits(v.Args[i], depth-1) }
	switch v.Op {
	case ir.OpConst:
		return bits.Len64(uint64(v.AuxInt) & (1<<(w-1)<<1 - 1))
	case ir.OpZExt:
		if v.Args[0].Type.Elem == ir.Bool {
			return 1
		}
		return arg(0)
	case ir.OpAnd:
		return min(arg(0), arg(1))
	case ir.OpOr, ir.OpXor, ir.OpMaxU:
		return max(arg(0), arg(1))
	case ir.OpMinU:
		return min(arg(0), arg(1))
	case ir.OpShrU:
		if c := v.Args[1]; c.IsConst() && uint64(c.AuxInt) < uint64(w) {
			return max(0, arg(0)-int(c.AuxInt))
		}
		return arg(0)
	case ir.OpAdd:
		return min(w, max(arg(0), arg(1))+1)
	case ir.OpMul:
		return min(w, arg(0)+arg(1))
	}
	return w
}

// signedBits is the number of bits that a signed integer fits.
func signedBits(v *ir.Value, depth int) int {
	w := v.Type.Elem.Bits()
	if depth == 0 {
		return w
	}
	switch v.Op {
	case ir.OpConst:
		n := v.Int()
		return bits.Len64(uint64(n^n>>63)) + 1
	case ir.OpSExt:
		if v.Args[0].Type.Elem == ir.Bool {
			return 1
		}
		return signedBits(v.Args[0], depth-1)
	case ir.OpShrS:
		if c := v.Args[1]; c.IsConst() && uint64(c.AuxInt) < uint64(w) {
			return max(1, signedBits(v.Args[0], depth-1)-int(c.AuxInt))
		}
	}
	return min(w, unsignedBits(v, depth)+1)
}
