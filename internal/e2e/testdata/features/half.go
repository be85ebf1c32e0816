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
