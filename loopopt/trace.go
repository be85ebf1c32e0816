package loopopt

import (
	"strings"

	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
)

// Step is something that the driver did, for those who want to see the chain of transformations: hotloop explain.
type Step struct {
	Transform string     // "vectorize"; "" for the loops as they were in the beginning
	Pos       ir.Pos     // of the loop
	Request   string     // the attributes that asked for it; "" if heuristics did
	Gen       int        // 0 as written, n of the followups of generation n-1
	Done      bool       // else it was refused, perhaps to be tried again
	Why       string     // it was refused
	Loops     []StepLoop // that came out, or were there
}

// StepLoop is a loop with its metadata.
type StepLoop struct {
	Pos   ir.Pos
	Label string // of its first block, as dumps show it
	Depth int
	Attrs string
}

// trace shows a step that has been tried.
func (d *driver) trace(a *attempt) {
	if d.opt.Step == nil {
		return
	}
	s := Step{Transform: a.t.name(), Pos: a.md.Position(), Done: a.done}
	if a.r != nil {
		s.Gen, s.Request = a.r.gen, requestText(a.md, s.Transform)
	}
	for _, r := range a.kept {
		s.Why = r.Message()
	}
	if a.done {
		for _, l := range d.loop.Loops {
			if !a.all[l.Header] || l.Header == a.header {
				s.Loops = append(s.Loops, StepLoop{l.Header.Loop.Position(), l.Header.Name, l.Depth, l.Header.Loop.String()})
			}
		}
	}
	d.opt.Step(s)
}

// asked shows what the loops ask for in the beginning.
func (d *driver) asked() {
	if d.opt.Step == nil {
		return
	}
	s := Step{}
	for _, l := range d.loop.Loops {
		s.Loops = append(s.Loops, StepLoop{l.Header.Loop.Position(), l.Header.Name, l.Depth, l.Header.Loop.String()})
	}
	d.opt.Step(s)
}

// requestText are the attributes that a request consists of.
func requestText(md *ir.LoopMD, owner string) string {
	var words []string
	for _, a := range md.Attrs {
		if row := attrs.Lookup(a.Name); row != nil && row.Owner == owner && row.Class != attrs.Mark {
			words = append(words, a.String())
		}
	}
	return strings.Join(words, " ")
}
