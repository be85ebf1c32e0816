package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
)

// jammer does several iterations of a loop l at once, whatever loops l contains: the iterations go through the blocks
// of l in lockstep. It is the one engine behind unroll-and-jam, where each value becomes count values, and vectorizing
// an outer loop, where it becomes count vectors of lanes iterations each.
//
// Before:
//
//	for i := 0; i < n; i++ { s := 0; for k := 0; k < m; k++ { s += f(i, k) }; y[i] = s }
//
// After, two copies of one lane:
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

	lanes, count int
	whole        bool // what does not fill a vector iteration is left to the loop as it is

	blocks []*ir.Block // of l, in reverse postorder
	exit   *ir.Block
	trips  analysis.Expr // iterations of l
	ivs    []analysis.IV
	varies []bool // by value ID: depends on the iteration of l
	needs  []need // by value ID, of values of l
	places map[*ir.Value]*analysis.Place
	// parallel: no two iterations of l touch the same byte.
	parallel bool
	// trusted: the caller knows that lockstep reverses no dependence.
	trusted bool

	main *jamStage // the loop of whole vector iterations, when it is made

	refusal
}

// need says in which forms a value is wanted.
type need uint8

const (
	needScalar need = 1 << iota // that of the first lane
	needVector                  // all lanes
)

// newJammer looks at l; legal has the verdict.
func newJammer(d *driver.Driver, l *analysis.Loop) *jammer {
	return &jammer{d: d, f: d.F, se: d.Scev, l: l, pos: l.Header.Loop.Position()}
}

// legal says whether count iterations of lanes each may be done at once.
//
// Legal if the trip count is known, every value that l itself carries around is an induction, no branch within depends
// on the iteration, nothing in l can panic, and lockstep reverses no dependence. Vectors want all iterations
// independent, accesses that are consecutive or the same for all, and operations that exist on vectors.
func (j *jammer) legal(lanes, count int) bool {
	j.lanes, j.count, j.reason = lanes, count, ""
	return j.shape() && j.variance() && j.memory() && j.demand()
}

func (j *jammer) shape() bool {
	l := j.l
	if j.blocks != nil {
		return true
	}
	c, why, at := j.se.Counted(l)
	if why != remark.None {
		return j.refuse(why, at)
	}
	j.trips, j.exit = c.Trips, c.Exit
	var others []*ir.Value
	if j.ivs, others = j.se.Inductions(l, l); len(others) > 0 {
		return j.refuse(remark.UnknownRecurrence, others[0])
	}
	var blocks []*ir.Block
	for _, b := range j.f.ReversePostorder() {
		if !l.Contains(b) {
			continue
		}
		blocks = append(blocks, b)
		for _, v := range b.Walk() {
			switch {
			case v.Op == ir.OpCheck && !j.se.Assumes():
				return j.refuse(remark.UnprovedCheck, v)
			case v.Op == ir.OpPoll || v.Op == ir.OpRet:
				return j.refuse(remark.NotSimplified, v)
			}
		}
	}
	j.blocks = blocks
	return true
}

// variance finds what depends on the iteration of l, and wants no branch among it.
func (j *jammer) variance() bool {
	j.varies = j.f.NewFlags(j.f.NumValues())
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
				dep := v.Op.HasAny(ir.FlagWrites) || v.Op.HasAny(ir.FlagReads) && !j.sameForAll(v)
				for _, a := range v.Args {
					dep = dep || j.l.ContainsValue(a) && j.varies[a.ID]
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
			if v.Op.HasAny(ir.FlagWrites) && root.Op != ir.OpTablePtr && !analysis.Apart(j.l, root, v.Args[0].Root()) &&
				!elsewhere(j.d, j.l, load, v) {
				return false
			}
		}
	}
	return true
}

