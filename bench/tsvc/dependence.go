package tsvc

// Linear dependence testing.

func S000[T float32 | float64](a, b []T) {
	for i := range a {
		a[i] = b[i] + 1
	}
}

func S111[T float32 | float64](a, b []T) {
	for i := 1; i < len(a); i += 2 {
		a[i] = a[i-1] + b[i]
	}
}

func S1111[T float32 | float64](a, b, c, d []T) {
	for i := 0; i < len(a)/2; i++ {
		a[2*i] = c[i]*b[i] + d[i]*b[i] + c[i]*c[i] + d[i]*b[i] + d[i]*c[i]
	}
}

func S112[T float32 | float64](a, b []T) {
	for i := len(a) - 2; i >= 0; i-- {
		a[i+1] = a[i] + b[i]
	}
}

func S1112[T float32 | float64](a, b []T) {
	for i := len(a) - 1; i >= 0; i-- {
		a[i] = b[i] + 1
	}
}

func S113[T float32 | float64](a, b []T) {
	for i := 1; i < len(a); i++ {
		a[i] = a[0] + b[i]
	}
}

func S1113[T float32 | float64](a, b []T) {
	for i := range a {
		a[i] = a[len(a)/2] + b[i]
	}
}

func S114[T float32 | float64](aa, bb [][256]T) {
	for i := range aa {
		for j := 0; j < i; j++ {
			aa[i][j] = aa[j][i] + bb[i][j]
		}
	}
}

func S115[T float32 | float64](a []T, aa [][256]T) {
	for j := range aa {
		for i := j + 1; i < 256; i++ {
			a[i] -= aa[j][i] * a[j]
		}
	}
}

func S1115[T float32 | float64](aa, bb, cc [][256]T) {
	for i := range aa {
		for j := range cc {
			aa[i][j] = aa[i][j]*cc[j][i] + bb[i][j]
		}
	}
}

func S116[T float32 | float64](a []T) {
	for i := 0; i < len(a)-5; i += 5 {
		a[i] = a[i+1] * a[i]
		a[i+1] = a[i+2] * a[i+1]
		a[i+2] = a[i+3] * a[i+2]
		a[i+3] = a[i+4] * a[i+3]
		a[i+4] = a[i+5] * a[i+4]
	}
}

func S118[T float32 | float64](a []T, bb [][256]T) {
	for i := 1; i < len(bb); i++ {
		for j := 0; j <= i-1; j++ {
			a[i] += bb[j][i] * a[i-j-1]
		}
	}
}

func S119[T float32 | float64](aa, bb [][256]T) {
	for i := 1; i < len(aa); i++ {
		for j := 1; j < 256; j++ {
			aa[i][j] = aa[i-1][j-1] + bb[i][j]
		}
	}
}

func S1119[T float32 | float64](aa, bb [][256]T) {
	for i := 1; i < len(aa); i++ {
		for j := range 256 {
			aa[i][j] = aa[i-1][j] + bb[i][j]
		}
	}
}

// Induction variables.

func S121[T float32 | float64](a, b []T) {
	for i := 0; i < len(a)-1; i++ {
		j := i + 1
		a[i] = a[j] + b[i]
	}
}

func S122[T float32 | float64](a, b []T, n1, n3 int) {
	j, k := 1, 0
	for i := n1 - 1; i < len(a); i += n3 {
		k += j
		a[i] += b[len(b)-k]
	}
}

func S123[T float32 | float64](a, b, c, d, e []T) {
	j := -1
	for i := 0; i < len(a)/2; i++ {
		j++
		a[j] = b[i] + d[i]*e[i]
		if c[i] > 0 {
			j++
			a[j] = c[i] + d[i]*e[i]
		}
	}
}

func S124[T float32 | float64](a, b, c, d, e []T) {
	j := -1
	for i := range b {
		if b[i] > 0 {
			j++
			a[j] = b[i] + d[i]*e[i]
		} else {
			j++
			a[j] = c[i] + d[i]*e[i]
		}
	}
}

func S125[T float32 | float64](flat []T, aa, bb, cc [][256]T) {
	k := -1
	for i := range aa {
		for j := range 256 {
			k++
			flat[k] = aa[i][j] + bb[i][j]*cc[i][j]
		}
	}
}

