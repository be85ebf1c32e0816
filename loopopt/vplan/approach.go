package vplan

import (
	"cmp"
	"maps"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// approach makes the way from the loop's preheader to vector code, x.ph. Whatever fails leads to the scalar loop. This
// is the one place that decides the order of the tests:
//
//	pre:    if trips < MinIter goto scalar          a short trip pays for one comparison
//	start:  if a check fails at once goto scalar
//	bound:  N = min(trips, bounds)
//	        if N < MinIter goto scalar
//	checks: if checks goto ph else exact            those that loops around leave unchanged are one value
//	exact:  if exact checks goto ph else scalar
//
// What is under a test is computed behind those before it. Blocks of which nothing is asked are not made. What mostly
// holds and is cheap to ask stands in checks, with the exact question behind it:
//
//   - Within an outer loop that changes the places of two accesses, whether the arguments that they belong to overlap
//     at all does not change.
//   - Two accesses may be so near one another that a whole vector iteration would change their order, but not as many
//     iterations as there are: short buffers side by side, as make puts them.
func (x *exec) approach(trips *ir.Value) {
	least := x.f.ConstInt(ir.TI64, x.MinIter)
	atLeast := func(n *ir.Value) *ir.Value { return x.pre.New(ir.OpLeS, ir.TBool, x.pos, least, n) }
	if x.MinIter > 1 && x.slowBounds() {
		x.pass(atLeast(trips), "vector.bound")
	}
	x.bound(trips)
	if x.MinIter > 1 || x.n != trips { // else there is at least one iteration
		if !x.checked() {
			x.test(atLeast(x.n), x.ph, x.scalarPh)
			x.pre = x.ph
			return
		}
		x.pass(atLeast(x.n), "vector.checks")
	}
	x.checks()
	x.pre = x.ph
}

// checked says whether more than the number of iterations is asked of the loop.
func (x *exec) checked() bool {
	l := x.l
	return len(l.Pairs) > 0 || len(l.FloatIVs) > 0 || len(l.monotonicIndices()) > 0
}

// checks makes everything that is asked of the loop beside the number of iterations.
func (x *exec) checks() {
	quick, exact := conjunction{of: x}, []func() *ir.Value{}
	always := func(v *ir.Value) {
		quick.add(v)
		exact = append(exact, func() *ir.Value { return v })
	}
	if at := x.monotonicStarts(); at != nil {
		always(at)
	}
	for _, c := range x.l.FloatIVs {
		always(x.exactSums(c))
	}
	asked, again, near := map[[2]object]bool{}, false, x.mayBeNear()
	for _, pr := range x.l.Pairs {
		switch {
		case x.movesWithin(pr):
			if k := x.objects(pr); !asked[k] {
				asked[k] = true
				quick.add(x.wholesDisjoint(pr))
			}
			exact = append(exact, func() *ir.Value { return x.aliasCheck(pr) })
			again = true
		case near:
			quick.add(x.aliasCheck(pr))
			exact = append(exact, func() *ir.Value { return x.nearCheck(pr) })
			again = true
		default:
			always(x.aliasCheck(pr))
		}
	}
	ok := quick.value()
	switch {
	case ok == nil:
		x.pre.SetJump(x.ph)
	case again:
		x.exact(ok, exact)
	default:
		x.test(ok, x.ph, x.scalarPh)
	}
}

// exact makes the questions that are asked where ok does not hold.
func (x *exec) exact(ok *ir.Value, questions []func() *ir.Value) {
	slow := x.place("vector.exact")
	x.test(ok, x.ph, slow)
	x.pre = slow
	addrs, spans := maps.Clone(x.addrs), maps.Clone(x.spans) // what is made here is seen from here only
	all := conjunction{of: x}
	for _, q := range questions {
		all.add(q())
	}
	x.test(all.value(), x.ph, x.scalarPh)
	x.addrs, x.spans = addrs, spans
}

// maxNear bounds the pairs that nearCheck is made for: some 30 bytes of code each.
const maxNear = 4

// mayBeNear says whether the accesses of the loop's pairs are asked about the distance that fewer iterations than a
// whole vector iteration has need. Where some are asked about whole arguments first, the exact question is the other.
func (x *exec) mayBeNear() bool {
	l, step := x.l, int64(x.Stages[0].Step())
	if n, ok := l.SE.IsConst(l.Trips); ok && n >= step || x.MinIter < 2 || x.MinIter >= step || len(l.Pairs) > maxNear {
		return false
	}
	return !slices.ContainsFunc(l.Pairs, func(pr Pair) bool { return !pr.Distance || x.movesWithin(pr) })
}

// nearCheck asks of a pair what aliasCheck does, for as few iterations as there are, x.n, which are at least two. Each
// end of the interval of unsafe distances stays where it is or moves by the stride with every iteration from the second
// on.
func (x *exec) nearCheck(pr Pair) *ir.Value {
	b := x.pre
	d := x.distance(pr.First, pr.Second)
	lo, hi := pr.unsafe(2)
	farLo, farHi := pr.unsafe(x.Stages[0].Step())
	s := max(pr.First.Stride, -pr.First.Stride)
	more := x.plusIn(b, x.span(s), -2*s)
	below, above := x.f.ConstInt(ir.TI64, lo), x.f.ConstInt(ir.TI64, hi)
	if farLo < lo {
		below = b.New(ir.OpSub, ir.TI64, x.pos, below, more)
	}
	if farHi > hi {
		above = x.plusIn(b, more, hi)
	}
	ok := b.New(ir.OpOr, ir.TBool, x.pos, b.New(ir.OpLtS, ir.TBool, x.pos, d, below),
		b.New(ir.OpLtS, ir.TBool, x.pos, above, d))
	if at, known := x.inPlace(pr, farLo, farHi); known {
		same := b.New(ir.OpEq, ir.TBool, x.pos, d, x.f.ConstInt(ir.TI64, at))
		ok = b.New(ir.OpOr, ir.TBool, x.pos, ok, same)
	}
	return ok
}

// movesWithin says whether the pair is asked about the whole arguments first: the loop around moves one of its accesses
// in relation to the other.
func (x *exec) movesWithin(pr Pair) bool { return x.wholes(pr) && !x.settled(pr) }

// pass ends the block where checks are made: only if ok holds, control gets to a new one.
func (x *exec) pass(ok *ir.Value, name string) {
	next := x.place(name)
	x.test(ok, next, x.scalarPh)
	x.pre = next
}

// place is a new block behind the preheader.
func (x *exec) place(name string) *ir.Block {
	b := x.f.NewBlock(name)
	x.l.SE.Behind(b, x.l.Loop.Preheader)
	return b
}

func (x *exec) test(ok *ir.Value, yes, no *ir.Block) {
	x.pre.SetIf(ok, yes, no)
	x.pre.Likely = ir.LikelyTrue
}

// slowBounds says whether it takes more than a minimum with a value that is there to know how far vector code may go.
func (x *exec) slowBounds() bool {
	bounds := x.l.IterationBounds
	return x.l.NeedScalar || len(bounds) > 1 || len(bounds) == 1 && bounds[0].Kind != analysis.Unknown
}

// bound computes how far vector code may go, x.n.
//
// A check that walks with the loop from start up to limit passes limit - min(start, limit) times. Where it fails at once
// there is nothing to do for vector code. So that is asked first, and then, of all checks that walk along together, only
// the least limit counts: in a loop that starts where the loop around says that has moved out.
func (x *exec) bound(trips *ir.Value) {
	l := x.l
	x.n = trips
	least := func(n *ir.Value) { x.n = x.pre.New(ir.OpMinS, ir.TI64, x.pos, x.n, n) }
	var walks []walk
	for _, e := range l.IterationBounds {
		start, limit, ok := l.SE.WalkTo(e)
		switch i := slices.IndexFunc(walks, func(w walk) bool { return w.start == start }); {
		case ok && i >= 0:
			walks[i].limits = append(walks[i].limits, limit)
		case ok:
			walks = append(walks, walk{start, []analysis.Expr{limit}})
		case e.Kind == analysis.IfLtU && e.Args[2] == l.Trips && x.n == trips:
			// All of the iterations, of which there is at least one, or none.
			x.n = l.SE.Expand(e, x.pre)
		default:
			least(l.SE.Expand(e, x.pre))
		}
	}
	for _, w := range walks {
		end := l.SE.Expand(w.limits[0], x.pre)
		for _, e := range w.limits[1:] {
			end = x.pre.New(ir.OpMinS, ir.TI64, x.pos, end, l.SE.Expand(e, x.pre))
		}
		start := l.SE.Expand(w.start, x.pre)
		x.pass(x.pre.New(ir.OpLeU, ir.TBool, x.pos, start, end), "vector.start")
		least(x.pre.New(ir.OpSub, ir.TI64, x.pos, end, start))
	}
	if l.NeedScalar {
		least(x.pre.New(ir.OpAdd, ir.TI64, x.pos, trips, x.f.ConstInt(ir.TI64, -1)))
	}
}

// walk is what checks of one index ask for: the index walks by ones, up to a limit of each.
type walk struct {
	start  analysis.Expr
	limits []analysis.Expr // none is negative
}

// settled says whether the loop around leaves the check of the pair unchanged.
func (x *exec) settled(pr Pair) bool {
	out := x.l.Loop.Parent
	if out == nil {
		return true
	}
	a, b, se := pr.First, pr.Second, x.l.SE
	still := func(p *analysis.Access) bool {
		return out.Invariant(p.Base) && (p.Start == nil || se.Invariant(p.Start, out))
	}
	if !pr.Distance {
		return still(a) && still(b) && x.depth(x.n) < out.Depth
	}
	if a.V.Scale != b.V.Scale {
		return still(a) && still(b)
	}
	return out.Invariant(a.Base) && out.Invariant(b.Base) && se.Invariant(se.Sub(b.Start, a.Start), out)
}

// wholes says whether the accesses of the pair belong to two arguments whose sizes are known.
func (x *exec) wholes(pr Pair) bool {
	known := func(a *analysis.Access) bool {
		return a.Root != nil && a.Root.Op == ir.OpArgPtr && !x.f.HasUnknownExtent(a.Root)
	}
	return known(pr.First) && known(pr.Second) && pr.First.Root != pr.Second.Root
}

// object is an argument up to its length, or what a slice of it may reach.
type object struct {
	root     *ir.Value
	resliced bool
}

// objects are those of a pair, for either order the same.
func (x *exec) objects(pr Pair) [2]object {
	a, b := pr.First, pr.Second
	if a.Root.ID > b.Root.ID {
		a, b = b, a
	}
	return [2]object{{a.Root, a.Base != a.Root}, {b.Root, b.Base != b.Root}}
}

// wholesDisjoint says whether the arguments of a pair do not overlap.
func (x *exec) wholesDisjoint(pr Pair) *ir.Value {
	lo1, hi1 := x.extentOf(pr.First)
	lo2, hi2 := x.extentOf(pr.Second)
	return x.disjoint(lo1, hi1, lo2, hi2)
}

// conjunction joins conditions made in x.pre. Those that change in the same loops are joined first: what leaves a loop
// then leaves it as one value.
type conjunction struct {
	of    *exec
	parts []*ir.Value // by the depth of the innermost loop that changes them
}

func (c *conjunction) add(v *ir.Value) {
	d := c.of.depth(v)
	c.parts = slices.Grow(c.parts, max(d+1-len(c.parts), 0))
	for len(c.parts) <= d {
		c.parts = append(c.parts, nil)
	}
	c.parts[d] = c.and(c.parts[d], v)
}

func (c *conjunction) and(a, b *ir.Value) *ir.Value {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return c.of.pre.New(ir.OpAnd, ir.TBool, c.of.pos, a, b)
}

// value is the conjunction, outermost first; nil if there are no conditions.
func (c *conjunction) value() (all *ir.Value) {
	for _, v := range c.parts {
		all = c.and(all, v)
	}
	return all
}

// depth is the depth of the innermost loop that keeps v from moving out of it; 0 is none.
func (x *exec) depth(v *ir.Value) int {
	if x.l.Loop.Parent == nil || v.IsConst() || v.Block == x.f.Entry() {
		return 0
	}
	if d, ok := x.depths[v]; ok {
		return d
	}
	d := 0
	if v.Op.Is(ir.FlagElementwise) && !v.Op.Is(ir.FlagPartial) || v.Op == ir.OpPtrAdd {
		for _, a := range v.Args {
			d = max(d, x.depth(a))
		}
	} else if in := x.l.SE.LoopInfo().Of(v.Block); in != nil {
		d = in.Depth
	} else if v.Op.Is(ir.FlagPartial) {
		d = x.l.Loop.Parent.Depth // made behind the analysis
	}
	if x.depths == nil {
		x.depths = map[*ir.Value]int{}
	}
	x.depths[v] = d
	return d
}
