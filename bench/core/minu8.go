package core

// MinU8 is the body of slices.Min, the loop of golang/go#80857.
func MinU8(x []uint8) uint8 {
	m := x[0]
	for i := 1; i < len(x); i++ {
		m = min(m, x[i])
	}
	return m
}
