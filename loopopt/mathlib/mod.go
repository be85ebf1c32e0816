package mathlib

import "math"

// modFast is exact where |x/y| < 2^53. The quotient q of the rounded division, truncated to an integer, is the true
// integer quotient or, if the division rounded up to an integer, one more. Then x − q·y is between −|y| and |y| and
// is a multiple of the smaller of both numbers' ulps, so the FMA and the correction are exact.
func modFast(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	r := math.FMA(-math.Floor(a/b), b, a)
	if r < 0 {
		r += b
	}
	return math.Copysign(r, x)
}

// modIsSlow is also true where an argument is NaN or infinite, and for y = 0. The product is exact or infinite.
func modIsSlow(x, y float64) bool {
	a, b := math.Abs(x), math.Abs(y)
	return !(a < float64(b*0x1p53) && b <= math.MaxFloat64)
}

// modSlow subtracts multiples of y·2^k from x, for decreasing k. The remainder modulo y stays the same, and each step
// is a case of modFast.
func modSlow(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	if !(a <= math.MaxFloat64) || b == 0 || b != b {
		return math.NaN()
	}
	if b > math.MaxFloat64 {
		return x
	}
	for a >= float64(b*0x1p53) {
		// The largest k with a/(b·2^k) >= 2^51 or so, from the exponents: 2^k·b neither overflows nor is rounded.
		c := b
		for a >= float64(c*0x1p511) {
			c = float64(c * 0x1p400)
		}
		for a >= float64(c*0x1p53) {
			c = float64(c * 0x1p40)
		}
		a = modFast(a, c)
	}
	return math.Copysign(modFast(a, b), x)
}

// Mod is the remainder of x/y with the sign of x; it is exact.
func Mod(x, y float64) float64 {
	if modIsSlow(x, y) {
		return modSlow(x, y)
	}
	return modFast(x, y)
}

// modF32Fast is modFast for float32; it is exact where |x/y| < 2^24.
func modF32Fast(x, y float32) float32 {
	a := math.Float32frombits(math.Float32bits(x) &^ (1 << 31))
	b := math.Float32frombits(math.Float32bits(y) &^ (1 << 31))
	r := fma32(-float32(math.Floor(float64(a/b))), b, a)
	if r < 0 {
		r += b
	}
	return math.Float32frombits(math.Float32bits(r) | math.Float32bits(x)&(1<<31))
}

func modF32IsSlow(x, y float32) bool {
	a := math.Float32frombits(math.Float32bits(x) &^ (1 << 31))
	b := math.Float32frombits(math.Float32bits(y) &^ (1 << 31))
	return !(a < float32(b*0x1p24) && b <= math.MaxFloat32)
}

// modF32Slow: the remainder of two float32 values is a float32 value.
func modF32Slow(x, y float32) float32 { return float32(Mod(float64(x), float64(y))) }

// ModF32 is Mod for float32; there is no approximate form.
func ModF32(x, y float32) float32 {
	if modF32IsSlow(x, y) {
		return modF32Slow(x, y)
	}
	return modF32Fast(x, y)
}
