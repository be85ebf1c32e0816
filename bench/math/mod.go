package mathloops

import "math"

// Mod stores the remainder of x divided by p.
func Mod(y, x, p []float64) {
	for i := range y {
		y[i] = math.Mod(x[i], p[i])
	}
}
