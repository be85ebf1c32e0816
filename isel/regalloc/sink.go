package regalloc

// A spilled value is normally stored right after its definition, where it is certainly in a register. If a value
// is only reloaded on a rare path, or not reloaded before an early exit, a later store is cheaper: at the start
// of a block that dominates all reloads, executes less often than the definition, and has the value in a
// register. This matters most for blocks that execute once per call with much work and not at all in calls with
// little. Arguments are loaded at entry, where every store is an extra cost for calls that do not need it.

// reloaded records that the current block, or an edge out of it, reloads v from its slot.
func (a *allocator) reloaded(v int32) {
	if d := a.val[v].reload; d < 0 {
		a.val[v].reload = a.b
	} else {
		a.val[v].reload = a.commonDominator(d, a.b)
	}
}

// commonDominator returns the nearest common dominator of x and y.
func (a *allocator) commonDominator(x, y int32) int32 {
	for x != y {
		if a.cfg.Pos[x] > a.cfg.Pos[y] {
			x = a.cfg.IDom[x]
		} else {
			y = a.cfg.IDom[y]
		}
	}
	return x
}

// sink chooses the place of v's store: the least frequent block between the definition and the reloads, the first
// of equals, and the register that holds v at its start. It returns false if that is no better than the
// definition.
func (a *allocator) sink(v int32) (store, bool) {
	def := a.val[v].defB
	best, freq := store{}, a.f.Blocks[def].Freq
	for b := a.val[v].reload; b >= 0 && b != def; b = a.cfg.IDom[b] {
		f := a.f.Blocks[b].Freq
		if f > freq || f == freq && best.r == 0 {
			continue
		}
		for _, p := range a.blk[b].start {
			if p.v == v {
				best, freq = store{a.blk[b].first, v, p.r}, f
			}
		}
	}
	return best, best.r != 0
}

// slotUsers counts the values of each slot. A shared slot must be stored at the definition, where no other value
// uses it.
func (a *allocator) slotUsers() []int32 {
	n := make([]int32, len(a.f.Slots)+1)
	for i := range a.val {
		n[a.val[i].slot]++
	}
	return n
}
