package analysis

import (
	"math"
	"slices"

	"hotloop/loopopt/ir"
)

// fact is what a true condition implies: a < b, or a <= b if !strict, signed. Unsigned comparisons become
// signed facts if a side is known to be non-negative. An equality is two facts.
type fact struct {
	a, b   Expr
	strict bool
}

// maxFacts bounds the number of facts per block.
const maxFacts = 48

// factsAt returns what holds at the end of b on every path: the conditions of branches that lead there and
// passed checks.
//
// In b, SSA values of dominating blocks have the values that they had when their block was last left, and the
// condition was computed from exactly these.
func (s *SCEV) factsAt(b *ir.Block) []fact {
	if b == nil || int(b.ID) >= len(s.known) {
		return nil
	}
	if s.known[b.ID] {
		return s.facts[b.ID]
	}
	s.known[b.ID] = true // a recursive query sees no facts
	at, outer := s.asked.open()
	var list []fact
	if p := s.dom.Idom(b); p != nil {
		list = s.factsAt(p)
		list = list[:len(list):len(list)]
		if p.Kind == ir.BlockIf && len(b.Preds) == 1 {
			n := len(list)
			list = s.withoutMinima(s.learn(list, p.Control, p.Succs[0] == b, 4), n)
		}
	}
	for _, v := range b.Walk() {
		if v.Op == ir.OpCheck {
			list = s.learn(list, v.Args[0], true, 4)
		}
	}
	if b.Loop.Has(Strips) {
		list = s.stripFact(list, b)
	}
	s.facts[b.ID] = list
	s.known[b.ID] = s.asked.close(at, outer).at == whole
	return list
}

// append adds facts to a list of facts of a block.
func (s *SCEV) append(list []fact, more ...fact) []fact { return s.mem.factLists.Append(list, more...) }

// Strips is the attribute, created by transformations, of a strip-mined loop whose counter is below its bound
// because the loop around each strip tests it: o in for o := 0; o < n; o += 32.
const Strips = "strips"

// stripFact adds the fact that the counter of the loop with header b is below the bound. The counter is tested
// after each increment and before the loop.
func (s *SCEV) stripFact(list []fact, b *ir.Block) []fact {
	l := s.li.Of(b)
	if l == nil || l.Header != b || !l.BranchesBack() {
		return list
	}
	c := l.Latch.Control
	if c.Op != ir.OpLtS || !l.Invariant(c.Args[1]) {
		return list
	}
	for _, phi := range b.Phis() {
		if phi.Args[b.PredIndex(l.Latch)] != c.Args[0] {
			continue
		}
		bound := s.operand(c, 1)
		if s.le(s.Of(phi.Args[b.PredIndex(l.Preheader)]), bound, true, s.factsAt(l.Preheader)) {
			k := s.Of(phi)
			list = s.append(list, fact{k, bound, true})
			if n, c := s.SplitConst(bound); c == 1 && n.Kind == DivU && n.Elem == ir.I64 && s.rangeAt(k, list).lo >= 0 {
				if a := s.rangeAt(n.Args[0], list); a.lo >= 0 { // 0 <= k <= a/n implies 0 <= k*n <= a
					kn := s.MulConst(k, n.Val)
					list = s.append(list, fact{s.Const(ir.I64, 0), kn, false}, fact{kn, s.Const(ir.I64, a.hi), false},
						fact{kn, n.Args[0], false})
				}
			}
		}
	}
	return list
}

// withoutMinima repeats the facts from index n on with unsigned minima simplified. A minimum of x and a
// constant that one of the facts shows to be less than the constant is x.
func (s *SCEV) withoutMinima(list []fact, n int) []fact {
	end := len(list)
	for _, f := range list[n:end] {
		if f.a.Kind != MinU || f.b.Kind != Const || f.a.Elem != ir.I64 {
			continue
		}
		x, c := f.a.Args[0], f.a.Args[1]
		if x.Kind == Const {
			x, c = c, x
		}
		if c.Kind != Const || f.b.Val > c.Val || f.b.Val == c.Val && !f.strict || c.Val < 0 {
			continue
		}
		instead := func(e Expr) Expr {
			if e == f.a {
				return x
			}
			if e.Kind == Sum {
				for i, a := range e.Args {
					if a == f.a {
						return s.Add(e, s.MulConst(s.Sub(x, a), e.Coef[i]))
					}
				}
			}
			return e
		}
		for _, g := range list[n:end] {
			if a, b := instead(g.a), instead(g.b); (a != g.a || b != g.b) && len(list) < maxFacts {
				list = s.append(list, fact{a, b, g.strict})
			}
		}
	}
	return list
}

