package core

// SAD returns the sum of absolute differences of two blocks of pixels.
func SAD(a, b []uint8) uint32 {
	var s uint32
	for i := range a {
		d := int32(a[i]) - int32(b[i])
		if d < 0 {
			d = -d
		}
		s += uint32(d)
	}
	return s
}
