package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
)

// jammer does several iterations of a loop l at once, whatever loops l contains: the iterations go through the blocks
// of l in lockstep, and each value becomes count values. The values may be vectors: plans of nests (vplan/nest.go) make
// lanes of an outer loop's iterations, and the jammer rows of them.
//
// Before:
//
//	for i := 0; i < n; i++ { s := 0; for k := 0; k < m; k++ { s += f(i, k) }; y[i] = s }
//
// After, by 2:
//
//	i := 0
//	for ; i+2 <= n; i += 2 {
//		s, t := 0, 0
//		for k := 0; k < m; k++ { s += f(i, k); t += f(i+1, k) }
//		y[i] = s
//		y[i+1] = t
//	}
//	for ; i < n; i++ { … }
//
// What does not depend on the iteration of l is done once. Ways through l must not depend on it.
type jammer struct {
	d   *driver.Driver
	f   *ir.Func
	se  *analysis.SCEV
	l   *analysis.Loop
	pos ir.Pos

	count int

	blocks []*ir.Block // of l, in reverse postorder
	exit   *ir.Block
	trips  analysis.Expr // iterations of l
	ivs    []analysis.IV
	varies []bool                        // by value ID: depends on the iteration of l
	places map[*ir.Value]*analysis.Place // of accesses that have been asked for
	// parallel: no two iterations of l touch the same byte.
	parallel bool
	// whole: the number of iterations is a constant multiple of count, which leaves none over.
	whole bool
	// trusted: the caller knows that lockstep reverses no dependence.
	trusted bool

	made jammed

	refusal
}

// newJammer looks at l; legal has the verdict.
func newJammer(d *driver.Driver, l *analysis.Loop) *jammer {
	return &jammer{d: d, f: d.F, se: d.Scev, l: l, pos: l.Header.Loop.Position()}
}

// legal says whether count iterations may be done at once.
//
// Legal if the trip count is known, every value that l itself carries around is an induction, no branch within depends
// on the iteration, nothing in l can panic, and lockstep reverses no dependence.
func (j *jammer) legal(count int) bool {
	j.count, j.reason = count, ""
	return j.shape() && j.variance() && j.memory()
}

func (j *jammer) shape() bool {
	l := j.l
	c, why, at := j.se.Counted(l)
	if why != remark.None {
		return j.refuse(why, at)
	}
	j.trips, j.exit = c.Trips, c.Exit
	var others []*ir.Value
	if j.ivs, others = j.se.Inductions(l, l); len(others) > 0 {
		return j.refuse(remark.UnknownRecurrence, others[0])
	}
	for _, b := range j.f.ReversePostorder() {
		if !l.Contains(b) {
			continue
		}
		j.blocks = append(j.blocks, b)
		for _, v := range b.Walk() {
			switch {
			case v.Op == ir.OpCheck && !j.se.Assumes():
				return j.refuse(remark.UnprovedCheck, v)
			case v.Op.Yields() || v.Op == ir.OpRet:
				return j.refuse(remark.NotSimplified, v)
			}
		}
	}
	return true
}

// variance finds what depends on the iteration of l, and wants no branch among it.
func (j *jammer) variance() bool {
	j.varies, j.places = j.f.NewFlags(j.f.NumValues()), map[*ir.Value]*analysis.Place{}
	same := j.f.NewFlags(j.f.NumValues()) // loads of which that has been found out
	for _, iv := range j.ivs {
		j.varies[iv.Phi.ID] = true
	}
	for again := true; again; {
		again = false
		for _, b := range j.blocks {
			for _, v := range b.Walk() {
				if j.varies[v.ID] {
					continue
				}
				dep := v.Op.HasAny(ir.FlagWrites)
				for _, a := range v.Args {
					dep = dep || j.l.ContainsValue(a) && j.varies[a.ID]
				}
				if !dep && !same[v.ID] && v.Op.HasAny(ir.FlagReads) {
					same[v.ID] = j.sameForAll(v)
					dep = !same[v.ID]
				}
				if dep {
					j.varies[v.ID], again = true, true
				}
			}
		}
	}
	for _, b := range j.blocks {
		if b != j.l.Latch && b.Control != nil && j.l.ContainsValue(b.Control) && j.varies[b.Control.ID] {
			return j.refuse(remark.DivergentControl, b.Control)
		}
	}
	return true
}

// sameForAll says whether a load, of an address that does not depend on the iteration of l, finds the same for
// iterations in lockstep: no store of l may reach it.
func (j *jammer) sameForAll(load *ir.Value) bool {
	root := load.Args[0].Root()
	for _, b := range j.blocks {
		for _, v := range b.Walk() {
			if v.Op.HasAny(ir.FlagWrites) && root.Op != ir.OpTablePtr && !analysis.KnownDisjoint(j.l, root, v.Args[0].Root()) &&
				len(analysis.NewNestTester(j.se, j.l).Test(j.place(load), j.place(v))) > 0 {
				return false
			}
		}
	}
	return true
}

// place is where v accesses memory.
func (j *jammer) place(v *ir.Value) *analysis.Place {
	p := j.places[v]
	if p == nil {
		at := j.se.Place(v, j.l)
		p = &at
		j.places[v] = p
	}
	return p
}

// memory tests the dependences that l carries.
func (j *jammer) memory() bool {
	var list []*analysis.Place
	order := map[*ir.Block]int{}
	for i, b := range j.blocks {
		order[b] = i
		for _, v := range b.Walk() {
			if v.Op.IsMemory() {
				list = append(list, j.place(v))
			}
		}
	}
	j.parallel = true
	md := j.l.Header.Loop
	if j.trusted || md.Has(legal.OwnBytes) {
		return true
	}
	t := analysis.NewNestTester(j.se, j.l)
	t.Promised = legal.ParallelOf(j.d.F, md).Of
	before := func(a, b *analysis.Place) bool { return order[a.V.Block] <= order[b.V.Block] }
	for dep := range t.Among(list) {
		if !dep.Carried(0) {
			continue
		}
		j.parallel = false
		if !dep.Jammable(0, int64(j.count), before) {
			return j.refuse(remark.UnknownDependence, dep.Second.V)
		}
	}
	return true
}
