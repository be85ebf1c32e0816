package poll

import (
	"cmp"
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/scalar"
)

// The strip length of a loop that contains others is computed before the nest, if the maximum number of
// iterations of the inner loops is known there. With T iterations of t cycles in all inner loops, and c other
// cycles, a strip has stripCycles / (c + T*t) iterations. A poll in each iteration would cost rows of a few
// vectors 10% and more. Most of this is not instructions: the poll's load may have to wait for a store of the row
// to an address with the same low 12 bits.
//
// Inner loops poll too, so the strip length affects only speed, and a coarse one suffices. It is computed for
// loops that contain only innermost loops; an iteration of their enclosing loops takes long enough for a poll
// each. It must be computed outside of all loops, because that takes as long as several polls.
//
// A loop may have a slower alternative that a test selects, or a remainder that may run alone (slowpaths.go). The
// slow path then polls each time it is taken, and the strip is as long as the fast path allows.

// stripOf computes the amount by which the counter of a loop advances in a strip: a constant, or a value computed
// before all loops. There is no strip if the amount is unknown, or if one strip contains the whole loop; an
// enclosing loop or the caller polls in that case.
func (p *poller) stripOf(s *strips) {
	l, k := s.loop, s.k
	cost, ok := p.priceOf(l)
	if !ok || stripCycles < cost.fixed {
		return
	}
	if len(cost.loops) == 0 {
		s.slow = cost.slow
		n := int64(stripCycles / cost.fixed)
		if most := p.most[l]; most > 0 && most <= n {
			s.whole = true
			return
		}
		s.by = p.f.ConstInt(k.Next.Type, k.Step*n)
		return
	}
	if k.Next.Type != ir.TI64 {
		return
	}
	nest := l
	for nest.Parent != nil {
		nest = nest.Parent
	}
	if nest.Preheader == nil {
		return
	}
	if s.by = cost.strip(&extremes{nest: nest, at: nest.Preheader, steps: 64}, k); s.by != nil {
		s.slow = cost.slow
	}
}

// price is the time of an iteration of a loop, with data from memory.
type price struct {
	fixed int // cycles excluding the inner loops
	loops []innerPrice
	slow  []slowPath
}

// innerPrice is the time of an inner loop: it counts from one value to another by a step, at a time per
// iteration.
type innerPrice struct {
	loop     *analysis.Loop
	from, to *ir.Value
	step     int64
	each     int   // cycles per iteration
	near     int   // quarter cycles per iteration, with all data in the first-level cache
	most     int64 // maximum number of iterations
}

// onlyShort reports whether none of the loops needs a poll of its own.
func onlyShort(loops []*analysis.Loop) bool {
	return !slices.ContainsFunc(loops, func(l *analysis.Loop) bool { return !knownShort(l) })
}

// shortIn returns the loops in l that are known to be short.
func shortIn(l *analysis.Loop) (list []*analysis.Loop) {
	for _, c := range l.Children {
		if knownShort(c) {
			list = append(list, c)
		}
	}
	return list
}

// priceOf returns the time of an iteration of l, if all of its loops have counters.
func (x *poller) priceOf(l *analysis.Loop) (p price, ok bool) {
	p.fixed = estimateCycles(l)
	var all []innerPrice
	for _, c := range l.Children {
		if !onlyShort(c.Children) {
			return p, false
		}
		k, ok := c.LatchCounter()
		ok = ok && k.Next.Type == ir.TI64
		if !ok && !knownShort(c) {
			return p, false
		}
		if ok {
			in := innerPrice{loop: c, from: k.Phi.Args[c.Header.PredIndex(c.Preheader)], to: k.Bound, step: k.Step,
				each: estimateCycles(c), near: nearQuarters(c), most: maxTrips}
			if most := x.most[c]; most > 0 {
				in.most = most
			}
			all = append(all, in)
		}
	}
	p.leaveSlowPaths(l, all)
	short := shortIn(l) // the estimate already includes their rows
	loops := slices.Clone(short)
	for i := range p.loops {
		loops = append(loops, p.loops[i].loop)
	}
	p.fixed += farQuarters / 4 * (rowStarts(l, loops) - rowStarts(l, short))
	return p, true
}

