package regalloc

import "hotloop/isel/mach"

// place brings the sources to registers that the instruction can use. Registers that hold sources or that fixed
// operands need are pinned: they are not evicted for another source. place returns the pinned registers.
func (a *allocator) place(d *mach.Desc, src *mach.Inst, fixed, pinned mach.RegSet) mach.RegSet {
	if fixed != 0 {
		a.fixedSources(d, src, fixed, &pinned)
		pinned = fixed
		for i := range a.ops {
			pinned |= mach.SetOf(a.val[a.ops[i].v].loc)
		}
	}
	a.sources(fixed, &pinned)
	if a.fail == nil {
		a.overwritten(&pinned)
	}
	return pinned
}

// gather collects the sources of src; cur is the copy that gets registers.
func (a *allocator) gather(d *mach.Desc, src, cur *mach.Inst) {
	a.ops = a.ops[:0]
	for j := range src.N {
		r := src.Regs[j]
		if r == mach.NoReg || src.IsMem(j) || src.IsDef(d, j) {
			continue
		}
		role := &d.Roles[j]
		a.source(d, opnd{v: num(r), at: &cur.Regs[j], fixed: role.Fixed, kill: role.Access == mach.UseDef, tied: -1,
			early: role.Early})
	}
	if src.Tied != mach.NoReg {
		a.source(d, opnd{v: num(src.Tied), fixed: d.Roles[0].Fixed, tied: 0, early: d.Roles[0].Early})
	}
	if src.Tied2 != mach.NoReg {
		for j := uint8(1); j < src.N; j++ {
			if d.Roles[j].Access == mach.UseDef && !src.IsMem(j) {
				a.source(d, opnd{v: num(src.Tied2), fixed: d.Roles[j].Fixed, tied: int8(j), early: d.Roles[j].Early})
				break
			}
		}
	}
	if src.Mask != mach.NoReg {
		a.source(d, opnd{v: num(src.Mask), at: &cur.Mask, kill: d.Flags&mach.ClobbersMask != 0, tied: -1})
	}
	if src.Mem.Base != mach.NoReg {
		a.source(d, opnd{v: num(src.Mem.Base), at: &cur.Mem.Base, tied: -1})
	}
	if src.Mem.Index != mach.NoReg {
		a.source(d, opnd{v: num(src.Mem.Index), at: &cur.Mem.Index, tied: -1})
	}
	for i, r := range src.ArgRegs() {
		a.source(d, opnd{v: num(r), at: &cur.Args[i], tied: -1})
	}
}

// source appends one source to ops.
func (a *allocator) source(d *mach.Desc, o opnd) {
	c := a.val[o.v].class
	o.allowed = a.all[c]
	if s := d.Allowed[c]; s != 0 {
		o.allowed &= s
	}
	a.ops = append(a.ops, o)
}

// fixedSources vacates the registers that operands require and brings the fixed sources there.
func (a *allocator) fixedSources(d *mach.Desc, src *mach.Inst, fixed mach.RegSet, pinned *mach.RegSet) {
	var there mach.RegSet // registers that hold their source although its location is elsewhere from now on
	for s := fixed; s != 0; s &= s - 1 {
		r := s.First()
		v := a.regs[r.Num()]
		if v < 0 {
			continue
		}
		needed, source, mine := a.val[v].head >= 0, false, false
		for i := range a.ops {
			source = source || a.ops[i].v == v
			mine = mine || a.ops[i].v == v && a.ops[i].fixed == r
		}
		switch {
		case mine && !(needed && a.destroys(d, src, r)):
		case needed || source:
			a.relocate(v, a.all[a.vr(v).Class]&^fixed, fixed|*pinned, source && !mine)
			*pinned |= mach.SetOf(a.val[v].loc)
			if mine {
				a.take(r)
				there |= mach.SetOf(r)
			}
		default:
			a.drop(v)
		}
	}
	for i := range a.ops {
		o := &a.ops[i]
		r := o.fixed
		if r == mach.NoReg {
			continue
		}
		if a.val[o.v].loc != r && !there.Has(r) {
			if a.regs[r.Num()] != -1 {
				a.errorf("two sources are fixed to one register")
				return
			}
			a.bring(o.v, r)
			switch {
			case a.val[o.v].head >= 0 && a.destroys(d, src, r), fixed.Has(a.val[o.v].loc):
				a.take(r)
			default:
				if a.val[o.v].loc != mach.NoReg {
					a.drop(o.v)
				}
				a.put(o.v, r)
			}
		}
		if o.tied >= 0 {
			a.tie(o, r)
		} else {
			*o.at = r
		}
	}
}

