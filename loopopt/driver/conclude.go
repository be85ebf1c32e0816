package driver

import (
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
)

// vectorizer is the transformation for which every loop that stays scalar gets a reason.
const vectorizer = "vectorize"

// sourceLoop is an innermost loop of the source: its position, and those of the loops around it.
type sourceLoop struct {
	pos    ir.Pos
	around []ir.Pos
	marked bool // as vectorized, by the source
}

// innermost returns the innermost loops of the source.
func (d *Driver) innermost() (list []sourceLoop) {
	if d.Opt.Remarks == nil {
		return nil
	}
	for _, l := range d.Loop.Loops {
		pos := l.Header.Loop.Position()
		if len(l.Children) > 0 || pos == 0 || slices.ContainsFunc(list, func(s sourceLoop) bool { return s.pos == pos }) {
			continue
		}
		s := sourceLoop{pos: pos, marked: l.Header.Loop.Has("isvectorized")}
		for p := l.Parent; p != nil; p = p.Parent {
			s.around = append(s.around, p.Header.Loop.Position())
		}
		list = append(list, s)
	}
	return list
}

// conclude leaves each loop with one reason for not having been vectorized. A loop may have been rejected several
// times, as written and as transformed. A remaining loop without a reason is given one.
func (d *Driver) conclude() {
	s := d.Opt.Remarks
	if s == nil {
		return
	}
	done := map[ir.Pos]bool{}
	first := map[ir.Pos]int{} // index of the main reason's remark
	for i, r := range s.Remarks {
		switch old, told := first[r.Pos]; {
		case replaces(r):
			done[r.Pos] = true
		case refusesVectors(r) && (!told || ofPart(s.Remarks[old].Reason) && !ofPart(r.Reason)):
			first[r.Pos] = i
		}
	}
	kept := s.Remarks[:0]
	for i, r := range s.Remarks {
		if refusesVectors(r) && r.Kind != remark.Warning && (first[r.Pos] != i || done[r.Pos] && ofPart(r.Reason)) {
			continue
		}
		kept = append(kept, r)
	}
	s.Remarks = kept
	nameVersions(kept)
	for _, l := range d.source {
		if _, told := first[l.pos]; told || done[l.pos] || slices.ContainsFunc(l.around, func(p ir.Pos) bool { return done[p] }) {
			continue
		}
		if why, md := d.leftScalar(l); why != remark.None {
			s.Add(d.F, remark.Remark{Kind: remark.Missed, Pass: vectorizer, Pos: l.pos, Reason: why,
				Asked: asked(md, vectorizer, why), Text: "loop stays scalar"})
		}
	}
}

// nameVersions adds the name of the loop to the vectorizer's remarks where a loop of the source has become several, and
// some of them have been vectorized and some have not.
func nameVersions(list []remark.Remark) {
	vectorized, refused := map[ir.Pos]bool{}, map[ir.Pos]bool{}
	for _, r := range list {
		if r.Pass == vectorizer && r.Kind == remark.Passed {
			vectorized[r.Pos] = true
		}
		if refusesVectors(r) {
			refused[r.Pos] = true
		}
	}
	for i := range list {
		r := &list[i]
		named := slices.ContainsFunc(r.Args, func(a remark.Arg) bool { return a.Name == "loop" })
		if r.Pass == vectorizer && r.Loop != "" && !named && vectorized[r.Pos] && refused[r.Pos] {
			r.Args = append(r.Args, remark.Arg{Name: "loop", Value: r.Loop})
		}
	}
}

// refusesVectors reports whether r is a reason for a loop to stay scalar.
func refusesVectors(r remark.Remark) bool {
	return r.Pass == vectorizer && r.Reason != remark.None && (r.Kind == remark.Missed ||
		r.Kind == remark.Warning && !strings.HasSuffix(r.Text, MetInPart) && !strings.HasSuffix(r.Text, NotMet))
}

// replaces reports whether r says that the loop was replaced by something better.
func replaces(r remark.Remark) bool {
	return r.Kind == remark.Passed && (r.Pass == vectorizer || r.Pass == "idiom" || r.Pass == "delete" ||
		strings.HasPrefix(r.Text, "loop completely unrolled"))
}

// ofPart reports whether a reason usually concerns only a part of a loop, such as the remaining iterations after
// another part, or an enclosing loop.
func ofPart(why remark.Reason) bool {
	return why == remark.ShortTripCount || why == remark.NoVectorWidth || why == remark.Disabled ||
		why == remark.LeftToInner || why == remark.NotInnermost
}

// leftScalar returns why a loop of the source that has no remark was not vectorized, and the metadata of the loop
// that it has become. The reason is None if the loop is gone.
func (d *Driver) leftScalar(s sourceLoop) (why remark.Reason, md *ir.LoopMD) {
	at := slices.IndexFunc(d.Loop.Loops, func(l *analysis.Loop) bool {
		pos := l.Header.Loop.Position()
		return len(l.Children) == 0 && (pos == s.pos || slices.Contains(s.around, pos))
	})
	if at < 0 {
		return remark.None, nil
	}
	l := d.Loop.Loops[at]
	md = l.Header.Loop
	switch {
	case d.Opt.NoVectorize:
		return remark.SwitchedOff, md
	case asked(md, vectorizer, remark.Disabled):
		return remark.Disabled, md
	case md.Has("disable_nonforced"):
		return remark.NotForced, md
	case s.marked:
		return remark.None, md // the source says that it has been done
	}
	for _, r := range d.Opt.Remarks.Remarks { // the loops may have become one
		if slices.Contains(s.around, r.Pos) && refusesVectors(r) && !ofPart(r.Reason) {
			return r.Reason, md
		}
	}
	g := legal.Legality{F: d.F, L: l, Se: d.Scev, Vector: true, Early: true}
	switch {
	case g.Check():
		return remark.NotProfitable, md
	case g.Reason == remark.UnknownDependence:
		return g.Dependence(), md
	}
	return g.Reason, md
}
