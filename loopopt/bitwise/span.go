package bitwise

import (
	"math/bits"

	"hotloop/loopopt/ir"
)

// Progression is the words Step·j + s, for all j up to Last and all s from Lo to Hi.
type Progression struct{ Lo, Hi, Step, Last uint64 }

// Split divides the words in two: by j, or by s where most of its bits change. It fails if there is but one to divide by.
func (p Progression) Split(byStep bool) (a, b Progression, ok bool) {
	a, b = p, p
	if byStep {
		half := p.Last / 2
		a.Last, b.Last = half, p.Last-half-1
		b.Lo += p.Step * (half + 1)
		b.Hi += p.Step * (half + 1)
		return a, b, p.Last != 0
	}
	if p.Lo == p.Hi {
		return a, b, false
	}
	n := bits.Len64(p.Lo^p.Hi) - 1
	b.Lo = p.Hi >> n << n
	a.Hi = b.Lo - 1
	return a, b, true
}

// Linear says whether the value is first + step·j for all the words. That it does not say so means nothing: the words
// may be divided further. The bounds of each step are computed from those of its arguments, and what each gains from one
// j to the next.
func (w *Word) Linear(p Progression, first, step uint64) bool {
	if p.Lo == p.Hi && p.Last == 0 {
		got, ok := w.Eval(p.Lo)
		return ok && got == first
	}
	for i := range w.steps {
		s := &w.steps[i]
		switch {
		case s.v == w.Of:
			w.spans[i] = span{p.Lo, p.Hi, p.Step}
		case s.v.IsConst():
			w.spans[i] = span{lo: uint64(s.v.AuxInt), hi: uint64(s.v.AuxInt)}
		case s.v.Op == ir.OpPhi:
			w.spans[i] = w.join(s, p.Last)
		default:
			w.spans[i] = w.spanOf(s, p.Last)
		}
	}
	r := w.spans[len(w.spans)-1]
	return r.lo == first && r.hi == first && (r.step == step || p.Last == 0)
}

// span is the numbers step·j + s, where s is from lo to hi, and j what it is for all others. The largest is a number of
// the value's type.
type span struct{ lo, hi, step uint64 }

// flat forgets what a span has to do with j, which goes up to last.
func (a span) flat(last uint64) span { return span{a.lo, a.hi + a.step*last, 0} }

// either has the numbers of both.
func (a span) either(b span, last uint64) span {
	if a.step != b.step {
		a, b = a.flat(last), b.flat(last)
	}
	return span{min(a.lo, b.lo), max(a.hi, b.hi), a.step}
}

// open are the bits that may differ between the numbers of a span without steps, and one those that all have.
func (a span) open() (open, one uint64) {
	open = 1<<bits.Len64(a.lo^a.hi) - 1
	return open, a.lo &^ open
}

// all is every number of a kind.
func all(e ir.Elem) span {
	if e == ir.Bool {
		return span{hi: 1}
	}
	return span{hi: ir.Truncate(e, ^uint64(0))}
}

// within is the span of sums lo and hi, which may have carried beyond the kind's numbers: both did, or neither.
func within(e ir.Elem, s span, last, carryLo, carryHi uint64) span {
	if e == ir.Bool {
		return all(e)
	}
	high, most := bits.Mul64(s.step, last)
	top, carry := bits.Add64(s.hi, most, 0)
	if n := e.Bits(); n < 64 {
		if high != 0 || carry != 0 || s.lo>>n != top>>n {
			return all(e)
		}
		cut := s.lo >> n << n
		return span{s.lo - cut, s.hi - cut, s.step}
	}
	if high != 0 || carryLo != carryHi+carry {
		return all(e)
	}
	return s
}

// join is the span of a phi: of what comes by the ways that the words may take.
func (w *Word) join(s *wordStep, last uint64) span {
	seen, todo := uint64(1), []int{0}
	var out span
	some := false
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for k := range 2 {
			if n := s.controls[b]; n >= 0 && w.spans[n] == (span{lo: uint64(k), hi: uint64(k)}) || n < 0 && k == 1 {
				continue // the condition is the other
			}
			switch next := s.ways[b][k]; {
			case next.block >= 0 && seen>>next.block&1 == 0:
				seen |= 1 << next.block
				todo = append(todo, next.block)
			case next.edge >= 0 && some:
				out = out.either(w.spans[s.args[next.edge]], last)
			case next.edge >= 0:
				out, some = w.spans[s.args[next.edge]], true
			}
		}
	}
	return out
}

