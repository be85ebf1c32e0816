package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

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
		if r.Access != nil || r.Kind == ReducePhi || r.Kind == CountPhi || r.Kind == SumPhi || r.Kind == PolyPhi {
			b.refuse(remark.EarlyExit, r.V)
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
			b.refuse(remark.EarlyExit, r.V)
		}
		head = append(head, r)
	}
	b.Recipes = append(head, tail...)
}

// checksTogether moves later bounds checks that need no memory access of their own up to the first. What they protect is
// then one piece of code without branches in it, whose instructions can be mixed and whose indices are taken out of vectors
// once for all accesses. A check that comes early makes no lane run that would not have.
func (b *builder) checksTogether() {
	at := b.firstBail()
	if at < 0 {
		return
	}
	place := make([]int, b.nextID)
	for i, r := range b.Recipes {
		place[r.ID] = i
	}
	moved := make([]bool, b.nextID)
	var free func(r *Recipe) bool // to be computed at the first check
	free = func(r *Recipe) bool {
		if r == nil || place[r.ID] < at || moved[r.ID] {
			return true
		}
		if r.Kind != Widen && r.Kind != Invariant && r.Kind != WidenIV || r.V == nil || r.V.Op.Is(ir.FlagPartial) || r.Mask != nil {
			return false
		}
		for _, a := range r.Args {
			if !free(a) {
				return false
			}
		}
		return true
	}
	var head []*Recipe
	var move func(r *Recipe)
	move = func(r *Recipe) {
		if r == nil || place[r.ID] <= at || moved[r.ID] {
			return
		}
		moved[r.ID] = true
		for _, a := range r.Args {
			move(a)
		}
		head = append(head, r)
	}
	for _, r := range b.Recipes[at+1:] {
		if r.Kind != Bail || r.V != nil || r.Check != nil || r.Counted || !r.ofCheck {
			continue
		}
		if r.Mask == nil && free(r.Args[0]) {
			move(r)
		}
	}
	if len(head) == 0 {
		return
	}
	out := append(make([]*Recipe, 0, len(b.Recipes)), b.Recipes[:at+1]...)
	out = append(out, head...)
	for _, r := range b.Recipes[at+1:] {
		if !moved[r.ID] {
			out = append(out, r)
		}
	}
	b.Recipes = out
}
