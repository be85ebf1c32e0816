package search

// FindU8 returns the index of the first element equal to v, or -1.
func FindU8(x []uint8, v uint8) int {
	for i, e := range x {
		if e == v {
			return i
		}
	}
	return -1
}
