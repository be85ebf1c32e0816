package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// PtrInduction replaces pointers that a loop advances by a counter.
//
// Before:
//
//	for len(a) > 0 { a[0] = b[0]; a, b = a[1:], b[1:] }       p, q = p+4, q+4
//
// After:
//
//	for k := 0; len(a)-k > 0; k++ { a0[k] = b0[k] }
//
// where a0 and b0 are the slices at the start of the loop.
//
// Legal always: an address is the same sum in another order, and sums of addresses wrap alike.
// Pays because analyses describe an access, what it may alias and whether the next iteration continues it, by an object
// and an index; and one counter serves for all pointers.
// Reads nothing; leaves nothing.
// Remarks: none.
func PtrInduction(f *ir.Func) bool {
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

// movesPointers reports whether some phi is a pointer.
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

// pointerMover introduces the counter of one loop.
type pointerMover struct {
	f           *ir.Func
	l           *analysis.Loop
	entry, back int       // indices of the header's predecessors
	counter     *ir.Value // 0, 1, 2 …
}

// moves reports whether phi is a pointer that each iteration advances by a constant number of elements.
func (m *pointerMover) moves(phi *ir.Value) bool {
	if phi.Type != ir.TPtr || len(phi.Args) != 2 {
		return false
	}
	next := phi.Args[m.back]
	return next.Op == ir.OpPtrAdd && next.Args[0] == phi && next.Args[1].IsConst() && next.Off == 0 && next.Scale > 0
}

// count rewrites phi as the start plus the counter times the step, and makes accesses use that as their index.
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
	// Other uses of the pointer get the computed address.
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

// elements returns the counter times step, computed in the header.
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
