package legal

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// MaxPairs bounds the run-time alias checks of a loop, as LLVM's runtime-memory-check-threshold does.
const MaxPairs = 128

// EveryIteration says whether a runs in every iteration.
func (g *Legality) EveryIteration(a *analysis.Access) bool {
	return g.Se.EveryIteration(g.L, a)
}

// Depend is the dependence between two accesses of the loop, with what the metadata say of it: which objects do not
// overlap, and that iterations do not depend on one another. Of what is proved a promise takes nothing away.
func (g *Legality) Depend(a, b *analysis.Access) analysis.Dependence {
	if analysis.KnownDisjoint(g.L, a.Root, b.Root) {
		return analysis.Independent()
	}
	dep := g.Se.Depend(a, b)
	if !dep.Known && g.Promised(a, b) {
		dep.Lo, dep.Hi, dep.Promised = 0, 0, true
	}
	return dep
}

// Untestable is the reason for refusing a loop that needs a run-time test which is not possible.
func Untestable(t analysis.Test) remark.Reason {
	if t == analysis.NoExtent {
		return remark.UnknownExtent
	}
	return remark.UnknownDependence
}

// Dependence is the reason to give where accesses may depend on one another: UnknownDependence stays where a promise of
// the programmer could be true and would help. It could not where iterations update elements that the data choose, and
// where they read the slice that they write otherwise than evenly, or at a distance that is known.
func (g *Legality) Dependence() remark.Reason {
	why := remark.UnknownDependence
	for _, w := range g.Out.Accesses {
		if !w.Write {
			continue
		}
		for _, a := range g.Out.Accesses {
			g.F.Spend(analysis.StepsPerPair)
			if a.Write || a.Root != w.Root {
				continue
			}
			chosen := g.dataChoose(w.V.Args[1], 0)
			if a.V.SamePlace(w.V) {
				if chosen {
					return remark.TableUpdate
				}
				continue
			}
			if d := g.Se.Depend(a, w); chosen || g.dataChoose(a.V.Args[1], 0) || d.Known && !d.Never() && !(d.Lo == 0 && d.Hi == 0) {
				why = remark.SameSlice
			}
		}
	}
	return why
}

// dataChoose reports whether an index depends on what the loop loads, or on a variable that does not advance evenly.
func (g *Legality) dataChoose(v *ir.Value, depth int) bool {
	switch {
	case depth > maxCarriedSteps || g.L.Invariant(v):
		return false
	case v.Op == ir.OpLoad || v.Op == ir.OpMaskedLoad:
		return true
	case v.Op == ir.OpPhi && v.Block == g.L.Header:
		_, _, even := g.Se.AddRec(v, g.L)
		return !even
	}
	return slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return g.dataChoose(a, depth+1) })
}

// dependences proves pairs of accesses independent within a vector iteration, or asks for run-time checks.
//
// Vector code runs all lanes of an access before those of the next one. Of two that the program has in this order, that
// changes the order in which they come to a place if the first one comes there in a later iteration, but in the same
// vector iteration: at a lag of less than the number of lanes.
//
// If the order of the program does not do, or only for short vectors, another order of the accesses may (reorder).
func (g *Legality) dependences() bool {
	g.updates()
	if g.severalSlots() { // the order of accesses is settled
		if g.Recurs() {
			return g.Refuse(remark.UnknownRecurrence, nil)
		}
		if g.Late != nil {
			g.checksFirst()
		}
		return g.pairs()
	}
	if g.Recurs() {
		return g.splicedOrder()
	}
	if g.Late != nil {
		g.checksFirst()
		return g.pairs()
	}
	if g.forwarding() {
		if g.pairs() && (g.Out.MaxStep == 0 || g.Out.MaxStep >= farAway) {
			return true
		}
		g.Reason, g.At, g.Out.Pairs, g.Out.MaxStep, g.Out.Rank = "", nil, nil, 0, nil
		g.Out.Blended = nil
	}
	ok := g.pairs()
	if ok && (g.Out.MaxStep == 0 || g.Out.MaxStep >= farAway) ||
		!ok && g.Reason != remark.BackwardDependence && g.Reason != remark.UnknownDependence {
		return ok
	}
	reason, at, pairs, step := g.Reason, g.At, g.Out.Pairs, g.Out.MaxStep
	if g.reorder() {
		g.Reason, g.At, g.Out.Pairs, g.Out.MaxStep = "", nil, nil, 0
		if g.pairs() && (!ok || g.Out.MaxStep == 0 || g.Out.MaxStep > step) {
			return true
		}
	}
	g.Reason, g.At, g.Out.Pairs, g.Out.MaxStep, g.Out.Rank = reason, at, pairs, step, nil
	return ok
}

