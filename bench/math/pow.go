package mathloops

import "math"

// Pow stores x to the power of p.
func Pow(y, x, p []float64) {
	for i := range y {
		y[i] = math.Pow(x[i], p[i])
	}
}
