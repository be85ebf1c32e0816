package core

// Dot returns the inner product of x and y.
func Dot(x, y []float32) float32 {
	var s float32
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}
