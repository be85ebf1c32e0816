package driver

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// requestKey identifies a request by the positions of its loop and of its first attribute. Copies of a loop have the
// same requests; a directive above a function makes a request for each of its loops.
type requestKey struct {
	loop, at ir.Pos
	owner    string
	gen      int
}

// ledgerEntry is a request in the ledger.
type ledgerEntry struct {
	key    requestKey
	md     *ir.LoopMD
	forced bool

	tried      bool
	done       bool
	failed     []*attempt
	short      []remark.Remark // attributes that were only partly met, by attribute
	hintReason remark.Reason   // why an optional request was refused
	lost       remark.Reason   // why no loop carries the request any more
}

// ledger holds the requests that any loop has had, in the order of their first appearance.
//
// It identifies each request by the positions of its loop and its attribute, whatever copies of the loop exist. In
// the end each request gets one result: done, done in part, not done, superseded, or without a loop. TestRemarksAgree
// checks that remarks, results and the trace agree on random kernels.
type ledger struct {
	entries map[requestKey]*ledgerEntry
	order   []*ledgerEntry
	moved   map[requestKey]requestKey // to the list of another loop
	short   []remark.Remark           // for attributes that belong to no transformation
}

// key returns the key of md's request for a transformation; ok is false if there is none.
func (g *ledger) key(md *ir.LoopMD, owner string) (k requestKey, ok bool) {
	a := firstRequest(md, owner)
	if a == nil {
		return k, false
	}
	k = requestKey{md.Position(), a.Pos, owner, a.Gen}
	for old, ok := g.moved[k]; ok; old, ok = g.moved[k] {
		k = old
	}
	return k, true
}

// same reports whether two lists hold the same request.
func (g *ledger) same(a, b *ir.LoopMD, owner string) bool {
	x, ok1 := g.key(a, owner)
	y, ok2 := g.key(b, owner)
	return ok1 && ok2 && x == y
}

// of returns the entry of md's request, or nil if there is none.
func (g *ledger) of(md *ir.LoopMD, owner string) *ledgerEntry {
	if k, ok := g.key(md, owner); ok {
		return g.entries[k]
	}
	return nil
}

// enter records the requests of a list.
func (d *Driver) enter(md *ir.LoopMD) {
	g := &d.Ledger
	if md == nil {
		return
	}
	for i, a := range md.Attrs {
		row := IsRequest(a)
		if row == nil || firstOf(md, row.Owner, i) || d.TransformNamed(row.Owner).marked(md) {
			continue
		}
		k, _ := g.key(md, row.Owner)
		if g.entries[k] != nil {
			continue
		}
		if g.entries == nil {
			g.entries = map[requestKey]*ledgerEntry{}
		}
		e := &ledgerEntry{key: k, md: md, forced: attrs.Forced(md, row.Owner)}
		g.entries[k], g.order = e, append(g.order, e)
	}
}

// Move records that the requests of one loop's list now belong to the list of another loop that was merged with it.
func (g *ledger) Move(from, to *ir.LoopMD) {
	if from == nil || to == nil || from.Position() == to.Position() {
		return
	}
	for i, a := range from.Attrs {
		row := IsRequest(a)
		if row == nil || firstOf(from, row.Owner, i) {
			continue
		}
		x, _ := g.key(from, row.Owner)
		y, ok := g.key(to, row.Owner)
		if ok && x != y && x.at == y.at && x.gen == y.gen {
			if g.moved == nil {
				g.moved = map[requestKey]requestKey{}
			}
			g.moved[y] = x
		}
	}
}

// did records that a transformation was done to a loop as part of another one. A pending request for it is then done.
func (g *ledger) did(pass string, pos ir.Pos) {
	for _, e := range g.order {
		if e.key.owner == pass && e.md.Position() == pos && !e.tried && e.lost == remark.None {
			e.done = true
		}
	}
}

