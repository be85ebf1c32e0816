// Package kernels has the loops that the site explains.
package kernels

import (
	_ "embed"
	"math"
	"math/bits"
)

// Source is the text of the package.
//
//go:embed kernels.go
var Source string

// List has the functions in the order of the site.
var List = []struct {
	Func any
	Note string // what the loop shows
}{
	{Saxpy, "two streams, one multiplication"},
	{Dot, "a sum that stays in order"},
	{Clamp, "branches become selections"},
	{CountAbove, "a count narrower than its variable"},
	{IndexOf, "a loop with an exit"},
	{PrefixSum, "each iteration needs the one before"},
	{Blur, "neighbours in memory"},
	{Hamming, "bits of two streams"},
	{MatMul, "a nest of loops"},
	{Decibels, "a logarithm"},
}

// Saxpy adds a times x to y.
func Saxpy(y, x []float32, a float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}

// Dot returns the scalar product of x and y.
func Dot(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

// Clamp limits the elements of x to the range from lo to hi.
func Clamp(x []int32, lo, hi int32) {
	for i, v := range x {
		if v < lo {
			x[i] = lo
		} else if v > hi {
			x[i] = hi
		}
	}
}

// CountAbove counts the bytes above a threshold.
func CountAbove(x []byte, t byte) int {
	n := 0
	for _, v := range x {
		if v > t {
			n++
		}
	}
	return n
}

// IndexOf returns the index of the first element that equals v, or -1.
func IndexOf(x []int32, v int32) int {
	for i := range x {
		if x[i] == v {
			return i
		}
	}
	return -1
}

// PrefixSum replaces each element of x by the sum of those up to it.
func PrefixSum(x []int64) {
	s := int64(0)
	for i, v := range x {
		s += v
		x[i] = s
	}
}

// Blur averages each element with its neighbours.
func Blur(out, in []float32) {
	for i := 1; i < len(in)-1; i++ {
		out[i] = (in[i-1] + 2*in[i] + in[i+1]) / 4
	}
}

// Hamming returns the number of bits in which x and y differ.
func Hamming(x, y []uint64) int {
	n := 0
	for i := range x {
		n += bits.OnesCount64(x[i] ^ y[i])
	}
	return n
}

// MatMul adds the product of the n by n matrices a and b to c.
func MatMul(c, a, b []float32, n int) {
	for i := range n {
		for k := range n {
			for j := range n {
				c[i*n+j] += a[i*n+k] * b[k*n+j]
			}
		}
	}
}

// Decibels replaces the amplitudes in x by levels.
func Decibels(x []float64) {
	for i, v := range x {
		x[i] = 20 * math.Log10(v)
	}
}
