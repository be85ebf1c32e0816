package search

// Strcpy copies what comes before the first zero and returns how much that was.
//
//loop:extent p unknown
func Strcpy(dst []byte, p *[1 << 30]byte) int {
	n := 0
	for p[n] != 0 {
		dst[n] = p[n]
		n++
	}
	return n
}