// Partly records that an attribute of a loop with metadata md is met only in part, or in another way. It is reported at
// the end, once for all copies of the loop.
func (d *Driver) Partly(md *ir.LoopMD, name, how string, why remark.Reason, args ...remark.Arg) {
	a := md.Find(name)
	if a == nil {
		return
	}
	pass := "vectorize" // prefer_width belongs to no transformation, but the vectorizer uses it
	if owner := attrs.Owner(name); owner != "" {
		pass = owner
	}
	r := remark.Remark{Kind: remark.Warning, Pass: pass, Pos: md.Position(), Reason: why, Asked: asked(md, pass, why),
		Text: a.String() + " " + how, Args: args}
	list := &d.Ledger.short
	if e := d.Ledger.of(md, attrs.Owner(name)); e != nil {
		list = &e.short
	}
	if !slices.ContainsFunc(*list, func(o remark.Remark) bool { return o.Text == r.Text && o.Pos == r.Pos }) {
		*list = append(*list, r)
	}
}

// Phrases for how an attribute was met, if not in full.
const (
	MetInPart = "met in part"
	NotMet    = "not met"
	notDone   = "not done" // the transformation itself
)

// Missed runs last. It reports requests that were not done, or not in full: requests that finally failed, those that an
// explicit followup or the removal of their loop ended, and those that were never tried. It reports only the original
// failure, since the followups of a transformation that was not done never existed. Copies of one loop count once.
func (d *Driver) Missed() {
	s := d.Opt.Remarks
	if s == nil {
		return
	}
	g := &d.Ledger
	for _, a := range d.tries.failed {
		if e := g.of(a.md, a.t.Name()); e != nil && !a.done && len(a.kept) > 0 {
			e.failed = append(e.failed, a)
		}
	}
	for _, l := range d.Loop.Loops {
		d.enter(l.Header.Loop)
	}
	list := slices.Clone(g.short)
	for _, e := range g.order {
		list = append(list, d.judge(e)...)
	}
	said := map[string]bool{} // two followups may make the same request
	for _, r := range list {
		if text := fmt.Sprint(r.Pos, r); !said[text] {
			said[text] = true
			s.Add(d.F, r)
		}
	}
	d.tellLeft()
	d.conclude()
}

// judge determines the result of a request, and returns the remarks about it.
func (d *Driver) judge(e *ledgerEntry) (say []remark.Remark) {
	v := config.RequestResult{Transform: e.key.owner, Pos: e.md.Position(), Request: requestText(e.md, e.key.owner),
		Gen: e.key.gen, Forced: e.forced}
	text := firstRequest(e.md, e.key.owner).String()
	note := func(kind remark.Kind, why remark.Reason, how string) {
		if !e.forced && how == notDone {
			return // an optional request that was not done is not a failure
		}
		say = append(say, remark.Remark{Kind: kind, Pass: v.Transform, Pos: v.Pos, Reason: why,
			Asked: asked(e.md, v.Transform, why), Text: text + " " + how})
	}
	kind := remark.Missed
	if e.forced {
		kind = remark.Warning
	}
	carried, untried := d.stillAsked(e)
	switch {
	case e.done && carried && len(e.failed) > 0: // a copy of the loop still carries the request
		v.Outcome, v.Reason = config.RequestPartly, refusalOf(e.failed[0]).Reason
		note(kind, v.Reason, MetInPart)
	case e.done && len(e.short) > 0:
		v.Outcome, v.Reason, say = config.RequestPartly, e.short[0].Reason, e.short
	case e.done:
		v.Outcome = config.RequestDone
	case len(e.failed) > 0:
		r := refusalOf(e.failed[0])
		if more := otherReasons(e.failed, r.Reason); more != "" {
			r.Args = append(slices.Clone(r.Args), remark.Arg{Name: "also", Value: more})
		}
		say = []remark.Remark{r}
		v.Outcome, v.Reason = config.RequestMissed, r.Reason
	case e.hintReason != remark.None: // reported when it was refused
		v.Outcome, v.Reason = config.RequestMissed, e.hintReason
	case e.lost != remark.None:
		v.Outcome, v.Reason = config.RequestGone, e.lost
		if e.lost == remark.Superseded {
			v.Outcome = config.RequestSuperseded
		}
		note(kind, e.lost, notDone)
	case untried:
		v.Outcome, v.Reason = config.RequestMissed, remark.OutOfOrder
		note(kind, v.Reason, notDone)
	case e.tried: // on a loop that became a part of another, whose own request has the result
		v.Outcome, v.Reason = config.RequestGone, remark.LoopGone
		note(kind, v.Reason, notDone)
	default: // nothing is left to transform, so this is not a warning
		v.Outcome, v.Reason = config.RequestGone, remark.LoopGone
		if carried { // by the remainder of another loop
			v.Reason = remark.AlreadyDone
		}
		note(remark.Missed, v.Reason, notDone)
	}
	d.Out.Results = append(d.Out.Results, v)
	return say
}

