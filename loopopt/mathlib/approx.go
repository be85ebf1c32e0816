package mathlib

import "math"

// The functions of this file compute in float32 throughout, where a vector has twice the lanes. Argument reductions
// are as in the float64 functions. Results have errors of up to about two units in the last place.

const (
	shiftA      = 0x1.8p23         // shift for float32
	shiftScaleA = 0x1.8p23 + 2*127 // shiftScale for float32

	exponentMask32 = 0x7f800000
	mantissaMask32 = 0x007fffff
	rootHalf32     = 0x3f3504f3 // the bits of sqrt(1/2)
	one32          = 0x3f800000 // the bits of 1
	minNormal32    = 0x1p-126

	// twoTo23 has an ulp of 1.
	twoTo23Bits = 0x4b000000
	twoTo23     = 0x1p23
)

// scaleA is scale for float32.
func scaleA(p, t float32) float32 {
	n := math.Float32bits(t) << 23 // 9 bits: the integer plus two biases
	half := n >> 1 & exponentMask32
	return float32(p * math.Float32frombits(half) * math.Float32frombits(n-half))
}

// ExpF32Approx is an approximate Exp.
func ExpF32Approx(x float32) float32 {
	if x > expMaxF32 {
		x = expMaxF32
	}
	if x < expMinF32 {
		x = expMinF32
	}
	t := fma32(x, log2EA, shiftScaleA)
	n := t - shiftScaleA
	r := fma32(n, -ln2HiA, x) // exact
	r = fma32(n, -ln2LoA, r)
	z := float32(r * r)
	p := fma32(expAC6, z, fma32(r, expAC5, expAC4))
	p = fma32(p, z, fma32(r, expAC3, expAC2))
	return scaleA(1+fma32(z, p, r), t)
}

// exp2A is 2^x for |x| < 200.
func exp2A(x float32) float32 {
	t := x + shiftScaleA
	r := x - (t - shiftScaleA)
	z := float32(r * r)
	p := fma32(r, exp2AC6, exp2AC5)
	p = fma32(p, z, fma32(r, exp2AC4, exp2AC3))
	p = fma32(p, z, fma32(r, exp2AC2, exp2AC1))
	return scaleA(fma32(p, r, 1), t)
}

// Exp2F32Approx is an approximate Exp2.
func Exp2F32Approx(x float32) float32 {
	if x > exp2MaxF32 {
		x = exp2MaxF32
	}
	if x < exp2MinF32 {
		x = exp2MinF32
	}
	return exp2A(x)
}

// logPartsA is logParts for float32.
func logPartsA(x float32) (k, f float32) {
	var bias float32 = twoTo23 + 127
	if x < minNormal32 {
		x = float32(x * 0x1p24)
		bias = twoTo23 + 127 + 24
	}
	u := math.Float32bits(x) + (one32 - rootHalf32)
	k = math.Float32frombits(u>>23|twoTo23Bits) - bias
	f = math.Float32frombits(u&mantissaMask32+rootHalf32) - 1
	return k, f
}

// logPolyA is (log(1+f) − f + f²/2)/f³.
func logPolyA(f, z float32) float32 {
	p := fma32(f, logAC10, logAC9)
	p = fma32(p, z, fma32(f, logAC8, logAC7))
	p = fma32(p, z, fma32(f, logAC6, logAC5))
	return fma32(p, z, fma32(f, logAC4, logAC3))
}

// LogF32Approx is an approximate Log.
func LogF32Approx(x float32) float32 {
	k, f := logPartsA(x)
	z := float32(f * f)
	// log x = k·ln2Hi + (f + (k·ln2Lo − f²/2 + f³·p)); the first product is exact
	p := fma32(float32(f*z), logPolyA(f, z), float32(k*ln2LoA))
	p = f + fma32(z, -0.5, p)
	return logSpecialF32(x, fma32(k, ln2HiA, p))
}

// Log2F32Approx is an approximate Log2, exact for powers of two.
func Log2F32Approx(x float32) float32 {
	k, f := logPartsA(x)
	z := float32(f * f)
	// a + b = log(1+f)
	h := float32(f * z)
	b := fma32(h, logPolyA(f, z), float32(z*-0.5))
	a := f + b
	b = f - a + b
	p := fma32(b, log2EA, float32(a*log2ELoA))
	return logSpecialF32(x, fma32(a, log2EA, p)+k)
}

