package features

import (
	"math"
	"unicode/utf8"
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

// RunesCopied goes over the runes of bytes as []rune has them.
//
//	row T40
//	counter kernel Again
//	remark [vectorize:
func RunesCopied(x []byte) (n int, last rune) {
	for _, r := range []rune(string(x)) {
		n, last = n+int(r), r
	}
	for range []rune(string(x)) {
		n++
	}
	return n, last
}

// RunesCounted asks how many runes bytes are, in three ways.
//
//	row T80
//	counter kernel Again
//	remark [vectorize:
func RunesCounted(x []byte) (n int) {
	s := string(x)
	n = 3 * len([]rune(s))
	if utf8.ValidString(s) {
		n += utf8.RuneCountInString(s) << 2
	}
	if r, k := utf8.DecodeRuneInString(s); k > 1 {
		n += int(r)
	}
	return n - utf8.RuneCount(x)
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

// weight tells types apart that have one representation, and asks in both ways.
func weight[T ~int32 | ~float32 | ~float64](x T) float64 {
	switch y := any(x).(type) {
	case float32:
		return float64(y) * 0.5
	case grade:
		return float64(y) + 100
	case int32, float64:
		if f, ok := any(x).(float64); ok {
			return f * 2
		}
		return float64(x) - 1
	}
	return 0
}

// limit is asked for a type alone.
func limit[T int32 | uint16]() (n T) {
	var z T
	switch any(z).(type) {
	case int32:
		n = any(int32(1 << 20)).(T)
	default:
		n = 1 << 10
	}
	return n
}

// grade has a type's representation and not its name.
type grade int32

// ByType sums by functions that switch over the types of what they are given.
//
//	args line
//	row T79
//	with vectorize.enable=1
//	step vectorize, generation 0: loop vectorized
func ByType(to []float64, a []float32, b []int32) {
	a, b = a[:len(to)], b[:len(to)]
	for i := range to {
		to[i] = weight(to[i]) + weight(a[i]) + weight(b[i]) + weight(grade(b[i]))
	}
}

// ByTypeAlone has bounds that depend on types.
//
//	args line
//	row T79
//	with vectorize.enable=1
//	step vectorize, generation 0: loop vectorized
func ByTypeAlone(a []int32, b []uint16) {
	b = b[:len(a)]
	for i := range a {
		a[i] = min(a[i], limit[int32]())
		b[i] = min(b[i], limit[uint16]())
	}
}