// spanOf is the span of a step that is an operation.
func (w *Word) spanOf(s *wordStep, last uint64) span {
	var x [3]span
	point := true
	for k, a := range s.args {
		x[k] = w.spans[a]
		point = point && x[k].lo == x[k].hi && x[k].step == 0
	}
	if point {
		n := s.eval(func(k int) uint64 { return x[k].lo })
		return span{lo: n, hi: n}
	}
	v, e := s.v, s.v.Type.Elem
	a, b := x[0], x[1]
	from := v.Args[0].Type.Elem
	if from.IsFloat() && v.Op != ir.OpBitcast && v.Op != ir.OpSelect {
		return floatSpan(s, a.flat(last), b.flat(last))
	}
	switch v.Op {
	case ir.OpBitcast, ir.OpZExt:
		return a
	case ir.OpSExt:
		if sign := uint64(1) << (from.Bits() - 1); a.flat(last).hi >= sign {
			if a.lo < sign {
				return all(e)
			}
			more := all(e).hi &^ all(from).hi
			a.lo, a.hi = a.lo|more, a.hi|more
		}
		return a
	case ir.OpTruncI:
		return masked(a, all(e).hi, last)
	case ir.OpAnd, ir.OpAndNot:
		if v.Op == ir.OpAndNot {
			b = inverse(b, e, last)
		}
		return conjunction(a, b, last)
	case ir.OpNot:
		return inverse(a, e, last)
	case ir.OpOr, ir.OpXor:
		return union(v.Op, a, b, last)
	case ir.OpAdd:
		lo, carryLo := bits.Add64(a.lo, b.lo, 0)
		hi, carryHi := bits.Add64(a.hi, b.hi, 0)
		return within(e, span{lo, hi, a.step + b.step}, last, carryLo, carryHi)
	case ir.OpSub:
		if a.step < b.step {
			a, b = a.flat(last), b.flat(last)
		}
		lo, carryLo := bits.Sub64(a.lo, b.hi, 0)
		hi, carryHi := bits.Sub64(a.hi, b.lo, 0)
		return within(e, span{lo, hi, a.step - b.step}, last, -carryLo, -carryHi)
	case ir.OpMul:
		if b.lo == b.hi && b.step == 0 {
			return times(a, b.lo, e, last)
		} else if a.lo == a.hi && a.step == 0 {
			return times(b, a.lo, e, last)
		}
	case ir.OpShl:
		if b.lo == b.hi && b.step == 0 && b.lo < uint64(e.Bits()) {
			return times(a, 1<<b.lo, e, last)
		}
	case ir.OpShrU:
		if b.lo == b.hi && b.step == 0 && b.lo < 64 {
			return shiftedDown(a, b.lo, last)
		}
	case ir.OpShrS:
		if sign := uint64(1) << (e.Bits() - 1); b.lo == b.hi && b.step == 0 && b.lo < uint64(e.Bits()) &&
			(a.lo >= sign || a.flat(last).hi < sign) {
			ones := uint64(0)
			if a.lo >= sign {
				ones = all(e).hi &^ (all(e).hi >> b.lo)
			}
			a = shiftedDown(a, b.lo, last)
			return span{a.lo + ones, a.hi + ones, a.step}
		}
	case ir.OpLeadingZeros:
		a = a.flat(last)
		n := v.Op.Info().Eval
		return span{lo: n(e, e, a.hi, 0, 0), hi: n(e, e, a.lo, 0, 0)}
	case ir.OpSelect:
		switch a {
		case span{lo: 1, hi: 1}:
			return b
		case span{}:
			return x[2]
		}
		return b.either(x[2], last)
	default:
		if e == ir.Bool {
			return compared(v.Op, from, a.flat(last), b.flat(last))
		}
	}
	return all(e)
}
