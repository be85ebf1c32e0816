package mathloops

import "math"

// LogF32 is Log in single precision.
func LogF32(y, x []float32) {
	for i, v := range x {
		y[i] = float32(math.Log(float64(v)))
	}
}
