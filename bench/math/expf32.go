package mathloops

import "math"

// ExpF32 is Exp in single precision.
func ExpF32(y, x []float32) {
	for i, v := range x {
		y[i] = float32(math.Exp(float64(v)))
	}
}
