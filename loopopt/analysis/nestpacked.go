package analysis

// packed finds the dependences of two accesses to a packed triangular matrix, each of whose rows is one element
// longer than the previous: flat[y*(y+1)/2+x] in for x { for y := x; y < n; y++ }. Both must be skewed, so that
// y, counted by the second loop, is never less than x.
//
// The addresses are c*Tri(N+y) + d*y + e*x + start, and start + r for the other access. From one y to the next,
// Tri grows by N+y, so row y begins c*(N+y) + d bytes before the next row, if that is non-negative, and further
// before later rows. It ends, at x = y, e*y bytes from its beginning, where e is positive. If c >= e and c*N +
// d - |r| is at least the size, each row ends before the next one begins, for every y >= 0. So accesses that
// conflict are in the same row, where they are tested like those of any array.
func (t *NestTester) packed(a, b *Place, n int) []NestDep {
	se, p, q := t.SE, a.Packed, b.Packed
	if n != 2 || len(a.Loops) != 2 || len(b.Loops) != 2 || !a.Skewed || !b.Skewed || p.scale != q.scale || p.n != q.n {
		return anywhere(a, b, n)
	}
	for i := range n {
		if p.Rows[i] != q.Rows[i] || p.Coef[i] != q.Coef[i] {
			return anywhere(a, b, n)
		}
	}
	zero := func(e Expr) bool { return e.Kind == Const && e.Val == 0 }
	first, ok1 := se.IsConst(p.n)
	e, ok2 := se.IsConst(p.Coef[0])
	d, ok3 := se.IsConst(p.Coef[1])
	r, ok4 := se.IsConst(se.Sub(q.start, p.start))
	row, ok5 := se.IsConst(p.Rows[1])
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || !zero(p.Rows[0]) || row != 1 {
		return anywhere(a, b, n)
	}
	small := func(x int64) bool { return x >= -1<<20 && x <= 1<<20 }
	size := int64(max(a.Size, b.Size))
	most := t.Most(a.Loops[1])
	if !small(first) || !small(e) || !small(d) || !small(r) || most == nil || t.Magnitude(most) > 1<<30 || p.scale > 8 {
		return anywhere(a, b, n) // something may wrap
	}
	c := p.scale
	if first < 0 || e < size || c < e || c*first+d-max(r, -r) < size {
		return anywhere(a, b, n)
	}
	lo, hi := distances(r, e, a, b)
	if lo > hi {
		return nil
	}
	dep := newDep(a, b, n)
	dep.Dir[0], dep.Dir[1] = signs(lo, hi), DirEQ
	dep.Known[1] = true
	if lo == hi {
		dep.Dist[0], dep.Known[0] = lo, true
	}
	return []NestDep{dep}
}
