package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// vectorizeNest does several iterations of a loop that contains others at once, the inner loops inside (vplan/nest.go).
//
// Before:
//
//	for i := range n {
//		x, k := a[i], 0
//		for x > 1 { x = f(x); k++ }
//		y[i] = k
//	}
//
// After:
//
//	for i := 0; i < n; i += 16 {
//		x, k := a[i:i+16], 0
//		live := x > 1
//		for any(live) { x, k = select(live, f(x), x), select(live, k+1, k); live &= x > 1 }
//		y[i:i+16] = k
//	}
//
// Legal if the number of iterations is known, every value carried around the outer loop is an induction or a reduction
// whose order may change, and no iteration of it touches a byte that another one stores to, as far as they are in one pass:
// by proof (direction vectors), by a run-time check of whole objects, or by a promise. Lanes run in lockstep, so that nothing
// is known of the order of accesses in different iterations; those of one iteration keep theirs. Checks that do not hold for
// all iterations that vector code runs are tested by all lanes, inside the inner loops too, if the pass cannot have stored
// anything by then; and behind no loop of which it is not known that it ends, for a lane may be waiting there that the
// program never comes to.
// Pays by one cost for the scalar nest, the nest with its inner loops vectorized, and this.
// Reads what vectorize does, and vectorize.outer; leaves the same.
// Remarks: outer loop vectorized; loop not vectorized with the reason.
func (d *driver) vectorizeNest(l *analysis.Loop, r *request) bool {
	f, md := d.f, l.Header.Loop
	forced := r != nil && r.forced && (md.Has("vectorize.enable") || md.Int("vectorize.width", 0) > 1)
	miss := func(why remark.Reason, at *ir.Value) bool {
		if r == nil && (why == remark.NotProfitable || why == remark.NotInnermost || why == remark.AlreadyDone) {
			d.leave(l, why)
			return false // other things are done with it
		}
		return d.refuse(vectorizePass, l, r, why, "outer loop not vectorized", d.where(md, at)...)
	}
	switch {
	case d.opt.NoVectorize:
		return miss(remark.SwitchedOff, nil)
	case md.Off("vectorize.enable") || md.Off("vectorize.outer") || md.Int("vectorize.width", 0) == 1:
		return miss(remark.Disabled, nil)
	case !forced && d.unrolledLater(l):
		return miss(remark.NotInnermost, nil)
	}
	g := &legality{f: f, l: l, se: d.scev, vector: true, forced: forced}
	if !g.nest() {
		return miss(g.reason, g.at)
	}
	legal := g.out
	legal.Target, legal.Forced = d.opt.Target, forced
	wishes(legal, md)
	bound := d.bound(legal, nil)
	plan, ref := vplan.BuildNest(legal)
	if ref != nil {
		return miss(remark.Reason(ref.Reason), ref.At)
	}
	target := d.opt.Target
	if bits := md.Int("prefer_width", 0); bits >= minPreferred {
		target = narrowed{target, int(bits) / 8}
	}
	price := d.nestPrice(legal)
	candidates, ok := plan.ChooseNest(target, price)
	d.out.note(plan, candidates, md.Position())
	if d.opt.Plan != nil {
		d.opt.Plan(Considered{plan, candidates, md.Position()})
	}
	if n := md.Int("estimated_trip_count", 0); ok && !forced && n > 0 && n < plan.MinIter {
		return miss(remark.ShortTripCount, nil)
	}
	if !ok {
		return miss(unchosen(candidates, d.trips(legal)), nil)
	}
	if err := plan.Verify(); err != nil {
		f.Fatalf("%v", err)
	}
	if !d.bisect("vectorize", md.Position()) {
		return miss(remark.Bisected, nil)
	}
	res := plan.Execute()
	d.out.Plans = append(d.out.Plans, plan)
	d.passed("vectorize", md.Position(), "outer loop vectorized", remark.Arg{Name: "VF", Value: plan.VF()},
		remark.Arg{Name: "UF", Value: plan.UF()}, remark.Arg{Name: "tail", Value: plan.Tail}, remark.Arg{Name: "inner", Value: plan.InnerLoops()})
	if g.granted {
		d.passed("vectorize", md.Position(), "forced vectorization changes the order of floating-point operations")
	}
	d.tellShortfalls(md, plan, bound)
	marks(md, res)
	return true
}

