package mathloops

import "math"

// Cos stores the cosine of x.
func Cos(y, x []float64) {
	for i := range y {
		y[i] = math.Cos(x[i])
	}
}
