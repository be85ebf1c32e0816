package mathlib

import "math"

const (
	powMax  = 1100   // 2^w overflows or vanishes for larger |w|
	powYMax = 0x1p64 // and so does every power except those of ±1 for larger |y|
)

// log2Pair is log2(2^k·(1+f)) as a sum of two doubles, with a relative error below 2^-65.
//
// With s = f/(2+f) it is k + s·(C1 + C3·s² + C5·s⁴ + …). s, C1 and C3 are sums of two doubles, and so is the series
// up to C3. s² is below 0.03, and the remaining terms are so small that one double is enough.
func log2Pair(k, f float64) (hi, lo float64) {
	d := 2 + f
	dl := 2 - d + f
	inv := 1 / d
	s := float64(f * inv)
	sl := float64(math.FMA(-s, dl, math.FMA(-s, d, f)) * inv)
	z := float64(s * s)
	zl := math.FMA(s+s, sl, math.FMA(s, s, -z))

	w := float64(z * z)
	p := math.FMA(z, powC21, powC19)
	p = math.FMA(p, w, math.FMA(z, powC17, powC15))
	p = math.FMA(p, w, math.FMA(z, powC13, powC11))
	p = math.FMA(p, w, math.FMA(z, powC9, powC7))
	p = math.FMA(p, z, powC5) // one rounding only, at the size of C5
	p = math.FMA(p, z, float64(p*zl))

	// t + tl = C3 + z·p;  v + vl = z·(t + tl);  g + gl = C1 + v + vl
	t := powC3Hi + p
	tl := powC3Hi - t + p + powC3Lo
	v := float64(z * t)
	vl := math.FMA(z, tl, math.FMA(zl, t, math.FMA(z, t, -v)))
	g := powC1Hi + v
	gl := powC1Hi - g + v + (powC1Lo + vl)

	// m + ml = s·g;  hi + lo = k + m + ml
	m := float64(s * g)
	ml := math.FMA(s, gl, math.FMA(sl, g, math.FMA(s, g, -m)))
	hi = k + m
	return hi, k - hi + m + ml
}

// exp2Pair is 2^(y·(hi+lo)) for |y| <= powYMax; hi may be infinite.
func exp2Pair(y, hi, lo float64) float64 {
	w := float64(y * hi)
	wl := math.FMA(y, lo, math.FMA(y, hi, -w))
	if math.Abs(w) > powMax {
		wl = 0
		w = math.Copysign(powMax, w)
	}
	t := w + shiftScale
	r := w - (t - shiftScale) // exact
	// a + b = (r + wl)·ln 2, and e^(a+b) = e^a + b·e^a
	a := float64(r * ln2)
	b := math.FMA(wl, ln2, math.FMA(r, ln2Rest, math.FMA(r, ln2, -a)))
	sq := float64(a * a)
	p := expPoly(a, sq)
	b = math.FMA(b, math.FMA(sq, p, a), b)
	h := 1 + a
	return scale(h+math.FMA(sq, p, 1-h+a+b), t)
}

// Pow is x^y = 2^(y·log2 |x|), and negative for negative x and odd y.
func Pow(x, y float64) float64 {
	a := math.Abs(x)
	k, f := logParts(a)
	hi, lo := log2Pair(k, f)
	if a == 0 {
		hi = math.Inf(-1)
	}
	if !(a <= math.MaxFloat64) {
		hi = a // +Inf or NaN
	}
	z := y
	if z > powYMax {
		z = powYMax
	}
	if z < -powYMax {
		z = -powYMax
	}
	p := exp2Pair(z, hi, lo)
	half := float64(0.5 * y)
	whole := math.RoundToEven(y) == y
	if math.Float64bits(x)>>63 != 0 && whole && math.RoundToEven(half) != half {
		p = -p
	}
	if x < 0 && !whole && a <= math.MaxFloat64 {
		p = math.NaN()
	}
	if x == 1 || y == 0 {
		p = 1 // even if the other one is NaN
	}
	return p
}
