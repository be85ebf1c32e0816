package analysis

import (
	"math"
	"math/bits"

	"hotloop/loopopt/ir"
)

// bounds is a closed interval of signed integers.
type bounds struct{ lo, hi int64 }

// full returns the interval of all integers of kind e, or that of i64 if e is not an integer kind.
func full(e ir.Elem) bounds {
	if n := e.Bits(); e.IsInt() && n < 64 {
		return bounds{-1 << (n - 1), 1<<(n-1) - 1}
	}
	return bounds{math.MinInt64, math.MaxInt64}
}

// fits reports whether r contains only integers of kind e.
func fits(r bounds, e ir.Elem) bool {
	f := full(e)
	return f.lo <= r.lo && r.hi <= f.hi
}

func (r bounds) union(o bounds) bounds     { return bounds{min(r.lo, o.lo), max(r.hi, o.hi)} }
func (r bounds) intersect(o bounds) bounds { return bounds{max(r.lo, o.lo), min(r.hi, o.hi)} }

// add returns r + o; ok is false if a bound overflows int64.
func (r bounds) add(o bounds) (bounds, bool) {
	lo, ok1 := addOK(r.lo, o.lo)
	hi, ok2 := addOK(r.hi, o.hi)
	return bounds{lo, hi}, ok1 && ok2
}

// mul returns r * n; ok is false if a bound overflows int64.
func (r bounds) mul(n int64) (bounds, bool) {
	lo, ok1 := mulOK(r.lo, n)
	hi, ok2 := mulOK(r.hi, n)
	return bounds{min(lo, hi), max(lo, hi)}, ok1 && ok2
}

