package driver

import (
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Outcome is what became of an attempt to transform a loop. Transformations return it; the driver alone draws
// conclusions: who is told of a refusal (tell), and what is tried again.
type Outcome struct {
	result    result
	why       remark.Reason
	at        *ir.Value
	wanted    []Restructuring
	otherwise func() Outcome
}

type result uint8

const (
	refused result = iota
	changed
	asks  // for a restructuring
	retry // the loop was restructured: the attempt is made again, as if the source had been written so
)

// Changed says that the transformation is done.
var Changed = Outcome{result: changed}

// Refused says that the function is as it was, and why.
func Refused(why remark.Reason) Outcome { return Outcome{why: why} }

// RefusedAt is Refused for an operation in the way; at may be nil.
func RefusedAt(why remark.Reason, at *ir.Value) Outcome { return Outcome{why: why, at: at} }

// Changed says whether the transformation is done.
func (o Outcome) Changed() bool { return o.result == changed }

// Why is the reason of a refusal.
func (o Outcome) Why() remark.Reason { return o.why }

// Voice is what becomes of a refusal that only heuristics have asked for.
type Voice uint8

// The voices.
const (
	Silent Voice = iota // nobody wanted to know
	Aloud               // a remark
	Later               // a remark in the end, unless something else comes of the loop
)

// AloudBut is the rule by which heuristics tell of all refusals but some, with another voice for those.
func AloudBut(v Voice, reasons ...remark.Reason) func(remark.Reason) Voice {
	return func(why remark.Reason) Voice {
		for _, r := range reasons {
			if r == why {
				return v
			}
		}
		return Aloud
	}
}

// tell makes the remark of a refusal. It is a warning if an attribute demands the transformation, and a missed one if
// an attribute leaves it open. If heuristics have tried it, the row says what to do: they keep silent as a rule.
func (d *Driver) tell(t *Transform, l *analysis.Loop, r *Request, o Outcome) {
	form, kind := t.on(l), remark.Missed
	switch {
	case r != nil && r.Forced:
		kind = remark.Warning
	case r != nil:
	case form.Unasked == nil:
		return
	default:
		switch form.Unasked(o.why) {
		case Silent:
			return
		case Later:
			d.Leave(t, l, o.why)
			return
		}
	}
	md := l.Header.Loop
	if r == nil && o.why == remark.Disabled && !asked(md, t.Name(), o.why) {
		return // another transformation has marked the loop, and says so itself
	}
	d.refusal(t.Name(), kind, md, o.why, form.Refusal, d.where(md, o.at)...)
}

// asked reports whether a directive of the source is to blame for why: it has the attribute that the reason names, or
// one of the transformation.
func asked(md *ir.LoopMD, pass string, why remark.Reason) bool {
	name, ok := why.Blames()
	return ok && md != nil && slices.ContainsFunc(md.Attrs, func(a ir.Attr) bool {
		if a.Pos == 0 {
			return false // a mark that a transformation has left
		}
		if why == remark.Disabled {
			before, _, _ := strings.Cut(a.Name, ".")
			return strings.HasPrefix(pass, before) && forbids(a)
		}
		return a.Name == name || name == "" && attrs.Owner(a.Name) == pass
	})
}

// forbids reports whether an attribute forbids a transformation.
func forbids(a ir.Attr) bool {
	row := attrs.Lookup(a.Name)
	return row != nil && (row.Class == attrs.Forbid || row.Kind == attrs.Bool && a.Int == 0 ||
		row.Kind != attrs.Flag && a.Kind == ir.AttrInt && a.Int <= 1)
}

// refusal adds the remark that something was not done.
func (d *Driver) refusal(pass string, kind remark.Kind, md *ir.LoopMD, why remark.Reason, text string,
	args ...remark.Arg) {
	d.Opt.Remarks.Add(d.F, remark.Remark{Kind: kind, Pass: pass, Pos: md.Position(), Reason: why, Text: text,
		Asked: asked(md, pass, why), Args: args})
}

// where is the place of the operation in the way, for remarks about a loop with metadata md; nothing if that is the
// loop's own.
func (d *Driver) where(md *ir.LoopMD, at *ir.Value) []remark.Arg {
	if at == nil || at.Pos == 0 || at.Pos == md.Position() || d.F.Position == nil {
		return nil
	}
	return []remark.Arg{{Name: "at", Value: d.F.Position(at.Pos)}}
}

// Restructuring makes another loop of one, so that the transformation that asks for it can do more. It says whether
// it has.
type Restructuring func(d *Driver, l *analysis.Loop) bool

// First asks the driver for the first of the restructurings that does something, whereupon the transformation is
// tried anew. If none does, otherwise goes on.
func First(list []Restructuring, otherwise func() Outcome) Outcome {
	if len(list) == 0 {
		return otherwise()
	}
	return Outcome{result: asks, wanted: list, otherwise: otherwise}
}

// settle does what an outcome asks for, until it asks for nothing.
func (d *Driver) settle(l *analysis.Loop, o Outcome) Outcome {
	for o.result == asks {
		for _, r := range o.wanted {
			if r(d, l) {
				return Outcome{result: retry}
			}
		}
		o = o.otherwise()
	}
	return o
}
