package core

// CondAdd adds to y those elements of x that exceed t, and stores nothing elsewhere.
func CondAdd(y, x []float32, t float32) {
	for i, v := range x {
		if v > t {
			y[i] += v
		}
	}
}
