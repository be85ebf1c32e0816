package core

// SumI32 adds up x; the sum wraps around as Go's integers do.
func SumI32(x []int32) int32 {
	var s int32
	for _, v := range x {
		s += v
	}
	return s
}
