package driver

import (
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Transform is a transformation that metadata can ask for: a row of the table that the driver is given.
type Transform struct {
	Prefixes []string // of its attributes; the first, less its dot, is its name
	Form
	// Nest is how it is done to a loop around others, if that is another matter.
	Nest *Form

	// Scope is what heuristics may try it on, nil if nothing: of these loops, those whose metadata do not forbid it,
	// that have none of the attributes in Unless, and that Wants, if there is one, says yes to.
	Scope  Scope
	Unless []string
	Wants  func(l *analysis.Loop) bool
	// Pair: it is about the loop and the one in it.
	Pair bool
	// Off says that these knobs keep heuristics from trying it, and Denied that they keep everybody.
	Off, Denied func(k *config.Knobs) bool

	// Behind is a transformation that heuristics try before this one is done to an innermost loop of which nothing else
	// is asked. First says no to that.
	Behind string
	First  func(d *Driver, l *analysis.Loop) bool
	// Reshapes: a loop that it has been done to is another one.
	Reshapes bool
	// Joins: it gives loops in those that it is done to other neighbours. What was refused to them may be possible now.
	Joins bool
	// Helps: heuristics do it to a loop so that others can be done. What has failed on the loop may be tried again.
	Helps bool
	// WhenInnermost: it is tried on a loop in which heuristics have left no other loops.
	WhenInnermost bool
	// Mark is the attribute of loops that it has been done to. It is a request no more.
	Mark string
	// Part is what remarks call a loop that came out of it, empty if the loop is none of those.
	Part func(md *ir.LoopMD) string
}

// Form is how a transformation is done to a kind of loops.
type Form struct {
	// Run does it. r is nil if heuristics ask.
	//
	// A refusal leaves the function as it was. What is said about a request that is refused is kept back until the
	// driver knows that nothing else makes the request possible: a transformation need not care whether it is asked
	// again. Every loop that comes out gets its metadata from Followup or Bare.
	Run func(d *Driver, l *analysis.Loop, r *Request) Outcome
	// Refusal is the text of the remark that it was not done.
	Refusal string
	// Unasked is what becomes of a refusal that only heuristics have asked for; nil: they keep silent.
	Unasked func(why remark.Reason) Voice
}

// Name is what attributes, remarks and knobs call the transformation.
func (t *Transform) Name() string { return strings.TrimSuffix(t.Prefixes[0], ".") }

// disabled says whether metadata keep heuristics from t.
func (t *Transform) disabled(md *ir.LoopMD) bool {
	if md == nil {
		return false
	}
	off := md.FindPart(t.Name(), ".disable")
	return off != nil && !off.IsOff() || md.Has("disable_nonforced")
}

// on is how it is done to l.
func (t *Transform) on(l *analysis.Loop) *Form {
	if len(l.Children) > 0 && t.Nest != nil {
		return t.Nest
	}
	return &t.Form
}

// marked says whether a loop carries the mark of having had t. t may be nil.
func (t *Transform) marked(md *ir.LoopMD) bool { return t != nil && t.Mark != "" && md.Has(t.Mark) }

// TransformNamed is a transformation by its name, nil if there is none.
func (d *Driver) TransformNamed(name string) *Transform {
	for _, t := range d.transforms {
		if t.Name() == name {
			return t
		}
	}
	return nil
}

// Open says whether the metadata of l, and of the loop in it if t is about both, leave t to heuristics.
func Open(t *Transform, l *analysis.Loop) bool {
	md := l.Header.Loop
	if on := md.FindPart(t.Name(), ".enable"); on != nil && on.IsOff() || t.disabled(md) {
		return false
	}
	if t.Pair {
		for _, c := range l.Children {
			if t.disabled(c.Header.Loop) {
				return false
			}
		}
	}
	return true
}

// nameParts says in the remarks about a loop that a transformation made which one it is.
func (d *Driver) nameParts(a *attempt) {
	s := d.Opt.Remarks
	if s == nil {
		return
	}
	for _, t := range d.transforms {
		if t.Part == nil {
			continue
		}
		if which := t.Part(a.md); which != "" {
			for i := range s.Remarks[a.from:] {
				r := &s.Remarks[a.from+i]
				r.Args = append(r.Args, remark.Arg{Name: "loop", Value: which})
			}
		}
	}
}
