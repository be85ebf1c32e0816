package loopopt

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// legality collects what vectorizing a loop must respect, or the reason why it cannot be. It changes nothing.
type legality struct {
	f   *ir.Func
	l   *analysis.Loop
	se  *analysis.SCEV
	out *vplan.Legal

	// vector says that vector code is meant to come of it, which can leave in the middle.
	vector bool
	// early says that the exits may be any; without it the latch must be one, and its count known.
	early bool
	// exits is how the metadata want exits treated.
	exits exitStrategy
	// late is the first check or exit that only the data decide and that comes behind a store, lateFor why it is in the way
	// if it cannot be tested before.
	late    *ir.Value
	lateFor remark.Reason
	// guarded are the loads that are done if a value beats the best so far: see picks.
	guarded []*ir.Value
	// settled: recurrences are in the way, for peeling may make inductions of them.
	settled bool
	// forced: the metadata ask for vector code; granted: that alone permitted another order of additions.
	forced, granted bool

	// copies are the tables that have some, by the first of them.
	copies map[*ir.Value]*subtable

	// part limits what is looked at to a part of the loop; nil is all of it.
	part *part

	reason remark.Reason
	at     *ir.Value
}

// has says whether v is in the part of the loop that is looked at.
func (g *legality) has(v *ir.Value) bool { return g.part == nil || g.part.has(v) }

func (g *legality) refuse(r remark.Reason, at *ir.Value) bool {
	if g.reason == "" {
		g.reason, g.at = r, at
	}
	return false
}

// check does all of it. The order matters only for which reason is reported.
func (g *legality) check() bool {
	g.out = &vplan.Legal{F: g.f, Loop: g.l, SE: g.se, Promised: g.trusted()}
	if !g.shape() || !g.scalar() || !g.counts() || !g.phis() || !g.accesses() || !g.dependences() || !g.liveOuts() {
		return false
	}
	g.handOver()
	return true
}

// scalar wants no vectors in the loop: with a followup of its own a vectorized loop need not say that it is one.
func (g *legality) scalar() bool {
	for _, b := range g.out.Body {
		for _, v := range b.Walk() {
			if v.Type.Lanes > 1 || v.Op.Is(ir.FlagWrites) && v.StoredValue().Type.Lanes > 1 {
				return g.refuse(remark.AlreadyDone, v)
			}
		}
	}
	return true
}

// shape wants a rotated innermost loop: one latch that is the only exit by a branch, a preheader, an exit block of its
// own, and a body without inner cycles.
func (g *legality) shape() bool {
	l := g.l
	switch {
	case len(l.Children) > 0:
		return g.refuse(remark.NotInnermost, nil)
	case l.Preheader == nil || l.Latch == nil:
		return g.refuse(remark.NotSimplified, nil)
	case (!exits(l, l.Latch) || len(l.Exiting) > 1) && !g.early && (!g.vector || !exits(l, l.Latch)):
		return g.refuse(remark.EarlyExit, nil)
	case l.Preheader.Kind != ir.BlockJump:
		return g.refuse(remark.NotSimplified, nil)
	}
	for _, b := range g.f.ReversePostorder() {
		if l.Contains(b) {
			g.out.Body = append(g.out.Body, b)
		}
		for _, v := range b.Walk() {
			if l.Contains(b) && v.Op == ir.OpPoll {
				return g.refuse(remark.NotSimplified, v)
			}
		}
	}
	// The latch comes last: every block of the body reaches it, and it reaches only the header.
	body := g.out.Body
	for i, b := range body {
		if b == l.Latch && i != len(body)-1 {
			return g.refuse(remark.NotSimplified, nil)
		}
	}
	if !exits(l, l.Latch) {
		return true // there is an exit in the middle, or the loop has no end
	}
	g.out.Exit = l.Latch.Succs[0]
	if l.Contains(g.out.Exit) {
		g.out.Exit = l.Latch.Succs[1]
	}
	for _, p := range g.out.Exit.Preds {
		if !l.Contains(p) {
			return g.refuse(remark.NotSimplified, nil)
		}
	}
	return true
}

func exits(l *analysis.Loop, b *ir.Block) bool {
	for _, x := range l.Exiting {
		if x == b {
			return true
		}
	}
	return false
}

// latchCount is the number of times the back edge is taken before the latch leaves the loop, if nothing else does.
func (g *legality) latchCount() (analysis.Expr, bool) {
	for _, c := range g.se.ExitCounts(g.l) {
		if c.Exiting == g.l.Latch && c.OK {
			return c.Count, true
		}
	}
	return nil, false
}

// counts finds the trip count and, for each check and each exit, the number of iterations for which it holds.
func (g *legality) counts() bool {
	taken, ok := g.latchCount()
	if !ok && !g.early {
		return g.refuse(remark.UnknownTripCount, g.l.Latch.Control)
	}
	if ok {
		g.out.Trips = g.se.AddConst(taken, 1)
	}
	g.out.Counted = g.f.NewFlags(g.f.NumValues())
	if g.early {
		g.out.LatchBails = !ok && exits(g.l, g.l.Latch)
		g.countExits()
	}
	// What only the data decide, a check or a way out of the loop, is looked at by the vector code in every pass, for all
	// lanes, before the pass has stored anything; if one fails the scalar loop does the pass again.
	stored := false
	for _, b := range g.out.Body {
		for _, v := range b.Walk() {
			stored = stored || v.Op.HasAny(ir.FlagWrites)
			if v.Op != ir.OpCheck {
				continue
			}
			n, ok := g.se.CheckExitCount(v, g.l)
			if ok && g.vector && !stored && g.pessimistic(v) {
				continue
			}
			if !ok && g.early && stored {
				g.comesLate(v, remark.UnprovedCheck)
			}
			if !ok && g.vector && (!stored || g.early) {
				continue
			}
			if !ok {
				return g.refuse(remark.UnprovedCheck, v)
			}
			g.out.Counted[v.ID] = true
			g.limit(n)
		}
		if stored && g.out.Bails(b) {
			if !g.early {
				return g.refuse(remark.EarlyExit, b.Control)
			}
			g.comesLate(b.Control, remark.EarlyExit)
		}
	}
	return ok || g.bounded()
}

