package loopopt

import (
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// How long a strip of a loop around others may be is known when the nest begins, if the inner loops run as often in each iteration: with T
// iterations of t cycles in all of them, and c cycles besides, a strip has stripCycles / (c + T*t) iterations. A poll in each iteration would
// cost rows of some vectors 10% and more, of which most is no instruction: the load may have to wait for a store of the row to an address that
// agrees in its last 12 bits.
//
// Inner loops poll by themselves too. So the number is a matter of time only, and a coarse one does. It is looked for where loops are around
// innermost ones: iterations of what is around these take long enough for a poll each. And it must be found outside of all loops: to find it
// takes as long as some polls.

// stripOf is by how much the counter k of l advances in a strip; nil if that is unknown. It is a constant, or computed in front of
// all loops.
func stripOf(f *ir.Func, l *analysis.Loop, k pollCounter) *ir.Value {
	cost, ok := priceOf(l)
	if !ok || stripCycles < cost.fixed {
		return nil
	}
	if len(cost.loops) == 0 {
		return f.ConstInt(k.next.Type, k.step*int64(stripCycles/cost.fixed))
	}
	if k.next.Type != ir.TI64 {
		return nil
	}
	at := l.Preheader
	for p := l.Parent; p != nil; p = p.Parent {
		if p.Preheader == nil || !cost.invariant(p) {
			return nil
		}
		at = p.Preheader
	}
	return cost.strip(f, at, k)
}

// price is what an iteration of a loop takes, in cycles with all data in the first-level cache.
type price struct {
	fixed int // cycles besides the loops
	loops []innerPrice
}

// innerPrice is a loop in it: from one value to another, by a step, at a price per iteration.
type innerPrice struct {
	from, to *ir.Value
	step     int64
	each     int // cycles of an iteration
}

// onlyShort says whether the loops need no polls of their own.
func onlyShort(loops []*analysis.Loop) bool {
	return !slices.ContainsFunc(loops, func(l *analysis.Loop) bool { return !knownShort(l) })
}

// priceOf is the price of an iteration of l, if it is known before l.
func priceOf(l *analysis.Loop) (p price, ok bool) {
	p.fixed = estimateCycles(l)
	for _, c := range l.Children {
		if !onlyShort(c.Children) {
			return p, false
		}
		if knownShort(c) {
			continue // counted already, with all that is in it
		}
		k, ok := counterOf(c)
		if !ok {
			return p, false
		}
		in := innerPrice{each: estimateCycles(c), from: startOf(l, k.phi.Args[c.Header.PredIndex(c.Preheader)], 0), to: k.bound, step: k.step}
		if in.from == nil || !l.Invariant(in.to) || k.next.Type != ir.TI64 {
			return p, false
		}
		p.loops = append(p.loops, in)
	}
	return p, true
}

// startOf is what a loop starts to count at, as known before the nest. Where another loop of the nest has come to first, a remainder after
// its vector loop, it is where that one starts: more iterations than there are, but a remainder seldom runs at all, and may run alone.
func startOf(nest *analysis.Loop, v *ir.Value, depth int) *ir.Value {
	const deep = 8
	switch {
	case nest.Invariant(v):
		return v
	case depth > deep:
		return nil
	case v.Op == ir.OpAdd && v.Args[1].IsConst():
		return startOf(nest, v.Args[0], depth+1)
	case v.Op == ir.OpPhi:
		var start *ir.Value
		for _, a := range v.Args {
			if a.Op == ir.OpAdd && a.Args[0] == v {
				continue // its next value
			}
			s := startOf(nest, a, depth+1)
			if s == nil || start != nil && s != start {
				return nil
			}
			start = s
		}
		return start
	}
	return nil
}

// invariant says whether all that p depends on is there before loop l.
func (p *price) invariant(l *analysis.Loop) bool {
	for _, in := range p.loops {
		if !l.Invariant(in.from) || !l.Invariant(in.to) {
			return false
		}
	}
	return true
}

// maxTrips is the number of iterations from which on more of them make no difference: a strip is one iteration then.
const maxTrips = 2 * stripCycles

// sum computes the price of inner loops, of which there is one at least, and of the rest, in block b.
func (p *price) sum(f *ir.Func, b *ir.Block) *ir.Value {
	num := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	op := func(op ir.Op, x, y *ir.Value) *ir.Value { return b.New(op, ir.TI64, p.loops[0].to.Pos, x, y) }
	total := num(int64(p.fixed))
	for i := range p.loops {
		in := &p.loops[i]
		from, to, step := in.from, in.to, uint64(in.step)
		if in.step < 0 {
			from, to, step = to, from, -step
		}
		trips := to
		if !from.IsConstInt(0) {
			trips = op(ir.OpSub, to, from)
		}
		if shift := bits.Len64(step) - 1; shift > 0 {
			trips = op(ir.OpShrS, trips, num(int64(shift)))
		}
		trips = op(ir.OpMinS, op(ir.OpMaxS, trips, num(0)), num(maxTrips))
		total = op(ir.OpAdd, total, op(ir.OpMul, trips, num(int64(in.each))))
	}
	return total
}

// strip computes by how much counter k may advance, in block b: the power of two below stripCycles / price, or one step.
func (p *price) strip(f *ir.Func, b *ir.Block, k pollCounter) *ir.Value {
	num := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	total := p.sum(f, b)
	length := b.New(ir.OpSub, ir.TI64, k.next.Pos, num(64), b.New(ir.OpLeadingZeros, ir.TI64, k.next.Pos, total))
	strip := b.New(ir.OpMaxS, ir.TI64, k.next.Pos, b.New(ir.OpShrU, ir.TI64, k.next.Pos, num(stripCycles), length), num(1))
	if k.step != 1 {
		strip = b.New(ir.OpMul, ir.TI64, k.next.Pos, strip, num(k.step))
	}
	return strip
}
