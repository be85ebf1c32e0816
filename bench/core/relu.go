package core

// Relu replaces negative elements by zero and keeps NaN and -0 as they are.
func Relu(dst, src []float32) {
	for i, v := range src {
		if v < 0 {
			v = 0
		}
		dst[i] = v
	}
}
