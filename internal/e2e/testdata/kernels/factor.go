package kernels

// Nests whose iterations depend on one another in several directions: factorizations, shortest paths,
// relaxations. gc compiles them with the tests, hotloop gets this file's text. Products that feed a sum are converted, so that
// gc fuses them nowhere.

// Column k is scaled before the rest is updated: two statements in the loop over rows.
func FkLU(c, a, b []float32, n, m, p int) {
	for k := 0; k < n; k++ {
		for i := k + 1; i < n; i++ {
			a[i*n+k] *= a[k*n+k]
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= float32(a[i*n+k] * a[k*n+j])
			}
		}
	}
}

func FkLUPieces(c, a, b []float32, n, m, p int) {
	for k := 0; k < n; k++ {
		//loop:distribute.enable distribute.followup_all{interchange.enable}
		for i := k + 1; i < n; i++ {
			a[i*n+k] *= a[k*n+k]
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= float32(a[i*n+k] * a[k*n+j])
			}
		}
	}
}

func FkLUJam(c, a, b []float32, n, m, p int) {
	for k := 0; k < n; k++ {
		//loop:unroll_and_jam.count=2
		for i := k + 1; i < n; i++ {
			a[i*n+k] *= a[k*n+k]
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= float32(a[i*n+k] * a[k*n+j])
			}
		}
	}
}

// The pivot's loop around all: iterations of it never change places with those of the rows.
func FkLUSwap(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for k := 0; k < n; k++ {
		for i := 1; i < n; i++ {
			for j := 1; j < n; j++ {
				a[i*n+j] -= float32(a[i*n+k] * a[k*n+j])
			}
		}
	}
}

// Another matrix takes the update: everything may change places.
func FkOuterProducts(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable interchange.followup_inner{interchange.enable}
	for k := 0; k < p; k++ {
		for i := 0; i < n; i++ {
			for j := 0; j < m; j++ {
				c[i*m+j] = max(c[i*m+j], a[i*p+k]+b[k*m+j])
			}
		}
	}
}

func FkFloyd(c, a, b []float32, n, m, p int) {
	for k := 0; k < n; k++ {
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				c[i*n+j] = min(c[i*n+j], c[i*n+k]+c[k*n+j])
			}
		}
	}
}

func FkFloydSwapPivot(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for k := 0; k < n; k++ {
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				c[i*n+j] = min(c[i*n+j], c[i*n+k]+c[k*n+j])
			}
		}
	}
}

func FkFloydSwapRows(c, a, b []float32, n, m, p int) {
	for k := 0; k < n; k++ {
		//loop:interchange.enable
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				c[i*n+j] = min(c[i*n+j], c[i*n+k]+c[k*n+j])
			}
		}
	}
}

func FkFloydJam(c, a, b []float32, n, m, p int) {
	for k := 0; k < n; k++ {
		//loop:unroll_and_jam.count=2
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				c[i*n+j] = min(c[i*n+j], c[i*n+k]+c[k*n+j])
			}
		}
	}
}

func FkFloydJamPivot(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2
	for k := 0; k < n; k++ {
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				c[i*n+j] = min(c[i*n+j], c[i*n+k]+c[k*n+j])
			}
		}
	}
}

func FkFloydTile(c, a, b []float32, n, m, p int) {
	//loop:stripmine.size=4 stripmine.followup_inner{interchange.enable}
	for k := 0; k < n; k++ {
		//loop:stripmine.size=8
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				c[i*n+j] = min(c[i*n+j], c[i*n+k]+c[k*n+j])
			}
		}
	}
}

func FkFloydFlat(c, a, b []float32, n, m, p int) {
	for k := 0; k < n; k++ {
		//loop:flatten.enable
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				c[i*n+j] = min(c[i*n+j], c[i*n+k]+c[k*n+j])
			}
		}
	}
}

// A row for the pivot, copied: what is updated is not what is read.
func FkFloydCopied(c, a, b []float32, n, m, p int) {
	//loop:distribute.enable
	for k := 0; k < n; k++ {
		for j := 0; j < n; j++ {
			b[j] = c[k*n+j]
		}
		for i := 0; i < n; i++ {
			t := c[i*n+k]
			for j := 0; j < n; j++ {
				c[i*n+j] = min(c[i*n+j], t+b[j])
			}
		}
	}
}