// factsBefore returns what holds at the entry of b.
func (s *SCEV) factsBefore(b *ir.Block) []fact {
	p := s.dom.Idom(b)
	if p == nil {
		return nil
	}
	list := s.factsAt(p)
	if p.Kind == ir.BlockIf && len(b.Preds) == 1 {
		list = s.learn(list[:len(list):len(list)], p.Control, p.Succs[0] == b, 4)
	}
	return list
}

// factsWhere returns what holds where v runs: at the entry of its block, and by the checks that v follows.
func (s *SCEV) factsWhere(v *ir.Value) []fact {
	b := v.Block
	checked := false
	for _, w := range b.Walk() {
		checked = checked || w.Op == ir.OpCheck
	}
	if !checked {
		return s.factsAt(b)
	}
	list := s.factsBefore(b)
	if v.Op == ir.OpPhi {
		return list
	}
	list = list[:len(list):len(list)]
	for _, w := range b.Walk() {
		if w == v {
			break
		}
		if w.Op == ir.OpCheck {
			list = s.learn(list, w.Args[0], true, 4)
		}
	}
	return list
}

// learn adds the facts implied by c == truth.
func (s *SCEV) learn(list []fact, c *ir.Value, truth bool, depth int) []fact {
	if truth {
		// The conditions before a nest are one long conjunction: a And b And c is (a And b) And c.
		for c.Op == ir.OpAnd && c.Args[0].Op == ir.OpAnd && c.Type == ir.TBool {
			list = s.learn(list, c.Args[1], truth, depth-1)
			c = c.Args[0]
		}
	}
	if len(list) >= maxFacts || depth == 0 || c.Type != ir.TBool {
		return list
	}
	switch c.Op {
	case ir.OpNot:
		return s.learn(list, c.Args[0], !truth, depth-1)
	case ir.OpAnd, ir.OpOr:
		if truth == (c.Op == ir.OpAnd) {
			list = s.learn(list, c.Args[0], truth, depth-1)
			list = s.learn(list, c.Args[1], truth, depth-1)
		}
		return list
	}
	if !c.Op.IsCompare() || !c.Args[0].Type.Elem.IsInt() {
		return list
	}
	a, b := s.operand(c, 0), s.operand(c, 1)
	op := c.Op
	if !truth {
		a, b, op = Opposite(a, b, op)
	}
	switch op {
	case ir.OpLtS, ir.OpLeS:
		list = s.append(list, fact{a, b, op == ir.OpLtS})
		if a.Elem != ir.I64 { // counts are computed in 64 bits
			list = s.wideFact(list, fact{s.sext(a, ir.I64), s.sext(b, ir.I64), op == ir.OpLtS})
		}
		list = s.dividendFacts(list, fact{a, b, op == ir.OpLtS})
	case ir.OpLtU, ir.OpLeU:
		if a.Elem != ir.I64 {
			list = s.wideFact(list, fact{s.zext(a, ir.I64), s.zext(b, ir.I64), op == ir.OpLtU})
		}
		// What is below a non-negative number, unsigned, is non-negative.
		if s.nonNegative(b, list) {
			list = s.append(list, fact{a, b, op == ir.OpLtU}, fact{s.Const(a.Elem, 0), a, false})
			// The length of x[a:b] is non-negative and at most b: with 0 <= a <= b, b - a does not wrap. It is
			// a separate fact because the difference may no longer contain a and b: it is w for x[y*w : y*w+w].
			if op == ir.OpLeU && a.Kind != Const && b.Kind != Const {
				d := s.Sub(b, a)
				list = s.append(list, fact{s.Const(a.Elem, 0), d, false},
					fact{d, s.Const(a.Elem, s.rangeAt(b, list).hi), false})
			}
			// x + c in [0, b) is equivalent to x in [-c, b-c) if that is an interval.
			if rest, c := s.SplitConst(a); c != 0 && b.Kind == Const {
				if r, ok := (bounds{0, b.Val}).add(bounds{-c, -c}); ok && c != math.MinInt64 && fits(r, a.Elem) {
					below := fact{rest, s.Const(a.Elem, r.hi), op == ir.OpLtU}
					list = s.append(list, fact{s.Const(a.Elem, r.lo), rest, false}, below)
					list = s.dividendFacts(list, below)
				}
			}
		}
	case ir.OpEq:
		list = s.append(list, fact{a, b, false}, fact{b, a, false})
	case ir.OpNe:
		if a.Elem != ir.I64 && b.Kind == Const && b.Val == 0 {
			a, b = s.zext(a, ir.I64), s.Const(ir.I64, 0)
		}
		// x != 0 and x >= 0 imply x > 0.
		if b.Kind == Const && b.Val == 0 && s.nonNegative(a, list) {
			list = s.append(list, fact{b, a, true})
		}
	}
	return list
}

