package search

// FindF64 returns the index of the first element equal to v, or -1.
func FindF64(x []float64, v float64) int {
	for i, e := range x {
		if e == v {
			return i
		}
	}
	return -1
}
