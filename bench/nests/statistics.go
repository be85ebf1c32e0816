package nests

import "math"

// Statistics of n observations of m variables, one observation a row.

// Correlation computes the m×m matrix of coefficients of correlation. It centers and scales data in place.
func Correlation[T float32 | float64](m, n int, data, corr, mean, stddev []T) {
	size := T(n)
	for j := 0; j < m; j++ {
		mean[j] = 0
		for i := 0; i < n; i++ {
			mean[j] += data[i*m+j]
		}
		mean[j] /= size
	}
	for j := 0; j < m; j++ {
		stddev[j] = 0
		for i := 0; i < n; i++ {
			stddev[j] += (data[i*m+j] - mean[j]) * (data[i*m+j] - mean[j])
		}
		stddev[j] /= size
		stddev[j] = T(math.Sqrt(float64(stddev[j])))
		if stddev[j] <= 0.1 { // a variable that hardly varies
			stddev[j] = 1
		}
	}
	root := T(math.Sqrt(float64(size)))
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			data[i*m+j] -= mean[j]
			data[i*m+j] /= root * stddev[j]
		}
	}
	for i := 0; i < m-1; i++ {
		corr[i*m+i] = 1
		for j := i + 1; j < m; j++ {
			corr[i*m+j] = 0
			for k := 0; k < n; k++ {
				corr[i*m+j] += data[k*m+i] * data[k*m+j]
			}
			corr[j*m+i] = corr[i*m+j]
		}
	}
	if m > 0 {
		corr[m*m-1] = 1
	}
}

// Covariance computes the m×m matrix of covariances. It centers data in place.
func Covariance[T float32 | float64](m, n int, data, cov, mean []T) {
	size := T(n)
	for j := 0; j < m; j++ {
		mean[j] = 0
		for i := 0; i < n; i++ {
			mean[j] += data[i*m+j]
		}
		mean[j] /= size
	}
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			data[i*m+j] -= mean[j]
		}
	}
	for i := 0; i < m; i++ {
		for j := i; j < m; j++ {
			cov[i*m+j] = 0
			for k := 0; k < n; k++ {
				cov[i*m+j] += data[k*m+i] * data[k*m+j]
			}
			cov[i*m+j] /= size - 1
			cov[j*m+i] = cov[i*m+j]
		}
	}
}
