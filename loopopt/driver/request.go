package driver

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// The driver serves requests by generation, from inner to outer loops, and on one loop in the order written. The
// warning of a refused request is withheld. The request is retried when another loop of its nest has changed, for
// example when heuristics have unrolled an inner loop. If other requests have transformed the refused loop, the
// resulting loops are not asked again, since the refused request was written to come first.

// Request is a transformation asked for by a loop's metadata.
type Request struct {
	loop   *analysis.Loop
	T      *Transform
	gen    int
	at     int  // index in the attribute list
	Forced bool // an attribute demands the transformation, so a refusal causes a warning
}

// tries records the attempts that were made.
type tries struct {
	of      *attempts
	failed  []*attempt // in the order of first failure
	changed []rootChange
	last    *attempt // done, but not yet processed by inherit

	heads   []*ir.Block // headers of the loops of headsOf
	headsOf *analysis.LoopInfo
}

// rootChange records the number of transformations at the time of the last change of an outermost loop.
type rootChange struct {
	root    ir.Pos
	changes int
}

// changedAt returns that number for a loop, or 0 if the loop has not changed.
func (t *tries) changedAt(root ir.Pos) int {
	for _, c := range t.changed {
		if c.root == root {
			return c.changes
		}
	}
	return 0
}

// noteChange records that the loop has changed now.
func (t *tries) noteChange(root ir.Pos, changes int) {
	for i := range t.changed {
		if t.changed[i].root == root {
			t.changed[i].changes = changes
			return
		}
	}
	t.changed = append(t.changed, rootChange{root, changes})
}

// tryKey identifies a transformation of the loop with a header.
type tryKey struct {
	header *ir.Block
	t      *Transform
}

// attempts maps tryKeys to attempts. The few entries of one header form a chain.
type attempts struct {
	first   []int32 // by header: where its chain begins, plus 1
	entries []tried
}

type tried struct {
	tryKey
	a    *attempt // nil: forgotten
	next int32    // in the chain, plus 1
}

// reset removes all entries, and keeps the memory.
func (m *attempts) reset() {
	clear(m.first)
	clear(m.entries)
	m.first, m.entries = m.first[:0], m.entries[:0]
}

// at returns the entry for k, or nil.
func (m *attempts) at(k tryKey) *tried {
	for e := m.chain(k.header); e != nil; e = m.follow(e) {
		if e.t == k.t {
			return e
		}
	}
	return nil
}

// chain returns the first entry of a header, or nil.
func (m *attempts) chain(header *ir.Block) *tried {
	if int(header.ID) >= len(m.first) || m.first[header.ID] == 0 {
		return nil
	}
	return &m.entries[m.first[header.ID]-1]
}

// follow returns the entry after e, or nil.
func (m *attempts) follow(e *tried) *tried {
	if e.next == 0 {
		return nil
	}
	return &m.entries[e.next-1]
}

// get returns the attempt for k, or nil.
func (m *attempts) get(k tryKey) *attempt {
	if e := m.at(k); e != nil {
		return e.a
	}
	return nil
}

// set records an attempt for k, or none if a is nil.
func (m *attempts) set(k tryKey, a *attempt) {
	if e := m.at(k); e != nil {
		e.a = a
		return
	}
	if n := int(k.header.ID) + 1 - len(m.first); n > 0 {
		m.first = append(m.first, make([]int32, n)...)
	}
	m.entries = append(m.entries, tried{k, a, m.first[k.header.ID]})
	m.first[k.header.ID] = int32(len(m.entries))
}

// attempt is a transformation tried on a loop.
type attempt struct {
	header *ir.Block
	t      *Transform
	r      *Request // nil: heuristics
	md     *ir.LoopMD
	root   ir.Pos // of the outermost loop around it
	from   int    // number of remarks before the attempt

	done    bool
	kept    []remark.Remark // of a request that failed
	when    int             // limits.changes at that time
	derived bool            // the loop came out of the one that the request was tried on: it is not retried
	retry   bool            // the nest has changed since

	prepared bool // the loop has been restructured for a new attempt

	nest []nestLoop  // the loops that the attempt concerned
	all  []*ir.Block // the headers of all loops at that time
}

// nestLoop is a loop of a nest before a transformation.
type nestLoop struct {
	header *ir.Block
	md     *ir.LoopMD
}

func (a *attempt) failed() bool { return !a.done && a.r != nil }

