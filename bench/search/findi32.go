package search

// FindI32 returns the index of the first element equal to v, or -1.
func FindI32(x []int32, v int32) int {
	for i, e := range x {
		if e == v {
			return i
		}
	}
	return -1
}
