package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// subtable is a table that the loop changes: records of scale bytes behind base, of which those from lo to hi may be meant.
type subtable struct {
	base   *ir.Value
	scale  int32
	lo, hi int64
	cells  []*subcell
	any    *analysis.Access // a store to it

	local  int   // its copies in the frame: a number of Func.Locals
	copies int   // how many there are
	apart  int32 // bytes from one copy to the next
}

// records is the number of records that a copy has.
func (t *subtable) records() int64 { return t.hi - t.lo + 1 }

// subcell is a part of each record of a table that some updates change, all by one operation.
type subcell struct {
	field    int32 // bytes from the start of the record
	op       ir.Op // of two such elements
	t        ir.Type
	fp       ir.FPFlags
	identity uint64
	updates  []tableUpdate
}

// tableUpdate is h[i] = h[i] op w.
type tableUpdate struct{ load, op, store *ir.Value }

// updateOf is the update that ends with v, a store: the load is for it alone, and stands in the same block.
func updateOf(v *ir.Value) (u tableUpdate, ok bool) {
	if v.Op != ir.OpStore {
		return u, false
	}
	op := v.StoredValue()
	if op.Uses != 1 || len(op.Args) != 2 || op.Args[0] == op.Args[1] || op.Block != v.Block {
		return u, false
	}
	for k, x := range op.Args {
		if x.Op == ir.OpLoad && x.Uses == 1 && x.Block == v.Block && x.Type == op.Type && x.Args[0] == v.Args[0] && x.Args[1] == v.Args[1] &&
			x.Scale == v.Scale && x.Off == v.Off && (op.Op != ir.OpSub || k == 0) {
			return tableUpdate{x, op, v}, true
		}
	}
	return u, false
}

// first says whether v, which accesses a copy of t, is certain to access the first. Only such an update can be given another
// copy. Which one an update has is what its address says, and nothing else does: after lanes or iterations have taken turns,
// the same table has updates of other copies.
func (t *subtable) first(se *analysis.SCEV, v *ir.Value) bool {
	lo, hi := se.RangeAt(se.Of(v.Args[1]), v.Block)
	if lo < -farthestRecord || hi > farthestRecord {
		return false
	}
	from, to := lo*int64(t.scale)+int64(v.Off), hi*int64(t.scale)+int64(v.Off)
	return v.Scale == t.scale && from >= 0 && to < int64(t.apart)
}

// Bounds of what a copy is made of: records of so many bytes, and numbers of records that fit displacements.
const (
	maxRecord      = 64
	farthestRecord = 1 << 20
)
