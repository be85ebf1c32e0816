package mathloops

import "math"

// Tanh stores the hyperbolic tangent of x.
func Tanh(y, x []float64) {
	for i := range y {
		y[i] = math.Tanh(x[i])
	}
}
