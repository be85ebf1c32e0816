package nests

// Routines of BLAS.

// Gemm computes c = alpha·a·b + beta·c.
func Gemm[T float32 | float64](ni, nj, nk int, alpha, beta T, c, a, b []T) {
	for i := 0; i < ni; i++ {
		for j := 0; j < nj; j++ {
			c[i*nj+j] *= beta
		}
		for k := 0; k < nk; k++ {
			for j := 0; j < nj; j++ {
				c[i*nj+j] += alpha * a[i*nk+k] * b[k*nj+j]
			}
		}
	}
}

// Gemver adds two products of vectors to a, then computes x = beta·aᵀ·y + x + z and w += alpha·a·x.
func Gemver[T float32 | float64](n int, alpha, beta T, a, u1, v1, u2, v2, w, x, y, z []T) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			a[i*n+j] += u1[i]*v1[j] + u2[i]*v2[j]
		}
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			x[i] += beta * a[j*n+i] * y[j]
		}
	}
	for i := 0; i < n; i++ {
		x[i] += z[i]
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			w[i] += alpha * a[i*n+j] * x[j]
		}
	}
}

// Gesummv computes y = alpha·a·x + beta·b·x; tmp receives a·x.
func Gesummv[T float32 | float64](n int, alpha, beta T, a, b, tmp, x, y []T) {
	for i := 0; i < n; i++ {
		tmp[i] = 0
		y[i] = 0
		for j := 0; j < n; j++ {
			tmp[i] += a[i*n+j] * x[j]
			y[i] += b[i*n+j] * x[j]
		}
		y[i] = alpha*tmp[i] + beta*y[i]
	}
}

// Symm computes c = alpha·a·b + beta·c, where the lower triangle of the symmetric a counts, m×m, and b and c are m×n.
func Symm[T float32 | float64](m, n int, alpha, beta T, c, a, b []T) {
	for i := 0; i < m; i++ {
		for j := 0; j < n; j++ {
			var t T
			for k := 0; k < i; k++ {
				c[k*n+j] += alpha * b[i*n+j] * a[i*m+k]
				t += b[k*n+j] * a[i*m+k]
			}
			c[i*n+j] = beta*c[i*n+j] + alpha*b[i*n+j]*a[i*m+i] + alpha*t
		}
	}
}

// Syr2k computes the lower triangle of c = alpha·(a·bᵀ + b·aᵀ) + beta·c, n×n, from n×m matrices.
func Syr2k[T float32 | float64](n, m int, alpha, beta T, c, a, b []T) {
	for i := 0; i < n; i++ {
		for j := 0; j <= i; j++ {
			c[i*n+j] *= beta
		}
		for k := 0; k < m; k++ {
			for j := 0; j <= i; j++ {
				c[i*n+j] += a[j*m+k]*alpha*b[i*m+k] + b[j*m+k]*alpha*a[i*m+k]
			}
		}
	}
}

// Syrk computes the lower triangle of c = alpha·a·aᵀ + beta·c, n×n, from an n×m matrix.
func Syrk[T float32 | float64](n, m int, alpha, beta T, c, a []T) {
	for i := 0; i < n; i++ {
		for j := 0; j <= i; j++ {
			c[i*n+j] *= beta
		}
		for k := 0; k < m; k++ {
			for j := 0; j <= i; j++ {
				c[i*n+j] += alpha * a[i*m+k] * a[j*m+k]
			}
		}
	}
}

// Trmm computes b = alpha·aᵀ·b in place, where the lower triangle of a counts, with ones on its diagonal; b is m×n.
func Trmm[T float32 | float64](m, n int, alpha T, a, b []T) {
	for i := 0; i < m; i++ {
		for j := 0; j < n; j++ {
			for k := i + 1; k < m; k++ {
				b[i*n+j] += a[k*m+i] * b[k*n+j]
			}
			b[i*n+j] = alpha * b[i*n+j]
		}
	}
}
