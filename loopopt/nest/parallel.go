package nest

import (
	"fmt"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
)

// Parallel lets several goroutines run the iterations of an outermost loop.
//
// Before:
//
//	for i := 0; i < n; i++ { check(i < len(y)); s(i) }
//
// After:
//
//	if no check can fail, no iteration depends on another one, and there is enough to do {
//		fork(n)
//	} else { … the loop as it was … }
//
// and a part, a function of its own (ir.Func.NewPart), which goroutines call for one range of iterations after another:
//
//	func part(lo, hi int) { for k := lo; k < hi; k++ { s(k) } }
//
// What fork returns to is code that combines what the calls of the part contribute to reductions, in the order of the
// ranges. With reductions the ranges depend on the number of iterations only, so results do not depend on the number of
// goroutines. The optimizer transforms the part and the original loop separately, both with the metadata of the loop.
//
// Legal if the trip count is known in front of the loop; no check of the loop can fail, as far as tests in front of it
// show, so there is no panic that stores of later iterations would precede; the loop carries no dependence through
// memory, as far as tests show or a promise says; and it carries only inductions and reductions that may be reordered.
// An array of the kernel that only the loop accesses is one for each call of the part.
// Pays if the loop takes several times as long as starting a goroutine. The test in front is an estimate of what the
// fastest vector code would take. The goroutine that forks runs the first range, and starts others only if the time that
// took says that it is worth while (package runtime).
// Reads parallel.*; leaves followup_parallel, followup_serial, followup_all; by default both loops have the list.
// Remarks: loop parallelized; loop not parallelized, with the reason.
func Parallel(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	switch {
	case d.Opt.Parallel == config.NoParallel:
		return driver.Refused(remark.NoWorkers)
	case md.Has("parallel.disable"):
		return driver.Refused(remark.Disabled)
	case l.Parent != nil:
		return driver.Refused(remark.NotOutermost)
	}
	defer halved(d, l)()
	p := &parallelizer{d: d, l: l, md: md}
	if p.counted, p.reason, p.at = d.Scev.Counted(l); p.reason != remark.None {
		return driver.RefusedAt(p.reason, p.at)
	}
	if !p.phis() || !p.leaves() || !p.independent() || !p.checks() {
		return driver.RefusedAt(p.reason, p.at)
	}
	p.outline()
	if p.reason != remark.None {
		return driver.RefusedAt(p.reason, p.at)
	}
	if !d.Bisect("parallel", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	p.fork()
	d.Passed("parallel", md.Position(), "loop parallelized", remark.Arg{Name: "conditions", Value: p.tests.Len()})
	return driver.Changed
}

// ParallelRequests serves the requests for parallel loops, and parallelizes all outermost loops if the options say so.
// Both come before other transformations, which then apply to the part and to the loop as it was.
func ParallelRequests(d *driver.Driver) {
	if d.Opt.Parallel == config.NoParallel {
		return // LateRequests reports it
	}
	t := d.TransformNamed("parallel")
	tried := map[*ir.Block]bool{}
	for again := true; again; {
		again = false
		for _, l := range d.Loop.Loops {
			if tried[l.Header] {
				continue
			}
			tried[l.Header] = true
			done := false
			if driver.Asks(l.Header.Loop, "parallel") {
				for _, r := range d.RequestsOf(l) {
					if r.T == t {
						done = d.Serve(r)
						break
					}
				}
			} else if d.Opt.Parallel == config.AllParallel && l.Parent == nil && d.Untried(t, l) && d.Do(t, l, nil) {
				d.After(true)
				done = true
			}
			if done {
				again = true
				break
			}
		}
	}
}

// parallelizer makes a loop parallel.
type parallelizer struct {
	d       *driver.Driver
	l       *analysis.Loop
	md      *ir.LoopMD
	counted analysis.Counted
	sums    []*analysis.PhiClass // reductions
	private map[*ir.Value]bool   // addresses of arrays of the kernel that only the loop accesses
	tests   *nestTests

	part   *ir.Func
	passed []*ir.Value // values that the part gets as parameters

	refusal
}

// phis wants inductions, and reductions that may be reordered.
func (p *parallelizer) phis() bool {
	classes := analysis.ClassifyPhis(p.d.Scev, p.l)
	g := legal.Legality{F: p.d.F, L: p.l, Se: p.d.Scev}
	for i := range classes {
		c := &classes[i]
		if _, ok := p.d.Scev.IsInduction(c.Phi, p.l, p.l); ok {
			continue
		}
		switch {
		case c.Kind != analysis.Reduction || c.Absorbs != nil:
			return p.refuse(remark.UnknownRecurrence, c.Phi)
		case !c.Exact && !g.MayReassociate(c):
			return p.refuse(remark.FPOrder, c.Phi)
		}
		p.sums = append(p.sums, c)
	}
	return true
}

// leaves wants to know the values that are used after the loop: those of inductions and reductions, and invariants.
func (p *parallelizer) leaves() bool {
	at := p.counted.Exit.PredIndex(p.l.Latch)
	for _, phi := range p.counted.Exit.Phis() {
		if v := phi.Args[at]; p.l.ContainsValue(v) && p.sumOf(v) < 0 && !p.isFinal(v) {
			return p.refuse(remark.UnknownRecurrence, v)
		}
	}
	return true
}

// sumOf returns the index of the reduction whose result v is, or -1.
func (p *parallelizer) sumOf(v *ir.Value) int {
	for i, c := range p.sums {
		if c.Backedge == v {
			return i
		}
	}
	return -1
}

// isFinal reports whether the value of v in the last iteration is known in front of the loop.
func (p *parallelizer) isFinal(v *ir.Value) bool {
	e := p.d.Scev.Of(v)
	return e.Kind == analysis.AddRec && e.Loop == p.l && v.Type.Elem.IsInt() &&
		p.d.Scev.Invariant(e.Start(), p.l) && p.d.Scev.Invariant(e.Step(), p.l)
}

// final computes in b the value of an induction after k iterations, or in iteration k.
func (p *parallelizer) final(b *ir.Block, v, k *ir.Value) *ir.Value {
	e, pos := p.d.Scev.Of(v), p.md.Position()
	start, step := p.d.Scev.Expand(e.Start(), p.l.Preheader), p.d.Scev.Expand(e.Step(), p.l.Preheader)
	if v.Type != ir.TI64 {
		k = b.New(ir.OpTruncI, v.Type, pos, k)
	}
	return b.New(ir.OpAdd, v.Type, pos, start, b.New(ir.OpMul, v.Type, pos, k, step))
}

// independent wants the loop to carry no dependence through memory, and notes what has to be tested for that.
func (p *parallelizer) independent() bool {
	d, l := p.d, p.l
	for v := range l.Values() {
		if v.Op.Yields() {
			return p.refuse(remark.AsksGo, v)
		}
	}
	p.privatize()
	t := analysis.NewNestTester(d.Scev, l)
	promise := legal.ParallelOf(d.F, p.md)
	t.Promised = promise.Of
	var places []*analysis.Place
	for _, x := range d.Scev.Places(l.Values(), l) {
		if !p.private[x.Root] {
			places = append(places, x)
		}
	}
	w := &nestWish{own: true}
	limit := sizeLimit(d, l)
	w.Predicates = d.Scev.Assuming(limit, func() {
		for dep := range t.Among(places) {
			if dep.Carried(0) {
				w.own = false
				p.refuse(remark.UnknownDependence, dep.Second.V)
				return
			}
		}
		for x := range d.Loop.In(l) {
			if most := t.Most(x); most != nil {
				t.Magnitude(most) // counts are multiplied
			}
		}
	})
	if !w.own {
		return false
	}
	var ok bool
	if p.tests, ok = newNestTests(d, l, limit, w); !ok {
		return p.refuse(remark.TooManyChecks, nil)
	}
	return true
}

// privatize finds the arrays of the kernel that only the loop accesses. A variable of the loop's body is one for each
// iteration in the program, and stored to before it is read; the arrays of the SSA exist once.
func (p *parallelizer) privatize() {
	p.private = map[*ir.Value]bool{}
	outside := map[*ir.Value]bool{}
	for v := range ir.Values(p.d.F.Blocks) {
		for _, a := range v.Args {
			if root := a.Root(); root.Op == ir.OpLocalPtr {
				p.private[root] = true
				if !p.l.Contains(v.Block) {
					outside[root] = true
				}
			}
		}
	}
	for v := range outside {
		delete(p.private, v)
	}
}

// checks wants every check of the loop to be tested in front of it.
func (p *parallelizer) checks() bool {
	for v := range p.l.Values() {
		if v.Op == ir.OpCheck && !p.tests.counted[v.ID] {
			return p.refuse(remark.UnprovedCheck, v)
		}
	}
	return true
}

// outline makes the part.
func (p *parallelizer) outline() {
	f, l, pos := p.d.F, p.l, p.md.Position()
	name := f.Name + ".parallel"
	if n := len(f.Parts); n > 0 {
		name += fmt.Sprint(n + 1)
	}
	part := f.NewPart(name)
	part.Pos = pos
	p.part = part
	ahead, pre, out, end := part.Entry(), part.NewBlock("part.ph"), part.NewBlock("part.end"), part.NewBlock("part.exit")

	// The values in front of the loop become parameters, unless they are as easily computed again.
	known := map[*ir.Value]*ir.Value{}
	scalars := len(part.Params)
	var outside func(v *ir.Value) *ir.Value
	outside = func(v *ir.Value) *ir.Value {
		w := known[v]
		if w != nil {
			return w
		}
		switch v.Op {
		case ir.OpConst:
			w = part.Const(v.Type, uint64(v.AuxInt))
		case ir.OpArg, ir.OpArgPtr, ir.OpArgLen, ir.OpArgCap, ir.OpTablePtr:
			w = part.Arg(v.Op, int(v.AuxInt))
		case ir.OpLocalPtr:
			if p.private[v] {
				w = part.Arg(ir.OpLocalPtr, part.NewLocal(*f.Locals[v.AuxInt]))
			}
		case ir.OpPtrAdd:
			w = ahead.NewLike(v, v.Type)
			for _, a := range v.Args {
				w.AddArg(outside(a))
			}
		case ir.OpLoad:
			if v.Type == ir.TPtr && v.Kept() {
				w = ahead.NewLike(v, v.Type, outside(v.Args[0]), outside(v.Args[1]))
			}
		}
		if w == nil && !v.Type.IsVector() && v.Type != ir.TPtr && v.Type.Elem != ir.Void {
			part.Params = append(part.Params, ir.Param{Kind: ir.ParamScalar, Elem: v.Type.Elem, Size: max(1, v.Type.Elem.Size())})
			w = part.Arg(ir.OpArg, scalars+len(p.passed))
			p.passed = append(p.passed, v)
		}
		if w == nil {
			p.refuse(remark.UnknownAddress, v)
			w = part.Const(ir.TI64, 0) // the part is dropped
			if v.Type == ir.TPtr {
				w = part.Arg(ir.OpTablePtr, 0)
			}
		}
		known[v] = w
		return w
	}

	entry, back := l.Header.PredIndex(l.Preheader), l.Header.PredIndex(l.Latch)
	starts := map[*ir.Value]*ir.Value{}
	for _, c := range p.sums {
		if start := identity(c); start != nil {
			starts[c.Phi] = part.Const(c.Phi.Type, *start)
		} else {
			starts[c.Phi] = outside(c.Phi.Args[entry])
		}
		part.Results = append(part.Results, ir.Param{Kind: ir.ParamScalar, Elem: c.Phi.Type.Elem, Size: max(1, c.Phi.Type.Elem.Size())})
	}
	type induction struct{ phi, start, step *ir.Value }
	var ivs []induction
	for _, phi := range l.Header.Phis() {
		if starts[phi] == nil {
			e := p.d.Scev.Of(phi)
			ivs = append(ivs, induction{phi, outside(phi.Args[entry]), outside(p.d.Scev.Expand(e.Step(), l.Preheader))})
		}
	}
	skip := func(v *ir.Value) bool {
		return v.Op == ir.OpCheck && p.tests.counted[v.ID] || v == l.Latch.Control && v.Uses == 1
	}
	c := clone.Outline(part, l, skip, outside)
	if p.reason != remark.None {
		return
	}
	header, latch := c.Block(l.Header), c.Block(l.Latch)

	for _, name := range [...]string{"lo", "hi"} {
		part.Params = append(part.Params, ir.Param{Name: name, Kind: ir.ParamScalar, Elem: ir.I64, Size: 8, Sign: true})
	}
	lo, hi := part.Arg(ir.OpArg, len(part.Params)-2), part.Arg(ir.OpArg, len(part.Params)-1)
	zero, one := part.ConstInt(ir.TI64, 0), part.ConstInt(ir.TI64, 1)

	k := header.NewPhi(ir.TI64, pos)
	next := latch.New(ir.OpAdd, ir.TI64, pos, k, one)
	latch.Kind = ir.BlockIf
	latch.SetControl(latch.New(ir.OpLtS, ir.TBool, pos, next, hi))
	latch.AddEdgeTo(out)
	k.AddArgs(next) // from the latch; the preheader follows
	var top []*ir.Value
	atTop := func(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
		v := part.NewValue(header, op, t, pos, args...)
		top = append(top, v)
		return v
	}
	for _, iv := range ivs {
		w := c.Value(iv.phi)
		n := k
		if w.Type != ir.TI64 {
			n = atTop(ir.OpTruncI, w.Type, n)
		}
		if !iv.step.IsConstInt(1) {
			n = atTop(ir.OpMul, w.Type, n, iv.step)
		}
		if !iv.start.IsConstInt(0) {
			n = atTop(ir.OpAdd, w.Type, iv.start, n)
		}
		w.CopyOf(n)
	}
	var sums, bare []*ir.Value
	for _, s := range p.sums {
		w := c.Value(s.Phi)
		w.AddArg(starts[s.Phi])
		phi := out.NewPhi(s.Phi.Type, pos)
		phi.AddArg(c.Of(s.Phi.Args[back]))
		sums = append(sums, phi)
		bare = append(bare, starts[s.Phi])
	}
	phis := 0
	for phis < len(header.Values) && (header.Values[phis].Op == ir.OpPhi || header.Values[phis].Op == ir.OpCopy) {
		phis++
	}
	header.Values = append(header.Values[:phis:phis], append(top, header.Values[phis:]...)...)
	k.AddArg(lo)
	pre.SetJump(header)

	// Calls are for ranges that are not empty. The tests tell the optimizer so.
	enter := part.NewBlock("part.enter")
	ahead.SetIf(ahead.New(ir.OpLtS, ir.TBool, pos, lo, hi), enter, end)
	enter.SetIf(enter.New(ir.OpLeS, ir.TBool, pos, zero, lo), pre, end)
	out.SetJump(end)
	var results []*ir.Value
	for i, v := range sums {
		phi := end.NewPhi(v.Type, pos)
		phi.AddArgs(bare[i], bare[i], v)
		results = append(results, phi)
	}
	end.SetRet(end.New(ir.OpRet, ir.TVoid, pos, results...))
	part.ElimCopies()
	part.RemoveDead()
}

// identity returns the bits of the value that a reduction may begin with any number of times; nil if that is the value
// that it begins with.
func identity(c *analysis.PhiClass) *uint64 {
	bits := uint64(0)
	switch float := c.Phi.Type.Elem.IsFloat(); {
	case c.Op == ir.OpAdd && float:
		bits = 1 << (c.Phi.Type.Elem.Bits() - 1) // -0
	case c.Op == ir.OpMul && c.Phi.Type.Elem == ir.F64:
		bits = 0x3FF0000000000000
	case c.Op == ir.OpMul && float:
		bits = 0x3F800000
	case c.Op == ir.OpMul:
		bits = 1
	case c.Op == ir.OpAdd || c.Op == ir.OpXor:
	default:
		return nil
	}
	return &bits
}

// Sizes of what goroutines do. A unit of work is a byte of the operands of an operation: a cycle of vector code does at
// least a hundred.
const (
	// parallelWork is the work of a loop that is forked: about 10 µs. A fork that starts no goroutine takes 0.3 µs.
	parallelWork = 1 << 22
	// chunkWork is the work of a range of iterations of a loop with reductions.
	chunkWork = 1 << 19
	// mostChunks bounds their number.
	mostChunks = 128
	// chunkUnit divides the number of iterations of a range of a loop without inner loops, so that ranges begin where
	// cache lines do if the memory does, and vector code has no remainder.
	chunkUnit = 64
)

// fork calls the part in place of the loop, if all tests hold.
func (p *parallelizer) fork() {
	d, f, l, pos := p.d, p.d.F, p.l, p.md.Position()
	pre, exit := l.Preheader, p.counted.Exit
	konst := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	trips := d.Scev.Expand(p.counted.Trips, pre)
	p.tests.busiest = nil // the work is tested instead
	ok := p.tests.emit(d, l)
	work := p.work()
	grain := p.md.Int("parallel.grain", 0)
	always := d.Opt.Knobs.ParallelAlways
	switch {
	case always:
		ok = pre.New(ir.OpAnd, ir.TBool, pos, ok, pre.New(ir.OpLtS, ir.TBool, pos, konst(1), trips))
	case grain > 0:
		ok = pre.New(ir.OpAnd, ir.TBool, pos, ok, pre.New(ir.OpLeS, ir.TBool, pos, konst(2*grain), trips))
	default:
		ok = pre.New(ir.OpAnd, ir.TBool, pos, ok, pre.New(ir.OpLeS, ir.TBool, pos, konst(parallelWork), work))
	}

	fork, serial, end := f.NewBlock("fork"), f.NewBlock("serial.ph"), f.NewBlock("fork.end")
	chunk, chunks := konst(0), konst(0)
	if len(p.sums) > 0 {
		n := fork.New(ir.OpShrS, ir.TI64, pos, work, konst(19))
		most := int64(mostChunks)
		if always {
			n, most = trips, 7
		}
		n = fork.New(ir.OpMaxS, ir.TI64, pos, konst(1), fork.New(ir.OpMinS, ir.TI64, pos, n, konst(most)))
		chunk = fork.New(ir.OpAdd, ir.TI64, pos, fork.New(ir.OpDivU, ir.TI64, pos, trips, n), konst(1))
		if len(l.Children) == 0 && !always {
			chunk = fork.New(ir.OpAnd, ir.TI64, pos, fork.New(ir.OpAdd, ir.TI64, pos, chunk, konst(chunkUnit-1)), konst(-chunkUnit))
		}
		if grain > 0 {
			chunk = fork.New(ir.OpMaxS, ir.TI64, pos, chunk, konst(grain))
		}
		last := fork.New(ir.OpSub, ir.TI64, pos, trips, konst(1))
		chunks = fork.New(ir.OpAdd, ir.TI64, pos, fork.New(ir.OpDivU, ir.TI64, pos, last, chunk), konst(1))
	}
	if grain == 0 && len(l.Children) == 0 && !always {
		grain = chunkUnit
	}
	call := func(kind ir.SiteKind, t ir.Type, x, y *ir.Value) *ir.Value {
		v := fork.New(ir.OpCall, t, pos, x, y)
		v.Aux = f.NewSite(kind, pos)
		return v
	}
	head := int64(ir.ForkWords + len(p.passed))
	words := fork.New(ir.OpAdd, ir.TI64, pos, konst(head), fork.New(ir.OpMul, ir.TI64, pos, chunks, konst(int64(len(p.sums)))))
	mem := call(ir.SiteMake, ir.TPtr, words, konst(8))
	store := func(at int, v *ir.Value) {
		s := fork.New(ir.OpStore, ir.TVoid, pos, mem, konst(int64(at)), v)
		s.Scale = 8
	}
	store(0, chunk)
	store(1, konst(grain))
	for i, v := range p.passed {
		if v.Type == ir.TBool {
			v = fork.New(ir.OpSelect, ir.TI64, pos, v, konst(1), konst(0))
		}
		store(ir.ForkWords+i, v)
	}
	request := call(ir.SiteFork, ir.TI64, fork.New(ir.OpBitcast, ir.TI64, pos, mem), trips)
	request.Aux.(*ir.Site).Part = len(f.Parts)
	f.Parts = append(f.Parts, p.part)

	results := p.combine(fork, end, mem, chunks, head)
	end.SetJump(exit)
	at := exit.PredIndex(l.Latch)
	taken := end.New(ir.OpSub, ir.TI64, pos, trips, konst(1))
	for _, phi := range exit.Phis() {
		v := phi.Args[at]
		switch i := p.sumOf(v); {
		case i >= 0:
			v = results[i]
		case l.ContainsValue(v):
			v = p.final(end, v, taken)
		}
		phi.AddArg(v)
	}
	clone.Branch(l, ok, fork, serial, ir.NoGuess)
	p.follow()
	f.ElimCopies()
}

// combine computes, after the blocks that end with fork and before end, the reductions of what the ranges contribute.
func (p *parallelizer) combine(fork, end *ir.Block, mem, chunks *ir.Value, head int64) (results []*ir.Value) {
	if len(p.sums) == 0 {
		fork.SetJump(end)
		return nil
	}
	f, l, pos := p.d.F, p.l, p.md.Position()
	loop := f.NewBlock("combine")
	loop.Loop = driver.Bare(p.md).Done()
	entry := l.Header.PredIndex(l.Preheader)
	one := f.ConstInt(ir.TI64, 1)
	k := loop.NewPhi(ir.TI64, pos)
	var phis, nexts []*ir.Value
	for _, c := range p.sums {
		phis = append(phis, loop.NewPhi(c.Phi.Type, pos))
	}
	base := loop.New(ir.OpMul, ir.TI64, pos, k, f.ConstInt(ir.TI64, int64(len(p.sums))))
	for i, c := range p.sums {
		x := loop.New(ir.OpLoad, c.Phi.Type, pos, mem, base)
		x.Scale, x.Off = 8, int32(8*(head+int64(i)))
		v := loop.New(c.Op, c.Phi.Type, pos, phis[i], x)
		for _, u := range c.Chain {
			if u.Type.Elem.IsFloat() && u.Op != ir.OpPhi && u.Op != ir.OpSelect {
				v.FP = u.FP
				break
			}
		}
		nexts = append(nexts, v)
	}
	next := loop.New(ir.OpAdd, ir.TI64, pos, k, one)
	fork.SetJump(loop)
	loop.SetIf(loop.New(ir.OpLtS, ir.TBool, pos, next, chunks), loop, end)
	k.AddArgs(f.ConstInt(ir.TI64, 0), next)
	for i, c := range p.sums {
		phis[i].AddArgs(c.Phi.Args[entry], nexts[i])
		out := end.NewPhi(c.Phi.Type, pos)
		out.AddArg(nexts[i])
		results = append(results, out)
	}
	return results
}

// follow sets the metadata of the part's loops and of the loop as it was.
func (p *parallelizer) follow() {
	md := p.md
	part := p.part
	for _, b := range part.Blocks {
		if b.Name == "part.ph" {
			header := b.Succs[0]
			header.Loop = driver.Followup(md, "parallel.", []string{"parallel.followup_parallel", "parallel.followup_all"})
			header.Loop = driver.KeepMarks(header.Loop, md)
			if len(p.private) == 0 { // iterations share those arrays in a call
				header.Loop = header.Loop.With(driver.Missing(header.Loop, []ir.Attr{{Name: legal.OwnBytes}})...)
			}
		}
		if b.Loop != nil && len(p.tests.wish.Disjoint) > 0 {
			b.Loop = b.Loop.With(driver.Missing(b.Loop, []ir.Attr{{Name: analysis.NoAlias}})...)
		}
	}
	p.l.Header.Loop = driver.KeepMarks(driver.Followup(md, "parallel.",
		[]string{"parallel.followup_serial", "parallel.followup_all"}), md)
}

// work computes in front of the loop an estimate of its work.
func (p *parallelizer) work() *ir.Value {
	d, f, l, pos := p.d, p.d.F, p.l, p.md.Position()
	pre := l.Preheader
	rough := &analysis.NestBounds{SE: d.Scev, Nest: l, At: pre, Tests: &analysis.Predicates{Limit: p.tests.Limit}}
	all := f.ConstInt(ir.TI64, 0)
	for x := range d.Loop.In(l) {
		own := int64(0)
		for _, b := range x.Blocks {
			if d.Loop.Of(b) == x {
				for _, v := range b.Walk() {
					own += workOf(v)
				}
			}
		}
		times, y := rough.Iterations(x), x
		for ; times == nil && y != l; times = rough.Iterations(y) { // the number of iterations is not known
			y = y.Parent
			own *= unknownTrips
		}
		n := pre.New(ir.OpMul, ir.TI64, pos, d.Scev.Expand(times, pre), f.ConstInt(ir.TI64, own))
		all = pre.New(ir.OpAdd, ir.TI64, pos, all, n)
	}
	return all
}

// unknownTrips is the assumed trip count of a loop of which it is not known.
const unknownTrips = 8

// workOf is the work of one operation.
func workOf(v *ir.Value) int64 {
	size := int64(max(1, v.Type.Elem.Size()))
	switch {
	case v.Op == ir.OpPhi || v.Op == ir.OpCheck || v.IsConst():
		return 0
	case v.Op.HasAny(ir.FlagWrites):
		return int64(max(1, v.StoredValue().Type.Elem.Size()))
	case v.Op.HasAny(ir.FlagMath):
		return 32 * size
	case v.Op.Is(ir.FlagPartial) || v.Op == ir.OpDiv || v.Op == ir.OpSqrt:
		return 8 * size
	}
	return size
}
