package analysis

import (
	"math"
	"math/bits"

	"hotloop/loopopt/ir"
)

// ExitCount tells when a loop exits at one of its exiting blocks: after the back edge has been taken Count
// times, unless the loop exits earlier elsewhere. Count is a non-negative i64.
type ExitCount struct {
	Exiting *ir.Block
	Count   Expr
	OK      bool
}

// loopFacts is what is known about a loop.
type loopFacts struct {
	busy     int32 // position, plus 1, of the query that computes it
	stands   standing
	exits    []ExitCount
	taken    Expr     // the minimum of all counts, if all are known
	maxTaken int64    // upper bound of how often the back edge is taken; -1 if unknown
	tested   []tested // recurrences whose interval is known
}

// tested is a recurrence that a test of the loop bounds: in every iteration that runs, it lies in r, which it
// reaches without wrapping.
type tested struct {
	rec      Expr
	r        bounds
	unsigned bool
	// byCheck means that the bound comes from a check of the loop, not from a branch. It holds in the
	// iterations that run, but an exit's count includes iterations that a failing check may prevent.
	byCheck bool
	inside  bounds // for byCheck: the interval after the check has passed, also in the first iteration
}

// unknownFacts is the answer while the query is in progress.
var unknownFacts = loopFacts{maxTaken: -1}

// MaxCount is the largest count. Counts saturate there: a loop with more iterations would not end within a
// lifetime, however it is compiled.
const MaxCount = math.MaxInt64 - 1

// patience is a number of iterations that never completes in practice: 18 years at one per nanosecond.
const patience = 1 << 59

func (s *SCEV) loopFacts(l *Loop) *loopFacts {
	lf := &s.loops[l.index]
	switch {
	case lf.busy > 0:
		s.asked.cutAt(lf.busy - 1)
		return &unknownFacts
	case s.asked.stands(lf.stands):
		return lf
	}
	at, outer := s.asked.open()
	*lf = loopFacts{busy: at + 1, maxTaken: -1}
	s.checkBounds(l, lf)
	all := l.Latch != nil && len(l.Exiting) > 0
	lf.exits = s.mem.exits.Take(len(l.Exiting))[:0]
	var taken Expr
	for _, b := range l.Exiting {
		x := ExitCount{Exiting: b}
		// An exit that some iterations do not reach, or that an inner loop reaches repeatedly, has no count.
		if l.Latch != nil && s.li.Of(b) == l && s.dom.Dominates(b, l.Latch) && b.Kind == ir.BlockIf {
			q := question{l, lf, b == l.Latch}
			c := s.exit(q, b.Control, l.Contains(b.Succs[0]), 4)
			if x.Count, x.OK = c.e, c.ok; c.ok {
				if lf.maxTaken < 0 || c.hi < lf.maxTaken {
					lf.maxTaken = c.hi
				}
			} else if n, ok := halvings(l, b.Control, l.Contains(b.Succs[0])); ok &&
				(lf.maxTaken < 0 || n < lf.maxTaken) {
				lf.maxTaken = n
			}
		}
		if all = all && x.OK; all {
			if taken == nil {
				taken = x.Count
			} else {
				taken = s.MinS(taken, x.Count)
			}
		}
		lf.exits = append(lf.exits, x)
	}
	if all {
		lf.taken = taken
	}
	lf.busy, lf.stands = 0, s.asked.close(at, outer)
	return lf
}

// count is an exit's count and an upper bound of it.
type count struct {
	e  Expr
	hi int64
	ok bool
}

// question is the loop that a query is about, and what is known about it so far.
type question struct {
	l     *Loop
	lf    *loopFacts
	latch bool // the exit is the latch: every check that all iterations pass precedes it
}

