package search

// Strcmp returns the place of the first difference between two strings that end in a zero, or of their end.
//
//loop:extent p unknown
//loop:extent q unknown
func Strcmp(p, q *[1 << 30]byte) int {
	i := 0
	for p[i] == q[i] && p[i] != 0 {
		i++
	}
	return i
}