// Relaxation in place. Of five points everything needed lies above and to the left: both orders will do.
func FkSeidel(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for i := 1; i < n-1; i++ {
		for j := 1; j < m-1; j++ {
			c[i*m+j] = c[(i-1)*m+j] + c[i*m+j-1] - c[(i+1)*m+j] - c[i*m+j+1]
		}
	}
}

func FkSeidelJam(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2
	for i := 1; i < n-1; i++ {
		for j := 1; j < m-1; j++ {
			c[i*m+j] = c[(i-1)*m+j] + c[i*m+j-1] - c[(i+1)*m+j] - c[i*m+j+1]
		}
	}
}

// Of nine points one lies above and to the right.
func FkSeidelNine(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for i := 1; i < n-1; i++ {
		for j := 1; j < m-1; j++ {
			c[i*m+j] = c[(i-1)*m+j] + c[i*m+j-1] - c[(i-1)*m+j+1] - c[i*m+j+1]
		}
	}
}

func FkSeidelNineJam(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2
	for i := 1; i < n-1; i++ {
		for j := 1; j < m-1; j++ {
			c[i*m+j] = c[(i-1)*m+j] + c[i*m+j-1] - c[(i-1)*m+j+1] - c[i*m+j+1]
		}
	}
}

// One row, again and again.
func FkSteps(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for t := 0; t < p; t++ {
		for i := 1; i < m-1; i++ {
			c[i] = c[i-1] + c[i+1]
		}
	}
}

func FkStepsJam(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2
	for t := 0; t < p; t++ {
		for i := 1; i < m-1; i++ {
			c[i] = c[i-1] + c[i+1]
		}
	}
}

// Each place by itself: time may become the inner loop.
func FkStepsApart(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for t := 0; t < p; t++ {
		for i := 0; i < m; i++ {
			c[i] = -c[i] + a[i]
		}
	}
}

// The rows above are finished: a triangular system with many right-hand sides.
func FkSolve(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		//loop:interchange.enable
		for k := 0; k < i; k++ {
			for j := 0; j < m; j++ {
				c[i*m+j] -= float32(a[i*n+k] * c[k*m+j])
			}
		}
	}
}

func FkSolveSwap(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for i := 0; i < n; i++ {
		for k := 0; k < i; k++ {
			for j := 0; j < m; j++ {
				c[i*m+j] -= float32(a[i*n+k] * c[k*m+j])
			}
		}
	}
}

func FkSolveJam(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2
	for i := 0; i < n; i++ {
		for k := 0; k < i; k++ {
			for j := 0; j < m; j++ {
				c[i*m+j] -= float32(a[i*n+k] * c[k*m+j])
			}
		}
	}
}

func FkCholesky(c, a, b []float32, n, m, p int) {
	for k := 0; k < n; k++ {
		//loop:interchange.enable
		for i := k + 1; i < n; i++ {
			for j := k + 1; j <= i; j++ {
				a[i*n+j] -= float32(a[i*n+k] * a[j*n+k])
			}
		}
	}
}

// Vectors inside, two rows at once outside: the inner loop is a vector loop when its turn comes.
func FkVectorThenJam(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2
	for i := 0; i < n; i++ {
		//loop:vectorize.enable
		for j := 0; j < m; j++ {
			c[i*m+j] += float32(a[i] * b[j])
		}
	}
}

// The same with rows that lean on those above.
func FkVectorNoJam(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2
	for i := 1; i < n; i++ {
		//loop:vectorize.enable
		for j := 0; j < m-1; j++ {
			c[i*m+j] += c[(i-1)*m+j+1]
		}
	}
}

// The inner loop's iterations keep a promise that several rows together do not.
func FkPromiseJam(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2 unroll_and_jam.followup_outer{unroll.disable}
	for i := 1; i < n; i++ {
		//loop:parallel_accesses distribute.enable
		for j := 1; j < m; j++ {
			c[i*m+j] = c[(i-1)*m+j-1] + a[i*m+j]
			b[i*m+j] = c[i*m+j] - 1
		}
	}
}