// refusalOf returns the remark that decides a refusal: the last warning.
func refusalOf(a *attempt) remark.Remark {
	last := a.kept[len(a.kept)-1]
	for _, r := range a.kept {
		if r.Kind == remark.Warning {
			last = r
		}
	}
	return last
}

// otherReasons lists why copies of the loop were refused, besides first.
func otherReasons(list []*attempt, first remark.Reason) string {
	seen, more := []remark.Reason{first}, ""
	for _, a := range list {
		if why := refusalOf(a).Reason; !slices.Contains(seen, why) {
			seen, more = append(seen, why), more+","+string(why)
		}
	}
	return strings.TrimPrefix(more, ",")
}

// stillAsked reports whether a loop carries the request, and whether there is one on which it is still untried.
func (d *Driver) stillAsked(e *ledgerEntry) (carried, untried bool) {
	for _, l := range d.Loop.Loops {
		md := l.Header.Loop
		if k, ok := d.Ledger.key(md, e.key.owner); ok && k == e.key && !d.TransformNamed(e.key.owner).marked(md) {
			carried = true
			untried = untried || d.triedOn(l.Header, d.TransformNamed(e.key.owner), md) == nil
		}
	}
	return carried, untried
}

// carried reports whether some loop carries that request.
func (d *Driver) carried(md *ir.LoopMD, owner string) bool {
	return slices.ContainsFunc(d.Loop.Loops,
		func(l *analysis.Loop) bool { return d.Ledger.same(l.Header.Loop, md, owner) })
}

// Demands returns the attribute lists of f's loops that demand a transformation.
func Demands(f *ir.Func) (list []*ir.LoopMD) {
	for _, b := range f.Blocks {
		if b.Loop == nil {
			continue
		}
		for _, a := range b.Loop.Attrs {
			if row := IsRequest(a); row != nil && attrs.Forced(b.Loop, row.Owner) {
				list = append(list, b.Loop)
				break
			}
		}
	}
	return list
}

// leftLoop is a loop with inner loops that heuristics examined and left unchanged.
type leftLoop struct {
	t   *Transform
	why remark.Reason
}

// Leave records why heuristics have not applied t to a loop with inner loops. It is reported if the loop is not
// transformed otherwise.
func (d *Driver) Leave(t *Transform, l *analysis.Loop, why remark.Reason) {
	if why == remark.AlreadyDone {
		why = remark.LeftToInner
	}
	if d.left == nil {
		d.left = map[ir.Pos]leftLoop{}
	}
	d.left[l.Header.Loop.Position()] = leftLoop{t, why}
}

// tellLeft adds remarks on the loops that were left and stayed unchanged.
func (d *Driver) tellLeft() {
	s := d.Opt.Remarks
	for _, r := range s.Remarks {
		if x, ok := d.left[r.Pos]; ok && (r.Pass == x.t.Name() || r.Kind == remark.Passed && d.reshapes(r.Pass)) {
			delete(d.left, r.Pos)
		}
	}
	for _, pos := range slices.Sorted(maps.Keys(d.left)) {
		x := d.left[pos]
		s.Missed(d.F, x.t.Name(), pos, x.why, x.t.Nest.Refusal)
	}
}

// reshapes reports whether a transformation replaces the loop that it is about by a different one.
func (d *Driver) reshapes(pass string) bool {
	t := d.TransformNamed(pass)
	return t != nil && t.Reshapes
}
