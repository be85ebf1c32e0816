package vplan

import (
	"fmt"
	"strings"

	"hotloop/loopopt/tti"
)

// What tools show of a plan, apart from its text: its versions with what each does of a number of iterations, and its
// recipes with what each takes.

// Version is a version of the loop: a stage, or the loop as written.
type Version struct {
	Name   string // "main", "front", "tail", "exit" or "scalar"
	VF, UF int    // lanes and vectors of a vector iteration; 1 for the loop as written
	Masked bool
	// Overlapping: one vector iteration does the remainder, and again some of what came before it.
	Overlapping bool
	When        string // the iterations that it is for
}

// Step returns the number of iterations that a vector iteration executes.
func (v Version) Step() int64 { return int64(v.VF * v.UF) }

// AllVersions returns the versions in the order in which they run, the loop as written last.
func (p *Plan) AllVersions() (list []Version) {
	if p.Front != nil {
		list = append(list, Version{Name: "front", VF: p.VF(), UF: 1, Masked: true,
			When: fmt.Sprintf("the first iterations up to an address that is a multiple of %d, of %d or more", p.Front.Bytes, p.Front.from)})
	}
	masked := false
	for i, s := range p.Stages {
		v := Version{Name: "tail", VF: s.VF, UF: s.UF, Masked: s.Masked, Overlapping: s.overlapping}
		switch {
		case s.detached():
			v.Name, v.When = "exit", "the iterations up to the exiting one"
		case i == 0:
			v.Name, v.When = "main", fmt.Sprintf("whole vector iterations of %d", s.Step())
			if s.Masked {
				v.When = fmt.Sprintf("all iterations, %d at a time", s.Step())
			}
		case s.Masked || s.overlapping:
			v.When = "the remainder"
		default:
			v.When = fmt.Sprintf("the remainder, %d at a time", s.Step())
		}
		masked = masked || s.Masked || s.overlapping
		list = append(list, v)
	}
	return append(list, Version{Name: "scalar", VF: 1, UF: 1, When: strings.TrimPrefix(string(p.asWritten(nil, masked)), "; the loop as written for ")})
}

// LeastVector returns the number of iterations below which the loop runs as written, and whether its last iteration
// always does.
func (p *Plan) LeastVector() (n int64, last bool) { return p.MinIter, p.Legal.NeedScalar }

// Step is a recipe as tools show it, with what it takes in one vector iteration of one part.
type Step struct {
	Text  string
	Uops  float64 // weighted, by which plans are compared
	Slots float64 // issue slots
	Unit  string  // the units that it keeps busy the longest
	Busy  float64 // and for how many cycles
}

// Steps returns the recipes of the main loop with their prices on the target that the plan was chosen for. The price of
// an operation that is joined with its operand is what both take less what the operand took.
func (p *Plan) Steps() []Step {
	list := make([]Step, 0, len(p.Recipes))
	if p.target == nil {
		for _, r := range p.Recipes {
			list = append(list, Step{Text: r.String()})
		}
		return list
	}
	c := p.newCoster(p.target, p.VF())
	for _, r := range p.Recipes {
		uops, before := c.ops, c.taken
		if c.bad == nil {
			c.recipe(r)
		}
		s := Step{Text: r.String(), Uops: c.ops - uops, Slots: c.issued - before.issued}
		units := tti.Units(c.units)
		units.Add(&before.units, -1)
		if group, busy := units.Most(); busy > 0 {
			s.Unit, s.Busy = p.target.UnitName(group), float64(busy)
		}
		list = append(list, s)
	}
	return list
}
