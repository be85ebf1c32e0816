package mathlib

import "math"

const (
	rootHalf  = 0x3fe6a09e667f3bcd // the bits of sqrt(1/2)
	one       = 0x3ff0000000000000 // the bits of 1
	minNormal = 0x1p-1022

	// twoTo52 has an ulp of 1: OR-ing the bits of an integer below 2^52 into it adds that integer.
	twoTo52Bits = 0x4330000000000000
	twoTo52     = 0x1p52
)

// logParts returns k and f with x = 2^k·(1+f), 1+f in [sqrt(1/2), sqrt(2)), for positive finite x, including
// subnormal ones. Both are exact. For other x the results are finite but meaningless.
func logParts(x float64) (k, f float64) {
	bias := twoTo52 + 1023.0
	if x < minNormal {
		x = float64(x * 0x1p54)
		bias = twoTo52 + 1023 + 54
	}
	u := math.Float64bits(x) + (one - rootHalf)
	k = math.Float64frombits(u>>52|twoTo52Bits) - bias
	f = math.Float64frombits(u&mantissaMask+rootHalf) - 1
	return k, f
}

// logPoly is log((1+s)/(1-s))/s − 2, for z = s².
func logPoly(z float64) float64 {
	w := float64(z * z)
	p := math.FMA(logC15, w, math.FMA(z, logC13, logC11))
	p = math.FMA(p, w, math.FMA(z, logC9, logC7))
	p = math.FMA(p, w, math.FMA(z, logC5, logC3))
	return float64(z * p)
}

// logSpecial is y = log(x) for positive and finite x, and the special values of log for other x.
func logSpecial(x, y float64) float64 {
	if x == 0 {
		y = math.Inf(-1)
	}
	if x < 0 {
		y = math.NaN()
	}
	if !(x <= math.MaxFloat64) {
		y = x // +Inf or NaN
	}
	return y
}

// Log is the natural logarithm. With s = f/(2+f), log(1+f) = log((1+s)/(1-s)) = 2s + s·R(s²), and as 2s = f − s·f,
//
//	log(1+f) = f − (f²/2 − s·(f²/2 + R))
//
// where only f, which is exact, is large (the arrangement of FDLIBM's e_log.c).
func Log(x float64) float64 {
	k, f := logParts(x)
	s := f / (2 + f)
	h := float64(float64(0.5*f) * f)
	r := logPoly(float64(s * s))
	// hi + lo = k·ln 2 + f; k·ln2Hi is exact, and larger than f unless k = 0.
	hi := math.FMA(k, ln2Hi, f)
	lo := math.FMA(k, ln2Hi, -hi) + f
	lo = math.FMA(k, ln2Lo, lo)
	return logSpecial(x, hi-(h-math.FMA(s, h+r, lo)))
}

// Log2 is the binary logarithm. It keeps log(1+f) in two parts, multiplies it by 1/ln 2 in two parts, and adds k. It
// is exact for powers of two.
func Log2(x float64) float64 {
	k, f := logParts(x)
	s := f / (2 + f)
	h := float64(float64(0.5*f) * f)
	r := logPoly(float64(s * s))
	// a + b = log(1+f)
	a := f - h
	b := math.FMA(s, h+r, f-a-h)
	// p + q = (a + b)/ln 2
	p := float64(a * log2E)
	q := math.FMA(a, log2ELo, math.FMA(a, log2E, -p))
	q = math.FMA(b, log2E, q)
	hi := k + p
	lo := k - hi + p
	return logSpecial(x, hi+(lo+q))
}
