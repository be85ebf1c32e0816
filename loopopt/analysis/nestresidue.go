package analysis

import "hotloop/loopopt/ir"

// residue is what is left of the directions of loop p, one of the n around both accesses, if all else in the equation is a
// multiple of one number: of x[1024*j+4*i] and x[1028*i], a column and the diagonal, that a row of 1024 bytes has one place
// for each i.
//
// The accesses meet where cb*kb - ca*ka + the other loops' parts + rest lies within their sizes. With u = kb - ka and one of
// the coefficients, c, the first two are c*u plus a multiple of cb-ca. If g divides cb-ca and all other coefficients, then
// c*u + r is, but for the sizes, a multiple of g, where r is the remainder of rest nearest to 0. And if |c|*most + |r| + the
// size is at most g, |u| being at most most, it can only be the multiple 0: c*u + r itself lies within the sizes.
//
// The caller knows that all coefficients are constant, and that nothing wraps around.
func (t *NestTester) residue(a, b *Place, n, p int, rest int64) Direction {
	se := t.SE
	most := t.Most(a.Loops[p])
	if most == nil || a.Coef[p] == b.Coef[p] {
		return DirAny
	}
	size := int64(max(a.Size, b.Size))
	left := DirAny
	for _, c := range [...]int64{a.Coef[p].Val, b.Coef[p].Val} {
		g := a.Coef[p].Val - b.Coef[p].Val
		for i := range n {
			if i != p {
				g = gcd(gcd(g, a.Coef[i].Val), b.Coef[i].Val)
			}
		}
		for i := n; i < len(a.Loops); i++ {
			g = gcd(g, a.Coef[i].Val)
		}
		for i := n; i < len(b.Loops); i++ {
			g = gcd(g, b.Coef[i].Val)
		}
		g = max(g, -g)
		abs := max(c, -c)
		if abs < size || g < 2*abs {
			continue
		}
		r := rest - floorDiv(rest+g/2, g)*g
		reach := se.AddConst(se.MulConst(most, abs), max(r, -r)+size)
		if t.Magnitude(reach) > noWrap || !t.le(reach, se.Const(ir.I64, g)) {
			continue
		}
		// -size(b) < c*u + r < size(a)
		lo, hi := -int64(b.Size)-r+1, int64(a.Size)-r-1
		if c < 0 {
			lo, hi = -hi, -lo
		}
		lo, hi = -floorDiv(-lo, abs), floorDiv(hi, abs)
		if lo > hi {
			return 0
		}
		left &= signs(lo, hi)
	}
	return left
}
