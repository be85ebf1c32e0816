package search

// AnyNaN says whether there is a NaN in x.
func AnyNaN(x []float32) bool {
	for _, e := range x {
		if e != e {
			return true
		}
	}
	return false
}
