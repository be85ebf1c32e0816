package kernels

// PanelSums multiplies matrices, each sum in a variable.
func PanelSums[T float32 | float64 | int32](c, a, b []T, m, n, p int) {
	for i := range m {
		for j := range n {
			var s T
			for k := range p {
				s += T(a[i*p+k] * b[k*n+j])
			}
			c[i*n+j] = s
		}
	}
}

// PanelBias begins each sum with an element of a row.
func PanelBias(c, a, b, bias []float32, m, n, p int) {
	for i := range m {
		for j := range n {
			s := bias[j]
			for k := range p {
				s += float32(a[i*p+k] * b[k*n+j])
			}
			c[i*n+j] = s
		}
	}
}

// PanelRows multiplies matrices along rows, which it clears first.
func PanelRows[T float32 | float64](c, a, b []T, m, n, p int) {
	for i := range m {
		for j := range n {
			c[i*n+j] = 0
		}
		for k := range p {
			x := a[i*p+k]
			for j := range n {
				c[i*n+j] += T(x * b[k*n+j])
			}
		}
	}
}

// PanelOwn has the sums among what it multiplies: no panels.
func PanelOwn(c, b []float64, m, n, p int) {
	for i := range m {
		for j := range n {
			s := c[i*n+j]
			for k := range p {
				s += float64(c[i*n+j] * b[k*n+j])
			}
			c[i*n+j] = s
		}
	}
}
