package kernels

import "math"

// Add64 adds two vectors.
// args: [n] [n] [n]
func Add64(dst, a, b []float64) {
	for i := range dst {
		dst[i] = a[i] + b[i]
	}
}

// Mul64 multiplies element by element.
// args: [n] [n] [n]
func Mul64(dst, a, b []float64) {
	for i := range dst {
		dst[i] = a[i] * b[i]
	}
}

// Div64 divides element by element.
// args: [n] [n] [n]~1,9
func Div64(dst, a, b []float64) {
	for i := range dst {
		dst[i] = a[i] / b[i]
	}
}

// Scale64 multiplies by a number.
// args: [n] [n] 1.5
func Scale64(dst, a []float64, s float64) {
	for i := range dst {
		dst[i] = a[i] * s
	}
}

// Axpy64 adds a multiple of x.
// args: [n] 0.000001 [n]
func Axpy64(y []float64, alpha float64, x []float64) {
	for i := range y {
		y[i] += alpha * x[i]
	}
}

// Sum64 adds elements up.
// args: [n]
func Sum64(a []float64) float64 {
	s := 0.0
	for _, x := range a {
		s += x
	}
	return s
}

// Dot64 is the scalar product.
// args: [n] [n]
func Dot64(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

// Distance64 is the distance of two points.
// args: [n] [n]
func Distance64(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		d := a[i] - b[i]
		s += d * d
	}
	return math.Sqrt(s)
}

// Norm64 adds magnitudes up.
// args: [n]
func Norm64(a []float64) float64 {
	s := 0.0
	for _, x := range a {
		s += math.Abs(x)
	}
	return s
}

// Max64 is the greatest element.
// args: [n+1]~-9,9
func Max64(a []float64) float64 {
	m := a[0]
	for _, x := range a {
		if x > m {
			m = x
		}
	}
	return m
}

// ArgMax64 is the place of the greatest element, the first of several.
// args: [n+1]~-9,9
func ArgMax64(a []float64) int {
	at, m := 0, a[0]
	for i, x := range a {
		if x > m {
			at, m = i, x
		}
	}
	return at
}

// CumSum64 writes running sums.
// args: [n] [n]
func CumSum64(dst, a []float64) {
	s := 0.0
	for i, x := range a {
		s += x
		dst[i] = s
	}
}

// CumProd64 writes running products.
// args: [n] [n]=1
func CumProd64(dst, a []float64) {
	p := 1.0
	for i, x := range a {
		p *= x
		dst[i] = p
	}
}

// FindOdd64 returns the place of the first element that is infinite or no number, or -1.
// args: [n]
func FindOdd64(a []float64) int {
	for i, x := range a {
		if x-x != 0 {
			return i
		}
	}
	return -1
}

// Find64 returns the place of the first x, or -1.
// args: [n]~-9,9 20
func Find64(a []float64, x float64) int {
	for i, y := range a {
		if x == y {
			return i
		}
	}
	return -1
}

// Gemv32 multiplies a matrix of rows by a vector.
// args: [s] [s*s] [s]
func Gemv32(y, a, x []float32) {
	n := len(x)
	for i := range y {
		s := float32(0)
		for k, c := range a[i*n : i*n+n] {
			s += c * x[k]
		}
		y[i] = s
	}
}

// Ger64 adds the products of the elements of two vectors to a matrix.
// args: [s*s] 0.000001 [s] [s]
func Ger64(a []float64, alpha float64, x, y []float64) {
	n := len(y)
	for i, c := range x {
		row := a[i*n : i*n+n]
		for k := range row {
			row[k] += alpha * c * y[k]
		}
	}
}

// MatMul32 multiplies square matrices.
// args: [s*s] [s*s] [s*s] s
func MatMul32(c, a, b []float32, n int) {
	for i := range n {
		for j := range n {
			c[i*n+j] = 0
		}
		for k := range n {
			x := a[i*n+k]
			for j := range n {
				c[i*n+j] += x * b[k*n+j]
			}
		}
	}
}

// MatMul64 multiplies square matrices.
// args: [s*s] [s*s] [s*s] s
func MatMul64(c, a, b []float64, n int) {
	for i := range n {
		for j := range n {
			c[i*n+j] = 0
		}
		for k := range n {
			x := a[i*n+k]
			for j := range n {
				c[i*n+j] += x * b[k*n+j]
			}
		}
	}
}
