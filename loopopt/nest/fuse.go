package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
)

// Fuse makes one loop of a loop and the one that follows it, and, where they have loops in them, of those too.
//
// Before:
//
//	for i := 0; i < n; i++ { for j := 0; j < m; j++ { s(i, j) } }
//	for i := 0; i < n; i++ { for j := 0; j < m; j++ { t(i, j) } }
//
// After:
//
//	if run-time checks hold {
//		for i := 0; i < n; i++ { for j := 0; j < m; j++ { s(i, j); t(i, j) } }
//	} else {
//		for i := 0; i < n; i++ { for j := 0; j < m; j++ { s(i, j) } }
//		for i := 0; i < n; i++ { for j := 0; j < m; j++ { t(i, j) } }
//	}
//
// For loops without others in them see loop.Fusion.
//
// Legal for nests if both outer loops run as often, nothing in them can panic or run without end, the second needs
// nothing that the first computes as a value, and no iteration of the second's outer loop touches what a later one of
// the first's does: no distance, from an access of the first to one of the second, is negative. What is wanted for that
// to be known, that slices and rows do not overlap, is tested in front of the two. Which distances there are is seen
// from the fused nest, which is taken away again if one is negative. Inner loops likewise, within an iteration of the
// outer one; they are left apart where that would take a test in each iteration.
// Pays if both access the same memory, which is in the caches then, or in registers; done on request only.
// Reads fuse.enable and fuse.disable of the first, fuse.disable of the second; leaves followup_fused on the outer loop,
// by default what stood on the two. Inner loops that ask for it themselves are fused by their own request.
// Remarks: loops fused, loops not fused with the reason, inner loops not fused with the reason.
func Fuse(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	u, why := loop.NewFusion(d, l)
	if why != remark.None {
		return driver.Refused(why)
	}
	return driver.First(u.Peel(), func() driver.Outcome {
		if len(u.First.Children)+len(u.Second.Children) > 0 {
			return (&nestFusion{Fusion: u, d: d}).fuse()
		}
		if o := u.Fuse(); o.Changed() || l.Parent == nil {
			return o
		}
		return certainly(d, l) // more is known of the places in a nest
	})
}

// certainly fuses the loop l in a nest with the one that follows, if that takes no tests.
func certainly(d *driver.Driver, l *analysis.Loop) driver.Outcome {
	u, why := loop.NewFusion(d, l)
	if why != remark.None {
		return driver.Refused(why)
	}
	u.Certain = true
	return (&nestFusion{Fusion: u, d: d}).fuse()
}

// nestFusion makes one nest of two.
type nestFusion struct {
	*loop.Fusion
	d *driver.Driver

	tests nestTests // what is to hold for the fused nest to run
	refusal
}

// fuse does it.
func (n *nestFusion) fuse() driver.Outcome {
	d, pos := n.d, n.First.Header.Loop.Position()
	if why := n.Check(n.look); why != remark.None {
		return driver.RefusedAt(why, n.at)
	}
	if !d.Bisect("fuse", pos) {
		return driver.Refused(remark.Bisected)
	}
	n.Run()
	if p := n.First.Parent; p != nil && p.Header.Loop.Has(analysis.NoAlias) {
		n.Header.Loop = n.First.Header.Loop.With(ir.Attr{Name: analysis.NoAlias}) // of all loops of a nest, of this too
	}
	d.Refresh()
	fused := d.LoopOf(n.Header)
	if !n.keepsOrder(fused) {
		n.Undo()
		return driver.RefusedAt(n.reason, n.at)
	}
	inner := n.innerHeaders(fused)
	for _, l := range []*analysis.Loop{n.First, n.Second} {
		for _, b := range l.Blocks {
			if b != l.Header && b.Loop != nil {
				b.Loop = driver.Fallback(b.Loop)
			}
		}
	}
	checks := n.tests.Len()
	if checks > 0 {
		n.Only(n.tests.emit(d, fused))
	}
	n.Done(checks)
	n.tests.wish.mark(d, fused, func(l *analysis.Loop) *ir.Block { return l.Header })
	n.Header.Loop = n.Header.Loop.With(driver.Missing(n.Header.Loop, []ir.Attr{{Name: "checks.split"}})...)
	afterJam(d)
	for _, h := range inner {
		n.fuseInner(h)
	}
	return driver.Changed
}