// unrolledLater says whether some loop in l is short enough to be unrolled completely, whereupon l may be vectorized as an
// innermost loop.
func (d *driver) unrolledLater(l *analysis.Loop) bool {
	for _, c := range l.Children {
		if _, n, ok := d.scev.TripCount(c); ok && n >= 0 && n < int64(d.opt.Knobs.Unroll.FullMaxCount) && !c.Header.Loop.Has("unroll.disable") &&
			len(c.Children) == 0 {
			return true
		}
	}
	return false
}

// nest is check for a loop that contains others.
func (g *legality) nest() bool {
	g.out = &vplan.Legal{F: g.f, Loop: g.l, SE: g.se, Promised: g.trusted()}
	return g.nestShape() && g.scalar() && g.nestCounts() && g.nestPhis() && g.nestAccesses() && g.liveOuts()
}

// nestShape wants canonical loops: the outer one is left at its latch only, the inner ones to the loop around them only, by
// exits of their own.
func (g *legality) nestShape() bool {
	l, li := g.l, g.se.LoopInfo()
	if li.Irreducible {
		return g.refuse(remark.Irreducible, nil)
	}
	if l.Preheader == nil || l.Latch == nil || l.Preheader.Kind != ir.BlockJump || l.Latch.Kind != ir.BlockIf {
		return g.refuse(remark.NotSimplified, nil)
	}
	if len(l.Exiting) != 1 || l.Exiting[0] != l.Latch || len(l.Exits) != 1 || !l.Dedicated() {
		return g.refuse(remark.EarlyExit, nil)
	}
	g.out.Exit = l.Exits[0]
	g.out.Body = vplan.NestBody(g.f, li, l)
	for _, b := range g.out.Body {
		in := li.Of(b)
		if in != l && b == in.Header {
			if in.Preheader == nil || in.Latch == nil || len(in.Exits) == 0 || !in.Dedicated() || !simpleExits(li, in) {
				return g.refuse(remark.NotSimplified, nil)
			}
			if md := in.Header.Loop; md.Has("isvectorized") {
				return g.refuse(remark.AlreadyDone, nil)
			}
		}
		for _, v := range b.Walk() {
			if v.Op == ir.OpPoll || v.Op == ir.OpRet {
				return g.refuse(remark.NotSimplified, v)
			}
		}
	}
	return true
}

// simpleExits says whether in is left to the loop around it only, from blocks of no loop further in, and has a value for every
// phi there that is made in it or before.
func simpleExits(li *analysis.LoopInfo, in *analysis.Loop) bool {
	for _, x := range in.Exiting {
		if li.Of(x) != in || x.Kind != ir.BlockIf {
			return false
		}
	}
	for _, t := range in.Exits {
		if li.Of(t) != in.Parent {
			return false
		}
	}
	return true
}

// nestCounts finds the number of iterations, and of each check for how many it holds. What remains is tested by vector code.
func (g *legality) nestCounts() bool {
	taken, ok := g.latchCount()
	if !ok {
		return g.refuse(remark.UnknownTripCount, g.l.Latch.Control)
	}
	g.out.Trips = g.se.AddConst(taken, 1)
	g.out.Counted = g.f.NewFlags(g.f.NumValues())
	li := g.se.LoopInfo()
	stores := map[*analysis.Loop]bool{}  // a pass may have stored something in this loop before any place in it
	endless := map[*analysis.Loop]bool{} // or have been in a loop of unknown length
	for _, b := range g.out.Body {
		in := li.Of(b)
		for _, v := range b.Walk() {
			if v.Op.HasAny(ir.FlagWrites) {
				for l := in; l != g.l; l = l.Parent {
					stores[l] = true
				}
			}
		}
		if _, _, counted := g.se.TripCount(in); in != g.l && !counted {
			for l := in.Parent; l != g.l; l = l.Parent {
				endless[l] = true
			}
		}
	}
	stored, waited := false, false
	for _, b := range g.out.Body {
		in := li.Of(b)
		for _, v := range b.Walk() {
			stored = stored || v.Op.HasAny(ir.FlagWrites)
			if v.Op != ir.OpCheck {
				continue
			}
			if n, ok := g.se.CheckExitCount(v, g.l); ok && !g.unsteady(v) {
				g.out.Counted[v.ID] = true
				g.limit(n)
				continue
			}
			late := stored || waited
			for l := in; l != g.l; l = l.Parent {
				late = late || stores[l] || endless[l]
			}
			if late {
				return g.refuse(remark.UnprovedCheck, v)
			}
		}
		if in != g.l && b == in.Latch {
			if _, _, counted := g.se.TripCount(in); !counted {
				waited = true
			}
		}
	}
	return true
}

