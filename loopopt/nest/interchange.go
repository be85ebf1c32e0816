package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
)

// interchangePass is the name of the transformation.
const interchangePass = "interchange"

// interchange swaps a loop with the one in it.
//
// Before:
//
//	for i := 0; i < n; i++ {
//		for j := 0; j < m; j++ { s(i, j) }
//	}
//
// After:
//
//	for j := 0; j < m; j++ {
//		for i := 0; i < n; i++ { s(i, j) }
//	}
//
// and if the inner loop's count changes by one from row to row, as in for j := 0; j <= i; j++, the triangle the other
// way round: for j := 0; j < n; j++ { for i := j; i < n; i++ { s(i, j) } }. The inner loop may contain further loops,
// and a deeper nest is put into any order by several interchanges.
//
// Legal if nothing but arithmetic stands between the loops, both counts are known in front of the nest (for triangles,
// as a function of the outer counter), no dependence changes its direction, and sums that pass through both loops may
// change their order: those of integers, or with reassoc. A sum that each iteration of the outer loop loads, and stores
// when the inner one is done, is added up in memory instead (demote). That slices and rows do not overlap is tested in
// front of the nest, whose original is the fallback.
// A triangle whose inner loop starts at the outer variable, as in for i := j; i < n; i++, is turned around with i and j
// as they are: for i := 0; i < n; i++ { for j := 0; j <= i; j++ { s(j, i) } }, if accesses then walk less far. A
// count of the inner loop that changes from row to row in another way, as that of strips, the last of which is short, is
// tested in each iteration of the new inner loop, if metadata ask for it. A
// condition around the inner loop that differs from one iteration of the outer loop to the next is tested in each
// iteration of the new inner loop. Only values from in front of it, and loads of what the nest does not store to, may
// be part of it.
// Pays if the new order touches fewer cache lines per iteration, and no tile covers the nest (nestorder.go), or if a
// tile then keeps sums in registers that were added up in memory (nestreduction.go). Heuristics keep the nest as it was
// for the case that the new inner loop would be short, or that such a condition holds rarely.
// Reads interchange.*; leaves followup_outer, followup_inner, followup_all; by default each list of attributes travels
// with its induction variable.
// Remarks: loops interchanged; loops not interchanged, with the reason.
func Interchange(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	if md.Has("interchange.disable") || r != nil && !md.Has("interchange.enable") {
		return driver.Refused(remark.Disabled)
	}
	if r == nil && !misordered(d, l) && !accumulates(d, l) {
		return driver.Refused(remark.NotProfitable)
	}
	head := l.Header
	var demoted *ir.Block
	if r != nil {
		demoted = demote(d, l)
	}
	if demoted != nil {
		l = d.Loop.Of(head)
	}
	p := pair(d, l)
	x := &interchanger{nestPair: p, asked: r != nil}
	if p.reason != "" || !x.bounds() || !x.order() {
		undemote(d, demoted)
		return driver.RefusedAt(p.reason, p.at)
	}
	if !d.Bisect("interchange", md.Position()) {
		undemote(d, demoted)
		return driver.Refused(remark.Bisected)
	}
	own := p.inner.Header.Loop
	x.counted = r == nil && x.mask != nil
	x.keep = r == nil && x.mayBeShort() || x.counted
	outer, inner := x.run()
	// The runs of the loop that comes outside need not have begun at the same place.
	own = driver.Regrouped(own).Without(func(name string) bool { return name == ir.MaxTripCount })
	outer.Loop = innerFollowup(md, own, "interchange.followup_outer", "interchange.followup_all")
	inner.Loop = driver.Followup(md, "interchange.", []string{"interchange.followup_inner", "interchange.followup_all"})
	inner.Loop = driver.KeepMarks(inner.Loop, md)
	nestsOf(d).swapped[outer] = inner
	d.Passed("interchange", md.Position(), "loops interchanged")
	afterJam(d)
	return driver.Changed
}