func S126[T float32 | float64](flat []T, bb, cc [][256]T) {
	k := 1
	for i := range 256 {
		for j := 1; j < len(bb); j++ {
			bb[j][i] = bb[j-1][i] + flat[k-1]*cc[j][i]
			k++
		}
		k++
	}
}

func S127[T float32 | float64](a, b, c, d, e []T) {
	j := -1
	for i := 0; i < len(a)/2; i++ {
		j++
		a[j] = b[i] + c[i]*d[i]
		j++
		a[j] = b[i] + d[i]*e[i]
	}
}

func S128[T float32 | float64](a, b, c, d []T) {
	j := -1
	for i := 0; i < len(a)/2; i++ {
		k := j + 1
		a[i] = b[k] - d[i]
		j = k + 1
		b[k] = a[i] + c[k]
	}
}

// Global data flow analysis.

func S131[T float32 | float64](a, b []T) {
	m := 1
	for i := 0; i < len(a)-1; i++ {
		a[i] = a[i+m] + b[i]
	}
}

func S132[T float32 | float64](b, c []T, aa [][256]T) {
	m := 0
	j, k := m, m+1
	for i := 1; i < 256; i++ {
		aa[j][i] = aa[k][i-1] + b[i]*c[1]
	}
}

func S141[T float32 | float64](flat []T, bb [][256]T) {
	for i := range len(bb) {
		k := (i+1)*i/2 + i
		for j := i; j < len(bb); j++ {
			flat[k] += bb[j][i]
			k += j + 1
		}
	}
}

// Interprocedural data flow analysis.

func s151s[T float32 | float64](a, b []T, m int) {
	for i := 0; i < len(a)-1; i++ {
		a[i] = a[i+m] + b[i]
	}
}

func S151[T float32 | float64](a, b []T) {
	s151s(a, b, 1)
}

func s152s[T float32 | float64](a, b, c []T, i int) {
	a[i] += b[i] * c[i]
}

func S152[T float32 | float64](a, b, c, d, e []T) {
	for i := range a {
		b[i] = d[i] * e[i]
		s152s(a, b, c, i)
	}
}

// Control flow.

func S161[T float32 | float64](a, b, c, d, e []T) {
	for i := 0; i < len(a)-1; i++ {
		if b[i] < 0 {
			c[i+1] = a[i] + d[i]*d[i]
		} else {
			a[i] = c[i] + d[i]*e[i]
		}
	}
}

func S1161[T float32 | float64](a, b, c, d, e []T) {
	for i := 0; i < len(a)-1; i++ {
		if c[i] < 0 {
			b[i] = a[i] + d[i]*d[i]
		} else {
			a[i] = c[i] + d[i]*e[i]
		}
	}
}

func S162[T float32 | float64](a, b, c []T, k int) {
	if k > 0 {
		for i := 0; i < len(a)-k; i++ {
			a[i] = a[i+k] + b[i]*c[i]
		}
	}
}

// Symbolics.

func S171[T float32 | float64](a, b []T, inc int) {
	for i := range b {
		a[i*inc] += b[i]
	}
}

func S172[T float32 | float64](a, b []T, n1, n3 int) {
	for i := n1 - 1; i < len(a); i += n3 {
		a[i] += b[i]
	}
}

func S173[T float32 | float64](a, b []T) {
	k := len(a) / 2
	for i := 0; i < len(a)/2; i++ {
		a[i+k] = a[i] + b[i]
	}
}

func S174[T float32 | float64](a, b []T, m int) {
	for i := 0; i < m; i++ {
		a[i+m] = a[i] + b[i]
	}
}

func S175[T float32 | float64](a, b []T, inc int) {
	for i := 0; i < len(a)-inc; i += inc {
		a[i] = a[i+inc] + b[i]
	}
}

func S176[T float32 | float64](a, b, c []T) {
	m := len(a) / 2
	for j := 0; j < len(a)/2; j++ {
		for i := 0; i < m; i++ {
			a[i] += b[i+m-j-1] * c[j]
		}
	}
}
