package legal

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Subtable is a table that the loop changes: records of scale bytes behind base, of which those from lo to hi may be
// meant.
type Subtable struct {
	Base   *ir.Value
	Scale  int32
	Lo, Hi int64
	Cells  []*Subcell
	Any    *analysis.Access // a store to it

	Local  int   // its copies in the frame: a number of Func.Locals
	Copies int   // how many there are
	Apart  int32 // bytes from one copy to the next
}

// Records is the number of records that a copy has.
func (t *Subtable) Records() int64 { return t.Hi - t.Lo + 1 }

// Subcell is a part of each record of a table that some updates change, all by one operation.
type Subcell struct {
	Field    int32 // bytes from the start of the record
	Op       ir.Op // of two such elements
	T        ir.Type
	Fp       ir.FPFlags
	Identity uint64
	Updates  []TableUpdate
}

// TableUpdate is h[i] = h[i] op w.
type TableUpdate struct{ Load, Op, Store *ir.Value }

// UpdateOf is the update that ends with v, a store: the load is for it alone, and stands in the same block.
func UpdateOf(v *ir.Value) (u TableUpdate, ok bool) {
	u, k := updateOf(v)
	return u, k == 0 || k > 0 && u.Op.Op != ir.OpSub
}

// updateOf is the same, with whatever argument k of the operation as the element; k is -1 if v ends no update.
func updateOf(v *ir.Value) (u TableUpdate, k int) {
	if v.Op != ir.OpStore {
		return u, -1
	}
	op := v.StoredValue()
	if op.Uses != 1 || len(op.Args) != 2 || op.Args[0] == op.Args[1] || op.Block != v.Block {
		return u, -1
	}
	for k, x := range op.Args {
		if x.Op == ir.OpLoad && x.Uses == 1 && x.Block == v.Block && x.SamePlace(v) {
			return TableUpdate{x, op, v}, k
		}
	}
	return u, -1
}

// First says whether v, which accesses a copy of t, is certain to access the first. Only such an update can be given
// another copy. Which one an update has is what its address says, and nothing else does: after lanes or iterations have
// taken turns, the same table has updates of other copies.
func (t *Subtable) First(se *analysis.SCEV, v *ir.Value) bool {
	lo, hi := se.RangeBefore(se.Of(v.Args[1]), v)
	if lo < -FarthestRecord || hi > FarthestRecord {
		return false
	}
	from, to := lo*int64(t.Scale)+int64(v.Off), hi*int64(t.Scale)+int64(v.Off)
	return v.Scale == t.Scale && from >= 0 && to < int64(t.Apart)
}

// Bounds of what a copy is made of: records of so many bytes, and numbers of records that fit displacements.
const (
	MaxRecord      = 64
	FarthestRecord = 1 << 20
)
