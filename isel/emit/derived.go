package emit

import "hotloop/isel/mach"

// crossing is a register that lives across a poll.
type crossing struct {
	reg   mach.Reg
	block *mach.Block
}

// liveAcrossPoll returns a register of the set that lives across a poll and cannot be rematerialized, or nil.
func liveAcrossPoll(isa mach.ISA, f *mach.Func, derived map[mach.Reg]bool) *crossing {
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
						return &crossing{r, b}
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

// derivedRegs returns the registers that may hold an address made by one of the given instructions, or a value
// derived from it by address computations, sums, copies, conditional moves and block parameters. The results of
// instructions for which number returns true are not addresses.
func derivedRegs(isa mach.ISA, f *mach.Func, makes, number func(*mach.Inst) bool) map[mach.Reg]bool {
	derived := map[mach.Reg]bool{}
	for changed := true; changed; {
		n := len(derived)
		for _, b := range f.Blocks {
			for i := range b.Insts {
				in := &b.Insts[i]
				d := mach.DescOf(isa, in)
				from := makes(in)
				if in.MemPos < 0 || d.Flags&mach.AddressOnly != 0 { // what is loaded is not derived from the address it is loaded from
					mach.EachUse(d, in, func(r mach.Reg) { from = from || derived[r] })
				}
				if from && !number(in) {
					mach.EachDef(d, in, func(r mach.Reg) { derived[r] = true })
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
