package kernels

// Loops that end where the loop around them has just stored. gc compiles them with the tests, hotloop gets
// this file's text.

// A triangular system without division.
func FreshSolve(x, l []int32, n int) {
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			x[i] -= l[i*n+j] * x[j]
		}
		x[i] ^= 5
	}
}

// A variable for the sum, and the store at the end.
func FreshSum(x, l []int32, n int) {
	for i := 1; i < n; i++ {
		s := l[i]
		for j := 0; j < i; j++ {
			s += l[i*n+j] ^ x[j]
		}
		x[i] = s
	}
}

// Rows of a triangle.
func FreshRows(x, l []int32, n int) {
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			for k := 0; k < j; k++ {
				x[i*n+j] -= x[i*n+k] * x[j*n+k]
			}
			x[i*n+j] += l[j]
		}
	}
}

// What is stored lies far from where the loop ends.
func StaleSum(x, l []int32, n int) {
	for i := 0; i < n; i++ {
		s := l[i]
		for j := 0; j < n; j++ {
			s += l[i*n+j] ^ x[j+n]
		}
		x[i] = s
	}
}

// Another slice.
func StaleOther(x, l []int32, n int) {
	for i := 1; i < n; i++ {
		s := int32(0)
		for j := 0; j < i; j++ {
			s += l[i*n+j] * 3
		}
		x[i] = s
	}
}
