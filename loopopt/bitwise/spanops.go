package bitwise

import (
	"math"
	"math/bits"

	"hotloop/loopopt/ir"
)

// parts of a span with steps are its s, as far as it differs below the step, the bits that j may change, and what all
// its numbers have of the rest. They fail where s reaches the step.
func (a span) parts(last uint64) (low span, changed, high uint64, ok bool) {
	t := bits.TrailingZeros64(a.step)
	if a.step == 0 || a.lo>>t != a.hi>>t {
		return span{}, 0, 0, false
	}
	high = a.lo >> t << t
	changed, _ = span{lo: high, hi: high + a.step*last}.open()
	return span{lo: a.lo - high, hi: a.hi - high}, changed >> t << t, high, true
}

// same are the bits that all numbers of a have.
func (a span) same(last uint64) uint64 {
	if low, changed, high, ok := a.parts(last); ok {
		_, one := low.open()
		return one | high&^changed
	}
	_, one := a.flat(last).open()
	return one
}

// masked are the bits of mask of the numbers of a. Those that change with the steps have to be all in the mask, or out
// of it.
func masked(a span, mask, last uint64) span {
	if low, changed, high, ok := a.parts(last); ok && (mask&changed == 0 || mask&changed == changed) {
		low, high = masked(low, mask, last), high&mask
		if mask&changed == 0 {
			return span{lo: low.lo + high, hi: low.hi + high}
		}
		return span{low.lo + high, low.hi + high, a.step}
	}
	a = a.flat(last)
	open, one := a.open()
	if m := mask & open; m|(m&-m-1) == open && m != 0 || m == 0 { // what is left out is below what is not
		return span{lo: a.lo & mask, hi: a.hi & mask}
	}
	return span{lo: one & mask, hi: min(a.hi, (one|open)&mask)}
}

// conjunction is a & b.
func conjunction(a, b span, last uint64) span {
	if b.lo == b.hi && b.step == 0 {
		return masked(a, b.lo, last)
	}
	if a.lo == a.hi && a.step == 0 {
		return masked(b, a.lo, last)
	}
	a, b = a.flat(last), b.flat(last)
	openA, oneA := a.open()
	openB, oneB := b.open()
	return span{lo: oneA & oneB, hi: min(a.hi, b.hi, (oneA|openA)&(oneB|openB))}
}

// inverse has all bits of a the other way.
func inverse(a span, e ir.Elem, last uint64) span {
	a = a.flat(last)
	return span{lo: all(e).hi - a.hi, hi: all(e).hi - a.lo}
}

// union is a | b or a ^ b. Of numbers without common bits it is the sum.
func union(op ir.Op, a, b span, last uint64) span {
	if a.lo == a.hi && a.step == 0 {
		a, b = b, a
	}
	switch point := b.lo == b.hi && b.step == 0; {
	case point && op == ir.OpOr:
		a = masked(a, ^b.lo, last)
		return span{a.lo + b.lo, a.hi + b.lo, a.step}
	case point: // without the bits that are ones in all of a
		both := a.same(last) & b.lo
		a.lo, a.hi, b.lo, b.hi = a.lo-both, a.hi-both, b.lo-both, b.hi-both
	}
	if mayHave(a, last)&mayHave(b, last) == 0 {
		return span{a.lo + b.lo, a.hi + b.hi, a.step + b.step}
	}
	a, b = a.flat(last), b.flat(last)
	openA, oneA := a.open()
	openB, oneB := b.open()
	open := openA | openB
	if op == ir.OpXor {
		one := (oneA ^ oneB) &^ open
		return span{lo: one, hi: one | open}
	}
	return span{lo: max(a.lo, b.lo, oneA|oneB), hi: oneA | oneB | open}
}

// mayHave are the bits that some number of a has.
func mayHave(a span, last uint64) uint64 {
	if low, changed, high, ok := a.parts(last); ok {
		open, one := low.open()
		return open | one | changed | high
	}
	open, one := a.flat(last).open()
	return open | one
}

