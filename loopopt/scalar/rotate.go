package scalar

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Rotate turns loops that test at the top into loops that test at the bottom.
//
// Before:
//
//	for { if !(i < n) { break }; body; i++ }
//
// After:
//
//	if i < n { for { body; i++; if !(i < n) { break } } }
//
// Legal always: the header, with the test, is copied before the loop and itself moves behind the body. Whatever it
// computes, stores or checks happens as often as before and in the same order.
// Pays because the body then runs in every iteration of the loop. Later passes rely on this: invariants of the body may
// move before the loop, and the trip count is that of the latch.
// A loop whose first action is to test what it loads (for p[i] != 0) is left alone until the driver has run. If it were
// rotated, each iteration would pass the loaded value to the next.
// Reads nothing; moves the metadata to the new header. Wants canonical loops and leaves them.
// Remarks: none.
func Rotate(f *ir.Func) bool { return rotateLoops(f, false) }

func rotateLoops(f *ir.Func, all bool) bool {
	changed := false
	wants := func(l *analysis.Loop) bool { return canRotate(l) && (all || !testsLoad(l)) }
	for n := 0; n < maxRotations; {
		dom := f.Dominators()
		li := analysis.FindLoops(f, dom)
		if !slices.ContainsFunc(li.Loops, wants) {
			break
		}
		// Uses behind the loop must go through phis of the exits, because after the rotation several definitions reach them.
		closeLoops(f, li, dom)
		// Inner loops come before outer ones. A rotation changes no loops but the enclosing ones, which get more blocks.
		stale := map[*analysis.Loop]bool{}
		for i := len(li.Loops) - 1; i >= 0 && n < maxRotations; i-- {
			l := li.Loops[i]
			if stale[l] {
				l.Renew(f)
			}
			if wants(l) {
				rotateLoop(f, l)
				n++
				stale[l] = true
			}
			if stale[l] && l.Parent != nil {
				stale[l.Parent] = true
			}
		}
		CanonicalLoops(f)
		changed = true
	}
	if changed {
		CleanPhis(f)
	}
	return changed
}

// maxRotations bounds the loops rotated in one function.
const maxRotations = 256

// MaxHeader is the largest header that is copied, in values.
const MaxHeader = 24

func canRotate(l *analysis.Loop) bool {
	h := l.Header
	if h.Kind != ir.BlockIf || !l.Simplified() || l.Latch == h || l.Latch.Kind != ir.BlockJump ||
		len(h.Values) > MaxHeader || !l.Dedicated() {
		return false // if the header is the only latch, the loop already tests at the bottom
	}
	if l.Contains(h.Succs[0]) == l.Contains(h.Succs[1]) {
		return false
	}
	for _, v := range h.Walk() {
		if v.Op.Yields() {
			return false
		}
	}
	return true
}

// testsLoad reports whether the loop walks through memory, tests what it loads, and uses it in the body:
//
//	for p[i] != 0 { s += p[i]; i++ }
//
// If the loop were rotated, each iteration would pass the loaded value to the next. Unrotated, the test is an exit in
// the middle of the loop to the vectorizer, and the load is an ordinary load.
func testsLoad(l *analysis.Loop) bool {
	h := l.Header
	if len(l.Children) > 0 || h.Control == nil {
		return false
	}
	strided := func(v *ir.Value) bool {
		for v.Op == ir.OpAdd && v.Block == h && v.Args[1].IsConst() {
			v = v.Args[0]
		}
		if v.Op != ir.OpPhi || v.Block != h {
			return false
		}
		next := v.Args[h.PredIndex(l.Latch)]
		return (next.Op == ir.OpAdd || next.Op == ir.OpSub) && next.Args[0] == v && next.Args[1].IsConst()
	}
	loaded := map[*ir.Value]bool{}
	for _, v := range h.Walk() {
		loaded[v] = v.Op == ir.OpLoad && strided(v.Args[1])
		for _, a := range v.Args {
			loaded[v] = loaded[v] || v.Op != ir.OpPhi && loaded[a]
		}
	}
	if !loaded[h.Control] {
		return false
	}
	for v := range l.Values() {
		for _, a := range v.Args {
			if loaded[a] && (v.Block != h || v.Op == ir.OpPhi) {
				return true
			}
		}
	}
	return false
}

