package analysis

// transposed reports whether a and b, which traverse the rows and the columns of a triangle, never touch a
// common byte: a[i*n+j] and a[j*n+i] in for i { for j := 0; j < i; j++ } are on opposite sides of the diagonal.
//
// Let x and y be the iterations of the two loops. The addresses are A + C*x + c*y and B + c*x' + C*y'. They
// conflict where
//
//	C*(x - y' - p) + c*(y - x' - q) lies within the sizes, for B - A = C*p + c*q.
//
// If c*|y - x' - q| plus the size is at most C, and c is at least the size, both numbers are 0: x = y' + p and
// y = x' + q. The inner loop runs only while y <= x + s. So x' + q <= y' + p + s, and with y' <= x' + s this
// gives q - p <= 2*s. If that is false, the accesses never conflict.
func (t *NestTester) transposed(a, b *Place) bool {
	if len(a.Loops) != 2 || len(b.Loops) != 2 || a.Loops[1] != b.Loops[1] || a.Coef[0] != b.Coef[1] ||
		a.Coef[1] != b.Coef[0] {
		return false
	}
	return t.rowwise(a, b) || t.rowwise(b, a)
}

// rowwise is transposed for the case that a traverses rows.
func (t *NestTester) rowwise(a, b *Place) bool {
	se, outer, inner := t.SE, a.Loops[0], a.Loops[1]
	taken, _, ok := se.TripCount(inner)
	if !ok || taken.Kind != AddRec || taken.Loop != outer {
		return false
	}
	slope, ok1 := se.IsConst(taken.Step())
	s, ok2 := se.IsConst(taken.Start())
	row, col := a.Coef[0], a.Coef[1]
	c, ok3 := se.IsConst(col)
	size := int64(max(a.Size, b.Size))
	if !ok1 || !ok2 || !ok3 || slope != 1 || c < size || s > 1<<20 || s < -1<<20 {
		return false
	}
	rest := se.Sub(b.Start, a.Start)
	var p int64
	if n, ok := se.IsConst(row); ok {
		k, ok := se.IsConst(rest)
		if !ok || n < 2*c {
			return false
		}
		p = FloorDiv(k+n/2, n)
	} else {
		p = ratio(rest, row)
	}
	q, ok := se.IsConst(se.Sub(rest, se.MulConst(row, p)))
	if !ok || q%c != 0 || q > 1<<40 || q < -1<<40 {
		return false
	}
	q /= c
	if q-p <= 2*s {
		return false
	}
	for _, l := range a.Loops { // y - x' lies between -x' and y
		most := t.Most(l)
		if most == nil {
			return false
		}
		if float64(t.Magnitude(row)*(t.Magnitude(most)+float64(max(p, -p)))) > noWrap ||
			!t.le(se.AddConst(se.MulConst(se.AddConst(most, max(q, -q)), c), size), row) {
			return false
		}
	}
	return true
}
