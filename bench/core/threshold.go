package core

// CountAbove returns how many bytes of x are at least t.
func CountAbove(x []uint8, t uint8) int {
	n := 0
	for _, v := range x {
		if v >= t {
			n++
		}
	}
	return n
}
