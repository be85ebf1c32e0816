package features

import (
	"math"
	"unsafe"
)

// Again is a loop made by goto.
//
//	row T37
//	counter kernel Repeated
//	step vectorize, heuristics: loop vectorized
func Again(y, x []int32) int32 {
	i, n := 0, min(len(x), len(y))
again:
	if i < n {
		y[i] += x[i] * 3
		i++
		goto again
	}
	return int32(i)
}

func weighed(weight int32, xs ...int32) (sum int32) {
	for _, x := range xs {
		sum += x * weight
	}
	return sum
}

// Weighed calls a function with lists of arguments.
//
//	row T38
//	counter kernel Repeated
//	step vectorize, heuristics: loop vectorized
func Weighed(y, x []int32) int32 {
	return weighed(3, x...) + weighed(2, 1, int32(len(y)))
}

// Divided divides complex numbers.
//
//	row T39
//	counter with vectorize.enable=0
//	step vectorize, heuristics: loop vectorized
func Divided(re, im []float64) {
	n := min(len(re), len(im))
	for i := 0; i < n; i++ {
		z := complex(re[i], im[i]) / complex(im[i], 2)
		re[i], im[i] = real(z), imag(z)
	}
}

// Runes counts the runes of bytes.
//
//	row T40
//	counter kernel Again
//	remark [vectorize:
func Runes(x []byte) (n int) {
	for _, r := range string(x) {
		if r > 0x7f {
			n++
		}
	}
	return n
}

// Patterns sees floats as integers.
//
//	row T41
//	counter with vectorize.enable=0
//	step vectorize, heuristics: loop vectorized
func Patterns(x []float64) (n uint64) {
	for _, v := range unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(x))), len(x)) {
		n ^= v
	}
	return n
}

type fault struct {
	text string
	most int32
}

func (f fault) Error() string { return f.text }

var tooLarge = fault{"too large", 90}

// Limited panics with an error of its own.
//
//	row T42
//	counter with vectorize.enable=0
//	step vectorize, heuristics: loop vectorized
func Limited(x []int32) {
	for i := range x {
		x[i] = max(x[i]&127, 3)
	}
	if len(x) > 0 && x[0] > tooLarge.most {
		panic(tooLarge)
	}
}

// WholeAndRest splits floats.
//
//	row T43
//	counter with vectorize.enable=0
//	step vectorize, heuristics: loop vectorized
func WholeAndRest(y, x []float64) {
	for i := range min(len(x), len(y)) {
		whole, rest := math.Modf(x[i])
		frac, exp := math.Frexp(rest)
		y[i] = whole + frac + float64(exp)
	}
}