// memory tests the dependences that l carries.
func (j *jammer) memory() bool {
	if j.places == nil {
		j.places = map[*ir.Value]*analysis.Place{}
		var list []*analysis.Place
		for _, b := range j.blocks {
			for _, v := range b.Walk() {
				if v.Op.IsMemory() {
					p := j.se.Place(v, j.l)
					j.places[v] = &p
					list = append(list, &p)
				}
			}
		}
		t := analysis.NewNestTester(j.se, j.l)
		order := map[*ir.Block]int{}
		for i, b := range j.blocks {
			order[b] = i
		}
		before := func(a, b *analysis.Place) bool { return order[a.V.Block] <= order[b.V.Block] }
		j.parallel = true
		md := j.l.Header.Loop
		if j.trusted || md.Has(legal.OwnBytes) {
			return true
		}
		if md.Has("parallel_accesses") {
			t.Promised = legal.Promisable
		}
		for dep := range t.Among(list) {
			if !dep.Carried(0) {
				continue
			}
			j.parallel = false
			if !dep.Jammable(0, int64(j.count), before) {
				return j.refuse(remark.UnknownDependence, dep.Second.V)
			}
		}
	}
	if j.lanes > 1 && !j.parallel {
		return j.refuse(remark.UnknownDependence, nil)
	}
	return true
}

// demand finds out in which forms values are wanted, starting from stores, branches and what l leaves behind. Without
// vectors that is the scalar form of all.
func (j *jammer) demand() bool {
	j.needs = make([]need, j.f.NumValues())
	if j.lanes == 1 {
		return true
	}
	var work []*ir.Value
	want := func(v *ir.Value, n need) {
		if j.l.ContainsValue(v) && j.needs[v.ID]&n != n {
			if !j.varies[v.ID] {
				n |= needScalar
			}
			j.needs[v.ID] |= n
			work = append(work, v)
		}
	}
	for _, b := range j.blocks {
		for _, v := range b.Walk() {
			if v.Op.HasAny(ir.FlagWrites) {
				want(v, needVector)
			}
		}
		if b != j.l.Latch && b.Control != nil {
			want(b.Control, needScalar)
		}
	}
	for _, phi := range j.exit.Phis() {
		if v := phi.Args[0]; j.l.ContainsValue(v) {
			if j.varies[v.ID] {
				return j.refuse(remark.UnknownValue, v)
			}
			want(v, needScalar)
		}
	}
	done := make([]need, len(j.needs))
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if done[v.ID] == j.needs[v.ID] {
			continue
		}
		done[v.ID] = j.needs[v.ID]
		if !j.demandArgs(v, want) {
			return false
		}
	}
	return true
}

// demandArgs passes on what v needs of its arguments.
func (j *jammer) demandArgs(v *ir.Value, want func(*ir.Value, need)) bool {
	if v.Type.IsVector() || v.Op.HasAny(ir.FlagWrites) && v.StoredValue().Type.IsVector() {
		return j.refuse(remark.AlreadyDone, v)
	}
	n := j.needs[v.ID]
	if !j.varies[v.ID] {
		for _, a := range v.Args {
			want(a, needScalar)
		}
		return true
	}
	for i := range j.ivs {
		if j.ivs[i].Phi == v {
			return true
		}
	}
	switch {
	case v.Op.IsMemory():
		p := j.places[v]
		if v.MaskArg() != nil || p.Start == nil || n&needScalar != 0 {
			return j.refuse(remark.UnknownAccess, v)
		}
		if c, ok := j.se.IsConst(p.Coef[0]); !ok || c != int64(p.Size) {
			return j.refuse(remark.UnknownAccess, v)
		}
		if j.elemOf(v) == ir.Bool {
			return j.refuse(remark.UnknownOp, v)
		}
		want(v.Args[0], needScalar)
		want(v.Args[1], needScalar)
		if v.Op == ir.OpStore {
			want(v.StoredValue(), needVector)
		}
		return true
	case v.Op == ir.OpSelect && !(j.l.ContainsValue(v.Args[0]) && j.varies[v.Args[0].ID]):
		want(v.Args[0], needScalar) // chooses whole vectors
		want(v.Args[1], n)
		want(v.Args[2], n)
		return true
	case v.Op == ir.OpPhi || v.Op.Is(ir.FlagElementwise) && !v.Op.Is(ir.FlagPartial):
		if n&needVector != 0 && v.Op != ir.OpPhi {
			at := v.Args[0].Type.WithLanes(j.lanes)
			if !j.d.Opt.Target.Cost(v.Op, v.Type.WithLanes(j.lanes), at).Legal {
				return j.refuse(remark.UnknownOp, v)
			}
		}
		for _, a := range v.Args {
			want(a, n)
		}
		return true
	case v.Op == ir.OpPtrAdd && n == needScalar:
		for _, a := range v.Args {
			want(a, needScalar)
		}
		return true
	}
	return j.refuse(remark.UnknownOp, v)
}

func (j *jammer) elemOf(v *ir.Value) ir.Elem { return v.AccessType().Elem }
