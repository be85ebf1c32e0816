package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
	"hotloop/loopopt/vplan"
)

// fusePass is the name of the transformation.
const fusePass = "fuse"

// Fuse makes one loop of a loop and the one that follows it. The two have no loops in them; for others see nest.Fuse.
//
// Before:
//
//	for i := range n { a[i] = b[i] + 1 }
//	for i := range n { c[i] = a[i] * 2 }
//
// After:
//
//	if no check fails in either loop && run-time checks hold(a, b, c) {
//		for i := range n { a[i] = b[i] + 1; c[i] = a[i] * 2 }
//	} else {
//		for i := range n { a[i] = b[i] + 1 }
//		for i := range n { c[i] = a[i] * 2 }
//	}
//
// Legal if both run as often, by proof or by a test, nothing with an effect stands between them, the second needs
// nothing that the first computes as a value, and no iteration of the first touches what an earlier one of the second
// touches, by proof or by run-time checks.
// Pays if they access the same memory, or share what is the same in all iterations; done on request only.
// Reads fuse.enable and fuse.disable of the first, fuse.disable of the second; leaves followup_fused, and by default
// what stood on the first loop and what stood on the second beside that. The loops as they were keep what is no
// request.
// Remarks: loops fused, loops not fused with the reason.
func (u *Fusion) Fuse() driver.Outcome {
	why := u.Check(LookAtInnermost)
	if why == remark.None {
		why = u.dependences()
	}
	switch {
	case why != remark.None:
		return driver.Refused(why)
	case len(u.guards) > legal.MaxPairs:
		return driver.Refused(remark.TooManyChecks)
	case u.Certain && len(u.guards)+len(u.lg.Out.IterationBounds)+len(u.mg.Out.IterationBounds) > 0:
		return driver.Refused(remark.UnknownDependence)
	case !u.d.Bisect(fusePass, u.First.Header.Loop.Position()):
		return driver.Refused(remark.Bisected)
	}
	u.Run()
	u.Done(len(u.guards))
	return driver.Changed
}

// LookAtInnermost finds out how often a loop without others in it runs, and how long its checks hold.
func LookAtInnermost(g *legal.Legality) remark.Reason {
	if g.Shape() {
		g.Counts()
	}
	return g.Reason
}

// Done gives the loops their metadata, those of loops in the fused one aside, and tells of it. The fused loop runs only
// if so many run-time checks hold.
func (u *Fusion) Done(checks int) {
	d, h, first, second := u.d, u.Header, u.First.Header, u.Second.Header
	md := first.Loop
	h.Loop = driver.Followup(md, "fuse.", []string{"fuse.followup_fused"})
	if md.Find("fuse.followup_fused") == nil {
		for _, a := range second.Loop.With().Attrs {
			if h.Loop.Find(a.Name) == nil && !driver.Ends("fuse.", a.Name) {
				h.Loop = h.Loop.With(a)
			}
		}
	}
	first.Loop, second.Loop = driver.Fallback(md), driver.Fallback(second.Loop)
	scalar.FoldImpliedBranches(d.F) // around an inner loop of the second nest as around that of the first
	d.Tidy()
	d.Passed(fusePass, md.Position(), "loops fused", remark.Arg{Name: "checks", Value: checks})
}

// Fusion makes one loop of two, First and Second.
type Fusion struct {
	d             *driver.Driver
	First, Second *analysis.Loop
	lg, mg        *legal.Legality // of the two
	// Certain: there is to be no test of what can be known only at run time.
	Certain bool

	// path leads from the exit of First to the preheader of Second. guards branch around Second, or around what was
	// fused with First before.
	path     []*ir.Block
	branches []*ir.Block
	checks   []*ir.Value // on the path
	guards   []vplan.Guard

	Header *ir.Block        // of the fused loop
	Parts  [2]*clone.Cloner // the copies that it is made of
	pre    *ir.Block        // branches to entry or to apart
	entry  *ir.Block        // leads to the fused loop
	apart  *ir.Block        // leads to the loops as they were
}

// NewFusion looks for the loop that follows l.
func NewFusion(d *driver.Driver, l *analysis.Loop) (*Fusion, remark.Reason) {
	u := &Fusion{d: d, First: l}
	switch {
	case l.Header.Loop.Has("fuse.disable"):
		return u, remark.Disabled
	case !u.find():
		return u, remark.NoNextLoop
	case u.Second.Header.Loop.Has("fuse.disable"):
		return u, remark.Disabled
	}
	return u, remark.None
}

// maxPath bounds the blocks between two loops that are fused.
const maxPath = 8

