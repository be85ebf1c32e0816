package analysis

import "hotloop/loopopt/ir"

// residue returns the possible directions of loop p, one of the n common loops, if everything else in the
// equation is a multiple of one number. For x[1024*j+4*i] and x[1028*i], a column and the diagonal, each row of
// 1024 bytes has one element for each i.
//
// The accesses conflict where cb*kb - ca*ka + the other loops' terms + rest lies within their sizes. Let
// u = kb - ka, and let c be either coefficient: the first two terms are c*u plus a multiple of cb-ca. Let g divide
// cb-ca, all other coefficients and the unknown part of rest. Let r be the remainder of rest's constant modulo
// g that is nearest to 0. Then c*u + r is, within the sizes, a multiple of g. With |u| at most most, if
// |c|*most + |r| + the size is at most g, that multiple can only be 0: c*u + r itself lies within the sizes.
func (t *NestTester) residue(a, b *Place, n, p int, rest Expr) Direction {
	se := t.SE
	most := t.Most(a.Loops[p])
	g, ok := t.modulus(a, b, n, p, rest)
	if most == nil || !ok {
		return DirAny
	}
	size := int64(max(a.Size, b.Size))
	left := DirAny
	for _, c := range [...]int64{a.Coef[p].Val, b.Coef[p].Val} {
		abs := max(c, -c)
		if abs < size || g < 2*abs {
			continue
		}
		r := rest.Val - FloorDiv(rest.Val+g/2, g)*g
		reach := se.AddConst(se.MulConst(most, abs), max(r, -r)+size)
		if t.Magnitude(reach) > noWrap || !t.le(reach, se.Const(ir.I64, g)) {
			continue
		}
		lo, hi := distances(r, c, a, b)
		if lo > hi {
			return 0
		}
		left &= signs(lo, hi)
	}
	return left
}

// modulus returns a number that divides everything in the equation except the terms of loop p and a constant.
// ok is false if coefficients are not constant or the sums might wrap.
func (t *NestTester) modulus(a, b *Place, n, p int, rest Expr) (g int64, ok bool) {
	total := t.Magnitude(rest)
	part := func(c Expr, l *Loop) {
		most := t.Most(l)
		if ok = ok && c.Kind == Const && most != nil; ok {
			total += float64(t.Magnitude(c) * t.Magnitude(most))
		}
	}
	ok = true
	for i, c := range a.Coef {
		if part(c, a.Loops[i]); ok && i >= n {
			g = gcd(g, c.Val)
		}
	}
	for i, c := range b.Coef {
		if part(c, b.Loops[i]); ok && i >= n {
			g = gcd(g, c.Val)
		}
	}
	if !ok || total > noWrap {
		return 0, false
	}
	for i := range n {
		if i != p {
			g = gcd(gcd(g, a.Coef[i].Val), b.Coef[i].Val)
		}
	}
	g = gcd(g, a.Coef[p].Val-b.Coef[p].Val)
	switch rest.Kind {
	case Const:
	case Sum:
		for _, k := range rest.Coef {
			g = gcd(g, k)
		}
	default:
		g = 1
	}
	return g, true
}

// residues applies residue to a pair about which nothing else is known.
func (t *NestTester) residues(a, b *Place, n int) []NestDep {
	deps := anywhere(a, b, n)
	rest := t.SE.Sub(b.Start, a.Start)
	if rest.Kind != Sum || rest.Elem != ir.I64 {
		return deps
	}
	for i := range n {
		dir := t.residue(a, b, n, i, rest)
		if dir == 0 {
			return nil
		}
		deps[0].Dir[i] = dir
		deps[0].Known[i] = dir == DirEQ
	}
	return deps
}
