package analysis

import (
	"hotloop/loopopt/ir"
)

// CheckExitCount returns the number of iterations of l, from the first, for which the check holds if every
// iteration reaches it. The count is a non-negative i64 that is computed before the loop; MaxCount means
// forever. If some iterations do not reach the check, it may hold for longer.
//
// The count is exact except in two cases, where it may be too small: an index that varies in an unknown way,
// and conditions other than index < length.
func (s *SCEV) CheckExitCount(check *ir.Value, l *Loop) (Expr, bool) {
	return s.holds(check.Args[0], l, check.Block)
}

func (s *SCEV) holds(c *ir.Value, l *Loop, at *ir.Block) (Expr, bool) {
	forever := s.Const(ir.I64, MaxCount)
	if c.IsConst() {
		if c.AuxInt != 0 {
			return forever, true
		}
		return s.Const(ir.I64, 0), true
	}
	if c.Op == ir.OpAnd {
		a, ok1 := s.holds(c.Args[0], l, at)
		b, ok2 := s.holds(c.Args[1], l, at)
		if ok1 && ok2 {
			return s.MinS(a, b), true
		}
		return nil, false
	}
	if c.Op.IsCompare() && c.Args[0].Type == ir.TI64 {
		a, b := s.operand(c, 0), s.operand(c, 1)
		switch c.Op {
		case ir.OpLeU:
			if s.rangeIn(b, l).lo >= 0 && s.Invariant(b, l) && !s.addWraps(s.rangeIn(b, l), 1, ir.I64) {
				if n, ok := s.below(a, s.AddConst(b, 1), l); ok {
					return n, true
				}
			}
			if a.Kind == Const && a.Val > 0 {
				if n, ok := s.above(a.Val-1, b, l); ok {
					return n, true
				}
			}
		case ir.OpLtU:
			if n, ok := s.below(a, b, l); ok {
				return n, true
			}
			if a.Kind == Const {
				if n, ok := s.above(a.Val, b, l); ok {
					return n, true
				}
			}
		case ir.OpNe:
			if r := s.rangeOf(a); b.Kind == Const && (b.Val < r.lo || b.Val > r.hi) {
				return forever, true
			}
		}
	}
	if l.Invariant(c) {
		// 0 < zext(c) ? forever : 0
		w := s.unknown(c)
		z := s.intern(Node{Kind: ZExt, Elem: ir.I64}, w)
		return s.ifLtU(s.Const(ir.I64, 0), z, forever), true
	}
	return nil, false
}

// largestTable is a number of elements larger than any table indexed by data, by 16-bit words and values
// computed from them.
const largestTable = 1 << 24

// below returns the number of iterations for which a < n, unsigned.
func (s *SCEV) below(a, n Expr, l *Loop) (Expr, bool) {
	if !s.Invariant(n, l) {
		return nil, false
	}
	forever := s.Const(ir.I64, MaxCount)
	facts := s.entryFacts(l)
	if s.Invariant(a, l) {
		if s.le(s.Const(ir.I64, 0), a, false, facts) && s.le(a, n, true, facts) {
			return forever, true
		}
		return s.ifLtU(a, n, forever), true
	}
	if a.Kind == AddRec && a.Loop == l && a.Step().Kind == Const {
		if s.alwaysBelow(a, n, l) {
			return forever, true
		}
		return s.BoundCount(a.Start(), a.Step().Val, n, l)
	}
	if w, d, ok := s.walksSlowly(a, l); ok {
		// w/d < n, rounded down, is equivalent to w < n*d for non-negative w.
		if r := s.rangeAt(n, facts); r.hi <= maxBytes && r.lo >= 0 {
			return s.below(w, s.MulConst(n, d), l)
		}
	}
	if rest, k := s.SplitConst(a); k > 0 && k <= maxBeyond {
		if _, _, ok := s.walksSlowly(rest, l); ok {
			if r := s.rangeAt(n, facts); r.hi <= maxBytes && r.lo >= 0 { // w/d + k < n is equivalent to w/d < n - k
				return s.below(rest, s.AddConst(s.MaxS(n, s.Const(ir.I64, k)), -k), l)
			}
		}
	}
	// Whatever the index does, it is at most hi, so hi < n suffices, and it is known before the loop. Tables
	// are smaller than largestTable.
	if r := s.rangeOf(a); r.lo >= 0 && r.hi < largestTable {
		return s.ifLtU(s.Const(ir.I64, r.hi), n, forever), true
	}
	return nil, false
}