// times is a·n.
func times(a span, n uint64, e ir.Elem, last uint64) span {
	carryLo, lo := bits.Mul64(a.lo, n)
	carryHi, hi := bits.Mul64(a.hi, n)
	carryStep, step := bits.Mul64(a.step, n)
	if carryStep != 0 {
		return all(e)
	}
	if e.Bits() < 64 && (carryLo != 0 || carryHi != 0) {
		return all(e)
	}
	return within(e, span{lo, hi, step}, last, carryLo, carryHi)
}

// shiftedDown is a >> n.
func shiftedDown(a span, n, last uint64) span {
	if a.step>>n<<n != a.step {
		a = a.flat(last)
	}
	return span{a.lo >> n, a.hi >> n, a.step >> n}
}

// compared is a comparison of integers.
func compared(op ir.Op, from ir.Elem, a, b span) span {
	yes, no, either := span{lo: 1, hi: 1}, span{}, span{hi: 1}
	switch op {
	case ir.OpEq, ir.OpNe:
		if a.hi < b.lo || b.hi < a.lo {
			if op == ir.OpNe {
				return yes
			}
			return no
		}
		return either
	case ir.OpLtS, ir.OpLeS: // as unsigned numbers, half of all further on
		if a.lo, a.hi = signed(from, a); a.lo > a.hi {
			return either
		}
		if b.lo, b.hi = signed(from, b); b.lo > b.hi {
			return either
		}
	case ir.OpLtU, ir.OpLeU:
	default:
		return either
	}
	strict := op == ir.OpLtS || op == ir.OpLtU
	switch {
	case a.hi < b.lo || !strict && a.hi == b.lo:
		return yes
	case b.hi < a.lo || strict && b.hi == a.lo:
		return no
	}
	return either
}

// signed turns the sign around, so that numbers are in order; out of order where the span has both signs.
func signed(e ir.Elem, a span) (lo, hi uint64) {
	sign := uint64(1) << (e.Bits() - 1)
	return a.lo ^ sign, a.hi ^ sign
}

// floatSpan is the span of an operation of floats that goes up, or down, with each of its arguments: then what it makes
// of their bounds bounds the rest. The numbers of a span have to be of one sign.
func floatSpan(s *wordStep, a, b span) span {
	e, from := s.v.Type.Elem, s.v.Args[0].Type.Elem
	infinity := uint64(math.Float32bits(float32(math.Inf(1))))
	if from != ir.F32 || len(s.args) != 2 {
		return all(e)
	}
	number := true
	for _, x := range []span{a, b} {
		switch {
		case x.lo>>31 != x.hi>>31:
			return all(e)
		case x.lo&^(1<<31) > infinity && e == ir.Bool: // all are NaNs
			return span{lo: truth(s.v.Op == ir.OpNe), hi: truth(s.v.Op == ir.OpNe)}
		}
		number = number && x.hi&^(1<<31) <= infinity
	}
	switch s.v.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpLt, ir.OpLe:
	case ir.OpEq, ir.OpNe:
		if s.args[0] != s.args[1] || !number {
			return all(e)
		}
		return span{lo: truth(s.v.Op == ir.OpEq), hi: truth(s.v.Op == ir.OpEq)}
	default:
		return all(e)
	}
	if !number {
		return all(e)
	}
	var of [4]uint64
	for k, x := range [4][2]uint64{{a.lo, b.lo}, {a.lo, b.hi}, {a.hi, b.lo}, {a.hi, b.hi}} {
		of[k] = s.eval(func(n int) uint64 { return x[n] })
	}
	out := span{lo: of[0], hi: of[0]}
	for _, n := range of {
		if e == ir.F32 && (n&^(1<<31) > infinity || n>>31 != of[0]>>31) {
			return all(e)
		}
		out.lo, out.hi = min(out.lo, n), max(out.hi, n)
	}
	return out
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
