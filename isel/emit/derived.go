package emit

import (
	"fmt"

	"hotloop/isel/mach"
)

// CheckDerived verifies what package mach requires of frame addresses: no value computed from one is live across
// a poll unless it can be rematerialized. It runs on functions in SSA form if Options.Verify is set.
func CheckDerived(isa mach.ISA, f *mach.Func) error {
	derived := derivedRegs(isa, f)
	again := func(r mach.Reg) bool { return f.V(r).Remat != nil }
	live := make([]map[mach.Reg]bool, len(f.Blocks)) // at the start of a block
	for changed := true; changed; {
		changed = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			b := f.Blocks[i]
			now := map[mach.Reg]bool{}
			for _, e := range b.Succs {
				for r := range live[e.To.ID] {
					now[r] = true
				}
				for _, r := range e.Args {
					now[r] = true
				}
			}
			for j := len(b.Insts) - 1; j >= 0; j-- {
				in := &b.Insts[j]
				d := mach.DescOf(isa, in)
				mach.EachDef(d, in, func(r mach.Reg) { delete(now, r) })
				mach.EachUse(d, in, func(r mach.Reg) { now[r] = true })
				for r := range now {
					if in.Pseudo == mach.Poll && derived[r] && !again(r) {
						return fmt.Errorf("isel: %s: v%d, computed from an address in the frame, lives across a poll in %s",
							f.Name, r-mach.FirstVirtual, b.Name)
					}
				}
			}
			for _, r := range b.Params {
				delete(now, r)
			}
			if len(now) != len(live[b.ID]) {
				live[b.ID], changed = now, true
			}
		}
	}
	return nil
}

// derivedRegs returns the general registers that may hold a frame address: addresses of slots, and values derived
// from them by address computations, sums, copies, conditional moves and block parameters.
func derivedRegs(isa mach.ISA, f *mach.Func) map[mach.Reg]bool {
	derived := map[mach.Reg]bool{}
	for changed := true; changed; {
		n := len(derived)
		for _, b := range f.Blocks {
			for i := range b.Insts {
				in := &b.Insts[i]
				d := mach.DescOf(isa, in)
				from := false
				if d.Flags&mach.AddressOnly != 0 && in.MemPos >= 0 {
					from = in.Mem.Slot > 0
				}
				if in.MemPos < 0 || d.Flags&mach.AddressOnly != 0 { // a value loaded from the frame is not an address
					mach.EachUse(d, in, func(r mach.Reg) { from = from || derived[r] })
				}
				if from {
					mach.EachDef(d, in, func(r mach.Reg) {
						if f.V(r).Class == mach.GP {
							derived[r] = true
						}
					})
				}
			}
			for _, e := range b.Succs {
				for k, r := range e.Args {
					if derived[r] {
						derived[e.To.Params[k]] = true
					}
				}
			}
		}
		changed = len(derived) != n
	}
	return derived
}
