package mathloops

import "math"

// CosF32 is Cos in single precision.
func CosF32(y, x []float32) {
	for i, v := range x {
		y[i] = float32(math.Cos(float64(v)))
	}
}