// exit returns the count of an exit that is not taken while c == stay.
func (s *SCEV) exit(q question, c *ir.Value, stay bool, depth int) count {
	l, lf := q.l, q.lf
	if depth == 0 {
		return count{}
	}
	switch c.Op {
	case ir.OpNot:
		return s.exit(q, c.Args[0], !stay, depth-1)
	case ir.OpAnd, ir.OpOr:
		if stay != (c.Op == ir.OpAnd) {
			return count{}
		}
		// The loop continues while both hold: the earlier exit determines the count.
		a, b := s.exit(q, c.Args[0], stay, depth-1), s.exit(q, c.Args[1], stay, depth-1)
		if !a.ok || !b.ok {
			return count{}
		}
		return count{s.MinS(a.e, b.e), min(a.hi, b.hi), true}
	}
	if !c.Op.IsCompare() || !c.Args[0].Type.Elem.IsInt() {
		return count{}
	}
	a, b := s.operand(c, 0), s.operand(c, 1)
	op := c.Op
	if !stay {
		a, b, op = Opposite(a, b, op)
	}
	strided := func(e, bound Expr) bool {
		return e.Kind == AddRec && e.Loop == l && e.Step().Kind == Const && s.Invariant(bound, l)
	}
	switch op {
	case ir.OpNe:
		if strided(b, a) {
			a, b = b, a
		}
		if strided(a, b) {
			return s.until(l, lf, a, b)
		}
	case ir.OpLtS, ir.OpLeS, ir.OpLtU, ir.OpLeU:
		test := upTest{orEqual: op == ir.OpLeS || op == ir.OpLeU, unsigned: op == ir.OpLtU || op == ir.OpLeU}
		switch {
		case strided(a, b) && a.Step().Val > 0:
			test.rec, test.bound = a, b
		case strided(b, a) && b.Step().Val < 0:
			// a < rec is equivalent to ^rec < ^a, and ^rec increases: complementing reverses every order,
			// without overflow.
			test.rec, test.bound, test.mirrored = s.not(b), s.not(a), true
		case op == ir.OpLtU && strided(a, b):
			return s.descent(q, a, b)
		default:
			gap, ok := s.gap(l, lf, a, b)
			if !ok || test.unsigned {
				return count{} // it moves away from the bound: the loop exits at once or after wrapping
			}
			test.rec, test.bound = gap, s.Const(gap.Elem, 0)
		}
		return s.climb(q, test)
	}
	return count{}
}

// upTest is the loop condition rec < bound (or <=) on an increasing recurrence.
type upTest struct {
	rec, bound        Expr
	orEqual, unsigned bool
	mirrored          bool // rec and bound are the complements of what the program compares
}

// climb returns the number of iterations k = 0, 1, … for which rec = w + k*c is below the limit: the least k
// with w + k*c >= limit, which is ceil((max(limit, w) - w) / c).
//
// This is immediate if nothing wraps. The values before that k are below the limit; the one at k is at most
// limit - 1 + c. So nothing wraps if limit - 1 + c fits. It always fits for c = 1. Otherwise one of these must
// hold: the limit's range implies it; a check that every iteration passes bounds the recurrence; the start is
// so far from the end of the integers that reaching it takes patience iterations; a check before the test in
// every iteration ensures it (pastCheck).
func (s *SCEV) climb(q question, t upTest) count {
	l, lf, e := q.l, q.lf, t.rec.Elem
	w, c := t.rec.Start(), t.rec.Step().Val
	if c <= 0 {
		return count{} // the complement of a step of MinInt
	}
	facts := s.entryFacts(l)
	rw, rb := s.rangeAt(w, facts), s.rangeAt(t.bound, facts)
	top := full(e).hi
	narrow := e.Bits() < 64
	unsign := t.unsigned && !(rw.lo >= 0 && rb.lo >= 0) // otherwise signed and unsigned order agree
	if unsign && rw.hi < 0 && rb.hi < 0 {
		unsign, top = false, -1 // they agree on negative numbers too: the complements of those that count down
	}
	if unsign {
		if narrow {
			rw, rb = unsigned(rw, e), unsigned(rb, e)
			top = 1<<e.Bits() - 1
		} else if c != 1 || t.orEqual {
			return count{}
		}
	}
	// Widen exactly: from here on everything is i64, and signed except for the unsigned test of 64 bits.
	b := t.bound
	if narrow {
		extend, last := s.sextAt, int64(-1) // the complement of x is last - x
		if unsign {
			extend, last = s.zextAt, top
		}
		if t.mirrored {
			w = s.combine(s.Const(ir.I64, last), -1, extend(s.not(w), facts), 0)
			b = s.combine(s.Const(ir.I64, last), -1, extend(s.not(b), facts), 0)
		} else {
			w, b = extend(w, facts), extend(b, facts)
		}
		rw, rb = rw.intersect(s.rangeAt(w, facts)), rb.intersect(s.rangeAt(b, facts))
		if rw.lo > rw.hi || rb.lo > rb.hi {
			return count{} // unreachable
		}
	}
	proved := true
	limitHi := rb.hi
	if t.orEqual {
		limitHi++ // may wrap; then it is smaller than rb.Hi and is not used
	}
	if last, ok := addOK(rb.hi, c-1); (!ok || last > top) && !(unsign && !narrow) ||
		t.orEqual && (!ok || last > top-1) {
		// Far from the end: the start plus c*patience is still representable, so c is at most 8.
		if far, ok := addOK(max(rw.hi, 0), min(c, 16)*patience); narrow || c > 8 || !ok || far > top {
			if b, ok := s.boundedBy(lf, t, e, false); !ok || b.hi > top-c {
				return s.pastCheck(q, t, facts)
			}
		}
		proved = false
	}

	if t.orEqual {
		b = s.AddConst(b, 1) // wraps only if patience was the argument, and then d below is still right modulo 2^64
	}
	var d Expr
	hi, exact, rounded := int64(0), false, false
	if unsign && !narrow {
		d = s.Sub(s.minMax(MaxU, b, w), w)
	} else {
		first := s.rangeAt(w, facts)
		var ok bool
		if d, rounded, ok = s.climbDistance(t, w, b, first, rw, proved, facts); !ok {
			return count{}
		}
		lim := rb.hi
		if t.orEqual {
			lim = addSat(lim, 1)
		}
		if n, ok := addOK(lim, -first.lo); ok && first.lo != math.MinInt64 && n < math.MaxInt64 {
			hi, exact = max(n, 0), true
		}
		if r := s.rangeOf(d); r.lo >= 0 && r.hi < math.MaxInt64 && !rounded {
			if !exact || r.hi < hi {
				hi, exact = r.hi, true
			}
		}
	}
	if !exact && rounded {
		// The rounded distance is non-negative but may exceed a signed number, if the start is unknown. Its
		// unsigned quotient by the step fits.
		far, _ := bits.Sub64(uint64(rb.hi), uint64(rw.lo), 0)
		if far, carry := bits.Add64(far, uint64(c-1), 0); carry == 0 && far/uint64(c) <= MaxCount && !t.orEqual {
			return count{s.divU(d, c), int64(far / uint64(c)), true}
		}
	}
	if !exact {
		if c != 1 {
			return count{}
		}
		d, hi = s.minMax(MinU, d, s.Const(ir.I64, MaxCount)), MaxCount
	}
	if c > 1 {
		n, ok := addOK(hi, c-1)
		if !ok {
			return count{}
		}
		if !rounded {
			d = s.AddConst(d, c-1)
		}
		d, hi = s.divU(d, c), n/c
	}
	if proved {
		lf.climbed(s, t, bounds{rw.lo, max(rw.hi, limitHi-1+c)}, unsign)
	}
	return count{d, hi, true}
}

