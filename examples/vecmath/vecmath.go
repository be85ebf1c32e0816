// Package vecmath computes with slices of numbers, by vector instructions where the machine has them.
//
// The functions are written in Go, in this file. hotloop gen has made Go assembly of them: for AVX-512, AVX2 and NEON.
// The package does not import hotloop, and neither do its users. After a change:
//
//	go run -C ../.. ./cmd/hotloop gen examples/vecmath
package vecmath

import (
	"math"
	"math/bits"
)

// dot returns the inner product of x and y, which must be at least as long as x. The sum is in any order.
//
//hotloop:kernel Dot
func dot(x, y []float32) (s float32) {
	//loop:fp reassoc
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

// sum returns the sum of the elements of x, in any order.
//
//hotloop:kernel Sum
func sum(x []float64) (s float64) {
	//loop:fp reassoc
	for _, v := range x {
		s += v
	}
	return s
}

// axpy adds a times x to y, which must not be longer than x.
//
//hotloop:kernel Axpy
func axpy(a float32, x, y []float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}

// minMax returns the smallest and the largest element of x, +Inf and -Inf for an empty slice, and NaN if an element is NaN.
//
//hotloop:kernel MinMax
func minMax(x []float32) (least, largest float32) {
	least, largest = float32(math.Inf(1)), float32(math.Inf(-1))
	for _, v := range x {
		least, largest = min(least, v), max(largest, v)
	}
	return least, largest
}

// cosine returns the cosine of the angle between x and y, which must be at least as long as x.
//
//hotloop:kernel Cosine
func cosine(x, y []float32) float32 {
	var xy, xx, yy float32
	//loop:fp reassoc
	for i, v := range x {
		w := y[i]
		xy += v * w
		xx += v * v
		yy += w * w
	}
	return xy / float32(math.Sqrt(float64(xx))*math.Sqrt(float64(yy)))
}

// squaredDistance returns the sum of the squared differences of x and y, which must be at least as long as x.
//
//hotloop:kernel SquaredDistance
func squaredDistance(x, y []float32) (s float32) {
	//loop:fp reassoc
	for i, v := range x {
		d := v - y[i]
		s += d * d
	}
	return s
}

// popCount returns the number of bits that are set in x.
//
//hotloop:kernel PopCount
func popCount(x []uint64) (n int) {
	for _, v := range x {
		n += bits.OnesCount64(v)
	}
	return n
}

// convolve sets dst[i] to the sum of taps[k]*src[i+k]. src must have len(dst)+len(taps)-1 elements.
//
//hotloop:kernel Convolve
func convolve(dst, src, taps []float32) {
	for i := range dst {
		s := float32(0)
		for k, t := range taps {
			s += t * src[i+k]
		}
		dst[i] = s
	}
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// encode64 writes the base64 digits of src to dst and returns their number. len(src) must be a multiple of three.
//
//hotloop:kernel Encode64
func encode64(dst, src []byte) int {
	n := len(src) / 3
	for i := range n {
		v := uint32(src[3*i])<<16 | uint32(src[3*i+1])<<8 | uint32(src[3*i+2])
		dst[4*i] = digits[v>>18&63]
		dst[4*i+1] = digits[v>>12&63]
		dst[4*i+2] = digits[v>>6&63]
		dst[4*i+3] = digits[v&63]
	}
	return 4 * n
}

// unpack12 sets dst to the numbers of 12 bits that src consists of, lowest bits first. src has 3 bytes for two numbers.
//
//hotloop:kernel Unpack12
func unpack12(dst []uint16, src []byte) {
	for i := range len(dst) / 2 {
		a, b, c := uint16(src[3*i]), uint16(src[3*i+1]), uint16(src[3*i+2])
		dst[2*i] = a | b&15<<8
		dst[2*i+1] = b>>4 | c<<4
	}
}
