package vecmath

import "testing"

// n is the number of elements: they fit in the first-level cache of most processors.
const n = 4096

var (
	x32, y32 = make([]float32, n), make([]float32, n)
	x64      = make([]float64, n)
	words    = make([]uint64, n)
	bytes    = make([]byte, 3*n)
	text     = make([]byte, 4*n)
	shorts   = make([]uint16, 2*n)
	taps     = []float32{.1, .2, .4, .2, .1}
)

func init() {
	for i := range x32 {
		x32[i], y32[i], x64[i] = float32(i%17), float32(i%13), float64(i%11)
		words[i] = uint64(i) * 0x9e3779b97f4a7c15
	}
	for i := range bytes {
		bytes[i] = byte(i * 7)
	}
}

// Benchmark compares each function with the Go function that it is made of.
func Benchmark(b *testing.B) {
	for _, c := range []struct {
		name           string
		plain, kernels func()
	}{
		{"Dot", func() { dot(x32, y32) }, func() { Dot(x32, y32) }},
		{"Sum", func() { sum(x64) }, func() { Sum(x64) }},
		{"Axpy", func() { axpy(0, x32, y32) }, func() { Axpy(0, x32, y32) }},
		{"MinMax", func() { minMax(x32) }, func() { MinMax(x32) }},
		{"Cosine", func() { cosine(x32, y32) }, func() { Cosine(x32, y32) }},
		{"SquaredDistance", func() { squaredDistance(x32, y32) }, func() { SquaredDistance(x32, y32) }},
		{"PopCount", func() { popCount(words) }, func() { PopCount(words) }},
		{"Convolve", func() { convolve(y32[:n-4], x32, taps) }, func() { Convolve(y32[:n-4], x32, taps) }},
		{"Encode64", func() { encode64(text, bytes) }, func() { Encode64(text, bytes) }},
		{"Unpack12", func() { unpack12(shorts, bytes) }, func() { Unpack12(shorts, bytes) }},
	} {
		b.Run(c.name+"/go", func(b *testing.B) {
			for b.Loop() {
				c.plain()
			}
		})
		b.Run(c.name+"/vecmath", func(b *testing.B) {
			for b.Loop() {
				c.kernels()
			}
		})
	}
}
