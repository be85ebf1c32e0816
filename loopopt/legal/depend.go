package legal

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// MaxPairs bounds the run-time alias checks of a loop, as LLVM's runtime-memory-check-threshold does.
const MaxPairs = 128

// StepsPerPair is what it costs to look at a pair of accesses, in units of ir.Func.Spend.
const StepsPerPair = 16

// EveryIteration says whether a runs in every iteration.
func (g *Legality) EveryIteration(a *analysis.Access) bool {
	return g.Se.Dom().Dominates(a.V.Block, g.L.Latch) && a.V.MaskArg() == nil
}

// Distance is the constant number of bytes from a to b in one iteration, if it is constant.
func (g *Legality) Distance(a, b *analysis.Access) (int64, bool) {
	if a.Base != b.Base || a.V.Scale != b.V.Scale || a.Start == nil || b.Start == nil {
		return 0, false
	}
	d, ok := g.Se.ConstDiff(b.Start, a.Start)
	return d*int64(a.V.Scale) + int64(b.V.Off-a.V.Off), ok
}

// dependences proves pairs of accesses independent within a vector iteration, or asks for run-time checks.
//
// Take First before Second in the program, at least one of them a store, both walking s bytes an iteration, Second d
// bytes ahead of First. They meet where iteration kF of First and kS of Second have the same address: (kF-kS)*s = d.
// Vector code runs all lanes of First before those of Second, which changes the order only if kF > kS, that is if
// 0 < d, and only within one vector iteration of V lanes, that is if d < V*s. Walking downwards the signs are mirrored.
// Partial overlaps (d not a multiple of the size) obey the same bounds.
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
		g.Out.Blended, g.Out.Merges = nil, nil
	}
	ok := g.pairs()
	if ok && (g.Out.MaxStep == 0 || g.Out.MaxStep >= farAway) || !ok && g.Reason != remark.BackwardDependence && g.Reason != remark.UnknownDependence {
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

// Trusted says whether the metadata promise that iterations do not depend on one another.
func (g *Legality) Trusted() bool {
	return independent(g.L.Header.Loop)
}

// Promised says whether the metadata promise that two accesses do not meet in different iterations.
func (g *Legality) Promised(a, b *analysis.Access) bool {
	return g.Trusted() && Promisable(a.Root, b.Root)
}

// Promisable says whether a promise about iterations is about accesses by way of these objects. Of a local nothing is promised: in
// the program each iteration may have one of its own, where the SSA has one for all.
func Promisable(a, b *ir.Value) bool { return analysis.Comparable(a) || analysis.Comparable(b) }

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
		g.F.Spend(StepsPerPair * (len(g.Out.Accesses) - i))
		for _, b := range g.Out.Accesses[i+1:] {
			if !a.Write && !b.Write || Apart(g.L, a.Root, b.Root) || g.forwarded(a, b) || g.updated(a, b) {
				continue
			}
			affine := a.Affine() && b.Affine()
			alike := affine && a.Stride == b.Stride && a.Stride != 0
			swapped, trust := place(a) > place(b), g.Promised(a, b)
			if g.Out.MonotonicOf[a.V] != nil || g.Out.MonotonicOf[b.V] != nil {
				if !(trust && !swapped) && !g.packedPair(a, b, swapped) {
					return false
				}
				continue
			}
			if d, ok := g.Distance(a, b); ok && alike {
				if !g.Constant(a, b, d, swapped) {
					return false
				}
				continue
			}
			switch {
			case trust && !swapped:
			case a.Base == b.Base && !affine:
				return g.Refuse(remark.UnknownDependence, b.V)
			case !analysis.Comparable(a.Root) || !analysis.Comparable(b.Root):
				return g.Refuse(remark.UnknownDependence, b.V)
			case alike:
				g.pairAt(a, b, swapped)
			case !Known(a) || !Known(b):
				return g.Refuse(remark.UnknownExtent, b.V)
			default:
				g.Pair(vplan.Pair{First: a, Second: b})
			}
		}
	}
	if len(g.Out.Pairs) > MaxPairs {
		return g.Refuse(remark.TooManyChecks, g.Out.Pairs[MaxPairs].Second.V)
	}
	return true
}

