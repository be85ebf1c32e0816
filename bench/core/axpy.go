package core

// Axpy is Saxpy in double precision, written with a counted loop over x.
func Axpy(a float64, x, y []float64) {
	for i := 0; i < len(x); i++ {
		y[i] += a * x[i]
	}
}
