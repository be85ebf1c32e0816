package driver

import (
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// pendingSteps holds the steps that were done but not shown yet.
type pendingSteps struct {
	active *attempt           // the attempt in progress
	done   []config.Step      // done
	shown  map[*ir.Block]bool // headers of the loops that have been shown
}

// Passed adds the remark that something was done to the loop at pos, and records it as a step.
func (d *Driver) Passed(pass string, pos ir.Pos, text string, args ...remark.Arg) {
	r := remark.Remark{Kind: remark.Passed, Pass: pass, Pos: pos, Text: text, Args: args}
	d.Opt.Remarks.Add(d.F, r)
	if a := d.steps.active; a == nil || a.t.Name() != pass {
		d.Ledger.did(pass, pos)
	}
	if d.Opt.Step != nil {
		d.steps.done = append(d.steps.done, config.Step{Transform: pass, Pos: pos, Done: true, What: r.Short()})
	}
}

// flushSteps shows the steps that were done and not shown. New loops are attributed to the last of these steps.
func (d *Driver) flushSteps() {
	d.steps.active = nil
	if d.Opt.Step == nil || len(d.steps.done) == 0 {
		return
	}
	d.steps.done[len(d.steps.done)-1].Loops = d.fresh(nil)
	for _, s := range d.steps.done {
		d.Opt.Step(s)
	}
	d.steps.done = nil
}

// fresh returns the loops that have not been shown yet, and the loop with that header.
func (d *Driver) fresh(header *ir.Block) (list []config.StepLoop) {
	for _, l := range d.Loop.Loops {
		if !d.steps.shown[l.Header] || l.Header == header {
			list = append(list, stepLoop(l))
		}
	}
	d.show()
	return list
}

// show records that the present loops have been shown.
func (d *Driver) show() {
	d.steps.shown = map[*ir.Block]bool{}
	for _, l := range d.Loop.Loops {
		d.steps.shown[l.Header] = true
	}
}

// trace shows an attempted step.
func (d *Driver) trace(a *attempt) {
	if d.Opt.Step == nil {
		d.steps.active = nil
		return
	}
	s := config.Step{Transform: a.t.Name(), Pos: a.md.Position(), Done: a.done}
	if a.r != nil {
		s.Gen, s.Request = a.r.gen, requestText(a.md, s.Transform)
		if first := firstRequest(a.md, s.Transform); first != nil {
			s.From = first.From
		}
	}
	for _, r := range a.kept {
		s.Why = r.Short()
	}
	var what []string
	for _, u := range d.steps.done {
		if a.done && u.Transform == s.Transform && u.Pos == s.Pos {
			what = append(what, u.What)
		} else {
			d.Opt.Step(u)
		}
	}
	d.steps.done, d.steps.active = nil, nil
	if a.done {
		s.What, s.Loops = strings.Join(what, "; "), d.fresh(a.header)
	}
	d.Opt.Step(s)
}

// Snapshot shows the attributes of the loops.
func (d *Driver) Snapshot() {
	if d.Opt.Step == nil {
		return
	}
	d.flushSteps()
	s := config.Step{}
	d.show()
	for _, l := range d.Loop.Loops {
		s.Loops = append(s.Loops, stepLoop(l))
	}
	d.Opt.Step(s)
}

func stepLoop(l *analysis.Loop) config.StepLoop {
	return config.StepLoop{Pos: l.Header.Loop.Position(), Label: l.Header.Name, Depth: l.Depth,
		Attrs: l.Header.Loop.String()}
}

// requestText returns the attributes of a request as text.
func requestText(md *ir.LoopMD, owner string) string {
	var words []string
	for _, a := range md.Attrs {
		if row := attrs.Lookup(a.Name); row != nil && row.Owner == owner && row.Class != attrs.Mark {
			words = append(words, a.String())
		}
	}
	return strings.Join(words, " ")
}
