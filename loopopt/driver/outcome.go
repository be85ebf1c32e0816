package driver

import (
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Outcome is the result of an attempt to transform a loop. Transformations return it. Only the driver acts on it: it
// decides whether a refusal is reported (tell), and what is retried.
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
	retry // the loop was restructured: retry the attempt, as if the source had been written in this form
)

// Changed is the outcome of a transformation that was done.
var Changed = Outcome{result: changed}

// Refused returns the outcome of a transformation that left the function unchanged, with the reason.
// It is not inlined, for the size of programs.
//
//go:noinline
func Refused(why remark.Reason) Outcome { return Outcome{why: why} }

// RefusedAt is like Refused, with the operation that prevents the transformation; at may be nil.
func RefusedAt(why remark.Reason, at *ir.Value) Outcome { return Outcome{why: why, at: at} }

// Changed reports whether the transformation was done.
func (o Outcome) Changed() bool { return o.result == changed }

// Why returns the reason of a refusal.
func (o Outcome) Why() remark.Reason { return o.why }

// Policy says how a refusal is reported if only heuristics have asked for the transformation.
type Policy uint8

// The values of Voice.
const (
	Silent      Policy = iota // no report
	Report                    // a remark
	ReportLater               // a remark at the end, unless the loop is transformed otherwise
)

// ReportExcept returns the policy that reports all refusals except those for reasons, which are reported as v says.
func ReportExcept(policy Policy, reasons ...remark.Reason) func(remark.Reason) Policy {
	return func(why remark.Reason) Policy {
		for _, r := range reasons {
			if r == why {
				return policy
			}
		}
		return Report
	}
}

// report adds the remark of a refusal. It is a warning if an attribute demands the transformation, and a missed remark if
// an attribute leaves it open. For heuristics, the transformation's form decides; by default nothing is reported.
func (d *Driver) report(t *Transform, l *analysis.Loop, r *Request, o Outcome) {
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
		case ReportLater:
			d.Leave(t, l, o.why)
			return
		}
	}
	md := l.Header.Loop
	if r == nil && o.why == remark.Disabled && !asked(md, t.Name(), o.why) {
		return // another transformation has marked the loop, and its own remark says so
	}
	d.refusal(t.Name(), kind, md, o.why, form.Refusal, d.where(md, o.at)...)
}

// asked reports whether a directive of the source causes the refusal: the loop has the attribute that the reason names,
// or one of the transformation.
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

// where returns the position of the operation in the way, for remarks about a loop with metadata md. It returns nothing
// if that is the loop's own position.
func (d *Driver) where(md *ir.LoopMD, at *ir.Value) []remark.Arg {
	if at == nil || at.Pos == 0 || at.Pos == md.Position() || d.F.Position == nil {
		return nil
	}
	return []remark.Arg{{Name: "at", Value: d.F.Position(at.Pos)}}
}

// Restructuring rewrites a loop so that the transformation that asks for it can do more. It reports whether it changed
// the loop.
type Restructuring func(d *Driver, l *analysis.Loop) bool

// First asks the driver for the first of the restructurings that changes the loop; the transformation is then tried
// again. If none does, otherwise decides.
func First(list []Restructuring, otherwise func() Outcome) Outcome {
	if len(list) == 0 {
		return otherwise()
	}
	return Outcome{result: asks, wanted: list, otherwise: otherwise}
}

// settle carries out the restructurings that an outcome asks for, until it asks for none.
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
