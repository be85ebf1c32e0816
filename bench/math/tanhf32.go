package mathloops

import "math"

// TanhF32 is Tanh in single precision.
func TanhF32(y, x []float32) {
	for i, v := range x {
		y[i] = float32(math.Tanh(float64(v)))
	}
}
