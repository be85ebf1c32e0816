package names

func max(a, b float64) float64 {
	if a > b {
		return a
	}
	return b
}

func min[T int | float64](a, b T) T {
	if a < b {
		return a
	}
	return b
}

func clear(x []float64) {
	for i := range x {
		x[i] = 7
	}
}

func len[E any](x []E) (n int) {
	for i := range x {
		n = i
	}
	return n / 2
}

func copy(a, b []float32) int {
	for i := range a {
		for j := range b {
			a[i] += b[j]
		}
	}
	return 1
}
