package arm

import (
	"testing"

	"hotloop/asm/arm64"
	"hotloop/isel/cost"
	"hotloop/isel/mach"
)

// TestCostOfLists checks that an instruction costs the same with any register list. For the back end, each list
// is a separate op.
func TestCostOfLists(t *testing.T) {
	isas := []*ISA{New()}
	for _, p := range processors {
		a := New()
		a.costs = p
		isas = append(isas, a)
	}
	for _, a := range isas {
		var want uint8
		var busy cost.Occupancy
		for k := range lists {
			in := mach.Inst{Op: uint16(arm64.VLD2S) + uint16(k)*uint16(arm64.NumOps), Size: 16, MemPos: -1}
			slots, b := a.Occupies(&in)
			if k == 0 {
				want, busy = slots, b
			}
			if slots != want || b != busy {
				t.Errorf("list %d takes %d slots and %v, the first %d and %v", k, slots, b, want, busy)
			}
		}
	}
}