// interchanger swaps the loops of a pair. In the new order y counts the iterations of the old inner loop in the new
// outer one, and x those of the old outer loop.
type interchanger struct {
	*nestPair
	asked bool // by metadata
	// slope is how the inner count changes with x: 0, 1 or -1; first is the inner count for x = 0.
	slope int64
	first analysis.Expr
	// skew: y counts along with x, from x on, as the variable i in for i := j; i < n; i++ does.
	skew bool
	// keep: the nest as it is goes on being there, for the case that the new inner loop is short.
	keep bool
	// mask is a guard that differs between iterations of the outer loop, or nil: each iteration of the new inner loop
	// tests it. counted: the nest as it is runs if the guard lets few of them pass.
	mask    *nestGuard
	counted bool
	// ragged: the inner count changes from row to row in another way. first is what it is at most, and each iteration of
	// the new inner loop tests whether its row goes so far.
	ragged bool
}

// bounds wants an inner count that is the same for all iterations of the outer loop, or one more or less each time.
func (x *interchanger) bounds() bool {
	se, outer := x.se, x.outer
	x.first = x.innerTrips
	if !se.Invariant(x.innerTrips, outer) {
		e := x.innerTrips
		slope, ok := int64(0), false
		if e.Kind == analysis.AddRec && e.Loop == outer && se.Invariant(e.Start(), outer) {
			slope, ok = se.IsConst(e.Step())
		}
		switch {
		case ok && (slope == 1 || slope == -1):
			x.slope, x.first = slope, e.Start()
		case !x.raggedRows():
			return x.refuse(remark.DivergentControl, x.inner.Latch.Control)
		}
	}
	x.skew = x.slope < 0 && skewed(x.d, outer)
	for i, g := range x.guards {
		if outer.Invariant(g.cond) || (x.slope != 0 || x.ragged) && x.entersIfAny(g) {
			continue
		}
		if x.slope != 0 || x.ragged || x.mask != nil || len(x.sums) > 0 || x.d.Opt.NoVectorize {
			return x.refuse(remark.DivergentControl, g.cond)
		}
		x.mask = &x.guards[i]
	}
	return true
}

// entersIfAny says whether a guard lets the inner loop run if and only if its count, as a formula, is positive.
func (x *interchanger) entersIfAny(by nestGuard) bool {
	g := by.cond
	if g.Op != ir.OpLtS && g.Op != ir.OpLeS || g.Args[0].Type != ir.TI64 {
		return false
	}
	a, b := x.se.Of(g.Args[0]), x.se.Of(g.Args[1])
	if !by.enters { // not a < b is b <= a
		a, b = b, a
	}
	if (g.Op == ir.OpLeS) == by.enters {
		b = x.se.AddConst(b, 1)
	}
	// a < b is b - a > 0 where neither wraps around.
	d, ok := x.se.ConstDiff(x.se.Sub(b, a), x.innerTrips)
	small := func(e analysis.Expr) bool {
		if x.se.Assumes() { // tested
			n := &analysis.NestBounds{SE: x.se, Nest: x.outer, At: x.inner.Preheader}
			return n.Magnitude(e) < 1<<62
		}
		lo, hi := x.se.RangeAt(e, x.inner.Preheader)
		return lo > -1<<62 && hi < 1<<62
	}
	return ok && d == 0 && small(a) && small(b)
}

// order tests that no dependence changes its direction.
func (x *interchanger) order() bool {
	for i := range x.sums {
		if x.sums[i].ordered {
			return x.refuse(remark.FPOrder, x.sums[i].inner)
		}
	}
	if x.asked && x.outer.Header.Loop.Has(legal.OwnBytes) {
		return true // no dependence goes from one iteration of the outer loop to another
	}
	t := analysis.NewNestTester(x.se, x.outer)
	outer, inner := legal.ParallelOf(x.f, x.outer.Header.Loop), legal.ParallelOf(x.f, x.inner.Header.Loop)
	t.Promised = func(a, b *ir.Value) bool { return outer.Of(a, b) && inner.Of(a, b) }
	t.Skewed = x.skew
	places := x.se.Places(x.inner.Values(), x.outer)
	for _, p := range places {
		if x.skew {
			skew(x.d, p, x.outer)
		}
	}
	for dep := range t.Among(places) {
		swap := make([]int, len(dep.Dir))
		for k := range swap {
			swap[k] = k
		}
		swap[0], swap[1] = 1, 0
		if !dep.Permutable(swap) {
			a, b, dom := dep.First.V, dep.Second.V, x.se.Dom()
			if dep.Proved && dom.Dominates(a.Block, x.inner.Latch) && dom.Dominates(b.Block, x.inner.Latch) {
				return x.refuse(remark.DepBlocksInterchange, b)
			}
			return x.refuse(remark.UnknownDependence, b)
		}
	}
	return true
}

