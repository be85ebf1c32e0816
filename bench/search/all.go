package search

// AllBelow says whether all elements are less than m.
func AllBelow(x []int16, m int16) bool {
	for _, e := range x {
		if e >= m {
			return false
		}
	}
	return true
}
