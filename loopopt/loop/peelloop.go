package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// first peels the first n iterations, and writes what is known from then on into the loop that is left.
func (p *peeling) first(n int) bool {
	f, l := p.d.F, p.l
	c := &unrollChoice{d: p.d, l: l, opt: p.unroll, forced: p.r != nil}
	if c.measure(); c.unrolledSize(int64(n)) > p.unroll.PragmaThreshold {
		return p.miss(remark.CodeSize)
	}
	if !p.d.Bisect(peelPass, p.md.Position()) {
		return p.miss(remark.Bisected)
	}
	if c.exact > 0 && int64(n) >= c.exact {
		u := &unroller{unrollChoice: c, f: f, md: p.md}
		c.full(unrollFull, c.exact)
		u.run()
		scalar.CanonicalLoops(f)
		p.passed("loop peeled completely", remark.Arg{Name: "count", Value: c.count})
		p.fewer(c.count, remark.ShortTripCount)
		return true
	}
	if most := l.Header.Loop.Most(int64(n) + 1); most <= int64(n) { // of a remainder something is to be left
		if most < 2 {
			return p.miss(remark.ShortTripCount)
		}
		n = int(most) - 1
		p.fewer(n, remark.ShortTripCount)
	}
	var w wanted
	p.known(&w, n, &phiAnalyzer{l: l, se: p.d.Scev, limit: n, memo: map[*ir.Value]becomes{}})

	it := clone.CopyIterations(f, l, n, "peeled")
	header, ph := l.Header, f.NewBlock("peeled.end")
	clone.Detour(l, ph)
	it.EnterFrom(l.Preheader, it.Starts)
	it.LeadTo(ph)
	entry := header.PredIndex(ph)
	for i, phi := range it.Phis {
		phi.SetArg(entry, it.End(i))
	}
	for _, phi := range w.still {
		phi.CopyOf(phi.Args[entry])
	}
	for _, s := range w.settle {
		p.decide(s.v, s, s.value)
	}
	header.Loop = p.remainingMD(n)
	p.tidy()
	p.passed("loop peeled", remark.Arg{Name: "count", Value: n})
	return true
}

// last peels the last n iterations, one after the other.
func (p *peeling) last(n int) bool {
	header := p.l.Header
	if n > maxPeelLast {
		return p.miss(remark.CodeSize)
	}
	done, why := 0, remark.None
	for done < n && why == remark.None {
		if done > 0 {
			p.d.Refresh()
			if p.l = p.d.LoopOf(header); p.l == nil || !clone.Repeatable(p.l) {
				why = remark.ShortTripCount
				break
			}
		}
		if why = p.lastOne(); why == remark.None {
			done++
		}
	}
	if done == 0 {
		return p.miss(why)
	}
	p.passed("last iterations peeled", remark.Arg{Name: "count", Value: done})
	p.fewer(done, why)
	return true
}

// maxPeelLast bounds the iterations peeled at the end. Each has a test of its own whether it is there.
const maxPeelLast = 64

// lastOne peels the last iteration.
func (p *peeling) lastOne() remark.Reason {
	f, l, se, pos := p.d.F, p.l, p.d.Scev, p.md.Position()
	exit := l.LatchExit()
	trips, ok := se.LatchTrips(l)
	switch {
	case exit == nil:
		return remark.EarlyExit
	case !ok:
		return remark.UnknownTripCount
	case l.Header.Loop.Most(2) < 2:
		return remark.ShortTripCount
	case !p.d.Bisect(peelPass, pos):
		return remark.Bisected
	}
	known, _ := p.wantedLast(maxPeelLast)
	pre, header, latch := l.Preheader, l.Header, l.Latch
	zero := f.ConstInt(ir.TI64, 0)
	m := se.Expand(se.AddConst(trips, -1), pre) // iterations of the loop that is left
	it := clone.CopyIterations(f, l, 1, "last")
	it.Never(0, latch)

	ph, lph := f.NewBlock("main.ph"), f.NewBlock("last.ph")
	clone.Detour(l, ph)
	pre.SetIf(pre.New(ir.OpLtS, ir.TBool, pos, zero, m), ph, lph)
	pre.Likely = ir.LikelyTrue

	at := exit.PredIndex(latch)
	outs := make([]*ir.Value, len(exit.Phis()))
	for i, phi := range exit.Phis() {
		outs[i] = phi.Args[at]
	}
	latch.RemoveSucc(exit)
	if next := p.counts(); next != nil {
		clone.GoOn(latch, header, lph, latch.New(ir.OpLtS, ir.TBool, pos, next, m))
	} else {
		clone.CountTo(f, header, latch, lph, clone.Counter{Start: zero, Limit: m, Step: 1, Test: ir.OpLtS}, pos)
	}
	ends := make([]*ir.Value, len(it.Phis))
	for i, phi := range it.Phis {
		ends[i] = lph.NewPhi(phi.Type, phi.Pos)
		ends[i].AddArgs(it.Starts[i], it.Nexts[i])
	}
	it.EnterFrom(lph, ends)
	it.LeadTo(exit)
	for i, phi := range exit.Phis() {
		phi.AddArg(it.Behind(outs[i]))
	}
	for _, s := range known {
		p.decide(it.Copies[0].Value(s.v), s, s.last)
		if s.at == 1 {
			p.decide(s.v, s, s.value)
		}
	}
	header.Loop = p.remainingMD(1)
	p.tidy()
	return remark.None
}

