package x86

import (
	"hotloop/isel/lower"
	"hotloop/loopopt/ir"
)

// wordsToFloats converts vectors of 64-bit integers, for which AVX2 has no instruction. The halves of an integer
// become the fractions of two floats, 2⁵² + low and 2⁸⁴ + 2³²·high. Subtracting the offsets is exact, because the
// results are multiples of 2³² below 2⁶⁴. Only the addition at the end rounds (the idea of __floatundidf in
// LLVM's compiler-rt). A signed integer has its top bit flipped, which adds 2⁶³ to the offset.
func (l selector) wordsToFloats(x *ir.Value, t ir.Type, signed bool) lower.Rep {
	if t.Elem == ir.F32 {
		x = l.roundToOdd(x)
	}
	words, floats := x.Type, t.WithElem(ir.F64)
	exponent, offset := int64(0x453)<<52, 0x1p84+0x1p52
	if signed {
		exponent, offset = exponent|1<<31, offset+0x1p63
	}
	high := l.Op(ir.OpXor, words, l.Op(ir.OpShrU, words, x, l.Lit(words, 32)), l.Lit(words, exponent))
	low := l.Op(ir.OpOr, words, l.Op(ir.OpAnd, words, x, l.Lit(words, 1<<32-1)), l.Lit(words, 0x433<<52))
	upper := l.Op(ir.OpSub, floats, l.Op(ir.OpBitcast, floats, high), l.Float(floats, offset))
	f := l.Make(ir.OpAdd, floats, upper, l.Op(ir.OpBitcast, floats, low))
	if t.Elem == ir.F32 {
		return l.Rep(l.Make(ir.OpFTrunc, t, f))
	}
	return l.Rep(f)
}

// roundToOdd rounds unsigned integers of more than 53 bits to 53 bits: bit 11 collects the bits below it. A
// float64 then holds them exactly. Rounding that to float32, which is 29 bits shorter, equals rounding the
// integer directly (Boldo and Melquiond, Emulation of FMA and correctly rounded sums: proved algorithms using
// rounding to odd, 2008).
func (l selector) roundToOdd(x *ir.Value) *ir.Value {
	t := x.Type
	const low = 1<<11 - 1
	sum := l.Op(ir.OpAdd, t, l.Op(ir.OpAnd, t, x, l.Lit(t, low)), l.Lit(t, low))
	odd := l.Op(ir.OpAnd, t, l.Op(ir.OpOr, t, x, sum), l.Lit(t, ^low))
	// AVX2 compares signed integers only, so both sides of x > 2⁵³ are offset by 2⁶³.
	const min = -1 << 63
	large := l.Make(ir.OpLtS, ir.Mask(int(t.Lanes)), l.Lit(t, min+1<<53), l.Op(ir.OpAdd, t, x, l.Lit(t, min)))
	return l.Op(ir.OpSelect, t, large, odd, x)
}