// Known says whether the extent of a is known before the loop: where it starts and how it walks, or the slice it is in.
func Known(a *analysis.Access) bool {
	if a.Affine() {
		return true
	}
	return a.Root != nil && a.Root.Op == ir.OpArgPtr
}

// Constant judges a pair of known distance d.
func (g *Legality) Constant(a, b *analysis.Access, d int64, swapped bool) bool {
	s, first, second := a.Stride, int64(a.Size), int64(b.Size)
	if s < 0 {
		s = -s
		if first != second {
			return g.Refuse(remark.UnknownDependence, b.V)
		}
		d = -d
	}
	if m := ((d % s) + s) % s; m >= first && m <= s-second {
		return true // other members of the structures: they never meet
	}
	if swapped {
		// In no iteration is Second where First has been or is, or that was so long ago that vector code has done it before.
		last := -FloorDiv(-d-second, s) - 1 // of the iterations of First, counted from that of Second, that it meets
		switch {
		case d >= first:
			return true
		case last <= -2 && g.Late != nil:
			if g.Out.MaxStep == 0 || -last < g.Out.MaxStep {
				g.Out.MaxStep = -last
			}
			return true
		case g.Late != nil && g.Out.Hoisted[b.V.ID]:
			return g.Refuse(g.lateFor, g.Late)
		}
		return g.Refuse(remark.UnknownDependence, b.V)
	}
	if d <= 0 {
		return true
	}
	lanes := d / s
	if lanes < 2 {
		if !g.EveryIteration(a) || !g.EveryIteration(b) {
			return g.Refuse(remark.UnknownDependence, b.V)
		}
		return g.Refuse(remark.BackwardDependence, b.V)
	}
	if g.Out.MaxStep == 0 || lanes < g.Out.MaxStep {
		g.Out.MaxStep = lanes
	}
	return true
}

// Pair adds a check that two extents are disjoint, unless one that says the same is there.
func (g *Legality) Pair(p vplan.Pair) {
	g.F.Spend(StepsPerPair * len(g.Out.Pairs))
	for i := range g.Out.Pairs {
		q := &g.Out.Pairs[i]
		d1, ok1 := g.Distance(q.First, p.First)
		d2, ok2 := g.Distance(q.Second, p.Second)
		if !q.Distance && ok1 && ok2 && d1 == 0 && d2 == 0 && sameWalk(q.First, p.First) && sameWalk(q.Second, p.Second) {
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
		g.F.Spend(StepsPerPair)
		q := &g.Out.Pairs[i]
		if !q.Distance || q.First.Stride != a.Stride {
			continue
		}
		d1, ok1 := g.Distance(q.First, a)
		d2, ok2 := g.Distance(q.Second, b)
		if ok1 && ok2 {
			g.meet(q, vplan.Meeting{First: a.Size, Second: b.Size, Plus: d2 - d1, Swapped: swapped})
			return
		}
		d1, ok1 = g.Distance(q.Second, a)
		d2, ok2 = g.Distance(q.First, b)
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

// independent says whether the metadata promise that iterations do not depend on one another, in one of the spellings
// there are. What is proved all the same counts, so that a promise which analysis sees broken does no harm.
func independent(md *ir.LoopMD) bool {
	return md.Has("ivdep") || md.Has("ivdep.enable") || md.Has("parallel_accesses") || md.Has("mem.parallel_loop_access")
}

// Apart says whether two objects do not overlap, as far as l is concerned.
func Apart(l *analysis.Loop, a, b *ir.Value) bool {
	return analysis.Disjoint(a, b) || a != b && analysis.Object(a) && analysis.Object(b) && l.Header.Loop.Has(NoAlias)
}

// NoAlias names the attribute, made by VersionNest only, of loops in which accesses by way of different arguments never
// touch the same byte: a test in front of the nest has said so.
const NoAlias = "noalias"

// OwnBytes names the attribute, made by VersionNest only, of loops of which no iteration touches a byte that another one
// stores to. It is found out while accesses still are what the source says: of those of a vector loop and its remainder
// nobody knows where they begin.
const OwnBytes = "own.bytes"
