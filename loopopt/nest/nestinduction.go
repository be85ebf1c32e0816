package nest

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// NestInductions finds the inductions of outer loops that loops in them count on.
//
// Before:
//
//	k := 1
//	for i := 0; i < n; i++ {
//		for j := 1; j < m; j++ { s(i, j, k); k++ }
//		k++
//	}
//
// After:
//
//	k := 1
//	for i := 0; i < n; i++ {
//		for k', j := k, 1; j < m; k', j = k'+1, j+1 { s(i, j, k') }
//		k += max(m, 1)-1 + 1
//	}
//
// so that k' is 1 + i*(max(m, 1)-1 + 1) + j-1 to all who look at the nest. What is used of k behind it is computed in
// front.
//
// Legal if what the outer loop adds to it is the same in each of its iterations, modulo the width of the integer:
// constants, invariants, and for a loop in it, which is left at its end only, the step times the number of iterations.
// That number is t+1, t being the trip count, where the loop is entered. If a guard a < b decides about that, t+1 must
// be b-a, modulo 1<<64, so that max(a, b)-a is right on both ways.
// Pays because nothing is known of k otherwise, and outer iterations wait for inner ones. The step is computed once.
// Reads and leaves no metadata. Remarks: none.
func NestInductions(d *driver.Driver) {
	if !anyNest(d) {
		return
	}
	changed := false
	for i := len(d.Loop.Loops) - 1; i >= 0; i-- { // inner ones come behind those around them
		l := d.Loop.Loops[i]
		if len(l.Children) == 0 || !l.Simplified() {
			continue
		}
		for _, phi := range l.Header.Phis() {
			if nestInduction(d, l, phi) {
				changed = true
				d.Refresh()
				l = d.Loop.Of(phi.Block)
			}
		}
	}
	if changed {
		d.F.RemoveDead()
		d.Refresh()
	}
}

// nestInduction does it for one phi of l's header.
func nestInduction(d *driver.Driver, l *analysis.Loop, phi *ir.Value) bool {
	if !phi.Type.Elem.IsInt() || phi.Type.IsVector() || len(phi.Args) != 2 || d.Scev.Of(phi).Kind == analysis.AddRec {
		return false
	}
	back := l.Header.PredIndex(l.Latch)
	w := &nestWalk{d: d, l: l, step: d.Scev.Const(phi.Type.Elem, 0)}
	if at := w.back(phi.Args[back], phi, maxNestSteps); at != phi || !d.Bisect("induction", l.Header.Loop.Position()) {
		return false
	}
	by := d.Scev.Expand(w.step, l.Preheader)
	phi.SetArg(back, l.Latch.New(ir.OpAdd, phi.Type, phi.Pos, phi, by))
	lastValues(d, l, phi, w.step)
	return true
}

// lastValues computes in front of l what is used of an induction behind it: start + t*step is the last value of the phi
// if t is l's trip count and l is left at its end only, and what the last iteration has added to that is invariant.
func lastValues(d *driver.Driver, l *analysis.Loop, phi *ir.Value, step analysis.Expr) {
	se := d.Scev
	taken, _, ok := se.TripCount(l)
	if !ok || phi.Type != ir.TI64 || !l.LeftAtLatch() || !l.Dedicated() {
		return
	}
	start := phi.Args[l.Header.PredIndex(l.Preheader)]
	for _, out := range l.Exits[0].Phis() {
		w := &nestWalk{d: d, l: l, step: se.Const(ir.I64, 0)}
		if out.Type != ir.TI64 || !l.ContainsValue(out.Args[0]) || w.back(out.Args[0], phi, maxNestSteps) != phi {
			continue
		}
		last := se.Expand(se.Add(se.Mul(step, taken), w.step), l.Preheader)
		out.SetArg(0, l.Preheader.New(ir.OpAdd, ir.TI64, phi.Pos, start, last))
	}
}

// maxNestSteps bounds the operations that an iteration of the outer loop does on an induction.
const maxNestSteps = 32

// nestWalk goes from what a loop's latch passes on back to what the iteration began with.
type nestWalk struct {
	d    *driver.Driver
	l    *analysis.Loop
	step analysis.Expr // what has been added on the way so far
	fuel int
}

// back walks from v to the value that v is an invariant sum on top of: until, or what it gets no further from. It
// returns where it has come to, nil if the way splits.
func (w *nestWalk) back(v, until *ir.Value, fuel int) *ir.Value {
	se := w.d.Scev
	for w.fuel = fuel; v != until && w.fuel > 0 && w.l.ContainsValue(v); w.fuel-- {
		switch {
		case v.Op == ir.OpAdd && w.invariant(v.Args[1]):
			w.step, v = se.Add(w.step, se.Of(v.Args[1])), v.Args[0]
		case v.Op == ir.OpAdd && w.invariant(v.Args[0]):
			w.step, v = se.Add(w.step, se.Of(v.Args[0])), v.Args[1]
		case v.Op == ir.OpSub && w.invariant(v.Args[1]):
			w.step, v = se.Sub(w.step, se.Of(v.Args[1])), v.Args[0]
		case v.Op != ir.OpPhi || v.Block == w.l.Header:
			return v
		case len(v.Args) == 1:
			if v = w.exit(v.Args[0], v.Block); v == nil {
				return nil
			}
		case len(v.Args) == 2:
			if v = w.join(v); v == nil {
				return nil
			}
		default:
			return v
		}
	}
	return v
}

