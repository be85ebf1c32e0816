package regalloc

import (
	"math/bits"
	"slices"

	"hotloop/isel/mach"
)

// opnd is a source of the current instruction.
type opnd struct {
	v       int32
	at      *mach.Reg // where the instruction names it; nil for a tied source
	fixed   mach.Reg
	allowed mach.RegSet
	kill    bool // the instruction destroys the register
	tied    int8 // index of the result tied to it, -1 if none
	early   bool
}

// operands are the sources of the current instruction and their registers.
type operands struct {
	inRegs mach.RegSet                // registers of sources
	astray bool                       // some sources are not in registers
	dying  bool                       // some sources die at the instruction
	ops    []opnd                     // sources, if the instruction needs more than rename
	shared [mach.MaxOperands]mach.Reg // registers of tied results
	over   mach.RegSet                // shared as a set
}

const taken = -2 // in regs: holds a copy that only the current instruction uses

// block allocates one block.
func (a *allocator) block(bi int32) {
	b := a.f.Blocks[bi]
	a.b, a.blk[bi].first = bi, int32(len(a.out))
	a.chain(b)
	a.enter(b)
	base := a.base[bi]
	descs, roles := a.descs[base:a.base[bi+1]], a.roles[base:a.base[bi+1]]
	for i := range roles {
		a.at = int32(i)
		a.inst(&b.Insts[i], descs[i], &roles[i])
		if a.fail != nil {
			return
		}
	}
	a.finish(bi) // after the terminator, which may have evicted a value for its own source (CBNZ)
	a.blk[bi].term = int32(len(a.out)) - 1
}

// finish records the values in registers at the end of the block and frees the registers of values that are not
// live there (without a head).
func (a *allocator) finish(bi int32) {
	lo := len(a.starts)
	for s := a.held; s != 0; s &= s - 1 {
		r := s.First()
		if v := a.regs[r.Num()]; a.val[v].head >= 0 {
			a.starts = append(a.starts, place{v, r})
		} else {
			a.drop(v)
		}
	}
	a.blk[bi].end = a.starts[lo:len(a.starts):len(a.starts)]
	a.done = bi
}

// chain computes the next uses, walking up the block. It sets next, for each use, to the value's head after the
// instruction, and head to the value's first use in the block. Values that are not live in the block keep a head
// from an earlier block. During the walk, commutative instructions are changed to overwrite a source that dies.
func (a *allocator) chain(b *mach.Block) {
	bi, n := a.b, int32(len(b.Insts))
	val, uses, next := a.val, a.uses, a.next
	for _, v := range a.usesIn(bi) {
		val[v].head = noUse
	}
	a.outDistances(bi)
	for i, w := range a.liveOut(bi) {
		for ; w != 0; w &= w - 1 {
			v := i<<6 + bits.TrailingZeros64(w)
			d := int32(0)
			if a.tight {
				d = int32(min(a.dist[v], farthest))
			}
			val[v].head = n + d
		}
	}
	base := a.base[bi]
	end := a.useAt[base+n]
	for i := n - 1; i >= 0; i-- {
		if a.roles[base+i].traits&commutes != 0 {
			a.commute(&b.Insts[i], base+i)
		}
		use := a.useAt[base+i]
		for k := use; k < end; k++ {
			next[k] = val[uses[k]].head
		}
		for k := use; k < end; k++ { // two sources may be the same value
			val[uses[k]].head = i
		}
		end = use
	}
}

