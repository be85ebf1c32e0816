package vplan

import (
	"fmt"
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"strings"
)

// Recipe computes the lanes of one value of the loop body.
type Recipe struct {
	ID   int
	Kind Kind
	V    *ir.Value // the scalar value it widens; nil for masks, and for an Invariant that is Scale != 0
	Elem ir.Elem   // of the lanes; Void for stores
	Args []*Recipe
	Mask *Recipe // of memory operations and blends: nil is all lanes
	Phi  *analysis.PhiClass
	// Scale is the constant of a CountPhi, the sign included; of a BlockLoad or BitTest the most lanes that a vector may have; of
	// an EdgeMask or Bail 1, or -1 if the condition is negated.
	Scale int64

	memoryPart
	carriedPart
	exitPart
	nestPart
}

// memoryPart is of loads and stores.
type memoryPart struct {
	Access *analysis.Access
	Rev    bool        // the consecutive access walks backwards
	Group  *Group      // of GroupLoad and GroupStore
	Packed *Packed     // of ExpandLoad and CompressStore
	Update *Update     // of a ScatterStore that changes what it finds
	At     *LaneAccess // of nests, where it takes the place of Access
}

// carriedPart is of what goes from one iteration to the next.
type carriedPart struct {
	Sum  *PartialSum // of a SumPhi
	From *Recipe     // the Splice of a CarryLanes, ScanLanes
	Scan *Scan       // of a ScanLanes, PolyPhi
	Pick *Pick       // of a PickPhi, PickIndex, PickTest
}

// exitPart is of a Bail.
type exitPart struct {
	Check   *CursorCheck // it tests an index along a cursor
	ofCheck bool         // it tests a bounds check, or the like, and not an exit
	Counted bool         // the count of the exit that it tests is known
}

// nestPart is of nests (nest.go).
type nestPart struct {
	Lane   Lane    // how the lanes differ
	Spread bool    // a scalar of which some user wants a vector
	Inner  *Inner  // of what begins, ends or belongs to an inner loop
	Next   *Recipe // of a LoopPhi: its value in the next iteration
	Frozen bool    // of a LoopPhi: lanes that do not reach the latch keep it
	Mode   OutMode // of a LoopOut
	Out    *Recipe // of a Keep: what it is for
}

// LaneAccess is the address of a load or store of a nest: Base + Off + Scale times the sum of Index, Base being invariant in the
// outer loop. Lane is how that sum differs between lanes.
type LaneAccess struct {
	Base       *ir.Value
	Index      []*Recipe
	Off, Scale int32
	Lane       Lane
}

// IsUniform says whether the recipe yields one scalar for all lanes.
func (r *Recipe) IsUniform() bool {
	f := kinds[r.Kind].flags
	return f&scalar != 0 || f&laneScalar != 0 && r.Lane.Kind == LaneUniform
}

// updated says whether r is a phi of the vector loop whose argument is its update, at the end of a vector iteration.
func (r *Recipe) updated() bool { return r.is(accumulates) }

// uses calls do for everything r is made from.
func (r *Recipe) uses(do func(*Recipe)) {
	for _, a := range r.Args {
		if a != nil {
			do(a)
		}
	}
	if r.Mask != nil {
		do(r.Mask)
	}
}

// memElem is the element that a load or store moves.
func (r *Recipe) memElem() ir.Elem {
	if r.is(isStore) {
		return r.V.StoredValue().Type.Elem
	}
	return r.Elem
}

// String prints one recipe.
func (r *Recipe) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%-12s", r.Kind)
	if r.Elem != ir.Void {
		fmt.Fprintf(&s, " r%d %s", r.ID, r.Elem)
	} else {
		fmt.Fprintf(&s, " r%d", r.ID)
	}
	if r.V != nil {
		fmt.Fprintf(&s, " %s %s", r.V.Op, r.V)
	}
	for _, a := range r.Args {
		if a == nil {
			s.WriteString(" -")
			continue
		}
		fmt.Fprintf(&s, " r%d", a.ID)
	}
	if r.Mask != nil {
		fmt.Fprintf(&s, " if r%d", r.Mask.ID)
	}
	if note := kinds[r.Kind].note; note != nil {
		s.WriteString(note(r))
	}
	return s.String()
}

// phiNote names the operation of a phi.
func phiNote(r *Recipe) string { return fmt.Sprintf(" [%s]", r.Phi.Op) }
