package mathloops

import "math"

// Exp2F32 is Exp2 in single precision.
func Exp2F32(y, x []float32) {
	for i, v := range x {
		y[i] = float32(math.Exp2(float64(v)))
	}
}
