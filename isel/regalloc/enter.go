package regalloc

import (
	"cmp"
	"slices"

	"hotloop/isel/mach"
)

// candidate is a value that could start a block in a register.
type candidate struct {
	v    int32
	dist uint32
	r    mach.Reg // register it already has, NoReg if none
}

// enter decides which values the registers hold at the start of b. It follows the likeliest predecessor that is
// already allocated: values keep the registers they have at its end.
func (a *allocator) enter(b *mach.Block) {
	bi := a.b
	a.avoid = 0
	lo := len(a.starts)
	if len(b.Preds) == 0 {
		for _, p := range b.Params {
			if v := num(p); a.val[v].head >= 0 {
				a.put(v, a.isa.Entry())
				a.define(v)
			}
		}
	} else {
		a.model(b)
	}
	if h := a.cfg.Loop[bi]; h >= 0 {
		header := a.f.Blocks[h]
		for _, p := range header.Params {
			a.avoid |= mach.SetOf(a.val[num(p)].lastR)
		}
	}
	if a.blk[bi].start == nil {
		for s := a.held; s != 0; s &= s - 1 {
			r := s.First()
			a.starts = append(a.starts, place{a.regs[r.Num()], r})
		}
		a.blk[bi].start = a.starts[lo:len(a.starts):len(a.starts)]
	}
	if a.cfg.Loop[bi] == bi {
		for _, p := range a.blk[bi].start {
			a.val[p.v].home = p.r
		}
	}
}

// define records the position of v's definition. A spilled value is stored there, or farther down (see sink), not
// at each eviction.
func (a *allocator) define(v int32) {
	a.val[v].defEnd, a.val[v].defR, a.val[v].defB = int32(len(a.out)), a.val[v].loc, a.b
}

// likeliest returns the most frequent predecessor that is already allocated, -1 if none.
func (a *allocator) likeliest(b *mach.Block) int32 {
	if len(b.Preds) == 1 {
		return int32(b.Preds[0].ID)
	}
	best, freq := int32(-1), -1.0
	for _, p := range b.Preds {
		id := int32(p.ID)
		if a.cfg.Pos[id] < 0 || a.cfg.Pos[id] >= a.cfg.Pos[a.b] {
			continue
		}
		if p.Freq > freq || best < 0 {
			best, freq = id, p.Freq
		}
	}
	return best
}

// model takes over the registers at the end of the likeliest predecessor, except for values that are better kept
// in memory. At a loop header, live values in memory are also candidates, because a register throughout the loop
// may pay off. A block with a single predecessor keeps that predecessor's registers.
func (a *allocator) model(b *mach.Block) {
	bi := a.b
	pred := a.likeliest(b)
	in := a.liveIn(bi)
	if len(b.Preds) == 1 && len(b.Params) == 0 {
		a.resume(pred, in)
		if end := a.blk[pred].end; a.held.Len() == len(end) {
			a.blk[bi].start = end
		}
		return
	}
	a.cand = a.cand[:0]
	header := a.cfg.Loop[bi] == bi
	if a.tight {
		a.forget()
		a.candidates(b, pred, header)
	} else {
		// There are enough registers for all values, so none has to be chosen, and values stay in their
		// registers.
		a.resume(pred, in)
		if header {
			members(in, func(v int32) {
				if a.val[v].loc == mach.NoReg {
					a.cand = append(a.cand, candidate{v, 0, mach.NoReg})
				}
			})
		}
	}
	inReg := len(a.cand)
	args := a.edgeArgs(pred, bi)
	for i, p := range b.Params {
		v := num(p)
		if a.val[v].head < 0 {
			continue
		}
		c := candidate{v: v, r: a.endReg(pred, num(args[i]))}
		if a.tight {
			c.dist = a.paramDistances(bi)[i]
		}
		a.cand = append(a.cand, c)
	}
	if a.tight {
		if len(b.Preds) > 1 {
			a.choose(bi, header)
		} else if len(a.cand) > inReg {
			a.capacity()
		}
	}
	a.settle(b, in)
}

// resume restores the registers to their state at the end of block pred, without values that are not in in.
func (a *allocator) resume(pred int32, in []uint64) {
	if pred == a.done { // registers are unchanged since the end of pred
		for s := a.held; s != 0; s &= s - 1 {
			if v := a.regs[s.First().Num()]; !has(in, v) {
				a.drop(v)
			}
		}
		return
	}
	a.forget()
	for _, p := range a.blk[pred].end {
		if has(in, p.v) {
			a.put(p.v, p.r)
		}
	}
}

