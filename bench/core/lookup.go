package core

// Lookup expands 8-bit codes by a table, as µ-law audio or a colour palette does.
func Lookup(dst []int16, src []uint8, table []int16) {
	for i, v := range src {
		dst[i] = table[v]
	}
}
