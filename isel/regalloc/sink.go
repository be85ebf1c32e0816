package regalloc

// Stores of spilled values stand right behind the definition, where the value is sure to be in its register. A value
// that is only reloaded on some rare path, or not reloaded before a branch that leaves early, is better stored on the
// way to the reloads: at the start of a block that dominates all of them, runs less often than the definition, and
// finds the value in a register. A block that runs once for a call with much work and not at all for one with little is
// what counts most: arguments are loaded at entry, where every store is one more for the calls that need none.

// reloaded notes that v is fetched from its slot in the block at hand, or on an edge out of it.
func (a *allocator) reloaded(v int32) {
	if d := a.val[v].reload; d < 0 {
		a.val[v].reload = a.b
	} else {
		a.val[v].reload = a.commonDominator(d, a.b)
	}
}

// commonDominator is the last block on every path to x and to y.
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

// sink finds the place for the store of v: the least frequent block between the definition and the reloads, the first
// of equals, and the register that has v at its start; false if that is no better than the definition.
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

// slotUsers counts the values of each slot: one that is shared has to be filled at the definition, where nobody else
// uses it.
func (a *allocator) slotUsers() []int32 {
	n := make([]int32, len(a.f.Slots)+1)
	for i := range a.val {
		n[a.val[i].slot]++
	}
	return n
}
