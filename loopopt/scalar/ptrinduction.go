package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Ptrinduction counts where a loop moves a pointer along.
//
// Before:
//
//	for len(a) > 0 { a[0] = b[0]; a, b = a[1:], b[1:] }       p, q = p+4, q+4
//
// After:
//
//	for k := 0; len(a)-k > 0; k++ { a0[k] = b0[k] }
//
// where a0 and b0 are the slices that the loop began with.
//
// Legal always: an address is the same sum in another order, and sums of addresses wrap alike.
// Pays because all that is known of an access, what it may overlap and which of it the next iteration continues, starts
// from an object and an index; and one counter serves for all pointers.
// Reads nothing; leaves nothing.
// Remarks: none.
func Ptrinduction(f *ir.Func) bool {
	if !movesPointers(f) {
		return false
	}
	li := analysis.FindLoops(f, f.Dominators())
	changed := false
	for _, l := range li.Loops {
		if !l.Simplified() {
			continue
		}
		m := &pointerMover{f: f, l: l, entry: l.Header.PredIndex(l.Preheader), back: l.Header.PredIndex(l.Latch)}
		for _, phi := range l.Header.Phis() {
			if m.moves(phi) {
				m.count(phi)
				changed = true
			}
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

// movesPointers says whether some phi is a pointer.
func movesPointers(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for _, phi := range b.Phis() {
			if phi.Type == ir.TPtr {
				return true
			}
		}
	}
	return false
}

// pointerMover counts for the pointers of one loop.
type pointerMover struct {
	f           *ir.Func
	l           *analysis.Loop
	entry, back int       // indices of the header's predecessors
	counter     *ir.Value // 0, 1, 2 …
}

// moves says whether phi is a pointer that each iteration moves on by a constant number of elements.
func (m *pointerMover) moves(phi *ir.Value) bool {
	if phi.Type != ir.TPtr || len(phi.Args) != 2 {
		return false
	}
	next := phi.Args[m.back]
	return next.Op == ir.OpPtrAdd && next.Args[0] == phi && next.Args[1].IsConst() && next.Off == 0 && next.Scale > 0
}

// count makes phi the start plus the counter times the step, and has accesses use that as their index.
func (m *pointerMover) count(phi *ir.Value) {
	next := phi.Args[m.back]
	start, scale, step := phi.Args[m.entry], next.Scale, next.Args[1].Int()
	moved := m.elements(step)
	for _, b := range m.l.Blocks {
		for at := 0; at < len(b.Values); at++ {
			v := b.Values[at]
			if !v.Op.IsMemory() || v.Args[0] != phi || v.Scale != scale || len(v.Args) < 2 ||
				v.Args[1].Type != ir.TI64 {
				continue
			}
			index := moved
			if !v.Args[1].IsConstInt(0) {
				index = b.InsertBefore(v, ir.OpAdd, ir.TI64, v.Pos, moved, v.Args[1])
				at++
			}
			v.SetArg(0, start)
			v.SetArg(1, index)
		}
	}
	// Whatever else looks at the pointer gets it computed.
	h := m.l.Header
	p := m.f.NewValue(h, ir.OpPtrAdd, ir.TPtr, phi.Pos, start, moved)
	p.Scale = scale
	at := len(h.Phis())
	if moved.Block == h && moved.Op != ir.OpPhi {
		at++
	}
	h.InsertAt(at, p)
	for _, b := range m.f.Blocks {
		ReplaceIn(b, phi, p)
	}
	h.Remove(phi)
}

// elements is the counter times step, in the header.
func (m *pointerMover) elements(step int64) *ir.Value {
	h := m.l.Header
	one := m.f.ConstInt(ir.TI64, 1)
	if m.counter == nil {
		k := h.NewPhi(ir.TI64, h.Loop.Position())
		args := make([]*ir.Value, 2)
		args[m.entry] = m.f.ConstInt(ir.TI64, 0)
		args[m.back] = m.l.Latch.New(ir.OpAdd, ir.TI64, k.Pos, k, one)
		k.AddArgs(args...)
		m.counter = k
	}
	if step == 1 {
		return m.counter
	}
	e := m.f.NewValue(h, ir.OpMul, ir.TI64, m.counter.Pos, m.counter, m.f.ConstInt(ir.TI64, step))
	h.InsertAt(len(h.Phis()), e)
	return e
}

// JoinInductions lets loops count once where they carry counters at a constant distance.
//
// Before, as what rotation makes of for i := 0; i+3 < n; i += 4:
//
//	i := phi(0, i+4); j := phi(3, i+7)
//
// After:
//
//	i := phi(0, i+4); j := i+3
//
// So are counters that loops around strips carry, and what is left of them behind loops: any phis of a block.
//
// Legal always: the phis of a block take their values together, so that a distance that holds for what comes in on every way,
// given that it holds for the phis that came before, holds always; and sums wrap alike.
// Pays because the sum is part of addresses, which are seen to be neighbours then.
// Reads nothing; leaves nothing.
// Remarks: none.
func JoinInductions(f *ir.Func) bool {
	changed := false
	for joinPhis(f) { // distances between phis are those between constants where the phis that they take come from are joined
		changed = true
	}
	return changed
}

// joinPhis joins the phis that begin at a constant distance.
func joinPhis(f *ir.Func) bool {
	changed := false
	for _, b := range f.Blocks {
		phis := b.Phis()
		if len(phis) < 2 {
			continue
		}
		phis = append(make([]*ir.Value, 0, 8), phis...)
		kept := make([]*ir.Value, 0, 8) // on the stack
		for _, phi := range phis {
			if phi.Type != ir.TI64 {
				continue
			}
			joined := false
			for _, to := range kept {
				if d, ok := distance(phi, to); ok {
					sum := f.NewValue(b, ir.OpAdd, phi.Type, phi.Pos, to, f.ConstInt(ir.TI64, d))
					b.InsertAt(len(phis), sum)
					phi.CopyOf(sum)
					joined, changed = true, true
					break
				}
			}
			if !joined {
				kept = append(kept, phi)
			}
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

// distance is by how much phi is always ahead of another phi of its block, if that is a constant other than 0.
func distance(phi, to *ir.Value) (d int64, ok bool) {
	for i, a := range phi.Args {
		root, c := SplitIndex(a)
		if toRoot, toC := SplitIndex(to.Args[i]); root == toRoot {
			d = c - toC
			p := aheadProof{}
			return d, d != 0 && p.ahead(phi, to, d)
		}
	}
	return 0, false
}

// aheadProof has the pairs of phis that are a constant apart unless another of them turns out not to be.
type aheadProof struct {
	pairs [maxPhiPairs]struct {
		a, b *ir.Value
		d    int64
	}
	n int
}

// maxPhiPairs bounds a proof. A loop in strips has two loops and the block behind each.
const maxPhiPairs = 8

// ahead says whether a is always b + d where both are known.
func (p *aheadProof) ahead(a, b *ir.Value, d int64) bool {
	a, ca := SplitIndex(a)
	b, cb := SplitIndex(b)
	d += cb - ca
	if a == b {
		return d == 0
	}
	if a == nil || b == nil || a.Op != ir.OpPhi || b.Op != ir.OpPhi || a.Block != b.Block {
		return false
	}
	for i := range p.n {
		if q := &p.pairs[i]; q.a == a && q.b == b {
			return q.d == d
		}
	}
	if p.n == len(p.pairs) {
		return false
	}
	p.pairs[p.n].a, p.pairs[p.n].b, p.pairs[p.n].d = a, b, d
	p.n++
	for i := range a.Args {
		if !p.ahead(a.Args[i], b.Args[i], d) {
			return false
		}
	}
	return true
}
