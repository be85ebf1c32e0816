package nests

import "math"

// Decompositions of matrices and solvers of linear equations.

// Cholesky decomposes a symmetric matrix, of which the lower triangle counts and is overwritten.
func Cholesky[T float32 | float64](n int, a []T) {
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			for k := 0; k < j; k++ {
				a[i*n+j] -= a[i*n+k] * a[j*n+k]
			}
			a[i*n+j] /= a[j*n+j]
		}
		for k := 0; k < i; k++ {
			a[i*n+i] -= a[i*n+k] * a[i*n+k]
		}
		a[i*n+i] = T(math.Sqrt(float64(a[i*n+i])))
	}
}

// Durbin solves the equations of Yule and Walker for the Toeplitz matrix that r describes; z is scratch.
func Durbin[T float32 | float64](n int, r, y, z []T) {
	if n == 0 {
		return
	}
	y[0] = -r[0]
	beta := T(1)
	alpha := -r[0]
	for k := 1; k < n; k++ {
		beta = (1 - alpha*alpha) * beta
		var sum T
		for i := 0; i < k; i++ {
			sum += r[k-i-1] * y[i]
		}
		alpha = -(r[k] + sum) / beta
		for i := 0; i < k; i++ {
			z[i] = y[i] + alpha*y[k-i-1]
		}
		for i := 0; i < k; i++ {
			y[i] = z[i]
		}
		y[k] = alpha
	}
}

// GramSchmidt decomposes the m×n matrix a into q with orthogonal columns and the upper triangle r; a is overwritten.
func GramSchmidt[T float32 | float64](m, n int, a, r, q []T) {
	for k := 0; k < n; k++ {
		var nrm T
		for i := 0; i < m; i++ {
			nrm += a[i*n+k] * a[i*n+k]
		}
		r[k*n+k] = T(math.Sqrt(float64(nrm)))
		for i := 0; i < m; i++ {
			q[i*n+k] = a[i*n+k] / r[k*n+k]
		}
		for j := k + 1; j < n; j++ {
			r[k*n+j] = 0
			for i := 0; i < m; i++ {
				r[k*n+j] += q[i*n+k] * a[i*n+j]
			}
			for i := 0; i < m; i++ {
				a[i*n+j] -= q[i*n+k] * r[k*n+j]
			}
		}
	}
}

// LU decomposes a into triangles in its place, without pivoting.
func LU[T float32 | float64](n int, a []T) {
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			for k := 0; k < j; k++ {
				a[i*n+j] -= a[i*n+k] * a[k*n+j]
			}
			a[i*n+j] /= a[j*n+j]
		}
		for j := i; j < n; j++ {
			for k := 0; k < i; k++ {
				a[i*n+j] -= a[i*n+k] * a[k*n+j]
			}
		}
	}
}

// LUDCmp solves a·x = b by way of LU; y is what comes between the triangles.
func LUDCmp[T float32 | float64](n int, a, b, x, y []T) {
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			w := a[i*n+j]
			for k := 0; k < j; k++ {
				w -= a[i*n+k] * a[k*n+j]
			}
			a[i*n+j] = w / a[j*n+j]
		}
		for j := i; j < n; j++ {
			w := a[i*n+j]
			for k := 0; k < i; k++ {
				w -= a[i*n+k] * a[k*n+j]
			}
			a[i*n+j] = w
		}
	}
	for i := 0; i < n; i++ {
		w := b[i]
		for j := 0; j < i; j++ {
			w -= a[i*n+j] * y[j]
		}
		y[i] = w
	}
	for i := n - 1; i >= 0; i-- {
		w := y[i]
		for j := i + 1; j < n; j++ {
			w -= a[i*n+j] * x[j]
		}
		x[i] = w / a[i*n+i]
	}
}

// TriSolv solves l·x = b for a lower triangle l.
func TriSolv[T float32 | float64](n int, l, x, b []T) {
	for i := 0; i < n; i++ {
		x[i] = b[i]
		for j := 0; j < i; j++ {
			x[i] -= l[i*n+j] * x[j]
		}
		x[i] /= l[i*n+i]
	}
}
