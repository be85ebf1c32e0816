package kernels

import (
	"math"
	"math/bits"
)

// Loops over narrow integers, over bytes that make up larger ones, over short rows of known length, and ones that compare with
// the element at an index they keep.

func SatAddI8(dst, x, y []int8) {
	for i := range dst {
		dst[i] = int8(max(min(int32(x[i])+int32(y[i]), 127), -128))
	}
}

func SatSubI8(dst, x, y []int8) {
	for i := range dst {
		s := int16(x[i]) - int16(y[i])
		if s < -128 {
			s = -128
		} else if s > 127 {
			s = 127
		}
		dst[i] = int8(s)
	}
}

func SatAddI16(dst, x, y []int16) {
	for i := range dst {
		s := int(x[i]) + int(y[i])
		if s > 32767 {
			s = 32767
		} else if s < -32768 {
			s = -32768
		}
		dst[i] = int16(s)
	}
}

func SatSubI16(dst, x, y []int16) {
	for i := range dst {
		dst[i] = int16(min(max(int32(x[i])-int32(y[i]), -32768), 32767))
	}
}

// SatAlmostI16 does not saturate: its bounds are others.
func SatAlmostI16(dst, x, y []int16) {
	for i := range dst {
		dst[i] = int16(min(max(int32(x[i])-int32(y[i]), -32767), 32767))
	}
}

func SatSubU8(dst, x, y []uint8) {
	for i := range dst {
		dst[i] = uint8(max(int32(x[i])-int32(y[i]), 0))
	}
}

func SatSubU16(dst, x, y []uint16) {
	for i := range dst {
		if x[i] > y[i] {
			dst[i] = x[i] - y[i]
		} else {
			dst[i] = 0
		}
	}
}

func SatWideU16(dst, x, y []uint16) {
	for i := range dst {
		dst[i] = uint16(max(int(x[i])-int(y[i]), 0))
	}
}

func LoadWords(dst []uint16, p []uint8) {
	for i := range dst {
		dst[i] = uint16(p[2*i]) | uint16(p[2*i+1])<<8
	}
}

func LoadDoubles(dst []uint64, p []uint8) {
	for i := range dst {
		b := p[8*i : 8*i+8]
		dst[i] = uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
	}
}

func LoadOverlapping(dst []uint32, p []uint8) {
	for i := range dst {
		dst[i] = uint32(p[i]) | uint32(p[i+1])<<8 | uint32(p[i+2])<<16 | uint32(p[i+3])<<24
	}
}

// LoadInPlace reads what it has just written.
func LoadInPlace(p []uint8) {
	for i := 0; i+2 < len(p); i++ {
		w := uint16(p[i]) | uint16(p[i+1])<<8
		p[i+2] = uint8(w >> 3)
	}
}

func LoadBigEndian(dst []uint32, p []uint8) {
	for i := range dst {
		dst[i] = uint32(p[4*i])<<24 | uint32(p[4*i+1])<<16 | uint32(p[4*i+2])<<8 | uint32(p[4*i+3])
	}
}

func BestAt(x []float32) int {
	best := 0
	for i := range x {
		if x[i] > x[best] {
			best = i
		}
	}
	return best
}

func BestFrom(x []int32, from int) (int, int32) {
	best := from
	for i := range x {
		if x[i] <= x[best] {
			best = i
		}
	}
	return best, x[best]
}

func BestDown(x []int16) int {
	best := len(x) - 1
	for i := len(x) - 2; i >= 0; i-- {
		if x[i] > x[best] {
			best = i
		}
	}
	return best
}

// BestStored changes what it compares with.
func BestStored(x, y []int32) int {
	best := 0
	for i := range x {
		if x[i] > x[best] {
			best = i
		}
		y[i]++
	}
	return best
}

func Rows16(out []uint32, x, y []uint8) {
	for r := range out {
		a, b := x[16*r:16*r+16], y[16*r:16*r+16]
		s := uint32(0)
		for j := 0; j < 16; j++ {
			s += uint32(a[j]) * uint32(b[j])
		}
		out[r] = s
	}
}

func Rows8(dst, x []uint8, stride int) {
	for r := 0; r*stride+8 <= len(x) && stride > 0; r++ {
		for j := 0; j < 8; j++ {
			dst[r*stride+j] = x[r*stride+j] + 3
		}
	}
}

// Doubled has a product that two results share.
func Doubled(dst, src []uint8) {
	for i := 1; i < min(len(src), len(dst)/2)-1; i++ {
		v := 3 * int(src[i])
		dst[2*i] = uint8((v + int(src[i-1]) + 1) >> 2)
		dst[2*i+1] = uint8((v + int(src[i+1]) + 2) >> 2)
	}
}

// DoubledWide needs a shared sum as it is too.
func DoubledWide(dst []uint8, src []int16) int {
	n := 0
	for i := range min(len(src), len(dst)) {
		v := 5 * int(src[i])
		dst[i] = uint8((v + 1) >> 3)
		n += v
	}
	return n
}

