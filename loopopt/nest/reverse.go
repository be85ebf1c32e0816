package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
	"hotloop/loopopt/vplan"
)

// reversePass is the name of the transformation.
const reversePass = "reverse"

// Reverse runs the iterations of a loop, which may have loops in it, from the last to the first.
//
// Before:
//
//	for i := 0; i < n; i++ { s(i) }
//
// After:
//
//	if no check fails && run-time checks hold {
//		for i := n - 1; i >= 0; i-- { s(i) }
//	} else { … the loop as it was … }
//
// Legal if the trip count is known in front of the loop, no two iterations touch the same memory, one of them to store
// to it, by proof, by a promise or, in an innermost loop, by run-time checks, and the loop carries nothing but
// inductions and reductions whose operations may change their order. What is used behind the loop must be one of those.
// Where a check may fail, the reversed loop does the iterations in front of the failing one, and the original goes on
// from there. Nests are reversed where VersionNest has left no checks.
// Pays never by itself, so that only metadata ask for it.
// Reads reverse.*; leaves followup_reversed, followup_fallback, followup_all; by default the new loop gets the list and
// the original what is no request.
// Remarks: loop reversed; loop not reversed, with the reason.
func Reverse(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	if md.Has("reverse.disable") || r != nil && !md.Has("reverse.enable") {
		return driver.Refused(remark.Disabled)
	}
	v := &reverser{d: d, l: l, g: &legal.Legality{F: d.F, L: l, Se: d.Scev}}
	v.g.Out = legal.LegalOf(v.g)
	ok := false
	if len(l.Children) == 0 {
		ok = v.innermost()
	} else {
		ok = v.outer()
	}
	if !ok || !v.carried() || !v.leaves() {
		return driver.RefusedAt(v.g.Reason, v.g.At)
	}
	if len(v.guards) > legal.MaxPairs {
		return driver.Refused(remark.TooManyChecks)
	}
	if !d.Bisect(reversePass, md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	roles := func(name string) []string { return []string{"reverse.followup_" + name, "reverse.followup_all"} }
	rs, h := v.run()
	h.Loop = driver.KeepMarks(driver.Followup(md, "reverse.", roles("reversed")), md)
	if old := rs.Fallback(); old != nil {
		old.Loop = driver.FallbackAs(md, roles("fallback"), r != nil, ir.Attr{Name: "reverse.disable"})
	}
	scalar.CanonicalLoops(d.F)
	d.Passed(reversePass, md.Position(), "loop reversed", remark.Arg{Name: "checks", Value: len(v.guards)})
	if len(l.Children) > 0 {
		afterJam(d)
	}
	return driver.Changed
}

// reverser reverses one loop.
type reverser struct {
	d      *driver.Driver
	l      *analysis.Loop
	g      *legal.Legality
	guards []vplan.Guard
	phis   []analysis.PhiClass
	ends   []*ir.Value // what is needed of an iteration behind the loop
}

// innermost judges a loop without others in it, and collects what to ask at run time.
func (v *reverser) innermost() bool {
	g := v.g
	if !g.Shape() || !g.Scalar() || !g.Counts() {
		return false
	}
	as := analysis.Accesses(g.Se, v.l)
	for i := range as {
		for j := i; j < len(as); j++ {
			v.d.F.Spend(analysis.StepsPerPair)
			a, b := &as[i], &as[j]
			if !a.Write && !b.Write {
				continue
			}
			dep := g.Depend(a, b)
			switch {
			case !dep.FirstLater() && !dep.FirstEarlier():
			case dep.Known && g.EveryIteration(a) && g.EveryIteration(b):
				return g.Refuse(remark.DepBlocksReverse, b.V)
			case i == j || !dep.Test.Possible():
				return g.Refuse(legal.Untestable(dep.Test), b.V)
			default:
				v.guards = append(v.guards, vplan.Guard{First: a, Second: b})
				if dep.Test == analysis.DistanceTest { // neither may be the later one
					v.guards = append(v.guards, vplan.Guard{First: b, Second: a})
				}
			}
		}
	}
	return true
}

// outer judges a loop with others in it.
func (v *reverser) outer() bool {
	g := v.g
	c, why, at := g.Se.Counted(v.l)
	if why != remark.None {
		return g.Refuse(why, at)
	}
	g.Out.Trips, g.Out.Exit = c.Trips, c.Exit
	for x := range v.l.Values() {
		switch {
		case x.Type.IsVector() || x.Op.HasAny(ir.FlagWrites) && x.StoredValue().Type.IsVector():
			return g.Refuse(remark.AlreadyDone, x)
		case x.Op == ir.OpCheck:
			return g.Refuse(remark.UnprovedCheck, x)
		case !x.Op.IsMemory() && x.Op.Is(ir.FlagEffect):
			return g.Refuse(remark.NotSimplified, x)
		}
	}
	for m := range v.d.Loop.In(v.l) { // an inner loop without an end ends the program's effects
		if _, _, ok := g.Se.TripCount(m); m != v.l && !ok {
			return g.Refuse(remark.UnknownTripCount, m.Header.Control)
		}
	}
	if v.l.Header.Loop.Has(legal.OwnBytes) {
		return true
	}
	t := analysis.NewNestTester(g.Se, v.l)
	t.Promised = legal.PromisesOf(g.F, v.l.Header.Loop).Of
	for dep := range t.Among(g.Se.Places(v.l.Values(), v.l)) {
		if dep.Carried(0) {
			if dep.Proved {
				return g.Refuse(remark.DepBlocksReverse, dep.Second.V)
			}
			return g.Refuse(remark.UnknownDependence, dep.Second.V)
		}
	}
	return true
}

// carried wants inductions, and reductions that do not mind the order.
func (v *reverser) carried() bool {
	g := v.g
	v.phis = analysis.ClassifyPhis(g.Se, v.l)
	for i := range v.phis {
		c := &v.phis[i]
		switch c.Kind {
		case analysis.Induction:
			if _, ok := g.Se.IsInduction(c.Phi, v.l, v.l); !ok {
				return g.Refuse(remark.FloatInduction, c.Phi)
			}
		case analysis.Reduction:
			if !c.Exact && !g.MayReassociate(c) {
				return g.Refuse(remark.FPOrder, c.Phi)
			}
		default:
			return g.Refuse(remark.UnknownRecurrence, c.Phi)
		}
		v.ends = append(v.ends, c.Backedge)
	}
	return true
}

// leaves wants what is used behind the loop to be known there without its last iteration being done last.
func (v *reverser) leaves() bool {
	at := v.g.Out.Exit.PredIndex(v.l.Latch)
	for _, phi := range v.g.Out.Exit.Phis() {
		x := phi.Args[at]
		if v.l.Invariant(x) {
			continue
		}
		if !v.isTotal(x) && v.walk(x) == nil {
			return v.g.Refuse(remark.LastValue, x)
		}
		v.ends = append(v.ends, x)
	}
	return true
}

// isTotal says whether x is what a reduction has come to at the end of an iteration.
func (v *reverser) isTotal(x *ir.Value) bool {
	for i := range v.phis {
		if c := &v.phis[i]; c.Kind == analysis.Reduction && c.Backedge == x {
			return true
		}
	}
	return false
}

// walk is the recurrence of an integer that walks evenly, nil if x is none.
func (v *reverser) walk(x *ir.Value) analysis.Expr {
	e := v.g.Se.Of(x)
	if e.Kind == analysis.AddRec && e.Loop == v.l && x.Type.Elem.IsInt() && v.g.Se.Invariant(e.Step(), v.l) &&
		v.g.Se.Invariant(e.Start(), v.l) {
		return e
	}
	return nil
}

// run does it: a copy of the loop that counts its iterations as before has the inductions of the opposite one.
func (v *reverser) run() (rs *clone.Front, h *ir.Block) {
	f, l, pos := v.d.F, v.l, v.l.Header.Loop.Position()
	rs = loop.Restructure(v.d, v.g, v.guards)
	pre := l.Preheader
	last := pre.New(ir.OpSub, ir.TI64, pos, rs.N, f.ConstInt(ir.TI64, 1))
	rs.Final = map[*ir.Value]*ir.Value{}
	for _, x := range v.ends {
		if e := v.walk(x); e != nil && !v.isTotal(x) {
			rs.Final[x] = v.at(pre, pre.New, e, x.Type, last)
		}
	}
	c := loop.Unchecked(v.g, "reversed")
	h = rs.Add(c)
	var top []*ir.Value
	make := func(op ir.Op, t ir.Type, pos ir.Pos, args ...*ir.Value) *ir.Value {
		x := f.NewValue(h, op, t, pos, args...)
		top = append(top, x)
		return x
	}
	k := make(ir.OpSub, ir.TI64, pos, last, rs.Count)
	for i := range v.phis {
		if p := &v.phis[i]; p.Kind == analysis.Induction {
			c.Value(p.Phi).CopyOf(v.at(pre, make, v.walk(p.Phi), p.Phi.Type, k))
		}
	}
	phis := 0
	for phis < len(h.Values) && (h.Values[phis].Op == ir.OpPhi || h.Values[phis].Op == ir.OpCopy) {
		phis++
	}
	h.Values = append(h.Values[:phis:phis], append(top, h.Values[phis:]...)...)
	rs.Finish()
	f.ElimCopies()
	f.RemoveUnreachable()
	return rs, h
}

// at computes with make what walks like e in iteration k; start and step are computed in pre.
func (v *reverser) at(pre *ir.Block, make func(ir.Op, ir.Type, ir.Pos, ...*ir.Value) *ir.Value, e analysis.Expr,
	t ir.Type, k *ir.Value) *ir.Value {
	se, pos := v.d.Scev, v.l.Header.Loop.Position()
	if t != ir.TI64 {
		k = make(ir.OpTruncI, t, pos, k)
	}
	if by := se.Expand(e.Step(), pre); !by.IsConstInt(1) {
		k = make(ir.OpMul, t, pos, k, by)
	}
	return make(ir.OpAdd, t, pos, se.Expand(e.Start(), pre), k)
}
