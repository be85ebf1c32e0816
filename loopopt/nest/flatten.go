package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// flatten makes a loop and the one in it a single loop over all pairs of their iterations.
//
// Before:
//
//	for i := 0; i < n; i++ {
//		for j := 0; j < m; j++ { s(i*m + j) }
//	}
//
// After:
//
//	for k := 0; k < n*m; k++ { s(k) }
//
// or, with flatten.divide:
//
//	for k := 0; k < n*m; k++ { s(k/m, k%m) }
//
// Legal if nothing but arithmetic stands between the loops, both counts are known in front of the nest and their
// product does not wrap around, which a test in front of the nest bounds; and if the body uses the two counters only in
// the form i*m + j, or through counters of its own that do not start anew for each i. Where flatten.divide is written
// it may use them otherwise, and have loops in it. Everything happens in the order of before.
// Pays for short rows: one long loop is vectorized better than many short ones, and its prologue is run once.
// Heuristics do it wherever it is legal, unless the knob flatten.enable is off, as LLVM's is.
// Division costs more than it brings as a rule: it has to be asked for, as OpenMP's collapse does.
// Reads flatten.*; leaves followup_flattened, by default the list of the outer loop and that of the inner one.
// Remarks: loops flattened; loops not flattened, with the reason.
func Flatten(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	if md.Has("flatten.disable") || r != nil && !md.Has("flatten.enable") {
		return driver.Refused(remark.Disabled)
	}
	p := pair(d, l)
	f := &flattener{nestPair: p, divide: r != nil && md.Has("flatten.divide")}
	if len(p.closed) > 0 && !f.divide {
		p.refuse(remark.UnknownRecurrence, p.closed[0])
	}
	if p.reason != "" || !f.bounds() || !f.linear() {
		return driver.RefusedAt(p.reason, p.at)
	}
	if !d.Bisect("flatten", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	own := p.inner.Header.Loop
	header := f.run()
	if driver.Given(md, []string{"flatten.followup_flattened"}) {
		header.Loop = driver.Followup(md, "flatten.", []string{"flatten.followup_flattened"})
	} else {
		header.Loop = driver.Followup(md, "flatten.", nil)
		header.Loop = header.Loop.With(driver.Missing(header.Loop, driver.Followup(own, "flatten.", nil).Attrs)...)
		d.Ledger.Move(own, header.Loop)
	}
	header.Loop = driver.KeepMarks(header.Loop, driver.Regrouped(md))
	d.Passed("flatten", md.Position(), "loops flattened")
	afterJam(d)
	return driver.Changed
}

// flattener makes one loop of a pair.
type flattener struct {
	*nestPair
	walks []flatWalk
	// divide: the body may use the counters apart; apart says that it does, so that they are computed by division.
	divide, apart bool
}

// flatWalk is a value of the inner loop that goes on evenly from row to row: start + step*k, k counting all iterations.
type flatWalk struct {
	v           *ir.Value
	start, step analysis.Expr
}

// bounds wants the same inner count in every row, and a product of counts that fits.
func (f *flattener) bounds() bool {
	se := f.se
	if !se.Invariant(f.innerTrips, f.outer) {
		return f.refuse(remark.DivergentControl, f.inner.Latch.Control)
	}
	for _, g := range f.guards {
		if !f.outer.Invariant(g.cond) {
			return f.refuse(remark.DivergentControl, g.cond)
		}
	}
	n := &analysis.NestBounds{SE: f.se, Nest: f.outer, At: f.inner.Preheader}
	if n.Magnitude(f.innerTrips)*n.Magnitude(f.outerTrips) > 1<<62 {
		return f.refuse(remark.HugeTripCount, nil)
	}
	return true
}

// linear wants every use of the counters to be one of a value that walks evenly. Such values are found by their
// expressions {{start,+,outer step},+,inner step} with outer step = inner step * inner count, among those of the inner
// loop that are used by something that is not one itself.
func (f *flattener) linear() bool {
	apart := func(v *ir.Value) bool {
		f.apart = f.divide
		return f.divide || f.refuse(remark.CountersApart, v)
	}
	if len(f.inner.Children) > 0 && !apart(nil) {
		f.reason = remark.NotInnermost
		return false
	}
	f.apart = f.apart || len(f.closed) > 0
	depends := f.f.NewFlags(f.f.NumValues()) // on a counter, otherwise than by a walk
	for _, iv := range f.outerIV {
		depends[iv.Phi.ID] = true
	}
	for _, iv := range f.iIV {
		if w, ok := f.walk(iv.Phi); ok {
			f.walks = append(f.walks, w)
		} else {
			depends[iv.Phi.ID] = true
		}
	}
	for _, b := range f.f.ReversePostorder() {
		if !f.outer.Contains(b) {
			continue
		}
		for _, v := range b.Walk() {
			if v.Op == ir.OpPhi {
				if f.inner.Contains(b) && b != f.inner.Header {
					for _, a := range v.Args {
						if depends[a.ID] && f.divide {
							f.apart = true
						} else if depends[a.ID] {
							return f.refuse(remark.UnknownPhi, v)
						}
					}
				}
				continue
			}
			dep := false
			for _, a := range v.Args {
				dep = dep || f.outer.ContainsValue(a) && depends[a.ID]
			}
			if !dep {
				continue
			}
			if w, ok := f.walk(v); ok && f.inner.Contains(b) {
				f.walks = append(f.walks, w)
				continue
			}
			depends[v.ID] = true
			if f.inner.Contains(b) && (v.Op.Is(ir.FlagEffect) || v.Op.HasAny(ir.FlagReads) ||
				v.Type.Elem.IsFloat()) && !apart(v) {
				return false
			}
		}
		if b.Control != nil && b != f.inner.Latch && b != f.outer.Latch && f.outer.ContainsValue(b.Control) &&
			depends[b.Control.ID] && !apart(b.Control) {
			return false
		}
	}
	// What depends on a counter and is still there must be for the counters alone: nothing that stays uses it.
	for _, s := range f.sums {
		if f.outer.ContainsValue(s.next) && depends[s.next.ID] && !apart(s.next) {
			return false
		}
	}
	return true
}

// walk says whether v goes on evenly over all iterations of the pair.
func (f *flattener) walk(v *ir.Value) (flatWalk, bool) {
	if v.Type != ir.TI64 {
		return flatWalk{}, false
	}
	start, coef, ok := f.se.Affine(f.se.Of(v), []*analysis.Loop{f.outer, f.inner})
	if !ok {
		return flatWalk{}, false
	}
	d, ok := f.se.ConstDiff(f.se.Mul(coef[1], f.innerTrips), coef[0])
	return flatWalk{v, start, coef[1]}, ok && d == 0
}

// run does it and returns the new header.
func (f *flattener) run() *ir.Block {
	fn, se, pre := f.f, f.se, f.outer.Preheader
	zero, one := fn.ConstInt(ir.TI64, 0), fn.ConstInt(ir.TI64, 1)
	row := se.Expand(f.innerTrips, pre)
	total := pre.New(ir.OpMul, ir.TI64, f.pos, se.Expand(f.outerTrips, pre), row)
	enter := f.entered(nil)
	entry := f.outer.Header.PredIndex(pre)
	body := f.body("flat")
	ph, end := fn.NewBlock("flat.ph"), fn.NewBlock("flat.end")
	k := body.header.NewPhi(ir.TI64, f.pos)
	ph.SetJump(body.header)
	clone.CountUp(k, zero, one, total, body.latch, end)
	finals, starts := make([]*ir.Value, len(f.sums)), make([]*ir.Value, len(f.sums))
	for i := range f.sums {
		s := &f.sums[i]
		starts[i] = s.outer.Args[entry]
		body.Value(s.inner).AddArgs(starts[i], body.Of(s.next))
		finals[i] = body.Of(s.next)
	}
	for _, w := range f.walks {
		step := se.Expand(w.step, pre)
		v := k
		if !step.IsConstInt(1) {
			v = body.new(ir.OpMul, ir.TI64, w.v.Pos, k, step)
		}
		if start := se.Expand(w.start, pre); !start.IsConstInt(0) {
			v = body.new(ir.OpAdd, ir.TI64, w.v.Pos, start, v)
		}
		body.Value(w.v).CopyOf(v)
	}
	var counters []analysis.IV
	for _, iv := range f.iIV {
		if body.Value(iv.Phi).Op == ir.OpPhi {
			counters = append(counters, iv)
		}
	}
	if f.apart { // row is at least 1 where the loop is entered
		x := body.new(ir.OpDivU, ir.TI64, f.pos, k, row)
		y := body.new(ir.OpSub, ir.TI64, f.pos, k, body.new(ir.OpMul, ir.TI64, f.pos, x, row))
		f.iIV = counters
		body.fill(x, y)
	} else {
		// What still depends on the two counters is used by nothing; any value will do for them.
		for _, iv := range f.outerIV {
			body.again[iv.Phi] = iv.Phi.Args[entry]
		}
		body.fillCounters(counters)
	}

	f.goTo(ph, enter, "flat.skip", starts)
	f.leave(end, finals)
	fn.RemoveUnreachable()
	fn.ElimCopies()
	return body.header
}