// Clamp32 narrows from 32 bits to 8, in range by what is computed.
func Clamp32(dst []uint8, src []int32) {
	for i := range min(len(src), len(dst)) {
		dst[i] = uint8(max(0, min(255, src[i]>>3)))
	}
}

// ClampOther has the bounds the other way round, on words.
func ClampOther(dst []int16, src []int64) {
	for i := range min(len(src), len(dst)) {
		dst[i] = int16(min(max(src[i], -5), 900))
	}
}

// Cut8 narrows what is not in range.
func Cut8(dst []uint8, src []uint32, half []uint16, wide []uint64) {
	for i := range min(len(src), len(dst), len(half), len(wide)) {
		dst[i] = uint8(src[i]) ^ uint8(half[i]>>4) + uint8(wide[i]>>7)
	}
}

// AlignDown leaves multiples.
func AlignDown(dst []uint32, src []uint32, words []uint64) {
	for i := range min(len(src), len(dst), len(words)) {
		dst[i] = (src[i] - src[i]%86400) ^ (src[i] - src[i]&0xff0)
		words[i] -= words[i] % 60
	}
}

// AlignSigned does so with signed numbers.
func AlignSigned(dst []int32, src []int16) {
	for i := range min(len(src), len(dst)) {
		dst[i] = dst[i] - dst[i]%100 + int32(src[i]-src[i]%7)
	}
}

// Rotations are written as shifts.
func Rotations(x []uint32, y []uint64, z []uint16, b []uint8) {
	for i := range min(len(x), len(y), len(z), len(b)) {
		t := x[i] + 7
		x[i] = t<<13 | t>>19
		y[i] = (y[i] >> 7) ^ (y[i] << 57)
		z[i] = z[i]<<3 + z[i]>>13
		b[i] = b[i]>>5 | b[i]<<3
	}
}

// RotHash is a chain of rotations.
func RotHash(x []uint32) uint32 {
	h := uint32(1)
	for _, v := range x {
		h ^= v * 0xcc9e2d51
		h = h<<13 | h>>19
		h = h*5 + 0xe6546b64
	}
	return h
}

// LoadBigWords puts together what some begin with the lowest and some with the highest byte.
func LoadBigWords(dst []uint64, p []uint8) {
	for i := range dst {
		b := p[16*i : 16*i+16]
		dst[i] = (uint64(b[0])<<56 | uint64(b[1])<<48 | uint64(b[2])<<40 | uint64(b[3])<<32 |
			uint64(b[4])<<24 | uint64(b[5])<<16 | uint64(b[6])<<8 | uint64(b[7])) +
			(uint64(b[9])<<8 | uint64(b[10])) - (uint64(b[12])|uint64(b[11])<<8)<<16 +
			(uint64(b[13])<<16 | uint64(b[14]) | uint64(b[15])<<8)
	}
}

// SwapWords turns bytes round.
func SwapWords(x []uint16, y []uint32, z []uint64) {
	for i := range min(len(x), len(y), len(z)) {
		x[i] = bits.ReverseBytes16(x[i]) ^ bits.Reverse16(x[i]+1)
		y[i] = bits.ReverseBytes32(y[i]) ^ bits.Reverse32(y[i]+1)
		z[i] = bits.ReverseBytes64(z[i]) ^ bits.Reverse64(z[i]+1)
	}
}

// Products whose second factor does not vary and fits half the lanes, or almost.

func WideTimesI16(dst []int32, x []int16, k int16) {
	for i, v := range x[:len(dst)] {
		dst[i] = int32(v) * int32(k)
	}
}

func WideTimesI8(dst []int32, x []int8, k int16) {
	for i, v := range x[:len(dst)] {
		dst[i] = int32(v)*int32(k) - 129*int32(v)
	}
}

func WideTimesMixed(dst []int32, x []uint8, k int16) {
	for i, v := range x[:len(dst)] {
		dst[i] = int32(v)*int32(k) + 70000*int32(v) + 40000*int32(v)
	}
}

func WideHighU32(dst, x []uint32, k int32) {
	for i, v := range x {
		dst[i] = uint32(uint64(v) * uint64(uint32(k)) >> 33)
	}
}

func WideSignedTimes(dst []int64, x []uint32, k int32) {
	for i, v := range x[:len(dst)] {
		dst[i] = int64(v) * int64(k)
	}
}

func WideBlend(dst, x []uint8, k int8) {
	a := uint16(uint8(k))
	for i := range dst {
		dst[i] = uint8((uint16(x[i])*a + uint16(dst[i])*(255-a)) / 255)
	}
}

func WideDifferences(dst []int32, x, y []uint8, k int16) {
	for i := range dst {
		u, v := int32(x[i])-128, int32(y[i])-16
		dst[i] = u*int32(k) + v*298 + u*-100 + v*int32(k)
	}
}

// Bounds of smaller lanes, behind shifts with rounding and without.

func BoundRoundedI16(dst, x []int16, k int16) {
	for i, v := range x {
		dst[i] = int16(min(max((int32(v)*int32(k)+1<<14)>>15, -32768), 32767))
	}
}

