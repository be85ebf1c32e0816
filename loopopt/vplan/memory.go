package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// memory is what plans and their execution lie in. It stays with the function's memory.
type memory struct {
	plans    ir.Slab[Plan]
	stages   ir.Slab[Stage]
	builders ir.Slab[builder]
	recipes  ir.Slab[Recipe]
	lists    ir.Slab[*Recipe]
	byID     ir.Slab[[]*Recipe]
	costers  ir.Slab[coster]
	parts    ir.Slab[[]*ir.Value]
	legals   ir.Slab[Legal]
	groups   ir.Slab[*Group]
	cycles   ir.Slab[float64]
	execs    ir.Slab[exec]
}

// Release takes everything back.
func (m *memory) Release() {
	m.plans.Reset()
	m.stages.Reset()
	m.builders.Reset()
	m.recipes.Reset()
	m.lists.Reset()
	m.byID.Reset()
	m.costers.Reset()
	m.parts.Reset()
	m.legals.Reset()
	m.groups.Reset()
	m.cycles.Reset()
	m.execs.Reset()
}

// Bytes is how much has been taken.
func (m *memory) Bytes() int {
	return ir.Bytes(&m.recipes, &m.lists, &m.byID, &m.costers, &m.parts, &m.legals, &m.groups, &m.cycles, &m.execs)
}

// NewLegal is an empty record of what is found out about a loop; it lives as long as the function.
func NewLegal(f *ir.Func, l *analysis.Loop, se *analysis.SCEV) *Legal {
	p := &ir.Attached[memory](f).legals.Take(1)[0]
	p.F, p.Loop, p.SE = f, l, se
	return p
}

// NewGroups is a table of n groups that lives as long as f.
func NewGroups(f *ir.Func, n int) []*Group { return ir.Attached[memory](f).groups.Take(n) }

// recipe is r in that memory.
func (m *memory) recipe(r Recipe) *Recipe {
	p := &m.recipes.Take(1)[0]
	*p = r
	return p
}

// args are so many arguments, to be appended.
func (m *memory) args(n int) []*Recipe { return m.lists.Take(n)[:0] }
