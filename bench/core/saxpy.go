package core

// Saxpy adds a times x to y: the loop every vectorizer is shown first.
func Saxpy(a float32, x, y []float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}
