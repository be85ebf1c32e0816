package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// maxGroup is the largest stride, in elements, of an interleaved group.
const maxGroup = 8

// maxPairs bounds the run-time alias checks of a loop, as LLVM's runtime-memory-check-threshold does.
const maxPairs = 128

// groups forms interleaved groups of strided accesses: loads, or stores, of one base and element size in blocks that
// every iteration runs, whose places differ by constants less than the stride. In a slice of structs the group's memory
// begins where the struct does, and fields of one size but different types go together.
func (g *legality) groups() {
	as := g.out.Accesses
	done := make([]bool, len(as))
	for i, a := range as {
		f := int(a.Stride) / a.Size
		if done[i] || a.Kind != analysis.Strided || a.Stride <= 0 || int(a.Stride)%a.Size != 0 || f < 2 || f > maxGroup ||
			!g.everyIteration(a) {
			continue
		}
		// Everything with the same base, stride and direction whose place relative to a is known.
		type placed struct {
			a  *analysis.Access
			at int
			i  int
		}
		members := []placed{{a, 0, i}}
		for j := i + 1; j < len(as); j++ {
			b := as[j]
			if done[j] || b.Kind != analysis.Strided || b.Base != a.Base || b.Stride != a.Stride || b.Size != a.Size ||
				b.Write != a.Write || !g.everyIteration(b) || !sameBits(a.V.AccessType(), b.V.AccessType()) {
				continue
			}
			if d, ok := g.distance(a, b); ok && d%int64(a.Size) == 0 {
				members = append(members, placed{b, int(d) / a.Size, j})
			}
		}
		// The structure begins at the lowest member; what does not fit into one structure stays outside.
		low := 0
		first, structs := g.inStruct(a)
		if structs {
			low = -first
		}
		for _, m := range members {
			if m.at < low && m.at > -f && !structs {
				low = m.at
			}
		}
		grp := &vplan.Group{Factor: f, Elem: a.V.AccessType().Elem, Members: make([]*analysis.Access, f), Write: a.Write}
		var in []placed
		for _, m := range members {
			if k := m.at - low; k >= 0 && k < f && grp.Members[k] == nil {
				grp.Members[k] = m.a
				in = append(in, m)
			} else if k >= 0 && k < f && a.Write {
				in = nil // two stores to one place: their order matters
				break
			}
		}
		if len(in) == 0 || !g.groupFits(grp, structs) {
			continue
		}
		for _, m := range in {
			done[m.i] = true
			g.out.GroupOf[m.a.V.ID] = grp
			if e := m.a.V.AccessType().Elem; e != grp.Elem {
				grp.Elem = ir.IntElem(a.Size)
			}
		}
		grp.Lead = grp.First()
		grp.Pos = in[len(in)-1].a
		g.out.Groups = append(g.out.Groups, grp)
	}
}

// sameBits says whether values of two types are the same bits to a group.
func sameBits(a, b ir.Type) bool {
	return a == b || a.Lanes == b.Lanes && a.Size() == b.Size() && a.Elem != ir.Bool && b.Elem != ir.Bool
}

// inStruct says whether a accesses a field of the elements of a slice or array one after another, and which it would be
// if all fields had the size of this one. Whoever accesses a field may read the whole struct.
func (g *legality) inStruct(a *analysis.Access) (field int, ok bool) {
	off, size := int(a.V.Off), int(a.V.Scale)
	if a.Stride != int64(size) || off < 0 || off+a.Size > size || off%a.Size != 0 || !analysis.WholeElements(g.f, a.Base, size) {
		return 0, false
	}
	return off / a.Size, true
}

// groupFits decides whether the group may access whole vectors. A store group must be complete: what the program does
// not store is never stored. A load group with a gap at its end reads up to the end of its last structure, so that the
// number of iterations is limited to those whose structure lies in the slice altogether; structs always do.
func (g *legality) groupFits(grp *vplan.Group, structs bool) bool {
	last := -1
	for k, m := range grp.Members {
		if m != nil {
			last = k
		} else if grp.Write {
			return false
		}
	}
	if structs {
		return true
	}
	if grp.Members[0] == nil {
		return false
	}
	if last == grp.Factor-1 {
		return true
	}
	lead := grp.Members[0]
	if !analysis.Object(lead.Base) || lead.V.Off != 0 || int(lead.V.Scale) != lead.Size {
		return false
	}
	n := analysis.Elements(g.f, lead.Base, lead.Size)
	if n == nil {
		return false
	}
	end := g.se.AddConst(lead.Start, int64(grp.Factor-1))
	limit, ok := g.se.BoundCount(end, int64(grp.Factor), g.se.Of(n), g.l)
	if ok {
		g.limit(limit)
	}
	return ok
}