// pastCheck counts what climb cannot because nothing is known about the start, but where every iteration checks
// the recurrence before the test. Where the check has passed, the step to the value under test has not wrapped.
// If the check fails, the count means nothing, as in every loop that exits by a check, but it must be a valid
// count.
//
// The loop is guarded by the condition that the value one step before the first one under test is below the
// limit. So the distance from there is non-negative, and fits an unsigned number of 64 bits however large it
// is.
func (s *SCEV) pastCheck(q question, t upTest, facts []fact) count {
	w, c := t.rec.Start(), t.rec.Step().Val
	if !q.latch || t.unsigned || t.rec.Elem.Bits() < 64 || c < 2 {
		return count{}
	}
	if _, ok := s.boundedBy(q.lf, t, t.rec.Elem, true); !ok || !s.le(s.AddConst(w, -c), t.bound, !t.orEqual, facts) {
		return count{}
	}
	d := s.AddConst(s.Sub(t.bound, w), c)
	if !t.orEqual {
		d = s.AddConst(d, -1)
	}
	n := s.divU(d, c)
	if c == 2 {
		n = s.minMax(MinU, n, s.Const(ir.I64, MaxCount))
	}
	return count{n, MaxCount, true}
}

// climbed records the range r of the recurrence under test, including the value of the last test. unsign means
// that the range is one of unsigned numbers.
func (lf *loopFacts) climbed(s *SCEV, t upTest, r bounds, unsign bool) {
	rec := t.rec
	if t.mirrored {
		last := int64(-1)
		if unsign {
			last += 1 << rec.Elem.Bits()
		}
		rec, r = s.not(rec), bounds{last - r.hi, last - r.lo}
	}
	if !unsign || rec.Elem.Bits() < 64 {
		lf.tested = s.mem.tested.Append(lf.tested, tested{rec: rec, r: r, unsigned: unsign})
	}
}

