package nest

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
)

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
