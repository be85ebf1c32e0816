package mathlib

import "math"

const (
	// Adding shift to |x| < 2^51 rounds x to an integer, and the sum's low bits are that integer in two's complement.
	shift = 0x1.8p52

	// shiftScale also biases the integer by two exponent biases, as scale requires.
	shiftScale = 0x1.8p52 + 2*1023

	exponentMask = 0x7ff0000000000000
	mantissaMask = 0x000fffffffffffff
)

// scale is p·2^n for t = n + shiftScale, |n| < 1500: by two factors, since neither 2^1024 nor 2^-1074 is a normal
// number. The first product is exact and the second rounds once, into the subnormals or to infinity where it must.
func scale(p, t float64) float64 {
	n := math.Float64bits(t) << 52 // 12 bits: n plus two biases
	half := n >> 1 & exponentMask
	return float64(p * math.Float64frombits(half) * math.Float64frombits(n-half))
}

const (
	expMax = 710  // e^710 is infinite
	expMin = -746 // e^-746 is zero
)

// Exp is e^x: e^x = 2^n·e^r with |r| <= ln 2/2.
func Exp(x float64) float64 {
	if x > expMax {
		x = expMax
	}
	if x < expMin {
		x = expMin
	}
	t := math.FMA(x, log2E, shiftScale)
	n := t - shiftScale
	r := math.FMA(n, -ln2Hi, x) // exact
	r = math.FMA(n, -ln2Lo, r)
	z := float64(r * r)
	h := 1 + r
	return scale(h+math.FMA(z, expPoly(r, z), 1-h+r), t) // 1-h+r is exactly what h lacks
}

// expPoly is (e^r-1-r)/r², given also z = r².
func expPoly(r, z float64) float64 {
	p := math.FMA(r, expC11, expC10)
	p = math.FMA(p, z, math.FMA(r, expC9, expC8))
	p = math.FMA(p, z, math.FMA(r, expC7, expC6))
	p = math.FMA(p, z, math.FMA(r, expC5, expC4))
	return math.FMA(p, z, math.FMA(r, expC3, expC2))
}

const (
	exp2Max = 1025
	exp2Min = -1076
)

// Exp2 is 2^x: 2^x = 2^n·2^r with |r| <= 1/2; the subtraction is exact.
func Exp2(x float64) float64 {
	if x > exp2Max {
		x = exp2Max
	}
	if x < exp2Min {
		x = exp2Min
	}
	t := x + shiftScale
	r := x - (t - shiftScale)
	return scale(math.FMA(r, exp2Poly(r), 1), t)
}

// exp2Poly is (2^r-1)/r. Its first coefficient, ln 2, comes in two parts.
func exp2Poly(r float64) float64 {
	z := float64(r * r)
	p := math.FMA(r, exp2C11, exp2C10)
	p = math.FMA(p, z, math.FMA(r, exp2C9, exp2C8))
	p = math.FMA(p, z, math.FMA(r, exp2C7, exp2C6))
	p = math.FMA(p, z, math.FMA(r, exp2C5, exp2C4))
	p = math.FMA(p, z, math.FMA(r, exp2C3, exp2C2))
	return ln2 + math.FMA(r, p, ln2Rest)
}