// descent returns the number of iterations k = 0, 1, … for which rec = w - k*c is below the bound, unsigned: the loop
// ends when the recurrence passes 0 and becomes large. The first such number is at least 2^n - c, for n bits, and must
// not be below the bound.
//
// The guard of a rotated loop states that the value one step before the first one under test is below the bound. Then
// w + c is in [0, bound), and the count is (w + c) / c, rounded down.
func (s *SCEV) descent(q question, rec, bound Expr) count {
	e, w, c := rec.Elem, rec.Start(), -rec.Step().Val
	facts := s.entryFacts(q.l)
	r := bounds{0, math.MaxInt64 - 1} // of values below the bound
	if e.Bits() < 64 {
		r.hi = s.rangeAt(s.zext(bound, ir.I64), facts).hi - 1
		if c <= 0 || c > 1<<e.Bits()-1-r.hi {
			return count{}
		}
	} else if rb := s.rangeAt(bound, facts); c <= 0 || rb.lo < 0 {
		return count{}
	} else {
		r.hi = min(r.hi, rb.hi-1)
	}
	first := s.zextAt(s.AddConst(w, c), facts)
	if !s.le(s.Const(ir.I64, 0), first, false, facts) || !s.le(first, s.zextAt(bound, facts), true, facts) {
		return count{}
	}
	// The value before the one under test is in [0, bound) whenever the test is reached.
	q.lf.tested = s.mem.tested.Append(q.lf.tested, tested{rec: s.AddConst(rec, c), r: r, unsigned: e.Bits() < 64})
	return count{s.divU(first, c), r.hi / c, true}
}

// climbDistance returns max(b-w, 0), the distance from w, whose range is first, to the limit b, both widened to
// i64. rounded means that c-1 is already added. If proved is false, the recurrence stays below the limit only
// by the argument of patience. rw is the range of the start before widening. It fails if the limit may have
// wrapped.
func (s *SCEV) climbDistance(t upTest, w, b Expr, first, rw bounds, proved bool,
	facts []fact) (d Expr, rounded, ok bool) {
	c := t.rec.Step().Val
	switch {
	case (proved || !t.orEqual) && s.le(w, b, false, facts),
		// For a limit n, b is n+1, which may have wrapped. The guard of a rotated loop states w-1 <= n, and
		// b - w is n - (w-1).
		!proved && t.orEqual && rw.lo > math.MinInt64 && s.le(s.AddConst(w, -1), s.AddConst(b, -1), false, facts):
		return s.Sub(b, w), false, true
	case proved && s.le(b, w, false, facts):
		return s.Const(ir.I64, 0), false, true
	case !proved && t.orEqual:
		return nil, false, false // the limit may have wrapped, which max would not notice
	case proved && c > 1 && !s.addWraps(first, -c, ir.I64) && s.le(s.AddConst(w, -c), b, true, facts):
		// One step earlier the recurrence was below the limit: ceil(max(b-w, 0)/c) is floor((b-w+c-1)/c), which
		// is not negative.
		return s.AddConst(s.Sub(b, w), c-1), true, true
	}
	return s.Sub(s.MaxS(b, w), w), false, true
}

func addSat(a, b int64) int64 {
	if c, ok := addOK(a, b); ok {
		return c
	}
	if b > 0 {
		return math.MaxInt64
	}
	return math.MinInt64
}

// until returns the number of iterations for which rec != bound. A recurrence with step 1 reaches the bound
// eventually, maybe after wrapping; a larger step must be known to hit it.
func (s *SCEV) until(l *Loop, lf *loopFacts, rec, bound Expr) count {
	c := rec.Step().Val
	d := s.Sub(bound, rec.Start())
	if c < 0 {
		d, c = s.MulConst(d, -1), -c
	}
	if d.Kind == Const && c > 1 {
		if d.Val < 0 || d.Val%c != 0 {
			return count{}
		}
		n := d.Val / c
		return count{s.Const(ir.I64, n), n, true}
	}
	if c != 1 {
		return count{}
	}
	facts := s.entryFacts(l)
	if rec.Elem.Bits() < 64 {
		from, to := s.zextAt(rec.Start(), facts), s.zextAt(bound, facts)
		if rec.Step().Val < 0 {
			from, to = to, from
		}
		if s.le(from, to, false, facts) { // it does not wrap
			r := bounds{s.rangeAt(from, facts).lo, s.rangeAt(to, facts).hi}
			lf.tested = s.mem.tested.Append(lf.tested, tested{rec: rec, r: r, unsigned: true})
			return count{s.Sub(to, from), max(r.hi-r.lo, 0), true}
		}
		d = s.zext(d, ir.I64)
		return count{d, s.rangeOf(d).hi, true}
	}
	// Modulo 2^64 the distance is exact. If the recurrence is known to approach the bound, it is a signed
	// number.
	lo, hi := rec.Start(), bound
	if rec.Step().Val < 0 {
		lo, hi = hi, lo
	}
	rl, rh := s.rangeAt(lo, facts), s.rangeAt(hi, facts)
	if n, ok := addOK(rh.hi, -rl.lo); ok && rl.lo != math.MinInt64 && n < math.MaxInt64 && s.le(lo, hi, false, facts) {
		lf.tested = s.mem.tested.Append(lf.tested, tested{rec: rec, r: bounds{rl.lo, rh.hi}})
		return count{d, max(n, 0), true}
	}
	return count{s.minMax(MinU, d, s.Const(ir.I64, MaxCount)), MaxCount, true}
}