// find walks from l's exit to the loop that follows.
func (u *Fusion) find() bool {
	l := u.First
	if len(l.Exits) != 1 || !l.Simplified() {
		return false
	}
	for b := l.Exits[0]; len(u.path) < maxPath; {
		if b.Loop != nil || u.isHeader(b) || l.Parent != nil && !l.Parent.Contains(b) {
			return false
		}
		u.path = append(u.path, b)
		switch b.Kind {
		case ir.BlockJump:
			if u.isHeader(b.Succs[0]) {
				u.Second = u.d.Loop.Of(b.Succs[0])
				return u.Second.Parent == l.Parent && u.Second.Preheader == b
			}
			b = b.Succs[0]
		case ir.BlockIf:
			u.branches = append(u.branches, b)
			b = b.Succs[u.towards(b)]
		default:
			return false
		}
	}
	return false
}

// towards is the successor of b, a branch around a loop, that leads to the loop.
func (u *Fusion) towards(b *ir.Block) int {
	for n, s := range b.Succs {
		for k := 0; k < maxPath && s.Kind == ir.BlockJump; k++ {
			if u.isHeader(s.Succs[0]) {
				return n
			}
			s = s.Succs[0]
			if len(s.Preds) > 1 {
				break
			}
		}
	}
	return 0
}

// isHeader says whether b is the header of a loop other than those around l.
func (u *Fusion) isHeader(b *ir.Block) bool {
	l := u.d.Loop.Of(b)
	return l != nil && l.Header == b && !l.ContainsLoop(u.First)
}

// Check says why the loops cannot be fused, whatever they access. look finds out about one of them.
func (u *Fusion) Check(look func(*legal.Legality) remark.Reason) remark.Reason {
	d, l, m := u.d, u.First, u.Second
	for _, x := range []struct {
		loop *analysis.Loop
		g    **legal.Legality
	}{{l, &u.lg}, {m, &u.mg}} {
		g := &legal.Legality{F: d.F, L: x.loop, Se: d.Scev}
		g.Out = legal.LegalOf(g)
		if why := look(g); why != remark.None {
			return why
		}
		*x.g = g
	}
	if n, known := d.Scev.ConstDiff(u.lg.Out.Trips, u.mg.Out.Trips); known && n != 0 || u.Certain && !known {
		return remark.TripCountsDiffer
	}
	if why := u.hoist(); why != remark.None {
		return why
	}
	dom := d.Scev.Dom()
	for _, b := range m.Blocks {
		for _, v := range b.Walk() {
			for _, a := range v.Args {
				if m.Invariant(a) && !dom.Dominates(a.Block, l.Preheader) {
					return remark.NeedsFirstLoop
				}
			}
		}
		if c := b.Control; c != nil && m.Invariant(c) && !dom.Dominates(c.Block, l.Preheader) {
			return remark.NeedsFirstLoop
		}
	}
	for _, b := range u.branches {
		if !dom.Dominates(b.Control.Block, l.Preheader) {
			return remark.NeedsFirstLoop
		}
	}
	for _, c := range u.checks {
		if !dom.Dominates(c.Args[0].Block, l.Preheader) {
			return remark.NeedsFirstLoop
		}
	}
	for _, e := range append([]analysis.Expr{u.mg.Out.Trips}, u.mg.Out.IterationBounds...) {
		if !u.available(e) {
			return remark.NeedsFirstLoop
		}
	}
	return remark.None
}

// hoist moves what is computed between the loops in front of both. What cannot go, because it needs a result of the
// first, stays; anything with an effect is in the way.
func (u *Fusion) hoist() remark.Reason {
	dom, pre := u.d.Scev.Dom(), u.First.Preheader
	for v := range ir.Values(u.path) {
		if v.Op == ir.OpCheck { // where it fails, the loops stay apart
			u.checks = append(u.checks, v)
		} else if v.Op != ir.OpPhi && (!v.Op.Is(ir.FlagElementwise) || v.Op.Is(ir.FlagPartial)) {
			return remark.CodeBetween
		}
	}
	for _, b := range u.path {
		top := pre
		for !dom.Dominates(top, b) {
			top = dom.Idom(top)
		}
		kept := b.Values[:0]
		for _, v := range b.Walk() {
			ready := v.Op != ir.OpPhi && v.Op != ir.OpCheck
			for _, a := range v.Args {
				ready = ready && dom.Dominates(a.Block, top)
			}
			if !ready {
				kept = append(kept, v)
				continue
			}
			v.Block = top
			top.Values = append(top.Values, v)
		}
		clear(b.Values[len(kept):])
		b.Values = kept
	}
	return remark.None
}

// available says whether e can be computed in front of the first loop.
func (u *Fusion) available(e analysis.Expr) bool {
	if e.Kind == analysis.Unknown && !u.d.Scev.Dom().Dominates(e.V.Block, u.First.Preheader) {
		return false
	}
	for _, a := range e.Args {
		if !u.available(a) {
			return false
		}
	}
	return true
}