// TanhF32Approx is an approximate Tanh.
func TanhF32Approx(x float32) float32 {
	y := math.Float32frombits(math.Float32bits(x) &^ (1 << 31))
	if y > tanhMaxF32 {
		y = tanhMaxF32
	}
	y += y
	t := fma32(y, log2EA, shiftA)
	n := t - shiftA
	r := fma32(n, -ln2HiA, y)
	r = fma32(n, -ln2LoA, r)
	z := float32(r * r)
	p := fma32(expm1AC6, z, fma32(r, expm1AC5, expm1AC4))
	p = fma32(p, z, fma32(r, expm1AC3, expm1AC2))
	i := math.Float32frombits(one32 - math.Float32bits(t)<<23)
	s := fma32(z, p, r+(1-i))
	s = s / (s + (i + i))
	return math.Float32frombits(math.Float32bits(s) | math.Float32bits(x)&(1<<31))
}

// trigFastMaxA bounds the fast path: n·π with n below 2^14 is right to 2^-58, and a float32 of this size comes no
// closer to a multiple of π/2 than 2^-33.
const trigFastMaxA = 0x1p15

// sinA is sin r for |r| <= π/2.
func sinA(r float32) float32 {
	z := float32(r * r)
	p := fma32(fma32(sinAC9, z, sinAC7), z, sinAC5)
	p = float32(p * float32(z*z))
	return fma32(r, fma32(sinAC3, z, p), r) // the inner sum is +0, not -0, for r = -0
}

func trigIsSlowA(x float32) bool {
	return !(math.Float32frombits(math.Float32bits(x)&^(1<<31)) <= trigFastMaxA)
}

// sinF32ApproxFast: x = n·π + r.
func sinF32ApproxFast(x float32) float32 {
	t := fma32(x, invPiA, shiftA)
	n := t - shiftA
	r := fma32(n, -pi1A, x)
	r = fma32(n, -pi2A, r)
	r = fma32(n, -pi3A, r)
	return math.Float32frombits(math.Float32bits(sinA(r)) ^ math.Float32bits(t)<<31)
}

func sinF32ApproxIsSlow(x float32) bool  { return trigIsSlowA(x) }
func sinF32ApproxSlow(x float32) float32 { return float32(Sin(float64(x))) }

// SinF32Approx is an approximate Sin.
func SinF32Approx(x float32) float32 {
	if sinF32ApproxIsSlow(x) {
		return sinF32ApproxSlow(x)
	}
	return sinF32ApproxFast(x)
}

// cosF32ApproxFast: x = (n + 1/2)·π − r.
func cosF32ApproxFast(x float32) float32 {
	t := fma32(x, invPiA, -0.5) + shiftA
	n := t - shiftA + 0.5
	r := fma32(n, pi1A, -x)
	r = fma32(n, pi2A, r)
	r = fma32(n, pi3A, r)
	return math.Float32frombits(math.Float32bits(sinA(r)) ^ math.Float32bits(t)<<31)
}

func cosF32ApproxIsSlow(x float32) bool  { return trigIsSlowA(x) }
func cosF32ApproxSlow(x float32) float32 { return float32(Cos(float64(x))) }

// CosF32Approx is an approximate Cos.
func CosF32Approx(x float32) float32 {
	if cosF32ApproxIsSlow(x) {
		return cosF32ApproxSlow(x)
	}
	return cosF32ApproxFast(x)
}

// PowF32Approx is an approximate Pow. A power needs its logarithm to more bits than float32 has, so it computes in
// float64 too, with shorter polynomials.
func PowF32Approx(x, y float32) float32 {
	k, f := logPartsShort(math.Abs(float64(x)))
	z := float64(f * f)
	p := math.FMA(f, powAC12, powAC11)
	p = math.FMA(p, z, math.FMA(f, powAC10, powAC9))
	p = math.FMA(p, z, math.FMA(f, powAC8, powAC7))
	p = math.FMA(p, z, math.FMA(f, powAC6, powAC5))
	p = math.FMA(p, z, math.FMA(f, powAC4, powAC3))
	p = math.FMA(p, z, math.FMA(f, powAC2, powAC1))
	return powFinishF32(x, y, math.FMA(p, f, k))
}
