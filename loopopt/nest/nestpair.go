package nest

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
)

// nestPair is a loop with exactly one loop in it, and around that nothing but arithmetic: what interchange and flatten
// work on. The inner loop may contain others.
type nestPair struct {
	d            *driver.Driver
	f            *ir.Func
	se           *analysis.SCEV
	outer, inner *analysis.Loop
	pos          ir.Pos

	exit         *ir.Block     // of outer
	outerTrips   analysis.Expr // iterations of outer, at least 1
	innerTrips   analysis.Expr // iterations of inner once it is entered
	guards       []nestGuard   // all must hold for inner to be entered
	outerIV, iIV []analysis.IV
	sums         []nestReduction
	closed       []*ir.Value // phis of inner that are other formulas of both counters; only interchange knows of these

	refusal
}

// refusal is the first reason why something cannot be done, with the value that is to blame if there is one.
type refusal struct {
	reason remark.Reason
	at     *ir.Value
}

func (p *refusal) refuse(r remark.Reason, at *ir.Value) bool {
	if p.reason == "" {
		p.reason, p.at = r, at
	}
	return false
}

// nestGuard is a branch between the loops: inner is entered if cond is enters.
type nestGuard struct {
	cond   *ir.Value
	enters bool
}

// nestReduction is a reduction that goes through both loops.
type nestReduction struct {
	outer, inner *ir.Value // the phis
	next         *ir.Value // what inner's latch passes on
	ordered      bool      // the order of its operations must be kept
}

// pair looks at l and the loop in it.
func pair(d *driver.Driver, l *analysis.Loop) *nestPair {
	p := &nestPair{d: d, f: d.F, se: d.Scev, outer: l, pos: l.Header.Loop.Position()}
	switch len(l.Children) {
	case 0:
		p.refuse(remark.NoInnerLoop, nil)
		return p
	case 1:
	default:
		p.refuse(remark.ImperfectNest, nil)
		return p
	}
	p.inner = l.Children[0]
	_ = p.counted() && p.between() && p.phis() && p.leaves()
	return p
}

// counted wants both loops canonical, left at their ends only, after a known number of iterations.
func (p *nestPair) counted() bool {
	for _, l := range [...]*analysis.Loop{p.outer, p.inner} {
		c, why, at := p.se.Counted(l)
		switch {
		case why != remark.None:
			return p.refuse(why, at)
		case l == p.outer:
			p.outerTrips, p.exit = c.Trips, c.Exit
		default:
			p.innerTrips = c.Trips
		}
	}
	return true
}

// between wants nothing but arithmetic between the loops, and no branch but the one that enters the inner loop.
func (p *nestPair) between() bool {
	for _, b := range p.outer.Blocks {
		inside := p.inner.Contains(b)
		for _, v := range b.Walk() {
			switch {
			case v.Op == ir.OpCheck && p.se.Assumes():
			case v.Op == ir.OpCheck:
				return p.refuse(remark.UnprovedCheck, v)
			case v.Op.Yields():
				return p.refuse(remark.NotSimplified, v)
			case !inside && v.Op == ir.OpLoad && p.loadsAlone(v):
				// The body may load it again: it is there whenever the body runs, and nothing in the nest changes it.
			case !inside && (v.Op.IsMemory() || v.Op.Is(ir.FlagEffect) || v.Op.Is(ir.FlagPartial) && !totalDivision(v)):
				return p.refuse(remark.ImperfectNest, v)
			}
		}
		if inside || b.Kind != ir.BlockIf || b == p.outer.Latch {
			continue
		}
		dom, pre := p.se.Dom(), p.inner.Preheader
		// The edge is what must dominate: where both sides meet again in front of the loop, neither guards it.
		leads := func(s *ir.Block) bool { return len(s.Preds) == 1 && dom.Dominates(s, pre) }
		yes, no := leads(b.Succs[0]), leads(b.Succs[1])
		if !dom.Dominates(b, pre) || yes == no {
			return p.refuse(remark.ImperfectNest, b.Control)
		}
		p.guards = append(p.guards, nestGuard{b.Control, yes})
	}
	return true
}

