package search

// Differences subtracts from each element the one behind it. The last one has none, if x is no longer than y: that
// panics.
func Differences(y, x []int32) {
	for i := range y {
		y[i] = x[i+1] - x[i]
	}
}
