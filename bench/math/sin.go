package mathloops

import "math"

// Sin stores the sine of x.
func Sin(y, x []float64) {
	for i := range y {
		y[i] = math.Sin(x[i])
	}
}
