package kernels

// Saxpy has a main loop, a masked tail and a front.
func Saxpy(a float32, x, y []float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}

// Sum stays scalar: the change that its remark advises vectorizes it.
func Sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

// Clip has a directive, a condition, and a helper whose loop is inlined.
func Clip(x []int32, lo, hi int32) int {
	//loop:unroll.count=2
	for i, v := range x {
		if v < lo {
			x[i] = lo
		} else if v > hi {
			x[i] = hi
		}
	}
	return count(x, hi)
}

func count(x []int32, v int32) (n int) {
	for _, y := range x {
		if y == v {
			n++
		}
	}
	return n
}

// Find leaves its loop early.
func Find(x []byte, b byte) int {
	for i, v := range x {
		if v == b {
			return i
		}
	}
	return -1
}

// Matrix is a nest.
func Matrix(c, a, b []float64, n int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			s := 0.0
			for k := 0; k < n; k++ {
				s += a[i*n+k] * b[k*n+j]
			}
			c[i*n+j] = s
		}
	}
}
