package regalloc

import (
	"testing"

	"hotloop/isel/mach"
)

// TestCycleThroughSlot: the content that is saved to open a cycle is as large as the value that is read from it, which
// the value that overwrites it need not be.
func TestCycleThroughSlot(t *testing.T) {
	const small, large, reg, slot = 0, 1, mach.Reg(3), 1
	f := &mach.Func{VRegs: []mach.VReg{{Class: mach.Vec, Size: 16}, {Class: mach.Vec, Size: 64}}, Slots: []mach.Slot{{Size: 64, Align: 64}}}
	a := &allocator{f: f, res: &Result{}}
	ms := []move{{v: small, dst: reg, src: mach.NoReg, srcSlot: slot}, {v: large, dst: mach.NoReg, dstSlot: slot, src: reg}}
	keep := mach.RegSet(0)
	if n := a.breakCycle(ms, &keep); n != 0 {
		t.Fatalf("%d moves are finished", n)
	}
	if len(a.edgeIn) != 1 || a.edgeIn[0].Size != 64 || f.Slots[len(f.Slots)-1].Size != 64 {
		t.Errorf("64 bytes are saved by %+v in %+v", a.edgeIn, f.Slots)
	}
	if ms[1].src != mach.NoReg || ms[1].srcSlot != int32(len(f.Slots)) {
		t.Errorf("the saved content is read from %+v", ms[1])
	}
}