// dependences judges all pairs of accesses of the two loops, and collects what to ask at run time: the second loop
// comes up to the first one's heels, so that nothing the first touches later may have been touched by the second.
func (u *Fusion) dependences() remark.Reason {
	se := u.d.Scev
	la, ma := analysis.Accesses(se, u.First), analysis.Accesses(se, u.Second)
	for i := range la {
		for j := range ma {
			a, b := &la[i], &ma[j]
			if p := u.First.Parent; p != nil && a.Root != nil && b.Root != nil && analysis.KnownDisjoint(p, a.Root, b.Root) {
				continue
			}
			dep := se.Depend(a, b)
			switch {
			case !dep.FirstLater():
				continue
			case dep.Known && u.lg.EveryIteration(a) && u.mg.EveryIteration(b):
				return remark.DepBlocksFusion
			case !dep.Test.Possible():
				return legal.Untestable(dep.Test)
			}
			for _, x := range []*analysis.Access{a, b} {
				if x.Start != nil && !u.available(x.Start) ||
					x.Base != nil && !se.Dom().Dominates(x.Base.Block, u.First.Preheader) {
					return remark.NeedsFirstLoop
				}
			}
			u.guards = append(u.guards, vplan.Guard{First: a, Second: b})
		}
	}
	return remark.None
}

// Run does it:
//
//	pre:   if it may be fused goto ph else first
//	ph:    goto fused
//	fused: a copy of l's body; a copy of m's; if next < n goto fused else end
//	end:   goto exit of m
//
// What is computed between the loops from results of the first is computed at the end again.
func (u *Fusion) Run() {
	d, f, l, m := u.d, u.d.F, u.First, u.Second
	pre, pos := l.Preheader, l.Header.Loop.Position()
	n := d.Scev.Expand(u.lg.Out.Trips, pre)
	ok := u.permission(pre, n)

	c1, c2 := clone.CloneLoop(f, l, "fused", nil), clone.CloneLoop(f, m, "fused", nil)
	u.dropChecks(c1, u.lg)
	u.dropChecks(c2, u.mg)
	h, mid, body, latch := c1.Block(l.Header), c1.Block(l.Latch), c2.Block(m.Header), c2.Block(m.Latch)
	ph, end := f.NewBlock("fused.ph"), f.NewBlock("fused.end")
	mid.RemoveSucc(u.lg.Out.Exit)
	latch.RemoveSucc(u.mg.Out.Exit)

	c1.Enter(ph, clone.Starts(l))
	mid.RemoveSucc(h)
	latch.RemoveSucc(body)
	mid.SetJump(body)
	latch.AddEdgeTo(h)
	clone.CountTo(f, h, latch, end, clone.Counter{Start: f.ConstInt(ir.TI64, 0), Limit: n, Step: 1, Test: ir.OpLtS}, pos)

	// Phis of both loops stand in the one header, with their starts and with what they are at the end of an iteration.
	moved := append([]*ir.Value(nil), body.Phis()...)
	body.Values = append([]*ir.Value(nil), body.Values[len(moved):]...)
	for _, v := range moved {
		h.InsertAt(len(h.Phis()), v)
	}
	carry := func(x *analysis.Loop, c *clone.Cloner) {
		back := x.Header.PredIndex(x.Latch)
		for _, phi := range x.Header.Phis() {
			c.Value(phi).ResetArgs()
			c.Value(phi).AddArgs(phi.Args[1-back], c.Of(phi.Args[back]))
		}
	}
	carry(l, c1)
	carry(m, c2)

	u.Header, u.Parts, u.pre, u.entry, u.apart = h, [2]*clone.Cloner{c1, c2}, pre, ph, f.NewBlock("unfused.ph")
	clone.Branch(l, ok, ph, u.apart, ir.LikelyTrue)
	u.leave(end, c1, c2)
}

// Only lets the fused loop run if cond, computed in front of it, holds too.
func (u *Fusion) Only(cond *ir.Value) {
	ph := u.d.F.NewBlock("fused.ph")
	u.Header.PassEdge(u.entry, ph)
	u.entry.SetIf(cond, ph, u.apart)
	u.entry.Likely = ir.LikelyTrue
}

// Undo takes the fused loop away again.
func (u *Fusion) Undo() {
	u.pre.RemoveSucc(u.entry)
	u.pre.SetJump(nil)
	u.d.F.RemoveUnreachable()
	scalar.CleanPhis(u.d.F)
	u.d.Tidy()
	u.d.Refresh()
}

