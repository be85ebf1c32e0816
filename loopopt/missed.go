package loopopt

import (
	"slices"

	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// missed comes last and reports what was asked for and not done: requests that failed for good, those that an explicit
// followup or the end of their loop did away with, and those that nobody has looked at. Only what failed itself is
// reported: the followups of a transformation that was not done never came to be, and copies of one loop count once.
func (d *driver) missed() {
	s := d.opt.Remarks
	if s == nil {
		return
	}
	var said []remark.Remark
	say := func(r remark.Remark) {
		alike := func(o remark.Remark) bool {
			return o.Kind == r.Kind && o.Pass == r.Pass && o.Pos == r.Pos && o.Reason == r.Reason && o.Text == r.Text
		}
		if !slices.ContainsFunc(said, alike) {
			said = append(said, r)
			s.Add(d.f, r)
		}
	}
	for _, a := range d.attempts {
		if !a.done && !d.doneElsewhere(a) {
			for _, r := range a.kept {
				say(r)
			}
		}
	}
	for _, r := range d.lost {
		say(r)
	}
	for _, l := range d.loop.Loops {
		md := l.Header.Loop
		if md == nil {
			continue
		}
		for i, a := range md.Attrs {
			row := isRequest(a)
			if row == nil || firstOf(md, row.Owner, i) || !attrs.Forced(md, row.Owner) || marked(md, row.Owner) {
				continue
			}
			t := transformNamed(row.Owner)
			if d.tried[triedKey{l.Header, t}] != nil {
				continue
			}
			say(remark.Remark{Kind: remark.Warning, Pass: row.Owner, Pos: md.Position(), Reason: remark.OutOfOrder, Text: a.String() + " not done"})
		}
	}
}

// doneElsewhere says whether a request that failed has been done on a copy of its loop, and the loop itself is one of
// which nothing is asked any more: the copy with the checks, say.
func (d *driver) doneElsewhere(a *attempt) bool {
	for _, l := range d.loop.Loops {
		if l.Header == a.header && same(l.Header.Loop, a.md, a.t.name()) {
			return false
		}
	}
	for _, b := range d.tried {
		if b.done && b.r != nil && b.t == a.t && same(b.md, a.md, a.t.name()) {
			return true
		}
	}
	return false
}

// demands are the lists of attributes of f's loops that demand something.
func demands(f *ir.Func) (list []*ir.LoopMD) {
	for _, b := range f.Blocks {
		if b.Loop == nil {
			continue
		}
		for _, a := range b.Loop.Attrs {
			if row := isRequest(a); row != nil && attrs.Forced(b.Loop, row.Owner) {
				list = append(list, b.Loop)
				break
			}
		}
	}
	return list
}

// goneEarly remarks on what is asked of loops that the passes before the driver have left nothing of. There is nothing
// to transform, so that it is no warning.
func (d *driver) goneEarly() {
	for _, md := range d.asked {
		left := false
		for _, l := range d.loop.Loops {
			left = left || l.Header.Loop.Position() == md.Pos
		}
		for i, a := range md.Attrs {
			if row := isRequest(a); !left && row != nil && !firstOf(md, row.Owner, i) && attrs.Forced(md, row.Owner) {
				d.opt.Remarks.Missed(d.f, row.Owner, md.Pos, remark.LoopGone, a.String()+" not done")
			}
		}
	}
}
