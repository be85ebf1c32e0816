package k

// Saxpy adds a multiple of x to y.
func Saxpy(y, x []float32, a float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}

// Sum stays scalar unless additions may be reordered.
func Sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}
