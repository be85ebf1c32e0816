package vplan

import (
	"slices"
	"sort"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// reorder sorts the recipes so that the accesses come in the order of Legal.Rank. Everything else stands where it is
// first used, after the phis, which come first.
func (b *builder) reorder() {
	old := b.Recipes
	var accesses []*Recipe
	for _, r := range old {
		if r.Access != nil {
			accesses = append(accesses, r)
		}
	}
	rank := func(r *Recipe) int32 { return b.l.Rank[r.V.ID] }
	sort.SliceStable(accesses, func(i, j int) bool { return rank(accesses[i]) < rank(accesses[j]) })

	b.Recipes = make([]*Recipe, 0, len(old))
	done := make([]bool, b.nextID)
	var place func(r *Recipe, at int32)
	place = func(r *Recipe, at int32) {
		if r == nil || done[r.id] {
			return
		}
		if r.Access != nil && rank(r) > at { // an operand would come too late: the ranks are not an order at all
			b.refuse(remark.UnknownDependence, r.V)
			return
		}
		done[r.id] = true
		if !r.updated() { // at the end
			place(r.mask, at)
			for _, a := range r.Args {
				place(a, at)
			}
		}
		b.Recipes = append(b.Recipes, r)
	}
	last := int32(0)
	for _, r := range old {
		if r.updated() {
			place(r, 0)
		}
	}
	for _, r := range accesses {
		last = rank(r)
		place(r, last)
	}
	for _, r := range old {
		place(r, last)
	}
}

// spliceOrder sorts the recipes so that a recurrence comes behind what is carried, and what uses it behind that. It
// keeps
//
//  1. arguments and masks before what uses them, but for the updates of reductions;
//  2. accesses in the order of Legal.Rank, or in that of the program;
//  3. tests for leaving the loop before all stores, and before divisions and loads behind them in the program that must
//     not be done in iterations that are not reached;
//
// and otherwise the order of the program. Legal has looked for an order of the accesses that permits this; if there is
// none all the same, the loop is refused.
func (b *builder) spliceOrder() {
	old := b.Recipes
	var accesses []*Recipe
	tests := make([]int, b.nextID) // of each recipe, the tests in front of it
	total := 0
	for _, r := range old {
		tests[r.id] = total
		switch {
		case r.Kind == SideExit:
			total++
		case r.Access != nil:
			accesses = append(accesses, r)
			if r.Access.Write {
				tests[r.id] = 1 << 30
			} else if b.l.Speculable(r.Access) {
				tests[r.id] = 0
			}
		case r.V == nil || !r.V.Op.Is(ir.FlagPartial):
			tests[r.id] = 0
		}
	}
	if b.l.Rank != nil {
		sort.SliceStable(accesses,
			func(i, j int) bool { return b.l.Rank[accesses[i].V.ID] < b.l.Rank[accesses[j].V.ID] })
	}
	// passed is the number of tests made without one in front of them missing.
	done, next, passed := make([]bool, b.nextID), 0, 0
	b.Recipes = make([]*Recipe, 0, len(old))
	ready := func(r *Recipe) bool {
		if r.Access != nil && accesses[next] != r || passed < min(tests[r.id], total) {
			return false
		}
		if r.mask != nil && !done[r.mask.id] {
			return false
		}
		if r.updated() {
			return true
		}
		for _, a := range r.Args {
			if a != nil && !done[a.id] {
				return false
			}
		}
		return true
	}
	var exits []*Recipe
	for _, r := range old {
		if r.Kind == SideExit {
			tests[r.id] = 0 // any order will do, of tests that have what they need
			exits = append(exits, r)
		}
	}
	for len(b.Recipes) < len(old) {
		placed := false
		for _, r := range old {
			if done[r.id] || !ready(r) {
				continue
			}
			done[r.id], placed = true, true
			b.Recipes = append(b.Recipes, r)
			if r.Access != nil && next < len(accesses)-1 {
				next++
			}
			for passed < total && done[exits[passed].id] {
				passed++
			}
			break
		}
		if !placed {
			b.refuse(remark.UnknownRecurrence, nil)
			b.Recipes = old
			return
		}
	}
}

// countsFirst puts the tests of exits whose counts are known in front of everything else: no lane behind such an exit
// accesses memory. They depend on the number of the iteration alone.
func (b *builder) countsFirst() {
	first := make([]bool, b.nextID)
	var mark func(r *Recipe)
	mark = func(r *Recipe) {
		if r == nil || first[r.id] {
			return
		}
		first[r.id] = true
		if r.Access != nil || r.updated() {
			b.refuse(remark.EarlyExit, r.V)
			return
		}
		mark(r.mask)
		for _, a := range r.Args {
			mark(a)
		}
	}
	for _, r := range b.Recipes {
		if r.counted {
			mark(r)
		}
	}
	b.moveUp(first)
}

// checksFirst puts the tests for leaving, and what they need, in front of everything else, so that a vector iteration
// has stored nothing when it leaves. Both halves stay in order, so that a test still comes before what it protects: in
// the first half that are the loads and divisions of later tests, and all tests are before the second.
//
// Legal.Hoisted is the same set of loads as the dependences were judged with; a load that only turns out here to come
// first would not have been, so that is refused.
func (b *builder) checksFirst() {
	first := make([]bool, b.nextID)
	var mark func(r *Recipe)
	mark = func(r *Recipe) {
		if r == nil || first[r.id] {
			return
		}
		first[r.id] = true
		if r.updated() { // at the end
			return
		}
		mark(r.mask)
		for _, a := range r.Args {
			mark(a)
		}
		if r.group == nil {
			return
		}
		for _, m := range r.group.Members {
			if m != nil {
				mark(b.byValue[m.V.ID])
			}
		}
	}
	for _, r := range b.Recipes {
		switch {
		case r.Kind == SideExit, r.updated(), r.Access != nil && b.l.Hoisted[r.V.ID]:
			mark(r)
		}
	}
	for _, r := range b.Recipes {
		if first[r.id] && r.Access != nil && (r.Access.Write || !b.l.Hoisted[r.V.ID]) {
			b.refuse(remark.EarlyExit, r.V)
		}
	}
	b.moveUp(first)
}

// moveUp puts some recipes, which first has by ID, in front of the others.
func (b *builder) moveUp(first []bool) {
	slices.SortStableFunc(b.Recipes, func(r, q *Recipe) int {
		switch {
		case first[r.id] == first[q.id]:
			return 0
		case first[r.id]:
			return -1
		}
		return 1
	})
}

// checksTogether moves later bounds checks that need no memory access of their own up to the first. What they protect
// is then one piece of code without branches in it, whose instructions can be mixed and whose indices are taken out of
// vectors once for all accesses. A check that comes early makes no lane run that would not have.
func (b *builder) checksTogether() {
	at := b.firstSideExit()
	if at < 0 {
		return
	}
	place := make([]int, b.nextID)
	for i, r := range b.Recipes {
		place[r.id] = i
	}
	moved := make([]bool, b.nextID)
	var free func(r *Recipe) bool // to be computed at the first check
	free = func(r *Recipe) bool {
		if r == nil || place[r.id] < at || moved[r.id] {
			return true
		}
		if !r.is(foreseen) || r.V == nil || r.V.Op.Is(ir.FlagPartial) || r.mask != nil {
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
		if r == nil || place[r.id] <= at || moved[r.id] {
			return
		}
		moved[r.id] = true
		for _, a := range r.Args {
			move(a)
		}
		head = append(head, r)
	}
	for _, r := range b.Recipes[at+1:] {
		if r.Kind != SideExit || r.V != nil || r.check != nil || r.counted || !r.ofCheck {
			continue
		}
		if r.mask == nil && free(r.Args[0]) {
			move(r)
		}
	}
	if len(head) == 0 {
		return
	}
	out := append(make([]*Recipe, 0, len(b.Recipes)), b.Recipes[:at+1]...)
	out = append(out, head...)
	for _, r := range b.Recipes[at+1:] {
		if !moved[r.id] {
			out = append(out, r)
		}
	}
	b.Recipes = out
}
