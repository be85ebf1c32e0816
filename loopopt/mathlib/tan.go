package mathlib

import "math"

// tanQuarter is tan(r − e + q·π/2): sine over cosine, or minus cosine over sine, all of them sums of two doubles. x
// is used only to test for zero.
func tanQuarter(x, r, e float64, q uint64) float64 {
	z := float64(r * r)
	z2 := float64(z * z)
	h := float64(0.5 * r)
	w := math.FMA(-h, r, 1)

	s := math.FMA(sinC13, z, sinC11)
	s = math.FMA(s, z2, math.FMA(sinC9, z, sinC7))
	s = math.FMA(s, z2, math.FMA(sinC5, z, sinC3))
	s = math.FMA(float64(r*z), s, float64(e*w))
	num := r - s
	numLo := r - num - s

	c := math.FMA(cosC14, z, cosC12)
	c = math.FMA(c, z2, math.FMA(cosC10, z, cosC8))
	c = math.FMA(c, z2, math.FMA(cosC6, z, cosC4))
	c = math.FMA(c, z2, math.FMA(r, e, math.FMA(-h, r, 1-w)))
	den := w + c
	denLo := w - den + c

	if q&1 != 0 {
		num, den = den, -num
		numLo, denLo = denLo, -numLo
	}
	inv := 1 / den
	y := float64(num * inv)
	y = math.FMA(math.FMA(-y, denLo, math.FMA(-y, den, num)+numLo), inv, y)
	if x == 0 {
		y = x
	}
	return y
}

func tanFast(x float64) float64 {
	r, e, q := reduceFast(x)
	return tanQuarter(x, r, e, q)
}

func tanIsSlow(x float64) bool { return trigIsSlow(x) }

func tanSlow(x float64) float64 {
	r, e, q := reduceSlow(x)
	return tanQuarter(x, r, e, q)
}

// Tan is the tangent.
func Tan(x float64) float64 {
	if tanIsSlow(x) {
		return tanSlow(x)
	}
	return tanFast(x)
}
