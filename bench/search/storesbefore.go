package search

// StoresBefore is loop s482 of TSVC: it stops behind the store.
func StoresBefore(a, b, c []float32) {
	for i := range a {
		a[i] += b[i] * c[i]
		if c[i] > b[i] {
			break
		}
	}
}
