package loopopt

import (
	"slices"

	"hotloop/loopopt/attrs"
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
		if !a.done {
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
			if t != nil && d.tried[triedKey{l.Header, t}] != nil {
				continue
			}
			why := remark.OutOfOrder
			if t == nil {
				why = remark.NoSuchPass
			}
			say(remark.Remark{Kind: remark.Warning, Pass: row.Owner, Pos: md.Position(), Reason: why, Text: a.String() + " not done"})
		}
	}
}