// run does it and returns the new headers.
func (x *interchanger) run() (outer, inner *ir.Block) {
	f, se, pre := x.f, x.se, x.outer.Preheader
	zero, one := f.ConstInt(ir.TI64, 0), f.ConstInt(ir.TI64, 1)
	nx, first := se.Expand(x.outerTrips, pre), se.Expand(x.first, pre)
	ny := first
	if x.slope > 0 { // the last row is the longest
		ny = pre.New(ir.OpAdd, ir.TI64, x.pos, first, pre.New(ir.OpSub, ir.TI64, x.pos, nx, one))
	}
	enter := x.enter(ny)
	entry := x.outer.Header.PredIndex(pre)
	starts := make([]*ir.Value, len(x.sums))
	for i := range x.sums {
		starts[i] = x.sums[i].outer.Args[entry]
	}

	ph, yh, xp, xe, ye := f.NewBlock("swapped.ph"), f.NewBlock("swapped"), f.NewBlock("swapped.inner.ph"),
		f.NewBlock("swapped.latch"),
		f.NewBlock("swapped.end")
	body := x.body("swapped.inner")
	y := yh.NewPhi(ir.TI64, x.pos)
	head, latch := body.header, body.latch
	if x.mask != nil || x.ragged {
		head, latch = f.NewBlock("swapped.gate"), f.NewBlock("swapped.next")
		head.Loop, body.header.Loop = body.header.Loop, nil
	}
	k := head.NewPhi(ir.TI64, x.pos)
	lo, hi := x.row(xp, y, nx, first)
	ph.SetJump(yh)
	yh.SetJump(xp)
	xp.SetJump(head)
	switch g := x.mask; {
	case x.ragged:
		head.SetIf(head.New(ir.OpLtS, ir.TBool, x.pos, y, x.rowAt(head, x.innerTrips, k)), body.header, latch)
		body.latch.SetJump(latch)
	case g != nil:
		cond := body.fillGate(head, k, g.cond)
		if g.enters {
			head.SetIf(cond, body.header, latch)
		} else {
			head.SetIf(cond, latch, body.header)
		}
		body.latch.SetJump(latch)
	}
	clone.CountUp(k, lo, one, hi, latch, xe)
	done := xe.New(ir.OpAdd, ir.TI64, x.pos, y, one)
	finals := make([]*ir.Value, len(x.sums))
	for i := range x.sums {
		s := &x.sums[i]
		sum := yh.NewPhi(s.inner.Type, s.inner.Pos)
		out := xe.NewPhi(s.inner.Type, s.inner.Pos)
		out.AddArg(body.Of(s.next))
		sum.AddArgs(starts[i], out)
		body.Value(s.inner).AddArgs(sum, body.Of(s.next))
		finals[i] = out
	}
	xe.SetIf(xe.New(ir.OpLtS, ir.TBool, x.pos, done, ny), yh, ye)
	y.AddArgs(zero, done)
	if x.skew {
		body.skewed = y
		body.fill(k, body.new(ir.OpSub, ir.TI64, x.pos, y, k))
	} else {
		body.fill(k, y)
	}

	x.place(ph, enter, nx, starts)
	x.leave(ye, finals)
	f.RemoveUnreachable()
	f.ElimCopies()
	return yh, head
}

