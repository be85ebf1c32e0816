package field

// MatMul multiplies square matrices, row by column.
// args: [s*s] [s*s] [s*s] s
func MatMul(c, a, b []float64, n int) {
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

// MatMulRows multiplies them row by row.
// args: [s*s] [s*s] [s*s] s
func MatMulRows(c, a, b []float32, n int) {
	for i := range n {
		row := c[i*n : (i+1)*n]
		for j := range row {
			row[j] = 0
		}
		for k := range n {
			f := a[i*n+k]
			from := b[k*n : (k+1)*n]
			for j, v := range from {
				row[j] += f * v
			}
		}
	}
}

// Mat4 multiplies many matrices of four by four.
// args: [n/16] [n/16]~-1,1 [n/16]~-1,1
func Mat4(c, a, b [][16]float32) {
	for m := range c {
		for i := 0; i < 4; i++ {
			for j := 0; j < 4; j++ {
				s := float32(0)
				for k := 0; k < 4; k++ {
					s += a[m][4*i+k] * b[m][4*k+j]
				}
				c[m][4*i+j] = s
			}
		}
	}
}

// Mat3Det has determinants of three by three.
// args: [n/9] [n/9]~-1,1
func Mat3Det(d []float64, m [][9]float64) {
	for i := range d {
		a := &m[i]
		d[i] = a[0]*(a[4]*a[8]-a[5]*a[7]) - a[1]*(a[3]*a[8]-a[5]*a[6]) + a[2]*(a[3]*a[7]-a[4]*a[6])
	}
}

// Transpose turns a matrix.
// args: [s*s] [s*s] s
func Transpose(out, in []float32, n int) {
	for i := range n {
		for j := range n {
			out[j*n+i] = in[i*n+j]
		}
	}
}

// TransposeInPlace turns it where it stands.
// args: [s*s] s
func TransposeInPlace(a []int32, n int) {
	for i := 0; i < n; i++ {
		for j := i + 1; j < n; j++ {
			a[i*n+j], a[j*n+i] = a[j*n+i], a[i*n+j]
		}
	}
}

// MatVec multiplies a matrix by a vector.
// args: [s] [s*s] [s]
func MatVec(y, a, x []float32) {
	n := len(x)
	for i := range y {
		s := float32(0)
		for j, v := range x {
			s += a[i*n+j] * v
		}
		y[i] = s
	}
}

// VecMat multiplies a vector by a matrix.
// args: [s] [s*s] [s]
func VecMat(y, a, x []float64) {
	n := len(y)
	for i, v := range x {
		for j := range y {
			y[j] += v * a[i*n+j]
		}
	}
}

// ColumnSums adds columns up, column by column.
// args: [s] [s*s]
func ColumnSums(sum, a []float64) {
	n := len(sum)
	for j := range sum {
		s := 0.0
		for i := range n {
			s += a[i*n+j]
		}
		sum[j] = s
	}
}

// RowNorms has the greatest absolute value of each row.
// args: [n/32] [32*(n/32)]
func RowNorms(norm, a []float32) {
	for i := range norm {
		m := float32(0)
		for _, v := range a[32*i : 32*i+32] {
			if v < 0 {
				v = -v
			}
			m = max(m, v)
		}
		norm[i] = m
	}
}

// Outer adds a product of two vectors to a matrix.
// args: [s*s] [s] [s] 0.5
func Outer(a []float64, x, y []float64, alpha float64) {
	for i, u := range x {
		for j, v := range y {
			a[i*len(y)+j] += alpha * u * v
		}
	}
}

// ForwardSubst solves a system of a lower triangle.
// args: [s] [s*s]~0.5,1
func ForwardSubst(x, l []float64) {
	n := len(x)
	for i := range x {
		s := x[i]
		for j := 0; j < i; j++ {
			s -= l[i*n+j] * x[j]
		}
		x[i] = s / l[i*n+i]
	}
}

// Eliminate takes a multiple of one row from those below, where there is a need.
// args: [s*s]~1,2 s 0
func Eliminate(a []float64, n, p int) {
	for i := p + 1; i < n; i++ {
		if a[i*n+p] == 0 {
			continue
		}
		f := a[i*n+p] / a[p*n+p]
		for j := p; j < n; j++ {
			a[i*n+j] -= f * a[p*n+j]
		}
	}
}

// Relu3 is a layer of three outputs with a threshold.
// args: [3*(n/4)] [4*(n/4)] [12]~-1,1
func Relu3(out, in, w []float32) {
	for i := 0; i < len(in)/4; i++ {
		for o := range 3 {
			s := float32(0)
			for k := range 4 {
				s += w[4*o+k] * in[4*i+k]
			}
			out[3*i+o] = max(0, s)
		}
	}
}

// Pool takes the greatest of two by two.
// args: [s*s/4] [s*s] s
func Pool(out, in []float32, w int) {
	for y := 0; y+1 < w; y += 2 {
		for x := 0; x+1 < w; x += 2 {
			i := y*w + x
			out[y/2*(w/2)+x/2] = max(max(in[i], in[i+1]), max(in[i+w], in[i+w+1]))
		}
	}
}

// DotRows multiplies rows of one matrix by one vector of bytes.
// args: [n/64] [64*(n/64)]* [64]*
func DotRows(out []int32, a, x []int8) {
	for i := range out {
		s := int32(0)
		for k, v := range x {
			s += int32(a[64*i+k]) * int32(v)
		}
		out[i] = s
	}
}

// Rows multiplies a matrix in compressed rows.
// args: [n/4] [n/4+1]step4 [n+4]%n/4 [n+4] [n]
func Rows(y []float32, first, col []int32, a, x []float32) {
	for r := range y {
		s := float32(0)
		for k := first[r]; k < first[r+1]; k++ {
			s += a[k] * x[col[k]]
		}
		y[r] = s
	}
}

// Ellpack multiplies one whose rows have eight entries, kept by column.
// args: [n/8] [n]%n/8 [n] [n/8]
func Ellpack(y []float64, col []int32, a, x []float64) {
	n := len(y)
	for r := range y {
		s := 0.0
		for k := 0; k < 8; k++ {
			s += a[k*n+r] * x[col[k*n+r]]
		}
		y[r] = s
	}
}

// Scatter adds a sparse vector to a full one.
// args: [n] [n/4]perm [n/4] 0.5
func Scatter(y []float64, at []int32, v []float64, a float64) {
	for k, i := range at {
		y[i] += a * v[k]
	}
}

// SparseDot multiplies two sparse vectors with ascending places.
// args: [n]sorted%4*n [n] [n]sorted%4*n [n]
func SparseDot(ia []int32, a []float32, ib []int32, b []float32) float32 {
	s := float32(0)
	i, j := 0, 0
	for i < len(ia) && j < len(ib) {
		if ia[i] == ib[j] {
			s += a[i] * b[j]
			i++
			j++
		} else if ia[i] < ib[j] {
			i++
		} else {
			j++
		}
	}
	return s
}

// Degrees counts the edges at each end.
// args: [n/4]=0 [n]%n/4 [n]%n/4
func Degrees(degree []int32, from, to []int32) {
	for e, u := range from {
		degree[u]++
		degree[to[e]]++
	}
}

// Relax shortens distances along edges.
// args: [n/4]%1000 [n]%n/4 [n]%n/4 [n]%100
func Relax(dist []int32, from, to, length []int32) bool {
	changed := false
	for e, u := range from {
		if d := dist[u] + length[e]; d < dist[to[e]] {
			dist[to[e]] = d
			changed = true
		}
	}
	return changed
}

// PageRank spreads ranks over neighbours.
// args: [n/8] [n/8+1]step8 [n+8]%n/8 [n/8]~0,1 0.85
func PageRank(next []float64, first, from []int32, share []float64, damp float64) {
	for v := range next {
		s := 0.0
		for _, u := range from[8*v : 8*v+8] {
			s += share[u]
		}
		next[v] = 1 - damp + damp*s + float64(first[v])*0
	}
}

// Floyd takes a way over one more place.
// args: [s*s]%1000 s 1
func Floyd(d []int32, n, k int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			d[i*n+j] = min(d[i*n+j], d[i*n+k]+d[k*n+j])
		}
	}
}

// Knapsack is a row of the best values, from the top down.
// args: [n]%1000 13 57
func Knapsack(best []int32, weight int, value int32) {
	for w := len(best) - 1; w >= weight; w-- {
		best[w] = max(best[w], best[w-weight]+value)
	}
}

// Coins counts ways, from the bottom up.
// args: [n]%100 5
func Coins(ways []uint32, coin int) {
	for i := coin; i < len(ways); i++ {
		ways[i] += ways[i-coin]
	}
}

// Sieve marks multiples of small primes.
// args: [n]=1
func Sieve(prime []bool) int {
	for p := 2; p*p < len(prime) && p < 12; p++ {
		if prime[p] {
			for m := p * p; m < len(prime); m += p {
				prime[m] = false
			}
		}
	}
	n := 0
	for _, is := range prime {
		if is {
			n++
		}
	}
	return n
}
