package kernels

import "math"

// What the tests of calls and yields run: a loop that takes as long as it is told to, and a short one.

func Spin(x []float64, rounds int) {
	for range rounds {
		for i := range x {
			x[i] = math.Sqrt(x[i] + 1)
		}
	}
}

func Saxpy(y, x []float32, a float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}