// enter computes in front of the nest whether any row of the new one runs, of ny there are; nil: always.
func (x *interchanger) enter(ny *ir.Value) (enter *ir.Value) {
	if x.slope != 0 || x.ragged {
		enter = x.outer.Preheader.New(ir.OpLtS, ir.TBool, x.pos, x.f.ConstInt(ir.TI64, 0), ny)
	}
	return x.entered(enter) // of other guards the bounds of the triangle say it, or the mask
}

// row computes in xp the bounds of the new inner loop, lo <= k < hi, in row y.
func (x *interchanger) row(xp *ir.Block, y, nx, first *ir.Value) (lo, hi *ir.Value) {
	zero, one := x.f.ConstInt(ir.TI64, 0), x.f.ConstInt(ir.TI64, 1)
	lo, hi = zero, nx
	switch {
	case x.slope > 0: // first + x > y
		lo = xp.New(ir.OpSub, ir.TI64, x.pos, xp.New(ir.OpAdd, ir.TI64, x.pos, y, one), first)
		lo = xp.New(ir.OpMaxS, ir.TI64, x.pos, lo, zero)
	case x.skew: // y >= x, and hence y < first
		hi = xp.New(ir.OpMinS, ir.TI64, x.pos, xp.New(ir.OpAdd, ir.TI64, x.pos, y, one), nx)
	case x.slope < 0: // first - x > y
		hi = xp.New(ir.OpMinS, ir.TI64, x.pos, xp.New(ir.OpSub, ir.TI64, x.pos, first, y), nx)
	}
	return lo, hi
}

// place lets the new nest, which starts at ph, take the place of the old one, where it is entered and long enough.
func (x *interchanger) place(ph *ir.Block, enter, nx *ir.Value, starts []*ir.Value) {
	f, pre := x.f, x.outer.Preheader
	var count, counted *ir.Block
	var many *ir.Value
	if x.counted {
		count, counted, many = x.countPasses(nx)
	}

	if x.keep {
		old := f.NewBlock("short.ph")
		clone.Detour(x.outer, old)
		nestsOf(x.d).transposed[x.outer.Header] = true // too short for squares, too
		c := pre.New(ir.OpLeS, ir.TBool, x.pos, f.ConstInt(ir.TI64, x.enough()), nx)
		if enter != nil {
			c = pre.New(ir.OpAnd, ir.TBool, x.pos, c, enter)
		}
		if x.counted {
			pre.SetIf(c, count, old)
			counted.SetIf(many, ph, old)
		} else {
			pre.SetIf(c, ph, old)
		}
		pre.Likely = ir.LikelyTrue
	} else {
		x.goTo(ph, enter, "swapped.skip", starts)
	}
}

// maxSkipped is one in how many iterations of the old outer loop must enter the inner one for the nest to be turned:
// the new order looks at all of them, in vectors.
const maxSkipped = 8

// countPasses counts how many of the nx iterations of the outer loop enter the inner one, between two new blocks, and
// says there whether they are many. All that the guard needs may be computed in front of the nest: each iteration of it
// begins with that, where the guards before this one have been tested, and nothing in the nest stores to what it loads.
func (x *interchanger) countPasses(nx *ir.Value) (b, end *ir.Block, many *ir.Value) {
	f := x.f
	zero, one := f.ConstInt(ir.TI64, 0), f.ConstInt(ir.TI64, 1)
	var head *ir.Block
	b, head, end = f.NewBlock("passes.ph"), f.NewBlock("passes"), f.NewBlock("passes.end")
	b.SetJump(head)
	k, n := head.NewPhi(ir.TI64, x.pos), head.NewPhi(ir.TI64, x.pos)
	body := &nestBody{p: x.nestPair, again: map[*ir.Value]*ir.Value{}}
	cond := body.fillGate(head, k, x.mask.cond)
	yes, no := one, zero
	if !x.mask.enters {
		yes, no = no, yes
	}
	sum := head.New(ir.OpAdd, ir.TI64, x.pos, n, head.New(ir.OpSelect, ir.TI64, x.pos, cond, yes, no))
	clone.CountUp(k, zero, one, nx, head, end)
	n.AddArgs(zero, sum)
	head.Loop = driver.Bare(x.outer.Header.Loop)
	// both count iterations of a loop with accesses
	all := end.New(ir.OpMul, ir.TI64, x.pos, sum, f.ConstInt(ir.TI64, maxSkipped))
	return b, end, end.New(ir.OpLeS, ir.TBool, x.pos, nx, all)
}