// look wants a loop to be counted, and all it has to be what nests may have. How long the checks of an innermost one
// hold is known otherwise.
func (n *nestFusion) look(g *legal.Legality) remark.Reason {
	if len(g.L.Children) == 0 {
		return loop.LookAtInnermost(g)
	}
	c, why, at := g.Se.Counted(g.L)
	if why != remark.None {
		n.at = at
		return why
	}
	g.Out.Trips, g.Out.Exit = c.Trips, c.Exit
	for v := range g.L.Values() {
		n.at = v
		switch {
		case v.Type.IsVector() || v.Op.HasAny(ir.FlagWrites) && v.StoredValue().Type.IsVector():
			return remark.AlreadyDone
		case v.Op == ir.OpCheck:
			return remark.UnprovedCheck
		case !v.Op.IsMemory() && v.Op.Is(ir.FlagEffect):
			return remark.UnknownOp
		}
	}
	for c := range n.d.Loop.In(g.L) { // one without an end would keep the second nest from running at all
		if _, _, ok := g.Se.TripCount(c); !ok {
			n.at = c.Latch.Control
			return remark.UnknownTripCount
		}
	}
	n.at = nil
	return remark.None
}

// keepsOrder says whether the fused nest accesses memory in the order of the two, if the tests hold that it notes.
func (n *nestFusion) keepsOrder(fused *analysis.Loop) bool {
	for _, limit := range [...]int64{analysis.Huge, analysis.Huge3, analysis.Huge4} {
		n.refusal = refusal{}
		n.tests = nestTests{wish: &nestWish{own: true}}
		p := n.d.Scev.Assuming(limit, func() { n.distances(fused) })
		n.tests.wish.Predicates, n.tests.Predicates = p, *p
		switch {
		case n.reason != remark.None:
		case n.Certain && p.Len() > 0: // in each iteration of the nest around it
			n.refuse(remark.UnknownDependence, nil)
		case len(p.Disjoint) > maxWishPairs || len(p.LE)+len(p.Small) > 2*maxWishConds:
			n.refuse(remark.TooManyChecks, nil)
		default:
			return true
		}
	}
	return false
}

// distances wants no access of the first nest to come, in an earlier iteration of the fused one, behind one of the
// second that it may meet.
func (n *nestFusion) distances(fused *analysis.Loop) {
	t := analysis.NewNestTester(n.d.Scev, fused)
	second := map[*ir.Block]bool{}
	for _, b := range n.Parts[1].L.Blocks {
		second[n.Parts[1].Block(b)] = true
	}
	behind := func(p *analysis.Place) bool { return second[p.V.Block] }
	for dep := range t.Among(n.d.Scev.Places(fused.Values(), fused)) {
		own := &n.tests.wish.own
		*own = *own && !dep.Carried(0)
		late := analysis.DirGT
		switch a, b := behind(dep.First), behind(dep.Second); {
		case a == b:
			continue
		case a: // the order in which blocks are listed
			late = analysis.DirLT
		}
		if dep.Carried(0) && dep.Dir[0]&late != 0 {
			why := remark.UnknownDependence
			if dom := n.d.Scev.Dom(); dep.Proved && dom.Dominates(dep.First.V.Block, fused.Latch) &&
				dom.Dominates(dep.Second.V.Block, fused.Latch) {
				why = remark.DepBlocksFusion
			}
			n.refuse(why, dep.Second.V)
			return
		}
	}
}

// innerHeaders are the headers of loops of the first nest, directly in the fused one, that loops of the second may
// follow.
func (n *nestFusion) innerHeaders(fused *analysis.Loop) (list []*ir.Block) {
	for _, b := range n.Parts[0].L.Blocks {
		if h := n.Parts[0].Block(b); h != n.Header && h.Loop != nil {
			if l := n.d.LoopOf(h); l != nil && l.Parent == fused && !driver.Asks(h.Loop, "fuse") {
				list = append(list, h)
			}
		}
	}
	return list
}

// fuseInner fuses the loop with header h, in the fused one, with the one that follows it, if that is one of the second
// nest's.
func (n *nestFusion) fuseInner(h *ir.Block) {
	d, l := n.d, n.d.LoopOf(h)
	if l == nil {
		return
	}
	pos, o := h.Loop.Position(), certainly(d, l)
	if why := o.Why(); o.Changed() || why == remark.NoNextLoop || why == remark.Disabled {
		return
	}
	d.Opt.Remarks.Add(d.F, remark.Remark{Kind: remark.Missed, Pass: "fuse", Pos: pos, Reason: o.Why(),
		Text: "inner loops not fused"})
}