func addOK(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

func mulOK(a, b int64) (int64, bool) {
	neg := (a < 0) != (b < 0)
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	switch {
	case hi != 0 || lo > 1<<63 || lo == 1<<63 && !neg:
		return 0, false
	case neg:
		return -int64(lo), true
	}
	return int64(lo), true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// addWraps reports whether adding n to a number in r may leave the integers of kind e.
func (s *SCEV) addWraps(r bounds, n int64, e ir.Elem) bool {
	x, ok := r.add(bounds{n, n})
	return !ok || !fits(x, e)
}

// Range returns an interval that contains e, as a signed integer, wherever e is computed.
func (s *SCEV) Range(e Expr) (lo, hi int64) {
	r := s.rangeOf(e)
	return r.lo, r.hi
}

// KnownNonNegative reports whether e is never negative.
func (s *SCEV) KnownNonNegative(e Expr) bool { return s.rangeOf(e).lo >= 0 }

func (s *SCEV) rangeOf(e Expr) bounds {
	if s.asked.stands(e.stands) {
		return e.rng
	}
	if e.Kind == Const {
		return bounds{e.Val, e.Val}
	}
	if s.depth > maxDepth {
		s.asked.cutAt(beyondAll)
		return full(e.Elem)
	}
	at, outer := s.asked.open()
	s.depth++
	r := s.computeRange(e)
	s.depth--
	if f := full(e.Elem); !fits(r, e.Elem) || r.lo > r.hi {
		r = f
	}
	e.rng, e.stands = r, s.asked.close(at, outer)
	return r
}

func (s *SCEV) computeRange(e Expr) bounds {
	switch e.Kind {
	case Unknown:
		r := s.valueRange(e.V, 4)
		// The final value of an exited loop's counter is in the range of its recurrence.
		if rec := s.Of(e.V); rec.Kind == AddRec && e.Elem.IsInt() {
			r = r.intersect(s.rangeOf(rec))
		}
		return r
	case Sum:
		if r, ok := s.exactSum(e); ok {
			return r
		}
	case Prod:
		r := s.rangeOf(e.Args[0])
		for _, a := range e.Args[1:] {
			o := s.rangeOf(a)
			x, ok1 := r.mul(o.lo)
			y, ok2 := r.mul(o.hi)
			if !ok1 || !ok2 {
				return full(e.Elem)
			}
			r = x.union(y)
		}
		return r
	case AddRec:
		return s.recRange(e)
	case SExt:
		return s.rangeOf(e.Args[0])
	case ZExt:
		return unsigned(s.rangeOf(e.Args[0]), e.Args[0].Elem)
	case Trunc:
		return s.rangeOf(e.Args[0]) // if it does not fit, rangeOf widens it to full
	case MinS:
		a, b := s.rangeOf(e.Args[0]), s.rangeOf(e.Args[1])
		return bounds{min(a.lo, b.lo), min(a.hi, b.hi)}
	case MaxS:
		a, b := s.rangeOf(e.Args[0]), s.rangeOf(e.Args[1])
		return bounds{max(a.lo, b.lo), max(a.hi, b.hi)}
	case MinU:
		// The unsigned minimum is at most either operand; a non-negative operand bounds it.
		a, b := s.rangeOf(e.Args[0]), s.rangeOf(e.Args[1])
		switch {
		case a.lo >= 0 && b.lo >= 0:
			return bounds{min(a.lo, b.lo), min(a.hi, b.hi)}
		case a.lo >= 0:
			return bounds{0, a.hi}
		case b.lo >= 0:
			return bounds{0, b.hi}
		}
	case MaxU:
		a, b := s.rangeOf(e.Args[0]), s.rangeOf(e.Args[1])
		if a.lo >= 0 && b.lo >= 0 {
			return bounds{max(a.lo, b.lo), max(a.hi, b.hi)}
		}
	case DivU:
		a := s.rangeOf(e.Args[0])
		if a.lo >= 0 {
			return bounds{a.lo / e.Val, a.hi / e.Val}
		}
		top := ir.Truncate(e.Elem, math.MaxUint64)
		return bounds{0, int64(top / uint64(e.Val))} // the divisor is at least 2
	case IfLtU:
		return s.rangeOf(e.Args[2]).union(bounds{0, 0})
	case Tri:
		if a := s.rangeOf(e.Args[0]); a.lo >= 0 && a.hi < 1<<31 { // monotonic from 0 on
			return bounds{a.lo * (a.lo - 1) / 2, a.hi * (a.hi - 1) / 2}
		}
	}
	return full(e.Elem)
}

// unsigned returns the interval of the unsigned integers of kind e whose signed values are in r.
func unsigned(r bounds, e ir.Elem) bounds {
	switch {
	case r.lo >= 0:
		return r
	case e.Bits() == 64:
		return full(e)
	case r.hi < 0:
		return bounds{r.lo + 1<<e.Bits(), r.hi + 1<<e.Bits()}
	}
	return bounds{0, 1<<e.Bits() - 1}
}

// exactSum returns the range of a Sum computed without wrapping; ok reports whether it fits, so that the Sum
// never wraps.
func (s *SCEV) exactSum(e Expr) (bounds, bool) {
	r := bounds{e.Val, e.Val}
	for i, a := range e.Args {
		t, ok := s.rangeOf(a).mul(e.Coef[i])
		if !ok {
			return r, false
		}
		if r, ok = r.add(t); !ok {
			return r, false
		}
	}
	return r, fits(r, e.Elem)
}

// maxBytes bounds the size of a slice in bytes.
const maxBytes = 1<<47 - 1

// valueRange returns the range of an opaque value, derived from its operation; depth bounds the recursion.
func (s *SCEV) valueRange(v *ir.Value, depth int) bounds {
	all := full(v.Type.Elem)
	if depth == 0 || v.Type.IsVector() || !(v.Type.Elem.IsInt() || v.Type.Elem == ir.Bool) {
		return all
	}
	w := int64(v.Type.Elem.Bits())
	arg := func(i int) bounds {
		if a := v.Args[i]; a.IsConst() {
			return bounds{a.Int(), a.Int()}
		} else if s.memo[min(int(a.ID), len(s.memo)-1)] != nil && int(a.ID) < len(s.memo) {
			return s.rangeOf(s.operand(v, i))
		} else {
			return s.valueRange(a, depth-1)
		}
	}
	switch v.Op {
	case ir.OpArgLen, ir.OpArgCap:
		size := int64(max(1, s.f.Params[v.AuxInt].Size))
		return bounds{0, maxBytes / size}
	case ir.OpLoad:
		if v.Header() && v.HeaderWord() > 0 { // a length or capacity
			return bounds{0, all.hi}
		}
	case ir.OpZExt:
		if v.Args[0].Type.Elem == ir.Bool {
			return bounds{0, 1}
		}
		return unsigned(arg(0), v.Args[0].Type.Elem)
	case ir.OpSExt:
		return arg(0)
	case ir.OpPopCount, ir.OpLeadingZeros, ir.OpTrailingZeros, ir.OpCountTrue, ir.OpFirstTrue:
		return bounds{0, max(w, ir.MaxLanes)}.intersect(all)
	case ir.OpAnd:
		a, b := arg(0), arg(1)
		switch { // the result has only bits that both arguments have
		case a.lo >= 0 && b.lo >= 0:
			return bounds{0, min(a.hi, b.hi)}
		case a.lo >= 0:
			return bounds{0, a.hi}
		case b.lo >= 0:
			return bounds{0, b.hi}
		}
	case ir.OpOr, ir.OpXor:
		a, b := arg(0), arg(1)
		if a.lo >= 0 && b.lo >= 0 {
			return bounds{0, 1<<bits.Len64(uint64(a.hi|b.hi)) - 1}
		}
	case ir.OpShrS:
		if c := v.Args[1]; c.IsConst() {
			n := min(uint64(c.AuxInt), 63)
			a := arg(0)
			return bounds{a.lo >> n, a.hi >> n}
		}
	case ir.OpShrU:
		if c := v.Args[1]; c.IsConst() && c.AuxInt > 0 && c.AuxInt < w {
			return bounds{0, 1<<(w-c.AuxInt) - 1}
		}
		if a := arg(0); a.lo >= 0 {
			return bounds{0, a.hi}
		}
	case ir.OpRemU:
		if b := arg(1); b.lo > 0 {
			r := bounds{0, b.hi - 1}
			if a := arg(0); a.lo >= 0 {
				r.hi = min(r.hi, a.hi)
			}
			return r
		}
	case ir.OpRemS:
		if r, ok := remainder(arg(0), arg(1)); ok {
			return r
		}
	case ir.OpDivU:
		if a := arg(0); a.lo >= 0 {
			return bounds{0, a.hi}
		}
	case ir.OpDivS:
		if a, b := arg(0), arg(1); b.lo > 0 {
			return bounds{min(a.lo, 0), max(a.hi, 0)}
		}
	case ir.OpAbs:
		if a := arg(0); a.lo > all.lo {
			return bounds{0, max(a.hi, -a.lo)}
		}
	case ir.OpMinS:
		a, b := arg(0), arg(1)
		return bounds{min(a.lo, b.lo), min(a.hi, b.hi)}
	case ir.OpMaxS:
		a, b := arg(0), arg(1)
		return bounds{max(a.lo, b.lo), max(a.hi, b.hi)}
	case ir.OpSelect:
		return arg(1).union(arg(2))
	case ir.OpPhi:
		if l := s.li.Of(v.Block); l != nil && l.Header == v.Block {
			if a := s.modularCounter(v, l); a != nil {
				return bounds{0, a.Mod - 1}
			}
			return s.carriedRange(v, arg)
		}
		r := arg(0)
		for i := range v.Args[1:] {
			r = r.union(arg(i + 1))
		}
		return r
	}
	return all
}

// carriedRange returns the range of a header phi: the union of the ranges of its arguments, which may be
// bounded whatever the phi is, such as an index that is kept within its table. arg returns the range of an
// argument. Other such phis met on the way are not analyzed, which bounds the time.
func (s *SCEV) carriedRange(phi *ir.Value, arg func(int) bounds) bounds {
	if r, ok := s.carried[phi]; ok {
		return r
	}
	r := full(phi.Type.Elem)
	if s.carrying > 0 {
		s.asked.cutAt(s.carrying - 1)
		return r
	}
	s.carrying = s.asked.current() + 1
	for i := range phi.Args {
		if x := arg(i); i == 0 {
			r = x
		} else {
			r = r.union(x)
		}
	}
	s.carrying = 0
	if s.carried == nil {
		s.carried = map[*ir.Value]bounds{}
	}
	s.carried[phi] = r
	return r
}

// remainder returns the range of a % b, signed; ok is false if nothing is known.
func remainder(a, b bounds) (r bounds, ok bool) {
	if m := max(b.hi, -max(b.lo, -math.MaxInt64)) - 1; b.lo > math.MinInt64 && m >= 0 {
		r = bounds{-m, m}
		if a.lo >= 0 {
			r.lo = 0
		}
		if a.hi <= 0 {
			r.hi = 0
		}
		return r.intersect(bounds{min(a.lo, 0), max(a.hi, 0)}), true
	}
	return r, false
}

// recRange returns the range of a recurrence over the iterations of its loop.
func (s *SCEV) recRange(e Expr) bounds {
	r, _ := s.recBounds(e, true)
	return r
}

// recBounds returns the range of e, and reports whether e stays in it without signed wrap-around.
//
// Proof by count: if the back edge is taken at most n times, e takes the values start + k*step for k = 0 … n.
// They lie between start and start + n*step. If that interval, computed in unbounded arithmetic, fits,
// no step wraps. Proof by exit test: tripcount.go knows the exact interval of recurrences that the loop tests;
// e differs from one of them by a constant and has the same step. If that interval, shifted by the constant,
// fits, no step of e wraps either. Facts that only checks prove are used if checks is true: see tested.
func (s *SCEV) recBounds(e Expr, checks bool) (bounds, bool) {
	f := full(e.Elem)
	if e.Step().Kind != Const {
		return f, false
	}
	step := e.Step().Val
	lf := s.loopFacts(e.Loop)
	best, proved := f, false
	s.f.Spend(stepsPerTerm * len(lf.tested))
	for _, t := range lf.tested {
		if t.rec.Elem != e.Elem || t.unsigned || t.byCheck && !checks {
			continue
		}
		d, ok := s.ConstDiff(e, t.rec)
		if !ok {
			continue
		}
		if m, ok := t.r.add(bounds{d, d}); ok && fits(m, e.Elem) {
			best, proved = best.intersect(m), true
		}
	}
	start := s.rangeIn(e.Start(), e.Loop)
	if lf.maxTaken >= 0 {
		if n, ok := mulOK(step, lf.maxTaken); ok {
			lo, ok1 := addOK(start.lo, min(0, n))
			hi, ok2 := addOK(start.hi, max(0, n))
			if m := (bounds{lo, hi}); ok1 && ok2 && fits(m, e.Elem) {
				best, proved = best.intersect(m), true
			}
		}
	}
	if proved { // it increases or decreases from its start
		if step > 0 {
			best.lo = max(best.lo, start.lo)
		} else {
			best.hi = min(best.hi, start.hi)
		}
	}
	return best, proved
}

// NoSignedWrap reports whether the recurrence e, over the iterations of its loop, never leaves the signed
// integers of its width, so that it can be computed in a wider type.
func (s *SCEV) NoSignedWrap(e Expr) bool {
	if e.Kind != AddRec {
		return true
	}
	_, ok := s.recBounds(e, true)
	return ok
}

// NoSignedWrapToExit is like NoSignedWrap for all iterations up to the one in which a branch exits, including
// iterations that a failing check prevents.
func (s *SCEV) NoSignedWrapToExit(e Expr) bool {
	if e.Kind != AddRec {
		return true
	}
	_, ok := s.recBounds(e, false)
	return ok
}

// noUnsignedWrap reports whether the recurrence e, over the iterations of its loop, never leaves the unsigned integers
// of its width, upwards or downwards.
func (s *SCEV) noUnsignedWrap(e Expr) bool {
	if r, ok := s.recBounds(e, true); ok && r.lo >= 0 {
		return true
	}
	if e.Elem.Bits() == 64 {
		return false
	}
	top := int64(1)<<e.Elem.Bits() - 1
	lf := s.loopFacts(e.Loop)
	for _, t := range lf.tested {
		if t.rec.Elem != e.Elem || !t.unsigned {
			continue
		}
		if d, ok := s.ConstDiff(e, t.rec); ok && t.r.lo+d >= 0 && t.r.hi+d <= top {
			return true
		}
	}
	start := unsigned(s.rangeIn(e.Start(), e.Loop), e.Elem)
	if lf.maxTaken >= 0 {
		if n, ok := mulOK(e.Step().Val, lf.maxTaken); ok {
			lo, ok1 := addOK(start.lo, min(0, n))
			hi, ok2 := addOK(start.hi, max(0, n))
			if ok1 && ok2 && lo >= 0 && hi <= top {
				return true
			}
			// The value of the last iteration may be in range although the bounds of start and count do not show it:
			// n-1-i for i below n.
			if lf.taken != nil && e.Elem.Bits() <= 32 && lf.maxTaken <= math.MaxUint32 && n < 0 {
				facts := s.entryFacts(e.Loop)
				last := s.Add(s.zextAt(e.Start(), facts), s.MulConst(lf.taken, e.Step().Val))
				return s.le(s.Const(ir.I64, 0), last, false, facts)
			}
		}
	}
	return false
}
