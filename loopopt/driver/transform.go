package driver

import (
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Transform is a transformation that metadata can request: a row of the driver's table.
type Transform struct {
	Prefixes []string // of its attributes; the first, less its dot, is its name
	Form
	// Nest is the form for a loop that contains others, if it differs.
	Nest *Form

	// Scope returns the loops on which heuristics may try it; nil if none. Of these, heuristics try loops whose metadata
	// do not forbid it, that have no attribute in Unless, and that Wants, if set, accepts.
	Scope  Scope
	Unless []string
	Wants  func(l *analysis.Loop) bool
	// Pair: it transforms the loop together with its inner loop.
	Pair bool
	// Off reports whether these knobs keep heuristics from trying it; Denied, whether they forbid it altogether.
	Off, Denied func(k *config.Knobs) bool

	// Behind names a transformation that heuristics try before this one on an innermost loop with no other request. If
	// First returns true, they do not.
	Behind string
	First  func(d *Driver, l *analysis.Loop) bool
	// Reshapes: the transformed loop is a different loop.
	Reshapes bool
	// Joins: it changes the neighbors of the loops inside. Transformations that were refused there may be possible now.
	Joins bool
	// Helps: heuristics use it to enable other transformations. Failed attempts on the loop may be repeated.
	Helps bool
	// WhenInnermost: it is tried on a loop that has become innermost through heuristics.
	WhenInnermost bool
	// Mark is the attribute of loops that it has been done to. It is not a request.
	Mark string
	// Part returns the name that remarks give to a loop that came out of it, or "" for other loops.
	Part func(md *ir.LoopMD) string
}

// Form describes how a transformation is applied to a kind of loops.
type Form struct {
	// Run applies the transformation. r is nil if heuristics ask.
	//
	// A refusal leaves the function unchanged. Remarks about a refused request are withheld until the driver knows that
	// nothing else makes the request possible. A transformation therefore need not know whether it will be retried.
	// Every resulting loop gets its metadata from Followup or Bare.
	Run func(d *Driver, l *analysis.Loop, r *Request) Outcome
	// Refusal is the text of the remark for a refusal.
	Refusal string
	// Unasked says how a refusal is reported if only heuristics asked; nil: not at all.
	Unasked func(why remark.Reason) Policy
}

// Name returns the name that attributes, remarks and knobs use for the transformation.
func (t *Transform) Name() string { return strings.TrimSuffix(t.Prefixes[0], ".") }

// disabled reports whether metadata keep heuristics from t.
func (t *Transform) disabled(md *ir.LoopMD) bool {
	if md == nil {
		return false
	}
	off := md.FindPart(t.Name(), ".disable")
	return off != nil && !off.IsOff() || md.Has("disable_nonforced")
}

// on returns the form of t for l.
func (t *Transform) on(l *analysis.Loop) *Form {
	if len(l.Children) > 0 && t.Nest != nil {
		return t.Nest
	}
	return &t.Form
}

// marked reports whether a loop has the mark of t. t may be nil.
func (t *Transform) marked(md *ir.LoopMD) bool { return t != nil && t.Mark != "" && md.Has(t.Mark) }

// TransformNamed returns the transformation with the given name, or nil if there is none.
func (d *Driver) TransformNamed(name string) *Transform {
	for _, t := range d.transforms {
		if t.Name() == name {
			return t
		}
	}
	return nil
}

// Open reports whether the metadata of l, and of its inner loop if t is about both, leave t to heuristics.
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

// nameParts adds to the remarks about a loop its name, and which part it is if a transformation made it.
func (d *Driver) nameParts(a *attempt) {
	s := d.Opt.Remarks
	if s == nil {
		return
	}
	for i := range s.Remarks[a.from:] {
		if r := &s.Remarks[a.from+i]; r.Pos == a.md.Position() {
			r.Loop = a.header.Name
		}
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