// Trusted says whether the metadata promise of any accesses that they do not meet in different iterations.
func (g *Legality) Trusted() bool { return PromisesOf(g.F, g.L.Header.Loop).any() }

// Promised says whether the metadata promise that two accesses do not meet in different iterations.
func (g *Legality) Promised(a, b *analysis.Access) bool {
	return PromisesOf(g.F, g.L.Header.Loop).Of(a.V, b.V)
}

// Promises are what the metadata of a loop promise: that iterations do not depend on one another by way of these
// accesses.
type Promises struct {
	all    bool            // any
	groups ir.AccessGroups // those that belong to some of these
}

// PromisesOf reads those of md, in one of the spellings there are. What is proved all the same counts, so that a
// promise which analysis sees broken does no harm.
func PromisesOf(f *ir.Func, md *ir.LoopMD) Promises {
	p := ParallelOf(f, md)
	p.all = p.all || md.Has("ivdep") || md.Has("ivdep.enable") || md.Has("mem.parallel_loop_access")
	return p
}

// ParallelOf reads those that hold whatever analysis says: it is not asked then.
func ParallelOf(f *ir.Func, md *ir.LoopMD) Promises {
	p := Promises{}
	if md != nil {
		for i := range md.Attrs {
			switch a := &md.Attrs[i]; {
			case a.Name != ir.ParallelAccesses:
			case a.Kind == ir.AttrText:
				p.groups |= f.AccessGroup(a.Text)
			default:
				p.all = true
			}
		}
	}
	return p
}

// any says whether anything is promised.
func (p Promises) any() bool { return p.all || p.groups != 0 }

// Of says whether something is promised of two accesses. Of a local nothing is: in the program each iteration may have
// one of its own, where the SSA has one for all.
func (p Promises) Of(a, b *ir.Value) bool {
	return (p.all || a.Groups&p.groups != 0 && b.Groups&p.groups != 0) &&
		(analysis.Comparable(a.Args[0].Root()) || analysis.Comparable(b.Args[0].Root()))
}

// pairs judges all pairs of accesses, in the order that vector code has them.
func (g *Legality) pairs() bool {
	order := make(map[*analysis.Access]int)
	for i, a := range g.Out.Accesses {
		order[a] = i
	}
	// Where vector code performs an access: a load group at its first member, a store group at its last.
	place := func(a *analysis.Access) int {
		if g.Out.Rank != nil {
			return int(g.Out.Rank[a.V.ID])
		}
		if y := g.Out.MonotonicOf[a.V]; y != nil {
			if y.Over {
				return len(order)
			}
			return order[y.Last]
		}
		grp := g.Out.GroupOf[a.V.ID]
		if grp == nil {
			return order[a]
		}
		if grp.Write {
			return order[grp.Pos]
		}
		at := order[a]
		for _, m := range grp.Members {
			if m != nil {
				at = min(at, order[m])
			}
		}
		return at
	}
	for i, a := range g.Out.Accesses {
		g.F.Spend(analysis.StepsPerPair * (len(g.Out.Accesses) - i))
		for _, b := range g.Out.Accesses[i+1:] {
			dep := g.Depend(a, b)
			if dep.Never() || g.forwarded(a, b) || g.updated(a, b) {
				continue
			}
			swapped := place(a) > place(b)
			switch {
			case dep.Promised && !swapped:
			case g.Out.MonotonicOf[a.V] != nil || g.Out.MonotonicOf[b.V] != nil:
				if !g.packedPair(a, b, swapped) {
					return false
				}
			case dep.Known:
				if !g.InOrder(a, b, dep, swapped) {
					return false
				}
			case dep.Test == analysis.DistanceTest:
				g.pairAt(a, b, swapped)
			case dep.Test == analysis.ExtentTest:
				g.Pair(vplan.Pair{First: a, Second: b})
			default:
				return g.Refuse(Untestable(dep.Test), b.V)
			}
		}
	}
	if len(g.Out.Pairs) > MaxPairs {
		return g.Refuse(remark.TooManyChecks, g.Out.Pairs[MaxPairs].Second.V)
	}
	return true
}

