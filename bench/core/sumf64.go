package core

// SumF64 adds up x.
func SumF64(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}
