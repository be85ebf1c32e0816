package ir

import "math/bits"

// Evaluators of operations that need more bits than the type has. They follow the definitions of the operations
// literally, since 64-bit lanes have no wider type to compute in.

func evalMulRound(res, _ Elem, a, b, _ uint64) uint64 {
	if res != I64 {
		return cutS(res, (sx(res, a)*sx(res, b)+1<<(res.Bits()-2))>>(res.Bits()-1))
	}
	lo, carry := bits.Add64(a*b, 1<<62, 0)
	hi := evalMulHiS(res, res, a, b, 0) + carry
	return hi<<1 | lo>>63
}

func evalAddSatS(res, _ Elem, a, b, _ uint64) uint64 {
	sum := evalAdd(res, res, a, b, 0)
	return saturated(res, sum, a, (sum^a)&(sum^b))
}

func evalSubSatS(res, _ Elem, a, b, _ uint64) uint64 {
	diff := evalSub(res, res, a, b, 0)
	return saturated(res, diff, a, (a^b)&(diff^a))
}

// saturated returns x, or, if the sign bit of overflow is set, the bound of the type that has the sign of a.
func saturated(e Elem, x, a, overflow uint64) uint64 {
	switch {
	case sx(e, overflow) >= 0:
		return x
	case sx(e, a) < 0:
		return 1 << (e.Bits() - 1)
	}
	return 1<<(e.Bits()-1) - 1
}

func evalAddSatU(res, _ Elem, a, b, _ uint64) uint64 {
	if sum := cut(res, a+b); sum >= a {
		return sum
	}
	return cut(res, ^uint64(0))
}

func evalSubSatU(_, _ Elem, a, b, _ uint64) uint64 { return max(a, b) - b }

func evalAbsDiffS(res, _ Elem, a, b, _ uint64) uint64 {
	if sx(res, a) < sx(res, b) {
		a, b = b, a
	}
	return evalSub(res, res, a, b, 0)
}

func evalAbsDiffU(_, _ Elem, a, b, _ uint64) uint64 { return max(a, b) - min(a, b) }

// The halving sums follow Dietz: the bits set in both operands plus half of those set in one (Warren, Hacker's
// Delight, 2-5).

func evalHalfSumS(res, _ Elem, a, b, _ uint64) uint64 {
	return cutS(res, sx(res, a&b)+sx(res, a^b)>>1)
}

func evalHalfSumU(_, _ Elem, a, b, _ uint64) uint64 { return a&b + (a^b)>>1 }

func evalAverageS(res, _ Elem, a, b, _ uint64) uint64 {
	return cutS(res, sx(res, a|b)-sx(res, a^b)>>1)
}

func evalAverageU(_, _ Elem, a, b, _ uint64) uint64 { return a | b - (a^b)>>1 }
