package loopopt

import (
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// passed remarks that something has been done to the loop at pos, and has it told as a step.
func (d *driver) passed(pass string, pos ir.Pos, text string, args ...remark.Arg) {
	r := remark.Remark{Kind: remark.Passed, Pass: pass, Pos: pos, Text: text, Args: args}
	d.opt.Remarks.Add(d.f, r)
	if a := d.active; a == nil || a.t.name() != pass {
		d.ledger.did(pass, pos)
	}
	if d.opt.Step != nil {
		d.untold = append(d.untold, Step{Transform: pass, Pos: pos, Done: true, What: r.Message()})
	}
}

// told shows what has been done and not been shown. The loops that are there now and were not came out of the last of it.
func (d *driver) told() {
	d.active = nil
	if d.opt.Step == nil || len(d.untold) == 0 {
		return
	}
	d.untold[len(d.untold)-1].Loops = d.fresh(nil)
	for _, s := range d.untold {
		d.opt.Step(s)
	}
	d.untold = nil
}

// fresh lists the loops that have not been shown yet, and the one with that header.
func (d *driver) fresh(header *ir.Block) (list []StepLoop) {
	for _, l := range d.loop.Loops {
		if !d.shown[l.Header] || l.Header == header {
			list = append(list, stepLoop(l))
		}
	}
	d.show()
	return list
}

// show notes that the loops that are there have been shown.
func (d *driver) show() {
	d.shown = map[*ir.Block]bool{}
	for _, l := range d.loop.Loops {
		d.shown[l.Header] = true
	}
}

// trace shows a step that has been tried.
func (d *driver) trace(a *attempt) {
	if d.opt.Step == nil {
		d.active = nil
		return
	}
	s := Step{Transform: a.t.name(), Pos: a.md.Position(), Done: a.done}
	if a.r != nil {
		s.Gen, s.Request = a.r.gen, requestText(a.md, s.Transform)
		if first := firstRequest(a.md, s.Transform); first != nil {
			s.From = first.From
		}
	}
	for _, r := range a.kept {
		s.Why = r.Message()
	}
	var what []string
	for _, u := range d.untold {
		if a.done && u.Transform == s.Transform && u.Pos == s.Pos {
			what = append(what, u.What)
		} else {
			d.opt.Step(u)
		}
	}
	d.untold, d.active = nil, nil
	if a.done {
		s.What, s.Loops = strings.Join(what, "; "), d.fresh(a.header)
	}
	d.opt.Step(s)
}

// snapshot shows what the loops carry.
func (d *driver) snapshot() {
	if d.opt.Step == nil {
		return
	}
	d.told()
	s := Step{}
	d.show()
	for _, l := range d.loop.Loops {
		s.Loops = append(s.Loops, stepLoop(l))
	}
	d.opt.Step(s)
}

func stepLoop(l *analysis.Loop) StepLoop {
	return StepLoop{l.Header.Loop.Position(), l.Header.Name, l.Depth, l.Header.Loop.String()}
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
