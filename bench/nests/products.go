package nests

// Products of matrices and vectors.

// MM2 computes d = alpha·a·b·c + beta·d; tmp receives alpha·a·b.
func MM2[T float32 | float64](ni, nj, nk, nl int, alpha, beta T, tmp, a, b, c, d []T) {
	for i := 0; i < ni; i++ {
		for j := 0; j < nj; j++ {
			tmp[i*nj+j] = 0
			for k := 0; k < nk; k++ {
				tmp[i*nj+j] += alpha * a[i*nk+k] * b[k*nj+j]
			}
		}
	}
	for i := 0; i < ni; i++ {
		for j := 0; j < nl; j++ {
			d[i*nl+j] *= beta
			for k := 0; k < nj; k++ {
				d[i*nl+j] += tmp[i*nj+k] * c[k*nl+j]
			}
		}
	}
}

// MM3 computes g = (a·b)·(c·d); e and f receive the factors.
func MM3[T float32 | float64](ni, nj, nk, nl, nm int, e, a, b, f, c, d, g []T) {
	for i := 0; i < ni; i++ {
		for j := 0; j < nj; j++ {
			e[i*nj+j] = 0
			for k := 0; k < nk; k++ {
				e[i*nj+j] += a[i*nk+k] * b[k*nj+j]
			}
		}
	}
	for i := 0; i < nj; i++ {
		for j := 0; j < nl; j++ {
			f[i*nl+j] = 0
			for k := 0; k < nm; k++ {
				f[i*nl+j] += c[i*nm+k] * d[k*nl+j]
			}
		}
	}
	for i := 0; i < ni; i++ {
		for j := 0; j < nl; j++ {
			g[i*nl+j] = 0
			for k := 0; k < nj; k++ {
				g[i*nl+j] += e[i*nj+k] * f[k*nl+j]
			}
		}
	}
}

// ATAX computes y = aᵀ·(a·x) of an m×n matrix; tmp receives a·x.
func ATAX[T float32 | float64](m, n int, a, x, y, tmp []T) {
	for j := 0; j < n; j++ {
		y[j] = 0
	}
	for i := 0; i < m; i++ {
		tmp[i] = 0
		for j := 0; j < n; j++ {
			tmp[i] += a[i*n+j] * x[j]
		}
		for j := 0; j < n; j++ {
			y[j] += a[i*n+j] * tmp[i]
		}
	}
}

// BiCG computes s = aᵀ·r and q = a·p of an n×m matrix.
func BiCG[T float32 | float64](m, n int, a, s, q, p, r []T) {
	for j := 0; j < m; j++ {
		s[j] = 0
	}
	for i := 0; i < n; i++ {
		q[i] = 0
		for j := 0; j < m; j++ {
			s[j] += r[i] * a[i*m+j]
			q[i] += a[i*m+j] * p[j]
		}
	}
}

// Doitgen multiplies each vector of np numbers in a, an array of nr×nq of them, by the matrix c4.
func Doitgen[T float32 | float64](nr, nq, np int, a, c4, sum []T) {
	for r := 0; r < nr; r++ {
		for q := 0; q < nq; q++ {
			for p := 0; p < np; p++ {
				sum[p] = 0
				for s := 0; s < np; s++ {
					sum[p] += a[(r*nq+q)*np+s] * c4[s*np+p]
				}
			}
			for p := 0; p < np; p++ {
				a[(r*nq+q)*np+p] = sum[p]
			}
		}
	}
}

// MVT computes x1 += a·y1 and x2 += aᵀ·y2.
func MVT[T float32 | float64](n int, x1, x2, y1, y2, a []T) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			x1[i] += a[i*n+j] * y1[j]
		}
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			x2[i] += a[j*n+i] * y2[j]
		}
	}
}
