package features

import (
	"math"
	"math/bits"
)

// Floats of 16 bits, as Go programs convert them.

// HalvesSwitch goes by the exponent, and keeps NaNs as they are.
//
//	args line
//	row I07
//	counter none the instruction is what the row says
//	chosen VF=
//	plan HalfToF
//	asm.avx512 vcvtph2ps
//	asm.avx2 vcvtph2ps
//	asm.neon fcvtl
func HalvesSwitch(dst []float32, src []uint16) {
	for i, h := range src {
		sign, exp, frac := uint32(h&0x8000)<<16, uint32(h>>10)&31, uint32(h)&1023
		switch exp {
		case 0:
			v := float32(frac) * (1.0 / (1 << 24))
			dst[i] = math.Float32frombits(math.Float32bits(v) | sign)
		case 31:
			dst[i] = math.Float32frombits(sign | 0x7f800000 | frac<<13)
		default:
			dst[i] = math.Float32frombits(sign | (exp+112)<<23 | frac<<13)
		}
	}
}

// HalvesShifted counts the zeros in front of numbers without an exponent, and has one NaN.
//
//	args line
//	row I07
//	counter none the instruction is what the row says
//	chosen VF=
//	plan HalfToF
//	asm.avx512 vcvtph2ps
//	asm.avx2 vcvtph2ps
//	asm.neon fcvtl
func HalvesShifted(dst []uint32, src []int16) {
	for i, h := range src {
		u := uint32(uint16(h))
		sign, exp, frac := u>>15<<31, u>>10&31, u&0x3ff
		switch {
		case exp == 31 && frac != 0:
			dst[i] = 0x7fc00000
			continue
		case exp == 31:
			exp = 255
		case exp != 0:
			exp += 112
		case frac != 0:
			n := uint32(bits.LeadingZeros32(frac) - 21)
			exp = 113 - n
			frac = frac << n & 0x3ff
		}
		dst[i] = sign | exp<<23 | frac<<13
	}
}

// HalvesProduct multiplies a number with too small an exponent, and quiets NaNs.
//
//	args line
//	row I07
//	counter none the instruction is what the row says
//	chosen VF=
//	plan HalfToF
//	no asm.avx512 vpxor
//	asm.avx512 vcvtph2ps
//	asm.avx2 vcvtph2ps
//	asm.neon fcvtl
func HalvesProduct(dst []float32, src []uint16) {
	for i, h := range src {
		bits := math.Float32bits(math.Float32frombits(uint32(h&0x7fff)<<13) * 0x1p112)
		if h&0x7c00 == 0x7c00 {
			bits |= 0x7f800000
			if h&0x3ff != 0 {
				bits |= 1 << 22
			}
		}
		dst[i] = math.Float32frombits(bits | uint32(h>>15)<<31)
	}
}

// MulHalves multiplies halves.
//
//	args line
//	row I07
//	counter none the instruction is what the row says
//	chosen VF=
//	plan*2 HalfToF
//	asm.avx512 vcvtph2ps
//	asm.avx2 vcvtph2ps
//	asm.neon fcvtl
func MulHalves(dst []float32, a, b []uint16) {
	for i := range dst {
		dst[i] = half(a[i]) * half(b[i])
	}
}

// half makes a number without an exponent by a difference.
func half(h uint16) float32 {
	e, r := h>>10&31, uint32(h&0x7fff)<<13
	if e == 0 {
		r = math.Float32bits(math.Float32frombits(r|113<<23) - 0x1p-14)
	} else if e == 31 {
		r |= 0x7f800000
	} else {
		r += 112 << 23
	}
	return math.Float32frombits(r | uint32(h&0x8000)<<16)
}

// ToHalvesCases goes by the exponent, and looks at the bits that are left out.
//
//	args line
//	row I54
//	counter none the instruction is what the row says
//	chosen VF=
//	plan FToHalf
//	asm.avx512 vcvtps2ph
//	asm.avx2 vcvtps2ph
//	asm.neon fcvtn
func ToHalvesCases(dst []uint16, src []float32) {
	for i, x := range src {
		b := math.Float32bits(x)
		sign, exp, frac := b>>16&0x8000, int(b>>23&255), b&0x7fffff
		switch {
		case exp == 255 && frac != 0:
			dst[i] = uint16(sign | 0x7e00 | frac>>13)
		case exp > 142:
			dst[i] = uint16(sign | 0x7c00)
		case exp < 102:
			dst[i] = uint16(sign)
		case exp < 113:
			frac |= 1 << 23
			shift := uint(126 - exp)
			half := frac >> shift
			if rest := frac & (1<<shift - 1); rest > 1<<(shift-1) || rest == 1<<(shift-1) && half&1 != 0 {
				half++
			}
			dst[i] = uint16(sign | half)
		default:
			half := sign | uint32(exp-112)<<10 | frac>>13
			if frac&0x1000 != 0 && frac&0x2fff != 0 {
				half++
			}
			dst[i] = uint16(half)
		}
	}
}

