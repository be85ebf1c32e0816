package tsvc

// Statement reordering and node splitting.

func S211[T float32 | float64](a, b, c, d, e []T) {
	for i := 1; i < len(a)-1; i++ {
		a[i] = b[i-1] + c[i]*d[i]
		b[i] = b[i+1] - e[i]*d[i]
	}
}

func S212[T float32 | float64](a, b, c, d []T) {
	for i := 0; i < len(a)-1; i++ {
		a[i] *= c[i]
		b[i] += a[i+1] * d[i]
	}
}

func S1213[T float32 | float64](a, b, c, d []T) {
	for i := 1; i < len(a)-1; i++ {
		a[i] = b[i-1] + c[i]
		b[i] = a[i+1] * d[i]
	}
}

// Loop distribution.

func S221[T float32 | float64](a, b, c, d []T) {
	for i := 1; i < len(a); i++ {
		a[i] += c[i] * d[i]
		b[i] = b[i-1] + a[i] + d[i]
	}
}

func S1221[T float32 | float64](a, b []T) {
	for i := 4; i < len(b); i++ {
		b[i] = b[i-4] + a[i]
	}
}

func S222[T float32 | float64](a, b, c, e []T) {
	for i := 1; i < len(a); i++ {
		a[i] += b[i] * c[i]
		e[i] = e[i-1] * e[i-1]
		a[i] -= b[i] * c[i]
	}
}

// Loop interchange.

func S231[T float32 | float64](aa, bb [][256]T) {
	for i := range 256 {
		for j := 1; j < len(aa); j++ {
			aa[j][i] = aa[j-1][i] + bb[j][i]
		}
	}
}

func S232[T float32 | float64](aa, bb [][256]T) {
	for j := 1; j < len(aa); j++ {
		for i := 1; i <= j; i++ {
			aa[j][i] = aa[j][i-1]*aa[j][i-1] + bb[j][i]
		}
	}
}

func S1232[T float32 | float64](aa, bb, cc [][256]T) {
	for j := range 256 {
		for i := j; i < len(aa); i++ {
			aa[i][j] = bb[i][j] + cc[i][j]
		}
	}
}

func S233[T float32 | float64](aa, bb, cc [][256]T) {
	for i := 1; i < 256; i++ {
		for j := 1; j < len(aa); j++ {
			aa[j][i] = aa[j-1][i] + cc[j][i]
		}
		for j := 1; j < len(bb); j++ {
			bb[j][i] = bb[j][i-1] + cc[j][i]
		}
	}
}

func S2233[T float32 | float64](aa, bb, cc [][256]T) {
	for i := 1; i < len(bb); i++ {
		for j := 1; j < len(aa); j++ {
			aa[j][i] = aa[j-1][i] + cc[j][i]
		}
		for j := 1; j < 256; j++ {
			bb[i][j] = bb[i-1][j] + cc[i][j]
		}
	}
}

func S235[T float32 | float64](a, b, c []T, aa, bb [][256]T) {
	for i := range 256 {
		a[i] += b[i] * c[i]
		for j := 1; j < len(aa); j++ {
			aa[j][i] = aa[j-1][i] + bb[j][i]*a[i]
		}
	}
}

// Node splitting.

func S241[T float32 | float64](a, b, c, d []T) {
	for i := 0; i < len(a)-1; i++ {
		a[i] = b[i] * c[i] * d[i]
		b[i] = a[i] * a[i+1] * d[i]
	}
}

func S242[T float32 | float64](a, b, c, d []T, s1, s2 T) {
	for i := 1; i < len(a); i++ {
		a[i] = a[i-1] + s1 + s2 + b[i] + c[i] + d[i]
	}
}

func S243[T float32 | float64](a, b, c, d, e []T) {
	for i := 0; i < len(a)-1; i++ {
		a[i] = b[i] + c[i]*d[i]
		b[i] = a[i] + d[i]*e[i]
		a[i] = b[i] + a[i+1]*d[i]
	}
}

func S244[T float32 | float64](a, b, c, d []T) {
	for i := 0; i < len(a)-1; i++ {
		a[i] = b[i] + c[i]*d[i]
		b[i] = c[i] + b[i]
		a[i+1] = b[i] + a[i+1]*d[i]
	}
}

func S1244[T float32 | float64](a, b, c, d []T) {
	for i := 0; i < len(a)-1; i++ {
		a[i] = b[i] + c[i]*c[i] + b[i]*b[i] + c[i]
		d[i] = a[i] + a[i+1]
	}
}

