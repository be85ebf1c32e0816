package mathloops

import "math"

// PowF32 raises to a constant power, as gamma correction does.
func PowF32(y, x []float32, gamma float32) {
	for i, v := range x {
		y[i] = float32(math.Pow(float64(v), float64(gamma)))
	}
}
