package mathlib

import "math"

// Log10 is the decimal logarithm, exact where the argument is a power of ten. It is the sum of k·log10 2, whose first
// part is exact, and log(1+f) in two parts times 1/ln 10 in two parts.
func Log10(x float64) float64 {
	k, f := logParts(x)
	s := f / (2 + f)
	h := float64(float64(0.5*f) * f)
	r := logPoly(float64(s * s))
	// a + b = log(1+f)
	a := f - h
	b := math.FMA(s, h+r, f-a-h)
	// p + q = (a + b)/ln 10
	p := float64(a * log10EHi)
	q := math.FMA(a, log10ELo, math.FMA(a, log10EHi, -p))
	q = math.FMA(b, log10EHi, q)
	c := float64(k * log10Two1) // larger than p unless k = 0
	hi := c + p
	lo := c - hi + p
	return logSpecial(x, hi+(lo+math.FMA(k, log10Two2, q)))
}

// Log1p is log(1+x). The sum is rounded to u, and its rounding error l is compensated: log(u+l) = log(u) + l/u.
func Log1p(x float64) float64 {
	u := 1 + x
	b := u - x
	l := 1 - b + (x - (u - b)) // Knuth's TwoSum
	c := l / u
	k, f := logParts(u)
	s := f / (2 + f)
	h := float64(float64(0.5*f) * f)
	r := logPoly(float64(s * s))
	hi := math.FMA(k, ln2Hi, f)
	lo := math.FMA(k, ln2Hi, -hi) + f
	lo = math.FMA(k, ln2Lo, lo) + c
	y := hi - (h - math.FMA(s, h+r, lo))
	if x == 0 {
		y = x
	}
	return logSpecial(u, y)
}
