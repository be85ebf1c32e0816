package analysis

import (
	"slices"

	"hotloop/loopopt/ir"
)

// subscript is what several loops count together: their coefficients are multiples of one term, as those of the loop
// over the strips of another one and of the loop in a strip. They do not all reach their ends at once.
type subscript struct {
	term  Expr // nil: 1
	unit  int64
	loops []int // outermost first
	coef  []int64
}

// leads says whether c is at least gap and what the digits add up to, the loops of one subscript taken together. a is
// one of the accesses.
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
	terms := make([][]Expr, 0, len(subs)) // each of a row bounds a subscript
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

// maxStripSums bounds the subscripts of which the bounds are tried in all combinations.
const maxStripSums = 4

// anySum says whether sum and one of each row are known to be at most c.
func (t *NestTester) anySum(sum Expr, rows [][]Expr, c Expr) bool {
	if len(rows) == 0 {
		return t.le(sum, c)
	}
	if len(rows) > maxStripSums {
		return false
	}
	return slices.ContainsFunc(rows[0], func(x Expr) bool { return t.anySum(t.SE.Add(sum, x), rows[1:], c) })
}

// grant takes for granted that sum and the first of each row are at most c, where that may be.
func (t *NestTester) grant(sum Expr, rows [][]Expr, c Expr) bool {
	for _, row := range rows {
		sum = t.SE.Add(sum, row[0])
	}
	t.sure = false
	return t.le(sum, c)
}

// extent bounds how far the subscript of one iteration may be from that of another, in its units, nil if nothing does.
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

// wider narrows deps, which equation found for the nest, by what it finds with the loops around the nest counted in:
// that no strip begins in front of the first iteration, say, is known of all strips, and of none by itself. Nothing is
// taken for granted for that.
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
