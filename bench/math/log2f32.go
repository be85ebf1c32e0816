package mathloops

import "math"

// Log2F32 is Log2 in single precision.
func Log2F32(y, x []float32) {
	for i, v := range x {
		y[i] = float32(math.Log2(float64(v)))
	}
}