// extremes computes the minimum and maximum values of a nest's counters before the nest. They are approximate:
// wraparound is ignored.
type extremes struct {
	nest  *analysis.Loop // the outermost loop
	at    *ir.Block      // its preheader
	steps int            // remaining steps of the search
}

// of returns the maximum or minimum of v if it can be computed before the nest; else nil.
func (x *extremes) of(v *ir.Value, largest bool) *ir.Value {
	if x.nest.Invariant(v) {
		return v
	}
	if x.steps--; x.steps < 0 {
		return nil
	}
	both := func(op ir.Op, second bool) *ir.Value {
		a, b := x.of(v.Args[0], largest), x.of(v.Args[1], second)
		switch {
		case a != nil && b != nil:
			return x.at.New(op, v.Type, v.Pos, a, b)
		case largest && op == ir.OpMinS || !largest && op == ir.OpMaxS: // one bound is sufficient
			return cmp.Or(a, b)
		}
		return nil
	}
	switch v.Op {
	case ir.OpAdd, ir.OpMinS, ir.OpMaxS:
		return both(v.Op, largest)
	case ir.OpMinU:
		return both(ir.OpMinS, largest)
	case ir.OpSub:
		return both(v.Op, !largest)
	case ir.OpShrU: // distance to the next cache line, where an aligned loop starts
		if by := v.Args[1]; !largest && by.IsConst() && by.Int() > 0 {
			return x.at.Func.ConstInt(v.Type, 0)
		}
	case ir.OpNeg:
		if a := x.of(v.Args[0], !largest); a != nil {
			return x.at.New(ir.OpNeg, v.Type, v.Pos, a)
		}
	case ir.OpMul:
		return x.ofProduct(v, largest)
	case ir.OpAnd: // rounding down to a multiple
		if v.Args[1].IsConst() && v.Args[1].Int() < 0 {
			return x.of(v.Args[0], largest)
		}
	case ir.OpSelect:
		return x.either(v, v.Args[1:], largest)
	case ir.OpPhi:
		return x.ofPhi(v, largest)
	}
	return nil
}

// either returns the extreme of v, which is one of several values.
func (x *extremes) either(v *ir.Value, values []*ir.Value, largest bool) *ir.Value {
	op := ir.OpMinS
	if largest {
		op = ir.OpMaxS
	}
	var most *ir.Value
	for _, a := range values {
		a = x.of(a, largest)
		switch {
		case a == nil:
			return nil
		case most == nil || most == a:
			most = a
		default:
			most = x.at.New(op, v.Type, v.Pos, most, a)
		}
	}
	return most
}

// ofProduct returns the extreme of a product: it multiplies the extremes of the varying factor.
func (x *extremes) ofProduct(v *ir.Value, largest bool) *ir.Value {
	a, by := v.Args[0], v.Args[1]
	if x.nest.Invariant(a) {
		a, by = by, a
	}
	if !x.nest.Invariant(by) {
		return nil
	}
	low, high := x.of(a, false), x.of(a, true)
	if low == nil || high == nil {
		return nil
	}
	mul := func(a *ir.Value) *ir.Value { return x.at.New(ir.OpMul, v.Type, v.Pos, a, by) }
	return x.either(v, []*ir.Value{mul(low), mul(high)}, largest)
}

// ofPhi returns the extreme of a phi. A counter lies between its start and its bound. Another phi is one of its
// arguments: for example, the start of a remainder loop, where another loop ended, or a counter after a loop.
func (x *extremes) ofPhi(phi *ir.Value, largest bool) *ir.Value {
	values := make([]*ir.Value, 0, len(phi.Args))
	for i, a := range phi.Args {
		if step, ok := scalar.StepFrom(a, phi); ok {
			if step < 0 == largest {
				continue // counts in the other direction
			}
			if a = x.last(phi, i, step); a == nil {
				return nil
			}
		}
		values = append(values, a)
	}
	return x.either(phi, values, largest)
}

