package mathlib

import "math"

// Hypot is sqrt(x² + y²). Both squares, and their sum, are kept in two parts. Scaling by a power of two keeps the
// squares and their rounding errors away from both ends of the exponent range.
func Hypot(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	h, l := a, b
	if a < b {
		h, l = b, a
	}
	up, down := 1.0, 1.0
	if h > 0x1p500 {
		up, down = 0x1p-600, 0x1p600
	}
	if h < 0x1p-450 {
		up, down = 0x1p700, 0x1p-700
	}
	h, l = float64(h*up), float64(l*up)
	p, q := float64(h*h), float64(l*l)
	sum := p + q
	rest := p - sum + q + (math.FMA(h, h, -p) + math.FMA(l, l, -q))
	s := math.Sqrt(sum)
	s += (math.FMA(-s, s, sum) + rest) / (s + s)
	s = float64(s * down)
	if sum == 0 {
		s = 0
	}
	if a > math.MaxFloat64 || b > math.MaxFloat64 {
		s = math.Inf(1) // even if the other one is NaN
	}
	return s
}

const (
	cbrtHalf = 0x1.965fea53d6e3dp-01 // cube root of 1/2
	cbrtTwo  = 0x1.428a2f98d728bp+00 // cube root of 2
)

// Cbrt is the cube root. |x| = 2^3j·m with m = 2^i·(1+f), i in {−1, 0, 1}. A polynomial in f gives the reciprocal
// cube root z of 1+f to about 17 bits; one multiplication turns it into that of m. Its error is e = 1 − m·z³. One
// step of third order, z·(1 + e/3 + 2e²/9), gives almost all bits without a division. m·z² is the cube root, and a
// Newton step with an exact residual rounds it.
func Cbrt(x float64) float64 {
	a := math.Abs(x)
	k, f := logParts(a)
	t := math.FMA(k, 0x1.5555555555555p-02, shift)
	j := t - shift
	i := math.FMA(j, -3, k)

	w := float64(f * f)
	z := math.FMA(f, cbrtC5, cbrtC4)
	z = math.FMA(z, w, math.FMA(f, cbrtC3, cbrtC2))
	z = math.FMA(z, w, math.FMA(f, cbrtC1, cbrtC0))
	m := 1 + f
	if i > 0 {
		m = m + m
		z = float64(z * cbrtHalf)
	}
	if i < 0 {
		m = float64(m * 0.5)
		z = float64(z * cbrtTwo)
	}
	e := math.FMA(float64(-m*z), float64(z*z), 1)
	z = math.FMA(float64(z*e), math.FMA(e, 0x1.c71c71c71c71cp-03, 0x1.5555555555555p-02), z)
	y := float64(m * float64(z*z))
	p := float64(y * y)
	d := math.FMA(p, y, -m)
	d = math.FMA(math.FMA(y, y, -p), y, d)
	y = math.FMA(d, float64(-0x1.5555555555555p-02*float64(z*z)), y)

	y = float64(y * math.Float64frombits(math.Float64bits(t)<<52+one))
	if !(a > 0 && a <= math.MaxFloat64) {
		y = a
	}
	return math.Copysign(y, x)
}
