package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Stores that keep a nest in its order although most of them do nothing that matters: heuristics take them out of the
// inner loop so that interchange can turn what is left.
//
// A loop-invariant store, the same in all iterations of the outer loop, is done once, in front:
//
//	for i := 0; i < n; i++ {
//		for j := 1; j < m; j++ { a[j] = 1 - a[j-1]; b[j*n+i] += a[j-1] }
//	}
//
// becomes
//
//	for j := 1; j < m; j++ { a[j] = 1 - a[j-1] }
//	for i := 0; i < n; i++ {
//		for j := 1; j < m; j++ { b[j*n+i] += a[j-1] }
//	}
//
// and a last-value store, of which only the last iteration of the inner loop leaves something, is done in front of
// that:
//
//	for i := 1; i < n; i++ {
//		for j := 0; j < m; j++ { t := b[j*n+i] - a[i-1]; a[i] = t; b[j*n+i] = t + 1 }
//	}
//
// becomes
//
//	for i := 1; i < n; i++ {
//		if m > 0 { a[i] = b[(m-1)*n+i] - a[i-1] }
//		for j := 0; j < m; j++ { t := b[j*n+i] - a[i-1]; b[j*n+i] = t + 1 }
//	}
//
// which distribution takes apart.
type invariantStore struct {
	l, c  *analysis.Loop // the nest, and the loop in it
	store *ir.Value
	at    int  // its place among all
	last  bool // only its last iteration of c counts; if not, its first iteration of l
	// slice, by value ID, is what the store needs.
	slice []bool
}

// findInvariantStore looks for such an invariant or last-value store in the nest l, without which interchange would
// turn a part of it; nil if there is none.
func findInvariantStore(d *driver.Driver, l *analysis.Loop) *invariantStore {
	if len(l.Children) != 1 || len(l.Children[0].Children) > 0 || !driver.Free(l.Header.Loop) ||
		l.Header.Loop.Off("distribute.enable") {
		return nil
	}
	c := l.Children[0]
	if !c.Simplified() || !c.LeftAtLatch() || !childWalksFar(d, l) {
		return nil
	}
	if taken, _, ok := d.Scev.TripCount(c); !ok || !d.Scev.Invariant(taken, l) {
		return nil
	}
	w := newNestCut(d, l)
	if w.pieces() != remark.None {
		return nil
	}
	if len(w.of) < 2 {
		return nil
	}
	for i, p := range w.places {
		v := p.V
		if !p.Write || len(p.Coef) != 2 || v.Op != ir.OpStore || v.MaskArg() != nil ||
			!d.Scev.Dom().Dominates(v.Block, c.Latch) {
			continue
		}
		o := &invariantStore{l: l, c: c, store: v, at: i, slice: make([]bool, d.F.NumValues())}
		w.slice(o.slice, v)
		outer, ok1 := d.Scev.IsConst(p.Coef[0])
		inner, ok2 := d.Scev.IsConst(p.Coef[1])
		switch {
		case !ok1 || !ok2 || !o.plain(d):
			continue
		case outer == 0 && max(inner, -inner) >= int64(p.Size) && o.repeats(w):
		case inner == 0 && max(outer, -outer) >= int64(p.Size) && o.overwrites(w):
			o.last = true
		default:
			continue
		}
		if o.blocks(w) {
			return o
		}
	}
	return nil
}

// plain wants nothing among what the store needs but inductions of the inner loop, arithmetic and loads: the way
// through the loops has no say in it.
func (o *invariantStore) plain(d *driver.Driver) bool {
	for v := range o.l.Values() {
		if !o.slice[v.ID] || v == o.store {
			continue
		}
		switch e := d.Scev.Of(v); {
		case v.Op == ir.OpPhi:
			if v.Block != o.l.Header && (v.Block != o.c.Header || e.Kind != analysis.AddRec || e.Loop != o.c ||
				!v.Type.Elem.IsInt() || !d.Scev.Invariant(e.Step(), o.l)) {
				return false
			}
		case v.Op == ir.OpLoad:
		case v.Op.IsMemory() || v.Op.Is(ir.FlagEffect) || v.Op.Is(ir.FlagPartial):
			return false
		}
	}
	return true
}

// blocks says whether interchange would turn a part of the nest without the store.
func (o *invariantStore) blocks(w *nestCut) bool {
	r := &nestCut{d: w.d, l: w.l, j: w.j, of: map[*ir.Value]int{}, ignored: o.store}
	if r.pieces() != remark.None {
		return false
	}
	r.join()
	for _, p := range r.Parts {
		if r.turns(p) {
			return true
		}
	}
	return false
}

