package nest

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
)

// DistributeNest makes several nests of a loop with loops in it, so that each can go its own way: an imperfect nest
// becomes perfect ones, which interchange wants.
//
// Before:
//
//	for j := 0; j < m; j++ {
//		for i := 0; i < n; i++ { s(i, j) }
//		for i := 0; i < n; i++ { t(i, j) }
//	}
//
// After:
//
//	for j := 0; j < m; j++ { for i := 0; i < n; i++ { s(i, j) } }
//	for j := 0; j < m; j++ { for i := 0; i < n; i++ { t(i, j) } }
//
// The pieces are the inner loops that store, and each store between them; if that is one loop, each store in it. What
// they compute, loads included, is computed in every part that needs it.
//
// Legal if all trip counts are known, nothing can panic, the loop carries no value but inductions, and no access of a
// later part comes, in the original, before one of an earlier part that it may meet. The parts have any order in which
// that is so: in a[i] += 3; b[i] += a[i] the sum that is stored is also what b takes, and a part that computes it again
// from a comes before the one that stores to a. That slices and rows do not overlap is tested in front of the nest,
// whose original is the fallback. Pieces that cannot be taken apart stay together.
// Pays on request, or if heuristics would interchange a part (distorder.go).
// Reads and leaves what distribute does; the inner loops keep their attributes.
func DistributeNest(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	if why := loop.DistributeOff(md); why != remark.None {
		return driver.Refused(why)
	}
	w := newNestCut(d, l)
	why := w.pieces()
	if why == remark.None && len(w.Parts) == 1 && len(w.of) > 1 {
		w = newNestCut(d, l)
		w.byStore = true
		why = w.pieces()
	}
	if why != remark.None {
		return driver.Refused(why)
	}
	if len(w.Parts) < 2 {
		return driver.Refused(remark.NothingToIsolate)
	}
	if w.join(); len(w.Parts) < 2 {
		return driver.Refused(w.Circle())
	}
	if !d.Bisect("distribute", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	w.perform()
	return driver.Changed
}

// perform does it, and says so.
func (w *nestCut) perform() {
	for _, p := range w.Parts {
		w.judge(p)
	}
	at := w.l.Header.Loop.Position()
	w.run()
	loop.Distributed(w.d, at, w.Parts)
	afterJam(w.d)
	w.sweep()
}

// nestCut takes the nest l apart.
type nestCut struct {
	loop.Distribution
	d *driver.Driver
	l *analysis.Loop
	j *jammer // its shape is what jamming wants as well

	of      map[*ir.Value]int // the statement of a store
	places  []*analysis.Place // of memory accesses, in the order of the program
	control []bool            // by value ID: what branches need
	emptied []*ir.Block       // headers of inner loops that a part has no use for

	byStore bool // each store is a piece
	// unasked: heuristics do it, and the parts are as open to them as the nest was.
	unasked bool
	ignored *ir.Value // a store that is thought away
}

// newNestCut is a cut of the nest l, of which nothing is known yet.
func newNestCut(d *driver.Driver, l *analysis.Loop) *nestCut {
	return &nestCut{d: d, l: l, j: newJammer(d, l), of: map[*ir.Value]int{}}
}

// maxPieces bounds the loops that come of one.
const maxPieces = 8

// pieces looks at the loop, and makes a part of each piece.
func (w *nestCut) pieces() remark.Reason {
	if !w.j.shape() {
		return w.j.reason
	}
	for c := range w.d.Loop.In(w.l) {
		if _, _, ok := w.d.Scev.TripCount(c); c != w.l && !ok {
			return remark.UnknownTripCount // the parts behind would not be reached, or the loop be in the way of all
		}
	}
	piece := map[*analysis.Loop]int{}
	for v := range ir.Values(w.j.blocks) {
		switch {
		case v.Type.IsVector() || v.Op.HasAny(ir.FlagWrites) && v.StoredValue().Type.IsVector():
			return remark.AlreadyDone
		case v.Op == ir.OpCheck && w.d.Scev.Assumes():
			continue
		case !v.Op.IsMemory() && v.Op.Is(ir.FlagEffect):
			return remark.UnknownOp
		case !v.Op.IsMemory() || v == w.ignored:
			continue
		}
		p := w.d.Scev.Place(v, w.l)
		w.places = append(w.places, &p)
		if !p.Write {
			continue
		}
		c := w.item(v.Block)
		n, ok := piece[c]
		if !ok || c == nil || w.byStore {
			n = len(w.Parts)
			w.Parts = append(w.Parts, &loop.Part{Statements: []int{n}})
			piece[c] = n
		}
		w.of[v] = n
	}
	if len(w.Parts) > maxPieces {
		return remark.TooManyChecks
	}
	w.control = make([]bool, w.d.F.NumValues())
	for _, b := range w.j.blocks {
		if b.Control != nil {
			w.slice(w.control, b.Control)
		}
	}
	for _, p := range w.Parts {
		w.collect(p)
	}
	return remark.None
}

// item is the loop directly in l that b belongs to, nil if it is in none.
func (w *nestCut) item(b *ir.Block) *analysis.Loop {
	c := w.d.Loop.Of(b)
	if c == w.l {
		return nil
	}
	for c.Parent != w.l {
		c = c.Parent
	}
	return c
}

// slice marks v and all that it is computed from in l.
func (w *nestCut) slice(set []bool, v *ir.Value) {
	if !w.l.ContainsValue(v) || set[v.ID] {
		return
	}
	set[v.ID] = true
	for _, a := range v.Args {
		w.slice(set, a)
	}
}

// has says whether a store belongs to the part.
func (w *nestCut) has(p *loop.Part, store *ir.Value) bool {
	return slices.Contains(p.Statements, w.of[store])
}

// collect finds what the part needs, besides what branches do, and its accesses. The last part computes also what is
// used behind the loop, but any may have to be the last before pieces are joined, so that all reckon with it.
func (w *nestCut) collect(p *loop.Part) {
	p.Values, p.Mem = make([]bool, w.d.F.NumValues()), nil
	for v := range w.of {
		if w.has(p, v) {
			w.slice(p.Values, v)
		}
	}
	for _, phi := range w.j.exit.Phis() {
		w.slice(p.Values, phi.Args[0])
	}
	for i, at := range w.places {
		if p.Has(at.V) || w.control[at.V.ID] {
			p.Mem = append(p.Mem, i)
		}
	}
}

// accesses lists those of p.
func (w *nestCut) accesses(p *loop.Part) (list []*analysis.Place) {
	for _, i := range p.Mem {
		list = append(list, w.places[i])
	}
	return list
}

// judge says whether the iterations of p wait for one another. It is asked of parts that stay as they are: there are as
// many tests as pairs of accesses.
func (w *nestCut) judge(p *loop.Part) {
	for dep := range analysis.NewNestTester(w.d.Scev, w.l).Among(w.accesses(p)) {
		p.Sequential = p.Sequential || dep.Carried(0)
	}
}

// join puts pieces that cannot be taken apart into one part, and the parts in an order in which each comes behind those
// that must come before it: that of the program, as far as it is one.
func (w *nestCut) join() {
	t := analysis.NewNestTester(w.d.Scev, w.l)
	w.Connect(func(p, q *loop.Part) bool { return w.apart(t, p, q) }, w.collect)
	w.Sort()
}

// apart says whether all iterations of part p may come before all of q: nothing of q happens, in the original, before
// something of p that may touch the same.
func (w *nestCut) apart(t *analysis.NestTester, p, q *loop.Part) bool {
	for _, i := range p.Mem {
		for _, k := range q.Mem {
			a, b := w.places[min(i, k)], w.places[max(i, k)]
			late := analysis.DirGT // the one of q comes first
			if i > k {
				late = analysis.DirLT
			}
			for _, dep := range t.Test(a, b) {
				if w.comes(&dep, late, i > k, a, b) {
					w.Unsure = w.Unsure || !dep.Proved
					return false
				}
			}
		}
	}
	return true
}

// comes says whether a dependence between accesses a and b may have one of the directions late in the outermost loop in
// which it has another than equal. In one and the same iteration of all loops around both it does if same is set.
func (w *nestCut) comes(dep *analysis.NestDep, late analysis.Direction, same bool, a, b *analysis.Place) bool {
	around := 0
	for c := w.d.Loop.Of(a.V.Block); w.l.ContainsLoop(c); c = c.Parent {
		if c.Contains(b.V.Block) {
			around++
		}
		if c == w.l {
			break
		}
	}
	for _, dir := range dep.Dir[:min(around, len(dep.Dir))] {
		if dir&late != 0 {
			return true
		}
		if dir&analysis.DirEQ == 0 {
			return false
		}
	}
	return same || len(dep.Dir) < around
}

// run writes the parts: copies in front of the loop, which becomes the last of them.
func (w *nestCut) run() {
	f, l, md := w.d.F, w.l, w.l.Header.Loop
	last := w.Parts[len(w.Parts)-1]
	for _, p := range w.Parts[:len(w.Parts)-1] {
		c := clone.CloneLoop(f, l, "distributed",
			func(v *ir.Value) bool { return v.Op.HasAny(ir.FlagWrites) && !w.has(p, v) })
		c.Ahead("distributed.end")
		c.Block(l.Header).Loop = w.followup(md, p)
		w.strip(p, func(b *ir.Block) *ir.Block { return c.Block(b) })
	}
	for v := range w.of {
		if !w.has(last, v) {
			v.Block.Remove(v)
		}
	}
	l.Header.Loop = w.followup(md, last)
	w.strip(last, func(b *ir.Block) *ir.Block { return b })
}

func (w *nestCut) followup(md *ir.LoopMD, p *loop.Part) *ir.LoopMD {
	if w.unasked {
		return md
	}
	return driver.KeepMarks(p.Followup(md), md)
}

// strip takes the attributes from inner loops that do nothing for the part but count, so that nothing is asked of them.
func (w *nestCut) strip(p *loop.Part, in func(*ir.Block) *ir.Block) {
	for c := range w.d.Loop.In(w.l) {
		if c != w.l && !w.uses(p, c) {
			h := in(c.Header)
			h.Loop = driver.Bare(h.Loop)
			w.emptied = append(w.emptied, h)
		}
	}
}

// sweep deletes these loops, inner ones first.
func (w *nestCut) sweep() {
	s := w.d.Opt.Remarks
	for again := true; again; {
		again = false
		for _, h := range w.emptied {
			from := 0
			if s != nil {
				from = len(s.Remarks)
			}
			if c := w.d.LoopOf(h); c != nil && loop.DeleteLoop(w.d, c) {
				if s != nil {
					s.Remarks = s.Remarks[:from] // there was no such loop in the source
				}
				w.d.Tidy()
				mergeBranches(w.d.F)
				w.d.Tidy()
				w.d.Refresh()
				again = true
			}
		}
	}
}

// mergeBranches makes jumps of branches that lead to the same block on both sides, where nothing tells them apart: what
// is left of the test in front of a loop that is gone.
func mergeBranches(f *ir.Func) {
	for _, b := range f.Blocks {
		if b.Kind != ir.BlockIf {
			continue
		}
		for i, x := range b.Succs {
			s := b.Succs[1-i]
			if x.Kind != ir.BlockJump || len(x.Values) > 0 || len(x.Preds) != 1 || x.Succs[0] != s || s.Loop != nil {
				continue
			}
			one, two := s.PredIndex(x), s.PredIndex(b)
			if slices.ContainsFunc(s.Phis(), func(phi *ir.Value) bool { return phi.Args[one] != phi.Args[two] }) {
				continue
			}
			b.RemoveSucc(x)
			b.SetJump(nil)
			break
		}
	}
	f.RemoveUnreachable()
}