func S2244[T float32 | float64](a, b, c, e []T) {
	for i := 0; i < len(a)-1; i++ {
		a[i+1] = b[i] + e[i]
		a[i] = b[i] + c[i]
	}
}

// Scalar and array expansion.

func S251[T float32 | float64](a, b, c, d []T) {
	for i := range a {
		s := b[i] + c[i]*d[i]
		a[i] = s * s
	}
}

func S1251[T float32 | float64](a, b, c, d, e []T) {
	for i := range a {
		s := b[i] + c[i]
		b[i] = a[i] + d[i]
		a[i] = s * e[i]
	}
}

func S2251[T float32 | float64](a, b, c, d, e []T) {
	var s T
	for i := range a {
		a[i] = s * e[i]
		s = b[i] + c[i]
		b[i] = a[i] + d[i]
	}
}

func S3251[T float32 | float64](a, b, c, d, e []T) {
	for i := 0; i < len(a)-1; i++ {
		a[i+1] = b[i] + c[i]
		b[i] = c[i] * e[i]
		d[i] = a[i] * e[i]
	}
}

func S252[T float32 | float64](a, b, c []T) {
	var t T
	for i := range a {
		s := b[i] * c[i]
		a[i] = s + t
		t = s
	}
}

func S253[T float32 | float64](a, b, c, d []T) {
	for i := range a {
		if a[i] > b[i] {
			s := a[i] - b[i]*d[i]
			c[i] += s
			a[i] = s
		}
	}
}

func S254[T float32 | float64](a, b []T) {
	if len(b) == 0 {
		return
	}
	x := b[len(b)-1]
	for i := range b {
		a[i] = (b[i] + x) * .5
		x = b[i]
	}
}

func S255[T float32 | float64](a, b []T) {
	if len(b) < 2 {
		return
	}
	x, y := b[len(b)-1], b[len(b)-2]
	for i := range b {
		a[i] = (b[i] + x + y) * .333
		y = x
		x = b[i]
	}
}

func S256[T float32 | float64](a, d []T, aa, bb [][256]T) {
	for i := range 256 {
		for j := 1; j < len(aa); j++ {
			a[j] = 1 - a[j-1]
			aa[j][i] = a[j] + bb[j][i]*d[j]
		}
	}
}

func S257[T float32 | float64](a []T, aa, bb [][256]T) {
	for i := 1; i < 256; i++ {
		for j := range aa {
			a[i] = aa[j][i] - a[i-1]
			aa[j][i] = a[i] + bb[j][i]
		}
	}
}

func S258[T float32 | float64](a, b, c, d, e []T, aa [][256]T) {
	var s T
	for i := range 256 {
		if a[i] > 0 {
			s = d[i] * d[i]
		}
		b[i] = s*c[i] + d[i]
		e[i] = (s + 1) * aa[0][i]
	}
}

func S261[T float32 | float64](a, b, c, d []T) {
	for i := 1; i < len(a); i++ {
		t := a[i] + b[i]
		a[i] = t + c[i-1]
		t = c[i] * d[i]
		c[i] = t
	}
}

// Control flow.

func S271[T float32 | float64](a, b, c []T) {
	for i := range a {
		if b[i] > 0 {
			a[i] += b[i] * c[i]
		}
	}
}

func S272[T float32 | float64](a, b, c, d, e []T, t T) {
	for i := range a {
		if e[i] >= t {
			a[i] += c[i] * d[i]
			b[i] += c[i] * c[i]
		}
	}
}

func S273[T float32 | float64](a, b, c, d, e []T) {
	for i := range a {
		a[i] += d[i] * e[i]
		if a[i] < 0 {
			b[i] += d[i] * e[i]
		}
		c[i] += a[i] * d[i]
	}
}

func S274[T float32 | float64](a, b, c, d, e []T) {
	for i := range a {
		a[i] = c[i] + e[i]*d[i]
		if a[i] > 0 {
			b[i] = a[i] + b[i]
		} else {
			a[i] = d[i] * e[i]
		}
	}
}

func S275[T float32 | float64](aa, bb, cc [][256]T) {
	for i := range 256 {
		if aa[0][i] > 0 {
			for j := 1; j < len(aa); j++ {
				aa[j][i] = aa[j-1][i] + bb[j][i]*cc[j][i]
			}
		}
	}
}

