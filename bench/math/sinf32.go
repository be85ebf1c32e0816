package mathloops

import "math"

// SinF32 is Sin in single precision.
func SinF32(y, x []float32) {
	for i, v := range x {
		y[i] = float32(math.Sin(float64(v)))
	}
}