// IsRequest returns the row of an attribute that makes a request, or nil if the attribute only configures one.
func IsRequest(a ir.Attr) *attrs.Attribute {
	row := attrs.Lookup(a.Name)
	if row == nil || row.Class != attrs.Force && row.Class != attrs.Option || row.Owner == "" ||
		(row.Kind == attrs.Count || row.Kind == attrs.Width || row.Kind == attrs.Amount && a.Kind == ir.AttrInt) &&
			a.Int == 0 {
		return nil // a count of 0 leaves the count open
	}
	return row
}

// Asks reports whether md has a request for a transformation.
func Asks(md *ir.LoopMD, owner string) bool {
	if md != nil {
		for _, a := range md.Attrs {
			if row := IsRequest(a); row != nil && row.Owner == owner {
				return true
			}
		}
	}
	return false
}

// asksOnly reports whether md requests only one transformation and has no followups for it.
func asksOnly(md *ir.LoopMD, owner string) bool {
	return !hasFollowups(md, owner) && !slices.ContainsFunc(md.Attrs, func(a ir.Attr) bool {
		row := IsRequest(a)
		return row != nil && row.Owner != owner
	})
}

// next returns the next request to serve: the lowest generation first, then innermost loops, then the order of the
// source, then the order written on the loop.
func (d *Driver) next() *Request {
	var best *Request
	for _, l := range d.Loop.Loops {
		for _, r := range d.RequestsOf(l) {
			if best == nil || r.gen < best.gen || r.gen == best.gen && l.Depth > best.loop.Depth {
				best = r
			}
		}
	}
	return best
}

// RequestsOf returns the requests of a loop that have not been tried, by generation and then in the order written.
func (d *Driver) RequestsOf(l *analysis.Loop) (list []*Request) {
	md := l.Header.Loop
	d.F.Spend(ir.StepsPerLook)
	if md == nil {
		return nil
	}
	for i, a := range md.Attrs {
		d.F.Spend(ir.StepsPerLook * (4 + i))
		row := IsRequest(a)
		if row == nil || firstOf(md, row.Owner, i) {
			continue
		}
		t := d.TransformNamed(row.Owner)
		if t == nil || t.marked(md) {
			continue
		}
		if old := d.triedOn(l.Header, t, md); old != nil && !old.retry {
			continue
		}
		r := &Request{loop: l, T: t, gen: a.Gen, at: placeOf(md, row.Owner), Forced: attrs.Forced(md, row.Owner)}
		if !r.Forced && md.Has("disable_nonforced") {
			a := d.begin(t, l, r)
			d.refusal(row.Owner, remark.Missed, md, remark.NotForced, "request not heeded")
			d.failed(a)
			continue
		}
		at := len(list)
		for at > 0 && (list[at-1].gen > r.gen || list[at-1].gen == r.gen && list[at-1].at > r.at) {
			at--
		}
		list = append(list, nil)
		copy(list[at+1:], list[at:])
		list[at] = r
	}
	return list
}

// triedOn returns the attempt to serve md's request for t on the loop with the given header, or nil. An attempt for
// another request does not count, for example one made before a transformation gave the loop a followup.
func (d *Driver) triedOn(header *ir.Block, t *Transform, md *ir.LoopMD) *attempt {
	if a := d.tries.of.get(tryKey{header, t}); a != nil && d.Ledger.same(a.md, md, t.Name()) {
		return a
	}
	return nil
}

// firstOf reports whether a request for the same transformation precedes attribute i.
func firstOf(md *ir.LoopMD, owner string, i int) bool {
	for _, a := range md.Attrs[:i] {
		if row := IsRequest(a); row != nil && row.Owner == owner {
			return true
		}
	}
	return false
}

// placeOf returns the index of the first attribute of a transformation.
func placeOf(md *ir.LoopMD, owner string) int {
	for i, a := range md.Attrs {
		if row := attrs.Lookup(a.Name); row != nil && row.Owner == owner && row.Class != attrs.Mark {
			return i
		}
	}
	return len(md.Attrs)
}

