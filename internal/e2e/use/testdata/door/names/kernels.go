// Package names has kernels that call functions by the names of Go's own, which another file declares.
package names

import "embed"

//go:embed kernels.go
var Source string

//go:embed *.go
var Files embed.FS

func Relu(y, x []float64) {
	for i := range y {
		y[i] = max(x[i], 0)
	}
}

func Low(y, x []float64) {
	for i := range y {
		y[i] = min(x[i], 0)
	}
}

func Reset(y []float64) {
	clear(y)
}

func Folded(y []float64) {
	for i := range y {
		y[i] = max(1, 2)
	}
}

func Half(y []float32) {
	for i := 0; i < len(y); i++ {
		y[i] = 1
	}
}

func Twice(y, x []float32) int {
	n := 0
	for i := range y {
		n += copy(y[i:], x)
	}
	return n
}

func Real(x []real) (s real) {
	for _, v := range x {
		s += v
	}
	return s
}

type real = float32

func Of[T int16 | int32](y []T) {
	for i := 0; i < len(y); i++ {
		y[i] = 1
	}
}

func Imag(y []float64) {
	for i := range y {
		y[i] = imag(complex(y[i], 1))
	}
}

func Grown(y []float64) []float64 {
	return append(y[:1:1], 2)
}