// commute ties the result to a source that dies here. If several do, it prefers the parameter that the result
// becomes.
func (a *allocator) commute(in *mach.Inst, g int32) {
	d := a.descs[g]
	want := a.val[num(in.Regs[0])].hintV
	tiedLives := a.val[num(in.Tied)].head >= 0
	if num(in.Tied) == want && !tiedLives {
		return
	}
	best := -1
	for j := uint8(1); j < in.N; j++ {
		r := in.Regs[j]
		if r == mach.NoReg || in.IsMem(j) || d.Roles[j].Access != mach.Use || a.val[num(r)].head >= 0 {
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
	if best > 0 && a.isa.Commute(in, best) {
		k := g - a.base[a.b]
		a.relist(a.isa, g, a.f.Blocks[a.b].Insts[k:k+1])
	}
}

// inst allocates one instruction: its sources, then tied results, then other results.
func (a *allocator) inst(src *mach.Inst, d *mach.Desc, o *roles) {
	if src.Pseudo == mach.Poll {
		a.poll(src)
		return
	}
	g := a.base[a.b] + a.at
	a.arrive(g)
	fixed := d.Fixed | d.Clobber
	pinned := fixed | a.inRegs
	plain := fixed == 0 && !a.astray && o.traits&(insists|writesOver) == 0
	if plain {
		a.emit(src, a.at)
	} else {
		a.src, a.work = src, *src
		a.gather(d, src, &a.work)
		if pinned = a.place(d, src, fixed, pinned); a.fail != nil {
			return
		}
		a.emit(&a.work, a.at)
	}
	cur := &a.out[len(a.out)-1]
	cur.Tied, cur.Tied2 = mach.NoReg, mach.NoReg
	if plain {
		a.rename(o.reads, cur)
	}
	early := d.Flags&mach.Early != 0
	if a.dying && !early {
		a.release(g)
	}
	if o.writes != 0 {
		a.results(d, o.writes, cur, pinned, early)
	}
	if a.dying && early {
		a.release(g)
	}
	for ; a.temps != 0; a.temps &= a.temps - 1 {
		if r := a.temps.First(); a.regs[r.Num()] == taken {
			a.regs[r.Num()] = -1
			a.free |= mach.SetOf(r)
		}
	}
}

// arrive locates the sources of instruction g and advances their heads past it.
func (a *allocator) arrive(g int32) {
	a.inRegs, a.astray, a.dying, a.over, a.shared = 0, false, false, 0, [mach.MaxOperands]mach.Reg{}
	val, uses, next := a.val, a.uses, a.next
	for k, end := a.useAt[g], a.useAt[g+1]; k < end; k++ {
		x := &val[uses[k]]
		x.head = next[k]
		a.dying = a.dying || x.head < 0
		a.astray = a.astray || x.loc == mach.NoReg
		a.inRegs |= mach.SetOf(x.loc)
	}
}

// rename rewrites the sources of a plain instruction: all are in registers, any register is allowed, and the
// instruction only reads them.
func (a *allocator) rename(reads uint8, cur *mach.Inst) {
	for ; reads != 0; reads &= reads - 1 {
		r := &cur.Regs[firstOf(reads)]
		*r = a.val[num(*r)].loc
	}
	if cur.Mask != mach.NoReg {
		cur.Mask = a.val[num(cur.Mask)].loc
	}
	if cur.Mem.Base != mach.NoReg {
		cur.Mem.Base = a.val[num(cur.Mem.Base)].loc
	}
	if cur.Mem.Index != mach.NoReg {
		cur.Mem.Index = a.val[num(cur.Mem.Index)].loc
	}
	for i, r := range cur.ArgRegs() {
		cur.Args[i] = a.val[num(r)].loc
	}
}

// poll records the values in registers.
func (a *allocator) poll(src *mach.Inst) {
	a.emit(src, a.at)
	a.out[len(a.out)-1].Imm = int64(len(a.res.Polls))
	from := len(a.res.lives)
	for s := a.held; s != 0; s &= s - 1 {
		a.res.lives = append(a.res.lives, Live{s.First(), vreg(a.regs[s.First().Num()])})
	}
	a.res.Polls = append(a.res.Polls, Poll{a.res.lives[from:len(a.res.lives):len(a.res.lives)]})
}

// release frees the registers of sources that die here, except those reused by results.
func (a *allocator) release(g int32) {
	for _, v := range a.usesOf(g) {
		x := &a.val[v]
		if r := x.loc; r != mach.NoReg && x.head < 0 {
			a.drop(v)
			if a.over.Has(r) {
				a.take(r)
			}
		}
	}
}

// results assigns registers to the results, the operands in writes.
func (a *allocator) results(d *mach.Desc, writes uint8, cur *mach.Inst, pinned mach.RegSet, early bool) {
	claimed := a.over | d.Fixed
	for ; writes != 0; writes &= writes - 1 {
		j := firstOf(writes)
		v := num(cur.Regs[j])
		x := &a.val[v]
		at := a.shared[j]
		switch {
		case at != mach.NoReg:
			if w := a.regs[at.Num()]; w >= 0 {
				// The source is still in the register: it dies here, or is also in memory.
				a.drop(w)
			}
		case d.Roles[j].Fixed != mach.NoReg:
			at = d.Roles[j].Fixed
			if w := a.regs[at.Num()]; w >= 0 {
				a.drop(w)
			}
		default:
			allowed := a.all[x.class]
			if s := d.Allowed[x.class]; s != 0 {
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
		x.defEnd, x.defR, x.defB = int32(len(a.out)), at, a.b
		// A result that becomes a parameter kept in memory may use the parameter's slot from the start; see
		// slotOf.
		if p := x.hintV; p >= 0 && a.val[p].bits&(inMemory|isParam) == inMemory|isParam && !a.needed(p) &&
			a.vr(p).Size == a.vr(v).Size && a.soleBackEdge(a.val[p].defB) {
			x.bits |= mayShare
		}
		if x.head < 0 {
			a.drop(v) // unused result
		}
	}
}

// needed reports whether v is live after the current instruction.
func (a *allocator) needed(v int32) bool {
	return has(a.liveOut(a.b), v) || slices.Contains(a.uses[a.useAt[a.base[a.b]+a.at+1]:a.useAt[a.base[a.b+1]]], v)
}

// soleBackEdge reports whether header h has exactly one back edge and the current block is in its loop.
func (a *allocator) soleBackEdge(h int32) bool {
	n := 0
	for _, p := range a.f.Blocks[h].Preds {
		if a.cfg.Pos[p.ID] >= 0 && a.cfg.IsBackEdge(int32(p.ID), h) {
			n++
		}
	}
	return n == 1 && a.cfg.InLoop(a.b, h)
}
