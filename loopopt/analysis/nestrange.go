package analysis

import "hotloop/loopopt/ir"

// separate reports whether all memory that a touches in the nest lies after all that b touches, or vice versa:
// for example, the row that a decomposition stores to and the rows above that it loads. The coefficients may
// differ.
//
// An address is Start + Σ C*k with 0 <= k <= Most. So it lies between Start plus the negative C*Most and Start
// plus the positive ones. The signs must be known. The distance between the two ranges and their lengths are
// checked to be so small that no distance of two addresses comes within a size of 1<<64, because addresses that
// are equal modulo 1<<64 are the same.
func (t *NestTester) separate(a, b *Place) bool {
	if a.Start.Elem != ir.I64 || b.Start.Elem != ir.I64 {
		return false
	}
	loA, hiA, ok1 := t.span(a)
	loB, hiB, ok2 := t.span(b)
	return ok1 && ok2 && (t.notNegative(t.SE.AddConst(t.SE.Sub(loB, hiA), -int64(a.Size))) ||
		t.notNegative(t.SE.AddConst(t.SE.Sub(loA, hiB), -int64(b.Size))))
}

// span returns the range of the addresses of p.
func (t *NestTester) span(p *Place) (lo, hi Expr, ok bool) {
	se := t.SE
	zero := se.Const(ir.I64, 0)
	lo, hi = p.Start, p.Start
	length := 0.0
	for i, c := range p.Coef {
		if c == zero {
			continue
		}
		most := t.Most(p.Loops[i])
		if most == nil {
			return nil, nil, false
		}
		reach := se.Mul(c, most)
		switch {
		case t.known(zero, c):
			hi = se.Add(hi, reach)
		case t.known(c, zero):
			lo = se.Add(lo, reach)
		default:
			return nil, nil, false
		}
		length += float64(t.Magnitude(c) * t.Magnitude(most))
	}
	return lo, hi, length <= 0.75*noWrap
}

// notNegative proves e >= 0, if necessary for the iteration of the surrounding loops in which it is smallest.
func (t *NestTester) notNegative(e Expr) bool {
	se := t.SE
	zero := se.Const(ir.I64, 0)
	for {
		if t.Magnitude(e) > 1.5*noWrap {
			return false
		}
		if t.known(zero, e) {
			return true
		}
		if e.Kind != AddRec || t.Nest.ContainsLoop(e.Loop) {
			return false
		}
		most := t.Most(e.Loop)
		switch step := e.Step(); {
		case t.known(zero, step):
			e = e.Start()
		case most != nil && t.known(step, zero):
			e = se.Add(e.Start(), se.Mul(step, most))
		default:
			return false
		}
	}
}
