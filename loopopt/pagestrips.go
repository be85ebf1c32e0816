package loopopt

import (
	"hotloop/loopopt/vplan"
	"strings"
)

// pageStrips is what is known of a loop in strips.
type pageStrips struct {
	strategy exitStrategy
	safe     []bool // by ir.Value.ID: loads that stay in the page of the strip's first one
	step     int    // iterations that a pass may do at most
}

// restrict says in legal what holds of a loop in strips. It does nothing for a loop that is not.
func (s *pageStrips) restrict(legal *vplan.Legal) {
	if s == nil {
		return
	}
	legal.Paged = s.safe
	if legal.MaxStep == 0 || legal.MaxStep > int64(s.step) {
		legal.MaxStep = int64(s.step)
	}
}

// name is the name of how exits are treated, exits, and of how strips are done.
func (s *pageStrips) name(exits string) string {
	if s == nil {
		return exits
	}
	return strings.TrimSuffix(string(s.strategy)+"+"+exits, "+")
}

// pageTail makes a plan that reads streams end as the way to do strips asks for, which is asked if the loop is in none yet
// and the plan is only priced.
func (s *pageStrips) pageTail(plan *vplan.Plan, asked exitStrategy) {
	if s != nil {
		asked = s.strategy
	}
	switch {
	case len(plan.Streams) == 0:
	case asked == pagePair:
		plan.Legal.MaskTail = -1
	case asked == pagePredicate:
		plan.Legal.MaskTail = 2
	}
}
