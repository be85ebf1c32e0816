package search

// FirstAbove returns the first element greater than m, or m.
func FirstAbove(x []float32, m float32) float32 {
	for _, e := range x {
		if e > m {
			return e
		}
	}
	return m
}