// wideFact adds f and, if f.b is a truncated number extended again, that f.a is below the number itself.
func (s *SCEV) wideFact(list []fact, f fact) []fact {
	list = s.append(list, f)
	if f.b.Kind == ZExt || f.b.Kind == SExt || f.b.Kind == MinS {
		x, y, _ := s.above1(f.b, 1, list)
		for _, b := range [2]Expr{x, y} {
			if b != nil && len(list) < maxFacts {
				list = s.wideFact(list, fact{f.a, b, f.strict})
			}
		}
	}
	return list
}

// dividendFacts adds the facts about x that follow from a fact about x/n plus a constant, for a constant n > 0.
// From 1 <= k <= x/n follows k*n <= x. From x/n <= k with k >= 0 follows x <= k*n + n-1. Both hold for either
// rounding of quotients. So a loop over w/2 pairs has no iterations if w is negative, and a bound on the number
// of pairs bounds w.
func (s *SCEV) dividendFacts(list []fact, f fact) []fact {
	step := int64(0)
	if f.strict {
		step = 1
	}
	if x, n, c, ok := s.quotient(f.b, list); ok {
		if k, ok := addOK(s.rangeAt(f.a, list).lo, step); ok {
			if k, ok = addOK(k, -c); ok && 1 <= k && k <= math.MaxInt32 && k*n <= full(x.Elem).hi {
				list = s.append(list, fact{s.Const(x.Elem, k*n), x, false})
			}
		}
	}
	if x, n, c, ok := s.quotient(f.a, list); ok {
		if k, ok := addOK(s.rangeAt(f.b, list).hi, -step); ok {
			if k, ok = addOK(k, -c); ok && 0 <= k && k <= math.MaxInt32 && k*n+n-1 <= full(x.Elem).hi {
				list = s.append(list, fact{x, s.Const(x.Elem, k*n+n-1), false})
			}
		}
	}
	return list
}

// quotient decomposes e if it is x/n + c without wrapping, with a constant n from 1 to 2^31-1.
func (s *SCEV) quotient(e Expr, list []fact) (x Expr, n, c int64, ok bool) {
	q, c := s.SplitConst(e)
	if q.Kind != Unknown || q.V == nil || q.V.Op != ir.OpDivS && q.V.Op != ir.OpShrS || !q.V.Args[1].IsConst() ||
		c == math.MinInt64 || len(list) >= maxFacts {
		return nil, 0, 0, false
	}
	n = q.V.Args[1].Int()
	if q.V.Op == ir.OpShrS {
		if n < 0 || n > 30 {
			return nil, 0, 0, false
		}
		n = 1 << n
	}
	if n < 1 || n > math.MaxInt32 || c != 0 && !s.noWrap(q, c, list) {
		return nil, 0, 0, false
	}
	return s.operand(q.V, 0), n, c, true
}