// counts is the next value, at the latch, of a phi that counts the iterations from 0, or nil.
func (p *peeling) counts() *ir.Value {
	for _, phi := range p.l.Header.Phis() {
		e := p.d.Scev.Of(phi)
		if phi.Type != ir.TI64 || e.Kind != analysis.AddRec || e.Loop != p.l {
			continue
		}
		start, ok0 := p.d.Scev.IsConst(e.Start())
		step, ok1 := p.d.Scev.IsConst(e.Step())
		if ok0 && ok1 && start == 0 && step == 1 {
			return phi.Args[p.l.Header.PredIndex(p.l.Latch)]
		}
	}
	return nil
}

// align peels, in a loop of their own, the iterations in front of the first in which a store is aligned to so many
// bytes.
//
// The store's address walks by s bytes, s a power of two: it is aligned after (-address mod bytes) / s iterations, if s
// divides that, and else never.
func (p *peeling) align(bytes int64) bool {
	f, l, se, pos := p.d.F, p.l, p.d.Scev, p.md.Position()
	trips, ok := se.LatchTrips(l)
	store := p.streams(bytes)
	switch {
	case store == nil:
		return p.miss(remark.NoStoreToAlign)
	case l.LatchExit() == nil:
		return p.miss(remark.EarlyExit)
	case !ok:
		return p.miss(remark.UnknownTripCount)
	case !p.d.Bisect(peelPass, pos):
		return p.miss(remark.Bisected)
	}
	pre := l.Preheader
	i64 := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	v := func(op ir.Op, a, b *ir.Value) *ir.Value { return pre.New(op, ir.TI64, pos, a, b) }
	n := se.Expand(trips, pre)
	address := v(ir.OpAdd, pre.New(ir.OpBitcast, ir.TI64, pos, store.Base),
		v(ir.OpMul, se.Expand(store.Start, pre), i64(int64(store.V.Scale))))
	address = v(ir.OpAdd, address, i64(int64(store.V.Off)))
	gap := v(ir.OpAnd, v(ir.OpSub, i64(0), address), i64(bytes-1))
	shift := int64(0)
	for 1<<shift != store.Stride {
		shift++
	}
	fits := pre.New(ir.OpEq, ir.TBool, pos, v(ir.OpAnd, gap, i64(store.Stride-1)), i64(0))
	r := pre.New(ir.OpSelect, ir.TI64, pos, fits, v(ir.OpShrU, gap, i64(shift)), i64(0))
	r = v(ir.OpMinS, r, n)

	head, _, _ := clone.FrontLoop(f, l, r, n, "align")
	md := leftover(p.md, "peel.")
	if driver.Given(p.md, peeledRoles) {
		md = driver.Followup(p.md, "peel.", peeledRoles)
	}
	head.Loop = md.AtMost(max(1, bytes/store.Stride-1))
	l.Header.Loop = p.remainingMD(0)
	p.tidy()
	p.passed("loop peeled for alignment", remark.Arg{Name: "bytes", Value: bytes})
	return true
}

// streams is the first store of the loop that walks from element to element, upwards, in steps that divide an
// alignment.
func (p *peeling) streams(bytes int64) *analysis.Access {
	for _, a := range analysis.Accesses(p.d.Scev, p.l) {
		if a.Write && a.Base != nil && a.Start != nil && a.Kind == analysis.Consecutive && a.V.Op == ir.OpStore &&
			a.Stride > 0 && a.Stride&(a.Stride-1) == 0 && a.Stride < bytes && p.d.Scev.Invariant(a.Start, p.l) &&
			a.Start.Elem == ir.I64 {
			return &a
		}
	}
	return nil
}

// tidy folds what became known, so that what comes next sees the loop as it is now.
func (p *peeling) tidy() {
	f := p.d.F
	f.ElimCopies()
	f.RemoveDead()
	f.DropStaleLoops()
	scalar.SimplifyCFG(f)
	fold.Fold(f)
	scalar.SimplifyCFG(f)
	scalar.CSE(f)
	scalar.CanonicalLoops(f)
}
