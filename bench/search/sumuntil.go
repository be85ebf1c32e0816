package search

// SumUntil adds up the elements in front of the first one that is negative.
func SumUntil(x []int32) int32 {
	var sum int32
	for _, e := range x {
		if e < 0 {
			break
		}
		sum += e
	}
	return sum
}