// last returns the approximate final value of a counter whose next value is argument i of phi: its bound, or, if
// the loop's latch tests another counter with an equal step, the same distance from its start as that counter.
func (x *extremes) last(phi *ir.Value, i int, step int64) *ir.Value {
	header, latch := phi.Block, phi.Block.Preds[i]
	if latch.Kind != ir.BlockIf || latch.Succs[0] != header || len(phi.Args) != 2 {
		return nil
	}
	test := latch.Control
	if test.Op != ir.OpLtS && test.Op != ir.OpLeS {
		return nil
	}
	for side, tested := range test.Args {
		bound := test.Args[1-side]
		if tested == phi.Args[i] {
			return bound
		}
		for _, other := range header.Phis() {
			if other.Args[i] != tested {
				continue
			}
			by, ok := scalar.StepFrom(tested, other)
			if !ok || by != step && by != -step {
				return nil
			}
			high, low := bound, other.Args[1-i]
			if by < 0 {
				high, low = low, high
			}
			from := x.of(phi.Args[1-i], step > 0)
			if high, low = x.of(high, true), x.of(low, false); high == nil || low == nil || from == nil {
				return nil
			}
			op := ir.OpAdd
			if step < 0 {
				op = ir.OpSub
			}
			return x.at.New(op, phi.Type, phi.Pos, from, x.at.New(ir.OpSub, phi.Type, phi.Pos, high, low))
		}
	}
	return nil
}

// maxTrips is the number of iterations beyond which more make no difference, because a strip is then one
// iteration.
const maxTrips = 2 * stripCycles

// sum computes the time of the inner loops, at least one, and of the rest; nil if it is unknown
// before the nest.
func (p *price) sum(x *extremes) *ir.Value {
	num := func(n int64) *ir.Value { return x.at.Func.ConstInt(ir.TI64, n) }
	op := func(op ir.Op, a, b *ir.Value) *ir.Value { return x.at.New(op, ir.TI64, p.loops[0].to.Pos, a, b) }
	total := num(int64(p.fixed))
	for i := range p.loops {
		in := &p.loops[i]
		from, to, step := in.from, in.to, uint64(in.step)
		if in.step < 0 {
			from, to, step = to, from, -step
		}
		from, to = x.of(from, false), x.of(to, true)
		if from == nil || to == nil {
			return nil
		}
		trips := to
		if !from.IsConstInt(0) {
			trips = op(ir.OpSub, to, from)
		}
		if shift := bits.Len64(step) - 1; shift > 0 {
			trips = op(ir.OpShrS, trips, num(int64(shift)))
		}
		trips = op(ir.OpMinS, op(ir.OpMaxS, trips, num(0)), num(in.most))
		total = op(ir.OpAdd, total, op(ir.OpMul, trips, num(int64(in.each))))
	}
	return total
}

// strip computes the amount by which counter k may advance: the power of two below stripCycles / price, or one
// step; nil if it is unknown before the nest.
func (p *price) strip(x *extremes, k analysis.LatchCounter) *ir.Value {
	b := x.at
	num := func(n int64) *ir.Value { return b.Func.ConstInt(ir.TI64, n) }
	total := p.sum(x)
	if total == nil {
		return nil
	}
	length := b.New(ir.OpSub, ir.TI64, k.Next.Pos, num(64), b.New(ir.OpLeadingZeros, ir.TI64, k.Next.Pos, total))
	strip := b.New(ir.OpMaxS, ir.TI64, k.Next.Pos,
		b.New(ir.OpShrU, ir.TI64, k.Next.Pos, num(stripCycles), length), num(1))
	if k.Step != 1 {
		strip = b.New(ir.OpMul, ir.TI64, k.Next.Pos, strip, num(k.Step))
	}
	return strip
}
