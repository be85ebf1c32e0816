package kernels

import (
	"math"
	"math/bits"
)

// AddU8 adds to x in place.
// args: [n]* [n]*
func AddU8(x, y []uint8) {
	for i := range x {
		x[i] += y[i]
	}
}

// AddU16 does the same with 16 bits.
// args: [n]* [n]*
func AddU16(x, y []uint16) {
	for i := range x {
		x[i] += y[i]
	}
}

// AddU32 does the same with 32 bits.
// args: [n]* [n]*
func AddU32(x, y []uint32) {
	for i := range x {
		x[i] += y[i]
	}
}

// AddU64 does the same with 64 bits.
// args: [n]* [n]*
func AddU64(x, y []uint64) {
	for i := range x {
		x[i] += y[i]
	}
}

// SumI32 adds elements up.
// args: [n]*
func SumI32(a []int32) int32 {
	s := int32(0)
	for _, x := range a {
		s += x
	}
	return s
}

// SumI64 adds elements up.
// args: [n]*
func SumI64(a []int64) int64 {
	s := int64(0)
	for _, x := range a {
		s += x
	}
	return s
}

// MinU8 is the least element.
// args: [n+1]*
func MinU8(a []uint8) uint8 {
	m := a[0]
	for _, x := range a {
		m = min(m, x)
	}
	return m
}

// MaxI16 is the greatest element.
// args: [n+1]*
func MaxI16(a []int16) int16 {
	m := a[0]
	for _, x := range a {
		m = max(m, x)
	}
	return m
}

// MulI16 multiplies element by element.
// args: [n] [n]* [n]*
func MulI16(dst, a, b []int16) {
	for i := range dst {
		dst[i] = a[i] * b[i]
	}
}

// MulI64 multiplies element by element.
// args: [n] [n]* [n]*
func MulI64(dst, a, b []int64) {
	for i := range dst {
		dst[i] = a[i] * b[i]
	}
}