// begin records what a transformation is about to be tried on.
func (d *Driver) begin(t *Transform, l *analysis.Loop, r *Request) *attempt {
	key := tryKey{l.Header, t}
	a := d.newAttempt()
	*a = attempt{header: l.Header, t: t, r: r, md: l.Header.Loop, root: rootOf(l)}
	if old := d.tries.of.get(key); old != nil && old.failed() && r != nil && d.Ledger.same(a.md, old.md, t.Name()) {
		a = old
		a.r, a.md, a.root, a.retry = r, l.Header.Loop, rootOf(l), false
	}
	d.tries.of.set(key, a)
	if e := d.Ledger.of(a.md, t.Name()); e != nil {
		e.tried = true
	}
	if d.Opt.Remarks != nil {
		a.from = len(d.Opt.Remarks.Remarks)
	}
	a.nest, a.all = a.nest[:0], d.headers()
	for _, m := range d.Loop.Loops {
		if l.ContainsLoop(m) {
			a.nest = d.pool.nests.Append(a.nest, nestLoop{m.Header, m.Header.Loop})
		}
	}
	return a
}

// newAttempt returns an unused attempt.
func (d *Driver) newAttempt() *attempt { return &d.pool.attempts.Take(1)[0] }

// headers returns the headers of all loops. Attempts share the list until the function is analyzed again.
func (d *Driver) headers() []*ir.Block {
	if d.tries.headsOf != d.Loop {
		d.tries.headsOf, d.tries.heads = d.Loop, d.F.NewBlocks(len(d.Loop.Loops))
		for i, m := range d.Loop.Loops {
			d.tries.heads[i] = m.Header
		}
	}
	return d.tries.heads
}

func rootOf(l *analysis.Loop) ir.Pos {
	for l.Parent != nil {
		l = l.Parent
	}
	return l.Header.Loop.Position()
}

// failed withholds the remarks about a request that could not be served.
func (d *Driver) failed(a *attempt) {
	if a.r == nil {
		return
	}
	if s := d.Opt.Remarks; s != nil {
		if a.when == 0 || len(a.kept) == 0 { // the first remarks are about the loop as written
			a.kept = append([]remark.Remark(nil), s.Remarks[a.from:]...)
		}
		if a.r.Forced { // remarks on an optional request stay
			s.Remarks = s.Remarks[:a.from]
		}
	}
	if !a.r.Forced {
		d.hintRefused(a)
		d.trace(a)
		return
	}
	if a.when == 0 {
		d.tries.failed = append(d.tries.failed, a)
	}
	a.when = d.limits.changes + 1
	d.trace(a)
}

// hintRefused records that an optional request was refused. Its remarks stay, except those for copies of the same loop.
func (d *Driver) hintRefused(a *attempt) {
	e := d.Ledger.of(a.md, a.t.Name())
	if e == nil || len(a.kept) == 0 {
		return
	}
	if s := d.Opt.Remarks; e.hintReason != remark.None {
		s.Remarks = s.Remarks[:a.from]
	}
	e.hintReason = a.kept[len(a.kept)-1].Reason
}

// succeeded records that a transformation was done. inherit continues when the resulting loops are known. Requests that
// failed on the loop are not tried on the results, since they were written to come first. (Exception: heuristics that
// transform a loop to enable others.)
func (d *Driver) succeeded(a *attempt) {
	for _, t := range d.transforms {
		if old := d.tries.of.get(tryKey{a.header, t}); old != nil && !(a.r == nil && a.t.Helps) {
			old.derived = true
		}
	}
	a.done, a.kept = true, nil
	if e := d.Ledger.of(a.md, a.t.Name()); e != nil && (a.r != nil || onlyEnables(a.md, a.t.Name())) {
		e.done = true
	}
	d.limits.changes++
	d.tries.noteChange(a.root, d.limits.changes)
	d.tries.last = a
}

// onlyEnables reports whether a request for a transformation leaves its parameters open. Heuristics choose their own
// parameters and satisfy only such a request.
func onlyEnables(md *ir.LoopMD, owner string) bool {
	return !slices.ContainsFunc(md.Attrs, func(a ir.Attr) bool {
		row := IsRequest(a)
		return row != nil && row.Owner == owner && row.Class == attrs.Force && a.Name != owner+".enable"
	})
}