// rotateLoop rotates l. With the header H, first block of the body N and exit X, the edges become
//
//	pre → H, H → N | X, latch → H        before
//	pre → P | X, P → N, latch → H, H → N | X        after
//
// where pre receives a copy of H's values. N is the new header. The phis of H, whose only predecessor is now the latch,
// disappear. Values of H get phis in N that join the copy's value with H's own.
// predecessor, go, and what H computes gets phis in N that join the copy's value with H's own.
func rotateLoop(f *ir.Func, l *analysis.Loop) {
	h, pre, latch := l.Header, l.Preheader, l.Latch
	in := 0
	if !l.Contains(h.Succs[0]) {
		in = 1
	}
	n, x := h.Succs[in], h.Succs[1-in]
	blocks := l.Blocks
	if len(n.Preds) != 1 || len(n.Phis()) > 0 {
		n = h.SplitEdge(n, "")
	}

	p := f.NewBlock("preheader")
	top := TestFirst(l, p, x)
	p.ReplaceSucc(h, n)

	// Everywhere in the loop but in H itself, and at the edge into H, H's values are those that N received.
	joined := f.NewValues(len(top))
	phis := f.NewValues(len(h.Values))[:0] // of N, inserted at the end
	inside := func(a *ir.Value) *ir.Value {
		if a.Block != h || int(a.ID) >= len(top) || top[a.ID] == nil {
			return a
		}
		if joined[a.ID] == nil {
			joined[a.ID] = f.NewValue(n, ir.OpPhi, a.Type, a.Pos, a, top[a.ID]) // from H, from P
			phis = append(phis, joined[a.ID])
		}
		return joined[a.ID]
	}
	replace := func(v *ir.Value, i int) {
		if a := v.Args[i]; a.Block == h {
			if w := inside(a); w != a {
				v.SetArg(i, w)
			}
		}
	}
	for _, b := range blocks {
		if b == h {
			continue
		}
		f.Spend(stepsPerEdge * argsOf(b))
		for _, v := range b.Walk() {
			for i := range v.Args {
				replace(v, i)
			}
		}
		if c := b.Control; c != nil && c.Block == h {
			b.SetControl(inside(c))
		}
	}
	for _, phi := range h.Phis() {
		replace(phi, 0)
	}
	for _, e := range l.Exits {
		f.Spend(stepsPerEdge * (1 + len(e.Phis())*len(e.Preds)))
		for _, phi := range e.Phis() {
			for i, q := range e.Preds {
				if q != h && q != pre {
					replace(phi, i)
				}
			}
		}
	}
	n.Values = append(phis, n.Values...)
	for _, phi := range h.Phis() {
		phi.CopyOf(phi.Args[0])
	}
	f.ElimCopies()
	n.Loop, h.Loop = h.Loop, nil
	for mergeNext(latch) {
	}
	f.RemoveUnreachable()
}

// TestFirst appends the header's computations of the first iteration to the preheader of l, with start values for phis.
// The header's test then branches to out, an exit, or to ph, an unterminated block that leads to the loop. TestFirst
// returns the copies by the IDs of the originals.
func TestFirst(l *analysis.Loop, ph, out *ir.Block) (top []*ir.Value) {
	h, pre := l.Header, l.Preheader
	entry := h.PredIndex(pre)
	top = h.Func.NewValues(h.Func.NumValues())
	of := func(v *ir.Value) *ir.Value {
		if v.Block == h && top[v.ID] != nil {
			return top[v.ID]
		}
		return v
	}
	for _, v := range h.Walk() {
		if v.Op == ir.OpPhi {
			top[v.ID] = v.Args[entry]
			continue
		}
		w := pre.NewLike(v, v.Type)
		for _, a := range v.Args {
			w.AddArg(of(a))
		}
		top[v.ID] = w
	}
	h.PassEdge(pre, ph)
	if h.Succs[1] == out {
		pre.SetIf(of(h.Control), ph, out)
		pre.Likely = ir.LikelyTrue
	} else {
		pre.SetIf(of(h.Control), out, ph)
		pre.Likely = ir.Unlikely
	}
	at := out.PredIndex(h)
	for _, phi := range out.Phis() {
		phi.AddArg(of(phi.Args[at]))
	}
	return top
}

// CleanPhis removes phis that have only one value.
func CleanPhis(f *ir.Func) {
	for again := true; again; {
		again = false
		for _, b := range f.Blocks {
			for _, v := range b.Walk() {
				if v.Op == ir.OpPhi {
					if w := samePhi(v); w != nil && w != v {
						v.CopyOf(w)
						again = true
					}
				} else if v.Op != ir.OpCopy {
					break
				}
			}
		}
		f.ElimCopies()
	}
}
