package scalar

import (
	"slices"

	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
)

// MergeCopies combines the loads and stores of adjacent scalars that are only copied into one load and one store.
//
// Before:
//
//	x, y, z, w = src[k].x, src[k].y, src[k].z, src[k].w; dst[i].x, dst[i].y, dst[i].z, dst[i].w = x, y, z, w
//
// After:
//
//	v = the 16 bytes at src[k]; the 16 bytes at dst[i] = v
//
// Structs and short arrays are copied in this way where the vectorizer has left a loop alone: rows gathered by an
// index, records that are swapped.
//
// Legal if nothing is written between the loads, and nothing read, written or checked between the stores. The load
// takes the place of the last load, after all their checks, and the store takes the place of the last store. No other
// byte is accessed. Objects of unknown extent are left out, as their accesses are of one size.
// Pays always: compilers copy a whole struct in this way.
// Reads nothing; leaves nothing.
// Remarks: none.
func MergeCopies(f *ir.Func, opt *config.Options) bool {
	if opt.NoVectorize || opt.Knobs.NoSLP {
		return false
	}
	changed := false
	for _, b := range f.Blocks {
		for run := range copiedRuns(f, b) {
			for len(run) > 1 {
				n := copiedAtOnce(run)
				if n > 1 && copyAtOnce(f, b, run[:n]) {
					changed = true
				}
				run = run[n:]
			}
		}
	}
	return changed
}

// maxCopied is the number of bytes that are moved at once: a vector that every instruction set has.
const maxCopied = 16

// copiedAtOnce returns how many stores of run become one: a power of two, of at most maxCopied bytes together.
func copiedAtOnce(run []*ir.Value) int {
	n := 1
	for 2*n <= len(run) && 2*n*run[0].AccessType().Size() <= maxCopied {
		n *= 2
	}
	return n
}

// copiedRuns returns an iterator over runs of stores in b. The stores of a run are adjacent in memory and in program
// order. The values stored are loaded from adjacent memory and have no other use.
func copiedRuns(f *ir.Func, b *ir.Block) func(yield func([]*ir.Value) bool) {
	return func(yield func([]*ir.Value) bool) {
		n := 0
		for _, v := range b.Walk() {
			if copiedScalar(f, v) {
				n++
			}
		}
		if n < 2 {
			return
		}
		var run []*ir.Value
		for _, v := range slices.Clone(b.Values) {
			if !v.Op.HasAny(ir.FlagReads|ir.FlagWrites|ir.FlagEffect) && !v.Op.Yields() {
				continue
			}
			if !copiedScalar(f, v) {
				if len(run) > 1 && !yield(run) {
					return
				}
				run = nil
				continue
			}
			if len(run) > 0 {
				s := run[len(run)-1]
				if !liesBehind(s, v) || !liesBehind(s.StoredValue(), v.StoredValue()) ||
					v.AccessType() != s.AccessType() {
					if len(run) > 1 && !yield(run) {
						return
					}
					run = nil
				}
			}
			run = append(run, v)
		}
		if len(run) > 1 {
			yield(run)
		}
	}
}

// copiedScalar reports whether v stores a scalar loaded in its block that has no other use.
func copiedScalar(f *ir.Func, v *ir.Value) bool {
	if v.Op != ir.OpStore || v.StoredValue().Op != ir.OpLoad || f.HasUnknownExtent(v.Args[0]) {
		return false
	}
	l := v.StoredValue()
	e := l.Type.Elem
	return l.Block == v.Block && l.Uses == 1 && !l.Type.IsVector() && (e.IsInt() || e.IsFloat()) &&
		l.AccessType() == v.AccessType() && !f.HasUnknownExtent(l.Args[0])
}

// liesBehind reports whether memory operation v accesses the bytes that directly follow those of u.
func liesBehind(u, v *ir.Value) bool {
	return u.Args[0] == v.Args[0] && u.Args[1] == v.Args[1] && u.Scale == v.Scale &&
		int(v.Off) == int(u.Off)+u.AccessType().Size()
}

// copyAtOnce replaces the stores, and the loads of the values they store, by one store and one load.
func copyAtOnce(f *ir.Func, b *ir.Block, stores []*ir.Value) bool {
	first := stores[0].StoredValue()
	elem := first.Type.Elem
	t := ir.Vec(elem, len(stores))
	if n := len(stores) * elem.Size(); n <= 8 {
		t = ir.Type{Elem: ir.IntElem(n), Lanes: first.Type.Lanes}
	}
	left := len(stores)
	var last *ir.Value // of the loads
	for _, v := range b.Walk() {
		switch {
		case slices.ContainsFunc(stores, func(s *ir.Value) bool { return s.StoredValue() == v }):
			last = v
			left--
		case left < len(stores) && left > 0 && (v.Op.HasAny(ir.FlagWrites) || v.Op.Yields()):
			return false
		}
	}
	w := b.InsertBefore(last, ir.OpLoad, t, first.Pos, first.Args[0], first.Args[1])
	w.Scale, w.Off, w.Groups = first.Scale, first.Off, first.Groups
	low, end := stores[0], stores[len(stores)-1]
	s := b.InsertBefore(end, ir.OpStore, ir.Type{}, low.Pos, low.Args[0], low.Args[1], w)
	s.Type, s.Scale, s.Off, s.Groups = low.Type, low.Scale, low.Off, low.Groups
	for _, v := range stores {
		l := v.StoredValue()
		s.Stand(v)
		w.Stand(l)
		b.Remove(v)
		b.Remove(l)
	}
	return true
}