// noWrap reports whether e + c does not wrap.
func (s *SCEV) noWrap(e Expr, c int64, list []fact) bool {
	m, ok := s.rangeAt(e, list).add(bounds{c, c})
	return ok && fits(m, e.Elem)
}

func (s *SCEV) nonNegative(e Expr, list []fact) bool {
	return s.rangeOf(e).lo >= 0 || s.le(s.Const(e.Elem, 0), e, false, list)
}

// stepsPerFact is the cost of applying one fact to one expression: about 20 ns, where a step is half a
// nanosecond.
const stepsPerFact = 40

// rangeAt returns the range of e where the facts hold.
func (s *SCEV) rangeAt(e Expr, list []fact) bounds {
	r := s.rangeOf(e)
	if e.Kind == Const || len(list) == 0 {
		return r
	}
	s.f.Spend(stepsPerFact * len(list))
	for i := range list {
		if f := &list[i]; f.a.rest == e.rest || f.b.rest == e.rest {
			r = s.refine(r, e, f)
		}
	}
	if e.Kind == Sum {
		// Term by term; exact if no bound overflows int64.
		m, ok := bounds{e.Val, e.Val}, true
		for i, t := range e.Args {
			var x bounds
			if x, ok = s.rangeAt(t, list).mul(e.Coef[i]); !ok {
				break
			}
			if m, ok = m.add(x); !ok {
				break
			}
		}
		if ok && fits(m, e.Elem) {
			r = r.intersect(m)
		}
	}
	switch e.Kind { // the facts may be about its parts: strips, groups and unroll parts are counted like this
	case DivU:
		if x := s.rangeAt(e.Args[0], list); x.lo >= 0 {
			r = r.intersect(bounds{x.lo / e.Val, x.hi / e.Val})
		}
	case MinS:
		x, y := s.rangeAt(e.Args[0], list), s.rangeAt(e.Args[1], list)
		r = r.intersect(bounds{min(x.lo, y.lo), min(x.hi, y.hi)})
	case MaxS:
		x, y := s.rangeAt(e.Args[0], list), s.rangeAt(e.Args[1], list)
		r = r.intersect(bounds{max(x.lo, y.lo), max(x.hi, y.hi)})
	}
	if e.Kind == AddRec {
		// Apply what is known about the recurrence without its constant offset, then the offset.
		if _, c := s.SplitConst(e.Start()); c != 0 && c != math.MinInt64 {
			if m, ok := s.rangeAt(s.AddConst(e, -c), list).add(bounds{c, c}); ok && fits(m, e.Elem) {
				r = r.intersect(m)
			}
		}
	}
	if r.lo > r.hi { // unreachable
		return s.rangeOf(e)
	}
	return r
}

// refine narrows r, the range of e, by a fact about an expression that differs from e by a constant.
//
// Let e = f.b + d. From f.a <= f.b follows f.b >= lo(f.a), and then e >= lo(f.a) + d, provided that f.b + d
// does not wrap, which the ranges must show.
func (s *SCEV) refine(r bounds, e Expr, f *fact) bounds {
	k := int64(0)
	if f.strict {
		k = 1
	}
	if d, ok := s.ConstDiff(e, f.b); ok {
		a, b := s.rangeOf(f.a), s.rangeOf(f.b)
		if lo, ok := addOK(a.lo, k); ok {
			b.lo = max(b.lo, lo)
			if m, ok := b.add(bounds{d, d}); ok && fits(m, e.Elem) {
				r = r.intersect(m)
			}
		}
	}
	if d, ok := s.ConstDiff(e, f.a); ok {
		a, b := s.rangeOf(f.a), s.rangeOf(f.b)
		if hi, ok := addOK(b.hi, -k); ok {
			a.hi = min(a.hi, hi)
			if m, ok := a.add(bounds{d, d}); ok && fits(m, e.Elem) {
				r = r.intersect(m)
			}
		}
	}
	return r
}

// rangeIn returns the range of e, which is invariant in l, at l's preheader.
func (s *SCEV) rangeIn(e Expr, l *Loop) bounds {
	if e.Kind == Const {
		return bounds{e.Val, e.Val}
	}
	return s.rangeAt(e, s.entryFacts(l))
}

