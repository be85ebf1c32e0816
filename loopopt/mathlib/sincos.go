package mathlib

import (
	"math"
	"math/bits"
)

// trigFastMax bounds the fast path of Sin and Cos: n = x·2/π then has at most 20 bits, and n·halfPi2, of 33 bits, fits
// a double.
const trigFastMax = 0x1p20

// reduceFast returns r, e and q with x = n·π/2 + r − e for |x| <= trigFastMax, |r| at most slightly above π/4, and n
// as the low bits of q. The relative error of r − e is below 2^-60, however close x is to a multiple of π/2:
//
// u = x − n·halfPi1 is exact: a multiple of 2^-53, and small. r is u − n·halfPi2 rounded, and e minus what the rounding
// lost: if u is the larger of the two, Dekker's argument for the sum of two numbers applies; otherwise u is so small
// that r is exact, as both numbers are multiples of 2^-87, and e is zero. The rest is n·halfPi3, of relative error
// 2^-53, and π/2's bits beyond 2^-140.
//
// Signs are such that x = −0 gives r = −0 and e = +0.
func reduceFast(x float64) (r, e float64, q uint64) {
	t := math.FMA(x, invHalfPi, shift)
	n := t - shift
	u := math.FMA(n, -halfPi1, x)
	r = math.FMA(n, -halfPi2, u)
	e = math.FMA(n, halfPi2, r-u)
	e = math.FMA(n, halfPi3, e)
	return r, e, math.Float64bits(t)
}

// sinQuarter is sin(r − e + q·π/2). Both series are computed, and one is taken:
//
//	sin(r−e) = r − (r³·S(r²) + e·cos r)        cos(r−e) = 1 − r²/2 + (r⁴·C(r²) + e·sin r)
//
// 1 − r²/2 is w plus its rounding error, exactly; for the small e, cos r is w and sin r is r.
func sinQuarter(r, e float64, q uint64) float64 {
	z := float64(r * r)
	z2 := float64(z * z)
	h := float64(0.5 * r)
	w := math.FMA(-h, r, 1)

	s := math.FMA(sinC13, z, sinC11)
	s = math.FMA(s, z2, math.FMA(sinC9, z, sinC7))
	s = math.FMA(s, z2, math.FMA(sinC5, z, sinC3))
	y := r - math.FMA(float64(r*z), s, float64(e*w))

	c := math.FMA(cosC14, z, cosC12)
	c = math.FMA(c, z2, math.FMA(cosC10, z, cosC8))
	c = math.FMA(c, z2, math.FMA(cosC6, z, cosC4))
	c = math.FMA(c, z2, math.FMA(r, e, math.FMA(-h, r, 1-w)))
	if q&1 != 0 {
		y = w + c
	}
	return math.Float64frombits(math.Float64bits(y) ^ q>>1<<63)
}

func trigIsSlow(x float64) bool { return !(math.Abs(x) <= trigFastMax) }

func sinFast(x float64) float64 {
	r, e, q := reduceFast(x)
	return sinQuarter(r, e, q)
}

func sinIsSlow(x float64) bool { return trigIsSlow(x) }

func sinSlow(x float64) float64 {
	r, e, q := reduceSlow(x)
	return sinQuarter(r, e, q)
}

// Sin is the sine.
func Sin(x float64) float64 {
	if sinIsSlow(x) {
		return sinSlow(x)
	}
	return sinFast(x)
}

func cosFast(x float64) float64 {
	r, e, q := reduceFast(x)
	return sinQuarter(r, e, q+1)
}

func cosIsSlow(x float64) bool { return trigIsSlow(x) }

func cosSlow(x float64) float64 {
	r, e, q := reduceSlow(x)
	return sinQuarter(r, e, q+1)
}

// Cos is the cosine.
func Cos(x float64) float64 {
	if cosIsSlow(x) {
		return cosSlow(x)
	}
	return cosFast(x)
}

// reduceSlow is reduceFast for every x of at least 1 in magnitude, by the method of Payne and Hanek. x is an integer
// times 2^e. Of the product of that integer with 2/π only the bits near the binary point matter. The result is NaN
// where there is no angle.
func reduceSlow(x float64) (r, e float64, q uint64) {
	b := math.Float64bits(x)
	exponent := b >> 52 & 0x7ff
	if exponent == 0x7ff {
		return math.NaN(), 0, 0
	}
	m := b&mantissaMask | 1<<52

	// x = m·2^(exponent−1075). Bits of 2/π of weight 2^(1077−exponent) and more make multiples of 4: the window starts
	// behind them. twoOverPi begins with 64 zero bits, the next has weight 2^-1.
	first := exponent - 1075 - 2 + 64
	word, sh := min(first>>6, uint64(len(twoOverPi)-4)), first&63
	w0 := twoOverPi[word]<<sh | twoOverPi[word+1]>>1>>(63-sh)
	w1 := twoOverPi[word+1]<<sh | twoOverPi[word+2]>>1>>(63-sh)
	w2 := twoOverPi[word+2]<<sh | twoOverPi[word+3]>>1>>(63-sh)

	// p = m·w modulo 2^192; its top two bits are the quadrant. The truncation of w contributes less than 2^-137 of a
	// quadrant; no double comes closer to a multiple of π/2 than 2^-62.
	h2, p2 := bits.Mul64(m, w2)
	h1, p1 := bits.Mul64(m, w1)
	p0 := m * w0
	p1, carry := bits.Add64(p1, h2, 0)
	p0, _ = bits.Add64(p0, h1, carry)

	q = p0 >> 62
	hi, mid := p0<<2|p1>>62, p1<<2|p2>>62
	lo := p2 << 2
	negative := hi>>63 != 0 // a fraction of 1/2 and more belongs to the next quadrant
	if negative {
		q++
		hi, mid, lo = ^hi, ^mid, ^lo // minus one unit of 2^-190
	}
	// Shift out leading zeros: 53 + 53 bits of the fraction remain in hi and mid.
	scale := 0x1p-64
	if hi == 0 {
		hi, mid, lo = mid, lo, 0
		scale = 0x1p-128
	}
	zeros := uint64(bits.LeadingZeros64(hi))
	hi, mid = hi<<zeros|mid>>1>>(63-zeros), mid<<zeros|lo>>1>>(63-zeros)
	scale = float64(scale * math.Float64frombits((1023-zeros)<<52))
	a := float64(hi >> 11 << 11)           // exact, 53 bits
	c := float64((hi<<53 | mid>>11) >> 11) // the next 53 bits
	c = float64(c * 0x1p-42)               // in units of hi
	a, c = float64(a*scale), float64(c*scale)
	r = float64(a * halfPiHi)
	e = math.FMA(a, -halfPiHi, r)
	e = math.FMA(a, -halfPiLo, math.FMA(c, -halfPiHi, e))
	if negative != (b>>63 != 0) {
		r, e = -r, -e
	}
	if b>>63 != 0 {
		q = -q
	}
	return r, e, q
}
