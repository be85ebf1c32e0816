package features

import (
	"math"
	"math/bits"
)

// Small expressions that have an instruction of their own, on one instruction set or on all.

// LongProducts adds products of 32-bit numbers to a sum of 64 bits that each step changes.
//
//	args line
//	row I40
//	on neon
//	counter none the instruction is what the row says
//	asm.neon smaddl
func LongProducts(x, y []int32) (s int64) {
	for i := range min(len(x), len(y)) {
		s = s>>1 + int64(x[i])*int64(y[i])
	}
	return s
}

// FieldsJoined puts bits of two words side by side.
//
//	args line
//	row I41
//	on neon
//	counter none the instruction is what the row says
//	asm.neon sli
//	asm.neon extr
func FieldsJoined(d, x, y []uint64) {
	for i := range min(len(d), len(x), len(y)) {
		d[i] = x[i]<<20 | y[i]>>44
	}
}

// HashSteps rotates what it needs afterwards too, and takes out the lowest one.
//
//	args line
//	row I42
//	counter none the instruction is what the row says
//	asm.avx512 rorx
//	asm.avx512 blsr
//	asm.avx2 rorx
//	asm.avx2 blsr
//	asm.neon eor ... ror
//	asm.neon eor ... lsr
func HashSteps(x []uint64) uint64 {
	h := uint64(7)
	for _, v := range x {
		h = (h + v) ^ bits.RotateLeft64(h, 25)
		h = bits.RotateLeft64(h, 31)*5 ^ h>>7
		h &= h - 1
	}
	return h
}

// FieldsOfState takes fields of bits out of a word, and puts others in.
//
//	args line
//	row I70
//	on neon
//	counter none the instruction is what the row says
//	asm.neon ubfx
//	asm.neon bfi
//	asm.neon bfxil
//	no asm.neon and
func FieldsOfState(x []uint64) uint64 {
	h := uint64(0x0123_4567_89ab_cdef)
	for _, v := range x {
		h = h&^(0xfff<<20) | v&0xfff<<20
		h = h&^0xff | (h>>33)&0xff
		h = (h>>5)&0x3ffff + h*5
	}
	return h
}

// FloorToInt rounds down on the way to an integer.
//
//	args line
//	row I43
//	on neon
//	counter none the instruction is what the row says
//	asm.neon fcvtms
//	no asm.neon frintm
func FloorToInt(d []int32, x []float32) {
	for i := range min(len(d), len(x)) {
		d[i] = int32(math.Floor(float64(x[i])))
	}
}

// LessFar compares absolute values.
//
//	args line
//	row I44
//	on neon
//	counter none the instruction is what the row says
//	asm.neon facgt
//	no asm.neon fabs v
func LessFar(d []uint8, x, y []float64) {
	for i := range min(len(d), len(x), len(y)) {
		d[i] = 0
		if math.Abs(x[i]) < math.Abs(y[i]) {
			d[i] = 1
		}
	}
}

// DistancesAdded adds distances of bytes, in bytes.
//
//	args line
//	row I45
//	on neon
//	counter none the instruction is what the row says
//	asm.neon uaba
func DistancesAdded(d, x, y []uint8) {
	for i := range min(len(d), len(x), len(y)) {
		d[i] += max(x[i], y[i]) - min(x[i], y[i])
	}
}

// DistancesOfSigned are those of signed numbers, as bits.
//
//	args line
//	row I45
//	on neon
//	counter none the instruction is what the row says
//	asm.neon sabd
func DistancesOfSigned(d, x, y []int16) {
	for i := range min(len(d), len(x), len(y)) {
		d[i] = max(x[i], y[i]) - min(x[i], y[i])
	}
}

// RoundedShift adds what is shifted to the right and rounded.
//
//	args line
//	row I46
//	on neon
//	counter none the instruction is what the row says
//	asm.neon ursra
func RoundedShift(d []uint16, x []uint8) {
	for i := range min(len(d), len(x)) {
		d[i] += (uint16(x[i])*3 + 8) >> 4
	}
}

// Bumped adds one where a condition holds.
//
//	args line
//	row I47
//	counter none the instructions are what the row says
//	asm.avx512 vpaddw zmm...{k
//	asm.avx2 vpsubw ymm
//	asm.neon sub v
//	no asm.neon bsl
//	no asm.avx2 vpblend
func Bumped(d, x, y []uint16) {
	for i := range min(len(d), len(x), len(y)) {
		var b uint16
		if x[i] < y[i] {
			b = 1
		}
		d[i] += b
	}
}

// ByNumber multiplies fractions of 15 bits by one that is not -1, which saturates nowhere.
//
//	args line
//	row I48
//	counter none the instruction is what the row says
//	asm.avx512 vpmulhrsw
//	asm.avx2 vpmulhrsw
//	asm.neon sqrdmulh
func ByNumber(d, x []int16) {
	for i := range min(len(d), len(x)) {
		d[i] = int16((int32(x[i])*23170 + 1<<14) >> 15)
	}
}

// RunLength counts up or starts again.
//
//	args line
//	row I49
//	on neon
//	counter none the instruction is what the row says
//	asm.neon csinc
func RunLength(x []int32, most int32) (n, m int) {
	for _, v := range x {
		if v < most {
			n++
		} else {
			n = m
		}
		m = n >> 1
	}
	return n, m
}
