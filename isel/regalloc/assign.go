package regalloc

import (
	"math/bits"

	"hotloop/isel/mach"
)

// opnd is a source of the instruction at hand.
type opnd struct {
	v       int32
	at      *mach.Reg // where the instruction names it; nil for a tied source
	fixed   mach.Reg
	allowed mach.RegSet
	kill    bool // the instruction destroys the register
	tied    int8 // index of the result in the same register, -1 if none
	early   bool
}

const taken = -2 // in regs: by a copy that only this instruction sees

// block allocates one block.
func (a *allocator) block(bi int32) {
	b := a.f.Blocks[bi]
	a.b, a.first[bi] = bi, int32(len(a.out))
	for i := range a.regs {
		a.regs[i] = -1
	}
	a.held = 0
	a.free = a.all[mach.GP] | a.all[mach.Vec] | a.all[mach.Mask]
	a.chain(b)
	a.enter(b)
	for i := range b.Insts {
		a.at = uint32(i)
		a.inst(&b.Insts[i], int32(i))
		if a.fail != nil {
			return
		}
	}
	a.finish(bi) // behind the terminator, which may have made room for a source of its own (CBNZ)
	a.term[bi] = int32(len(a.out)) - 1
	for s := a.held; s != 0; s &= s - 1 {
		v := a.regs[s.First().Num()]
		a.loc[v] = 0
		a.head[v] = -1
	}
	members(a.liveOut(bi), func(v int32) { a.head[v] = -1 })
}

// finish notes where everything is at the end of the block.
func (a *allocator) finish(bi int32) {
	lo := len(a.starts)
	out := a.liveOut(bi)
	for s := a.held; s != 0; s &= s - 1 {
		if v := a.regs[s.First().Num()]; has(out, v) {
			a.starts = append(a.starts, place{v, s.First()})
		}
	}
	a.end[bi] = a.starts[lo:len(a.starts):len(a.starts)]
}

// chain builds the lists of uses, walking up the block, and on the way lets commutative instructions destroy the source
// that is not needed any more.
func (a *allocator) chain(b *mach.Block) {
	a.links = a.links[:0]
	n := uint32(len(b.Insts))
	bi := a.b
	a.outDistances(bi)
	for i, w := range a.liveOut(bi) {
		for ; w != 0; w &= w - 1 {
			v := int32(i<<6 + bits.TrailingZeros64(w))
			d := uint32(0)
			if a.tight {
				d = a.dist[v]
			}
			a.push(v, n+d)
		}
	}
	for i := len(b.Insts) - 1; i >= 0; i-- {
		in := &b.Insts[i]
		d := mach.DescOf(a.isa, in)
		if d.Flags&mach.Commutes != 0 && in.Tied != mach.NoReg {
			a.commute(d, in)
		}
		for _, v := range a.usesOf(bi, int32(i)) {
			a.push(v, uint32(i))
		}
	}
}

// push enters a use of v. Instructions come from the last to the first, so that the list starts with the next use;
// two operands of one instruction are one use.
func (a *allocator) push(v int32, at uint32) {
	h := a.head[v]
	if h >= 0 && a.links[h].at == at {
		return
	}
	a.head[v] = int32(len(a.links))
	a.links = append(a.links, use{at, h})
}

// commute ties the result to a source that dies here, and if there is a choice to the parameter it will become.
func (a *allocator) commute(d *mach.Desc, in *mach.Inst) {
	want := a.hintV[num(in.Regs[0])]
	tiedLives := a.head[num(in.Tied)] >= 0
	if num(in.Tied) == want && !tiedLives {
		return
	}
	best := -1
	for j := uint8(1); j < in.N; j++ {
		r := in.Regs[j]
		if r == mach.NoReg || in.IsMem(j) || d.Roles[j].Access != mach.Use || a.head[num(r)] >= 0 {
			continue
		}
		if num(r) == want {
			best = int(j)
			break
		}
		if tiedLives && best < 0 {
			best = int(j)
		}
	}
	if best > 0 {
		a.isa.Commute(in, best)
	}
}

