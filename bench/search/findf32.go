package search

// FindF32 returns the index of the first element equal to v, or -1.
func FindF32(x []float32, v float32) int {
	for i, e := range x {
		if e == v {
			return i
		}
	}
	return -1
}
