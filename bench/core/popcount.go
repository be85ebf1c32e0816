package core

import "math/bits"

// Popcount returns the number of one bits in a bit set.
func Popcount(x []uint64) int {
	n := 0
	for _, v := range x {
		n += bits.OnesCount64(v)
	}
	return n
}