// Slowed reports whether v is an index of l divided by a constant, plus a small constant, so that its checks
// are counted exactly.
func (s *SCEV) Slowed(v *ir.Value, l *Loop) bool {
	e, k := s.SplitConst(s.Of(v))
	_, _, ok := s.walksSlowly(e, l)
	return ok && k >= 0 && k <= maxBeyond
}

// maxSlowed is the largest supported divisor of an index; its product with a length is far from overflow.
const maxSlowed = 4096

// maxBeyond is the largest constant that may be added to such an index.
const maxBeyond = 1 << 20

// walksSlowly returns w and d if a is w/d, where w is an increasing index of l that starts at 0 or above.
func (s *SCEV) walksSlowly(a Expr, l *Loop) (w Expr, d int64, ok bool) {
	switch {
	case a.Kind == Unknown && a.V != nil:
		return s.slowed(a.V, l)
	case a.Kind == DivU && a.Elem == ir.I64 && a.Val > 0 && a.Val <= maxSlowed:
		w = a.Args[0]
		return w, a.Val, s.climbsIn(w, l)
	}
	return nil, 0, false
}

// climbsIn reports whether w is an increasing index of l that starts at 0 or above.
func (s *SCEV) climbsIn(w Expr, l *Loop) bool {
	return w.Kind == AddRec && w.Loop == l && w.Step().Kind == Const && w.Step().Val > 0 && smallStep(w.Step().Val) &&
		s.rangeAt(w.Start(), s.entryFacts(l)).lo >= 0
}

// slowed returns w and d if v is w/d or w>>log2(d), where w is an increasing index of l that starts at 0 or
// above and d is a power of two up to 4096.
func (s *SCEV) slowed(v *ir.Value, l *Loop) (w Expr, d int64, ok bool) {
	if v.Type != ir.TI64 || len(v.Args) != 2 || !v.Args[1].IsConst() {
		return nil, 0, false
	}
	switch c := v.Args[1].Int(); {
	case (v.Op == ir.OpShrS || v.Op == ir.OpShrU) && c > 0 && c <= 12:
		d = 1 << c
	case (v.Op == ir.OpDivS || v.Op == ir.OpDivU) && c > 0 && c <= maxSlowed && c&(c-1) == 0:
		d = c
	default:
		return nil, 0, false
	}
	w = s.operand(v, 0)
	return w, d, s.climbsIn(w, l)
}

// above returns the number of iterations for which c < rec, where rec decreases: the remaining length of a
// slice from which the loop cuts pieces. Until the count is reached, rec is in (c, start], so c < rec is the
// same signed and unsigned. The first rec that violates it may be negative, which is large as an unsigned
// number: the count is then too small.
//
// If start and c are in [0, 1<<62), start - k*step > c for all k below ceil((start - c) / step). There are no
// such k if start <= c.
func (s *SCEV) above(c int64, rec Expr, l *Loop) (Expr, bool) {
	if rec.Kind != AddRec || rec.Loop != l || rec.Step().Kind != Const || rec.Step().Val >= 0 || c < 0 || c >= 1<<62 {
		return nil, false
	}
	start, step := rec.Start(), -rec.Step().Val
	facts := s.entryFacts(l)
	r := s.rangeAt(start, facts)
	if !smallStep(step) || r.hi >= 1<<62 || r.lo < 0 && !s.le(s.Const(ir.I64, 0), start, false, facts) {
		return nil, false
	}
	above := start
	if !s.le(s.Const(ir.I64, c), start, false, facts) {
		above = s.MaxS(start, s.Const(ir.I64, c))
	}
	if step == 1 {
		return s.AddConst(above, -c), true
	}
	return s.divU(s.AddConst(above, step-1-c), step), true
}

