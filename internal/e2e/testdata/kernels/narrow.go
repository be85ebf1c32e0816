package kernels

import "math/bits"

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