// inherit processes the loops that the last transformation left. Loops that came out of others count as tried where
// those were. A request that no loop carries any more is lost: an explicit followup has replaced it, or no loop is
// left.
func (d *Driver) inherit() {
	a := d.tries.last
	if a == nil {
		return
	}
	d.tries.last = nil
	for _, l := range d.Loop.Loops {
		d.F.Spend(ir.StepsPerLook * (len(a.all) + len(a.nest)*len(d.transforms)))
		key := tryKey{l.Header, a.t}
		if slices.Contains(a.all, l.Header) {
			// The original loop may be among the results, with followups.
			if l.Header == a.header || slices.ContainsFunc(a.nest,
				func(m nestLoop) bool { return m.header == l.Header }) {
				d.enter(l.Header.Loop)
			}
			continue
		}
		d.enter(l.Header.Loop)
		if a.r != nil && !a.prepared && d.Ledger.same(l.Header.Loop, a.md, a.t.Name()) {
			d.tries.of.set(key, a)
		}
		for _, m := range a.nest {
			for _, t := range d.transforms {
				old := d.tries.of.get(tryKey{m.header, t})
				if t == a.t && t.Joins { // an inner loop has a new neighbor
					continue
				}
				if old != nil && old.failed() && old != a && d.Ledger.same(l.Header.Loop, m.md, t.Name()) {
					copied := d.newAttempt()
					*copied = *old
					copied.header, copied.derived = l.Header, true
					d.tries.of.set(tryKey{l.Header, t}, copied)
				}
			}
		}
	}
	for _, m := range a.nest {
		d.noteLost(a, m)
	}
	if a.prepared {
		d.flushSteps()
	} else {
		d.trace(a)
	}
	d.drops.Apply(d.F)
}

// firstRequest returns the first attribute of md that requests a transformation, or nil.
func firstRequest(md *ir.LoopMD, owner string) *ir.Attr {
	if md != nil {
		for i := range md.Attrs {
			if row := IsRequest(md.Attrs[i]); row != nil && row.Owner == owner {
				return &md.Attrs[i]
			}
		}
	}
	return nil
}

// noteLost records the pending requests of loop m that no loop carries now.
func (d *Driver) noteLost(a *attempt, m nestLoop) {
	if m.md == nil {
		return
	}
	for i, at := range m.md.Attrs {
		row := IsRequest(at)
		if row == nil || firstOf(m.md, row.Owner, i) || d.TransformNamed(row.Owner).marked(m.md) {
			continue
		}
		t := d.TransformNamed(row.Owner)
		if t == a.t && m.header == a.header && !a.prepared || t != nil && d.triedOn(m.header, t, m.md) != nil ||
			d.carried(m.md, row.Owner) {
			continue // done, or reported separately
		}
		if e := d.Ledger.of(m.md, row.Owner); e != nil && e.lost == remark.None {
			e.lost = remark.LoopGone
			if hasFollowups(a.md, a.t.Name()) || a.prepared &&
				slices.ContainsFunc(d.transforms, func(t *Transform) bool { return hasFollowups(a.md, t.Name()) }) {
				e.lost = remark.Superseded
			}
		}
	}
}

func hasFollowups(md *ir.LoopMD, owner string) bool {
	if md != nil {
		for _, a := range md.Attrs {
			if row := attrs.Lookup(a.Name); row != nil && row.Owner == owner && row.Class == attrs.Followup {
				return true
			}
		}
	}
	return false
}

// again marks failed requests for a retry if another loop of their nest has changed since. It reports whether there are
// any.
func (d *Driver) again() bool {
	any := false
	for _, a := range d.tries.failed {
		if a.done || a.derived || a.r == nil || !a.r.Forced || a.when > d.tries.changedAt(a.root) {
			continue
		}
		d.F.Spend(ir.StepsPerLook * len(d.Loop.Loops))
		for _, l := range d.Loop.Loops {
			if l.Header == a.header && d.Ledger.same(l.Header.Loop, a.md, a.t.Name()) {
				a.retry, any = true, true
			}
		}
	}
	return any
}

// reopen forgets an attempt that has only restructured the loop. The attempt is repeated on the loop and on the other
// loops that it has become, as if the source had been written in this form.
func (d *Driver) reopen(a *attempt) {
	for e := d.tries.of.chain(a.header); e != nil; e = d.tries.of.follow(e) {
		switch {
		case e.a == nil:
		case e.t == a.t || e.a.r == nil:
			e.a = nil
		default:
			e.a.derived = true
		}
	}
	a.prepared, a.kept = true, nil
	d.limits.changes++
	d.tries.noteChange(a.root, d.limits.changes)
	d.tries.last = a
}
