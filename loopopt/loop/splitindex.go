package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
)

// splitPass is the name of the transformation.
const splitPass = "split"

// SplitIndex makes two or three loops of one at an iteration where a condition changes, or where accesses that walk
// towards each other cross: index-set splitting.
//
// Before:
//
//	for i := 0; i < n; i++ { if i < mid { s(i) } else { t(i) } }
//	for i := 0; i < n; i++ { if i == mid { s(i) } else { t(i) } }
//	for i := 0; i < n; i++ { a[i] += a[mid] }
//	for i := 0; i < n; i++ { a[i] += a[n-1-i] }
//
// After:
//
//	for i = 0; i < min(mid, n); i++ { s(i) }
//	for ; i < n; i++ { t(i) }
//
//	for i = 0; i < min(mid, n); i++ { t(i) }
//	if i < n && i == mid { s(i); i++ }
//	for ; i < n; i++ { t(i) }
//
//	and likewise at mid and behind it, and before, at and behind the middle of a: in each part nothing is loaded that
//	the same part stores, which the vectorizer's run-time checks find out.
//
// The loop may have loops in it, of which each part gets copies, if metadata ask for it.
// Legal if the number of iterations up to the split is known before the loop, which asks for a variable that walks
// evenly without wrapping around. Everything happens in the order of the original, checks and exits included.
// Pays where a condition keeps both of its sides under masks, and where vector code would fail its run-time checks.
// Reads split.at, a number or an integer parameter that the loop's variable is compared with, split.after and split.last,
// numbers of iterations before and behind the cut, and split.disable; leaves followup_first, followup_second (of the parts behind), followup_all, and by
// default what was there on all parts.
// Remarks: index set split, index set not split with the reason.
func SplitIndex(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	f, md := d.F, l.Header.Loop
	if md.Has("split.disable") {
		return driver.Refused(remark.Disabled)
	}
	g := &legal.Legality{F: f, L: l, Se: d.Scev, Vector: true} // exits may stay
	g.Out = legal.LegalOf(g)
	if !shapeToSplit(g, r != nil) {
		return driver.Refused(g.Reason)
	}
	trips, ok := d.Scev.LatchTrips(l)
	if !ok {
		return driver.Refused(remark.UnknownTripCount)
	}
	sp := &splitter{d: d, l: l, g: g, trips: trips}
	switch {
	case r != nil && md.Int("split.after", 0) > 0:
		sp.after(md.Int("split.after", 0))
	case r != nil && md.Int("split.last", 0) > 0:
		n := d.Scev.AddConst(trips, -md.Int("split.last", 0))
		sp.cuts = []cut{{count: func(pre *ir.Block) *ir.Value { return sp.clamp(pre, d.Scev.Expand(n, pre)) }}}
	case r != nil:
		t, why := sp.asked(md.Find("split.at"))
		if why != remark.None {
			return driver.Refused(why)
		}
		sp.at(t)
	case clone.LoopSize(l) > MaxUnswitched || !sp.heuristic():
		return driver.Refused(remark.NotProfitable)
	}
	if !d.Bisect("split", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	sp.run(md)
	d.Tidy()
	d.Passed(splitPass, md.Position(), "index set split", remark.Arg{Name: "parts", Value: len(sp.cuts) + 1})
	return driver.Changed
}

// shapeToSplit wants a loop that is left at its latch, perhaps among others. There may be loops in it if metadata ask.
func shapeToSplit(g *legal.Legality, asked bool) bool {
	if l := g.L; len(l.Children) > 0 && asked {
		if !clone.Repeatable(l) {
			return g.Refuse(remark.NotSimplified, nil)
		}
		if l.LatchExit() == nil || !l.Dedicated() {
			return g.Refuse(remark.EarlyExit, nil)
		}
		return true
	}
	return g.Shape()
}

// cut is a place to split at: so many iterations come before it.
type cut struct {
	count func(pre *ir.Block) *ir.Value // in [0, trips]
	once  bool                          // the part in front of it, behind the cut before, has one iteration at most
}

// splitter splits one loop.
type splitter struct {
	d     *driver.Driver
	l     *analysis.Loop
	g     *legal.Legality
	trips analysis.Expr

	ivs  []analysis.IV
	cuts []cut
	key  threshold // what the cuts are about; its if_ does not matter
	// known says of each part how rec compares with bound there; nil if the cuts are about no condition.
	known []order
}

// asked is the threshold that split.at names: the loop's variable, against the number or parameter.
func (sp *splitter) asked(at *ir.Attr) (threshold, remark.Reason) {
	se, f := sp.d.Scev, sp.d.F
	if at == nil {
		return threshold{}, remark.UnknownPlace
	}
	rec := splitVariable(sp.d, sp.l)
	if rec == nil {
		return threshold{}, remark.NoInduction
	}
	step, _ := se.IsConst(rec.Step())
	t := threshold{rec: rec, step: step, if_: below}
	if at.Kind == ir.AttrInt {
		if ir.SignExtend(rec.Elem, uint64(at.Int)) != at.Int {
			return t, remark.UnknownPlace
		}
		t.bound = se.Const(rec.Elem, at.Int)
		return t, remark.None
	}
	for i := range f.Params {
		p := &f.Params[i]
		if p.Name == at.Text && p.Kind == ir.ParamScalar && p.Elem == rec.Elem {
			t.bound = se.Of(f.Arg(ir.OpArg, i))
			return t, remark.None
		}
	}
	return t, remark.UnknownPlace
}

// after cuts behind n iterations.
func (sp *splitter) after(n int64) {
	sp.cuts = []cut{{count: func(pre *ir.Block) *ir.Value {
		return pre.New(ir.OpMinU, ir.TI64, sp.l.Header.Loop.Position(), sp.d.Scev.Expand(sp.trips, pre),
			sp.d.F.ConstInt(ir.TI64, n))
	}}}
}

// at cuts where threshold t changes.
func (sp *splitter) at(t threshold) {
	first, last := below, above // in the order of the walk
	if t.step < 0 {
		first, last = above, below
	}
	sp.key = t
	reach := cut{count: func(pre *ir.Block) *ir.Value { return sp.iterations(pre, t, false) }}
	pass := cut{count: func(pre *ir.Block) *ir.Value { return sp.iterations(pre, t, true) }}
	switch t.if_ {
	case equal, below | above:
		pass.once = true // a walk is at the bound once
		sp.cuts, sp.known = []cut{reach, pass}, []order{first, equal, last}
	case first, equal | last: // changes when the bound is reached
		sp.cuts, sp.known = []cut{reach}, []order{first, equal | last}
	default:
		sp.cuts, sp.known = []cut{pass}, []order{first | equal, last}
	}
}

// iterations is the number of iterations, of those the loop has, in which the variable has not reached the bound yet,
// or, with pass, not passed it. With the variable on its side of the bound, the difference is a number without sign
// that fits 64 bits, whatever the two are:
//
//	climbing: start < bound ? (bound-1-start)/step + 1 : 0, and with pass start <= bound ? (bound-start)/step + 1 : 0
func (sp *splitter) iterations(pre *ir.Block, t threshold, pass bool) *ir.Value {
	f, pos := sp.d.F, sp.l.Header.Loop.Position()
	wide := func(e analysis.Expr) *ir.Value {
		v := sp.d.Scev.Expand(e, pre)
		if v.Type != ir.TI64 {
			v = pre.New(ir.OpSExt, ir.TI64, pos, v)
		}
		return v
	}
	from, to := wide(t.rec.Start()), wide(t.bound)
	step := t.step
	if step < 0 {
		from, to, step = to, from, -step
	}
	trips := sp.d.Scev.Expand(sp.trips, pre)
	op, d := ir.OpLeS, pre.New(ir.OpSub, ir.TI64, pos, to, from)
	if !pass {
		op, d = ir.OpLtS, pre.New(ir.OpAdd, ir.TI64, pos, d, f.ConstInt(ir.TI64, -1))
	}
	if step > 1 {
		d = pre.New(ir.OpDivU, ir.TI64, pos, d, f.ConstInt(ir.TI64, step))
	}
	d = pre.New(ir.OpMinU, ir.TI64, pos, d, f.ConstInt(ir.TI64, analysis.MaxCount)) // as far as any loop counts
	n := pre.New(ir.OpAdd, ir.TI64, pos, d, f.ConstInt(ir.TI64, 1))
	n = pre.New(ir.OpSelect, ir.TI64, pos, pre.New(op, ir.TBool, pos, from, to), n, f.ConstInt(ir.TI64, 0))
	// Neither bound is news to the number, but that it lies between them is seen.
	n = pre.New(ir.OpMaxS, ir.TI64, pos, n, f.ConstInt(ir.TI64, 0))
	return pre.New(ir.OpMinS, ir.TI64, pos, n, trips)
}

// heuristic looks for a condition that decides about whole blocks, and for accesses that cross.
func (sp *splitter) heuristic() bool {
	if sp.l.Header.Loop.Int(splitParts, 0) >= maxSplits {
		return false
	}
	for _, b := range sp.g.Out.Body {
		if b.Kind != ir.BlockIf || b == sp.l.Latch || sp.l.IsExiting(b) {
			continue
		}
		if t, ok := thresholdOf(sp.d.Scev, sp.l, b.Control); ok {
			sp.at(t)
			return true
		}
	}
	return sp.crossing()
}

// splitParts counts, in the metadata, the splits that heuristics have done; maxSplits bounds them.
const (
	splitParts = "indexsplit"
	maxSplits  = 2
)

// crossing looks for a store that walks through the place of a load of the same slice: one that stands still, or walks
// the other way.
func (sp *splitter) crossing() bool {
	se := sp.d.Scev
	as := analysis.Accesses(se, sp.l)
	for i := range as {
		for j := range as {
			w, a := &as[i], &as[j]
			if !w.Write || a.Write || w.Base == nil || w.Base != a.Base || w.V.Scale != a.V.Scale ||
				w.V.Off != a.V.Off ||
				w.Size != a.Size || w.Stride == 0 || !a.Affine() || w.Step == nil || a.Step == nil {
				continue
			}
			step, _ := se.IsConst(w.Step)
			ahead := se.Sub(a.Start, w.Start) // of the store, in elements
			if _, most := se.Range(se.MulConst(ahead, step)); most < 0 {
				continue // behind it from the start: they never meet
			}
			switch {
			case a.Kind == analysis.Uniform && (step == 1 || step == -1):
				sp.cuts = []cut{sp.meeting(ahead, step, 0, false), sp.meeting(ahead, step, 1, true)}
				return true
			case a.Stride == -w.Stride && (step == 1 || step == -1):
				sp.cuts = []cut{sp.halfway(ahead, step, 1, false), sp.halfway(ahead, step, 2, true)}
				return true
			}
		}
	}
	return false
}

// meeting is the iteration in which the store comes to where it is ahead elements from at first, plus more.
func (sp *splitter) meeting(ahead analysis.Expr, step, more int64, once bool) cut {
	return cut{once: once, count: func(pre *ir.Block) *ir.Value {
		n := sp.d.Scev.AddConst(sp.d.Scev.MulConst(ahead, step), more)
		return sp.clamp(pre, sp.d.Scev.Expand(n, pre))
	}}
}

// halfway is half of the distance, rounded down after adding more: the two come one element closer from both sides in
// each iteration. They are in one place only if the distance is even.
func (sp *splitter) halfway(ahead analysis.Expr, step, more int64, once bool) cut {
	return cut{once: once, count: func(pre *ir.Block) *ir.Value {
		n := sp.d.Scev.Expand(sp.d.Scev.AddConst(sp.d.Scev.MulConst(ahead, step), more), pre)
		n = pre.New(ir.OpShrS, ir.TI64, sp.l.Header.Loop.Position(), n, sp.d.F.ConstInt(ir.TI64, 1))
		return sp.clamp(pre, n)
	}}
}

// clamp brings n into [0, trips]: where accesses cross decides about speed only.
func (sp *splitter) clamp(pre *ir.Block, n *ir.Value) *ir.Value {
	pos := sp.l.Header.Loop.Position()
	n = pre.New(ir.OpMaxS, ir.TI64, pos, n, sp.d.F.ConstInt(ir.TI64, 0))
	return pre.New(ir.OpMinS, ir.TI64, pos, n, sp.d.Scev.Expand(sp.trips, pre))
}

// run does it: copies of the loop up to each cut, and the original behind the last.
func (sp *splitter) run(md *ir.LoopMD) {
	d, l := sp.d, sp.l
	pre := l.Preheader
	pos := md.Position()
	trips := d.Scev.Expand(sp.trips, pre)
	counts := make([]*ir.Value, len(sp.cuts))
	for i, c := range sp.cuts {
		counts[i] = c.count(pre)
	}
	mark := ir.Attr{Name: splitParts, Kind: ir.AttrInt, Int: md.Int(splitParts, 0) + 1}
	if sp.known == nil && md.Int("split.after", 0) == 0 && md.Int("split.last", 0) == 0 {
		mark.Int = maxSplits // what crosses in the whole loop does not cross in its parts
	}
	conds := sp.conditions()
	sp.ivs, _ = d.Scev.Inductions(l, l)
	done := d.F.ConstInt(ir.TI64, 0)
	for i, n := range counts {
		if i > 0 {
			// Cuts come in order, so that this is not negative where the program gets to; the loop before may not have
			// run at all, but then none of its iterations were to be done.
			n = pre.New(ir.OpSub, ir.TI64, pos, n, done)
			trips = pre.New(ir.OpSub, ir.TI64, pos, trips, done)
		}
		c, h := sp.front(n, trips, sp.cuts[i].once)
		done = counts[i]
		for _, t := range conds {
			sp.decide(c.Value(t.v), t.if_, i)
		}
		role := "split.followup_second"
		if i == 0 {
			role = "split.followup_first"
		}
		h.Loop = driver.KeepMarks(driver.Followup(md, "split.", []string{role, "split.followup_all"}, mark), md)
		if sp.cuts[i].once {
			h.Loop = nil
		}
	}
	for _, t := range conds {
		sp.decide(t.v, t.if_, len(counts))
	}
	d.F.ElimCopies()
	l.Header.Loop = driver.KeepMarks(
		driver.Followup(md, "split.", []string{"split.followup_second", "split.followup_all"}, mark), md)
}

// known condition of the loop.
type decided struct {
	v   *ir.Value
	if_ order
}

// conditions lists the comparisons that the parts decide.
func (sp *splitter) conditions() (list []decided) {
	if sp.known == nil {
		return nil
	}
	for v := range sp.l.Values() {
		if t, ok := thresholdOf(sp.d.Scev, sp.l, v); ok && t.rec == sp.key.rec && t.bound == sp.key.bound {
			list = append(list, decided{v, t.if_})
		}
	}
	return list
}

// decide makes v, true in the cases if_, a constant if part i knows it.
func (sp *splitter) decide(v *ir.Value, if_ order, i int) {
	switch k := sp.known[i]; {
	case k&^if_ == 0:
		v.CopyOf(sp.d.F.ConstBool(ir.TBool, true))
	case k&if_ == 0:
		v.CopyOf(sp.d.F.ConstBool(ir.TBool, false))
	}
}

// reached computes in front of the loop what an induction is after n iterations.
func (sp *splitter) reached(iv analysis.IV, n *ir.Value) *ir.Value {
	pre, pos, t := sp.l.Preheader, sp.l.Header.Loop.Position(), iv.Phi.Type
	if t != ir.TI64 {
		n = pre.New(ir.OpTruncI, t, pos, n)
	}
	if by := sp.d.Scev.Expand(iv.Step, pre); !by.IsConstInt(1) {
		n = pre.New(ir.OpMul, t, pos, n, by)
	}
	return pre.New(ir.OpAdd, t, pos, iv.Phi.Args[sp.l.Header.PredIndex(pre)], n)
}

// front puts a copy of the loop in front of it that runs n iterations, of trips that there are, which is no less. With
// once, n is 0 or 1.
func (sp *splitter) front(n, trips *ir.Value, once bool) (c *clone.Cloner, h *ir.Block) {
	walks := make([]*ir.Value, len(sp.ivs))
	for i, iv := range sp.ivs {
		walks[i] = sp.reached(iv, n)
	}
	c = clone.CloneLoop(sp.d.F, sp.l, "split", nil)
	r := clone.NewFront(sp.d.F, sp.l, n).Named("split", "rest")
	r.All, r.Once = trips, once
	r.Cond = sp.l.Preheader.New(ir.OpLtS, ir.TBool, r.Pos, sp.d.F.ConstInt(ir.TI64, 0), n)
	h = r.Add(c)
	r.Finish()
	for i, iv := range sp.ivs { // where n is 0 it is the start, too
		iv.Phi.SetArg(sp.l.Header.PredIndex(r.Rest), walks[i])
	}
	sp.l.Preheader.Likely, r.Tail.Likely = ir.NoGuess, ir.NoGuess // how the parts compare is anybody's guess
	sp.l.Preheader = r.Rest
	return c, h
}
