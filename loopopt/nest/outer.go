package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
	"hotloop/loopopt/vplan"
)

// VectorizeNest does several iterations of a loop that contains others at once, the inner loops inside (vplan/nest.go).
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
// whose order may change, and no iteration of it touches a byte that another one stores to, as far as they are in one
// vector iteration: by proof (direction vectors), by a run-time check of whole objects, or by a promise. Lanes run in
// lockstep, so that nothing is known of the order of accesses in different iterations; those of one iteration keep
// theirs. Checks that do not hold for all iterations that vector code runs are tested by all lanes, inside the inner
// loops too, if the vector iteration cannot have stored anything by then; and behind no loop of which it is not known
// that it ends, for a lane may be waiting there that the program never comes to.
// Pays by one cost for the scalar nest, the nest with its inner loops vectorized, and this.
// Reads what vectorize does, and vectorize.outer; leaves the same.
// Remarks: outer loop vectorized; loop not vectorized with the reason.
func VectorizeNest(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	forced := r != nil && r.Forced
	switch {
	case d.Opt.NoVectorize:
		return driver.Refused(remark.SwitchedOff)
	case md.Off("vectorize.enable") || md.Off("vectorize.outer") || md.Int("vectorize.width", 0) == 1:
		return driver.Refused(remark.Disabled)
	}
	p, why, at := planNest(d, l, forced)
	if p == nil {
		return driver.RefusedAt(why, at)
	}
	p.plan.Legal.Forced = forced
	loop.Wishes(p.plan.Legal, md)
	p.bound = loop.Bound(d, p.plan.Legal, nil)
	if bits := md.Int("prefer_width", 0); bits >= loop.MinPreferred {
		p.target = loop.Narrowed{Info: p.target, Bytes: int(bits) / 8}
	}
	return p.carryOut()
}

// outerPlan is a plan for a loop that contains others.
type outerPlan struct {
	d      *driver.Driver
	md     *ir.LoopMD
	g      *legal.Legality
	plan   *vplan.Plan
	target tti.Info
	bound  remark.Reason // why the plan may not do more iterations at once
}

// planNest makes a plan of l if that is legal, and says why not if not.
func planNest(d *driver.Driver, l *analysis.Loop, forced bool) (p *outerPlan, why remark.Reason, at *ir.Value) {
	g := &legal.Legality{F: d.F, L: l, Se: d.Scev, Vector: true, Forced: forced}
	if !checkNest(g) {
		return nil, g.Reason, g.At
	}
	g.Out.Target = d.Opt.Target
	plan, ref := vplan.BuildNest(g.Out)
	if ref != nil {
		return nil, ref.Reason, ref.At
	}
	return &outerPlan{d: d, md: l.Header.Loop, g: g, plan: plan, target: d.Opt.Target}, remark.None, nil
}

// choose chooses lanes and parts.
func (p *outerPlan) choose(n *vplan.NestPrice) ([]vplan.Candidate, bool) {
	return p.plan.ChooseNest(p.target, n)
}

