package mathlib

import "math"

// The functions of this file have float32 arguments and results and compute in float64, so that almost all of the error
// is the last conversion. A polynomial may then be off by 2^-38, arguments are reduced in one or two steps, subnormal
// arguments are normal numbers, and no result leaves the range of float64.

// scaleShort is p·2^n for t = n + shift, where neither p nor the result is near the ends of float64's range.
func scaleShort(p, t float64) float64 {
	return math.Float64frombits(math.Float64bits(p) + math.Float64bits(t)<<52)
}

const (
	expMaxF32  = 89   // e^89 is infinite in float32
	expMinF32  = -105 // e^-105 is zero
	exp2MaxF32 = 129
	exp2MinF32 = -151
)

// ExpF32 is Exp for float32.
func ExpF32(x float32) float32 {
	if x > expMaxF32 {
		x = expMaxF32
	}
	if x < expMinF32 {
		x = expMinF32
	}
	d := float64(x)
	t := math.FMA(d, log2E, shift)
	r := math.FMA(t-shift, -ln2, d)
	z := float64(r * r)
	p := math.FMA(r, expFC8, expFC7)
	p = math.FMA(p, z, math.FMA(r, expFC6, expFC5))
	p = math.FMA(p, z, math.FMA(r, expFC4, expFC3))
	p = math.FMA(p, z, math.FMA(r, expFC2, expFC1))
	return float32(scaleShort(math.FMA(p, r, 1), t))
}

// Exp2F32 is Exp2 for float32.
func Exp2F32(x float32) float32 {
	if x > exp2MaxF32 {
		x = exp2MaxF32
	}
	if x < exp2MinF32 {
		x = exp2MinF32
	}
	return float32(exp2Short(float64(x)))
}

// exp2Short is 2^d with a relative error of 2^-40, for |d| < 1000.
func exp2Short(d float64) float64 {
	t := d + shift
	r := d - (t - shift)
	z := float64(r * r)
	p := math.FMA(r, exp2FC8, exp2FC7)
	p = math.FMA(p, z, math.FMA(r, exp2FC6, exp2FC5))
	p = math.FMA(p, z, math.FMA(r, exp2FC4, exp2FC3))
	p = math.FMA(p, z, math.FMA(r, exp2FC2, exp2FC1))
	return scaleShort(math.FMA(p, r, 1), t)
}

// logPartsShort is logParts for normal x.
func logPartsShort(x float64) (k, f float64) {
	u := math.Float64bits(x) + (one - rootHalf)
	k = math.Float64frombits(u>>52|twoTo52Bits) - (twoTo52 + 1023)
	f = math.Float64frombits(u&mantissaMask+rootHalf) - 1
	return k, f
}

// logSpecialF32 is logSpecial for float32.
func logSpecialF32(x, y float32) float32 {
	if x == 0 {
		y = float32(math.Inf(-1))
	}
	if x < 0 {
		y = float32(math.NaN())
	}
	if !(x <= math.MaxFloat32) {
		y = x
	}
	return y
}

// LogF32 is Log for float32. On the whole of [sqrt(1/2), sqrt(2)) a polynomial of degree 14 is cheaper than a division.
func LogF32(x float32) float32 {
	k, f := logPartsShort(float64(x))
	z := float64(f * f)
	p := math.FMA(logFC14, z, math.FMA(f, logFC13, logFC12))
	p = math.FMA(p, z, math.FMA(f, logFC11, logFC10))
	p = math.FMA(p, z, math.FMA(f, logFC9, logFC8))
	p = math.FMA(p, z, math.FMA(f, logFC7, logFC6))
	p = math.FMA(p, z, math.FMA(f, logFC5, logFC4))
	p = math.FMA(p, z, math.FMA(f, logFC3, logFC2))
	return logSpecialF32(x, float32(math.FMA(k, ln2, math.FMA(p, z, f))))
}

// Log2F32 is Log2 for float32.
func Log2F32(x float32) float32 {
	k, f := logPartsShort(float64(x))
	z := float64(f * f)
	p := math.FMA(f, log2FC14, log2FC13)
	p = math.FMA(p, z, math.FMA(f, log2FC12, log2FC11))
	p = math.FMA(p, z, math.FMA(f, log2FC10, log2FC9))
	p = math.FMA(p, z, math.FMA(f, log2FC8, log2FC7))
	p = math.FMA(p, z, math.FMA(f, log2FC6, log2FC5))
	p = math.FMA(p, z, math.FMA(f, log2FC4, log2FC3))
	p = math.FMA(p, z, math.FMA(f, log2FC2, log2FC1))
	return logSpecialF32(x, float32(math.FMA(p, f, k)))
}

