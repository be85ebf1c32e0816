// Package plain has kernels that call Go's own functions.
package plain

import "embed"

//go:embed kernels.go
var Source string

//go:embed *.go
var Files embed.FS

const _ = max(0, 1)

func Relu(y, x []float64) {
	for i := range y {
		y[i] = max(x[i], 0)
	}
}

func Low(y, x []float64) {
	for i := range min(len(y), len(x)) {
		y[i] = x[i]
	}
}

func Lengths(y, x []float64) int {
	for i := 0; i < len(y); i++ {
		y[i] = x[i]
	}
	return copy(x, y) + cap(y)
}

func Grown(y []float64) []float64 {
	return append(y, 2)
}

func Kept(y []float64) int {
	y = append(y[:0], 3)
	return len(y)
}

//go:noinline
func twice(y []float64, x float64) []float64 { return append(y, x, x) }

func Called(y []float64) []float64 {
	return twice(y[:0], 4)
}

func Imag(y []float64) {
	for i := range y {
		y[i] = imag(complex(1, y[i]))
	}
}

func Fresh(y []float64) {
	p := new(float64)
	for i := range y {
		*p += y[i]
		y[i] = *p
	}
}