// alwaysBelow proves 0 <= rec < n for all iterations of l: for the first and, since rec is monotonic, for the
// last. The last iteration is the one given by an exit's count. The recurrence must not wrap before it, whether
// or not a check would fail earlier.
func (s *SCEV) alwaysBelow(rec, n Expr, l *Loop) bool {
	r, ok := s.recBounds(rec, false)
	if !ok {
		return false
	}
	facts := s.entryFacts(l)
	if rn := s.rangeAt(n, facts); r.lo >= 0 && r.hi < rn.lo {
		return true
	}
	zero := s.Const(ir.I64, 0)
	low, high := rec.Start(), rec.Start()
	// Any exit that every iteration reaches bounds the number of iterations.
	for _, x := range s.ExitCounts(l) {
		if !x.OK {
			continue
		}
		last := s.Add(rec.Start(), s.MulConst(x.Count, rec.Step().Val))
		if rec.Step().Val > 0 {
			high = last
		} else {
			low = last
		}
		if (r.lo >= 0 || s.le(zero, low, false, facts)) && s.le(high, n, true, facts) {
			return true
		}
	}
	return false
}

// BoundCount returns the number of iterations k = 0, 1, … up to the first for which 0 <= start + k*step < limit
// is false. It is a non-negative i64. limit must be known to be non-negative and below 1<<62.
//
// All values are i64, and start is arbitrary. If start is not in [0, limit), the count is 0. Otherwise:
//
// If step > 0, the first index outside is at most limit - 1 + step, which does not wrap: the count is
// ceil((limit - start) / step). Let m = minU(start, limit). Then limit - m is limit - start if start is inside
// and 0 otherwise, since a negative start is large as an unsigned number. If step < 0, the first index outside
// is at least -|step|, which does not wrap: the count is start / |step| + 1.
func (s *SCEV) BoundCount(start Expr, step int64, limit Expr, l *Loop) (Expr, bool) {
	facts := s.entryFacts(l)
	rl := s.rangeAt(limit, facts)
	if !s.Invariant(start, l) || !s.Invariant(limit, l) || rl.hi >= 1<<62 || !smallStep(step) {
		return nil, false
	}
	if rl.lo < 0 && !s.le(s.Const(ir.I64, 0), limit, false, facts) {
		return nil, false
	}
	zero := s.Const(ir.I64, 0)
	inside := s.le(zero, start, false, facts) && s.le(start, limit, true, facts)
	switch {
	case step == 0:
		if inside {
			return s.Const(ir.I64, MaxCount), true
		}
		return s.ifLtU(start, limit, s.Const(ir.I64, MaxCount)), true
	case step < 0:
		n := s.AddConst(s.divU(start, -step), 1)
		if inside {
			return n, true
		}
		return s.ifLtU(start, limit, n), true
	}
	m := start
	if !inside {
		m = s.minMax(MinU, start, limit)
	}
	if step == 1 {
		return s.Sub(limit, m), true
	}
	return s.divU(s.combine(limit, -1, m, step-1), step), true
}

// WalkTo decomposes a count that BoundCount built for step 1 without knowing whether start is inside. The count
// is limit - start, or 0 if start is not below limit as an unsigned number. limit is non-negative.
func (s *SCEV) WalkTo(count Expr) (start, limit Expr, ok bool) {
	if count.Kind != Sum || count.Val != 0 || len(count.Args) != 2 {
		return nil, nil, false
	}
	for i, least := range count.Args {
		limit = count.Args[1-i]
		if (least.Kind == MinU || least.Kind == MinS) && count.Coef[i] == -1 && count.Coef[1-i] == 1 {
			switch {
			case least.Args[0] == limit:
				start = least.Args[1]
			case least.Args[1] == limit:
				start = least.Args[0]
			default:
				continue
			}
			return start, limit, s.rangeOf(limit).lo >= 0 && (least.Kind == MinU || s.rangeOf(start).lo >= 0)
		}
	}
	return nil, nil, false
}

// maxBeside is the number of values of a check's block that are searched for other checks.
const maxBeside = 100

// ProveCheck reports whether a check always holds when control reaches it. The checks before it in its block
// are known to have passed.
func (s *SCEV) ProveCheck(c *ir.Value) bool {
	facts := s.factsBefore(c.Block)
	facts = facts[:len(facts):len(facts)]
	for i, v := range c.Block.Values {
		if v == c || i == maxBeside {
			break
		}
		if v.Op == ir.OpCheck {
			facts = s.learn(facts, v.Args[0], true, 4)
		}
	}
	return s.proveAt(c.Args[0], c.Block, facts, 4)
}

