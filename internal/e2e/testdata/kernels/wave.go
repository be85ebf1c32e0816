package kernels

// Nests whose rows are done as wavefronts, or must not be. gc compiles them with the tests, hotloop gets
// this file's text. Products that feed a sum are converted, so that gc fuses them nowhere.

// Rows that have nothing to do with each other, each a chain.
func WkRows(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		for j := 1; j < m; j++ {
			c[i*m+j] = float32(c[i*m+j-1]*c[i*m+j-1]) + a[i*m+j]
		}
	}
}

// Two steps back.
func WkRowsTwo(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		for j := 2; j < m; j++ {
			c[i*m+j] = c[i*m+j-2]/3 - a[i*m+j]
		}
	}
}

func WkSeidel(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 1; j < m; j++ {
			c[i*m+j] = (c[i*m+j-1] + c[(i-1)*m+j]) / 1.75
		}
	}
}

func WkSeidelFive(c, a, b []float32, n, m, p int) {
	for i := 1; i < n-1; i++ {
		for j := 1; j < m-1; j++ {
			c[i*m+j] = (c[i*m+j-1] + c[i*m+j+1] + c[(i-1)*m+j] + c[(i+1)*m+j] + c[i*m+j]) / 5
		}
	}
}

// What is above to the right wants two columns between the rows.
func WkSeidelNine(c, a, b []float32, n, m, p int) {
	for i := 1; i < n-1; i++ {
		for j := 1; j < m-1; j++ {
			c[i*m+j] = (c[(i-1)*m+j-1] + c[(i-1)*m+j] + c[(i-1)*m+j+1] + c[i*m+j-1] + c[i*m+j] + c[i*m+j+1] +
				c[(i+1)*m+j-1] + c[(i+1)*m+j] + c[(i+1)*m+j+1]) / 9
		}
	}
}

// Three columns to the right, two rows up.
func WkFar(c, a, b []float32, n, m, p int) {
	for i := 2; i < n; i++ {
		for j := 1; j < m-3; j++ {
			c[i*m+j] = (c[i*m+j-1] + c[(i-2)*m+j+3]) / 3
		}
	}
}

// Further than rows are ever apart.
func WkTooFar(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 1; j < m-6; j++ {
			c[i*m+j] = (c[i*m+j-1] + c[(i-1)*m+j+6]) / 3
		}
	}
}

// Rows of a constant length: one index does for all of them.
func WkConstant(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 1; j < 32; j++ {
			c[i*32+j] = (c[i*32+j-1]+c[(i-1)*32+j])/1.75 + b[i*32+j]
		}
	}
}

func WkConstantNine(c, a, b []float32, n, m, p int) {
	for i := 1; i < n-1; i++ {
		for j := 1; j < 31; j++ {
			c[i*32+j] = (c[(i-1)*32+j-1] + c[(i-1)*32+j+1] + c[i*32+j-1] + c[i*32+j+1] + c[(i+1)*32+j-1] + c[(i+1)*32+j+1]) / 6
		}
	}
}

// Triangles: the rows grow or shrink by one.
func WkTriangle(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 1; j <= i; j++ {
			c[i*n+j] = float32(c[i*n+j-1]*c[i*n+j-1]) + a[i*n+j]
		}
	}
}

func WkTriangleSeidel(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 1; j < i; j++ {
			c[i*n+j] = (c[i*n+j-1] + c[(i-1)*n+j]) / 1.75
		}
	}
}

func WkTriangleDown(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 1; j < n-i; j++ {
			c[i*n+j] = (c[i*n+j-1] + c[(i-1)*n+j]) / 1.75
		}
	}
}

// From right to left, and from the last row to the first.
func WkBackward(c, a, b []float32, n, m, p int) {
	for i := n - 2; i >= 0; i-- {
		for j := m - 2; j >= 0; j-- {
			c[i*m+j] = (c[i*m+j+1] + c[(i+1)*m+j]) / 1.75
		}
	}
}

// Every second column.
func WkStride(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 2; j < m; j += 2 {
			c[i*m+j] = (c[i*m+j-2] + c[(i-1)*m+j] + a[i*m+j]) / 1.75
		}
	}
}

// Two stores of which the second one's value goes on.
func WkTwoStores(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 1; j < m; j++ {
			b[i*m+j] = c[(i-1)*m+j] - a[i*m+j]
			c[i*m+j] = (c[i*m+j-1] + b[(i-1)*m+j]) / 1.75
		}
	}
}

// Rows read and store parts of the row above; nothing wants the rows apart, since all of it is behind the row's own chain.
func WkAbove(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 1; j < m; j++ {
			c[i*m+j] = (c[i*m+j-1] + a[(i-1)*m+j]) / 1.75
			a[(i-1)*m+j] = c[i*m+j]
			b[i*m+j-1] = c[(i-1)*m+j-1]
		}
	}
}

// A nest in a loop: p sweeps.
func WkSweeps(c, a, b []float32, n, m, p int) {
	for range p {
		for i := 1; i < n-1; i++ {
			for j := 1; j < m-1; j++ {
				c[i*m+j] = (c[i*m+j-1] + c[i*m+j+1] + c[(i-1)*m+j] + c[(i+1)*m+j]) / 4
			}
		}
	}
}
