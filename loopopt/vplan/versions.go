package vplan

import (
	"strconv"
)

// Versions says in a line which version of the loop runs when: the vector loops, each from how many iterations on, and
// what is left to the loop as the program has it.
func (p *Plan) Versions() string {
	b := make(words, 0, 256) // on the stack: every compilation asks, for its remarks
	masked := false
	for i, s := range p.Stages {
		if i == 0 {
			b.text("main loop of ")
		} else {
			b.text("; ")
		}
		if s.Overlapping && !s.detached() {
			b.text("the last ")
		}
		b.number("", s.VF, " lanes")
		if s.UF > 1 {
			b.number(" x ", s.UF, "")
		}
		switch {
		case s.detached():
			b.text(" up to the iteration that leaves the loop")
		case s.Overlapping:
			b.text(" once more for what is left")
		case s.Masked && i == 0:
			b.text(" under a mask")
		case s.Masked:
			b.text(" under a mask for what is left")
		case s.Step() > 1:
			b.number(" from ", s.Step(), " iterations on")
		}
		masked = masked || s.Masked || s.Overlapping
	}
	if p.Front != nil {
		b.number("; long runs begin with some lanes, until an access is aligned to ", p.Front.Bytes, " bytes")
	}
	for i, what := range p.asWritten(masked) {
		if i == 0 {
			b.text("; the loop as written for ")
		} else {
			b.text(", ")
		}
		b.text(what)
	}
	return string(b)
}

// words is a text being written.
type words []byte

func (b *words) text(s string) { *b = append(*b, s...) }

func (b *words) number(before string, n int, behind string) {
	b.text(before)
	*b = strconv.AppendInt(*b, int64(n), 10)
	b.text(behind)
}

// asWritten lists what the scalar loop does; masked says that vector code does what the main loop leaves over.
func (p *Plan) asWritten(masked bool) (list []string) {
	l := p.Legal
	list = make([]string, 0, 8)
	if p.MinIter > 1 {
		list = append(list, "fewer than "+strconv.FormatInt(p.MinIter, 10)+" iterations")
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