func BoundRoundedI32(dst []int16, x []int32) {
	for i, v := range x[:len(dst)] {
		dst[i] = int16(min(max((v+1<<7)>>8, -32768), 32767))
	}
}

func BoundShiftedU16(dst []uint16, x []int32) {
	for i, v := range x[:len(dst)] {
		dst[i] = uint16(max(min(v>>5, 65535), 0))
	}
}

func BoundUnsigned(dst []uint8, x []uint32) {
	for i, v := range x[:len(dst)] {
		dst[i] = uint8(min(v>>11, 255))
	}
}

func BoundUnsignedRounded(dst []uint8, x []uint16) {
	for i, v := range x[:len(dst)] {
		dst[i] = uint8(min((v>>1+4)>>3, 255))
	}
}

func BoundBytes(dst []uint8, x []uint8, k int) {
	for i, v := range x[:len(dst)] {
		dst[i] = uint8(min(max(int(v)+k, 0), 255))
	}
}

func BoundI8(dst []int8, x []int64) {
	for i, v := range x[:len(dst)] {
		dst[i] = int8(max(min(v>>33, 127), -128))
	}
}

// BoundAlmost has a bound that is one too low.
func BoundAlmost(dst []uint8, x []int32) {
	for i, v := range x[:len(dst)] {
		dst[i] = uint8(max(min(v>>8, 254), 0))
	}
}

// Halves of sums and differences.

func HalfSums(dst, x, y []int16) {
	for i := range dst {
		dst[i] = int16((int32(x[i])+int32(y[i]))>>1) ^ int16((int32(x[i])+int32(y[i])+1)>>1) ^
			int16((int32(x[i])-int32(y[i]))>>1)
	}
}

func HalfSumsU8(dst, x, y []uint8) {
	for i := range dst {
		dst[i] = uint8((uint16(x[i])+uint16(y[i]))>>1) ^ uint8((int16(x[i])-int16(y[i]))>>1)
	}
}

func HalfSumsI32(dst, x, y []int32) {
	for i := range dst {
		dst[i] = int32((int64(x[i])+int64(y[i]))>>1) ^ int32((int64(x[i])+int64(y[i])+1)>>1)
	}
}

func HalfPairs(dst, x []int16) {
	for i := range dst {
		dst[i] = int16((int32(x[2*i]) + int32(x[2*i+1])) >> 1)
	}
}

// Bytes of a word in another order, and bits side by side.

func SwapU32(dst, x []uint32) {
	for i, v := range x {
		dst[i] = v<<24 | v>>24 | v<<8&0xff0000 | v>>8&0xff00
	}
}

func SwapU16(dst, x []uint16) {
	for i, v := range x {
		dst[i] = v<<8 | v>>8
	}
}

func SwapU64(dst, x []uint64) {
	for i, v := range x {
		v = v&0xff00ff00ff00ff<<8 | v>>8&0xff00ff00ff00ff
		dst[i] = v<<16 | v>>48
	}
}

// SwapAlmost keeps bits of a byte only, SwapTwice has one byte at two places.
func SwapAlmost(dst, x []uint32) {
	for i, v := range x {
		dst[i] = v<<24 | v>>24 | v<<8&0xf00000 | v>>8&0xff00
	}
}

func SwapTwice(dst, x []uint32) {
	for i, v := range x {
		dst[i] = v<<24 | v>>24 | v<<16&0xff0000 | v>>8&0xff00
	}
}

func SideBySide(dst, x, y []uint16) {
	for i, v := range x {
		w := y[i]
		dst[i] = (v>>11<<11 | v>>11<<6&0x7c0 | w&31) ^ (v<<9 + w>>7) ^ (v<<8 | w>>7)
	}
}

// Sums of floats whose order may not change.

func OrderedInverse(x []float64) float64 {
	s := 0.5
	for _, v := range x {
		s += 1 / (math.Abs(v) + 0.1)
	}
	return s
}

func OrderedMinus(x []float32) float32 {
	s := float32(0)
	for _, v := range x {
		s -= float32(math.Sqrt(float64(float32(v*v)+0.3))) / (float32(v*v) + 0.7)
	}
	return s
}

func OrderedStored(dst, x []float64) float64 {
	s, t := 0.0, 1.0
	for i, v := range x {
		w := math.Sqrt(math.Abs(v) + 0.01)
		dst[i] = w
		s += w
		t = float64(w*w)/3 + t
	}
	return s / t
}

func OrderedChecked(x []float64, y []float64, n int) float64 {
	s := math.Copysign(0, -1)
	for i := 0; i < n; i++ {
		s += math.Sqrt(math.Abs(x[i])) / (1 + math.Abs(y[i]))
	}
	return s
}

func OrderedZeros(x []float64) float64 {
	s := math.Copysign(0, -1)
	for _, v := range x {
		s += math.Copysign(0, math.Sqrt(math.Abs(v))/3-1e9)
	}
	return s
}