// repeats says whether the store may be done in the first iteration of the outer loop only, ahead of all else.
//
// Every iteration of l does the same stores then, each to bytes of its own, which nothing else in l stores to: the ways
// through l do not depend on its iteration, nor does the place, nor what the value is computed from but loads. A load
// in l, of what the store needs or not, that may see the store's bytes sees them after the store of the same iteration
// of l has been there: the iteration of c that stores them comes before that of the load, or is the same and stores
// first. So by induction over the iterations of c each load sees the same in all iterations of l, and what it sees are
// the bytes as the first iteration of l leaves them.
func (o *invariantStore) repeats(w *nestCut) bool {
	d, l := w.d, o.l
	for _, phi := range l.Header.Phis() {
		if o.slice[phi.ID] {
			return false
		}
	}
	for _, b := range l.Blocks {
		if b.Kind == ir.BlockIf && b != l.Latch && !o.c.Contains(b) && !l.Invariant(b.Control) {
			return false
		}
	}
	t := analysis.NewNestTester(d.Scev, l)
	for i, p := range w.places {
		if i == o.at {
			continue
		}
		if p.Write {
			if len(w.deps(t, o.at, i)) > 0 || o.storesToSlice(w, t, i) {
				return false
			}
			continue
		}
		for _, dep := range w.deps(t, o.at, i) {
			if len(dep.Dir) != 2 {
				return false
			}
			early := analysis.DirGT // the load comes in an earlier iteration of c than the store
			if dep.First.V != o.store {
				early = analysis.DirLT
			}
			after := o.at < i && p.V.Block == o.store.Block // in the same one
			if dep.Dir[1]&early != 0 || dep.Dir[1]&analysis.DirEQ != 0 && !after {
				return false
			}
		}
	}
	return true
}

// storesToSlice says whether another store, number i of the accesses, may store to what the store needs.
func (o *invariantStore) storesToSlice(w *nestCut, t *analysis.NestTester, i int) bool {
	for k, x := range w.places {
		if k != o.at && o.slice[x.V.ID] && len(w.deps(t, k, i)) > 0 {
			return true
		}
	}
	return false
}

// overwrites says whether the store may be done in the last iteration of the inner loop only, ahead of it.
//
// All iterations of c store to the same bytes then, of which nothing else in the same iteration of l knows. What the
// value of the last one is computed from is there in front of c: loads see nothing that is stored in c before the last
// iteration gets to them.
func (o *invariantStore) overwrites(w *nestCut) bool {
	t := analysis.NewNestTester(w.d.Scev, o.l)
	for i, v := range w.places {
		for _, dep := range w.deps(t, o.at, i) {
			if i != o.at && (len(dep.Dir) == 0 || dep.Dir[0]&analysis.DirEQ != 0) {
				return false
			}
		}
		if !v.Write || i == o.at {
			continue
		}
		for k, x := range w.places {
			if k == o.at || !o.slice[x.V.ID] || !o.c.ContainsValue(x.V) {
				continue
			}
			for _, dep := range w.deps(t, k, i) {
				if len(dep.Dir) != 2 {
					return false
				}
				before := analysis.DirGT // the store v comes in an earlier iteration of c than the load x
				if dep.First != x {
					before = analysis.DirLT
				}
				first := i < k || v.V.Block != x.V.Block // in the same one
				if dep.Dir[0]&analysis.DirEQ != 0 &&
					(dep.Dir[1]&before != 0 || dep.Dir[1]&analysis.DirEQ != 0 && first) {
					return false
				}
			}
		}
	}
	return true
}

// deps tests two accesses, in program order.
func (w *nestCut) deps(t *analysis.NestTester, i, k int) []analysis.NestDep {
	return t.Test(w.places[min(i, k)], w.places[max(i, k)])
}

// move takes the store out of the inner loop. Remarks: invariant store hoisted.
func (o *invariantStore) move(d *driver.Driver) {
	pos, times := o.l.Header.Loop.Position(), "before the nest"
	if o.last {
		times = "before the inner loop"
		o.doLast(d)
	} else {
		o.doFirst(d)
	}
	o.store.Block.Remove(o.store)
	d.Passed("distribute", pos, "invariant store hoisted", remark.Arg{Name: "where", Value: times})
	afterJam(d)
}

// doFirst does one iteration of l in front of it, with no store but this one.
func (o *invariantStore) doFirst(d *driver.Driver) {
	l := o.l
	k := clone.CloneLoop(d.F, l, "once", func(v *ir.Value) bool { return v.Op.HasAny(ir.FlagWrites) && v != o.store })
	k.Ahead("once.end")
	latch := k.Block(l.Latch)
	latch.RemoveSucc(k.Block(l.Header))
	latch.SetJump(nil)
}

// doLast does the store of the last iteration of c in front of it.
func (o *invariantStore) doLast(d *driver.Driver) {
	pre, entry := o.c.Preheader, o.c.Header.PredIndex(o.c.Preheader)
	taken, _, _ := d.Scev.TripCount(o.c)
	n := d.Scev.Expand(taken, pre)
	again := map[*ir.Value]*ir.Value{}
	var remake func(v *ir.Value) *ir.Value
	remake = func(v *ir.Value) *ir.Value {
		if !o.c.ContainsValue(v) {
			return v
		}
		if w := again[v]; w != nil {
			return w
		}
		if v.Op == ir.OpPhi { // an induction
			by := n
			if v.Type != ir.TI64 {
				by = pre.New(ir.OpTruncI, v.Type, v.Pos, by)
			}
			step := d.Scev.Expand(d.Scev.Of(v).Step(), pre)
			again[v] = pre.New(ir.OpAdd, v.Type, v.Pos, v.Args[entry], pre.New(ir.OpMul, v.Type, v.Pos, by, step))
			return again[v]
		}
		args := make([]*ir.Value, len(v.Args))
		for i, a := range v.Args {
			args[i] = remake(a)
		}
		w := pre.NewLike(v, v.Type, args...)
		again[v] = w
		return w
	}
	remake(o.store)
}
