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
	cycles   []float64 // by value ID, zero but while recurrence works
	ways     []float64 // by recipe: see coster.way
	execs    ir.Slab[exec]
}

// mostCycles is the length of such tables up to which they are kept.
const mostCycles = 4096

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
	if len(m.cycles) > mostCycles {
		m.cycles = nil
	}
	if cap(m.ways) > mostCycles {
		m.ways = nil
	}
	m.execs.Reset()
}

// Bytes is how much has been taken.
func (m *memory) Bytes() int {
	return ir.Bytes(&m.recipes, &m.lists, &m.byID, &m.costers, &m.parts, &m.legals, &m.groups, &m.execs)
}

// cyclesOf is a table for the values of f, all zero, which the caller clears again.
func (m *memory) cyclesOf(f *ir.Func) []float64 {
	if n := f.NumValues(); n > len(m.cycles) {
		m.cycles = make([]float64, n+n/2)
	}
	return m.cycles
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
