package kernels

// Transformations that reorder whole loops: reversal, collapse, fusion of nests. What is asked for, what is done and
// what is refused stands in the test.

func TkReverse(c, a, b []float32, n, m, p int) {
	//loop:reverse.enable
	for i := 0; i < n; i++ {
		c[i] = a[i] + b[i+1]
	}
}

// With checks that may fail, a walk downwards, a sum, and what the loop leaves.
func TkReverseSum(c, a, b []float32, n, m, p int) {
	s, at := 0, 0
	//loop:reverse.enable reverse.followup_reversed{unroll.count=3}
	for i := n*m - 1; i >= 2; i-- {
		c[3*i] += a[i-1]
		s += i & 5
		at = i
	}
	c[0] = float32(s)
	c[1] = float32(at)
}

func TkReverseForward(c, a, b []float32, n, m, p int) {
	//loop:reverse.enable
	for i := 1; i < n; i++ {
		c[i] = c[i-1] + a[i]
	}
}

// Rows that may be of one slice: an outer loop with bounds checks.
func TkReverseNest(c, a, b []float32, n, m, p int) {
	s := 0
	//loop:reverse.enable
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			c[i*m+j] += a[i*m+j]
			s += i ^ j
		}
		b[i] = float32(i)
	}
	c[p] = float32(s)
}

// Each row needs the one before: the outer loop must stay, the inner one need not.
func TkReverseRows(c, a, b []float32, n, m, p int) {
	//loop:reverse.enable
	for i := 1; i < n; i++ {
		//loop:reverse.enable
		for j := 0; j < m; j++ {
			c[i*m+j] += c[(i-1)*m+j]
		}
	}
}

func TkReverseTile(c, a, b []float32, n, m, p int) {
	//pragma:omp reverse
	//pragma:omp tile sizes(4,3)
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			c[i*m+j] += a[i*p+j]
		}
	}
}

func TkTileReverse(c, a, b []float32, n, m, p int) {
	//pragma:omp tile sizes(4,3)
	//pragma:omp reverse
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			c[i*m+j] += a[i*p+j]
		}
	}
}

// Edges: the first and the last iteration choose another index.
func TkEdges(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		c[i] = a[min(i+1, n-1)] - a[max(i-1, 0)]
	}
	for i := 0; i < m; i++ {
		j := i + 1
		if j == m {
			j = 0
		}
		b[i] += a[j]
	}
}

func TkEdgesDown(c, a, b []float32, n, m, p int) {
	for i := len(b) - 1; i >= 0; i-- {
		b[i] += a[max(i-1, 0)]
	}
	for i := range b {
		c[i] = b[min(i+2, len(b)-1)]
	}
}

// A stencil with clamped edges in both directions.
func TkEdgesNest(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			c[i*m+j] = a[max(i-1, 0)*m+j] + a[min(i+1, n-1)*m+j] + a[i*m+max(j-1, 0)] + a[i*m+min(j+1, m-1)]
		}
	}
}

func TkCollapse(c, a, b []float32, n, m, p int) {
	//pragma:omp simd collapse(2)
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			c[i*m+j] = a[j] + b[i]
		}
	}
}

func TkCollapseThree(c, a, b []float32, n, m, p int) {
	//pragma:omp simd collapse(3)
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			for k := 0; k < p; k++ {
				c[(i*m+j)*p+k] = a[j*p+k] + b[i+k]
			}
		}
	}
}

// The two loops outside are made one; the sum in it stays.
func TkCollapseOuter(c, a, b []float32, n, m, p int) {
	//loop:flatten.enable flatten.divide
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			s := float32(0)
			for k := 0; k < p; k++ {
				s += float32(a[i*p+k] * b[k*m+j])
			}
			c[i*m+j] = s
		}
	}
}
