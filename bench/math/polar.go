package mathloops

import "math"

// Polar turns angle and radius into coordinates.
func Polar(x, y, angle, radius []float64) {
	for i, a := range angle {
		x[i] = radius[i] * math.Cos(a)
		y[i] = radius[i] * math.Sin(a)
	}
}
