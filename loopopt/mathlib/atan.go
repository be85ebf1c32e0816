package mathlib

import "math"

const (
	tanEighthPi      = 0x1.a827999fcef32p-02 // tan(π/8) = sqrt(2) − 1
	atanMax          = 0x1p60                // the arc tangent of larger numbers rounds to π/2, and so does this computation
	tanThreeEighthPi = 0x1.3504f333f9de6p+01 // tan(3π/8) = sqrt(2) + 1
)

// atanSum is base + baseLo + atan((num+numLo)/(den+denLo)) where the quotient is at most tan(π/8) in size, and base
// zero or larger.
func atanSum(base, baseLo, num, numLo, den, denLo float64) float64 {
	t := num / den
	tl := (math.FMA(-t, denLo, math.FMA(-t, den, num)) + numLo) / den
	z := float64(t * t)
	w := float64(z * z)
	p := math.FMA(z, atanC23, atanC21)
	p = math.FMA(p, w, math.FMA(z, atanC19, atanC17))
	p = math.FMA(p, w, math.FMA(z, atanC15, atanC13))
	p = math.FMA(p, w, math.FMA(z, atanC11, atanC9))
	p = math.FMA(p, w, math.FMA(z, atanC7, atanC5))
	p = math.FMA(p, z, atanC3)
	// atan(t+tl) = t + t³·p + tl·(1 − t²)
	c := math.FMA(float64(t*z), p, math.FMA(-z, tl, tl))
	s := base + t
	return s + (base - s + t + (c + baseLo))
}

// Atan is the arc tangent. Arguments above tan(π/8) are turned back by π/4 or π/2.
func Atan(x float64) float64 {
	a := math.Abs(x)
	if a > atanMax {
		a = atanMax
	}
	base, baseLo, num, numLo, den, denLo := 0.0, 0.0, a, 0.0, 1.0, 0.0
	if a > tanEighthPi {
		num, den = a-1, a+1
		// Below 1/2 the difference is not exact. For the sum it takes TwoSum: a may be on either side of 1.
		numLo = -1 - num + a
		b := den - a
		denLo = 1 - b + (a - (den - b))
		base, baseLo = quarterPi, quarterPiLo
	}
	if a > tanThreeEighthPi {
		num, numLo, den, denLo = -1, 0, a, 0
		base, baseLo = halfPiHi, halfPiLo
	}
	return math.Copysign(atanSum(base, baseLo, num, numLo, den, denLo), x)
}

// asinPoly is (asin s − s)/s³ for z = s² up to 1/4.
func asinPoly(z float64) float64 {
	w := float64(z * z)
	p := math.FMA(asinC27, w, math.FMA(z, asinC25, asinC23))
	p = math.FMA(p, w, math.FMA(z, asinC21, asinC19))
	p = math.FMA(p, w, math.FMA(z, asinC17, asinC15))
	p = math.FMA(p, w, math.FMA(z, asinC13, asinC11))
	p = math.FMA(p, w, math.FMA(z, asinC9, asinC7))
	return math.FMA(p, w, math.FMA(z, asinC5, asinC3))
}

// asinParts returns s and c = asin(s+l) − s. For 0 <= a <= 1/2, s = a and l = 0. For larger a, s + l = sqrt((1−a)/2),
// and asin a = π/2 − 2·asin(s + l).
func asinParts(a float64) (s, c float64) {
	z := float64(a * a)
	s = a
	l := 0.0
	if a > 0.5 {
		z = float64(0.5 * (1 - a)) // exact
		s = math.Sqrt(z)
		l = math.FMA(-s, s, z) / (s + s)
		if z == 0 {
			l = 0
		}
	}
	return s, math.FMA(float64(s*z), asinPoly(z), l)
}

// Asin is the arc sine.
func Asin(x float64) float64 {
	a := math.Abs(x)
	s, c := asinParts(a)
	y := s + c
	if a > 0.5 {
		y = halfPiHi - (s + s)
		y += halfPiHi - y - (s + s) + (halfPiLo - (c + c))
	}
	return math.Copysign(y, x)
}

// Acos is the arc cosine.
func Acos(x float64) float64 {
	a := math.Abs(x)
	s, c := asinParts(a)
	base, baseLo := halfPiHi, halfPiLo
	if a > 0.5 {
		s, c = s+s, c+c
		base, baseLo = 0, 0
		if x < 0 {
			base, baseLo = piHi, piLo
		}
	}
	// base − asin x, or base ± 2·asin(…)
	if x > 0 == (a > 0.5) {
		s, c = -s, -c
	}
	y := base - s
	return y + (base - y - s + (baseLo - c))
}

// Atan2 is the angle of the point (x, y); it has the sign of y.
//
// With a = |x| and b = |y|, atan(b/a) is found as in Atan, with both numbers for the quotient, scaled so that their sum
// and the rounding errors stay in range; for negative x the angle is π minus that.
func Atan2(y, x float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	if a > math.MaxFloat64 || b > math.MaxFloat64 {
		// Infinities become ones and finite numbers zeros; NaN stays.
		a, b = float64(a*0), float64(b*0)
		if math.Abs(x) > math.MaxFloat64 {
			a = 1
		}
		if math.Abs(y) > math.MaxFloat64 {
			b = 1
		}
	}
	if a == 0 && b == 0 {
		a = 1
	}
	s := 1.0
	if a > 0x1p900 || b > 0x1p900 {
		s = 0x1p-200
	}
	if a < 0x1p-800 && b < 0x1p-800 {
		s = 0x1p200
	}
	a, b = float64(a*s), float64(b*s)
	base, baseLo, num, numLo, den, denLo := 0.0, 0.0, b, 0.0, a, 0.0
	if b > float64(a*tanEighthPi) {
		num, den = b-a, b+a
		c := num - b
		numLo = b - (num - c) - (a + c) // Knuth's TwoSum, of b and −a
		c = den - b
		denLo = b - (den - c) + (a - c)
		base, baseLo = quarterPi, quarterPiLo
	}
	if b > float64(a*tanThreeEighthPi) {
		num, numLo, den, denLo = -a, 0, b, 0
		base, baseLo = halfPiHi, halfPiLo
	}
	if math.Float64bits(x)>>63 != 0 {
		num, numLo = -num, -numLo
		turned, turnedLo := piHi, piLo // π minus the base
		if base == quarterPi {
			turned, turnedLo = threeQuarterPi, threeQuarterPiLo
		}
		if base == halfPiHi {
			turned, turnedLo = base, baseLo
		}
		base, baseLo = turned, turnedLo
	}
	return math.Copysign(atanSum(base, baseLo, num, numLo, den, denLo), y)
}