// demote adds up in memory what the loop in l keeps in a register: the opposite of promote.
//
// Before:
//
//	s := c[j]; for k := 0; k < n; k++ { s += a[k] }; c[j] = s
//
// After:
//
//	for k := 0; k < n; k++ { c[j] += a[k] }
//
// Legal if nothing in the inner loop touches the place: the stores between are seen by nobody. If the inner loop does
// not run, a store of what was there goes.
//
// It returns the header of the inner loop, nil if nothing was done.
func demote(d *driver.Driver, l *analysis.Loop) *ir.Block {
	if len(l.Children) != 1 {
		return nil
	}
	c := l.Children[0]
	if !c.Simplified() || !c.LeftAtLatch() {
		return nil
	}
	var load, store *ir.Value
	for v := range l.Values() {
		switch {
		case v.Op == ir.OpCheck:
			return nil
		case c.Contains(v.Block) || !v.Op.IsMemory():
		case v.Op == ir.OpLoad && load == nil && store == nil:
			load = v
		case v.Op == ir.OpStore && store == nil:
			store = v
		default:
			return nil
		}
	}
	if load == nil || store == nil || !load.SamePlace(store) || !d.Scev.Dom().Dominates(load.Block, c.Header) {
		return nil
	}
	for v := range c.Values() {
		if v.Op.IsMemory() && !analysis.KnownDisjoint(l, v.Args[0].Root(), store.Args[0].Root()) {
			return nil
		}
	}
	var phi *ir.Value
	for _, v := range c.Header.Phis() {
		if v.Args[c.Header.PredIndex(c.Preheader)] == load {
			phi = v
		}
	}
	if phi == nil {
		return nil
	}
	next := phi.Args[c.Header.PredIndex(c.Latch)]
	s := &nestReduction{outer: load, inner: phi, next: next}
	p := &nestPair{outer: l, inner: c}
	if !p.carries(store.StoredValue(), s, 8) || !onlyDemoted(d, l, c, load, phi, next, store, p, s) {
		return nil
	}
	again := d.F.NewValue(c.Header, ir.OpLoad, load.Type, load.Pos, load.Args...)
	again.Scale, again.Off = load.Scale, load.Off
	c.Header.InsertAt(len(c.Header.Phis()), again)
	st := c.Latch.New(ir.OpStore, ir.TVoid, store.Pos, store.Args[0], store.Args[1], next)
	st.Scale, st.Off = store.Scale, store.Off
	store.Block.Remove(store)
	phi.CopyOf(again)
	d.F.ElimCopies()
	d.F.RemoveDead()
	d.Refresh()
	return c.Header
}

// undemote takes back what demote did to the loop with that header; nil is nothing.
func undemote(d *driver.Driver, header *ir.Block) {
	if header != nil && promote(d, d.Loop.Of(header)) {
		d.Refresh()
	}
}

// onlyDemoted says whether the sum is used for nothing but the store at its end.
func onlyDemoted(d *driver.Driver, l, c *analysis.Loop, load, phi, next, store *ir.Value, p *nestPair,
	s *nestReduction) bool {
	for v := range ir.Values(d.F.Blocks) {
		for _, a := range v.Args {
			switch {
			case v == store || v == phi:
			case a == load && !(v.Op == ir.OpPhi && p.carries(v, s, 8)):
				return false
			case a == next && !c.Contains(v.Block) && !(v.Op == ir.OpPhi && p.carries(v, s, 8)):
				return false
			case a.Op == ir.OpPhi && a != phi && l.ContainsValue(a) && !c.ContainsValue(a) && a.Type == phi.Type &&
				p.carries(a, s, 8) && !(v.Op == ir.OpPhi && p.carries(v, s, 8)):
				return false
			}
		}
	}
	return true
}
