package search

// Gather stores the elements of t that idx says. An index outside of t panics.
func Gather(y []float32, idx []int32, t []float32) {
	for i, k := range idx {
		y[i] = t[k]
	}
}
