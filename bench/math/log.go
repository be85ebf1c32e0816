package mathloops

import "math"

// Log stores the natural logarithm of x.
func Log(y, x []float64) {
	for i := range y {
		y[i] = math.Log(x[i])
	}
}
