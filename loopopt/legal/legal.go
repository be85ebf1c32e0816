package legal

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// Legality collects what vectorizing a loop must respect, or the reason why it cannot be. It changes nothing.
type Legality struct {
	F   *ir.Func
	L   *analysis.Loop
	Se  *analysis.SCEV
	Out *vplan.Legal

	// vector says that vector code is meant to come of it, which can leave in the middle.
	Vector bool
	// Some: the loop stays scalar, and checks that have no count stay in it.
	Some bool
	// early says that the exits may be any; without it the latch must be one, and its count known.
	Early bool
	// exits is how the metadata want exits treated.
	Exits ExitStrategy
	// late is the first check or exit that only the data decide and that comes behind a store, lateFor why it is in the
	// way if it cannot be tested before.
	Late    *ir.Value
	lateFor remark.Reason
	// guarded are the loads that are done if a value beats the best so far: see argReductions.
	guarded []*ir.Value
	// settled: recurrences are in the way, for peeling may make inductions of them.
	Settled bool
	// forced: the metadata ask for vector code; granted: that alone permitted another order of additions.
	Forced, Granted bool

	// copies are the tables that have some, by the first of them.
	Copies map[*ir.Value]*Subtable

	// LaneSums: sums of floats that may not be reordered are added up lane by lane.
	LaneSums bool

	// part limits what is looked at to a part of the loop; nil is all of it.
	Part *clone.Part

	Reason remark.Reason
	At     *ir.Value
}

// has says whether v is in the part of the loop that is looked at.
func (g *Legality) has(v *ir.Value) bool { return g.Part == nil || g.Part.Has(v) }

func (g *Legality) Refuse(r remark.Reason, at *ir.Value) bool {
	if g.Reason == "" {
		g.Reason, g.At = r, at
	}
	return false
}

// Check does all of it. The order matters only for which reason is reported.
func (g *Legality) Check() bool {
	g.Out = LegalOf(g)
	g.Out.Promised = g.Trusted()
	if !g.Shape() || !g.Scalar() || !g.Counts() || !g.phis() || !g.accesses() || !g.dependences() || !g.LiveOuts() {
		return false
	}
	g.forwardToNext()
	return true
}

// Scalar wants no vectors in the loop: with a followup of its own a vectorized loop need not say that it is one.
func (g *Legality) Scalar() bool {
	for v := range ir.Values(g.Out.Body) {
		if v.Type.Lanes > 1 || v.Op.Is(ir.FlagWrites) && v.StoredValue().Type.Lanes > 1 {
			return g.Refuse(remark.AlreadyDone, v)
		}
	}
	return true
}

// Shape wants a rotated innermost loop: one latch that is the only exit by a branch, a preheader, an exit block of its
// own, and a body without inner cycles.
func (g *Legality) Shape() bool {
	l := g.L
	switch {
	case len(l.Children) > 0:
		return g.Refuse(remark.NotInnermost, nil)
	case !l.Simplified():
		return g.Refuse(remark.NotSimplified, nil)
	case !l.LeftAtLatch() && !g.Early && (!g.Vector || !l.IsExiting(l.Latch)):
		return g.Refuse(remark.EarlyExit, nil)
	}
	g.Out.Body = g.F.NewBlocks(len(l.Blocks))[:0]
	for _, b := range g.F.ReversePostorder() {
		if l.Contains(b) {
			g.Out.Body = append(g.Out.Body, b)
		}
		for _, v := range b.Walk() {
			if l.Contains(b) && v.Op.Yields() {
				return g.Refuse(remark.NotSimplified, v)
			}
		}
	}
	// The latch comes last: every block of the body reaches it, and it reaches only the header.
	body := g.Out.Body
	for i, b := range body {
		if b == l.Latch && i != len(body)-1 {
			return g.Refuse(remark.NotSimplified, nil)
		}
	}
	if g.Out.Exit = l.LatchExit(); g.Out.Exit == nil {
		return true // there is an exit in the middle, or the loop has no end
	}
	for _, p := range g.Out.Exit.Preds {
		if !l.Contains(p) {
			return g.Refuse(remark.NotSimplified, nil)
		}
	}
	return true
}