// entryFacts returns what holds whenever l is entered.
func (s *SCEV) entryFacts(l *Loop) []fact {
	if l.Preheader != nil {
		return s.factsAt(l.Preheader)
	}
	return s.factsAt(s.dom.Idom(l.Header))
}

// sextAt returns e sign-extended to i64 where the facts hold; a constant summand that does not wrap is added
// outside.
func (s *SCEV) sextAt(e Expr, facts []fact) Expr {
	if rest, c := s.SplitConst(e); c != 0 && rest.Kind != Const && !s.addWraps(s.rangeAt(rest, facts), c, e.Elem) {
		return s.AddConst(s.sext(rest, ir.I64), c)
	}
	return s.sext(e, ir.I64)
}

// zextAt is like sextAt for zero extension.
func (s *SCEV) zextAt(e Expr, facts []fact) Expr {
	if e.Elem == ir.I64 {
		return e
	}
	if rest, c := s.SplitConst(e); c != 0 && rest.Kind != Const {
		wide := s.zext(rest, ir.I64)
		if r, ok := s.rangeAt(wide, facts).add(bounds{c, c}); ok && 0 <= r.lo && r.hi < 1<<e.Elem.Bits() {
			return s.AddConst(wide, c)
		}
	}
	return s.zext(e, ir.I64)
}

// RangeAt returns the range of e at the end of b, using the conditions that lead there and the checks of b. An
// instruction of b needs RangeBefore: a check that follows it may fail, after stores and other checks that depend on
// the instruction.
func (s *SCEV) RangeAt(e Expr, b *ir.Block) (lo, hi int64) {
	r := s.rangeAt(e, s.factsAt(b))
	return r.lo, r.hi
}

// RangeBefore returns the range of e where v runs.
func (s *SCEV) RangeBefore(e Expr, v *ir.Value) (lo, hi int64) {
	r := s.rangeAt(e, s.factsWhere(v))
	return r.lo, r.hi
}

// ProveLE reports whether a <= b, signed, always holds at the end of block at; if at is nil, whether it always
// holds everywhere.
func (s *SCEV) ProveLE(a, b Expr, at *ir.Block) bool { return s.le(a, b, false, s.factsAt(at)) }

// le proves a < b or, if !strict, a <= b.
func (s *SCEV) le(a, b Expr, strict bool, list []fact) bool {
	if a == b {
		return !strict
	}
	if a.Elem != b.Elem {
		return false
	}
	k := int64(0)
	if strict {
		k = 1
	}
	s.f.Spend(stepsPerFact * (1 + len(list)))
	ra, rb := s.rangeAt(a, list), s.rangeAt(b, list)
	if lo, ok := addOK(ra.hi, k); ok && lo <= rb.lo {
		return true
	}
	// b = a + d without wrapping.
	if d, ok := s.ConstDiff(b, a); ok && d >= k && !s.addWraps(ra, d, a.Elem) {
		return true
	}
	// If a = f.a + p and b = f.b + q with f.a <= f.b - e, then a <= b - e + p - q in unbounded arithmetic, if
	// neither sum wraps.
	for i := range list {
		f := &list[i]
		p, ok := s.ConstDiff(a, f.a)
		if !ok {
			continue
		}
		q, ok := s.ConstDiff(b, f.b)
		if !ok {
			continue
		}
		e := int64(0)
		if f.strict {
			e = 1
		}
		if p > math.MaxInt32 || p < math.MinInt32 || q > math.MaxInt32 || q < math.MinInt32 || p+k > q+e {
			continue
		}
		x, y := s.rangeAt(f.a, list), s.rangeAt(f.b, list)
		if !s.addWraps(x, p, a.Elem) && !s.addWraps(y, q, b.Elem) {
			return true
		}
	}
	// For a minimum or maximum, either one operand suffices or both are needed.
	if s.leAbove(a, b, strict, list) {
		return true
	}
	if a.Kind == MaxS && s.le(a.Args[0], b, strict, list) && s.le(a.Args[1], b, strict, list) {
		return true
	}
	switch {
	case b.Kind == MaxS:
		return s.le(a, b.Args[0], strict, list) || s.le(a, b.Args[1], strict, list)
	case b.Kind == MinS:
		return s.le(a, b.Args[0], strict, list) && s.le(a, b.Args[1], strict, list)
	}
	return false
}

