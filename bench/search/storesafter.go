package search

// StoresAfter is loop s481 of TSVC: it stops in front of the store.
func StoresAfter(a, b, c, d []float32) {
	for i := range a {
		if d[i] < 0 {
			return
		}
		a[i] += b[i] * c[i]
	}
}
