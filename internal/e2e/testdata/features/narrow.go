package features

import "math"

// Reductions of narrow numbers, in the lanes that come in.

// SignedDistances adds magnitudes of differences of signed bytes.
//
//	args line
//	row I08
//	counter none the instruction is what the row says
//	asm.avx512 vpsadbw
//	asm.avx2 vpsadbw
//	asm.neon sabd
func SignedDistances(a, b []int8) (s int32) {
	for i := range a {
		d := int32(a[i]) - int32(b[i])
		if d < 0 {
			d = -d
		}
		s += d
	}
	return s
}

// Loudest is the largest magnitude.
//
//	args line
//	row I09
//	counter none the instruction is what the row says
//	plan REDUCE-PHI...i16...[MaxU]
//	asm.avx512 vpmaxuw
//	asm.avx2 vpmaxuw
//	asm.neon umax
func Loudest(a []int16) (m int) {
	for _, x := range a {
		m = max(m, max(int(x), -int(x)))
	}
	return m
}

// Coldest begins with what bytes do not hold.
//
//	args line times=0
//	row I09
//	counter none the instruction is what the row says
//	plan REDUCE-PHI...i8...[MinS]
//	asm.avx512 vpminsb
//	asm.avx2 vpminsb
//	asm.neon smin
func Coldest(a []int8, limit int) int {
	m := limit
	for _, x := range a {
		if int(x) < m {
			m = int(x)
		}
	}
	return m
}

// SquaredDistances multiplies differences of bytes, which words hold.
//
//	args line
//	row I10
//	counter none the instruction is what the row says
//	asm.avx512 vpmaddwd
//	asm.avx2 vpmaddwd
//	asm.neon smlal
func SquaredDistances(a, b []uint8) (s uint32) {
	for i := range a {
		d := int32(a[i]) - int32(b[i])
		s += uint32(d * d)
	}
	return s
}

// WeightedDistances multiplies differences by bytes.
//
//	args line
//	row I10
//	counter none the instruction is what the row says
//	asm.avx512 vpmaddwd
//	asm.avx2 vpmaddwd
func WeightedDistances(a, b, w []uint8) (s int32) {
	for i := range a {
		s += (int32(a[i]) - int32(b[i])) * int32(w[i])
	}
	return s
}

// ChangesOfSamples are magnitudes of differences, which may need the sign's bit.
//
//	args line
//	row I08
//	counter none the instruction is what the row says
//	plan AbsDiffS
//	asm.avx512 vpmaxsw
//	asm.avx2 vpmaxsw
//	asm.neon sabd
func ChangesOfSamples(d []uint16, a, b []int16) {
	for i := range d {
		x := int(a[i]) - int(b[i])
		if x < 0 {
			x = -x
		}
		d[i] = uint16(x)
	}
}

// QuantizeBytes rounds in float64, as package math does, adds an offset, and keeps what fits a byte: in float32 that is
// the same.
//
//	args line
//	row I58
//	counter with vectorize.enable=0
//	chosen VF=
//	plan*1 f32 RoundEven
//	plan*1 f32 Min
//	no plan f64
func QuantizeBytes(dst []int8, src []float32, scale float32, zero int8) {
	for i, x := range src {
		if i >= len(dst) {
			break
		}
		q := math.RoundToEven(float64(x*scale)) + float64(zero)
		dst[i] = int8(min(max(q, -128), 127))
	}
}

// Doublings has a function of package math, and a sum behind it, of floats that only go through float64 for its sake.
//
//	args line
//	mode fast
//	row I85
//	counter mode exact
//	plan*1 f32 Exp2Approx
//	plan*1 f32 Add
//	no plan f64
func Doublings(dst, src []float32) {
	for i := range min(len(dst), len(src)) {
		dst[i] = float32(1 + math.Exp2(float64(src[i])))
	}
}

// DoublingsTwice is nearly the same, in a mode that does not permit it: a remark says so.
//
//	args line
//	row I86
//	counter mode fast
//	remark LockedInFloat64
func DoublingsTwice(dst, src []float32) {
	for i := range min(len(dst), len(src)) {
		dst[i] = float32((1 + math.Exp2(float64(src[i]))) * 2)
	}
}

// DoublingsLess cancels what float32 does not have the digits for: a remark says what to write.
//
//	args line
//	row I86
//	counter none with float32 around the function there would be less to say, and another result
//	remark FarInFloat32
func DoublingsLess(dst, src []float32) {
	for i := range min(len(dst), len(src)) {
		dst[i] = float32(math.Exp2(float64(src[i])) - 1)
	}
}

// NineTimes multiplies bytes by a constant: in 16-bit lanes, not by a table of 256 results, which there is one unit for.
//
//	args line
//	row I87
//	on avx512 avx2
//	counter with vectorize.enable=0
//	plan*1 i8 Mul
//	no plan LOOKUP
//	asm vpmullw
func NineTimes(dst, src []byte) {
	for i := range min(len(dst), len(src)) {
		dst[i] = src[i] * 9
	}
}

// Neighbours counts in int, of bytes, and compares: in lanes of 16 bits, which hold the sums.
//
//	args line
//	row I95
//	counter with vectorize.enable=0
//	no ssa Add <i64x
//	ssa Add <i16x
func Neighbours(dst, src []byte) {
	for i := 1; i < min(len(dst), len(src))-1; i++ {
		n := int(src[i-1]) + int(src[i]) + int(src[i+1])
		if n == 3 || n == 2 && src[i] == 1 {
			dst[i] = 1
		} else {
			dst[i] = 0
		}
	}
}

// QuotientOfBytes divides and takes the remainder by a number that is known.
//
//	args line
//	row I104
//	counter none the instruction is what the row says
//	asm.avx512 vpmulhuw
//	asm.avx2 vpmulhuw
//	asm.neon umull v...8h, v...8b
//	no asm.neon uxtl
func QuotientOfBytes(q, r, x []uint8) {
	for i := range q[:min(len(q), len(r), len(x))] {
		q[i] = x[i] / 10
		r[i] = x[i] % 10
	}
}

// QuotientOfSigned rounds to zero.
//
//	args line
//	row I104
//	counter none the instruction is what the row says
//	on neon
//	asm.neon smull v...8h, v...8b
//	no asm.neon sxtl
func QuotientOfSigned(q, x []int8) {
	for i := range q[:min(len(q), len(x))] {
		q[i] = x[i] / 7
	}
}

// Quantized rounds and clamps numbers of float32 by way of float64: all of it is exact in float32.
//
//	args line
//	row I98
//	counter none the instruction is what the row says
//	no ssa <f64x
func Quantized(dst []int8, src []float32) {
	for i := range min(len(dst), len(src)) {
		r := math.Round(float64(src[i] * 20))
		if r > 127 {
			r = 127
		} else if r < -128 {
			r = -128
		}
		dst[i] = int8(r)
	}
}
