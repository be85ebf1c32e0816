package search

// CopyASCII copies bytes up to the first one that is not ASCII, and returns how many.
func CopyASCII(dst, src []uint8) int {
	for i, c := range src {
		if c >= 0x80 {
			return i
		}
		dst[i] = c
	}
	return len(src)
}
