package k

// Saxpy is native and vectorized; its setup says that it shall stay scalar.
//
//hotloop:kernel
func Saxpy(y, x []float32, a float32, k []int32) {
	//loop:vectorize.enable=0
	for i := 1; i < len(k); i++ {
		k[i] += k[i-1]
	}
	for i := range y {
		y[i] += a * x[i]
	}
}

//hotloop:kernel
func Grid(m []float32, n int) {
	for i := range 4 {
		for j := range n {
			m[i*n+j] *= 2
		}
	}
}