// checkBounds learns from bounds checks that every iteration passes. If the back edge is taken in iteration k,
// the index of iteration k was in [0, len), and the next is one step further. So the recurrence, except for its
// start, lies in [0, len) widened by one step, without wrapping.
func (s *SCEV) checkBounds(l *Loop, lf *loopFacts) {
	if l.Latch == nil {
		return
	}
	for _, b := range l.Blocks {
		if s.li.Of(b) != l || !s.dom.Dominates(b, l.Latch) {
			continue
		}
		for _, v := range b.Walk() {
			if v.Op != ir.OpCheck || v.Args[0].Op != ir.OpLtU {
				continue
			}
			c := v.Args[0]
			if c.Args[0].Type != ir.TI64 || !l.Invariant(c.Args[1]) {
				continue
			}
			i := s.operand(c, 0)
			if i.Kind != AddRec || i.Loop != l || i.Step().Kind != Const || !smallStep(i.Step().Val) {
				continue
			}
			facts := s.entryFacts(l)
			n := s.rangeAt(s.operand(c, 1), facts)
			if n.lo < 0 || n.hi > math.MaxInt64/2 {
				continue
			}
			step := i.Step().Val
			first := s.rangeAt(i.Start(), facts)
			r := bounds{min(first.lo, min(step, 0)), max(first.hi, n.hi-1+max(step, 0))}
			lf.tested = s.mem.tested.Append(lf.tested, tested{rec: i, r: r, byCheck: true,
				inside: bounds{0, n.hi - 1}})
		}
	}
}

// smallStep keeps products and sums of steps far from overflow.
func smallStep(n int64) bool { return n > math.MinInt32 && n < math.MaxInt32 }

// boundedBy returns the interval of a test's recurrence that another test of the loop proves: for all
// iterations or, if behind is true, after the checks of the same iteration.
func (s *SCEV) boundedBy(lf *loopFacts, t upTest, e ir.Elem, behind bool) (bounds, bool) {
	rec := t.rec
	if t.mirrored {
		rec = s.not(rec)
	}
	for _, o := range lf.tested {
		if o.unsigned || o.rec.Elem != e || behind && !o.byCheck {
			continue
		}
		in := o.r
		if behind {
			in = o.inside
		}
		if d, ok := s.ConstDiff(rec, o.rec); ok {
			if r, ok := in.add(bounds{d, d}); ok && fits(r, e) {
				if t.mirrored {
					r = bounds{-1 - r.hi, -1 - r.lo}
				}
				return r, true
			}
		}
	}
	return bounds{}, false
}

// ExitCounts returns, for every exiting block of l, when the loop exits there. Checks are not included: the
// counts are valid as long as no check fails.
func (s *SCEV) ExitCounts(l *Loop) []ExitCount { return s.loopFacts(l).exits }

// TripCount returns the number of times that l's back edge is taken if no check fails, a non-negative i64, and
// its value if it is constant, else -1. The loop's header runs once more than that.
func (s *SCEV) TripCount(l *Loop) (taken Expr, constant int64, ok bool) {
	lf := s.loopFacts(l)
	if lf.taken == nil {
		return nil, -1, false
	}
	if lf.taken.Kind == Const {
		return lf.taken, lf.taken.Val, true
	}
	return lf.taken, -1, true
}

// MaxTaken returns an upper bound of the number of times that l's back edge is taken, or -1 if none is known.
func (s *SCEV) MaxTaken(l *Loop) int64 { return s.loopFacts(l).maxTaken }
