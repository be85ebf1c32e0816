package features

import (
	"math"
	"math/bits"
)

// The operations that processors have of narrow lanes, as Go programs write them.

// BrightenBytes adds bytes up to 255.
//
//	args line
//	row I01
//	counter none the instruction is what the row says
//	asm.avx512 vpaddusb
//	asm.avx2 vpaddusb
//	asm.neon uqadd
func BrightenBytes(d, a, b []uint8) {
	for i := range d {
		s := int(a[i]) + int(b[i])
		if s > 255 {
			s = 255
		}
		d[i] = uint8(s)
	}
}

// DarkenBytes subtracts bytes down to 0.
//
//	args line
//	row I01
//	counter none the instruction is what the row says
//	asm.avx512 vpsubusb
//	asm.avx2 vpsubusb
//	asm.neon uqsub
func DarkenBytes(d, a, b []uint8) {
	for i := range d {
		d[i] = uint8(max(int(a[i])-int(b[i]), 0))
	}
}

// DarkenBy subtracts a constant down to 0.
//
//	args line
//	row I01
//	counter none the instruction is what the row says
//	asm.avx512 vpsubusb
//	asm.avx2 vpsubusb
//	asm.neon uqsub
func DarkenBy(d, a []uint8) {
	for i := range d {
		d[i] = uint8(max(int16(a[i])-40, 0))
	}
}

// MixSamples adds samples of sound.
//
//	args line
//	row I01
//	counter none the instruction is what the row says
//	asm.avx512 vpaddsw
//	asm.avx2 vpaddsw
//	asm.neon sqadd
func MixSamples(d, a, b []int16) {
	for i := range d {
		s := int32(a[i]) + int32(b[i])
		if s > math.MaxInt16 {
			s = math.MaxInt16
		}
		if s < math.MinInt16 {
			s = math.MinInt16
		}
		d[i] = int16(s)
	}
}

// DifferSamples subtracts them.
//
//	args line
//	row I01
//	counter none the instruction is what the row says
//	asm.avx512 vpsubsw
//	asm.avx2 vpsubsw
//	asm.neon sqsub
func DifferSamples(d, a, b []int16) {
	for i := range d {
		d[i] = int16(min(max(int(a[i])-int(b[i]), math.MinInt16), math.MaxInt16))
	}
}

// AverageBytes rounds up.
//
//	args line
//	row I02
//	counter none the instruction is what the row says
//	asm.avx512 vpavgb
//	asm.avx2 vpavgb
//	asm.neon urhadd
func AverageBytes(d, a, b []uint8) {
	for i := range d {
		d[i] = uint8((uint16(a[i]) + uint16(b[i]) + 1) >> 1)
	}
}

// AverageWords divides by two.
//
//	args line
//	row I02
//	counter none the instruction is what the row says
//	asm.avx512 vpavgw
//	asm.avx2 vpavgw
//	asm.neon urhadd
func AverageWords(d, a, b []uint16) {
	for i := range d {
		d[i] = uint16((int(a[i]) + int(b[i]) + 1) / 2)
	}
}

// HalfSumBytes rounds down.
//
//	args line
//	row I02
//	counter none the instruction is what the row says
//	asm.avx512 vpavgb
//	asm.avx2 vpavgb
//	asm.neon uhadd
func HalfSumBytes(d, a, b []uint8) {
	for i := range d {
		d[i] = uint8((int(a[i]) + int(b[i])) / 2)
	}
}

// Distances takes one of two differences.
//
//	args line
//	row I03
//	counter none the instruction is what the row says
//	no asm.avx512 vpcmpub
//	asm.avx2 vpsubusb
//	asm.neon uabd
func Distances(d, a, b []uint8) {
	for i := range d {
		if a[i] > b[i] {
			d[i] = a[i] - b[i]
		} else {
			d[i] = b[i] - a[i]
		}
	}
}

// SumDistances adds what an if takes.
//
//	args line
//	row I03
//	counter none the instruction is what the row says
//	asm.avx512 vpsadbw
//	asm.avx2 vpsadbw
//	asm.neon uab
func SumDistances(a, b []uint8) (s uint32) {
	for i := range a {
		if a[i] > b[i] {
			s += uint32(a[i] - b[i])
		} else {
			s += uint32(b[i] - a[i])
		}
	}
	return s
}

// SumMagnitudes adds magnitudes of differences.
//
//	args line
//	row I03
//	counter none the instruction is what the row says
//	asm.avx512 vpsadbw
//	asm.avx2 vpsadbw
//	asm.neon uab
func SumMagnitudes(a, b []uint8) (s int) {
	for i := range a {
		x := int(a[i]) - int(b[i])
		if x < 0 {
			x = -x
		}
		s += x
	}
	return s
}

