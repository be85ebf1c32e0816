package nest

import (
	"fmt"
	"slices"

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
// A running sum, or a place in memory that advances in some iterations, takes two parts: the first finds what each range
// adds, and the second runs the iterations, each range of which begins with what those before it have added
// (parallelscan.go).
//
// Legal if the trip count is known in front of the loop; no check of the loop can fail, as far as tests in front of it
// show, so there is no panic that stores of later iterations would precede; the loop carries no dependence through
// memory, as far as tests show or a promise says; and it carries only inductions, and reductions and running sums that
// may be reordered. An array of the kernel that only the loop accesses is one for each call of the part.
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
	case md.Has("parallel.disable") || r != nil && !md.Has("parallel.enable") && d.Opt.Parallel != config.AllParallel:
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
	if p.part = p.outline(false); p.reason == remark.None && len(p.scans) > 0 {
		p.ahead = p.outline(true)
	}
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
	scans   []*scan
	private map[*ir.Value]bool // addresses of arrays of the kernel that only the loop accesses
	tests   *nestTests

	part  *outlined
	ahead *outlined // the part that finds what each range adds to scans; nil if there are none

	refusal
}

// outlined is a part, and the values that it gets as parameters.
type outlined struct {
	*ir.Func
	passed []*ir.Value
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
			x, why := p.scan(c.Phi)
			if x == nil {
				return p.refuse(why, c.Phi)
			}
			p.scans = append(p.scans, x)
			continue
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
		if v := phi.Args[at]; p.l.ContainsValue(v) && p.sumOf(v) < 0 && p.scanOf(v) < 0 && !p.isFinal(v) {
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
	w := &nestWish{own: true, apart: map[*ir.Value]bool{}}
	for _, x := range p.scans {
		for _, c := range x.caps {
			w.apart[c.check] = true
		}
	}
	limit := sizeLimit(d, l)
	w.Predicates = d.Scev.Assuming(limit, func() {
		for i, a := range places {
			for _, b := range places[i:] {
				if p.advancing(a, b) {
					continue
				}
				for _, dep := range t.Test(a, b) {
					if dep.Carried(0) || p.needsStores(&dep) {
						w.own = false
						p.refuse(remark.UnknownDependence, dep.Second.V)
						return
					}
				}
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

// privatize finds the arrays of the kernel that only the loop accesses, and that each iteration stores to before it loads.
// A variable of the loop's body is one for each iteration in the program; the arrays of the SSA exist once.
func (p *parallelizer) privatize() {
	p.private = map[*ir.Value]bool{}
	shared, stores := map[*ir.Value]bool{}, map[*ir.Value][]*ir.Value{}
	dom := p.d.Scev.Dom()
	for _, b := range p.d.F.ReversePostorder() {
		for _, v := range b.Walk() {
			for _, a := range v.Args {
				root := a.Root()
				if root.Op != ir.OpLocalPtr {
					continue
				}
				p.private[root] = true
				earlier := func(s *ir.Value) bool { return dom.Dominates(s.Block, b) } // those of b are in front of v
				switch {
				case !p.l.Contains(b):
					shared[root] = true
				case v.Op.HasAny(ir.FlagWrites):
					stores[root] = append(stores[root], v)
				case v.Op.HasAny(ir.FlagReads) && !slices.ContainsFunc(stores[root], earlier):
					shared[root] = true
				}
			}
		}
	}
	for v := range shared {
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

// outline makes a part. The one that is ahead of the other stores nothing.
func (p *parallelizer) outline(ahead bool) *outlined {
	f, l, pos := p.d.F, p.l, p.md.Position()
	name := f.Name + ".parallel"
	if n := len(f.Parts); n > 0 {
		name += fmt.Sprint(n + 1)
	}
	if ahead {
		name += ".ahead"
	}
	part := &outlined{Func: f.NewPart(name)}
	part.Pos = pos
	entered, pre, out, end := part.Entry(), part.NewBlock("part.ph"), part.NewBlock("part.end"), part.NewBlock("part.exit")

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
			w = entered.NewLike(v, v.Type)
			for _, a := range v.Args {
				w.AddArg(outside(a))
			}
		case ir.OpLoad:
			if v.Type == ir.TPtr && v.Kept() {
				w = entered.NewLike(v, v.Type, outside(v.Args[0]), outside(v.Args[1]))
			}
		}
		if v.Op == ir.OpCall && v.Type == ir.TPtr { // memory that Go has made
			part.Params = append(part.Params, ir.Param{Kind: ir.ParamArrayPtr, Elem: ir.I8, Size: 1, Len: madeLen, Unknown: true})
			w = part.Arg(ir.OpArgPtr, scalars+len(part.passed))
			part.passed = append(part.passed, v)
		}
		if w == nil && !v.Type.IsVector() && v.Type != ir.TPtr && v.Type.Elem != ir.Void {
			part.Params = append(part.Params, ir.Param{Kind: ir.ParamScalar, Elem: v.Type.Elem, Size: max(1, v.Type.Elem.Size())})
			w = part.Arg(ir.OpArg, scalars+len(part.passed))
			part.passed = append(part.passed, v)
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
	word := func(v *ir.Value) ir.Param {
		return ir.Param{Kind: ir.ParamScalar, Elem: v.Type.Elem, Size: max(1, v.Type.Elem.Size())}
	}
	starts := map[*ir.Value]*ir.Value{}
	begin := func(phi *ir.Value, op ir.Op) {
		if start := identity(phi.Type.Elem, op); start != nil {
			starts[phi] = part.Const(phi.Type, *start)
		} else {
			starts[phi] = outside(phi.Args[entry])
		}
	}
	var sums []*ir.Value // the phis whose values at the end are the results
	for _, c := range p.sums {
		begin(c.Phi, c.Op)
		if !ahead {
			sums = append(sums, c.Phi)
		}
	}
	for _, x := range p.scans {
		begin(x.phi, x.op)
		if ahead {
			sums = append(sums, x.phi)
		}
	}
	for _, phi := range sums {
		part.Results = append(part.Results, word(phi))
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
		return v.Op == ir.OpCheck && p.tests.counted[v.ID] || v == l.Latch.Control && v.Uses == 1 ||
			ahead && v.Op.HasAny(ir.FlagWrites)
	}
	c := clone.Outline(part.Func, l, skip, outside)
	if p.reason != remark.None {
		return nil
	}
	header, latch := c.Block(l.Header), c.Block(l.Latch)

	for _, name := range [...]string{"lo", "hi"} {
		part.Params = append(part.Params, ir.Param{Name: name, Kind: ir.ParamScalar, Elem: ir.I64, Size: 8, Sign: true})
	}
	lo, hi := part.Arg(ir.OpArg, len(part.Params)-2), part.Arg(ir.OpArg, len(part.Params)-1)
	if !ahead {
		for _, x := range p.scans {
			part.Params = append(part.Params, word(x.phi))
			starts[x.phi] = part.Arg(ir.OpArg, len(part.Params)-1)
			part.Seeds++
		}
	}
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
	for phi, start := range starts {
		c.Value(phi).AddArg(start)
	}
	var totals []*ir.Value
	for _, s := range sums {
		phi := out.NewPhi(s.Type, pos)
		phi.AddArg(c.Of(s.Args[back]))
		totals = append(totals, phi)
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
	entered.SetIf(entered.New(ir.OpLtS, ir.TBool, pos, lo, hi), enter, end)
	enter.SetIf(enter.New(ir.OpLeS, ir.TBool, pos, zero, lo), pre, end)
	out.SetJump(end)
	var results []*ir.Value
	for i, v := range totals {
		phi := end.NewPhi(v.Type, pos)
		phi.AddArgs(starts[sums[i]], starts[sums[i]], v)
		results = append(results, phi)
	}
	end.SetRet(end.New(ir.OpRet, ir.TVoid, pos, results...))
	part.ElimCopies()
	part.RemoveDead()
	return part
}

// identity returns the bits of the value that a reduction may begin with any number of times; nil if that is the value
// that it begins with.
func identity(e ir.Elem, op ir.Op) *uint64 {
	bits := uint64(0)
	switch float := e.IsFloat(); {
	case op == ir.OpAdd && float:
		bits = 1 << (e.Bits() - 1) // -0
	case op == ir.OpMul && e == ir.F64:
		bits = 0x3FF0000000000000
	case op == ir.OpMul && float:
		bits = 0x3F800000
	case op == ir.OpMul:
		bits = 1
	case op == ir.OpAdd || op == ir.OpXor:
	default:
		return nil
	}
	return &bits
}

// madeLen is the length in bytes of memory whose length the kernel does not pass: more than there can be.
const madeLen = 1 << 40

// Sizes of what goroutines do. A unit of work is a byte of the operands of an operation: a cycle of vector code does at
// least a hundred.
const (
	// parallelWork is the work of a loop that is forked: 30 µs or more. A fork that starts no goroutine takes 0.5 µs, and
	// goroutines are started for 100 µs.
	parallelWork = 1 << 24
	// chunkWork is the work of a range of iterations of a loop with reductions.
	chunkWork = 1 << 19
	// mostChunks bounds their number.
	mostChunks = 128
	// leastForScan is the number of goroutines from which on two passes take less time than one in order. The order of
	// integers does not matter, so results are the same. Those of floats would not be.
	leastForScan = 3
	// chunkUnit divides the number of iterations of a range of a loop without inner loops, so that ranges begin where
	// cache lines do if the memory does, and vector code has no remainder.
	chunkUnit = 64
)

// forker emits the code that calls the parts in place of the loop.
type forker struct {
	*parallelizer
	at            *ir.Block // where code is added
	trips, work   *ir.Value
	chunk, chunks *ir.Value // iterations of a range, and the number of ranges; 0 if ranges are arbitrary
	grain         int64
}

// request is the memory of a request of ir.SiteFork.
type request struct {
	site *ir.Site
	mem  *ir.Value
	head int64 // words in front of the seeds and results of the chunks
	row  int64 // words of a chunk
}

func (x *forker) konst(n int64) *ir.Value { return x.d.F.ConstInt(ir.TI64, n) }

// op adds an operation on words.
func (x *forker) op(op ir.Op, a, b *ir.Value) *ir.Value {
	return x.at.New(op, ir.TI64, x.md.Position(), a, b)
}

// fork calls the parts in place of the loop, if all tests hold.
func (p *parallelizer) fork() {
	d, f, l, pos := p.d, p.d.F, p.l, p.md.Position()
	pre, exit := l.Preheader, p.counted.Exit
	fork, serial := f.NewBlock("fork"), f.NewBlock("serial.ph")
	x := &forker{parallelizer: p, at: fork, trips: d.Scev.Expand(p.counted.Trips, pre), grain: p.md.Int("parallel.grain", 0)}
	p.tests.busiest = nil // the work is tested instead
	ok, work := p.tests.emit(d, l), p.estimate()
	always := d.Opt.Knobs.ParallelAlways
	least, of := x.konst(parallelWork), work
	switch {
	case always:
		least, of = x.konst(2), x.trips
	case x.grain > 0:
		least, of = x.konst(2*x.grain), x.trips
	}
	ok = pre.New(ir.OpAnd, ir.TBool, pos, ok, pre.New(ir.OpLeS, ir.TBool, pos, least, of))
	x.work = work
	x.divide(work, always)

	var finals []*ir.Value
	var seeded *request
	if p.ahead != nil {
		first := x.request(p.ahead, int64(len(p.scans)))
		seeded = x.request(p.part, int64(len(p.scans)+len(p.sums)))
		ran := x.call(first)
		ahead := f.NewBlock("fork.ahead")
		x.at.SetIf(x.at.New(ir.OpEq, ir.TBool, pos, ran, x.konst(ir.ForkDone)), ahead, serial)
		x.at = ahead
		var fits *ir.Value
		finals, fits = x.prefix(first, seeded)
		next := f.NewBlock("fork.scanned")
		x.at.SetIf(fits, next, serial)
		x.at = next
	} else {
		seeded = x.request(p.part, int64(len(p.sums)))
	}
	x.call(seeded)
	totals := x.combine(seeded)
	at := exit.PredIndex(l.Latch)
	taken := x.op(ir.OpSub, x.trips, x.konst(1))
	x.at.SetJump(exit)
	for _, phi := range exit.Phis() {
		v := phi.Args[at]
		if i := p.sumOf(v); i >= 0 {
			v = totals[i]
		} else if i := p.scanOf(v); i >= 0 {
			v = finals[i]
		} else if l.ContainsValue(v) {
			v = p.final(x.at, v, taken)
		}
		phi.AddArg(v)
	}
	l.Header.PassEdge(pre, serial)
	pre.SetIf(ok, fork, serial)
	p.follow()
	f.ElimCopies()
}

// divide computes the ranges of loops with reductions and scans.
func (x *forker) divide(work *ir.Value, always bool) {
	innermost := len(x.l.Children) == 0 && !always
	x.chunk, x.chunks = x.konst(0), x.konst(0)
	if len(x.sums)+len(x.scans) > 0 {
		n, most := x.op(ir.OpDivU, work, x.konst(chunkWork)), int64(mostChunks)
		if always {
			n, most = x.trips, 7
		}
		n = x.op(ir.OpMaxS, x.konst(1), x.op(ir.OpMinS, n, x.konst(most)))
		x.chunk = x.op(ir.OpAdd, x.op(ir.OpDivU, x.trips, n), x.konst(1))
		if innermost {
			x.chunk = x.op(ir.OpAnd, x.op(ir.OpAdd, x.chunk, x.konst(chunkUnit-1)), x.konst(-chunkUnit))
		}
		if x.grain > 0 {
			x.chunk = x.op(ir.OpMaxS, x.chunk, x.konst(x.grain))
		}
		x.chunks = x.op(ir.OpAdd, x.op(ir.OpDivU, x.op(ir.OpSub, x.trips, x.konst(1)), x.chunk), x.konst(1))
	}
	if x.grain == 0 && innermost {
		x.grain = chunkUnit
	}
}

// request makes the memory of a request for a part, whose chunks have row words each.
func (x *forker) request(part *outlined, row int64) *request {
	f, pos := x.d.F, x.md.Position()
	r := &request{head: int64(ir.ForkWords + len(part.passed)), row: row}
	size := x.op(ir.OpAdd, x.konst(r.head), x.op(ir.OpMul, x.chunks, x.konst(row)))
	r.mem = x.at.New(ir.OpCall, ir.TPtr, pos, size, x.konst(8))
	r.mem.Aux = f.NewSite(ir.SiteMake, pos)
	store := func(at int, v *ir.Value) {
		s := x.at.New(ir.OpStore, ir.TVoid, pos, r.mem, x.konst(int64(at)), v)
		s.Scale = 8
	}
	store(0, x.chunk)
	store(1, x.konst(x.grain))
	if part == x.ahead && !slices.ContainsFunc(x.scans, func(s *scan) bool { return s.phi.Type.Elem.IsFloat() }) {
		store(2, x.konst(leastForScan))
	}
	store(3, x.work)
	if slices.ContainsFunc(x.l.Children, func(c *analysis.Loop) bool { return len(c.Children) > 0 }) {
		store(4, x.konst(1))
	}
	for i, v := range part.passed {
		switch {
		case v.Type == ir.TBool:
			v = x.at.New(ir.OpSelect, ir.TI64, pos, v, x.konst(1), x.konst(0))
		case v.Type == ir.TPtr:
			v = x.at.New(ir.OpBitcast, ir.TI64, pos, v)
		}
		store(ir.ForkWords+i, v)
	}
	r.site = f.NewSite(ir.SiteFork, pos)
	r.site.Part = len(f.Parts)
	f.Parts = append(f.Parts, part.Func)
	return r
}

// call makes the request and returns the answer.
func (x *forker) call(r *request) *ir.Value {
	pos := x.md.Position()
	v := x.at.New(ir.OpCall, ir.TI64, pos, x.at.New(ir.OpBitcast, ir.TI64, pos, r.mem), x.trips)
	v.Aux = r.site
	return v
}

// each adds a loop over the chunks. body gets the loop's block, the number of a chunk, and phis that begin with starts;
// it returns what they continue with. each returns their values after the loop.
func (x *forker) each(name string, starts []*ir.Value, body func(b *ir.Block, k *ir.Value, phis []*ir.Value) []*ir.Value) (
	finals []*ir.Value) {
	f, pos := x.d.F, x.md.Position()
	loop, end := f.NewBlock(name), f.NewBlock(name+".end")
	loop.Loop = driver.Bare(x.md).Done()
	k := loop.NewPhi(ir.TI64, pos)
	var phis []*ir.Value
	for _, v := range starts {
		phis = append(phis, loop.NewPhi(v.Type, pos))
	}
	nexts := body(loop, k, phis)
	next := loop.New(ir.OpAdd, ir.TI64, pos, k, x.konst(1))
	x.at.SetJump(loop)
	loop.SetIf(loop.New(ir.OpLtS, ir.TBool, pos, next, x.chunks), loop, end)
	k.AddArgs(x.konst(0), next)
	for i, phi := range phis {
		phi.AddArgs(starts[i], nexts[i])
		out := end.NewPhi(phi.Type, pos)
		out.AddArg(nexts[i])
		finals = append(finals, out)
	}
	x.at = end
	return finals
}

// word is the address of word i of chunk k, for a load or store.
func (r *request) word(b *ir.Block, v, k *ir.Value, i int64) *ir.Value {
	v.AddArg(r.mem)
	v.AddArg(b.InsertBefore(v, ir.OpMul, ir.TI64, v.Pos, k, b.Func.ConstInt(ir.TI64, r.row)))
	v.Scale, v.Off = 8, int32(8*(r.head+i))
	return v
}

// start is the value that a phi of the loop begins with.
func (p *parallelizer) start(phi *ir.Value) *ir.Value {
	return phi.Args[p.l.Header.PredIndex(p.l.Preheader)]
}

// combine computes the reductions of what the chunks contribute.
func (x *forker) combine(r *request) []*ir.Value {
	if len(x.sums) == 0 {
		return nil
	}
	var starts []*ir.Value
	for _, c := range x.sums {
		starts = append(starts, x.start(c.Phi))
	}
	return x.each("combine", starts, func(b *ir.Block, k *ir.Value, phis []*ir.Value) (nexts []*ir.Value) {
		for i, c := range x.sums {
			v := r.word(b, b.New(ir.OpLoad, c.Phi.Type, x.md.Position()), k, int64(len(x.scans)+i))
			v = b.New(c.Op, c.Phi.Type, x.md.Position(), phis[i], v)
			v.FP = flagsOf(c.Chain)
			nexts = append(nexts, v)
		}
		return nexts
	})
}

// flagsOf returns the flags of the operations of a chain on floats.
func flagsOf(chain []*ir.Value) ir.FPFlags {
	for _, u := range chain {
		if u.Type.Elem.IsFloat() && u.Op != ir.OpPhi && u.Op != ir.OpSelect {
			return u.FP
		}
	}
	return 0
}

// follow sets the metadata of the parts' loops and of the loop as it was.
func (p *parallelizer) follow() {
	md := p.md
	apart := len(p.tests.wish.Disjoint) > 0 && !md.Has(ir.ParallelAccesses) // a promise is believed without a test
	for _, part := range [...]*outlined{p.part, p.ahead} {
		if part == nil {
			continue
		}
		for _, b := range part.Blocks {
			if b.Name == "part.ph" {
				header := b.Succs[0]
				header.Loop = driver.Followup(md, "parallel.", []string{"parallel.followup_parallel", "parallel.followup_all"})
				header.Loop = driver.KeepMarks(header.Loop, md)
				if len(p.private) == 0 && len(p.scans) == 0 { // iterations share those in a call
					header.Loop = header.Loop.With(driver.Missing(header.Loop, []ir.Attr{{Name: legal.OwnBytes}})...)
				}
			}
			if b.Loop != nil && apart {
				b.Loop = b.Loop.With(driver.Missing(b.Loop, []ir.Attr{{Name: analysis.NoAlias}})...)
			}
		}
	}
	p.l.Header.Loop = driver.KeepMarks(driver.Followup(md, "parallel.",
		[]string{"parallel.followup_serial", "parallel.followup_all"}), md)
}

// estimate computes in front of the loop an estimate of its work.
func (p *parallelizer) estimate() *ir.Value {
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
const unknownTrips = 32

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
