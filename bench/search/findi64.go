package search

// FindI64 returns the index of the first element equal to v, or -1.
func FindI64(x []int64, v int64) int {
	for i, e := range x {
		if e == v {
			return i
		}
	}
	return -1
}
