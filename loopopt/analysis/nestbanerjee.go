package analysis

// maxBanerjee bounds the number of common loops for which all combinations of directions are tried.
const maxBanerjee = 5

// banerjee tries every combination of directions, for constant coefficients.
func (t *NestTester) banerjee(a, b *Place, n int) []NestDep {
	rest := t.SE.Sub(b.Start, a.Start)
	if n > maxBanerjee {
		return anywhere(a, b, n)
	}
	if rest.Kind != Const {
		return t.residues(a, b, n)
	}
	lo0, hi0, g0 := float64(rest.Val), float64(rest.Val), int64(0)
	most := make([]float64, n)
	loop := func(c Expr, l *Loop) (float64, bool) {
		m := t.Most(l)
		if c.Kind != Const || m == nil {
			return 0, false
		}
		x := t.Magnitude(m)
		return x, float64(c.Val)*x < 1<<60 && float64(c.Val)*x > -(1<<60)
	}
	for i := range n {
		x, ok1 := loop(a.Coef[i], a.Loops[i])
		_, ok2 := loop(b.Coef[i], b.Loops[i])
		if !ok1 || !ok2 {
			return anywhere(a, b, n)
		}
		most[i] = x
	}
	alone := func(c Expr, l *Loop, sign float64) bool { // a loop around only one of the two
		x, ok := loop(c, l)
		if !ok {
			return false
		}
		v := sign * float64(c.Val) * x
		lo0, hi0, g0 = lo0+min(v, 0), hi0+max(v, 0), gcd(g0, c.Val)
		return true
	}
	for i := n; i < len(a.Loops); i++ {
		if !alone(a.Coef[i], a.Loops[i], -1) {
			return anywhere(a, b, n)
		}
	}
	for i := n; i < len(b.Loops); i++ {
		if !alone(b.Coef[i], b.Loops[i], 1) {
			return anywhere(a, b, n)
		}
	}
	var deps []NestDep
	dep := newDep(a, b, n)
	var fixed [maxBanerjee]Direction // the directions that residues permit
	for i := range n {
		if fixed[i] = t.residue(a, b, n, i, rest); fixed[i] == 0 {
			return nil
		}
	}
	var try func(i int, lo, hi float64, g int64)
	try = func(i int, lo, hi float64, g int64) {
		if i == n {
			if t.mayOverlap(lo, hi, g, rest.Val, a, b) {
				d := newDep(a, b, n)
				copy(d.Dir, dep.Dir)
				for k, x := range d.Dir {
					d.Known[k] = x == DirEQ
				}
				deps = append(deps, d)
			}
			return
		}
		ca, cb, m := float64(a.Coef[i].Val), float64(b.Coef[i].Val), most[i]
		for _, dir := range [...]Direction{DirLT, DirEQ, DirGT} {
			if fixed[i]&dir == 0 {
				continue
			}
			var x, y, z float64 // cb*kb - ca*ka at the corners of the region that the direction permits
			gi := gcd(gcd(g, a.Coef[i].Val), b.Coef[i].Val)
			switch {
			case dir == DirEQ:
				x, y, z = 0, (cb-ca)*m, 0
				gi = gcd(g, b.Coef[i].Val-a.Coef[i].Val)
			case m < 1:
				continue
			case dir == DirLT:
				x, y, z = cb, cb*m, float64(cb*m)-float64(ca*(m-1))
			default:
				x, y, z = -ca, -ca*m, float64(cb*(m-1))-float64(ca*m)
			}
			dep.Dir[i] = dir
			try(i+1, lo+min(x, y, z), hi+max(x, y, z), gi)
		}
	}
	try(0, lo0, hi0, g0)
	return deps
}

// mayOverlap reports whether the difference of addresses, which is in [lo, hi] and equals rest plus a multiple of g,
// may be that of overlapping accesses. The interval is widened to allow for floating-point rounding.
func (t *NestTester) mayOverlap(lo, hi float64, g, rest int64, a, b *Place) bool {
	slack := 1 + float64((max(lo, -lo)+max(hi, -hi))*1e-12)
	if lo-slack >= float64(a.Size) || hi+slack <= -float64(b.Size) {
		return false
	}
	if g == 0 {
		return rest < int64(a.Size) && rest > -int64(b.Size)
	}
	first, last := distances(rest, g, a, b)
	return first <= last
}
