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

// requestKey tells requests apart: by the place of their loop and of their first attribute. Copies of a loop have the
// same requests; a directive above a function makes a request of each of its loops.
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

	tried  bool
	done   bool
	failed []*attempt
	short  []remark.Remark // what was done otherwise than asked, by attribute
	wish   remark.Reason   // why it was refused, if nothing demands it
	lost   remark.Reason   // why no loop has it any more
}

// ledger has the requests that any loop has had, in the order of their first appearance.
//
// It knows each request by the places of its loop and its attribute, whatever copies of the loop there are. At the end
// each request gets one verdict: done, done in part, not done, superseded, or without a loop. TestRemarksAgree holds
// remarks, verdicts and the trace to one another over random kernels.
type ledger struct {
	entries map[requestKey]*ledgerEntry
	order   []*ledgerEntry
	moved   map[requestKey]requestKey // to another loop's list
	short   []remark.Remark           // of attributes that belong to no transformation
}

// key is that of md's request for a transformation; not ok if there is none.
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

// same says whether two lists hold the same request.
func (g *ledger) same(a, b *ir.LoopMD, owner string) bool {
	x, ok1 := g.key(a, owner)
	y, ok2 := g.key(b, owner)
	return ok1 && ok2 && x == y
}

// of is the entry of md's request, nil if there is none.
func (g *ledger) of(md *ir.LoopMD, owner string) *ledgerEntry {
	if k, ok := g.key(md, owner); ok {
		return g.entries[k]
	}
	return nil
}

// enter notes the requests of a list.
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

// Move notes that the requests of one loop's list now stand in that of another loop, which has become one with it.
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

// did notes that a transformation has been done to a loop on the way to another one: a request for it that had not come
// to its turn is done.
func (g *ledger) did(pass string, pos ir.Pos) {
	for _, e := range g.order {
		if e.key.owner == pass && e.md.Position() == pos && !e.tried && e.lost == remark.None {
			e.done = true
		}
	}
}

// Partly notes that an attribute of a loop with metadata md is met in part only, or in another way than it says. It is
// told at the end, once for all copies of the loop.
func (d *Driver) Partly(md *ir.LoopMD, name, how string, why remark.Reason, args ...remark.Arg) {
	a := md.Find(name)
	if a == nil {
		return
	}
	pass := "vectorize" // prefer_width belongs to none, and the vectorizer heeds it
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

// How an attribute was met, where it was not met in full.
const (
	MetInPart = "met in part"
	NotMet    = "not met"
	notDone   = "not done" // the transformation itself
)

// Missed comes last and reports what was asked for and not done, or not in full: requests that failed for good, those
// that an explicit followup or the end of their loop did away with, and those that nobody has looked at. Only what
// failed itself is reported: the followups of a transformation that was not done never came to be. Copies of one loop
// count once.
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
	said := map[string]bool{} // two followups may ask for the same
	for _, r := range list {
		if text := fmt.Sprint(r.Pos, r); !said[text] {
			said[text] = true
			s.Add(d.F, r)
		}
	}
	d.tellLeft()
	d.conclude()
}

// judge finds the verdict on a request, and returns what is to be said about it.
func (d *Driver) judge(e *ledgerEntry) (say []remark.Remark) {
	v := config.Verdict{Transform: e.key.owner, Pos: e.md.Position(), Request: requestText(e.md, e.key.owner),
		Gen: e.key.gen, Forced: e.forced}
	text := firstRequest(e.md, e.key.owner).String()
	note := func(kind remark.Kind, why remark.Reason, how string) {
		if !e.forced && how == notDone {
			return // it is no failure that nothing came of an option
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
	case e.done && carried && len(e.failed) > 0: // a copy of the loop still asks for it
		v.Outcome, v.Reason = config.RequestPartly, verdictOn(e.failed[0]).Reason
		note(kind, v.Reason, MetInPart)
	case e.done && len(e.short) > 0:
		v.Outcome, v.Reason, say = config.RequestPartly, e.short[0].Reason, e.short
	case e.done:
		v.Outcome = config.RequestDone
	case len(e.failed) > 0:
		r := verdictOn(e.failed[0])
		if more := otherReasons(e.failed, r.Reason); more != "" {
			r.Args = append(slices.Clone(r.Args), remark.Arg{Name: "also", Value: more})
		}
		say = []remark.Remark{r}
		v.Outcome, v.Reason = config.RequestMissed, r.Reason
	case e.wish != remark.None: // said when it was
		v.Outcome, v.Reason = config.RequestMissed, e.wish
	case e.lost != remark.None:
		v.Outcome, v.Reason = config.RequestGone, e.lost
		if e.lost == remark.Superseded {
			v.Outcome = config.RequestSuperseded
		}
		note(kind, e.lost, notDone)
	case untried:
		v.Outcome, v.Reason = config.RequestMissed, remark.OutOfOrder
		note(kind, v.Reason, notDone)
	case e.tried: // on a loop that this one has become a part of, whose own request has the verdict
		v.Outcome, v.Reason = config.RequestGone, remark.LoopGone
		note(kind, v.Reason, notDone)
	default: // there is nothing to transform, so that it is no warning
		v.Outcome, v.Reason = config.RequestGone, remark.LoopGone
		if carried { // by what another loop has left over
			v.Reason = remark.AlreadyDone
		}
		note(remark.Missed, v.Reason, notDone)
	}
	d.Out.Verdicts = append(d.Out.Verdicts, v)
	return say
}

// verdictOn is what a refusal comes down to: the last warning.
func verdictOn(a *attempt) remark.Remark {
	last := a.kept[len(a.kept)-1]
	for _, r := range a.kept {
		if r.Kind == remark.Warning {
			last = r
		}
	}
	return last
}

// otherReasons names why copies of the loop were refused, besides first.
func otherReasons(list []*attempt, first remark.Reason) string {
	seen, more := []remark.Reason{first}, ""
	for _, a := range list {
		if why := verdictOn(a).Reason; !slices.Contains(seen, why) {
			seen, more = append(seen, why), more+","+string(why)
		}
	}
	return strings.TrimPrefix(more, ",")
}

// stillAsked says whether a loop has the request, and whether there is one that it could be tried on.
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

// carried says whether some loop has that request.
func (d *Driver) carried(md *ir.LoopMD, owner string) bool {
	return slices.ContainsFunc(d.Loop.Loops,
		func(l *analysis.Loop) bool { return d.Ledger.same(l.Header.Loop, md, owner) })
}

// Demands are the lists of attributes of f's loops that demand something.
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

// leftLoop is a loop around others that heuristics looked at and left as it was.
type leftLoop struct {
	t   *Transform
	why remark.Reason
}

// Leave notes why heuristics have not done t to a loop around others, to be told if nothing comes of the loop
// otherwise.
func (d *Driver) Leave(t *Transform, l *analysis.Loop, why remark.Reason) {
	if why == remark.AlreadyDone {
		why = remark.LeftToInner
	}
	if d.left == nil {
		d.left = map[ir.Pos]leftLoop{}
	}
	d.left[l.Header.Loop.Position()] = leftLoop{t, why}
}

// tellLeft remarks on the loops that were left and stayed as they were.
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

// reshapes says whether a transformation makes another loop of the one that it is about.
func (d *Driver) reshapes(pass string) bool {
	t := d.TransformNamed(pass)
	return t != nil && t.Reshapes
}
