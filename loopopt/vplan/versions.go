package vplan

import (
	"fmt"
	"strconv"
)

// Versions says in a line which version of the loop runs when: the vector loops, each from how many iterations on, and
// what is left to the loop as the program has it.
func (p *Plan) Versions() string {
	b := make([]byte, 0, 256) // on the stack: every compilation asks, for its remarks
	text := func(s string) { b = append(b, s...) }
	number := func(before string, n int, behind string) {
		text(before)
		b = strconv.AppendInt(b, int64(n), 10)
		text(behind)
	}
	masked := false
	for i, s := range p.Stages {
		if i == 0 {
			text("main loop of ")
		} else {
			text("; ")
		}
		if s.Overlapping && !s.detached() {
			text("the last ")
		}
		number("", s.VF, " lanes")
		if s.UF > 1 {
			number(" x ", s.UF, "")
		}
		switch {
		case s.detached():
			text(" up to the iteration that leaves the loop")
		case s.Overlapping:
			text(" once more for what is left")
		case s.Masked && i == 0:
			text(" under a mask")
		case s.Masked:
			text(" under a mask for what is left")
		case s.Step() > 1:
			number(" from ", s.Step(), " iterations on")
		}
		masked = masked || s.Masked || s.Overlapping
	}
	if p.Front != nil {
		number("; long runs begin with some lanes, until an access is aligned to ", p.Front.Bytes, " bytes")
	}
	for i, what := range p.asWritten(masked) {
		if i == 0 {
			text("; the loop as written for ")
		} else {
			text(", ")
		}
		text(what)
	}
	return string(b)
}

// asWritten lists what the scalar loop does; masked says that vector code does what the main loop leaves over.
func (p *Plan) asWritten(masked bool) (list []string) {
	l := p.Legal
	list = make([]string, 0, 8)
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
