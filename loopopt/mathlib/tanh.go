package mathlib

import "math"

const (
	tanhOne = 27.5 * math.Ln2 // where 1 − tanh x is 2^-54: for larger numbers it rounds to 1

	// From here to tanhOne it rounds to 1 − 2^-53, as it does here; and 2·tanhMax is below 53.5·ln 2.
	tanhMax = 18.53
)

// Tanh is the hyperbolic tangent. With 2|x| = n·ln 2 + r and i = 2^-n,
//
//	tanh |x| = (e^2|x| − 1)/(e^2|x| + 1) = (1 − i + expm1(r)) / (1 + i + expm1(r))
//
// where 1 − i is exact, as n <= 53, and zero if n is, so that nothing cancels for small x. Numerator and denominator
// are sums of two doubles: nh+nl and dh+dl.
func Tanh(x float64) float64 {
	y := math.Abs(x)
	if y > tanhMax {
		y = tanhMax
	}
	y += y
	t := math.FMA(y, log2E, shift)
	n := t - shift
	u := math.FMA(n, -ln2Hi, y) // exact
	r := math.FMA(n, -ln2Lo, u)
	e := math.FMA(n, -ln2Lo, u-r) // the rounding error of r
	z := float64(r * r)
	// e + c = expm1(r) − r
	e = math.FMA(z, expm1Poly(r, z), e)
	i := math.Float64frombits(one - math.Float64bits(t)<<52)

	a := 1 - i
	s := a + r
	e += a - s + r // a is zero, or larger than r
	nh := s + e
	nl := s - nh + e
	i += i
	dh := nh + i             // numerator + 2i
	dl := nh - (dh - i) + nl // the difference is exact: i is a multiple of dh's ulp

	inv := 1 / dh
	q := float64(nh * inv)
	rest := math.FMA(-q, dl, math.FMA(-q, dh, nh)+nl)
	q = math.FMA(rest, inv, q)
	if math.Abs(x) > tanhOne {
		q = 1
	}
	return math.Copysign(q, x)
}

// expm1Poly is expPoly with an error relative to e^r − 1.
func expm1Poly(r, z float64) float64 {
	p := math.FMA(expm1C12, z, math.FMA(r, expm1C11, expm1C10))
	p = math.FMA(p, z, math.FMA(r, expm1C9, expm1C8))
	p = math.FMA(p, z, math.FMA(r, expm1C7, expm1C6))
	p = math.FMA(p, z, math.FMA(r, expm1C5, expm1C4))
	return math.FMA(p, z, math.FMA(r, expm1C3, expm1C2))
}