// unsteady says whether the count of a check rests on the range of an index that neither walks with the outer loop nor stays
// where it is: no iterations may come of it, where testing it inside would do.
func (g *legality) unsteady(check *ir.Value) bool {
	c := check.Args[0]
	if c.Op != ir.OpLtU || g.l.Invariant(c.Args[0]) || c.Args[0].Type != ir.TI64 {
		return false
	}
	if _, _, affine := g.se.AddRec(c.Args[0], g.l); affine {
		return false
	}
	n, _ := g.se.CheckExitCount(check, g.l)
	most, ok := g.se.IsConst(n)
	return !ok || most < analysis.MaxCount
}

// nestPhis wants inductions and reductions only.
func (g *legality) nestPhis() bool {
	g.out.Phis = analysis.ClassifyPhis(g.se, g.l)
	for i := range g.out.Phis {
		c := &g.out.Phis[i]
		switch c.Kind {
		case analysis.Induction:
			if !c.Phi.Type.Elem.IsInt() {
				return g.refuse(remark.FloatInduction, c.Phi)
			}
		case analysis.Reduction:
			if !c.Exact && !g.mayReassociate(c) {
				return g.refuse(remark.FPOrder, c.Phi)
			}
		default:
			return g.refuse(remark.UnknownRecurrence, c.Phi)
		}
	}
	return true
}

// nestAccesses proves that no two iterations of the outer loop that may be in one pass touch a byte that one of them stores to, or
// asks for run-time checks.
func (g *legality) nestAccesses() bool {
	li := g.se.LoopInfo()
	var all []*analysis.Access
	var places []*analysis.Place
	for _, b := range g.out.Body {
		for _, v := range b.Walk() {
			if v.Op.IsMemory() {
				a, p := g.se.Access(v, g.l), g.se.Place(v, g.l)
				all, places = append(all, &a), append(places, &p)
			}
		}
	}
	t := (&driver{f: g.f, scev: g.se, loop: li}).nestTester(g.l, nil)
	for i, a := range all {
		for k, b := range all[i:] {
			trust := g.promised(a, b)
			switch {
			case !a.Write && !b.Write || apart(g.l, a.Root, b.Root):
			case a.Root != b.Root:
				if trust {
					continue
				}
				if !analysis.Comparable(a.Root) || !analysis.Comparable(b.Root) {
					return g.refuse(remark.UnknownDependence, b.V)
				}
				if !g.objectKnown(a) || !g.objectKnown(b) {
					return g.refuse(remark.UnknownExtent, b.V)
				}
				g.pair(vplan.Pair{First: a, Second: b})
			case a == b && li.Of(a.V.Block) == g.l && a.Kind == analysis.Gather:
				// Lanes store in their order.
			case !g.steps(a, b, li) && !g.carriesNone(t, places[i], places[i+k], trust):
				return false
			}
		}
	}
	if len(g.out.Pairs) > maxPairs {
		return g.refuse(remark.TooManyChecks, g.out.Pairs[maxPairs].Second.V)
	}
	return true
}

// objectKnown is known for accesses of inner loops too, whose extent is that of their object.
func (g *legality) objectKnown(a *analysis.Access) bool {
	return a.Affine() && a.Base != nil || a.Root != nil && a.Root.Op == ir.OpArgPtr
}

// steps judges two accesses of the outer loop's own blocks that walk alike, a before b in the program: vector code does all
// lanes of a before those of b.
func (g *legality) steps(a, b *analysis.Access, li *analysis.LoopInfo) bool {
	if li.Of(a.V.Block) != g.l || li.Of(b.V.Block) != g.l || !a.Affine() || !b.Affine() || a.Stride != b.Stride || a.Stride == 0 {
		return false
	}
	d, ok := g.distance(a, b)
	if !ok {
		return false
	}
	if g.constant(a, b, d, false) {
		return true
	}
	g.reason, g.at = "", nil
	return false
}

// carriesNone says whether two accesses to one object, or one with itself, never meet in different iterations of the outer
// loop that are in one pass.
func (g *legality) carriesNone(t *analysis.NestTester, a, b *analysis.Place, trust bool) bool {
	for _, dep := range t.Test(a, b) {
		if !dep.Carried(0) {
			continue
		}
		if n := max(dep.Dist[0], -dep.Dist[0]); dep.Known[0] && n >= 2 {
			if g.out.MaxStep == 0 || n < g.out.MaxStep {
				g.out.MaxStep = n
			}
			continue
		}
		if trust && !dep.Known[0] {
			continue
		}
		return g.refuse(remark.UnknownDependence, b.V)
	}
	return true
}
