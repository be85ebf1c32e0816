package kernels

// TileFlat tiles nests over flat matrices: what their subscripts count is found again in the strips, some of which are
// short, and in those that have changed places.
func TileFlat(y, x []int32, n, m int) {
	//loop:stripmine.size=4 stripmine.followup_inner{interchange.enable}
	for i := 0; i < m; i++ {
		//loop:stripmine.size=3
		for j := 0; j < n; j++ {
			y[j*m+i] = x[i*n+j]
		}
	}
	//pragma:omp tile sizes(4,3,4)
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			for k := 0; k < n; k++ {
				y[(i*m+j)*n+k] *= 3
			}
		}
	}
}

// TileProduct is a product of matrices whose three loops are tiled.
func TileProduct(c, a, b []int32, n int) {
	//pragma:omp tile sizes(4,4,4)
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				c[i*n+j] += a[i*n+k] * b[k*n+j]
			}
		}
	}
}

// TileClose has rows that overlap: tiles would do their places in another order.
func TileClose(y []int32, n int) {
	//pragma:omp tile sizes(2,2)
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			y[i*(n-1)+j] = y[i*(n-1)+j]*3 + int32(j)
		}
	}
}

// Ragged turns nests around whose rows differ in length in ways of their own: strips, rows that grow by two, rows of
// which some are empty; and a nest of four loops, whose checks can be hoisted if four numbers are small.
func Ragged(y, x []int32, n, m int) {
	//pragma:omp stripe sizes(4)
	for i := 0; i < min(len(x), len(y)); i++ {
		y[i] = y[i]*3 + x[i]
	}
	//loop:interchange.enable
	for i := 0; i < n; i++ {
		for j := 0; j < 2*i+1; j++ {
			y[i*m+j] += int32(j)
		}
	}
	//loop:interchange.enable
	for i := 0; i < n; i++ {
		for j := 0; j < 3*i-7; j++ {
			y[i*m+j] ^= int32(i)
		}
	}
	//loop:interchange.enable
	for i := 0; i < n; i++ {
		for j := i; j < min(3*i, m); j++ {
			y[i*m+j] -= int32(i)
		}
	}
}

// FourDeep interchanges in the middle of a nest of four loops, the inner pair first.
func FourDeep(y, x []int32, n, m int) {
	for i := 0; i < n; i++ {
		//loop:interchange.enable
		for j := 0; j < m; j++ {
			//loop:interchange.enable
			for k := 0; k < n; k++ {
				for l := 0; l < m; l++ {
					y[((i*m+j)*n+k)*m+l] += x[((i*m+j)*n+k)*m+l] * 3
				}
			}
		}
	}
}

// LuJam eliminates below the diagonal, in Doolittle's order: rows of the update are jammed, and the division of a column
// is cut off. What is stored is in rows that are not read.
func LuJam(a, b []int32, n int) {
	for k := 0; k < n; k++ {
		//loop:unroll_and_jam.count=4
		for i := k + 1; i < n; i++ {
			a[i*n+k] ^= a[k*n+k]
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= a[i*n+k] * a[k*n+j]
			}
		}
	}
	for k := 0; k < n; k++ {
		//loop:distribute.enable
		for i := k + 1; i < n; i++ {
			b[i*n+k] ^= b[k*n+k]
			for j := k + 1; j < n; j++ {
				b[i*n+j] -= b[i*n+k] * b[k*n+j]
			}
		}
	}
}

// FloydSwap turns the inner loops around: row and column k do not change in round k. In the second nest they do, where
// the diagonal is not 0, and in the third one rows run into one another.
func FloydSwap(d, e []int32, n int) {
	for k := 0; k < n; k++ {
		//loop:interchange.enable
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				d[i*n+j] = min(d[i*n+j], d[i*n+k]+d[k*n+j])
			}
		}
	}
	for k := 0; k < n; k++ {
		//loop:interchange.enable
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				e[i*n+j] += e[i*n+k] ^ e[k*n+j]
			}
		}
	}
	for k := 0; k < n; k++ {
		//loop:interchange.enable
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				e[i*(n-1)+j] = e[i*(n-1)+j]*3 - e[i*(n-1)+k] ^ e[k*(n-1)+j]
			}
		}
	}
}