// pessimistic says whether the count of a check rests on the range of an index that the data decide, and that range is
// wide: tables of 256 entries are common, those of 65536 are not, and a limit of no iterations helps nobody.
func (g *legality) pessimistic(check *ir.Value) bool {
	c := check.Args[0]
	if c.Op != ir.OpLtU || g.l.Invariant(c.Args[0]) || c.Args[0].Type != ir.TI64 {
		return false
	}
	if _, _, affine := g.se.AddRec(c.Args[0], g.l); affine || g.se.Slowed(c.Args[0], g.l) {
		return false
	}
	_, hi := g.se.Range(g.se.Of(c.Args[0]))
	return hi > 255
}

// limit adds an iteration limit unless it is there already, or no loop is that long.
func (g *legality) limit(n analysis.Expr) {
	if c, ok := g.se.IsConst(n); ok && c >= analysis.MaxCount {
		return
	}
	for _, e := range g.out.Limits {
		if e == n {
			return
		}
	}
	g.out.Limits = append(g.out.Limits, n)
}

// phis wants inductions, reductions and recurrences only, the reductions in an order that vector code may change.
func (g *legality) phis() bool {
	g.out.Phis = analysis.ClassifyPhis(g.se, g.l)
	g.cursors()
	g.picks()
	g.carries()
	g.scans()
	for i := range g.out.Phis {
		c := &g.out.Phis[i]
		if !g.has(c.Phi) {
			continue
		}
		switch c.Kind {
		case analysis.Picked, analysis.Cursor:
		case analysis.Induction:
			if !c.Phi.Type.Elem.IsInt() && !g.floatInduction(c) {
				return false
			}
		case analysis.Reduction:
			if !c.Exact && !g.mayReassociate(c) && !g.firstWins(c) {
				return g.refuse(remark.FPOrder, c.Phi)
			}
		default:
			if g.settled || !g.isRecurrence(c) {
				return g.refuse(remark.UnknownRecurrence, c.Phi)
			}
		}
	}
	return g.acyclic()
}

// mayReassociate says whether all operations of a floating-point reduction permit another order. A forced
// vectorization grants it, or a width that is written out, where the source does not say exact. An interleave count alone
// does not (LLVM's hints-allow-reordering, LoopVectorizeHints::allowReordering).
func (g *legality) mayReassociate(c *analysis.PhiClass) bool {
	md := g.l.Header.Loop
	grants := g.forced && (md.Has("vectorize.enable") || md.Int("vectorize.width", 0) > 1)
	ordered := slices.ContainsFunc(c.Chain, func(v *ir.Value) bool { return v.FP&ir.Ordered != 0 })
	if grants && c.Needs == ir.Reassoc && !ordered {
		g.granted = true
		return true
	}
	for _, v := range c.Chain {
		if v.Type.Elem.IsFloat() && v.FP&c.Needs != c.Needs && v.Op != ir.OpPhi && v.Op != ir.OpSelect {
			return false
		}
	}
	return true
}

// accesses classifies the memory operations and forms interleaved groups.
func (g *legality) accesses() bool {
	g.out.ByValue = make([]*analysis.Access, g.f.NumValues())
	g.out.GroupOf = make([]*vplan.Group, g.f.NumValues())
	as := analysis.Accesses(g.se, g.l)
	for i := range as {
		a := &as[i]
		if !g.has(a.V) {
			continue
		}
		g.out.Accesses = append(g.out.Accesses, a)
		g.out.ByValue[a.V.ID] = a
	}
	g.packedAccesses()
	g.groups()
	if !g.harmless() {
		return g.refuse(remark.UnknownRecurrence, g.guarded[0])
	}
	for _, a := range g.out.Accesses {
		if a.Kind == analysis.Strided && g.out.GroupOf[a.V.ID] == nil {
			a.Kind = analysis.Gather
		}
		if a.Write && a.Kind == analysis.Uniform {
			return g.refuse(remark.InvariantStore, a.V)
		}
		if a.Write && a.Kind == analysis.Gather && a.V.Op == ir.OpMaskedStore {
			return g.refuse(remark.InvariantStore, a.V)
		}
	}
	return true
}

// liveOuts decides whether the exit's phis can be served by vector code.
func (g *legality) liveOuts() bool {
	if g.out.NeedScalar {
		return true
	}
	at := g.out.Exit.PredIndex(g.l.Latch)
	for _, phi := range g.out.Exit.Phis() {
		v := phi.Args[at]
		if g.l.Invariant(v) {
			continue
		}
		ok := false
		for i := range g.out.Phis {
			c := &g.out.Phis[i]
			if v == c.Backedge || v == c.Phi && c.Kind == analysis.Induction || lastLanes(c, v) {
				ok = true
			}
		}
		if !ok {
			g.out.NeedScalar = true
		}
	}
	return true
}

// legalOf is an empty record of what is found out about the loop.
func legalOf(g *legality) *vplan.Legal {
	return &vplan.Legal{F: g.f, Loop: g.l, SE: g.se}
}