// totalDivision says whether v divides by a constant that is not zero.
func totalDivision(v *ir.Value) bool {
	switch v.Op {
	case ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU:
		return v.Args[1].IsConst() && v.Args[1].Int() != 0
	}
	return false
}

// loadsAlone says whether nothing in the nest stores to what v loads: to no byte of it, in no iterations of the two.
func (p *nestPair) loadsAlone(v *ir.Value) bool {
	from := p.se.Place(v, p.outer)
	for w := range p.outer.Values() {
		if !w.Op.HasAny(ir.FlagWrites) || analysis.KnownDisjoint(p.outer, from.Root, w.Args[0].Root()) {
			continue
		}
		to := p.se.Place(w, p.outer)
		if len(analysis.NewNestTester(p.se, p.outer).Test(&from, &to)) > 0 {
			return false
		}
	}
	return true
}

// phis wants inductions, and sums that pass through both loops.
func (p *nestPair) phis() bool {
	var sums, inner []*ir.Value
	p.outerIV, sums = p.se.Inductions(p.outer, p.outer)
	p.iIV, inner = p.se.Inductions(p.inner, p.outer)
	inner = slices.DeleteFunc(inner, func(phi *ir.Value) bool {
		ok := phi.Type == ir.TI64 && p.isClosed(p.se.Of(phi))
		if ok {
			p.closed = append(p.closed, phi)
		}
		return ok
	})
	if len(sums) != len(inner) {
		return p.refuse(remark.UnknownRecurrence, nil)
	}
	if len(sums) == 0 {
		return true
	}
	classes := analysis.ClassifyPhis(p.se, p.inner)
	back := p.outer.Header.PredIndex(p.outer.Latch)
	for _, phi := range inner {
		s := nestReduction{inner: phi}
		for i := range classes {
			if c := &classes[i]; c.Phi == phi && c.Kind == analysis.Reduction {
				g := legal.Legality{F: p.f, L: p.inner, Se: p.se}
				s.outer, s.next, s.ordered = c.Start, c.Backedge, !c.Exact && !g.MayReassociate(c)
			}
		}
		if s.outer == nil || s.outer.Op != ir.OpPhi || s.outer.Block != p.outer.Header ||
			!p.carries(s.outer.Args[back], &s, 8) || !p.onlyCarried(&s) {
			return p.refuse(remark.UnknownRecurrence, phi)
		}
		p.sums = append(p.sums, s)
	}
	return true
}

// isClosed says whether e is a formula of the counters of both loops with a Tri in it.
func (p *nestPair) isClosed(e analysis.Expr) bool {
	if e.Kind == analysis.Sum {
		tri := 0
		for _, a := range e.Args {
			if a.Kind == analysis.Tri {
				tri++
			}
			if a.Kind != analysis.Tri && !p.isAffine(a) || a.Kind == analysis.Tri && !p.isAffine(a.Args[0]) {
				return false
			}
		}
		return tri > 0
	}
	return e.Kind == analysis.Tri && p.isAffine(e.Args[0])
}

func (p *nestPair) isAffine(e analysis.Expr) bool {
	_, _, ok := p.se.Affine(e, []*analysis.Loop{p.outer, p.inner})
	return ok
}

// carries says whether v is the sum s, as the inner loop left it, or as it was where the inner loop did not run.
func (p *nestPair) carries(v *ir.Value, s *nestReduction, depth int) bool {
	switch {
	case v == s.outer || v == s.next:
		return true
	case depth == 0 || v.Op != ir.OpPhi || !p.outer.ContainsValue(v) || p.inner.ContainsValue(v) ||
		v.Block == p.outer.Header:
		return false
	}
	for _, a := range v.Args {
		if !p.carries(a, s, depth-1) {
			return false
		}
	}
	return true
}

