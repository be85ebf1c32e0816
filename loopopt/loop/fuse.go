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

// Fuse makes one loop of a loop and the one that follows it.
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
func Fuse(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	if md.Has("fuse.disable") {
		return driver.Refused(remark.Disabled)
	}
	u := &fuser{d: d, l: l}
	if !u.find() {
		return driver.Refused(remark.NoNextLoop)
	}
	if u.m.Header.Loop.Has("fuse.disable") {
		return driver.Refused(remark.Disabled)
	}
	return driver.First(peelToFuse(d, l, u.m), u.fuse)
}

// fuse makes one loop of the two.
func (u *fuser) fuse() driver.Outcome {
	d, l, md := u.d, u.l, u.l.Header.Loop
	if why := u.check(); why != remark.None {
		return driver.Refused(why)
	}
	if len(u.guards) > legal.MaxPairs {
		return driver.Refused(remark.TooManyChecks)
	}
	if !d.Bisect("fuse", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	h := u.run()
	h.Loop = driver.Followup(md, "fuse.", []string{"fuse.followup_fused"})
	if md.Find("fuse.followup_fused") == nil {
		for _, a := range u.m.Header.Loop.With().Attrs {
			if h.Loop.Find(a.Name) == nil && !driver.Ends("fuse.", a.Name) {
				h.Loop = h.Loop.With(a)
			}
		}
	}
	l.Header.Loop, u.m.Header.Loop = driver.Fallback(md), driver.Fallback(u.m.Header.Loop)
	d.Tidy()
	d.Passed(fusePass, md.Position(), "loops fused", remark.Arg{Name: "checks", Value: len(u.guards)})
	return driver.Changed
}

// fuser makes one loop of l and m.
type fuser struct {
	d      *driver.Driver
	l, m   *analysis.Loop
	lg, mg *legal.Legality
	// path leads from l's exit to m's preheader. guards branch around m, or around what was fused with l before.
	path     []*ir.Block
	branches []*ir.Block
	guards   []vplan.Guard
}

// maxPath bounds the blocks between two loops that are fused.
const maxPath = 8

// find walks from l's exit to the loop that follows.
func (u *fuser) find() bool {
	l := u.l
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
				u.m = u.d.Loop.Of(b.Succs[0])
				return u.m.Parent == l.Parent && u.m.Preheader == b
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
func (u *fuser) towards(b *ir.Block) int {
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
func (u *fuser) isHeader(b *ir.Block) bool {
	l := u.d.Loop.Of(b)
	return l != nil && l.Header == b && !l.ContainsLoop(u.l)
}

// check says why the loops cannot be fused.
func (u *fuser) check() remark.Reason {
	d, l, m := u.d, u.l, u.m
	for _, x := range []struct {
		loop *analysis.Loop
		g    **legal.Legality
	}{{l, &u.lg}, {m, &u.mg}} {
		g := &legal.Legality{F: d.F, L: x.loop, Se: d.Scev}
		g.Out = legal.LegalOf(g)
		if !g.Shape() || !g.Counts() {
			return g.Reason
		}
		*x.g = g
	}
	if n, known := d.Scev.ConstDiff(u.lg.Out.Trips, u.mg.Out.Trips); known && n != 0 {
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
	for _, e := range append([]analysis.Expr{u.mg.Out.Trips}, u.mg.Out.IterationBounds...) {
		if !u.available(e) {
			return remark.NeedsFirstLoop
		}
	}
	return u.dependences()
}

// hoist moves what is computed between the loops in front of both. What cannot go, because it needs a result of the
// first, stays; anything with an effect is in the way.
func (u *fuser) hoist() remark.Reason {
	dom, pre := u.d.Scev.Dom(), u.l.Preheader
	for v := range ir.Values(u.path) {
		if v.Op != ir.OpPhi && (!v.Op.Is(ir.FlagElementwise) || v.Op.Is(ir.FlagPartial)) {
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
			ready := v.Op != ir.OpPhi
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
func (u *fuser) available(e analysis.Expr) bool {
	if e.Kind == analysis.Unknown && !u.d.Scev.Dom().Dominates(e.V.Block, u.l.Preheader) {
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
func (u *fuser) dependences() remark.Reason {
	se := u.d.Scev
	la, ma := analysis.Accesses(se, u.l), analysis.Accesses(se, u.m)
	for i := range la {
		for j := range ma {
			a, b := &la[i], &ma[j]
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
					x.Base != nil && !se.Dom().Dominates(x.Base.Block, u.l.Preheader) {
					return remark.NeedsFirstLoop
				}
			}
			u.guards = append(u.guards, vplan.Guard{First: a, Second: b})
		}
	}
	return remark.None
}

// run does it, and returns the header of the fused loop:
//
//	pre:   if it may be fused goto ph else first
//	ph:    goto fused
//	fused: a copy of l's body; a copy of m's; if next < n goto fused else end
//	end:   goto exit of m
//
// What is computed between the loops from results of the first is computed at the end again.
func (u *fuser) run() *ir.Block {
	d, f, l, m := u.d, u.d.F, u.l, u.m
	pre, pos := l.Preheader, l.Header.Loop.Position()
	n := d.Scev.Expand(u.lg.Out.Trips, pre)
	ok := u.permission(pre, n)

	c1, c2 := clone.CloneLoop(f, l, "fused", nil), clone.CloneLoop(f, m, "fused", nil)
	u.dropChecks(c1, u.lg)
	u.dropChecks(c2, u.mg)
	h, mid, body, latch := c1.Blocks[l.Header], c1.Blocks[l.Latch], c2.Blocks[m.Header], c2.Blocks[m.Latch]
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
			c.Values[phi].ResetArgs()
			c.Values[phi].AddArgs(phi.Args[1-back], c.Of(phi.Args[back]))
		}
	}
	carry(l, c1)
	carry(m, c2)

	first := f.NewBlock("unfused.ph")
	clone.Branch(l, ok, ph, first, ir.LikelyTrue)
	u.leave(end, c1, c2)
	return h
}

// permission computes whether the loops may be fused: no check of either fails, the second runs, as often as the first,
// and the guards hold.
func (u *fuser) permission(pre *ir.Block, n *ir.Value) *ir.Value {
	d, f, pos := u.d, u.d.F, u.l.Header.Loop.Position()
	ok := f.ConstBool(ir.TBool, true)
	and := func(v *ir.Value) { ok = pre.New(ir.OpAnd, ir.TBool, pos, ok, v) }
	if same, known := d.Scev.ConstDiff(u.lg.Out.Trips, u.mg.Out.Trips); !known || same != 0 {
		and(pre.New(ir.OpEq, ir.TBool, pos, n, d.Scev.Expand(u.mg.Out.Trips, pre)))
	}
	for _, b := range u.branches {
		c := b.Control
		if u.towards(b) == 1 {
			c = pre.New(ir.OpNot, ir.TBool, pos, c)
		}
		and(c)
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
func (u *fuser) dropChecks(c *clone.Cloner, g *legal.Legality) {
	for v := range g.L.Values() {
		if v.Op == ir.OpCheck {
			w := c.Values[v]
			w.Block.Remove(w)
		}
	}
}

// leave leads from the end of the fused loop past the second loop.
func (u *fuser) leave(end *ir.Block, c1, c2 *clone.Cloner) {
	f, l, m := u.d.F, u.l, u.m
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
		if w := c2.Values[v]; w != nil {
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

// peelToFuse asks for the first of two loops that are to be fused to be peeled, if it makes a few iterations more
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
func peelToFuse(d *driver.Driver, l, m *analysis.Loop) []driver.Restructuring {
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