func (w *nestWalk) invariant(v *ir.Value) bool {
	if w.d.Loop.Of(v.Block) != w.l && w.l.ContainsValue(v) {
		return false // of a loop in it
	}
	return w.d.Scev.Invariant(w.d.Scev.Of(v), w.l)
}

// exit walks from v, a value of a loop in l that block b behind that loop sees, to the value that the loop began with.
func (w *nestWalk) exit(v *ir.Value, b *ir.Block) *ir.Value {
	se, c := w.d.Scev, w.d.Loop.Of(v.Block)
	if c == w.l || c.Contains(b) {
		return v
	}
	if c.Parent != w.l || !c.Simplified() || !c.LeftAtLatch() {
		return nil
	}
	e := se.Of(v)
	taken, _, ok := se.TripCount(c)
	if !ok || e.Kind != analysis.AddRec || e.Loop != c || e.Elem != ir.I64 || !se.Invariant(e.Step(), w.l) ||
		!se.Invariant(taken, w.l) {
		return nil
	}
	// To the phi of c, by what v has on top of it in the same iteration.
	for v.Op != ir.OpPhi {
		switch {
		case v.Op == ir.OpAdd && w.invariant(v.Args[1]):
			w.step, v = se.Add(w.step, se.Of(v.Args[1])), v.Args[0]
		case v.Op == ir.OpAdd && w.invariant(v.Args[0]):
			w.step, v = se.Add(w.step, se.Of(v.Args[0])), v.Args[1]
		case v.Op == ir.OpSub && w.invariant(v.Args[1]):
			w.step, v = se.Sub(w.step, se.Of(v.Args[1])), v.Args[0]
		default:
			return nil
		}
	}
	if e = se.Of(v); v.Block != c.Header || e.Kind != analysis.AddRec || e.Loop != c {
		return nil
	}
	w.step = se.Add(w.step, se.Mul(e.Step(), taken))
	return v.Args[c.Header.PredIndex(c.Preheader)]
}

// join walks from a phi where the way round a loop in l meets the way through it to the value that both began with.
func (w *nestWalk) join(v *ir.Value) *ir.Value {
	se, dom := w.d.Scev, w.d.Scev.Dom()
	guard := dom.Idom(v.Block)
	if guard == nil || guard.Kind != ir.BlockIf || !w.l.Contains(guard) || w.d.Loop.Of(guard) != w.l {
		return nil
	}
	for i, c := range w.l.Children {
		if !c.Entered() || len(c.Exits) != 1 || !dom.Dominates(guard, c.Preheader) {
			continue
		}
		for through := range 2 {
			from := v.Block.Preds[through]
			if v.Block.Preds[1-through] != guard || from != c.Exits[0] && !dom.Dominates(c.Exits[0], from) {
				continue
			}
			around := v.Args[1-through]
			sub := &nestWalk{d: w.d, l: w.l, step: se.Const(v.Type.Elem, 0)}
			if sub.back(v.Args[through], around, w.fuel-1) != around {
				return nil
			}
			total := w.guarded(guard, w.l.Children[i], sub.step)
			if total == nil {
				return nil
			}
			w.step = se.Add(w.step, total)
			return around
		}
	}
	return nil
}

// guarded is by, what is added where c runs, as it is whether c runs or not: a multiple of the number of iterations,
// which is how far apart the sides of the guard's comparison are.
func (w *nestWalk) guarded(guard *ir.Block, c *analysis.Loop, by analysis.Expr) analysis.Expr {
	se := w.d.Scev
	if z, ok := se.IsConst(by); ok && z == 0 {
		return by
	}
	taken, _, ok := se.TripCount(c)
	if !ok || by.Elem != ir.I64 {
		return nil
	}
	enters := se.Dom().Dominates(guard.Succs[0], c.Preheader) && len(guard.Succs[0].Preds) == 1
	if !enters && !(se.Dom().Dominates(guard.Succs[1], c.Preheader) && len(guard.Succs[1].Preds) == 1) {
		return nil
	}
	cond := guard.Control
	if cond.IsConst() {
		if (cond.AuxInt != 0) == enters {
			return by
		}
		return nil
	}
	trips := se.AddConst(taken, 1)
	times := int64(0)
	for _, k := range [...]int64{1, -1, 2, -2, 3, -3, 4, -4, 5, 6, 7, 8} {
		if se.MulConst(trips, k) == by {
			times = k
			break
		}
	}
	if times == 0 || (cond.Op != ir.OpLtS && cond.Op != ir.OpLeS) || cond.Args[0].Type != ir.TI64 {
		return nil
	}
	a, b := se.Of(cond.Args[0]), se.Of(cond.Args[1])
	if !enters { // not a < b is b <= a
		a, b = b, a
	}
	if (cond.Op == ir.OpLeS) == enters { // a <= b is a-1 < b where that does not wrap around
		if lo, _ := se.RangeAt(a, guard); lo == math.MinInt64 {
			return nil
		}
		a = se.AddConst(a, -1)
	}
	if diff, ok := se.ConstDiff(se.Sub(b, a), trips); !ok || diff != 0 || !se.Invariant(a, w.l) ||
		!se.Invariant(b, w.l) {
		return nil
	}
	return se.MulConst(se.Sub(se.MaxS(b, a), a), times)
}
