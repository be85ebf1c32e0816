package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/loopopt/ir"
)

// Instructions that clamp and narrow lanes in one step. Some also shift right before, optionally with rounding:
//
//	TruncI <i16> (MinS (MaxS (ShrS (Add a 1<<14) 15) -32768) 32767)      SQRSHRN, SQRSHRN2
//	TruncI <i8> (MinS (MaxS a 0) 255)      a of 32 bits: SQXTUN, SQXTUN2, then UQXTN, UQXTN2

// saturate narrows x to t if x is clamped to the bounds of t's elements.
func (l selector) saturate(x *ir.Value, t ir.Type) (lower.Rep, bool) {
	y, by, ok := l.Bounded(x, t.Elem)
	if !ok {
		return lower.Rep{}, false
	}
	size := x.Type.Elem.Size() / 2
	y, shift, rounds := l.shiftedRight(y, by, int64(8*size))
	for ; size >= t.Elem.Size(); size /= 2 {
		i := 0 // without a shift
		if shift > 0 {
			i = 1
			if rounds {
				i = 2
			}
		}
		ops := saturating[by][i]
		to := t.WithElem(ir.IntElem(size))
		r := l.narrowI(byElem(size, ops[0], ops[0]+1, ops[0]+2, 0), byElem(size, ops[1], ops[1]+1, ops[1]+2, 0), shift, y, to)
		y, shift = l.Wrap(to, r.Parts...), 0
		if by == lower.PositiveBounds {
			by = lower.UnsignedBounds // the numbers are unsigned after the first step
		}
	}
	return l.Rep(y), true
}

// saturating holds the instructions that result in B elements, for the low and the high half; those for H and S
// follow them. By bounds: without a shift, with one, and with one that rounds.
var saturating = [...][3][2]arm64.Op{
	lower.SignedBounds: {{arm64.VSQXTNB, arm64.VSQXTN2B}, {arm64.VSQSHRNB, arm64.VSQSHRN2B},
		{arm64.VSQRSHRNB, arm64.VSQRSHRN2B}},
	lower.PositiveBounds: {{arm64.VSQXTUNB, arm64.VSQXTUN2B}, {arm64.VSQSHRUNB, arm64.VSQSHRUN2B},
		{arm64.VSQRSHRUNB, arm64.VSQRSHRUN2B}},
	lower.UnsignedBounds: {{arm64.VUQXTNB, arm64.VUQXTN2B}, {arm64.VUQSHRNB, arm64.VUQSHRN2B},
		{arm64.VUQRSHRNB, arm64.VUQRSHRN2B}},
}

// shiftedRight splits off y's right shift, and the rounding before it, if a narrowing to the given number of bits
// can do them. The instruction's rounding addition does not wrap around, so the addition in y must be known not
// to overflow.
func (l selector) shiftedRight(y *ir.Value, by lower.Bounds, bits int64) (z *ir.Value, n int64, rounds bool) {
	op, width := ir.OpShrS, ir.SignedBits
	if by == lower.UnsignedBounds {
		op, width = ir.OpShrU, ir.UnsignedBits
	}
	if y.Op != op || !l.IsDeferred(y) || !y.Args[1].IsConst() || y.Args[1].AuxInt < 1 || y.Args[1].AuxInt > bits {
		return y, 0, false
	}
	z, n = y.Args[0], y.Args[1].AuxInt
	if z.Op != ir.OpAdd || !l.IsDeferred(z) || !z.Args[1].IsConstInt(1<<(n-1)) {
		return z, n, false
	}
	a, all := z.Args[0], y.Type.Elem.Bits()
	fits := width(a, boundsDepth) < all
	if a.Op == ir.OpMul && op == ir.OpShrS { // a product of signed numbers is at most half of what its bits could hold
		fits = fits || width(a.Args[0], boundsDepth)+width(a.Args[1], boundsDepth) <= all
	}
	if fits {
		return a, n, true
	}
	return z, n, false
}

// boundsDepth bounds the search for the number of significant bits.
const boundsDepth = 4
