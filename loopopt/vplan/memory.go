package vplan

import "hotloop/loopopt/ir"

// memory is what plans and their execution lie in. It stays with the function's memory.
type memory struct {
	recipes ir.Slab[Recipe]
	lists   ir.Slab[*Recipe]
	byID    ir.Slab[[]*Recipe]
	costers ir.Slab[coster]
	parts   ir.Slab[[]*ir.Value]
}

// Release takes everything back.
func (m *memory) Release() {
	m.recipes.Reset()
	m.lists.Reset()
	m.byID.Reset()
	m.costers.Reset()
	m.parts.Reset()
}

// recipe is r in that memory.
func (m *memory) recipe(r Recipe) *Recipe {
	p := &m.recipes.Take(1)[0]
	*p = r
	return p
}

// args are so many arguments, to be appended.
func (m *memory) args(n int) []*Recipe { return m.lists.Take(n)[:0] }