// InOrder says whether vector code keeps the order in which two accesses of a known dependence come to a place, a
// before b in the program, if need be with fewer lanes. swapped: vector code does b before a.
func (g *Legality) InOrder(a, b *analysis.Access, dep analysis.Dependence, swapped bool) bool {
	switch {
	case !swapped && !dep.FirstLater():
		return true
	case !swapped && dep.Lo >= 2:
		g.limitLanes(dep.Lo)
		return true
	case !swapped && g.EveryIteration(a) && g.EveryIteration(b):
		return g.Refuse(remark.BackwardDependence, b.V)
	case swapped && !dep.Same() && !dep.FirstEarlier():
		return true
	case swapped && !dep.FirstEarlier() && !g.reaches(a.V.Block, b.V.Block): // they stand in different arms
		return true
	case swapped && g.Late != nil && dep.Hi <= -2: // so long ago that an earlier vector iteration has done it
		g.limitLanes(-dep.Hi)
		return true
	case swapped && g.Late != nil && g.Out.Hoisted[b.V.ID]:
		return g.Refuse(g.lateFor, g.Late)
	}
	return g.Refuse(remark.UnknownDependence, b.V)
}

// limitLanes has vector code do no more than n iterations at once.
func (g *Legality) limitLanes(n int64) {
	if g.Out.MaxStep == 0 || n < g.Out.MaxStep {
		g.Out.MaxStep = n
	}
}

// Pair adds a check that two extents are disjoint, unless one that says the same is there.
func (g *Legality) Pair(p vplan.Pair) {
	g.F.Spend(analysis.StepsPerPair * len(g.Out.Pairs))
	for i := range g.Out.Pairs {
		q := &g.Out.Pairs[i]
		d1, ok1 := g.Se.Distance(q.First, p.First)
		d2, ok2 := g.Se.Distance(q.Second, p.Second)
		if !q.Distance && ok1 && ok2 && d1 == 0 && d2 == 0 && sameWalk(q.First, p.First) &&
			sameWalk(q.Second, p.Second) {
			return
		}
	}
	g.Out.Pairs = append(g.Out.Pairs, p)
}

// sameWalk says whether two accesses that start at one place touch the same memory.
func sameWalk(a, b *analysis.Access) bool {
	return a.Stride == b.Stride && a.Size == b.Size && a.Affine() == b.Affine() && (a.Affine() || a.V == b.V)
}

// pairAt adds a check of the distance between a and b, which walk alike. Pairs of the same two bases, the fields of two
// slices of structs, say, differ by constants and are one check together.
func (g *Legality) pairAt(a, b *analysis.Access, swapped bool) {
	for i := range g.Out.Pairs {
		g.F.Spend(analysis.StepsPerPair)
		q := &g.Out.Pairs[i]
		if !q.Distance || q.First.Stride != a.Stride {
			continue
		}
		d1, ok1 := g.Se.Distance(q.First, a)
		d2, ok2 := g.Se.Distance(q.Second, b)
		if ok1 && ok2 {
			g.meet(q, vplan.Meeting{First: a.Size, Second: b.Size, Plus: d2 - d1, Swapped: swapped})
			return
		}
		d1, ok1 = g.Se.Distance(q.Second, a)
		d2, ok2 = g.Se.Distance(q.First, b)
		if ok1 && ok2 {
			g.meet(q, vplan.Meeting{First: a.Size, Second: b.Size, Plus: d2 - d1, Back: true, Swapped: swapped})
			return
		}
	}
	p := vplan.Pair{First: a, Second: b, Distance: true}
	p.Add(vplan.Meeting{First: a.Size, Second: b.Size, Swapped: swapped})
	g.Out.Pairs = append(g.Out.Pairs, p)
}

// stepsPerMeeting is what a meeting costs that a pair did not have, memory above all, in units of ir.Func.Spend.
const stepsPerMeeting = 256

// meet adds m to q.
func (g *Legality) meet(q *vplan.Pair, m vplan.Meeting) {
	if q.Add(m) {
		g.F.Spend(stepsPerMeeting)
	}
}

// OwnBytes names the attribute, made by VersionNest and where nests are fused, of loops of which no iteration touches a byte that another
// one stores to. It is found out while accesses still are what the source says: of those of a vector loop and its
// remainder nobody knows where they begin.
const OwnBytes = "own.bytes"
