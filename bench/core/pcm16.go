package core

// PCM16 turns 16-bit samples into floats in [-1, 1).
func PCM16(dst []float32, src []int16) {
	for i, v := range src {
		dst[i] = float32(v) * (1.0 / 32768)
	}
}
