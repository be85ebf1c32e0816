package legal

import (
	"strings"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// PageStrips is what is known of a loop in strips.
type PageStrips struct {
	Strategy ExitStrategy
	Safe     map[*ir.Value]vplan.Span // loads that stay in the page of the strip's first one, and what they span
	Step     int                      // iterations that a vector iteration takes, at most
}

// Restrict says in legal what holds of a loop in strips. It does nothing for a loop that is not.
func (s *PageStrips) Restrict(legal *vplan.Legal) {
	if s == nil {
		return
	}
	legal.Paged = s.Safe
	if legal.MaxStep == 0 || legal.MaxStep > int64(s.Step) {
		legal.MaxStep = int64(s.Step)
	}
}

// Name is the name of how exits are treated, exits, and of how strips are done.
func (s *PageStrips) Name(exits string) string {
	if s == nil {
		return exits
	}
	return strings.TrimSuffix(string(s.Strategy)+"+"+exits, "+")
}

// PageTail makes a plan that reads streams end as the way to do strips asks for, which is asked if the loop is in none
// yet and the plan is only priced.
func (s *PageStrips) PageTail(plan *vplan.Plan, asked ExitStrategy) {
	if asked = asked.ForPages(); s != nil {
		asked = s.Strategy
	}
	switch {
	case len(plan.Streams) == 0:
	case asked == PagePair:
		plan.Legal.MaskTail = -1
	case asked == PagePredicate:
		plan.Legal.MaskTail = 1
	}
}
