package vplan

import (
	"fmt"
	"strings"
)

// Versions says in a line which version of the loop runs when: the vector loops, each from how many iterations on, and
// what is left to the loop as the program has it.
func (p *Plan) Versions() string {
	var parts []string
	masked := false
	for i, s := range p.Stages {
		lanes := fmt.Sprintf("%d lanes", s.VF)
		if s.UF > 1 {
			lanes += fmt.Sprintf(" x %d", s.UF)
		}
		switch {
		case s.detached():
			lanes += " up to the iteration that leaves the loop"
		case s.Overlapping:
			lanes = "the last " + lanes + " once more for what is left"
		case s.Masked && i == 0:
			lanes += " under a mask"
		case s.Masked:
			lanes += " under a mask for what is left"
		case s.Step() > 1:
			lanes += fmt.Sprintf(" from %d iterations on", s.Step())
		}
		masked = masked || s.Masked || s.Overlapping
		if i == 0 {
			lanes = "main loop of " + lanes
		}
		parts = append(parts, lanes)
	}
	if p.Front != nil {
		parts = append(parts, fmt.Sprintf("long runs begin with some lanes, until an access is aligned to %d bytes",
			p.Front.Bytes))
	}
	if rest := p.asWritten(masked); len(rest) > 0 {
		parts = append(parts, "the loop as written for "+strings.Join(rest, ", "))
	}
	return strings.Join(parts, "; ")
}

// asWritten lists what the scalar loop does; masked says that vector code does what the main loop leaves over.
func (p *Plan) asWritten(masked bool) (list []string) {
	l := p.Legal
	if p.MinIter > 1 {
		list = append(list, fmt.Sprintf("fewer than %d iterations", p.MinIter))
	}
	if !masked {
		list = append(list, "what is left over")
	}
	if len(l.Pairs) > 0 || len(l.MonotonicChecks) > 0 {
		list = append(list, "memory that overlaps so that it matters")
	}
	if len(l.FloatIVs) > 0 {
		list = append(list, "floating-point steps that are rounded")
	}
	if len(l.IterationBounds) > 0 {
		list = append(list, "everything from a failing check on")
	}
	for _, b := range l.Body {
		if l.TestsExit(b) {
			list = append(list, "the iteration that leaves the loop")
			break
		}
	}
	if l.NeedScalar {
		list = append(list, "the last iteration")
	}
	return list
}
