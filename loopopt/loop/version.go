package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/vplan"
)

// restructuring replaces the front part of a loop's iterations, or all of them, by other loops: what distribution and
// versioning have in common.
//
//	n := iterations for which no check fails       pre
//	if 0 < n && guards hold {                      pre
//		loop 1, n iterations without checks
//		loop 2, n iterations
//		if n == all { goto exit }                  done
//	}
//	the loop as it was, from iteration n or 0 on   fallback
//
// The loop that panics is always the original. Without limits and guards there is no fallback, and the original goes.
type restructuring struct {
	f    *ir.Func
	l    *analysis.Loop
	g    *legal.Legality // with shape and counts
	n    *ir.Value       // iterations that the new loops do
	pos  ir.Pos
	cond *ir.Value // nil: always

	starts []*ir.Value // what the header's phis begin with
	head   *ir.Block   // where the first of the new loops begins, or what comes before it
	tail   *ir.Block   // where the next loop begins
	// whole: the new loops do all iterations or none.
	whole bool
	// times is how often the new loops run, nil for n times; final, what values of the loop are behind them that no
	// copy of theirs is.
	times  *ir.Value
	final  map[*ir.Value]*ir.Value
	copies []*clone.Cloner
	parts  []*clone.Part // of the copies; nil is everything
	// fallback is the header of the loop as it was, nil if nothing leads to it any more.
	fallback *ir.Block
}

// restructure computes how many iterations the new loops run and whether they may.
func restructure(d *driver.Driver, l *analysis.Loop, g *legal.Legality, guards []vplan.Guard) *restructuring {
	f, pre := d.F, l.Preheader
	r := &restructuring{f: f, l: l, g: g, pos: l.Header.Loop.Position()}
	entry := l.Header.PredIndex(pre)
	for _, phi := range l.Header.Phis() {
		r.starts = append(r.starts, phi.Args[entry])
	}
	r.n = d.Scev.Expand(g.Out.Trips, pre)
	for _, e := range g.Out.IterationBounds {
		r.n = pre.New(ir.OpMinS, ir.TI64, r.pos, r.n, d.Scev.Expand(e, pre))
	}
	if len(g.Out.IterationBounds) > 0 {
		r.cond = pre.New(ir.OpLtS, ir.TBool, r.pos, f.ConstInt(ir.TI64, 0), r.n)
	}
	if len(guards) > 0 {
		ok := g.Out.Guards(guards, r.n)
		if r.cond != nil {
			ok = pre.New(ir.OpAnd, ir.TBool, r.pos, r.cond, ok)
		}
		r.cond = ok
	}
	r.begin()
	return r
}

// restructureWhole is the same for new loops that are to run only if there are least iterations, for all of which no check fails.
func restructureWhole(d *driver.Driver, l *analysis.Loop, g *legal.Legality, guards []vplan.Guard, least int64) *restructuring {
	f, pre := d.F, l.Preheader
	r := &restructuring{f: f, l: l, g: g, pos: l.Header.Loop.Position(), whole: true}
	entry := l.Header.PredIndex(pre)
	for _, phi := range l.Header.Phis() {
		r.starts = append(r.starts, phi.Args[entry])
	}
	r.n = d.Scev.Expand(g.Out.Trips, pre)
	r.cond = pre.New(ir.OpLeS, ir.TBool, r.pos, f.ConstInt(ir.TI64, least), r.n)
	for _, e := range g.Out.IterationBounds {
		r.cond = pre.New(ir.OpAnd, ir.TBool, r.pos, r.cond, pre.New(ir.OpLeS, ir.TBool, r.pos, r.n, d.Scev.Expand(e, pre)))
	}
	if len(guards) > 0 {
		r.cond = pre.New(ir.OpAnd, ir.TBool, r.pos, r.cond, g.Out.Guards(guards, r.n))
	}
	r.begin()
	return r
}

// begin makes the block where the new loops begin.
func (r *restructuring) begin() {
	r.head = r.f.NewBlock("restructured.ph")
	r.tail = r.head
}