// candidates collects the values that are live at the start of b and in a register at the end of pred; at a
// header, also other live values.
func (a *allocator) candidates(b *mach.Block, pred int32, header bool) {
	bi := a.b
	in := a.liveIn(bi)
	for _, p := range a.blk[pred].end {
		if has(in, p.v) {
			a.cand = append(a.cand, candidate{p.v, 0, p.r})
		}
	}
	if len(b.Preds) == 1 {
		return
	}
	if inReg := len(a.cand); header {
		a.f.Took(len(in) * inReg)
		members(in, func(v int32) {
			for i := range a.cand[:inReg] {
				if a.cand[i].v == v {
					return
				}
			}
			a.cand = append(a.cand, candidate{v, 0, mach.NoReg})
		})
	}
	for i := range a.cand {
		a.cand[i].dist = a.far[a.rank(bi, a.cand[i].v)]
	}
}

// choose drops the candidates that are better kept in memory. In each class, the values with the nearest uses
// stay. At a header, values that the loop does not use stay only as far as the loop has registers to spare.
func (a *allocator) choose(bi int32, header bool) {
	// Insertion sort by distance: a few dozen candidates, partly sorted.
	c := a.cand
	if len(c) > 64 {
		slices.SortStableFunc(c, func(x, y candidate) int { return cmp.Compare(x.dist, y.dist) })
	}
	for i := 1; i < len(c); i++ {
		for j := i; j > 0 && c[j].dist < c[j-1].dist; j-- {
			c[j], c[j-1] = c[j-1], c[j]
		}
	}
	var spare [mach.NumClasses]int
	if header {
		most := &a.most[bi]
		for k := range spare {
			spare[k] = a.limit[k] - int(most[k])
		}
		members(a.liveIn(bi), func(v int32) {
			if a.far[a.rank(bi, v)] >= exitDistance {
				spare[a.val[v].class]++ // included in the pressure, but only provisionally
			}
		})
	}
	var n [mach.NumClasses]int
	in := a.liveIn(bi)
	keep := c[:0]
	for _, x := range c {
		k := a.val[x.v].class
		if n[k] >= a.limit[k] {
			continue
		}
		if header && x.dist >= exitDistance {
			if spare[k] <= 0 || x.r == mach.NoReg && has(in, x.v) {
				continue // a value in memory need not be reloaded before the loop rather than after it
			}
			spare[k]--
		}
		n[k]++
		keep = append(keep, x)
	}
	a.cand = keep
}

// capacity drops candidates beyond the number of registers. Candidates already in registers are dropped last.
func (a *allocator) capacity() {
	var n [mach.NumClasses]int
	keep := a.cand[:0]
	for _, x := range a.cand {
		if k := a.val[x.v].class; n[k] < a.limit[k] {
			n[k]++
			keep = append(keep, x)
		}
	}
	a.cand = keep
}

// settle assigns registers to the candidates: first to values that keep their register, then to parameters whose
// argument dies, then to the rest. Remaining parameters are kept in memory.
func (a *allocator) settle(b *mach.Block, in []uint64) {
	for i := range a.cand {
		c := &a.cand[i]
		if c.r != mach.NoReg && has(in, c.v) {
			a.put(c.v, c.r)
		}
	}
	for i := range a.cand {
		c := &a.cand[i]
		if a.val[c.v].loc == mach.NoReg && c.r != mach.NoReg && a.free.Has(c.r) && a.all[a.val[c.v].class].Has(c.r) {
			if w := a.wanted(c.v); w == mach.NoReg || w == c.r || !a.free.Has(w) {
				a.put(c.v, c.r)
			}
		}
	}
	for i := range a.cand {
		c := &a.cand[i]
		if a.val[c.v].loc == mach.NoReg {
			hint := a.val[c.v].home
			if hint == mach.NoReg {
				hint = a.wanted(c.v)
			}
			if r := a.pickFree(c.v, a.all[a.val[c.v].class], hint); r != mach.NoReg {
				a.put(c.v, r)
			}
		}
	}
	for _, p := range b.Params {
		v := num(p)
		switch {
		case a.val[v].head < 0:
		case a.val[v].loc != mach.NoReg:
			a.define(v)
		default:
			a.val[v].bits |= inMemory
			a.val[v].defB = a.b
			a.slotOf(v)
			a.blk[a.b].memParams = append(a.blk[a.b].memParams, v)
		}
	}
}

// edgeArgs returns the arguments on the first edge from block p to block s.
func (a *allocator) edgeArgs(p, s int32) []mach.Reg {
	for _, e := range a.f.Blocks[p].Succs {
		if int32(e.To.ID) == s {
			return e.Args
		}
	}
	return nil
}

// endReg returns the register of v at the end of block b.
func (a *allocator) endReg(b, v int32) mach.Reg {
	for _, p := range a.blk[b].end {
		if p.v == v {
			return p.r
		}
	}
	return mach.NoReg
}
