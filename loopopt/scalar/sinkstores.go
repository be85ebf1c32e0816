package scalar

import (
	"slices"

	"hotloop/loopopt/ir"
)

// SinkStores converts a conditional store to an unconditional store of a selected value, where the other paths have
// already stored to the same place.
//
// Before:
//
//	y[i] = t
//	if t < low { y[i] = low }
//
// After:
//
//	y[i] = t
//	u := t
//	if t < low { u = low }
//	y[i] = u
//
// The first store is then dead, if nothing between them reads (DeadStores).
//
// Legal if every path stores: the program would store the same bytes, and the values of the other paths are known to be
// still there. Only computations follow the store on its own path.
// Pays: the branch becomes a select (IfConvert), and vector code needs no masked store (Zen 3, AVX2, f64, two such
// stores in the loop: 10.9 µs for 4096 elements, 1.1 µs without masks).
// Reads nothing; leaves nothing.
// Remarks: none.
func SinkStores(f *ir.Func) bool {
	changed := false
	for _, m := range f.ReversePostorder() {
		for len(m.Preds) > 1 && m.Loop == nil && sinkOverwriting(m) {
			changed = true
		}
	}
	return changed
}

// sinkOverwriting moves a store that ends a predecessor of m to m, if the other paths have stored to the same place.
func sinkOverwriting(m *ir.Block) bool {
	for i, p := range m.Preds {
		s := lastStore(p)
		if s == nil || p.Kind != ir.BlockJump {
			continue
		}
		values := make([]*ir.Value, len(m.Preds))
		for k, q := range m.Preds {
			if values[k] = s.StoredValue(); k != i {
				values[k] = storedAt(q, s)
			}
			if values[k] == nil {
				break
			}
			if k == len(m.Preds)-1 {
				storeBehind(m, s, values)
				p.Remove(s)
				return true
			}
		}
	}
	return false
}

// storedAt returns the value that a store has left at the place of s at the end of b. That store is in b or in blocks
// on the unique path to b. The result is nil if there is none, or if another store may have changed the place since.
func storedAt(b *ir.Block, s *ir.Value) *ir.Value {
	for ; ; b = b.Preds[0] {
		for _, v := range slices.Backward(b.Values) {
			switch {
			case !v.Op.HasAny(ir.FlagWrites):
			case v.Op == ir.OpStore && v.SamePlace(s):
				return v.StoredValue()
			case !besides(v, s):
				return nil
			}
		}
		if len(b.Preds) != 1 {
			return nil
		}
	}
}

// besides reports whether accesses v and w are to different bytes, as the fields of one element are.
func besides(v, w *ir.Value) bool {
	return len(v.Args) > 1 && len(w.Args) > 1 && v.Args[0] == w.Args[0] && v.Args[1] == w.Args[1] &&
		v.Scale == w.Scale && !v.AccessType().IsVector() && !w.AccessType().IsVector() &&
		(int64(v.Off)+int64(v.AccessSize()) <= int64(w.Off) || int64(w.Off)+int64(w.AccessSize()) <= int64(v.Off))
}

// storeBehind inserts a store like s at the start of m, of a phi of one value for each predecessor. The store is in no
// access group; the caller adds it to one if appropriate.
func storeBehind(m *ir.Block, s *ir.Value, values []*ir.Value) *ir.Value {
	phi := m.NewPhi(s.StoredValue().Type, s.Pos)
	phi.AddArgs(values...)
	st := m.Func.NewValue(m, ir.OpStore, ir.Type{}, s.Pos, s.Args[0], s.Args[1], phi)
	st.Type, st.Scale, st.Off = s.Type, s.Scale, s.Off
	m.InsertAt(len(m.Phis()), st)
	return st
}
