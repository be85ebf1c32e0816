package vplan

import (
	"strconv"
)

// Versions says in a line, behind the text at its start, which version of the loop runs when: the vector loops, each from
// how many iterations on, and what is left to the loop as the program has it.
func (p *Plan) Versions(start string) string {
	b := make(words, 0, 256).text(start) // on the stack: every compilation asks, for its remarks
	masked := false
	for i, s := range p.Stages {
		if i == 0 {
			b = b.text("main loop of ")
		} else {
			b = b.text("; ")
		}
		if s.overlapping && !s.detached() {
			b = b.text("the last ")
		}
		b = b.number("", s.VF, " lanes")
		if s.UF > 1 {
			b = b.number(" x ", s.UF, "")
		}
		switch {
		case s.detached():
			b = b.text(" up to the exiting iteration")
		case s.overlapping:
			b = b.text(", overlapping, for the remainder")
		case s.Masked && i == 0:
			b = b.text(", masked")
		case s.Masked:
			b = b.text(", masked, for the remainder")
		case s.Step() > 1:
			b = b.number(" from ", s.Step(), " iterations on")
		}
		masked = masked || s.Masked || s.overlapping
	}
	if p.Front != nil {
		b = b.number("; for many iterations, masked lanes first align an access to ", p.Front.Bytes, " bytes")
	}
	return string(p.asWritten(b, masked))
}

// words is a text being written.
type words []byte

func (b words) text(s string) words { return append(b, s...) }

func (b words) number(before string, n int, behind string) words {
	return append(strconv.AppendInt(append(b, before...), int64(n), 10), behind...)
}

// asWritten adds to b what the scalar loop does; masked says that vector code does what the main loop leaves over.
func (p *Plan) asWritten(b words, masked bool) words {
	l := p.Legal
	first := true
	item := func() words {
		if first {
			first = false
			return b.text("; the loop as written for ")
		}
		return b.text(", ")
	}
	if p.MinIter > 1 {
		b = item().number("fewer than ", int(p.MinIter), " iterations")
	}
	if !masked {
		b = item().text("the remainder")
	}
	if len(l.Pairs) > 0 || len(l.MonotonicChecks) > 0 {
		b = item().text("dependences through overlapping memory")
	}
	if len(l.FloatIVs) > 0 {
		b = item().text("rounded floating-point steps")
	}
	if len(l.IterationBounds) > 0 {
		b = item().text("all iterations from a failing check on")
	}
	for _, blk := range l.Body {
		if l.TestsExit(blk) {
			b = item().text("the exiting iteration")
			break
		}
	}
	if l.NeedScalar {
		b = item().text("the last iteration")
	}
	return b
}