// leAbove proves a <= b, or a < b, by what is not less than a: a minimum is at most either operand, and a quotient
// times its divisor is at most the dividend. The first such term of a that b does not have is replaced. The sums
// before and after must not wrap.
func (s *SCEV) leAbove(a, b Expr, strict bool, list []fact) bool {
	if a.Kind != Sum {
		x, y, _ := s.above1(a, 1, list)
		return x != nil && s.le(x, b, strict, list) || y != nil && s.le(y, b, strict, list)
	}
	if s.raised == maxRaised {
		return false
	}
	s.raised++
	defer func() { s.raised-- }()
	for i, t := range a.Args {
		x, y, k := s.above1(t, a.Coef[i], list)
		if x == nil || b == t || b.Kind == Sum && slices.Contains(b.Args, t) {
			continue
		}
		if !s.exactAt(a, list) {
			return false
		}
		rest := s.Sub(a, s.MulConst(t, a.Coef[i]))
		for _, z := range [2]Expr{x, y} {
			if z == nil {
				continue
			}
			if z = s.Add(rest, s.MulConst(z, k)); s.exactAt(z, list) && s.le(z, b, strict, list) {
				return true
			}
		}
		return false
	}
	return false
}

// maxRaised bounds how many terms of a sum are replaced one after the other; each may have two replacements. The count
// of a loop whose counter is below the minimum of three lengths, divided by its step, has three.
const maxRaised = 3

// above1 returns x, and y if it is not nil, so that n*t <= k*x and n*t <= k*y.
func (s *SCEV) above1(t Expr, n int64, list []fact) (x, y Expr, k int64) {
	natural := func(e Expr) bool { return s.rangeAt(e, list).lo >= 0 }
	switch t.Kind {
	case MaxS:
		if n < 0 {
			return t.Args[0], t.Args[1], n
		}
	case MinS:
		if n > 0 {
			return t.Args[0], t.Args[1], n
		}
	case MinU:
		if x, y = t.Args[0], t.Args[1]; n > 0 {
			if !natural(x) {
				x, y = y, nil
			}
			if x != nil && natural(x) {
				if y != nil && !natural(y) {
					y = nil
				}
				return x, y, n
			}
		}
	case DivU:
		if n > 0 && natural(t.Args[0]) {
			if n%t.Val == 0 {
				n /= t.Val
			}
			return t.Args[0], nil, n
		}
	case Unknown:
		if x, d, _, ok := s.quotient(t, nil); ok && n > 0 && natural(x) {
			if n%d == 0 {
				n /= d
			}
			return x, nil, n
		}
	case ZExt, SExt:
		if e := t.Args[0]; n > 0 && e.Kind == Trunc && e.Args[0].Elem == t.Elem && natural(e.Args[0]) {
			return e.Args[0], nil, n
		}
	}
	return nil, nil, 0
}

// exactAt reports whether the sum e is the sum of its terms where the facts hold: it does not wrap.
func (s *SCEV) exactAt(e Expr, list []fact) bool {
	if e.Kind != Sum {
		return true
	}
	m, ok := bounds{e.Val, e.Val}, true
	for i, t := range e.Args {
		var x bounds
		if x, ok = s.rangeAt(t, list).mul(e.Coef[i]); ok {
			m, ok = m.add(x)
		}
		if !ok {
			return false
		}
	}
	return fits(m, e.Elem)
}

// Opposite returns the negated comparison of integers: !(a < b) is b <= a.
func Opposite[T any](a, b T, op ir.Op) (T, T, ir.Op) {
	switch op {
	case ir.OpLtS:
		return b, a, ir.OpLeS
	case ir.OpLeS:
		return b, a, ir.OpLtS
	case ir.OpLtU:
		return b, a, ir.OpLeU
	case ir.OpLeU:
		return b, a, ir.OpLtU
	case ir.OpEq:
		return a, b, ir.OpNe
	case ir.OpNe:
		return a, b, ir.OpEq
	}
	return a, b, op
}