// onlyCarried says whether nothing in the outer loop looks at the sum but what carries it on.
func (p *nestPair) onlyCarried(s *nestReduction) bool {
	for v := range p.outer.Values() {
		for _, a := range v.Args {
			if a == s.outer && v != s.inner && !(v.Op == ir.OpPhi && p.carries(v, s, 8)) {
				return false
			}
		}
	}
	return true
}

// leaves wants nothing to be used behind the nest but the sums, and what walks with the outer loop.
func (p *nestPair) leaves() bool {
	for _, phi := range p.exit.Phis() {
		if v := phi.Args[0]; p.outer.ContainsValue(v) && p.sumOf(v) == nil && p.walk(v) == nil {
			return p.refuse(remark.UnknownValue, v)
		}
	}
	return true
}

// walk is a value of the outer loop that walks evenly with it, as a recurrence; nil if it does not.
func (p *nestPair) walk(v *ir.Value) analysis.Expr {
	e := p.se.Of(v)
	if e.Kind == analysis.AddRec && e.Loop == p.outer && v.Type.Elem.IsInt() && !v.Type.IsVector() &&
		p.se.Invariant(e.Start(), p.outer) && p.se.Invariant(e.Step(), p.outer) {
		return e
	}
	return nil
}

// last computes in front of the nest what v is in the last iteration of the outer loop.
func (p *nestPair) last(v *ir.Value) *ir.Value {
	pre, e := p.outer.Preheader, p.walk(v)
	k := p.se.Expand(p.se.AddConst(p.outerTrips, -1), pre)
	if v.Type != ir.TI64 {
		k = pre.New(ir.OpTruncI, v.Type, p.pos, k)
	}
	k = pre.New(ir.OpMul, v.Type, p.pos, k, p.se.Expand(e.Step(), pre))
	return pre.New(ir.OpAdd, v.Type, p.pos, p.se.Expand(e.Start(), pre), k)
}

// sumOf is the sum whose final value v is, or nil.
func (p *nestPair) sumOf(v *ir.Value) *nestReduction {
	for i := range p.sums {
		if s := &p.sums[i]; v != s.outer && p.carries(v, s, 8) {
			return s
		}
	}
	return nil
}

// entered computes in front of the nest whether any iteration of it runs: what enter says, nil being yes, and the
// guards. Those that differ from one iteration of the outer loop to the next are for the caller. The result is nil if
// that is certain.
func (p *nestPair) entered(enter *ir.Value) *ir.Value {
	pre := p.outer.Preheader
	for _, g := range p.guards {
		if !p.outer.Invariant(g.cond) {
			continue
		}
		c := g.cond
		if !g.enters {
			c = pre.New(ir.OpNot, ir.TBool, p.pos, c)
		}
		if enter != nil {
			c = pre.New(ir.OpAnd, ir.TBool, p.pos, enter, c)
		}
		enter = c
	}
	return enter
}

// goTo has the preheader go to ph instead of to the nest, if enter holds or is nil, and else past the nest, where the
// sums are what they began with.
func (p *nestPair) goTo(ph *ir.Block, enter *ir.Value, skipName string, starts []*ir.Value) {
	pre := p.outer.Preheader
	pre.RemoveSucc(p.outer.Header)
	if enter == nil {
		pre.SetJump(ph)
		return
	}
	skip := p.f.NewBlock(skipName)
	pre.SetIf(enter, ph, skip)
	pre.Likely = ir.LikelyTrue
	p.leave(skip, starts)
}

// leave makes block from lead to the nest's exit, where the phis see the sums with the values given.
func (p *nestPair) leave(from *ir.Block, sums []*ir.Value) {
	at := p.exit.PredIndex(p.outer.Latch)
	for _, phi := range p.exit.Phis() {
		v := phi.Args[at]
		if p.outer.ContainsValue(v) {
			if s := p.sumOf(v); s != nil {
				v = sums[slices.IndexFunc(p.sums, func(x nestReduction) bool { return x.inner == s.inner })]
			} else {
				v = p.last(v)
			}
		}
		phi.AddArg(v)
	}
	from.SetJump(p.exit)
}