// add appends a loop of the values of p, or of all but the checks if p is nil, that runs n iterations, and returns its
// header.
func (r *restructuring) add(name string, p *clone.Part) *ir.Block {
	f, l := r.f, r.l
	var c *clone.Cloner
	if p != nil {
		c = clone.ClonePart(f, l, name, p)
	} else {
		c = clone.CloneLoop(f, l, name, func(v *ir.Value) bool { return v.Op == ir.OpCheck && r.g.Out.Counted[v.ID] })
	}
	h, latch := c.Blocks[l.Header], c.Blocks[l.Latch]
	r.tail.SetJump(h)
	for i, phi := range l.Header.Phis() {
		if w := c.Values[phi]; w != nil {
			w.AddArg(r.starts[i])
		}
	}
	count := h.NewPhi(ir.TI64, r.pos)
	next := latch.New(ir.OpAdd, ir.TI64, r.pos, count, f.ConstInt(ir.TI64, 1))
	for _, q := range h.Preds {
		if q == r.tail {
			count.AddArg(f.ConstInt(ir.TI64, 0))
		} else {
			count.AddArg(next)
		}
	}
	latch.RemoveSucc(r.g.Out.Exit)
	latch.Succs = latch.Succs[:0]
	latch.Kind = ir.BlockIf
	times := r.n
	if r.times != nil {
		times = r.times
	}
	latch.SetControl(latch.New(ir.OpLtS, ir.TBool, r.pos, next, times))
	latch.Succs = append(latch.Succs, h)
	latch.Likely = ir.LikelyTrue
	r.copies, r.parts = append(r.copies, c), append(r.parts, p)
	if len(r.copies) == 1 {
		r.first(r.head)
	}
	r.tail = f.NewBlock("restructured.end")
	latch.AddEdgeTo(r.tail)
	return h
}

// first leads from the preheader to block b, or to the fallback.
func (r *restructuring) first(b *ir.Block) {
	pre, header := r.l.Preheader, r.l.Header
	if r.cond == nil {
		header.RemovePred(pre)
		pre.Succs[pre.SuccIndex(header)] = b
		b.Preds = append(b.Preds, pre)
		return
	}
	slow := r.f.NewBlock("fallback.ph")
	header.ReplacePred(pre, slow)
	slow.Kind, slow.Succs = ir.BlockJump, []*ir.Block{header}
	pre.Succs = pre.Succs[:0]
	pre.SetIf(r.cond, b, slow)
	pre.Likely = ir.LikelyTrue
	r.fallback = header
}

// of is what v, a value of the loop, is behind the new loops: that of the last one that has it.
func (r *restructuring) of(v *ir.Value) *ir.Value {
	if r.l.Invariant(v) {
		return v
	}
	if w := r.final[v]; w != nil {
		return w
	}
	for i := len(r.copies) - 1; i >= 0; i-- {
		if w := r.copies[i].Values[v]; w != nil {
			return w
		}
	}
	r.f.Fatalf("%s is in no part of the loop", v.LongString())
	return nil
}

// finish leads on, to the exit or the fallback.
func (r *restructuring) finish(se *analysis.SCEV) {
	l, exit := r.l, r.g.Out.Exit
	at := exit.PredIndex(l.Latch)
	back := l.Header.PredIndex(l.Latch)
	if len(r.g.Out.IterationBounds) == 0 || r.whole {
		r.tail.SetJump(exit)
		for _, phi := range exit.Phis() {
			phi.AddArg(r.of(phi.Args[at]))
		}
		if r.cond == nil {
			r.f.RemoveUnreachable()
		}
		return
	}
	slow := r.fallback.Preds[0]
	if slow == l.Latch {
		slow = r.fallback.Preds[1]
	}
	trips := se.Expand(r.g.Out.Trips, l.Preheader)
	r.tail.SetIf(r.tail.New(ir.OpEq, ir.TBool, r.pos, r.n, trips), exit, slow)
	r.tail.Likely = ir.LikelyTrue
	for _, phi := range exit.Phis() {
		phi.AddArg(r.of(phi.Args[at]))
	}
	for i, phi := range l.Header.Phis() {
		m := slow.NewPhi(phi.Type, phi.Pos)
		m.AddArgs(r.starts[i], r.of(phi.Args[back]))
		phi.SetArg(1-back, m)
	}
}