// HighHalves keeps the upper half.
//
//	args line
//	row I04
//	counter none the instruction is what the row says
//	asm.avx512 vpmulhw
//	asm.avx2 vpmulhw
//	asm.neon smull
func HighHalves(d, a, b []int16) {
	for i := range d {
		d[i] = int16(int32(a[i]) * int32(b[i]) >> 16)
	}
}

// HighShifted keeps less than the upper half.
//
//	args line
//	row I04
//	counter none the instruction is what the row says
//	asm.avx512 vpmulhuw
//	asm.avx2 vpmulhuw
//	asm.neon umull
func HighShifted(d, a, b []uint16) {
	for i := range d {
		d[i] = uint16(uint32(a[i]) * uint32(b[i]) >> 19)
	}
}

// RoundedQ15 rounds products of 15 places.
//
//	args line
//	row I04
//	counter none the instruction is what the row says
//	asm.avx512 vpmulhrsw
//	asm.avx2 vpmulhrsw
//	asm.neon smull
func RoundedQ15(d, a []int16, gain int16) {
	for i := range d {
		d[i] = int16((int32(a[i])*int32(gain) + 1<<14) >> 15)
	}
}

// ClampSamples keeps sums of samples in their type.
//
//	args line
//	row I05
//	counter none the instruction is what the row says
//	asm.avx512 vpackssdw
//	asm.avx2 vpackssdw
//	asm.neon sqxtn
func ClampSamples(d []int16, a []int32) {
	for i := range d {
		d[i] = int16(max(min(a[i], math.MaxInt16), math.MinInt16))
	}
}

// ClampPixels keeps what a filter makes in bytes.
//
//	args line
//	row I05
//	counter none the instruction is what the row says
//	asm.avx512 vpackuswb
//	asm.avx2 vpackuswb
//	asm.neon sqxtun
func ClampPixels(d []uint8, a []int16) {
	for i := range d {
		d[i] = uint8(min(max(a[i], 0), 255))
	}
}

// Quantize rounds to bytes.
//
//	args line
//	row I06
//	counter none the instruction is what the row says
//	asm.avx512 vrndscaleps
//	asm.avx2 vroundps
//	asm.neon frintn
//	no asm.avx512 vcvtps2pd
//	no asm.avx2 vcvtps2pd
//	no asm.neon fcvtl
func Quantize(d []int8, a []float32, s float32) {
	for i := range d {
		d[i] = int8(max(min(math.RoundToEven(float64(a[i]*s)), 127), -128))
	}
}

// MaxMagnitude writes the magnitude as a comparison, which is one operation where zeros may lose their sign.
//
//	args line
//	mode fast
//	row N44
//	counter mode exact
//	plan WIDEN...Abs
func MaxMagnitude(x []float32) (m float32) {
	for _, v := range x {
		if v < 0 {
			v = -v
		}
		if v > m {
			m = v
		}
	}
	return m
}

// ScaledSum adds a multiple of one big integer to another: words of products, with carries.
//
//	args line
//	row I96
//	on avx512 avx2
//	counter none the instruction is what the row says
//	asm mulx
//	asm adc
//	no asm setb
func ScaledSum(z, x []uint64, y uint64) uint64 {
	var c uint64
	for i := range min(len(z), len(x)) {
		hi, lo := bits.Mul64(x[i], y)
		var over uint64
		lo, over = bits.Add64(lo, c, 0)
		c, z[i] = hi+over, lo
	}
	return c
}

// Load24 puts numbers of 24 bits together, the lowest byte first.
//
//	args line times=1,3
//	row I106
//	counter none the instruction is what the row says
//	plan*3 GROUP-LOAD
//	no plan GATHER
func Load24(dst []uint32, src []byte) {
	for i := range dst[:min(len(dst), len(src)/3)] {
		dst[i] = uint32(src[3*i]) | uint32(src[3*i+1])<<8 | uint32(src[3*i+2])<<16
	}
}

// Sound24 cuts each number out of its slice, and has a sign.
//
//	args line times=1,3
//	row I106
//	counter none the instruction is what the row says
//	plan*3 GROUP-LOAD
//	no plan GATHER
func Sound24(dst []int32, src []byte) {
	for i := range dst[:min(len(dst), len(src)/3)] {
		b := src[3*i : 3*i+3]
		dst[i] = int32(b[0]) | int32(b[1])<<8 | int32(int8(b[2]))<<16
	}
}