// nestBody is a copy of the inner loop, header included, with the inductions of both loops as values of counters, and
// what the outer loop computed for it computed anew.
type nestBody struct {
	p *nestPair
	*clone.Cloner
	header, latch *ir.Block
	top           []*ir.Value // to stand behind the header's phis
	again         map[*ir.Value]*ir.Value
	skewed        *ir.Value // x + y, where y is to be computed from that
	gate          *ir.Block // where values are to be made instead, if it is not nil
}

// body copies the inner loop. The header has no predecessors and the latch no successors yet, the sums' phis no
// arguments.
func (p *nestPair) body(name string) *nestBody {
	b := &nestBody{p: p, Cloner: clone.CloneLoop(p.f, p.inner, name, nil), again: map[*ir.Value]*ir.Value{}}
	for _, blk := range p.inner.Blocks {
		b.Block(blk).Loop = blk.Loop
	}
	b.header, b.latch = b.Block(p.inner.Header), b.Block(p.inner.Latch)
	b.latch.RemoveSucc(p.inner.Exits[0])
	b.latch.SetControl(nil)
	b.latch.SetSuccs()
	b.header.DropPreds()
	for _, phi := range b.header.Phis() {
		phi.ResetArgs()
	}
	return b
}

// new makes a value at the top of the body.
func (b *nestBody) new(op ir.Op, t ir.Type, pos ir.Pos, args ...*ir.Value) *ir.Value {
	if b.gate != nil {
		return b.gate.New(op, t, pos, args...)
	}
	v := b.p.f.NewValue(b.header, op, t, pos, args...)
	b.top = append(b.top, v)
	return v
}

// at is start + k*step in the type of the phi that it stands for.
func (b *nestBody) at(phi, start, step, k *ir.Value) *ir.Value {
	if phi.Type != ir.TI64 {
		k = b.new(ir.OpTruncI, phi.Type, b.p.pos, k)
	}
	if !step.IsConstInt(1) {
		k = b.new(ir.OpMul, phi.Type, b.p.pos, k, step)
	}
	if start.IsConstInt(0) {
		return k
	}
	return b.new(ir.OpAdd, phi.Type, phi.Pos, start, k)
}

// fill gives the body its inductions, x and y being the iterations of the outer and of the inner loop that it is to do,
// and its copies of what stands between the loops.
func (b *nestBody) fill(x, y *ir.Value) {
	p := b.p
	pre := p.outer.Preheader
	b.fillOuter(x)
	entry := p.inner.Header.PredIndex(p.inner.Preheader)
	for _, iv := range p.iIV {
		b.Value(iv.Phi).CopyOf(b.at(iv.Phi, b.remake(iv.Phi.Args[entry]), p.se.Expand(iv.Step, pre), y))
	}
	for _, phi := range p.closed {
		b.Value(phi).CopyOf(b.formula(p.se.Of(phi), x, y))
	}
	b.finish()
}

// formula computes a closed expression for the iterations x and y.
func (b *nestBody) formula(e analysis.Expr, x, y *ir.Value) *ir.Value {
	f, pos := b.p.f, b.p.pos
	times := func(v *ir.Value, k int64) *ir.Value {
		if k == 1 {
			return v
		}
		return b.new(ir.OpMul, ir.TI64, pos, v, f.ConstInt(ir.TI64, k))
	}
	switch e.Kind {
	case analysis.Tri:
		n := b.affine(e.Args[0], x, y)
		return analysis.Triangular(n,
			func(op ir.Op, args ...*ir.Value) *ir.Value { return b.new(op, ir.TI64, pos, args...) })
	case analysis.Sum: // what is affine as one
		sum := f.ConstInt(ir.TI64, 0)
		rest := e
		for i, a := range e.Args {
			if a.Kind == analysis.Tri {
				rest = b.p.se.Sub(rest, b.p.se.MulConst(a, e.Coef[i]))
				sum = b.new(ir.OpAdd, ir.TI64, pos, sum, times(b.formula(a, x, y), e.Coef[i]))
			}
		}
		return b.new(ir.OpAdd, ir.TI64, pos, sum, b.affine(rest, x, y))
	}
	return b.affine(e, x, y)
}

