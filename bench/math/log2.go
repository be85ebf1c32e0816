package mathloops

import "math"

// Log2 stores the binary logarithm of x.
func Log2(y, x []float64) {
	for i := range y {
		y[i] = math.Log2(x[i])
	}
}
