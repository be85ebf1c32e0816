package vplan

import (
	"sort"

	"hotloop/loopopt/remark"
)

// reorder sorts the recipes so that the accesses come in the order of Legal.Rank. Everything else stands where it is first
// used, after the phis, which come first.
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
		if r == nil || done[r.ID] {
			return
		}
		if r.Access != nil && rank(r) > at { // an operand would come too late: the ranks are not an order at all
			b.refuse(remark.UnknownDependence, r.V)
			return
		}
		done[r.ID] = true
		if !r.updated() { // at the end
			place(r.Mask, at)
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