// affine computes start + coef[0]*x + coef[1]*y, by what changes with x while x+y stands still if that is what counts.
func (b *nestBody) affine(e analysis.Expr, x, y *ir.Value) *ir.Value {
	p := b.p
	pre, pos := p.outer.Preheader, p.pos
	start, coef, _ := p.se.Affine(e, []*analysis.Loop{p.outer, p.inner})
	cx, cy := coef[0], coef[1]
	if b.skewed != nil {
		cx, y = p.se.Sub(cx, cy), b.skewed
	}
	v := p.se.Expand(start, pre)
	add := func(c analysis.Expr, k *ir.Value) {
		n, ok := p.se.IsConst(c)
		switch {
		case ok && n == 0:
			return
		case !ok || n != 1:
			k = b.new(ir.OpMul, ir.TI64, pos, k, p.se.Expand(c, pre))
		}
		v = b.new(ir.OpAdd, ir.TI64, pos, v, k)
	}
	add(cx, x)
	add(cy, y)
	return v
}

// fillOuter is the part of fill that has to do with the outer loop's inductions.
func (b *nestBody) fillOuter(x *ir.Value) {
	p := b.p
	entry := p.outer.Header.PredIndex(p.outer.Preheader)
	for _, iv := range p.outerIV {
		if b.again[iv.Phi] == nil {
			b.again[iv.Phi] = b.at(iv.Phi, iv.Phi.Args[entry], p.se.Expand(iv.Step, p.outer.Preheader), x)
		}
	}
}

// fillGate computes cond, a value of the outer loop that stands outside the inner one, in a block in front of the body.
func (b *nestBody) fillGate(gate *ir.Block, x, cond *ir.Value) *ir.Value {
	b.gate = gate
	b.fillOuter(x)
	v := b.remake(cond)
	b.gate = nil
	return v
}

// fillCounters is fill for a body in which nothing of use depends on the inductions of the inner loop any more: they
// stay where they start.
func (b *nestBody) fillCounters(ivs []analysis.IV) {
	entry := b.p.inner.Header.PredIndex(b.p.inner.Preheader)
	for _, iv := range ivs {
		b.Value(iv.Phi).CopyOf(b.remake(iv.Phi.Args[entry]))
	}
	b.finish()
}

// finish replaces what stands between the loops and puts what was made at the top of the body where it belongs.
func (b *nestBody) finish() {
	p := b.p
	for _, blk := range p.inner.Blocks {
		n := b.Block(blk)
		for _, v := range n.Walk() {
			for i, a := range v.Args {
				if w := b.remake(a); w != a {
					v.SetArg(i, w)
				}
			}
		}
		if n.Control != nil {
			n.SetControl(b.remake(n.Control))
		}
	}
	phis := 0
	for phis < len(b.header.Values) && (b.header.Values[phis].Op == ir.OpPhi || b.header.Values[phis].Op == ir.OpCopy) {
		phis++ // the copies are inductions that became values
	}
	b.header.Values = append(b.header.Values[:phis:phis], append(b.top, b.header.Values[phis:]...)...)
}

// remake computes a value of the outer loop that stands outside the inner one for the iteration of the body.
func (b *nestBody) remake(v *ir.Value) *ir.Value {
	if !b.p.outer.ContainsValue(v) {
		return v
	}
	if w := b.again[v]; w != nil {
		return w
	}
	if v.Op == ir.OpPhi {
		b.p.f.Fatalf("nest: %s stands between the loops", v.LongString())
	}
	args := make([]*ir.Value, len(v.Args))
	for i, a := range v.Args {
		args[i] = b.remake(a)
	}
	w := b.new(v.Op, v.Type, v.Pos, args...)
	w.FP, w.AuxInt, w.Aux, w.Scale, w.Off = v.FP, v.AuxInt, v.Aux, v.Scale, v.Off
	b.again[v] = w
	return w
}