// ToHalvesSums lets sums round, of numbers that are too small for an exponent too, and has one NaN.
//
//	args line
//	row I54
//	counter none the instruction is what the row says
//	chosen VF=
//	plan FToHalf
//	asm.avx512 vcvtps2ph
//	asm.avx2 vcvtps2ph
//	asm.neon fcvtn
func ToHalvesSums(dst []uint16, src []float32, scale float32) {
	for i, x := range src {
		dst[i] = toHalf(x * scale)
	}
}

func toHalf(x float32) uint16 {
	b := math.Float32bits(x)
	sign := b & 0x80000000
	b ^= sign
	var h uint32
	switch {
	case b >= (127+16)<<23:
		h = 0x7c00
		if b > 255<<23 {
			h = 0x7e00
		}
	case b < 113<<23:
		h = math.Float32bits(math.Float32frombits(b)+0.5) - math.Float32bits(0.5)
	default:
		h = (b - 112<<23 + 0xfff + b>>13&1) >> 13
	}
	return uint16(h | sign>>16)
}

// ToHalvesOfBits begins with the bits of numbers, and keeps NaNs that signal, or makes them infinite.
//
//	args line
//	row I54
//	counter none the instruction is what the row says
//	chosen VF=
//	plan FToHalf
//	asm.avx512 vcvtps2ph
//	asm.avx2 vcvtps2ph
//	asm.neon fcvtn
func ToHalvesOfBits(dst []uint16, src []uint32) {
	for i, b := range src {
		e, m := int32(b>>23&0xff)-127+15, b&0x7fffff
		h := uint16(0)
		if e >= 31 {
			h = 0x7c00
			if b&0x7f800000 == 0x7f800000 {
				h |= uint16(m >> 13)
			}
		} else {
			if e <= 0 {
				if e < -10 {
					e, m = 0, 0
				} else {
					m = (m | 0x800000)
					lost := m & (1<<uint32(1-e) - 1)
					m >>= uint32(1 - e)
					if lost != 0 {
						m |= 1
					}
					e = 0
				}
			}
			h = uint16(uint32(e)<<10 + m>>13)
			if rest := m & 0x1fff; rest > 0x1000 || rest == 0x1000 && h&1 == 1 {
				h++
			}
		}
		dst[i] = h | uint16(b>>31)<<15
	}
}

// UpperHalves cuts floats to bfloat16: their upper halves, which a shuffle takes as they are.
//
//	args line
//	row I55
//	counter none the instruction is what the row says
//	chosen VF=
//	asm.avx512 vpermt2w
//	no asm.avx512 vpsrld
//	asm.avx2 vpackusdw
//	asm.neon uzp2
func UpperHalves(dst []uint16, src []float32) {
	for i, x := range src {
		dst[i] = uint16(math.Float32bits(x) >> 16)
	}
}

// RoundedHalves rounds floats to bfloat16, NaNs as if they were numbers. VCVTNEPS2BF16 and BFCVTN do not: they keep
// NaNs, and the one of x86 takes numbers without an exponent for zero.
//
//	args line
//	row I55
//	counter none the instruction is what the row says
//	chosen VF=
//	asm.avx512 vpermt2w
//	asm.avx2 vpackusdw
//	asm.neon uzp2
func RoundedHalves(dst []uint16, src []float32) {
	for i, x := range src {
		b := math.Float32bits(x)
		dst[i] = uint16((b + 0x7fff + b>>16&1) >> 16)
	}
}

// UpperHalvesWhole makes floats of bfloat16.
//
//	args line
//	row I55
//	counter none the instruction is what the row says
//	chosen VF=
//	asm.avx512 vpmovzxwd
//	asm.avx2 vpmovzxwd
//	asm.neon zip1
func UpperHalvesWhole(dst []float32, src []uint16) {
	for i, h := range src {
		dst[i] = math.Float32frombits(uint32(h) << 16)
	}
}
