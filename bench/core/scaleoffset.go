package core

// ScaleOffset maps src to dst by a straight line.
func ScaleOffset(dst, src []float64, scale, offset float64) {
	for i, v := range src {
		dst[i] = v*scale + offset
	}
}