// inst allocates one instruction: sources, tied results, other results, in that order.
func (a *allocator) inst(src *mach.Inst, idx int32) {
	d := mach.DescOf(a.isa, src)
	a.src = src
	cur := &a.work
	*cur = *src
	cur.Tied, cur.Tied2 = mach.NoReg, mach.NoReg
	if src.Pseudo == mach.Poll {
		cur.Imm = int64(len(a.res.Polls))
		live := make([]Live, 0, a.held.Len())
		for s := a.held; s != 0; s &= s - 1 {
			live = append(live, Live{s.First(), vreg(a.regs[s.First().Num()])})
		}
		a.res.Polls = append(a.res.Polls, Poll{live})
		a.emitOrigin(*cur, idx)
		return
	}
	a.gather(d, src, cur)
	var fixed mach.RegSet // registers that operands insist on
	for i := range a.ops {
		fixed |= mach.SetOf(a.ops[i].fixed)
	}
	for j := range src.N {
		fixed |= mach.SetOf(d.Roles[j].Fixed)
	}
	fixed |= d.Clobber
	// Every source in a register already is safe from being evicted for another.
	pinned := fixed
	for i := range a.ops {
		pinned |= mach.SetOf(a.loc[a.ops[i].v])
	}
	var result [mach.MaxOperands]mach.Reg // of tied results
	if fixed != 0 {
		a.fixedSources(d, src, fixed, &pinned, &result)
		pinned = fixed
		for i := range a.ops {
			pinned |= mach.SetOf(a.loc[a.ops[i].v])
		}
	}
	a.sources(fixed, &pinned, &result)
	if a.fail != nil {
		return
	}

	early := false
	for j := range src.N {
		early = early || d.Roles[j].Early
	}
	if !early {
		a.release(&result, src)
	}
	a.results(d, src, cur, pinned, early, &result)
	if early {
		a.release(&result, src)
	}
	a.emitOrigin(*cur, idx)
	for j := range src.N {
		r := src.Regs[j]
		if r == mach.NoReg || src.IsMem(j) || !src.IsDef(d, j) {
			continue
		}
		v := num(r)
		a.defEnd[v], a.defR[v] = int32(len(a.out)), a.loc[v]
		if a.head[v] < 0 {
			a.drop(v)
		}
	}
	for ; a.temps != 0; a.temps &= a.temps - 1 {
		if r := a.temps.First(); a.regs[r.Num()] == taken {
			a.regs[r.Num()] = -1
			a.free |= mach.SetOf(r)
		}
	}
}

// gather lists the sources of src; cur is the copy that gets registers.
func (a *allocator) gather(d *mach.Desc, src, cur *mach.Inst) {
	a.ops = a.ops[:0]
	for j := range src.N {
		r := src.Regs[j]
		if r == mach.NoReg || src.IsMem(j) || !src.IsUse(d, j) {
			continue
		}
		role := &d.Roles[j]
		a.ops = append(a.ops, opnd{v: num(r), at: &cur.Regs[j], fixed: role.Fixed, kill: role.Access == mach.UseDef,
			tied: -1, early: role.Early})
	}
	if src.Tied != mach.NoReg {
		a.ops = append(a.ops, opnd{v: num(src.Tied), fixed: d.Roles[0].Fixed, tied: 0, early: d.Roles[0].Early})
	}
	if src.Tied2 != mach.NoReg {
		for j := uint8(1); j < src.N; j++ {
			if d.Roles[j].Access == mach.UseDef && !src.IsMem(j) {
				a.ops = append(a.ops, opnd{v: num(src.Tied2), fixed: d.Roles[j].Fixed, tied: int8(j),
					early: d.Roles[j].Early})
				break
			}
		}
	}
	if src.Mask != mach.NoReg {
		a.ops = append(a.ops, opnd{v: num(src.Mask), at: &cur.Mask, kill: d.Flags&mach.ClobbersMask != 0, tied: -1})
	}
	if src.Mem.Base != mach.NoReg {
		a.ops = append(a.ops, opnd{v: num(src.Mem.Base), at: &cur.Mem.Base, tied: -1})
	}
	if src.Mem.Index != mach.NoReg {
		a.ops = append(a.ops, opnd{v: num(src.Mem.Index), at: &cur.Mem.Index, tied: -1})
	}
	for i, r := range src.ArgRegs() {
		a.ops = append(a.ops, opnd{v: num(r), at: &cur.Args[i], tied: -1})
	}
	for i := range a.ops {
		o := &a.ops[i]
		c := a.vr(o.v).Class
		o.allowed = a.all[c]
		if s := d.Allowed[c]; s != 0 {
			o.allowed &= s
		}
		// This use is over; from now on head is the next one.
		if h := a.head[o.v]; h >= 0 && a.links[h].at == a.at {
			a.head[o.v] = a.links[h].next
		}
	}
}

