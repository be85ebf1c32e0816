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

func imag(x complex128) float64 { return 6 }

func complex(x, y float64) complex128 { return 9 }

func append(x []float64, _ ...float64) []float64 { return x }
