package search

// GatherSum adds up the elements of t that idx says, until an index is outside of t.
func GatherSum(idx []uint32, t []int32) int32 {
	var sum int32
	for _, k := range idx {
		if int(k) >= len(t) {
			break
		}
		sum += t[k]
	}
	return sum
}
