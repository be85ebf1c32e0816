package emit

import (
	"fmt"

	"hotloop/isel/mach"
)

// CheckDerived proves what package mach asks of addresses in the frame: nothing computed from one lives across a poll,
// unless it can be made again. It runs over functions in SSA form, where Options.Verify is set.
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

// derivedRegs are the general registers that may hold an address in the frame: slots' addresses, and what addresses,
// sums, copies, conditional moves and parameters make of them.
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
				if in.MemPos < 0 || d.Flags&mach.AddressOnly != 0 { // what is loaded from the frame is no address
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