// tie assigns register r to the result that o is tied to.
func (a *allocator) tie(o *opnd, r mach.Reg) {
	a.shared[o.tied] = r
	a.over |= mach.SetOf(r)
}

// destroys reports whether src changes register r.
func (a *allocator) destroys(d *mach.Desc, src *mach.Inst, r mach.Reg) bool {
	if d.Clobber.Has(r) {
		return true
	}
	for j := range src.N {
		if d.Roles[j].Fixed == r && d.Roles[j].Access&mach.Def != 0 {
			return true
		}
	}
	return false
}

// sources brings the other sources into registers.
func (a *allocator) sources(fixed mach.RegSet, pinned *mach.RegSet) {
	for i := range a.ops {
		o := &a.ops[i]
		if o.fixed != mach.NoReg {
			continue
		}
		if r := a.val[o.v].loc; r == mach.NoReg {
			r = a.pick(o.v, o.allowed, *pinned, a.val[o.v].home)
			if r == mach.NoReg {
				a.errorf("no register for a source")
				return
			}
			a.bring(o.v, r)
			a.put(o.v, r)
		} else if !o.allowed.Has(r) {
			a.relocate(o.v, o.allowed&^fixed, *pinned, true)
		}
		*pinned |= mach.SetOf(a.val[o.v].loc)
		if o.at != nil {
			*o.at = a.val[o.v].loc
		}
	}
}

// overwritten chooses registers for results tied to sources, and for sources that the instruction destroys.
func (a *allocator) overwritten(pinned *mach.RegSet) {
	for i := range a.ops {
		o := &a.ops[i]
		if o.fixed != mach.NoReg || o.tied < 0 && !o.kill {
			continue
		}
		r := a.val[o.v].loc
		// The register may be overwritten if its value dies here and no other operand would be affected by an
		// early write or a second overwrite.
		if a.val[o.v].head < 0 && !a.overlaps(i) {
			if o.tied >= 0 {
				a.tie(o, r)
			}
			continue
		}
		want := mach.NoReg
		if o.tied >= 0 {
			want = a.wanted(num(a.src.Regs[o.tied]))
		}
		t := a.pickFree(o.v, o.allowed&^*pinned, want)
		if t == mach.NoReg {
			victim := a.victim(o.allowed &^ *pinned)
			if a.val[o.v].head >= 0 && !a.overlaps(i) && (victim == mach.NoReg ||
				a.score(o.v) >= a.score(a.regs[victim.Num()])) {
				// All other values have nearer uses: this value stays in memory only.
				a.drop(o.v)
				a.take(r)
				if o.tied >= 0 {
					a.tie(o, r)
				}
				continue
			}
			if victim == mach.NoReg {
				a.errorf("no register for a copy")
				return
			}
			a.drop(a.regs[victim.Num()])
			t = victim
		}
		a.emitOwn(copyInst(a.vr(o.v), t, r))
		if o.tied >= 0 && want == r && !o.early && !a.overlaps(i) {
			// The result prefers the source's register: the source moves.
			a.drop(o.v)
			a.put(o.v, t)
			a.take(r)
			a.tie(o, r)
		} else {
			a.take(t)
			if o.tied >= 0 {
				a.tie(o, t)
			} else {
				*o.at = t
			}
		}
		*pinned |= mach.SetOf(t)
	}
}

// overlaps reports whether overwriting source i's register would affect another operand of the instruction: if
// source i is early, any operand that reads the same value; otherwise one that overwrites it as well.
func (a *allocator) overlaps(i int) bool {
	o := &a.ops[i]
	for j := range a.ops {
		p := &a.ops[j]
		if j == i || p.v != o.v {
			continue
		}
		if o.early || o.kill || p.kill || p.tied >= 0 && j < i || p.fixed != mach.NoReg && p.tied >= 0 {
			return true
		}
	}
	return false
}