// Counts finds the trip count and, for each check and each exit, the number of iterations for which it holds.
func (g *Legality) Counts() bool {
	trips, ok := g.Se.LatchTrips(g.L)
	if !ok && !g.Early {
		return g.Refuse(remark.UnknownTripCount, g.L.Latch.Control)
	}
	if ok {
		g.Out.Trips = trips
	}
	g.Out.Counted = g.F.NewFlags(g.F.NumValues())
	if g.Early {
		g.Out.LatchTested = !ok && g.L.IsExiting(g.L.Latch)
		g.countExits()
	}
	// What only the data decide, a check or a way out of the loop, is looked at by the vector code in every vector
	// iteration, for all lanes, before the vector iteration has stored anything; if one fails the scalar loop does the
	// vector iteration again.
	stored := false
	for _, b := range g.Out.Body {
		for _, v := range b.Walk() {
			stored = stored || v.Op.HasAny(ir.FlagWrites)
			if v.Op != ir.OpCheck {
				continue
			}
			n, ok := g.Se.CheckExitCount(v, g.L)
			if ok && g.Vector && !stored && g.pessimistic(v, 255) || g.Some && (!ok || g.pessimistic(v, 1023)) {
				continue
			}
			if !ok && g.Early && stored {
				g.comesLate(v, remark.UnprovedCheck)
			}
			if !ok && g.Vector && (!stored || g.Early) {
				continue
			}
			if !ok {
				return g.Refuse(remark.UnprovedCheck, v)
			}
			g.Out.Counted[v.ID] = true
			g.Limit(n)
		}
		if stored && g.Out.TestsExit(b) {
			if !g.Early {
				return g.Refuse(remark.EarlyExit, b.Control)
			}
			g.comesLate(b.Control, remark.EarlyExit)
		}
	}
	return ok || g.bounded()
}

// pessimistic says whether the count of a check rests on the range of an index that the data decide, and that range is
// wide, beyond most: tables of 256 entries are common, those of 65536 are not, and a bound of no iterations helps
// nobody. Several numbers for each of 256 keys are worth a try where nothing else speaks against it: sums of three for
// each key take 2,640 ns for 4096 elements without checks, 2,820 with them (Zen 3).
func (g *Legality) pessimistic(check *ir.Value, most int64) bool {
	c := check.Args[0]
	if c.Op != ir.OpLtU || g.L.Invariant(c.Args[0]) || c.Args[0].Type != ir.TI64 {
		return false
	}
	if _, _, affine := g.Se.AddRec(c.Args[0], g.L); affine || g.Se.Slowed(c.Args[0], g.L) {
		return false
	}
	_, hi := g.Se.Range(g.Se.Of(c.Args[0]))
	return hi > most
}

// Limit adds an iteration bound unless it is there already, or no loop is that long.
func (g *Legality) Limit(n analysis.Expr) {
	if c, ok := g.Se.IsConst(n); ok && c >= analysis.MaxCount {
		return
	}
	for _, e := range g.Out.IterationBounds {
		if e == n {
			return
		}
	}
	if g.Out.IterationBounds == nil {
		g.Out.IterationBounds = make([]analysis.Expr, 0, 8)
	}
	g.Out.IterationBounds = append(g.Out.IterationBounds, n)
}

// phis wants inductions, reductions and recurrences only, the reductions in an order that vector code may change.
func (g *Legality) phis() bool {
	g.Out.Phis = analysis.ClassifyPhis(g.Se, g.L)
	g.monotonicIndexes()
	g.argReductions()
	g.conditionalAssignments()
	g.autonomous()
	g.scans()
	for i := range g.Out.Phis {
		c := &g.Out.Phis[i]
		if !g.has(c.Phi) {
			continue
		}
		switch c.Kind {
		case analysis.Picked, analysis.Cursor, analysis.Autonomic:
		case analysis.Induction:
			if !c.Phi.Type.Elem.IsInt() && !g.floatInduction(c) {
				return false
			}
		case analysis.Reduction:
			if !c.Exact && !g.MayReassociate(c) && !g.firstWins(c) && !g.laneSum(c) {
				return g.Refuse(remark.FPOrder, c.Phi)
			}
		default:
			if g.Settled || !g.isRecurrence(c) {
				return g.Refuse(g.unknownRecurrence(c), c.Phi)
			}
		}
	}
	return g.acyclic()
}

