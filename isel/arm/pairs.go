package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
)

// Loads and stores of adjacent memory are combined into LDP or STP before scheduling:
//
//	ldr q2, [x10]; ldr q3, [x11]; ldr q4, [x10, #16]        ldp q2, q4, [x10]; ldr q3, [x11]
//
// A load moves up to an earlier one, and a store down to a later one. No store may be between two loads. Between two
// stores, only stores that cannot overlap the second one are allowed. The displacement must be a multiple of the size,
// since other pairs have no encoding.

// pairOps describes the pair of a single access.
type pairOps struct {
	op    arm64.Op
	bytes int
	size  uint8 // size operand of the pair
	store bool
}

var pairForms = map[arm64.Op]func(size uint8) pairOps{
	arm64.LDR:   func(size uint8) pairOps { return pairOps{arm64.LDP, int(size), size, false} },
	arm64.STR:   func(size uint8) pairOps { return pairOps{arm64.STP, int(size), size, true} },
	arm64.VLDR:  func(uint8) pairOps { return pairOps{arm64.VLDP, 16, 16, false} },
	arm64.VSTR:  func(uint8) pairOps { return pairOps{arm64.VSTP, 16, 16, true} },
	arm64.FLDRD: func(uint8) pairOps { return pairOps{arm64.VLDP, 8, 8, false} },
	arm64.FSTRD: func(uint8) pairOps { return pairOps{arm64.VSTP, 8, 8, true} },
	arm64.FLDRS: func(uint8) pairOps { return pairOps{arm64.FLDPS, 4, 16, false} },
	arm64.FSTRS: func(uint8) pairOps { return pairOps{arm64.FSTPS, 4, 16, true} },
}

// Finish pairs the accesses of all blocks if that is faster on the processor, and lets masked accesses use
// predicates directly.
func (l selector) Finish() {
	l.predicates()
	if !l.T.Tuning.PairAccesses {
		return
	}
	for _, b := range l.M.Blocks {
		l.pairBlock(b)
	}
}

// pairBlock pairs the accesses of a block.
func (l selector) pairBlock(b *mach.Block) {
	var loads, stores []int // candidates that have not been paired
	paired := false
	for i := range b.Insts {
		in := &b.Insts[i]
		single, ok := pairable(in)
		switch {
		case ok && single.store:
			loads = loads[:0]
			if j := findNeighbour(b, stores, in, single); j >= 0 {
				l.pair(in, &b.Insts[j], single)
				stores, paired = stores[:0], true
			} else {
				if !l.noAlias(b, stores, in, single.bytes) {
					stores = stores[:0]
				}
				stores = append(stores, i)
			}
		case ok:
			stores = stores[:0]
			if j := findNeighbour(b, loads, in, single); j >= 0 {
				l.pair(&b.Insts[j], in, single)
				paired = true
				for k, x := range loads {
					if x == j {
						loads = append(loads[:k], loads[k+1:]...)
						break
					}
				}
			} else {
				loads = append(loads, i)
			}
		case in.Pseudo == mach.NotPseudo && in.MemPos >= 0 && arm64.Op(in.Op) != arm64.ADR:
			stores = stores[:0]
			if l.Desc(in.Op).Roles[in.MemPos].Access != mach.Use {
				loads = loads[:0]
			}
		case in.Pseudo == mach.Poll || in.IsTerm() || in.Pseudo == mach.NotPseudo &&
			l.Desc(in.Op).Flags&mach.SideEffect != 0:
			loads, stores = loads[:0], stores[:0]
		}
	}
	if !paired {
		return
	}
	kept := b.Insts[:0]
	for _, in := range b.Insts {
		if in.Op != lower.NoOp || in.Pseudo != mach.NotPseudo {
			kept = append(kept, in)
		}
	}
	b.Insts = kept
}

// pairable reports whether in is an access that can be paired, and returns its pair.
func pairable(in *mach.Inst) (pairOps, bool) {
	if in.Pseudo != mach.NotPseudo || in.MemPos < 0 {
		return pairOps{}, false
	}
	f := pairForms[arm64.Op(in.Op)]
	if f == nil || in.Mem.Index != mach.NoReg || in.Mem.Const != 0 || in.Mem.Slot != 0 {
		return pairOps{}, false
	}
	return f(in.Size), true
}

// findNeighbour returns the listed instruction that accesses the memory directly before or after that of in, or
// -1.
func findNeighbour(b *mach.Block, list []int, in *mach.Inst, p pairOps) int {
	for k := len(list) - 1; k >= 0; k-- {
		x := &b.Insts[list[k]]
		lo := min(x.Mem.Disp, in.Mem.Disp)
		if x.Op != in.Op || x.Size != in.Size || x.Mem.Base != in.Mem.Base || x.Mem.Alias != in.Mem.Alias ||
			max(x.Mem.Disp, in.Mem.Disp)-lo != int32(p.bytes) {
			continue
		}
		if lo%int32(p.bytes) == 0 && lo >= -64*int32(p.bytes) && lo < 64*int32(p.bytes) {
			return list[k]
		}
	}
	return -1
}

// noAlias reports whether an access cannot overlap any of those listed. All must be relative to the same
// register.
func (l selector) noAlias(b *mach.Block, list []int, in *mach.Inst, bytes int) bool {
	for _, j := range list {
		x := &b.Insts[j]
		p, _ := pairable(x)
		if x.Mem.Base != in.Mem.Base || x.Mem.Disp+int32(p.bytes) > in.Mem.Disp &&
			in.Mem.Disp+int32(bytes) > x.Mem.Disp {
			return false
		}
	}
	return true
}

// pair replaces at by the pair of both and removes other.
func (l selector) pair(at, other *mach.Inst, p pairOps) {
	first, second := at, other
	if other.Mem.Disp < at.Mem.Disp {
		first, second = other, at
	}
	m := first.Mem
	x := mach.Inst{Op: uint16(p.op), Size: p.size, N: 3, MemPos: 2, Mem: m, Pos: at.Pos}
	x.Regs[0], x.Regs[1] = first.Regs[0], second.Regs[0]
	*other = mach.Inst{MemPos: -1}
	*at = x
}