// everyIteration says whether a runs in every iteration.
func (g *legality) everyIteration(a *analysis.Access) bool {
	return g.se.Dom().Dominates(a.V.Block, g.l.Latch) && a.V.MaskArg() == nil
}

// distance is the constant number of bytes from a to b in one iteration, if it is constant.
func (g *legality) distance(a, b *analysis.Access) (int64, bool) {
	if a.Base != b.Base || a.V.Scale != b.V.Scale || a.Start == nil || b.Start == nil {
		return 0, false
	}
	d, ok := g.se.ConstDiff(b.Start, a.Start)
	return d*int64(a.V.Scale) + int64(b.V.Off-a.V.Off), ok
}

// dependences proves pairs of accesses independent within a vector iteration, or asks for run-time checks.
//
// Take First before Second in the program, at least one of them a store, both walking s bytes an iteration, Second d
// bytes ahead of First. They meet where iteration kF of First and kS of Second have the same address: (kF-kS)*s = d.
// Vector code runs all lanes of First before those of Second, which changes the order only if kF > kS, that is if
// 0 < d, and only within one vector iteration of V lanes, that is if d < V*s. Walking downwards the signs are mirrored.
// Partial overlaps (d not a multiple of the size) obey the same bounds.
func (g *legality) dependences() bool {
	order := make(map[*analysis.Access]int)
	for i, a := range g.out.Accesses {
		order[a] = i
	}
	// Where vector code performs an access: a load group at its first member, a store group at its last.
	place := func(a *analysis.Access) int {
		grp := g.out.GroupOf[a.V.ID]
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
	trust := g.l.Header.Loop.Has("ivdep") || g.l.Header.Loop.Has("parallel_accesses")
	for i, a := range g.out.Accesses {
		for _, b := range g.out.Accesses[i+1:] {
			if !a.Write && !b.Write || analysis.Disjoint(a.Root, b.Root) {
				continue
			}
			affine := a.Start != nil && b.Start != nil && a.Kind != analysis.Gather && b.Kind != analysis.Gather
			alike := affine && a.Stride == b.Stride && a.Stride != 0
			sameWalk := alike && a.Size == b.Size
			swapped := place(a) > place(b)
			if d, ok := g.distance(a, b); ok && alike {
				if !g.constant(a, b, d, swapped) {
					return false
				}
				continue
			}
			switch {
			case trust:
			case a.Base == b.Base && !affine:
				return g.refuse(remark.UnknownDependence, b.V)
			case !analysis.Comparable(a.Root) || !analysis.Comparable(b.Root):
				return g.refuse(remark.UnknownDependence, b.V)
			case sameWalk && !swapped:
				g.pair(vplan.Pair{First: a, Second: b, Distance: true})
			case !known(a) || !known(b):
				return g.refuse(remark.UnknownExtent, b.V)
			default:
				g.pair(vplan.Pair{First: a, Second: b})
			}
		}
	}
	if len(g.out.Pairs) > maxPairs {
		return g.refuse(remark.TooManyChecks, g.out.Pairs[maxPairs].Second.V)
	}
	return true
}

// known says whether the extent of a is known before the loop: where it starts and how it walks, or the slice it is in.
func known(a *analysis.Access) bool {
	if a.Kind != analysis.Gather && a.Start != nil {
		return true
	}
	return a.Root != nil && a.Root.Op == ir.OpArgPtr
}

// constant judges a pair of known distance d.
func (g *legality) constant(a, b *analysis.Access, d int64, swapped bool) bool {
	s, first, second := a.Stride, int64(a.Size), int64(b.Size)
	if s < 0 {
		s = -s
		if first != second {
			return g.refuse(remark.UnknownDependence, b.V)
		}
		d = -d
	}
	if m := ((d % s) + s) % s; m >= first && m <= s-second {
		return true // other members of the structures: they never meet
	}
	if swapped {
		return g.refuse(remark.UnknownDependence, b.V)
	}
	if d <= 0 {
		return true
	}
	lanes := d / s
	if lanes < 2 {
		return g.refuse(remark.BackwardDependence, b.V)
	}
	if g.out.MaxStep == 0 || lanes < g.out.MaxStep {
		g.out.MaxStep = lanes
	}
	return true
}

// pair adds a run-time check unless one that says the same is there: pairs whose places differ by the same constant
// from those of another pair have the same distance, and extents of one base are checked once.
func (g *legality) pair(p vplan.Pair) {
	for _, q := range g.out.Pairs {
		if p.Distance != q.Distance {
			continue
		}
		d1, ok1 := g.distance(q.First, p.First)
		d2, ok2 := g.distance(q.Second, p.Second)
		if ok1 && ok2 && d1 == d2 && p.Distance && p.First.Stride == q.First.Stride {
			return
		}
		if ok1 && ok2 && d1 == 0 && d2 == 0 {
			return
		}
	}
	g.out.Pairs = append(g.out.Pairs, p)
}