// laneSum says whether the sum may be left in its order, added up lane by lane.
func (g *Legality) laneSum(c *analysis.PhiClass) bool {
	v := c.Backedge
	if !g.LaneSums || !g.L.LeftAtLatch() || c.Op != ir.OpAdd || len(c.Chain) != 1 || v.Op != ir.OpAdd && v.Op != ir.OpSub ||
		v.Args[0] != c.Phi && (v.Op == ir.OpSub || v.Args[1] != c.Phi) || c.Phi.Uses != 1 {
		return false
	}
	if g.Out.InOrder == nil {
		g.Out.InOrder = map[ir.ID]bool{}
	}
	g.Out.InOrder[c.Phi.ID] = true
	return true
}

// MayReassociate says whether all operations of a floating-point reduction permit another order. A forced
// vectorization grants it, or a width that is written out, where the source does not say exact. An interleave count
// alone does not (LLVM's hints-allow-reordering, LoopVectorizeHints::allowReordering).
func (g *Legality) MayReassociate(c *analysis.PhiClass) bool {
	ordered := slices.ContainsFunc(c.Chain, func(v *ir.Value) bool { return v.FP&ir.Ordered != 0 })
	if g.grants() && c.Needs == ir.Reassoc && !ordered {
		g.Granted = true
		return true
	}
	for _, v := range c.Chain {
		if v.Type.Elem.IsFloat() && v.FP&c.Needs != c.Needs && v.Op != ir.OpPhi && v.Op != ir.OpSelect {
			return false
		}
	}
	return true
}

// grants reports whether a forced vectorization grants another order of floating-point operations.
func (g *Legality) grants() bool {
	md := g.L.Header.Loop
	return g.Forced && (md.Has("vectorize.enable") || md.Int("vectorize.width", 0) > 1)
}

// mayRegroup is MayReassociate for the one operation of a scan.
func (g *Legality) mayRegroup(v *ir.Value) bool {
	granted := v.FP&ir.Reassoc == 0 && v.FP&ir.Ordered == 0 && g.grants()
	g.Granted = g.Granted || granted
	return v.FP&ir.Reassoc != 0 || granted
}

// accesses classifies the memory operations and forms interleaved groups.
func (g *Legality) accesses() bool {
	g.Out.ByValue = g.Se.NewAccesses(g.F.NumValues())
	g.Out.GroupOf = vplan.NewGroups(g.F, g.F.NumValues())
	as := analysis.Accesses(g.Se, g.L)
	g.Out.Accesses = g.Se.NewAccesses(len(as))[:0]
	for i := range as {
		a := &as[i]
		if !g.has(a.V) {
			continue
		}
		g.Out.Accesses = append(g.Out.Accesses, a)
		g.Out.ByValue[a.V.ID] = a
	}
	g.packedAccesses()
	g.groups()
	if !g.harmless() {
		return g.Refuse(remark.UnknownRecurrence, g.guarded[0])
	}
	for _, a := range g.Out.Accesses {
		if a.V.Header() { // another row in each iteration
			return g.Refuse(remark.UnknownExtent, a.V)
		}
		if a.Kind == analysis.Strided && g.Out.GroupOf[a.V.ID] == nil {
			a.Kind = analysis.Gather
		}
		if a.Write && a.Kind == analysis.Uniform {
			return g.Refuse(remark.InvariantStore, a.V)
		}
		if a.Write && a.Kind == analysis.Gather && a.V.Op == ir.OpMaskedStore {
			return g.Refuse(remark.InvariantStore, a.V)
		}
	}
	return true
}

// LiveOuts decides whether the exit's phis can be served by vector code.
func (g *Legality) LiveOuts() bool {
	if g.Out.NeedScalar {
		return true
	}
	at := g.Out.Exit.PredIndex(g.L.Latch)
	for _, phi := range g.Out.Exit.Phis() {
		v := phi.Args[at]
		if g.L.Invariant(v) {
			continue
		}
		ok := false
		for i := range g.Out.Phis {
			c := &g.Out.Phis[i]
			if v == c.Backedge || v == c.Phi && c.Kind == analysis.Induction || lastLanes(c, v) {
				ok = true
			}
		}
		if !ok {
			g.Out.NeedScalar = true
		}
	}
	return true
}

// LegalOf is an empty record of what is found out about the loop.
func LegalOf(g *Legality) *vplan.Legal {
	return vplan.NewLegal(g.F, g.L, g.Se)
}