// ProveIndex reports whether 0 <= x < n always holds when control reaches block b, for the value of x in the
// current iteration of the loops around b.
func (s *SCEV) ProveIndex(x, n *ir.Value, b *ir.Block) bool {
	ex, en, facts := s.outside(x, b), s.outside(n, b), s.factsBefore(b)
	return s.le(s.Const(ex.Elem, 0), ex, false, facts) && s.le(ex, en, true, facts) || s.walksBelow(ex, en, b)
}

// walksBelow reports whether x is a recurrence of a loop around b with 0 <= x < n in every iteration.
func (s *SCEV) walksBelow(x, n Expr, b *ir.Block) bool {
	return x.Kind == AddRec && x.Elem == ir.I64 && x.Step().Kind == Const && s.Invariant(n, x.Loop) &&
		x.Loop.Contains(b) && s.alwaysBelow(x, n, x.Loop)
}

// proveAt reports whether c holds in block b, given facts.
func (s *SCEV) proveAt(c *ir.Value, b *ir.Block, facts []fact, depth int) bool {
	if c.IsConst() {
		return c.AuxInt != 0
	}
	if depth == 0 {
		return false
	}
	switch c.Op {
	case ir.OpAnd:
		return s.proveAt(c.Args[0], b, facts, depth-1) && s.proveAt(c.Args[1], b, facts, depth-1)
	case ir.OpOr:
		return s.proveAt(c.Args[0], b, facts, depth-1) || s.proveAt(c.Args[1], b, facts, depth-1)
	case ir.OpPhi:
		// Rotation carries a condition that the loop tests in its latch, and before its first iteration.
		for i, p := range c.Block.Preds {
			if !s.proveOnEdge(c.Args[i], p, c.Block, depth-1) {
				return false
			}
		}
		return true
	}
	if !c.Op.IsCompare() || !c.Args[0].Type.Elem.IsInt() {
		return false
	}
	x, y := s.operand(c, 0), s.operand(c, 1)
	zero := s.Const(x.Elem, 0)
	switch c.Op {
	case ir.OpLtS:
		return s.le(x, y, true, facts)
	case ir.OpLeS:
		return s.le(x, y, false, facts)
	case ir.OpLtU, ir.OpLeU:
		strict := c.Op == ir.OpLtU
		return s.le(zero, x, false, facts) && s.le(x, y, strict, facts) || strict && s.walksBelow(x, y, b)
	case ir.OpNe:
		rx, ry := s.rangeAt(x, facts), s.rangeAt(y, facts)
		return rx.hi < ry.lo || ry.hi < rx.lo || s.le(x, y, true, facts) || s.le(y, x, true, facts)
	}
	return false
}

// proveOnEdge reports whether c holds whenever control goes from p to b.
func (s *SCEV) proveOnEdge(c *ir.Value, p, b *ir.Block, depth int) bool {
	facts := s.factsAt(p)
	facts = facts[:len(facts):len(facts)]
	for q := p; q != nil; q = s.dom.Idom(b) {
		if q.Kind == ir.BlockIf && q.Succs[0] != q.Succs[1] && (q == p || len(b.Preds) == 1) {
			truth := q.Succs[0] == b
			if implies(q.Control, truth, c) {
				return true
			}
			if q == p {
				facts = s.learn(facts, q.Control, truth, 4)
			}
		}
		s.f.Spend(1)
		b = q
	}
	return s.proveAt(c, p, facts, depth)
}

// implies reports whether c holds if k == truth, because k is made of c.
func implies(k *ir.Value, truth bool, c *ir.Value) bool {
	switch k.Op {
	case ir.OpNot:
		return implies(k.Args[0], !truth, c)
	case ir.OpAnd, ir.OpOr:
		if truth == (k.Op == ir.OpAnd) && (implies(k.Args[0], truth, c) || implies(k.Args[1], truth, c)) {
			return true
		}
	}
	return truth && k == c
}
