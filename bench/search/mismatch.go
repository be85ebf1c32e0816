package search

// Mismatch returns the first index at which x and y differ, or the length of x. A shorter y that is equal so far
// panics.
func Mismatch(x, y []uint8) int {
	for i, e := range x {
		if e != y[i] {
			return i
		}
	}
	return len(x)
}