// TanhF32 is Tanh for float32; no value needs to be kept in two parts.
func TanhF32(x float32) float32 {
	if x > tanhMaxF32 {
		x = tanhMaxF32
	}
	if x < -tanhMaxF32 {
		x = -tanhMaxF32
	}
	d := float64(x)
	y := math.Abs(d)
	y += y
	t := math.FMA(y, log2E, shift)
	r := math.FMA(t-shift, -ln2, y)
	z := float64(r * r)
	p := math.FMA(r, expm1FC8, expm1FC7)
	p = math.FMA(p, z, math.FMA(r, expm1FC6, expm1FC5))
	p = math.FMA(p, z, math.FMA(r, expm1FC4, expm1FC3))
	p = math.FMA(p, z, math.FMA(r, expm1FC2, expm1FC1))
	i := math.Float64frombits(one - math.Float64bits(t)<<52)
	n := math.FMA(p, r, 1-i)
	return float32(math.Copysign(n/(n+(i+i)), d))
}

// tanhMaxF32: the hyperbolic tangent of larger numbers rounds to 1.
const tanhMaxF32 = 10

// PowF32 is Pow for float32: log2 |x| to 46 bits is enough, also when it is multiplied by y.
func PowF32(x, y float32) float32 {
	d := math.Abs(float64(x))
	k, f := logPartsShort(d)
	z := float64(f * f)
	p := math.FMA(powFC17, z, math.FMA(f, powFC16, powFC15))
	p = math.FMA(p, z, math.FMA(f, powFC14, powFC13))
	p = math.FMA(p, z, math.FMA(f, powFC12, powFC11))
	p = math.FMA(p, z, math.FMA(f, powFC10, powFC9))
	p = math.FMA(p, z, math.FMA(f, powFC8, powFC7))
	p = math.FMA(p, z, math.FMA(f, powFC6, powFC5))
	p = math.FMA(p, z, math.FMA(f, powFC4, powFC3))
	p = math.FMA(p, z, math.FMA(f, powFC2, powFC1))
	return powFinishF32(x, y, math.FMA(p, f, k))
}

// powFinishF32 is x^y, given log2 |x| where |x| is positive and finite.
func powFinishF32(x, y float32, log2 float64) float32 {
	d, e := math.Abs(float64(x)), float64(y)
	if d == 0 {
		log2 = math.Inf(-1)
	}
	if !(d <= math.MaxFloat32) {
		log2 = d // +Inf or NaN
	}
	w := float64(e * log2)
	if w > exp2MaxF32 {
		w = exp2MaxF32
	}
	if w < exp2MinF32 {
		w = exp2MinF32
	}
	if d == 1 {
		w = 0 // even if y is infinite
	}
	p := exp2Short(w)
	half := float64(0.5 * e)
	whole := math.RoundToEven(e) == e
	if math.Float32bits(x)>>31 != 0 && whole && math.RoundToEven(half) != half {
		p = -p
	}
	if x < 0 && !whole && d <= math.MaxFloat32 {
		p = math.NaN()
	}
	if x == 1 || y == 0 {
		p = 1 // even if the other one is NaN
	}
	return float32(p)
}

// trigFastMaxF32 bounds the fast path of SinF32 and CosF32. n·piHi is a multiple of 2^-52 and so is the argument, which
// makes the first step of the reduction exact; the second leaves an error of n·2^-107, where a float32 comes no closer
// to a multiple of π/2 than 2^-33.
const trigFastMaxF32 = 0x1p30

// sinShort is sin r for |r| <= π/2.
func sinShort(r float64) float64 {
	z := float64(r * r)
	w := float64(z * z)
	p := math.FMA(sinFC13, z, sinFC11)
	p = math.FMA(p, w, math.FMA(sinFC9, z, sinFC7))
	p = math.FMA(p, w, math.FMA(sinFC5, z, sinFC3))
	return float64(r * math.FMA(p, z, 1))
}

func trigIsSlowF32(x float32) bool { return !(math.Abs(float64(x)) <= trigFastMaxF32) }

// sinF32Fast: x = n·π + r.
func sinF32Fast(x float32) float32 {
	d := float64(x)
	t := math.FMA(d, invPi, shift)
	n := t - shift
	r := math.FMA(n, -piHi, d)
	r = math.FMA(n, -piLo, r)
	return float32(math.Float64frombits(math.Float64bits(sinShort(r)) ^ math.Float64bits(t)<<63))
}

func sinF32IsSlow(x float32) bool  { return trigIsSlowF32(x) }
func sinF32Slow(x float32) float32 { return float32(Sin(float64(x))) }

// SinF32 is Sin for float32.
func SinF32(x float32) float32 {
	if sinF32IsSlow(x) {
		return sinF32Slow(x)
	}
	return sinF32Fast(x)
}

// cosF32Fast: x = (n + 1/2)·π − r, and cos x = (−1)^n·sin r.
func cosF32Fast(x float32) float32 {
	d := float64(x)
	t := math.FMA(d, invPi, -0.5) + shift
	n := t - shift + 0.5
	r := math.FMA(n, piHi, -d)
	r = math.FMA(n, piLo, r)
	return float32(math.Float64frombits(math.Float64bits(sinShort(r)) ^ math.Float64bits(t)<<63))
}

func cosF32IsSlow(x float32) bool  { return trigIsSlowF32(x) }
func cosF32Slow(x float32) float32 { return float32(Cos(float64(x))) }

// CosF32 is Cos for float32.
func CosF32(x float32) float32 {
	if cosF32IsSlow(x) {
		return cosF32Slow(x)
	}
	return cosF32Fast(x)
}