// MinMaxI32 returns the least and the greatest element.
// args: [n+1]*
func MinMaxI32(a []int32) (lo, hi int32) {
	lo, hi = a[0], a[0]
	for _, x := range a {
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo, hi
}

// MinMaxI8 returns the least and the greatest element.
// args: [n+1]*
func MinMaxI8(a []int8) (lo, hi int8) {
	lo, hi = a[0], a[0]
	for _, x := range a {
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo, hi
}

// AddSaturateI8 adds and stays within eight bits.
// args: [n] [n]* [n]*
func AddSaturateI8(dst, a, b []int8) {
	for i := range dst {
		s := int(a[i]) + int(b[i])
		if s > 127 {
			s = 127
		}
		if s < -128 {
			s = -128
		}
		dst[i] = int8(s)
	}
}

// DotI8 is the scalar product.
// args: [n]* [n]*
func DotI8(a, b []int8) int32 {
	s := int32(0)
	for i, x := range a {
		s += int32(x) * int32(b[i])
	}
	return s
}

// DotI16 is the scalar product.
// args: [n]* [n]*
func DotI16(a, b []int16) int32 {
	s := int32(0)
	for i, x := range a {
		s += int32(x) * int32(b[i])
	}
	return s
}

// DotU8 is the scalar product.
// args: [n]* [n]*
func DotU8(a, b []uint8) uint32 {
	s := uint32(0)
	for i, x := range a {
		s += uint32(x) * uint32(b[i])
	}
	return s
}

// SquaredDistanceU8 is the square of the distance.
// args: [n]* [n]*
func SquaredDistanceU8(a, b []uint8) uint32 {
	s := uint32(0)
	for i, x := range a {
		d := int32(x) - int32(b[i])
		s += uint32(d * d)
	}
	return s
}

// DotF32U8 is the scalar product of floats and bytes.
// args: [n] [n]%16
func DotF32U8(a []float32, b []uint8) float32 {
	s := float32(0)
	for i, x := range a {
		s += x * float32(b[i])
	}
	return s
}

// SquaredDistanceF32U8 is the square of their distance.
// args: [n] [n]%16
func SquaredDistanceF32U8(a []float32, b []uint8) float32 {
	s := float32(0)
	for i, x := range a {
		d := x - float32(b[i])
		s += d * d
	}
	return s
}

// Hamming32 counts the elements that differ.
// args: [n]%2 [n]%2
func Hamming32(a, b []float32) float32 {
	n := float32(0)
	for i, x := range a {
		if x != b[i] {
			n++
		}
	}
	return n
}

// HammingBits counts the bits that differ.
// args: [n]* [n]*
func HammingBits(a, b []uint64) float32 {
	n := 0
	for i, x := range a {
		n += bits.OnesCount64(x ^ b[i])
	}
	return float32(n)
}

// SADI8 adds the magnitudes of differences up.
// args: [n]* [n]*
func SADI8(a, b []int8) int32 {
	s := int32(0)
	for i, x := range a {
		d := int32(x) - int32(b[i])
		if d < 0 {
			d = -d
		}
		s += d
	}
	return s
}

// QuantizeI8 makes bytes of floats: divided by a scale, rounded, moved and limited.
// args: [n] [n]~-20,20 0.25 3
func QuantizeI8(dst []int8, src []float32, scale float32, zero int8) {
	for i, x := range src {
		q := math.RoundToEven(float64(x/scale)) + float64(zero)
		dst[i] = int8(min(max(q, -128), 127))
	}
}

// DequantizeI8 makes floats of bytes again.
// args: [n] [n]* 0.25 3
func DequantizeI8(dst []float32, src []int8, scale float32, zero int8) {
	for i, x := range src {
		dst[i] = float32(int32(x)-int32(zero)) * scale
	}
}

// WidenI8 converts to 16 bits.
// args: [n] [n]*
func WidenI8(dst []int16, src []int8) {
	for i, x := range src {
		dst[i] = int16(x)
	}
}

// MulQ15 multiplies fixed-point numbers of 15 places and rounds.
// args: [n] [n]* [n]*
func MulQ15(dst, a, b []int16) {
	for i := range dst {
		dst[i] = int16((int32(a[i])*int32(b[i]) + 1<<14) >> 15)
	}
}

// ScaleQ31 multiplies by a fixed-point number of 31 places.
// args: [n] [n]* 1234567890
func ScaleQ31(dst, a []int32, k int32) {
	for i, x := range a {
		dst[i] = int32(int64(x) * int64(k) >> 31)
	}
}

// MaxAbsI16 is the greatest magnitude.
// args: [n]*
func MaxAbsI16(a []int16) int {
	m := 0
	for _, x := range a {
		v := int(x)
		if v < 0 {
			v = -v
		}
		m = max(m, v)
	}
	return m
}

// ButterflyI32 replaces two vectors by their sum and difference.
// args: [n]=0 [n]=0
func ButterflyI32(lo, hi []int32) {
	for i := range lo {
		a, b := lo[i], hi[i]
		lo[i], hi[i] = a+b, a-b
	}
}

// PCMToFloat converts samples.
// args: [n] [n]* 0.000030517578125
func PCMToFloat(dst []float32, src []int16, scale float32) {
	for i, x := range src {
		dst[i] = float32(x) * scale
	}
}

// FloatToPCM converts back: rounded to even, and limited.
// args: [n] [n]~-2,2 32767
func FloatToPCM(dst []int16, src []float32, scale float32) {
	for i, x := range src {
		v := math.RoundToEven(float64(x * scale))
		dst[i] = int16(min(max(v, -32768), 32767))
	}
}

// HalfToFloat widens numbers of 16 bits: normal ones, denormal ones, infinities and NaN.
// args: [n] [n]%31744
func HalfToFloat(dst []float32, src []uint16) {
	for i, h := range src {
		sign := uint32(h&0x8000) << 16
		exp, frac := uint32(h>>10)&31, uint32(h)&1023
		switch exp {
		case 0:
			v := float32(frac) * (1.0 / (1 << 24))
			dst[i] = math.Float32frombits(math.Float32bits(v) | sign)
		case 31:
			dst[i] = math.Float32frombits(sign | 0x7F800000 | frac<<13)
		default:
			dst[i] = math.Float32frombits(sign | (exp+112)<<23 | frac<<13)
		}
	}
}
