package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
	"hotloop/loopopt/vplan"
)

// Pages make loads of unknown extent safe for vector code: those that come before it is known whether the program gets
// there (vplan/inbounds.go).
//
// Before:
//
//	for p[i] != 0 { i++ }
//
// After:
//
//	for {
//		room := max(1, elements from &p[i] to the end of its page)
//		for k := 0; k < room; k++ { if p[i] == 0 { goto out }; i++ }
//	}
//
// and the inner loop, which has a number of iterations now, is vectorized. There are three ways:
//
//   - page_pair: vectors as far as they lie in the page, then the scalar loop across its end, then vectors again.
//   - page_predicate: the last vector in a page is masked, so that vector code goes up to the page's end, and the next
//     strip begins where a page does.
//   - page_align: room has no bound once all vector iterations read aligned blocks of consecutive elements. A block of a power of two of
//     bytes, a page or less, lies in one page. With one stream that is so from the second page on.
//
// Legal because the strips do what the loop did, in its order. Whatever vector code reads lies in a page in which the
// program reads, at the first of the strip's iterations. If several objects are read, no strip is longer than the least
// room of them.
// Pays as the vectorized loop does, which is priced first.
// Reads vectorize.exits; leaves the loop's metadata on the inner loop, and nothing to do on the outer one.
// Remarks: those of the vectorizer, which name the way.

// inStrips marks the inner loop, which is not put into strips once more.
const inStrips = "page.strips"

// pageStrips asks for strips of the loop, for which there is a plan, before it is vectorized, or says why there are
// none.
func pageStrips(d *driver.Driver, l *analysis.Loop, strategy legal.ExitStrategy, plan *vplan.Plan) driver.Outcome {
	md, at := l.Header.Loop, plan.Streams[0].V
	if md.Has(inStrips) {
		return driver.RefusedAt(remark.Speculation, at)
	}
	if !d.Bisect("pages", md.Position()) {
		return driver.RefusedAt(remark.Bisected, at)
	}
	return driver.First([]driver.Restructuring{func(d *driver.Driver, l *analysis.Loop) bool {
		intoStrips(d, l, strategy, plan)
		return true
	}}, nil)
}

// pagedLoops knows of the loops that have been put into strips and are to be vectorized next, by their headers.
type pagedLoops map[*ir.Block]*legal.PageStrips

// intoStrips puts the loop into strips.
func intoStrips(d *driver.Driver, l *analysis.Loop, strategy legal.ExitStrategy, plan *vplan.Plan) {
	f, md := d.F, l.Header.Loop
	s := &legal.PageStrips{Strategy: strategy, Step: plan.VF() * plan.UF(), Safe: map[*ir.Value]vplan.Span{}}
	header := l.Header
	plainIndices(d, l)
	testFirst(f, l)
	outer, room := stripWhile(f, l)
	outer.Loop = driver.Bare(md).Done().With(ir.Attr{Name: "disable_nonforced"})
	header.Loop = md.With(ir.Attr{Name: inStrips})
	scalar.CanonicalLoops(f)
	d.Refresh()
	in := d.LoopOf(header)
	var streams []*analysis.Access
	var spans []vplan.Span
	for _, r := range plan.Streams {
		at, span := r.Stream()
		a := d.Scev.Access(at.V, in)
		streams, spans = append(streams, &a), append(spans, span)
		s.Safe[at.V] = span
	}
	step := 0
	if strategy == legal.PageAlign {
		step = s.Step
	}
	facts := &vplan.Legal{F: f, Loop: in, SE: d.Scev}
	room.CopyOf(facts.Room(outer, streams, spans, step))
	f.ElimCopies()
	paged := driver.State[pagedLoops](d)
	if *paged == nil {
		*paged = pagedLoops{}
	}
	(*paged)[header] = s
}

// plainIndices makes the indices of loads plain that advance by a constant, but only for what is known of the phis' ranges,
// as max(i, 0) with i from 1 on. A strip's phi starts where the strip before ended, and the analysis does not know the
// range of that. An index becomes the phi of the header with the same step, if necessary a new one, plus an invariant, so
// that the distances of accesses stay known.
func plainIndices(d *driver.Driver, l *analysis.Loop) {
	header, se := l.Header, d.Scev
	for v := range l.Values() {
		if v.Op != ir.OpLoad || plain(v.Args[1], l) {
			continue
		}
		e := se.Of(v.Args[1])
		if e.Kind != analysis.AddRec || e.Loop != l || e.Step().Kind != analysis.Const {
			continue
		}
		t := ir.Scalar(e.Elem)
		start := se.Expand(e.Start(), l.Preheader)
		phis := header.Phis()
		i := slices.IndexFunc(phis, func(phi *ir.Value) bool {
			k := se.Of(phi)
			return phi.Type == t && k.Kind == analysis.AddRec && k.Loop == l && k.Step() == e.Step()
		})
		if i < 0 {
			phi := header.NewPhi(t, v.Pos)
			next := l.Latch.New(ir.OpAdd, t, v.Pos, phi, d.F.ConstInt(t, e.Step().Val))
			for _, p := range header.Preds {
				if p == l.Latch {
					phi.AddArg(next)
				} else {
					phi.AddArg(start)
				}
			}
			v.SetArg(1, phi)
			continue
		}
		dist := se.Expand(se.Sub(e.Start(), se.Of(phis[i]).Start()), l.Preheader)
		v.SetArg(1, v.Block.InsertBefore(v, ir.OpAdd, t, v.Pos, phis[i], dist))
	}
}

