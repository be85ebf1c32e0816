package legal

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// together says whether a and b are come to in the same iterations, as far as nothing leaves the loop.
func (f *monotonicFinder) together(a, b *ir.Block) bool {
	dom := f.g.Se.Dom()
	if a == b {
		return true
	}
	if dom.Dominates(b, a) {
		a, b = b, a
	}
	return dom.Dominates(a, b) && !f.avoids(a, b, map[*ir.Block]bool{})
}

// avoids says whether there is a way from a to the end of the iteration that does not come by b.
func (f *monotonicFinder) avoids(a, b *ir.Block, seen map[*ir.Block]bool) bool {
	if a == b || seen[a] {
		return false
	}
	seen[a] = true
	if a == f.g.L.Latch {
		return true
	}
	for _, s := range a.Succs {
		if f.g.L.Contains(s) && f.avoids(s, b, seen) {
			return true
		}
	}
	return false
}

// slot finds the slot of an index in iterations that come to blk, if the slots of a vector iteration begin at index +
// plus, and the move that it belongs to. The moves between where the index was made and that must all be made in such
// iterations.
func (f *monotonicFinder) slot(x *indexed, blk *ir.Block, plus int64) (slot int64, move int, ok bool) {
	at := int64(0) // the slot that x.level begins with
	for _, m := range f.y.Moves[:x.level] {
		at += m.By
	}
	slot = at + x.plus - plus
	first := int64(0)
	for move = range f.y.Moves {
		next := first + f.y.Moves[move].By
		if slot >= first && slot < next {
			lo, hi := min(move, x.level), max(move, x.level)
			for k := lo; k < hi; k++ {
				if m := &f.y.Moves[k]; m.Cond != nil || !f.together(m.At, blk) && !f.g.Se.Dom().Dominates(m.At, blk) {
					return 0, 0, false
				}
			}
			m := &f.y.Moves[move]
			return slot, move, m.Cond == nil && f.together(m.At, blk)
		}
		first = next
	}
	return 0, 0, false
}

// streams sorts the accesses by what they access. It says whether each stream accesses every place exactly once.
func (f *monotonicFinder) streams() bool {
	type key struct {
		base  *ir.Value
		write bool
		scale int32
	}
	var order []key
	by := map[key][]indexed{}
	for _, x := range f.ats {
		if x.n != nil {
			continue
		}
		v := x.v
		if !f.g.L.Invariant(v.Args[0]) || int(v.Scale) != v.AccessSize() || v.Off != 0 ||
			f.g.F.HasUnknownExtent(v.Args[0].Root()) {
			return false
		}
		k := key{v.Args[0], v.Op == ir.OpStore, v.Scale}
		if by[k] == nil {
			order = append(order, k)
		}
		by[k] = append(by[k], x)
	}
	if len(order) == 0 {
		return len(f.exits) > 0 && len(f.ats) == 0 // nothing but exits look at it
	}
	for _, k := range order {
		if f.y.Slots < 0 || !k.write && f.y.Slots > 1 {
			return false
		}
		p := f.stream(by[k])
		if p == nil {
			p = f.over(by[k])
		}
		if p == nil {
			return false
		}
		f.packs = append(f.packs, p)
	}
	return true
}

// over makes a stream of a store that every iteration does before the index may move; nil if it is something else.
func (f *monotonicFinder) over(xs []indexed) *vplan.MonotonicAccess {
	if len(xs) != 1 || xs[0].v.Op != ir.OpStore || xs[0].level != 0 || f.y.Slots != 1 ||
		!f.g.Se.Dom().Dominates(xs[0].v.Block, f.g.L.Latch) {
		return nil
	}
	a := &analysis.Access{V: xs[0].v}
	return &vplan.MonotonicAccess{Index: f.y, Plus: xs[0].plus, Members: []*analysis.Access{a}, Over: true}
}

// stream makes a stream of accesses, in the order of the program; nil if they are none.
func (f *monotonicFinder) stream(xs []indexed) *vplan.MonotonicAccess {
	if int64(len(xs)) != f.y.Slots {
		return nil
	}
	base := xs[0].plus
	for _, m := range f.y.Moves[:xs[0].level] {
		base += m.By
	}
	for k := range f.y.Slots { // the first access may be any of the slots
		p := &vplan.MonotonicAccess{Index: f.y, Plus: base - k, Members: make([]*analysis.Access, f.y.Slots)}
		ok := true
		for i := range xs {
			s, _, fits := f.slot(&xs[i], xs[i].v.Block, p.Plus)
			if ok = ok && fits && p.Members[s] == nil; !ok {
				break
			}
			p.Members[s] = &analysis.Access{V: xs[i].v} // the real one takes its place when the accesses are listed
		}
		if ok {
			return p
		}
	}
	return nil
}

// bounds turns the checks into tests of how far a vector iteration gets.
func (f *monotonicFinder) bounds() bool {
	f.checks = map[*ir.Value]*vplan.MonotonicCheck{}
	f.exitChecks()
	if len(f.packs) == 0 {
		return true
	}
	least := f.packs[0].Plus
	for _, p := range f.packs {
		least = min(least, p.Plus)
		if off := p.Plus * 8; off < -1<<20 || off > 1<<20 {
			return false
		}
	}
	for i := range f.ats {
		x := &f.ats[i]
		if x.n == nil || f.g.Out.Counted[x.v.ID] {
			continue
		}
		// As slot s of the stream that begins there, it is at most the last slot of the vector iteration.
		plus, ok := int64(0), false
		for _, p := range f.packs {
			if _, _, ok = f.slot(x, x.v.Block, p.Plus); ok {
				plus = p.Plus
				break
			}
		}
		if !ok {
			// the index gets no further than behind the vector iteration, whatever the moves are that it
			// has seen
			plus = x.plus + 1
			least = min(least, x.plus)
		}
		f.checks[x.v] = &vplan.MonotonicCheck{Index: f.y, N: x.n, Plus: plus, Late: !ok || len(f.y.Moves) > 1}
	}
	f.y.Least = least
	return true
}

// accept makes the phi a monotonic index.
func (f *monotonicFinder) accept() {
	g := f.g
	// Whoever makes the masks looks at the blocks of the accesses, which masks are made for anyway.
	for _, p := range f.packs {
		if p.Over {
			continue
		}
		first := int64(0)
		for k := range f.y.Moves {
			m := &f.y.Moves[k]
			m.At = p.Members[first].V.Block
			first += m.By
		}
	}
	if g.Out.MonotonicOf == nil {
		g.Out.MonotonicOf, g.Out.MonotonicChecks = map[*ir.Value]*vplan.MonotonicAccess{},
			map[*ir.Value]*vplan.MonotonicCheck{}
	}
	f.y.Phi.Kind = analysis.Cursor
	g.Out.Carried = append(g.Out.Carried, f.y)
	for _, p := range f.packs {
		for _, m := range p.Members {
			g.Out.MonotonicOf[m.V] = p
		}
	}
	for v := range ir.Values(g.Out.Body) {
		y := f.checks[v]
		if y == nil {
			continue
		}
		g.Out.MonotonicChecks[v] = y
		if y.Late { // what is tested needs the masks of moves further down
			g.comesLate(v, remark.UnprovedCheck)
		}
	}
	f.acceptExits()
}
