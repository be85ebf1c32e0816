package k

// Paths is a nest whose rows are done as a wavefront.
func Paths(a []float64, n int) {
	for j := 1; j < n; j++ {
		for i := 1; i < n; i++ {
			a[j*n+i] += a[j*n+i-1] * a[(j-1)*n+i]
		}
	}
}
