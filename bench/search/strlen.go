package search

// Strlen returns the number of bytes in front of the first zero. Nobody knows how much of the array there is behind it.
//
//loop:extent p unknown
func Strlen(p *[1 << 30]byte) int {
	n := 0
	for p[n] != 0 {
		n++
	}
	return n
}
