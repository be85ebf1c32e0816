package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// distGraph is the statements of a loop and the order that they must keep when each runs all of its iterations before
// the next one begins.
type distGraph struct {
	Distribution
	d *driver.Driver
	l *analysis.Loop
	g *legal.Legality // with shape and counts
	s *clone.Slicer

	accesses []analysis.Access
	reloads  reloads
}

// newDistGraph takes l apart, with as many parts as possible. The caller undoes the reloads.
func newDistGraph(d *driver.Driver, l *analysis.Loop) (*distGraph, remark.Reason) {
	w, circle, why := takeApart(d, l, d.Scev)
	if why != remark.None || !circle {
		return w, why
	}
	r := addReloads(w.g)
	if len(r) == 0 {
		return w, remark.None
	}
	// The expressions of values that use a reload must not outlast it.
	se := analysis.NewSCEV(d.F, d.Loop, d.Scev.Dom())
	if again, _, why := takeApart(d, l, se); why == remark.None && len(again.Parts) > len(w.Parts) {
		again.reloads = r
		return again, remark.None
	}
	r.undo(d.F)
	return w, remark.None
}

// takeApart finds the parts of l. circle reports whether statements had to be joined, since each must precede the
// other.
func takeApart(d *driver.Driver, l *analysis.Loop, se *analysis.SCEV) (w *distGraph, circle bool, why remark.Reason) {
	g := &legal.Legality{F: d.F, L: l, Se: se}
	g.Out = legal.LegalOf(g)
	if !g.Shape() || !g.Counts() {
		return nil, false, g.Reason
	}
	w = &distGraph{d: d, l: l, g: g}
	if why := w.statements(); why != remark.None {
		return nil, false, why
	}
	n := len(w.Parts)
	if n < 2 {
		return nil, false, remark.NothingToIsolate
	}
	for _, c := range w.Parts {
		w.collect(c)
	}
	w.Connect(func(p, q *Part) bool { return w.mayPrecede(p, q, nil) }, w.collect)
	return w, len(w.Parts) < n, remark.None
}

// statements finds the statements. A value carried around the loop that is no induction keeps those that need it
// together: it would be computed again, in each of them.
func (w *distGraph) statements() remark.Reason {
	l, f := w.l, w.d.F
	w.s = &clone.Slicer{L: l, Dom: w.g.Se.Dom()}
	w.accesses = analysis.Accesses(w.g.Se, l)
	add := func(v *ir.Value) {
		if l.Invariant(v) {
			return
		}
		w.Parts = append(w.Parts, &Part{Part: *w.s.Of(f, v)})
	}
	for v := range l.Values() {
		switch {
		case v.Op.HasAny(ir.FlagWrites):
			add(v)
		case v.Op.Is(ir.FlagEffect) && v.Op != ir.OpCheck:
			return remark.NotSimplified
		}
	}
	at := w.g.Out.Exit.PredIndex(l.Latch)
	for _, phi := range w.g.Out.Exit.Phis() {
		if !w.evolves(phi.Args[at]) {
			add(phi.Args[at])
		}
	}
	if len(w.g.Out.IterationBounds) > 0 { // the original goes on from where the parts are when they are done
		back := l.Header.PredIndex(l.Latch)
		for _, phi := range l.Header.Phis() {
			if !w.evolves(phi) {
				add(phi.Args[back])
			}
		}
	}
	w.mergeCarried()
	if len(w.Parts) > analysis.MaxPieces {
		return remark.TooManyChecks
	}
	return remark.None
}

// evolves says whether v is an induction, which every part of the loop can compute.
func (w *distGraph) evolves(v *ir.Value) bool {
	_, _, ok := w.g.Se.AddRec(v, w.l)
	return ok
}

func (w *distGraph) mergeCarried() {
	for _, phi := range w.l.Header.Phis() {
		if w.evolves(phi) {
			continue
		}
		var first *Part
		kept := w.Parts[:0]
		for _, c := range w.Parts {
			if c.Has(phi) && first != nil {
				first.Join(&c.Part)
				continue
			}
			if c.Has(phi) {
				first = c
			}
			kept = append(kept, c)
		}
		w.Parts = kept
	}
}

// collect lists the accesses of c.
func (w *distGraph) collect(c *Part) {
	c.Mem = c.Mem[:0]
	for i := range w.accesses {
		if c.Has(w.accesses[i].V) {
			c.Mem = append(c.Mem, i)
		}
	}
}

// mayPrecede says whether all iterations of c may run before all of e. Guards that this asks for are added to gs.
func (w *distGraph) mayPrecede(c, e *Part, gs *[]vplan.Guard) bool {
	for _, i := range c.Mem {
		for _, k := range e.Mem {
			if i == k {
				continue
			}
			a, b, first := &w.accesses[i], &w.accesses[k], i < k
			dep := w.g.Depend(a, b)
			testable := dep.Test.Possible() && !dep.Promised
			switch {
			case !dep.FirstLater() && (first || !dep.Same()):
			case !testable:
				w.Unsure = w.Unsure || !dep.Known && !dep.Promised || !w.g.EveryIteration(a) || !w.g.EveryIteration(b)
				return false
			case gs != nil:
				*gs = append(*gs, vplan.Guard{First: a, Second: b, Same: !first})
			}
		}
	}
	return true
}

