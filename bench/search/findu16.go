package search

// FindU16 returns the index of the first element equal to v, or -1.
func FindU16(x []uint16, v uint16) int {
	for i, e := range x {
		if e == v {
			return i
		}
	}
	return -1
}