// fixedSources empties the registers that operands insist on, and brings the fixed sources there.
func (a *allocator) fixedSources(d *mach.Desc, src *mach.Inst, fixed mach.RegSet, pinned *mach.RegSet,
	result *[mach.MaxOperands]mach.Reg) {
	var there mach.RegSet // registers that hold their source, although it lives elsewhere from now on
	for s := fixed; s != 0; s &= s - 1 {
		r := s.First()
		v := a.regs[r.Num()]
		if v < 0 {
			continue
		}
		needed, source, mine := a.head[v] >= 0, false, false
		for i := range a.ops {
			source = source || a.ops[i].v == v
			mine = mine || a.ops[i].v == v && a.ops[i].fixed == r
		}
		switch {
		case mine && !(needed && a.destroys(d, src, r)):
		case needed || source:
			a.relocate(v, a.all[a.vr(v).Class]&^fixed, fixed|*pinned, source && !mine)
			*pinned |= mach.SetOf(a.loc[v])
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
		if a.loc[o.v] != r && !there.Has(r) {
			if a.regs[r.Num()] != -1 {
				a.errorf("two sources for one register")
				return
			}
			a.bring(o.v, r)
			switch {
			case a.head[o.v] >= 0 && a.destroys(d, src, r), fixed.Has(a.loc[o.v]):
				a.take(r)
			default:
				if a.loc[o.v] != mach.NoReg {
					a.drop(o.v)
				}
				a.put(o.v, r)
			}
		}
		if o.tied >= 0 {
			result[o.tied] = r
		} else {
			*o.at = r
		}
	}
}

// destroys says whether src changes register r.
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

// sources brings the other sources into registers, and finds registers for the results tied to them.
func (a *allocator) sources(fixed mach.RegSet, pinned *mach.RegSet, result *[mach.MaxOperands]mach.Reg) {
	for i := range a.ops {
		o := &a.ops[i]
		if o.fixed != mach.NoReg {
			continue
		}
		if r := a.loc[o.v]; r == mach.NoReg {
			r = a.pick(o.v, o.allowed, *pinned, a.home[o.v])
			if r == mach.NoReg {
				a.errorf("no register for a source")
				return
			}
			a.bring(o.v, r)
			a.put(o.v, r)
		} else if !o.allowed.Has(r) {
			a.relocate(o.v, o.allowed&^fixed, *pinned, true)
		}
		*pinned |= mach.SetOf(a.loc[o.v])
		if o.at != nil {
			*o.at = a.loc[o.v]
		}
	}
	for i := range a.ops {
		o := &a.ops[i]
		if o.fixed != mach.NoReg || o.tied < 0 && !o.kill {
			continue
		}
		r := a.loc[o.v]
		// The register may be overwritten if nobody needs its value any more: no later use, no other operand that an
		// early write or a second overwrite would hurt.
		if a.head[o.v] < 0 && !a.overlaps(i) {
			if o.tied >= 0 {
				result[o.tied] = r
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
			if a.head[o.v] >= 0 && !a.overlaps(i) && (victim == mach.NoReg ||
				a.score(o.v) >= a.score(a.regs[victim.Num()])) {
				// Everything else is needed sooner: the value goes to memory.
				a.drop(o.v)
				a.take(r)
				if o.tied >= 0 {
					result[o.tied] = r
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
		a.emit(copyInst(a.vr(o.v), t, r))
		if o.tied >= 0 && want == r && !o.early && !a.overlaps(i) {
			// The result belongs where the source is: the source moves.
			a.drop(o.v)
			a.put(o.v, t)
			a.take(r)
			result[o.tied] = r
		} else {
			a.take(t)
			if o.tied >= 0 {
				result[o.tied] = t
			} else {
				*o.at = t
			}
		}
		*pinned |= mach.SetOf(t)
	}
}

// overlaps says whether overwriting source i's register would hurt another operand of the instruction: if it is early,
// any that reads the same value, else one that overwrites it too.
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

// release frees the registers of sources that die here, except those that results have taken over.
func (a *allocator) release(result *[mach.MaxOperands]mach.Reg, src *mach.Inst) {
	var over mach.RegSet
	for _, r := range result {
		over |= mach.SetOf(r)
	}
	for i := range a.ops {
		v := a.ops[i].v
		if r := a.loc[v]; r != mach.NoReg && a.head[v] < 0 {
			a.drop(v)
			if over.Has(r) {
				a.take(r)
			}
		}
	}
}

// results gives registers to the results.
func (a *allocator) results(d *mach.Desc, src, cur *mach.Inst, pinned mach.RegSet, early bool, result *[mach.MaxOperands]mach.Reg) {
	var claimed mach.RegSet
	for _, r := range result {
		claimed |= mach.SetOf(r)
	}
	for j := range src.N {
		claimed |= mach.SetOf(d.Roles[j].Fixed)
	}
	for j := range src.N {
		r := src.Regs[j]
		if r == mach.NoReg || src.IsMem(j) || !src.IsDef(d, j) {
			continue
		}
		v := num(r)
		at := result[j]
		switch {
		case at != mach.NoReg:
			if w := a.regs[at.Num()]; w >= 0 {
				// The source is still there: it dies here, or sits in memory too.
				a.drop(w)
			}
		case d.Roles[j].Fixed != mach.NoReg:
			at = d.Roles[j].Fixed
			if w := a.regs[at.Num()]; w >= 0 {
				a.drop(w)
			}
		default:
			c := a.vr(v).Class
			allowed := a.all[c]
			if s := d.Allowed[c]; s != 0 {
				allowed &= s
			}
			forbid := claimed
			if early {
				forbid |= pinned
			}
			at = a.pick(v, allowed, forbid, a.wanted(v))
			if at == mach.NoReg {
				a.errorf("no register for a result")
				return
			}
		}
		claimed |= mach.SetOf(at)
		a.put(v, at)
		cur.Regs[j] = at
		a.defB[v] = a.b
		// A result that becomes a parameter kept in memory may use its slot at once, see slotOf.
		if p := a.hintV[v]; p >= 0 && a.bits[p]&(inMemory|isParam) == inMemory|isParam && a.head[p] < 0 &&
			!has(a.liveOut(a.b), p) &&
			a.vr(p).Size == a.vr(v).Size && a.soleBackEdge(a.defB[p]) {
			a.bits[v] |= mayShare
		}
	}
}

// soleBackEdge says whether one edge alone leads back to header h, and the block at hand is in that loop.
func (a *allocator) soleBackEdge(h int32) bool {
	n := 0
	for _, p := range a.f.Blocks[h].Preds {
		if a.cfg.Pos[p.ID] >= 0 && a.cfg.IsBackEdge(int32(p.ID), h) {
			n++
		}
	}
	return n == 1 && a.cfg.InLoop(a.b, h)
}
