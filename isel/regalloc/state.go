package regalloc

import "hotloop/isel/mach"

// put records that register r, which was free or taken, holds v.
func (a *allocator) put(v int32, r mach.Reg) {
	s := mach.SetOf(r)
	a.regs[r.Num()] = v
	a.held |= s
	a.free &^= s
	a.used |= s
	x := &a.val[v]
	x.loc, x.lastR = r, r
}

// drop removes v from its register. A later use reloads it from memory.
func (a *allocator) drop(v int32) {
	r := a.val[v].loc
	s := mach.SetOf(r)
	a.val[v].loc = mach.NoReg
	a.regs[r.Num()] = -1
	a.held &^= s
	a.free |= s
}

// forget removes all values from registers.
func (a *allocator) forget() {
	for ; a.held != 0; a.held &= a.held - 1 {
		r := a.held.First()
		a.val[a.regs[r.Num()]].loc = mach.NoReg
		a.regs[r.Num()] = -1
	}
	a.free = a.all[mach.GP] | a.all[mach.Vec] | a.all[mach.Mask]
}

// take reserves the free register r until the end of the instruction.
func (a *allocator) take(r mach.Reg) {
	s := mach.SetOf(r)
	a.regs[r.Num()] = taken
	a.held &^= s
	a.free &^= s
	a.temps |= s
	a.used |= s
}

// emit appends the allocated form of instruction idx of the block; emitOwn appends an inserted instruction.
func (a *allocator) emit(in *mach.Inst, idx int32) {
	a.out = append(a.out, *in)
	if a.opt.Trace {
		a.origin = append(a.origin, idx)
	}
}

func (a *allocator) emitOwn(in mach.Inst) { a.emit(&in, -1) }

// copyInst returns a copy of a value to another register; the emitter selects the move instruction of the class.
func copyInst(v *mach.VReg, dst, src mach.Reg) mach.Inst {
	return mach.Inst{Pseudo: mach.Copy, N: 2, Size: v.Size, Regs: [mach.MaxOperands]mach.Reg{dst, src}, MemPos: -1}
}

// loadInst returns an instruction that loads v into r: its Remat, or a reload from its slot.
func (a *allocator) loadInst(v int32, r mach.Reg) mach.Inst {
	if m := a.vr(v).Remat; m != nil {
		a.res.Remats++
		in := *m
		in.Regs[0] = r
		return in
	}
	a.res.Reloads++
	a.reloaded(v)
	return mach.Inst{Pseudo: mach.Reload, N: 1, Size: a.vr(v).Size, Regs: [mach.MaxOperands]mach.Reg{r}, MemPos: -1,
		Mem: mach.Mem{Slot: a.slotOf(v)}}
}

// bring copies or loads the value v into r.
func (a *allocator) bring(v int32, r mach.Reg) {
	if s := a.val[v].loc; s != mach.NoReg {
		a.res.Copies++
		a.emitOwn(copyInst(a.vr(v), r, s))
		return
	}
	a.emitOwn(a.loadInst(v, r))
	a.used |= mach.SetOf(r)
}

// relocate moves v to another register in allowed and not in forbid. If none is free, v stays in memory only,
// unless must is set: then another value is evicted.
func (a *allocator) relocate(v int32, allowed, forbid mach.RegSet, must bool) {
	r := a.pickFree(v, allowed&^forbid, mach.NoReg)
	if r == mach.NoReg && must {
		if r = a.victim(allowed &^ forbid); r == mach.NoReg {
			a.errorf("no register to move to")
			return
		}
		a.drop(a.regs[r.Num()])
	}
	if r == mach.NoReg {
		a.drop(v)
		return
	}
	a.res.Copies++
	a.emitOwn(copyInst(a.vr(v), r, a.val[v].loc))
	a.drop(v)
	a.put(v, r)
}

// pick returns a register for v: a free one, or that of the value with the farthest next use, which is evicted.
func (a *allocator) pick(v int32, allowed, forbid mach.RegSet, hint mach.Reg) mach.Reg {
	if r := a.pickFree(v, allowed&^forbid, hint); r != mach.NoReg {
		return r
	}
	r := a.victim(allowed &^ forbid)
	if r != mach.NoReg {
		a.drop(a.regs[r.Num()])
	}
	return r
}

// pickFree returns a free register for v. It prefers the hinted register, then one that neither fixed operands
// nor the parameters of the enclosing loop need.
func (a *allocator) pickFree(v int32, allowed mach.RegSet, hint mach.Reg) mach.Reg {
	free := a.free & allowed
	if free == 0 {
		return mach.NoReg
	}
	if hint != mach.NoReg && free.Has(hint) {
		return hint
	}
	good := free & a.val[v].prefer
	switch {
	case good&^(a.avoid|a.late) != 0:
		free = good &^ (a.avoid | a.late)
	case good&^a.late != 0:
		free = good &^ a.late
	case good&^a.avoid != 0:
		free = good &^ a.avoid
	case free&^(a.avoid|a.late) != 0:
		free &^= a.avoid | a.late
	case free&^a.late != 0:
		free &^= a.late
	}
	return free.First()
}

// victim returns the register in s whose value has the highest score, NoReg if none holds a value.
func (a *allocator) victim(s mach.RegSet) mach.Reg {
	best, score := mach.NoReg, uint32(0)
	for ; s != 0; s &= s - 1 {
		r := s.First()
		v := a.regs[r.Num()]
		if v < 0 {
			continue
		}
		if x := a.score(v); best == mach.NoReg || x > score {
			best, score = r, x
		}
	}
	return best
}

// score returns the distance of v's next use. It counts double if evicting v costs no store in this loop: v has a
// slot, can be rematerialized, or was defined outside the loop.
func (a *allocator) score(v int32) uint32 {
	h := a.val[v].head
	if h < 0 {
		return never
	}
	d := min(uint32(h-a.at), never/4)
	if a.val[v].slot != 0 || a.vr(v).Remat != nil {
		return 2 * d
	}
	if b := a.val[v].defB; b >= 0 && a.cfg.Depth[b] < a.cfg.Depth[a.b] {
		return 2 * d
	}
	return d
}

// wanted is the register in which v would need no move later: that of the parameter it becomes, followed through
// results that will be tied to it, or that of a fixed operand.
func (a *allocator) wanted(v int32) mach.Reg {
	const far = 8
	for i, u := 0, v; i < far && u >= 0; i++ {
		if u != v && a.val[u].bits&isParam != 0 {
			return a.val[u].lastR
		}
		if r := a.val[u].hintR; r != mach.NoReg {
			return r
		}
		u = a.val[u].hintV
	}
	return mach.NoReg
}
