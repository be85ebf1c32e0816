package core

// Reverse copies src to dst back to front.
func Reverse(dst, src []int32) {
	n := len(src)
	for i := range src {
		dst[n-1-i] = src[i]
	}
}
