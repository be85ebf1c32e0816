package regalloc

import "hotloop/isel/mach"

// put says that register r, free so far or taken, holds v.
func (a *allocator) put(v int32, r mach.Reg) {
	a.regs[r.Num()] = v
	a.held |= mach.SetOf(r)
	a.loc[v] = r
	a.lastR[v] = r
	a.free &^= mach.SetOf(r)
	a.res.Used |= mach.SetOf(r)
}

// drop takes v out of its register. If v is needed again it will be found in memory.
func (a *allocator) drop(v int32) {
	r := a.loc[v]
	a.loc[v] = mach.NoReg
	a.regs[r.Num()] = -1
	a.held &^= mach.SetOf(r)
	a.free |= mach.SetOf(r)
}

// take reserves free register r until the end of the instruction.
func (a *allocator) take(r mach.Reg) {
	a.regs[r.Num()] = taken
	a.held &^= mach.SetOf(r)
	a.free &^= mach.SetOf(r)
	a.temps |= mach.SetOf(r)
	a.res.Used |= mach.SetOf(r)
}

func (a *allocator) emit(in mach.Inst) { a.emitOrigin(in, -1) }

// emit appends an instruction of the allocator's own, emitOrigin one that was number idx of its block.
func (a *allocator) emitOrigin(in mach.Inst, idx int32) {
	a.out = append(a.out, in)
	if a.opt.Trace {
		a.origin = append(a.origin, idx)
	}
}

// copyInst moves a value to another register; the emitter knows what moves registers of a class.
func copyInst(v *mach.VReg, dst, src mach.Reg) mach.Inst {
	return mach.Inst{Pseudo: mach.Copy, N: 2, Size: v.Size, Regs: [mach.MaxOperands]mach.Reg{dst, src}, MemPos: -1}
}

// loadInst makes v in r out of nothing: by its Remat or from its slot.
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

// bring puts the value v into r as well, from where it is.
func (a *allocator) bring(v int32, r mach.Reg) {
	if s := a.loc[v]; s != mach.NoReg {
		a.res.Copies++
		a.emit(copyInst(a.vr(v), r, s))
		return
	}
	a.emit(a.loadInst(v, r))
	a.res.Used |= mach.SetOf(r)
}

// relocate moves v to another register out of allowed and not in forbid. If none is free, v goes to memory, unless it
// must stay in a register: then somebody else does.
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
	a.emit(copyInst(a.vr(v), r, a.loc[v]))
	a.drop(v)
	a.put(v, r)
}

// pick finds a register for v, a free one or that of the value needed last, which then loses it.
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

// pickFree finds a free register for v: the one hinted at; else not one that fixed operands or the parameters of the
// loop around will want back; else any.
func (a *allocator) pickFree(v int32, allowed mach.RegSet, hint mach.Reg) mach.Reg {
	free := a.free & allowed
	if free == 0 {
		return mach.NoReg
	}
	if hint != mach.NoReg && free.Has(hint) {
		return hint
	}
	for _, s := range [...]mach.RegSet{
		free & a.prefer[v] &^ (a.avoid | a.late),
		free & a.prefer[v] &^ a.late,
		free & a.prefer[v] &^ a.avoid,
		free &^ (a.avoid | a.late),
		free &^ a.late,
		free,
	} {
		if s != 0 {
			return s.First()
		}
	}
	return mach.NoReg
}

// victim is the register out of s whose value can best do without, NoReg if none holds a value.
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

// score grows with the distance of v's next use. A value counts double if losing it costs no store in this loop: it has
// its slot already, is made again, or was defined outside.
func (a *allocator) score(v int32) uint32 {
	h := a.head[v]
	if h < 0 {
		return never
	}
	d := min(a.links[h].at-a.at, never/4)
	if a.slot[v] != 0 || a.vr(v).Remat != nil {
		return 2 * d
	}
	if b := a.defB[v]; b >= 0 && a.cfg.Depth[b] < a.cfg.Depth[a.b] {
		return 2 * d
	}
	return d
}

// wanted is the register in which v would need no move later: that of the parameter it becomes, followed through
// results that will be tied to it, or that of a fixed operand.
func (a *allocator) wanted(v int32) mach.Reg {
	const far = 8
	for i, u := 0, v; i < far && u >= 0; i++ {
		if u != v && a.bits[u]&isParam != 0 {
			return a.lastR[u]
		}
		if r := a.hintR[u]; r != mach.NoReg {
			return r
		}
		u = a.hintV[u]
	}
	return mach.NoReg
}