// plain reports whether v is a phi of l's header or an invariant, or a sum, difference or product of those.
func plain(v *ir.Value, l *analysis.Loop) bool {
	switch {
	case l.Invariant(v) || v.Op == ir.OpPhi && v.Block == l.Header:
		return true
	case v.Op == ir.OpAdd || v.Op == ir.OpSub || v.Op == ir.OpMul || v.Op == ir.OpShl:
		return plain(v.Args[0], l) && plain(v.Args[1], l)
	}
	return false
}

// takeStrips is what is known of loop l if it has been put into strips just now. That holds for the loop as it is:
// whatever becomes of the loop, it is not said again.
func takeStrips(d *driver.Driver, l *analysis.Loop) *legal.PageStrips {
	paged := *driver.State[pagedLoops](d)
	s := paged[l.Header]
	delete(paged, l.Header)
	return s
}

// testFirst makes the test at the top of loop l for the first time in front of it: many strings are empty, strings that
// are compared differ at once, and what is looked for is often the first. It takes 0.3 ns, where the iteration bounds
// of vector code and a side exit take 1.0 to 1.6. The loop tests again, which finds the same, since nothing is stored
// in between. It says whether it has done so.
func testFirst(f *ir.Func, l *analysis.Loop) bool {
	h := l.Header
	if h.Kind != ir.BlockIf || l.Contains(h.Succs[0]) == l.Contains(h.Succs[1]) || h == l.Latch ||
		len(h.Values) > scalar.MaxHeader {
		return false
	}
	for _, v := range h.Walk() {
		if v.Op.HasAny(ir.FlagWrites) || v.Op.Yields() {
			return false
		}
	}
	out := h.Succs[0]
	if l.Contains(out) {
		out = h.Succs[1]
	}
	ph := f.NewBlock("page.ph")
	scalar.TestFirst(l, ph, out)
	l.Preheader = ph
	return true
}

// stripWhile puts a loop around l in which l runs at most room iterations at a time. It returns the new loop's header,
// and room, a value of it that the caller replaces.
//
//	outer:  phis of what l carries; room
//	header: k = phi(0, k+1)
//	…
//	next:   where l went back to its header: k+1 < room → header, else back
//	back:   → outer
func stripWhile(f *ir.Func, l *analysis.Loop) (outer *ir.Block, room *ir.Value) {
	header, latch, pre, pos := l.Header, l.Latch, l.Preheader, l.Header.Loop.Position()
	entry, at := header.PredIndex(pre), header.PredIndex(latch)
	outer = f.NewBlock("page")
	for _, phi := range header.Phis() {
		carry := outer.NewPhi(phi.Type, phi.Pos)
		carry.AddArgs(phi.Args[entry], phi.Args[at])
		phi.SetArg(entry, carry)
	}
	room = outer.New(ir.OpMaxS, ir.TI64, pos, f.ConstInt(ir.TI64, 1), f.ConstInt(ir.TI64, analysis.MaxCount))

	clone.Detour(l, outer)
	pre.SetJump(outer)
	next, back := latch.SplitEdge(header, "page.latch"), f.NewBlock("page.next")
	counter := clone.Counter{Start: f.ConstInt(ir.TI64, 0), Limit: room, Step: 1, Test: ir.OpLtS}
	clone.CountTo(f, header, next, back, counter, pos)
	back.SetJump(outer)
	return outer, room
}

// pageStrategy is the way that is asked for, if it is possible, or the one that costs least.
func pageStrategy(d *driver.Driver, asked legal.ExitStrategy, plan *vplan.Plan, scalar float64) legal.ExitStrategy {
	step := plan.VF() * plan.UF()
	possible := func(s legal.ExitStrategy) bool {
		switch s {
		case legal.PageAlign:
			for _, r := range plan.Streams {
				if r.Kind != vplan.WidenLoad || step*r.Access.Size > ir.PageSize {
					return false
				}
			}
		case legal.PagePredicate:
			return plan.Tail == vplan.TailMasked
		}
		return true
	}
	if asked = asked.ForPages(); asked.Pages() && possible(asked) {
		return asked
	}
	best, least := legal.PagePair, 0.0
	for _, s := range []legal.ExitStrategy{legal.PagePair, legal.PagePredicate, legal.PageAlign} {
		if cost := pageCost(s, plan, scalar); possible(s) && (s == legal.PagePair || cost < least) {
			best, least = s, cost
		}
	}
	return best
}

// stripUops is what a strip takes besides its iterations, in micro-operations: room, limits and tests, and a poll.
// (Summing up 20 pages of int32 in strips takes 3.9 ns a page more than aligned, Sapphire Rapids, AVX-512.)
const stripUops = 24

// pageCost is what way s costs for each page of each stream, in micro-operations, beyond the iterations of vector code.
// Half a vector iteration is left over at the end of a page. Streams in different places reach the ends of their pages
// at different times, and are seldom aligned alike; a single one is aligned behind its first page, and done with pages.
func pageCost(s legal.ExitStrategy, plan *vplan.Plan, scalar float64) float64 {
	pass := plan.Cost * float64(plan.VF()*plan.UF())
	left := scalar * float64(plan.VF()*plan.UF()) / 2
	switch s {
	case legal.PageAlign:
		for _, r := range plan.Streams[1:] {
			if r.Access.Base != plan.Streams[0].Access.Base || r.Access.Start != plan.Streams[0].Access.Start {
				return stripUops + left + 4
			}
		}
		return 0
	case legal.PagePredicate:
		return stripUops + pass
	}
	return stripUops + left
}