func S2275[T float32 | float64](a, b, c, d []T, aa, bb, cc [][256]T) {
	for i := range 256 {
		for j := range aa {
			aa[j][i] = aa[j][i] + bb[j][i]*cc[j][i]
		}
		a[i] = b[i] + c[i]*d[i]
	}
}

func S276[T float32 | float64](a, b, c, d []T) {
	mid := len(a) / 2
	for i := range a {
		if i+1 < mid {
			a[i] += b[i] * c[i]
		} else {
			a[i] += b[i] * d[i]
		}
	}
}

func S277[T float32 | float64](a, b, c, d, e []T) {
	for i := 0; i < len(a)-1; i++ {
		if a[i] >= 0 {
			continue
		}
		if b[i] < 0 {
			a[i] += c[i] * d[i]
		}
		b[i+1] = c[i] + d[i]*e[i]
	}
}

func S278[T float32 | float64](a, b, c, d, e []T) {
	for i := range a {
		if a[i] > 0 {
			c[i] = -c[i] + d[i]*e[i]
		} else {
			b[i] = -b[i] + d[i]*e[i]
		}
		a[i] = b[i] + c[i]*d[i]
	}
}

func S279[T float32 | float64](a, b, c, d, e []T) {
	for i := range a {
		if a[i] > 0 {
			c[i] = -c[i] + e[i]*e[i]
		} else {
			b[i] = -b[i] + d[i]*d[i]
			if b[i] > a[i] {
				c[i] += d[i] * e[i]
			}
		}
		a[i] = b[i] + c[i]*d[i]
	}
}

func S1279[T float32 | float64](a, b, c, d, e []T) {
	for i := range a {
		if a[i] < 0 {
			if b[i] > a[i] {
				c[i] += d[i] * e[i]
			}
		}
	}
}

func S2710[T float32 | float64](a, b, c, d, e []T, x T) {
	for i := range a {
		if a[i] > b[i] {
			a[i] += b[i] * d[i]
			if len(a) > 10 {
				c[i] += d[i] * d[i]
			} else {
				c[i] = d[i]*e[i] + 1
			}
		} else {
			b[i] = a[i] + e[i]*e[i]
			if x > 0 {
				c[i] = a[i] + d[i]*d[i]
			} else {
				c[i] += e[i] * e[i]
			}
		}
	}
}

func S2711[T float32 | float64](a, b, c []T) {
	for i := range a {
		if b[i] != 0 {
			a[i] += b[i] * c[i]
		}
	}
}

func S2712[T float32 | float64](a, b, c []T) {
	for i := range a {
		if a[i] > b[i] {
			a[i] += b[i] * c[i]
		}
	}
}

// Crossing thresholds.

func S281[T float32 | float64](a, b, c []T) {
	for i := range a {
		x := a[len(a)-i-1] + b[i]*c[i]
		a[i] = x - 1
		b[i] = x
	}
}

func S1281[T float32 | float64](a, b, c, d, e []T) {
	for i := range a {
		x := b[i]*c[i] + a[i]*d[i] + e[i]
		a[i] = x - 1
		b[i] = x
	}
}

// Loop peeling.

func S291[T float32 | float64](a, b []T) {
	im1 := len(b) - 1
	for i := range b {
		a[i] = (b[i] + b[im1]) * .5
		im1 = i
	}
}

func S292[T float32 | float64](a, b []T) {
	im1, im2 := len(b)-1, len(b)-2
	for i := range b {
		a[i] = (b[i] + b[im1] + b[im2]) * .333
		im2 = im1
		im1 = i
	}
}

func S293[T float32 | float64](a []T) {
	for i := range a {
		a[i] = a[0]
	}
}

// Diagonals and wavefronts.

func S2101[T float32 | float64](aa, bb, cc [][256]T) {
	for i := range aa {
		aa[i][i] += bb[i][i] * cc[i][i]
	}
}

func S2102[T float32 | float64](aa [][256]T) {
	for i := range len(aa) {
		for j := range aa {
			aa[j][i] = 0
		}
		aa[i][i] = 1
	}
}

func S2111[T float32 | float64](aa [][256]T) {
	for j := 1; j < len(aa); j++ {
		for i := 1; i < 256; i++ {
			aa[j][i] = (aa[j][i-1] + aa[j-1][i]) / 1.9
		}
	}
}