// permission computes whether the loops may be fused: no check of either fails, the second runs, as often as the first,
// and the guards hold.
func (u *Fusion) permission(pre *ir.Block, n *ir.Value) *ir.Value {
	d, f, pos := u.d, u.d.F, u.First.Header.Loop.Position()
	ok := f.ConstBool(ir.TBool, true)
	and := func(v *ir.Value) { ok = pre.New(ir.OpAnd, ir.TBool, pos, ok, v) }
	if same, known := d.Scev.ConstDiff(u.lg.Out.Trips, u.mg.Out.Trips); !known || same != 0 {
		and(pre.New(ir.OpEq, ir.TBool, pos, n, d.Scev.Expand(u.mg.Out.Trips, pre)))
	}
	for _, b := range u.branches {
		c, no := b.Control, u.towards(b) == 1
		if truth, ok := d.Scev.Dom().Tested(pre, c); ok && truth == !no {
			continue
		}
		if no {
			c = pre.New(ir.OpNot, ir.TBool, pos, c)
		}
		and(c)
	}
	for _, c := range u.checks {
		and(c.Args[0])
	}
	for _, e := range append(append([]analysis.Expr(nil), u.lg.Out.IterationBounds...), u.mg.Out.IterationBounds...) {
		and(pre.New(ir.OpLeS, ir.TBool, pos, n, d.Scev.Expand(e, pre)))
	}
	if len(u.guards) > 0 {
		and(u.lg.Out.Guards(u.guards, n))
	}
	return ok
}

// dropChecks removes the counted checks from a copy.
func (u *Fusion) dropChecks(c *clone.Cloner, g *legal.Legality) {
	for v := range g.L.Values() {
		if v.Op == ir.OpCheck {
			w := c.Value(v)
			w.Block.Remove(w)
		}
	}
}

// leave leads from the end of the fused loop past the second loop.
func (u *Fusion) leave(end *ir.Block, c1, c2 *clone.Cloner) {
	f, l, m := u.d.F, u.First, u.Second
	now := map[*ir.Value]*ir.Value{} // what the values between the loops are behind the fused one
	of := func(v *ir.Value) *ir.Value {
		if w := now[v]; w != nil {
			return w
		}
		return c1.Of(v)
	}
	from := l.Latch
	for _, b := range u.path {
		k := b.PredIndex(from)
		for _, v := range b.Walk() {
			if v.Op == ir.OpPhi {
				now[v] = of(v.Args[k])
				continue
			}
			if v.Op == ir.OpCheck {
				continue
			}
			w := end.NewLike(v, v.Type)
			for _, a := range v.Args {
				w.AddArg(of(a))
			}
			now[v] = w
		}
		from = b
	}
	exit := u.mg.Out.Exit
	latch := exit.PredIndex(m.Latch)
	end.SetJump(exit)
	for _, phi := range exit.Phis() {
		v := phi.Args[latch]
		if w := c2.Value(v); w != nil {
			phi.AddArg(w)
		} else {
			phi.AddArg(of(v))
		}
	}
	for _, b := range u.path {
		for _, v := range append([]*ir.Value(nil), b.Values...) {
			if w := now[v]; w != nil && v.Uses > 0 {
				clone.RepairSSA(v, w, end)
			}
		}
	}
	f.ElimCopies()
	scalar.CleanPhis(f)
}

// Peel asks for the first of two loops that are to be fused to be peeled, if it makes a few iterations more
// than the second, and both numbers are constant.
//
// Before:
//
//	for i := 0; i < 34; i++ { a[i] = f(i) }
//	for j := 0; j < 32; j++ { b[j] = g(j) }
//
// After:
//
//	a[0], a[1] = f(0), f(1)
//	for i := 2; i < 34; i++ { a[i] = f(i) }
//	for j := 0; j < 32; j++ { b[j] = g(j) }
//
// Legal always, as peeling is. Whether the two can be fused is seen when they run equally often.
// Pays perhaps: the knob fuse.peel-max-count, LLVM's loop-fusion-peel-max-count, is 0 there and here.
func (u *Fusion) Peel() []driver.Restructuring {
	d, l, m := u.d, u.First, u.Second
	_, first, ok1 := d.Scev.TripCount(l)
	_, second, ok2 := d.Scev.TripCount(m)
	more := first - second
	if !ok1 || !ok2 || first < 0 || second < 0 || more <= 0 || more > int64(d.Opt.Knobs.FusePeelMaxCount) ||
		!clone.Repeatable(l) {
		return nil
	}
	return []driver.Restructuring{func(d *driver.Driver, l *analysis.Loop) bool {
		p := &peeling{d: d, l: l, md: l.Header.Loop, unroll: &d.Opt.Knobs.Unroll, opt: &d.Opt.Knobs.Peel}
		return p.first(int(more))
	}}
}
