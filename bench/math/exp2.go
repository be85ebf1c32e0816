package mathloops

import "math"

// Exp2 stores 2 to the power of x.
func Exp2(y, x []float64) {
	for i := range y {
		y[i] = math.Exp2(x[i])
	}
}