// judge says which parts are sequential: those that the vectorizer would refuse as a loop.
func (w *distGraph) judge(c *Part) {
	g := &legal.Legality{F: w.d.F, L: w.l, Se: w.g.Se, Part: &c.Part}
	c.Sequential = !g.Check()
}

// partition arranges the parts into loops: all that may come next and is of one kind, then all of the other kind,
// and so on. Coincident parts share a loop if vector code can be made of it; with apart, only if they need the
// same loads or values, which would be loaded and computed again.
func (w *distGraph) partition(apart bool) []*Part {
	var out []*Part
	done := uint64(0)
	all := uint64(1)<<len(w.Parts) - 1
	sequential := false
	ready := func(kind bool) int {
		return w.order.Ready(done, func(i int) bool { return w.Parts[i].Sequential == kind })
	}
	for done != all {
		if ready(sequential) < 0 {
			sequential = !sequential
		}
		var cur []*Part
		for i := ready(sequential); i >= 0; i = ready(sequential) {
			done |= 1 << i
			c := w.Parts[i]
			joined := false
			for k := len(cur) - 1; k >= 0 && !joined; k-- {
				if !sequential && apart && !w.share(cur[k], c) {
					continue
				}
				joined = w.mayShare(cur, k, c)
			}
			if !joined {
				cur = append(cur, c)
			}
		}
		out = append(out, cur...)
		sequential = !sequential
	}
	return out
}

// mayShare puts c into the loop of cur[k], if that leaves it as coincident as it is and c need not come behind a loop
// that follows.
func (w *distGraph) mayShare(cur []*Part, k int, c *Part) bool {
	for _, e := range cur[k+1:] {
		if !w.mayPrecede(c, e, nil) {
			return false
		}
	}
	both := w.union(cur[k], c)
	if w.judge(both); both.Sequential != c.Sequential {
		return false
	}
	cur[k] = both
	return true
}

// union is a part of all that parts have.
func (w *distGraph) union(parts ...*Part) *Part {
	all := &Part{Part: clone.Part{Values: make([]bool, w.d.F.NumValues()), Branches: map[*ir.Block]bool{}}}
	for _, p := range parts {
		all.Join(&p.Part)
	}
	w.collect(all)
	return all
}

// share says whether two parts need a load or a computed value that is no induction.
func (w *distGraph) share(c, e *Part) bool {
	for v := range w.l.Values() {
		if c.Has(v) && e.Has(v) && (v.Op.IsMemory() || !w.evolves(v)) && v.Op != ir.OpPhi && !v.Op.IsCompare() {
			return true
		}
	}
	return false
}

// guards are the run-time questions that the order of the parts asks.
func (w *distGraph) guards(parts []*Part) (gs []vplan.Guard, ok bool) {
	for i, c := range parts {
		for _, e := range parts[i+1:] {
			if !w.mayPrecede(c, e, &gs) {
				return nil, false
			}
		}
	}
	return gs, true
}

// count is the number of values of c that take time: a rough count of instructions.
func (w *distGraph) count(c *Part) int {
	n := 0
	for v := range w.l.Values() {
		if c.Has(v) && !w.evolves(v) && v.Op != ir.OpPhi && !v.IsConst() {
			n++
		}
	}
	return n
}

// latency is how many cycles an iteration of c waits for the one before: along values carried around the loop, and
// through memory from a store to the load of the next iteration.
func (w *distGraph) latency(c *Part) int {
	most := 0
	for _, phi := range w.l.Header.Phis() {
		if c.Has(phi) && !w.evolves(phi) {
			back := phi.Args[w.l.Header.PredIndex(w.l.Latch)]
			most = max(most, w.path(c, phi, back))
		}
	}
	for _, i := range c.Mem {
		for _, k := range c.Mem {
			ld, st := &w.accesses[i], &w.accesses[k]
			if ld.Write || !st.Write {
				continue
			}
			if n, ok := w.g.Se.Lag(ld, st); ok && n > 0 { // it loads what was stored so many iterations before
				most = max(most, (w.path(c, ld.V, st.V.StoredValue())+forwarding)/int(n))
			}
		}
	}
	return most
}

// forwarding is how long a load of what was just stored takes, in cycles.
const forwarding = 5

// path is the longest chain of operations from one value to another, in cycles, or less than 0 if there is none.
func (w *distGraph) path(c *Part, from, to *ir.Value) int {
	memo := map[*ir.Value]int{}
	var walk func(v *ir.Value) int
	walk = func(v *ir.Value) int {
		if v == from {
			return 0
		}
		if n, ok := memo[v]; ok {
			return n
		}
		memo[v] = -1 << 16
		if w.l.Invariant(v) || !c.Has(v) || v.Op == ir.OpPhi && v.Block == w.l.Header {
			return -1 << 16
		}
		best := -1 << 16
		for _, a := range v.Args {
			best = max(best, walk(a))
		}
		memo[v] = best + legal.Delay(v)
		return memo[v]
	}
	return walk(to)
}