// carryOut chooses lanes and parts, and makes the vector loops.
func (p *outerPlan) carryOut() driver.Outcome {
	d, md, plan, legal := p.d, p.md, p.plan, p.plan.Legal
	n := priceNest(d, legal.Loop)
	candidates, ok := p.choose(&vplan.NestPrice{Cycles: n.scalar(legal.Loop), Trips: n.trips})
	d.Out.Note(plan, candidates, md.Position())
	if d.Opt.Plan != nil {
		d.Opt.Plan(config.Considered{Plan: plan, Candidates: candidates, Pos: md.Position()})
	}
	if n := md.Int("estimated_trip_count", 0); ok && !legal.Forced && n > 0 && n < plan.MinIter {
		return driver.Refused(remark.ShortTripCount)
	}
	if !ok {
		return driver.Refused(loop.Unchosen(candidates, legal, loop.Trips(d, legal), p.bound))
	}
	if err := plan.Verify(); err != nil {
		d.F.Fatalf("%v", err)
	}
	if !d.Bisect("vectorize", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	plan.Pos = md.Position()
	res := plan.Execute()
	d.Out.Plans = append(d.Out.Plans, plan)
	d.Passed("vectorize", md.Position(), "outer loop vectorized", remark.Arg{Name: "VF", Value: plan.VF()},
		remark.Arg{Name: "UF", Value: plan.UF()}, remark.Arg{Name: "tail", Value: plan.Tail},
		remark.Arg{Name: "inner", Value: plan.InnerLoops()})
	if p.g.Granted {
		d.Passed("vectorize", md.Position(), remark.Reordered)
	}
	loop.TellVersions(d, md, plan)
	loop.TellShortfalls(d, md, plan, p.bound)
	loop.Marks(md, plan, res)
	return driver.Changed
}

// checkNest is check for a loop that contains others.
func checkNest(g *legal.Legality) bool {
	g.Out = &vplan.Legal{F: g.F, Loop: g.L, SE: g.Se}
	g.Out.Promised = g.Trusted()
	return nestShape(g) && g.Scalar() && nestCounts(g) && nestPhis(g) && nestAccesses(g) && g.LiveOuts()
}

// nestShape wants canonical loops: the outer one is left at its latch only, the inner ones to the loop around them
// only, by exits of their own.
func nestShape(g *legal.Legality) bool {
	l, li := g.L, g.Se.LoopInfo()
	if li.Irreducible {
		return g.Refuse(remark.Irreducible, nil)
	}
	if !l.Simplified() {
		return g.Refuse(remark.NotSimplified, nil)
	}
	if !l.LeftAtLatch() || !l.Dedicated() {
		return g.Refuse(remark.EarlyExit, nil)
	}
	g.Out.Exit = l.Exits[0]
	g.Out.Body = vplan.NestBody(g.F, li, l)
	for _, b := range g.Out.Body {
		in := li.Of(b)
		if in != l && b == in.Header {
			if !in.Simplified() || len(in.Exits) == 0 || !in.Dedicated() || !simpleExits(li, in) {
				return g.Refuse(remark.NotSimplified, nil)
			}
			if md := in.Header.Loop; md.Has("isvectorized") {
				return g.Refuse(remark.AlreadyDone, nil)
			}
		}
		for _, v := range b.Walk() {
			if v.Op.Yields() || v.Op == ir.OpRet {
				return g.Refuse(remark.NotSimplified, v)
			}
		}
	}
	return true
}

// simpleExits says whether in is left to the loop around it only, from blocks of no loop further in, and has a value
// for every phi there that is made in it or before.
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

// nestCounts finds the number of iterations, and of each check for how many it holds. What remains is tested by vector
// code.
func nestCounts(g *legal.Legality) bool {
	trips, ok := g.Se.LatchTrips(g.L)
	if !ok {
		return g.Refuse(remark.UnknownTripCount, g.L.Latch.Control)
	}
	g.Out.Trips = trips
	g.Out.Counted = g.F.NewFlags(g.F.NumValues())
	li := g.Se.LoopInfo()
	stores := map[*analysis.Loop]bool{}  // a vector iteration may have stored in this loop before any place in it
	endless := map[*analysis.Loop]bool{} // or have been in a loop of unknown length
	for _, b := range g.Out.Body {
		in := li.Of(b)
		for _, v := range b.Walk() {
			if v.Op.HasAny(ir.FlagWrites) {
				for l := in; l != g.L; l = l.Parent {
					stores[l] = true
				}
			}
		}
		if _, _, counted := g.Se.TripCount(in); in != g.L && !counted {
			for l := in.Parent; l != g.L; l = l.Parent {
				endless[l] = true
			}
		}
	}
	stored, waited := false, false
	for _, b := range g.Out.Body {
		in := li.Of(b)
		for _, v := range b.Walk() {
			stored = stored || v.Op.HasAny(ir.FlagWrites)
			if v.Op != ir.OpCheck {
				continue
			}
			if n, ok := g.Se.CheckExitCount(v, g.L); ok && !unsteady(g, v) {
				g.Out.Counted[v.ID] = true
				g.Limit(n)
				continue
			}
			late := stored || waited
			for l := in; l != g.L; l = l.Parent {
				late = late || stores[l] || endless[l]
			}
			if late {
				return g.Refuse(remark.UnprovedCheck, v)
			}
		}
		if in != g.L && b == in.Latch {
			if _, _, counted := g.Se.TripCount(in); !counted {
				waited = true
			}
		}
	}
	return true
}

// unsteady says whether the count of a check rests on the range of an index that neither walks with the outer loop nor
// stays where it is: no iterations may come of it, where testing it inside would do.
func unsteady(g *legal.Legality, check *ir.Value) bool {
	c := check.Args[0]
	if c.Op != ir.OpLtU || g.L.Invariant(c.Args[0]) || c.Args[0].Type != ir.TI64 {
		return false
	}
	if _, _, affine := g.Se.AddRec(c.Args[0], g.L); affine {
		return false
	}
	n, _ := g.Se.CheckExitCount(check, g.L)
	most, ok := g.Se.IsConst(n)
	return !ok || most < analysis.MaxCount
}

// nestPhis wants inductions and reductions only.
func nestPhis(g *legal.Legality) bool {
	g.Out.Phis = analysis.ClassifyPhis(g.Se, g.L)
	for i := range g.Out.Phis {
		c := &g.Out.Phis[i]
		switch c.Kind {
		case analysis.Induction:
			if !c.Phi.Type.Elem.IsInt() {
				return g.Refuse(remark.FloatInduction, c.Phi)
			}
		case analysis.Reduction:
			if !c.Exact && !g.MayReassociate(c) {
				return g.Refuse(remark.FPOrder, c.Phi)
			}
		default:
			return g.Refuse(remark.UnknownRecurrence, c.Phi)
		}
	}
	return true
}

// nestAccesses proves that no two iterations of the outer loop that may be in one vector iteration touch a byte that
// one of them stores to, or asks for run-time checks.
func nestAccesses(g *legal.Legality) bool {
	li := g.Se.LoopInfo()
	var all []*analysis.Access
	var places []*analysis.Place
	for _, b := range g.Out.Body {
		for _, v := range b.Walk() {
			if v.Op.IsMemory() {
				a, p := g.Se.Access(v, g.L), g.Se.Place(v, g.L)
				all, places = append(all, &a), append(places, &p)
			}
		}
	}
	t := analysis.NewNestTester(g.Se, g.L)
	for i, a := range all {
		for k, b := range all[i:] {
			trust := g.Promised(a, b)
			switch {
			case !a.Write && !b.Write || analysis.KnownDisjoint(g.L, a.Root, b.Root):
			case a.Root != b.Root:
				if trust {
					continue
				}
				if !analysis.Comparable(a.Root) || !analysis.Comparable(b.Root) {
					return g.Refuse(remark.UnknownDependence, b.V)
				}
				if !objectKnown(g, a) || !objectKnown(g, b) {
					return g.Refuse(remark.UnknownExtent, b.V)
				}
				// Each pair is compared with those there are: not to be left to the end.
				if g.Pair(vplan.Pair{First: a, Second: b}); len(g.Out.Pairs) > legal.MaxPairs {
					return g.Refuse(remark.TooManyChecks, b.V)
				}
			case a == b && li.Of(a.V.Block) == g.L && a.Kind == analysis.Gather:
				// Lanes store in their order.
			case !steps(g, a, b, li) && !carriesNone(g, t, places[i], places[i+k], trust):
				return false
			}
		}
	}
	return true
}

// objectKnown is known for accesses of inner loops too, whose extent is that of their object.
func objectKnown(g *legal.Legality, a *analysis.Access) bool {
	return a.Affine() && a.Base != nil || a.Root != nil && a.Root.Op == ir.OpArgPtr
}

// steps judges two accesses of the outer loop's own blocks that walk alike, a before b in the program: vector code does
// all lanes of a before those of b.
func steps(g *legal.Legality, a, b *analysis.Access, li *analysis.LoopInfo) bool {
	if li.Of(a.V.Block) != g.L || li.Of(b.V.Block) != g.L {
		return false
	}
	dep := g.Se.Depend(a, b)
	if !dep.Known {
		return false
	}
	if g.InOrder(a, b, dep, false) {
		return true
	}
	g.Reason, g.At = "", nil
	return false
}

// carriesNone says whether two accesses to one object, or one with itself, never meet in different iterations of the
// outer loop that are in one vector iteration.
func carriesNone(g *legal.Legality, t *analysis.NestTester, a, b *analysis.Place, trust bool) bool {
	for _, dep := range t.Test(a, b) {
		if !dep.Carried(0) {
			continue
		}
		if n := max(dep.Dist[0], -dep.Dist[0]); dep.Known[0] && n >= 2 {
			if g.Out.MaxStep == 0 || n < g.Out.MaxStep {
				g.Out.MaxStep = n
			}
			continue
		}
		if trust && !dep.Known[0] {
			continue
		}
		return g.Refuse(remark.UnknownDependence, b.V)
	}
	return true
}
