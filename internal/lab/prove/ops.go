package prove

import (
	"maps"
	"slices"

	"hotloop/loopopt/ir"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func of2(f func(a, b *Term) *Term) func(w int, x []*Term) *Term {
	return func(_ int, x []*Term) *Term { return f(x[0], x[1]) }
}

func of1(f func(a *Term) *Term) func(w int, x []*Term) *Term {
	return func(_ int, x []*Term) *Term { return f(x[0]) }
}

func choose(less func(a, b *Term) *Term, swap bool) func(w int, x []*Term) *Term {
	return func(_ int, x []*Term) *Term {
		if swap {
			return ite(less(x[0], x[1]), x[1], x[0])
		}
		return ite(less(x[0], x[1]), x[0], x[1])
	}
}

// high returns the upper half of the product.
func high(extend func(*Term, int) *Term) func(w int, x []*Term) *Term {
	return func(w int, x []*Term) *Term { return slice(bvmul(extend(x[0], 2*w), extend(x[1], 2*w)), w, w) }
}

// saturate adds or subtracts with more bits and clamps.
func saturate(extend func(*Term, int) *Term, f func(a, b *Term) *Term, signed bool) func(w int, x []*Term) *Term {
	return func(w int, x []*Term) *Term {
		lo, hi := int64(0), int64(mask(w))
		if signed {
			lo, hi = -1<<(w-1), 1<<(w-1)-1
		}
		return clamp(f(extend(x[0], w+2), extend(x[1], w+2)), w, lo, hi)
	}
}

// average returns (a + b + up) >> 1 of the exact sum.
func average(up uint64) func(w int, x []*Term) *Term {
	return func(w int, x []*Term) *Term {
		return slice(bvadd(bvadd(zext(x[0], w+1), zext(x[1], w+1)), Num(up, w+1)), 1, w)
	}
}

// Ops are the operations of the SSA on integers, for one lane of w bits. The result of a comparison has one bit.
var Ops = map[ir.Op]func(w int, x []*Term) *Term{
	ir.OpAdd: of2(bvadd), ir.OpSub: of2(bvsub), ir.OpMul: of2(bvmul), ir.OpNeg: of1(bvneg), ir.OpNot: of1(bvnot),
	ir.OpAnd: of2(bvand), ir.OpOr: of2(bvor), ir.OpXor: of2(bvxor),
	ir.OpAndNot: of2(func(a, b *Term) *Term { return bvand(a, bvnot(b)) }),
	ir.OpShl:    of2(bvshl), ir.OpShrU: of2(bvlshr), ir.OpShrS: of2(bvashr), ir.OpRotL: of2(rotate),
	ir.OpEq: of2(eq), ir.OpNe: of2(func(a, b *Term) *Term { return bvnot(eq(a, b)) }),
	ir.OpLtS: of2(slt), ir.OpLeS: of2(sle), ir.OpLtU: of2(ult), ir.OpLeU: of2(ule),
	ir.OpMinS: choose(slt, false), ir.OpMaxS: choose(slt, true), ir.OpMinU: choose(ult, false), ir.OpMaxU: choose(ult, true),
	ir.OpAbs:    of1(func(a *Term) *Term { return ite(slt(a, Num(0, a.W)), bvneg(a), a) }),
	ir.OpMulHiS: high(sext), ir.OpMulHiU: high(zext),
	ir.OpMulRound: func(w int, x []*Term) *Term {
		return slice(bvadd(bvmul(sext(x[0], 2*w), sext(x[1], 2*w)), Num(1<<(w-2), 2*w)), w-1, w)
	},
	ir.OpAddSatS: saturate(sext, bvadd, true), ir.OpSubSatS: saturate(sext, bvsub, true),
	ir.OpAddSatU: saturate(zext, bvadd, false), ir.OpSubSatU: saturate(zext, bvsub, false),
	ir.OpAverageU: average(1), ir.OpHalfSumU: average(0),
	ir.OpAbsDiffU: of2(func(a, b *Term) *Term { return ite(ult(a, b), bvsub(b, a), bvsub(a, b)) }),
	ir.OpPopCount: of1(popcount), ir.OpLeadingZeros: of1(leadingZeros), ir.OpTrailingZeros: of1(trailingZeros),
	ir.OpByteSwap:   of1(func(a *Term) *Term { return reverse(a, 8) }),
	ir.OpBitReverse: of1(func(a *Term) *Term { return reverse(a, 1) }),
	ir.OpSelect:     func(_ int, x []*Term) *Term { return ite(x[0], x[1], x[2]) },
	ir.OpZExt:       func(w int, x []*Term) *Term { return zext(x[0], w) },
	ir.OpSExt:       func(w int, x []*Term) *Term { return sext(x[0], w) },
	ir.OpTruncI:     func(w int, x []*Term) *Term { return slice(x[0], 0, w) },
}

// dot returns the function of x[0], a lane of 32 bits, plus the products of the parts of x[1] and x[2].
func dot(first, second func(*Term, int) *Term) func(part int, x []*Term) *Term {
	return func(part int, x []*Term) *Term {
		t := x[0]
		for i := 0; i < t.W; i += part {
			t = bvadd(t, bvmul(first(slice(x[1], i, part), t.W), second(slice(x[2], i, part), t.W)))
		}
		return t
	}
}

// dots are the operations on lanes of 32 bits and the smaller lanes in them.
var dots = map[ir.Op]func(part int, x []*Term) *Term{
	ir.OpDotS: dot(sext, sext), ir.OpDotU: dot(zext, zext), ir.OpDotUS: dot(zext, sext),
}
