package core

// ClampI16 converts samples to 16 bits, saturating at both ends.
func ClampI16(dst []int16, src []float32) {
	for i, v := range src {
		if v > 32767 {
			v = 32767
		} else if v < -32768 {
			v = -32768
		}
		dst[i] = int16(v)
	}
}
