package vplan

import "hotloop/loopopt/ir"

// Leaves says whether blk is a way out of the loop other than the latch.
func (l *Legal) Leaves(blk *ir.Block) bool {
	return blk != l.Loop.Latch && blk.Kind == ir.BlockIf &&
		(!l.Loop.Contains(blk.Succs[0]) || !l.Loop.Contains(blk.Succs[1]))
}

// Bails says whether vector code must test if the loop is left from blk: the data decide it.
func (l *Legal) Bails(blk *ir.Block) bool {
	if blk == l.Loop.Latch {
		return l.LatchBails
	}
	return l.Leaves(blk) && !(int(blk.ID) < len(l.CountedExits) && l.CountedExits[blk.ID])
}

// countsFirst puts the tests of exits whose counts are known in front of everything else: no lane behind such an exit
// accesses memory. They depend on the number of the iteration alone.
func (b *builder) countsFirst() {
	first := make([]bool, b.nextID)
	var mark func(r *Recipe)
	mark = func(r *Recipe) {
		if r == nil || first[r.ID] {
			return
		}
		first[r.ID] = true
		if r.Access != nil || r.Kind == ReducePhi || r.Kind == CountPhi || r.Kind == SumPhi {
			b.refuse("EarlyExit", r.V)
			return
		}
		mark(r.Mask)
		for _, a := range r.Args {
			mark(a)
		}
	}
	for _, r := range b.Recipes {
		if r.Counted {
			mark(r)
		}
	}
	var head, tail []*Recipe
	for _, r := range b.Recipes {
		if first[r.ID] {
			head = append(head, r)
		} else {
			tail = append(tail, r)
		}
	}
	b.Recipes = append(head, tail...)
}

// checksFirst puts the tests for leaving, and what they need, in front of everything else, so that a pass has stored
// nothing when it leaves. Both halves stay in order, so that a test still comes before what it protects: in the first half
// that are the loads and divisions of later tests, and all tests are before the second.
//
// Legal.Hoisted is the same set of loads as the dependences were judged with; a load that only turns out here to come first
// would not have been, so that is refused.
func (b *builder) checksFirst() {
	first := make([]bool, b.nextID)
	var mark func(r *Recipe)
	mark = func(r *Recipe) {
		if r == nil || first[r.ID] {
			return
		}
		first[r.ID] = true
		if r.updated() { // at the end
			return
		}
		mark(r.Mask)
		for _, a := range r.Args {
			mark(a)
		}
		if r.Group == nil {
			return
		}
		for _, m := range r.Group.Members {
			if m != nil {
				mark(b.byValue[m.V.ID])
			}
		}
	}
	for _, r := range b.Recipes {
		switch {
		case r.Kind == Bail, r.updated(), r.Access != nil && b.l.Hoisted[r.V.ID]:
			mark(r)
		}
	}
	var head, tail []*Recipe
	for _, r := range b.Recipes {
		switch {
		case !first[r.ID]:
			tail = append(tail, r)
			continue
		case r.Access != nil && (r.Access.Write || !b.l.Hoisted[r.V.ID]):
			b.refuse("EarlyExit", r.V)
		}
		head = append(head, r)
	}
	b.Recipes = append(head, tail...)
}
