package analysis

import (
	"slices"

	"hotloop/loopopt/ir"
)

// subscript is an index that several loops count together: their coefficients are multiples of one term, like
// those of a loop over strips and the loop within a strip. The loops do not all reach their maxima at once.
type subscript struct {
	term  Expr // nil means 1
	unit  int64
	loops []int // outermost first
	coef  []int64
}

// leads reports whether c is at least gap plus the maximum sum of the digits, with the loops of a subscript
// combined. a is one of the accesses.
func (t *NestTester) leads(a *Place, ds []digit, gap, c Expr) bool {
	if t.Skewed {
		return false
	}
	se := t.SE
	var subs []*subscript
	sum := gap
	for _, d := range ds {
		x, k, ok := term(d.c)
		if !ok || d.shift != 0 || slices.ContainsFunc(d.parts, func(p part) bool { return p.loop < 0 }) {
			if d.most == nil {
				return false
			}
			sum = se.Add(sum, se.Mul(d.c, d.most))
			continue
		}
		at := slices.IndexFunc(subs, func(s *subscript) bool { return s.term == x })
		if at < 0 {
			at = len(subs)
			subs = append(subs, &subscript{term: x})
		}
		s := subs[at]
		s.unit = gcd(s.unit, k)
		for _, p := range d.parts {
			s.loops, s.coef = append(s.loops, p.loop), append(s.coef, k)
		}
	}
	terms := make([][]Expr, 0, len(subs)) // each element of a row bounds a subscript
	for _, s := range subs {
		most := t.extent(a, s)
		if most == nil {
			return false
		}
		row := []Expr{most}
		for i := 0; i < len(row); i++ {
			if row[i].Kind == MinS {
				row = append(row, row[i].Args...)
			}
		}
		for i, x := range row {
			if row[i] = se.MulConst(x, s.unit); s.term != nil {
				row[i] = se.Mul(s.term, row[i])
			}
		}
		terms = append(terms, row)
	}
	taken := t.sure
	t.sure = true
	defer func() { t.sure = taken }()
	return t.anySum(sum, terms, c) || !taken && t.grant(sum, terms, c)
}

// maxStripSums bounds the number of subscripts for which all combinations of bounds are tried.
const maxStripSums = 4

// anySum reports whether sum plus one element of each row is known to be at most c.
func (t *NestTester) anySum(sum Expr, rows [][]Expr, c Expr) bool {
	if len(rows) == 0 {
		return t.le(sum, c)
	}
	if len(rows) > maxStripSums {
		return false
	}
	return slices.ContainsFunc(rows[0], func(x Expr) bool { return t.anySum(t.SE.Add(sum, x), rows[1:], c) })
}

// grant assumes that sum plus the first element of each row is at most c, where that is plausible.
func (t *NestTester) grant(sum Expr, rows [][]Expr, c Expr) bool {
	for _, row := range rows {
		sum = t.SE.Add(sum, row[0])
	}
	t.sure = false
	return t.le(sum, c)
}

// extent bounds the difference of a subscript between two iterations, in its units. It returns nil if there is
// no bound.
func (t *NestTester) extent(a *Place, s *subscript) Expr {
	se := t.SE
	index := se.Const(ir.I64, 0)
	for i, l := range a.Loops {
		if k := slices.Index(s.loops, i); k >= 0 {
			index = se.rec(index, se.Const(ir.I64, s.coef[k]/s.unit), l)
		}
	}
	lo, hi := t.Bound(index, false), t.Bound(index, true)
	if lo == nil || hi == nil || t.Magnitude(lo) > noWrap/2 || t.Magnitude(hi) > noWrap/2 {
		return nil
	}
	return se.Sub(hi, lo)
}

// wider narrows deps, which equation found for the nest, by analyzing the enclosing loops too. For example,
// that no strip begins before the first iteration is known for all strips, but not for a single one. It assumes
// nothing.
func (t *NestTester) wider(deps []NestDep, a, b *Place, n int) []NestDep {
	if len(deps) != 1 || !slices.Contains(deps[0].Dir, DirAny) || t.Nest.Parent == nil {
		return deps
	}
	w := *t
	w.sure = true
	for w.Nest.Parent != nil {
		w.Nest = w.Nest.Parent
	}
	more := w.equation(a, b, n)
	if len(more) == 0 {
		return nil
	}
	if len(more) > 1 {
		return deps
	}
	d, m := &deps[0], &more[0]
	for i := range d.Dir {
		if m.Known[i] && !d.Known[i] {
			d.Dist[i], d.Known[i] = m.Dist[i], true
		}
		if d.Dir[i] &= m.Dir[i]; d.Dir[i] == 0 {
			return nil
		}
	}
	return deps
}
