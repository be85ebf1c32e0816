package mathlib

import "math"

// expm1Min: e^x − 1 of smaller numbers rounds to −1.
const expm1Min = -40

// Expm1 is e^x − 1 = 2^n·(1 − 2^-n + expm1(r)), where 1 − 2^-n is zero for n = 0.
func Expm1(x float64) float64 {
	v := x
	if v > expMax {
		v = expMax
	}
	if v < expm1Min {
		v = expm1Min
	}
	t := math.FMA(v, log2E, shiftScale)
	n := t - shiftScale
	r, e := reduceLn2(n, v)
	z := float64(r * r)
	// expm1(r+e) = r + e·(1 + r) + r²·p(r)
	e = math.FMA(z, expm1Poly(r, z), math.FMA(e, r, e))
	i := inverseScale(v, t)
	a := 1 - i
	e += 1 - a - i // not zero for large n
	s := a + r
	y := scale(s+(a-s+r+e), t) // a is zero, or larger than r
	if x == 0 {
		y = x
	}
	return y
}

// reduceLn2 returns x − n·ln 2 as a sum of two doubles.
func reduceLn2(n, x float64) (r, e float64) {
	u := math.FMA(n, -ln2Hi, x) // exact
	r = math.FMA(n, -ln2Lo, u)
	return r, math.FMA(n, -ln2Lo, u-r)
}

// inverseScale is 2^-n for t = n + shiftScale, n > −1000, and zero where that does not matter next to 1.
func inverseScale(x, t float64) float64 {
	i := math.Float64frombits((1023+2*1023)<<52 - math.Float64bits(t)<<52)
	if x > 50 {
		i = 0
	}
	return i
}

const hyperbolicMax = 711 // both functions are infinite

// hyperbolic returns t = n + shiftScale where, for |x| = n·ln 2 + r and i = 2^-n:
//
//	sinh |x| = 2^(n-1)·((1−i²)·cosh r + (1+i²)·sinh r)
//	cosh |x| = 2^(n-1)·((1+i²)·cosh r + (1−i²)·sinh r)
//
// r and e are the reduced argument, c is cosh r − 1, s is sinh r − r, and j is i².
func hyperbolic(x float64) (t, r, e, c, s, j float64) {
	v := math.Abs(x)
	if v > hyperbolicMax {
		v = hyperbolicMax
	}
	t = math.FMA(v, log2E, shiftScale)
	r, e = reduceLn2(t-shiftScale, v)
	z := float64(r * r)
	w := float64(z * z)
	s = math.FMA(sinhC11, w, math.FMA(sinhC9, z, sinhC7))
	s = math.FMA(s, w, math.FMA(sinhC5, z, sinhC3))
	s = float64(s * float64(z*r))
	c = math.FMA(coshC10, z, coshC8)
	c = math.FMA(c, w, math.FMA(coshC6, z, coshC4))
	c = math.FMA(c, z, 0.5)
	c = float64(c * z)
	i := inverseScale(v, t)
	return t, r, e, c, s, float64(i * i)
}

// hyperbolicSum is 2^(n-1)·(g·(1+c) + h·(r+e+s) + l), where g is zero or larger than h·r.
func hyperbolicSum(t, g, h, l, r, e, c, s float64) float64 {
	p := float64(h * r)
	sum := g + p
	l += g - sum + p + math.FMA(h, r, -p)
	return scale(sum+math.FMA(g, c, math.FMA(h, s+e, l)), t-1)
}

// Sinh is the hyperbolic sine.
func Sinh(x float64) float64 {
	t, r, e, c, s, j := hyperbolic(x)
	g, h := 1-j, 1+j
	return math.Copysign(hyperbolicSum(t, g, h, 1-g-j, r, e, c, s), x)
}

// Cosh is the hyperbolic cosine.
func Cosh(x float64) float64 {
	t, r, e, c, s, j := hyperbolic(x)
	g, h := 1+j, 1-j
	return hyperbolicSum(t, g, h, 1-g+j, r, e, c, s)
}
