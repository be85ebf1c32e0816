package mathloops

import "math"

// Exp stores e to the power of x.
func Exp(y, x []float64) {
	for i := range y {
		y[i] = math.Exp(x[i])
	}
}
