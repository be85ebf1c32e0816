package core

import "math"

// L2Dist returns the Euclidean distance of two points.
func L2Dist(a, b []float32) float32 {
	var s float32
	for i := range a {
		d := a[i] - b[i]
		s += d * d
	}
	return float32(math.Sqrt(float64(s)))
}
