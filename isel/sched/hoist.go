package sched

import (
	"slices"

	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
)

// hoister moves loop-invariant instructions out of loops: halves of invariant vectors, shifted and inverted
// invariants, masks in general registers. The optimizer has already hoisted the invariants of its program; these
// ones appear when selection splits and expands operations for the processor.
//
//	Before, in the loop:      v9 = VPSRLQI v2, 32      v12 = VPMULUDQ v9, v11
//	After, before the loop:   v9 = VPSRLQI v2, 32
//
// Legal if the instruction only computes its result from registers and constants.
// Pays if the loop has a spare register for the result, or the result can take over that of a source without other
// uses, and if no instruction overwrites the result: such an instruction would need a copy in every iteration. The
// hoister starts at innermost loops and moves instructions outward as far as these conditions hold.
type hoister struct {
	isa   mach.ISA
	f     *mach.Func
	live  *regalloc.LiveSets
	limit [mach.NumClasses]int

	cfg    *mach.CFG
	home   []int32             // by value: the defining block
	uses   []int32             // by value: number of operands that use it
	kept   []bool              // by value: not to be hoisted: an instruction overwrites it, or it is a frame address
	nested []bool              // by block: a header of a loop that contains loops
	spare  map[int32]regCounts // by header
	moved  [][]mach.Inst       // by block: instructions to append
	made   map[madeAt]mach.Reg
	same   map[mach.Reg]mach.Reg // values that equal another one
}

// regCounts is the number of spare registers of each class in a loop.
type regCounts [mach.NumClasses]int

// madeAt is an instruction without its result, and its block.
type madeAt struct {
	in mach.Inst
	at int32
}

// spareRegs is the number of registers left to the scheduler, which runs afterwards.
const spareRegs = 1

// run hoists instructions and reports whether any moved.
func (h *hoister) run(isa mach.ISA, f *mach.Func, live *regalloc.LiveSets, limit [mach.NumClasses]int) bool {
	if !slices.ContainsFunc(f.Blocks, func(b *mach.Block) bool { return b.Header }) {
		return false
	}
	h.isa, h.f, h.limit, h.live, h.cfg = isa, f, limit, live, live.CFG()
	defer func() { h.isa, h.f, h.live, h.cfg = nil, nil, nil, nil }()
	if h.places(); !h.finds() {
		return false // nothing to hoist, as in most functions: skip look
	}
	h.look()
	h.moved = nil
	for _, i := range h.cfg.Order {
		b, loop := f.Blocks[i], h.cfg.Loop[i]
		if loop < 0 || h.nested[loop] || b.Cold {
			continue
		}
		f.Took(len(b.Insts))
		n := 0
		for k := range b.Insts {
			if in := &b.Insts[k]; h.movable(in) && h.invariant(in, loop) && h.take(*in, loop) {
				continue
			}
			if n < k {
				b.Insts[n] = b.Insts[k]
			}
			n++
		}
		b.Insts = b.Insts[:n]
	}
	if h.moved == nil {
		return false
	}
	h.place()
	return true
}

// places determines the defining block of each value and the loops that contain other loops.
func (h *hoister) places() {
	f := h.f
	h.home = grow(h.home, len(f.VRegs), -1)
	h.nested = slices.Grow(h.nested[:0], len(f.Blocks))[:len(f.Blocks)]
	clear(h.nested)
	for _, i := range h.cfg.Order {
		if o := h.cfg.Outer[i]; o >= 0 && h.cfg.Loop[i] == i {
			h.nested[o] = true
		}
		for _, r := range f.Blocks[i].Params {
			h.home[r-mach.FirstVirtual] = i
		}
		for _, v := range h.live.DefsIn(int(i)) {
			h.home[v] = i
		}
	}
}

// finds reports whether a loop has an instruction that may be hoisted, disregarding the uses of its operands.
func (h *hoister) finds() bool {
	for _, i := range h.cfg.Order {
		b, loop := h.f.Blocks[i], h.cfg.Loop[i]
		if loop < 0 || h.nested[loop] || b.Cold {
			continue
		}
		x := h.live.Lists(int(i), len(b.Insts))
		for k := range b.Insts {
			if h.invariantIn(x.Uses(int32(k), int32(k)+1), loop) && h.pure(mach.DescOf(h.isa, &b.Insts[k]), &b.Insts[k]) {
				return true
			}
		}
	}
	return false
}

// invariantIn reports whether sources is not empty and the loop defines none of them.
func (h *hoister) invariantIn(sources []int32, loop int32) bool {
	for _, v := range sources {
		if h.cfg.InLoop(h.home[v], loop) {
			return false
		}
	}
	return len(sources) > 0
}

// look determines the uses of values.
func (h *hoister) look() {
	f := h.f
	n := len(f.VRegs)
	h.uses = grow(h.uses, n, 0)
	h.kept = slices.Grow(h.kept[:0], n)[:n]
	for v := range f.VRegs {
		h.kept[v] = f.VRegs[v].FrameBased
	}
	for _, i := range h.cfg.Order {
		b := f.Blocks[i]
		x := h.live.Lists(int(i), len(b.Insts))
		for _, v := range x.Uses(0, int32(len(b.Insts))) {
			h.uses[v]++
		}
		for k := range b.Insts {
			in := &b.Insts[k]
			h.overwritten(mach.DescOf(h.isa, in), in)
		}
		for _, e := range b.Succs {
			for _, r := range e.Args {
				h.uses[r-mach.FirstVirtual]++
				// a value passed to a loop's parameter is the parameter's initial value: it would be copied
				h.kept[r-mach.FirstVirtual] = h.kept[r-mach.FirstVirtual] || e.To.Header
			}
		}
	}
}

// overwritten sets kept for the sources that in destroys.
func (h *hoister) overwritten(d *mach.Desc, in *mach.Inst) {
	keep := func(r mach.Reg) {
		if r != mach.NoReg {
			h.kept[r-mach.FirstVirtual] = true
		}
	}
	keep(in.Tied)
	keep(in.Tied2)
	if d.Flags&mach.ClobbersMask != 0 {
		keep(in.Mask)
	}
	for i := uint8(1); i < in.N; i++ {
		if d.Roles[i].Access == mach.UseDef && !in.IsMem(i) && in.Tied2 == mach.NoReg {
			keep(in.Regs[i])
		}
	}
}

// staysPut are the flags of Ops that are not hoisted.
const staysPut = mach.ReadsFlags | mach.WritesFlags | mach.SideEffect | mach.ClobbersMask | mach.AddressOnly

// pure reports whether in only computes its result from registers and constants.
func (h *hoister) pure(d *mach.Desc, in *mach.Inst) bool {
	return in.Pseudo == mach.NotPseudo && in.N > 0 && d.Flags&staysPut == 0 && d.Clobber == 0 && in.IsDef(d, 0) &&
		(in.MemPos < 0 || in.Mem.Const != 0 && in.Mem.Base == mach.NoReg)
}

// movable reports whether in may be moved.
func (h *hoister) movable(in *mach.Inst) bool {
	d := mach.DescOf(h.isa, in)
	if !h.pure(d, in) {
		return false
	}
	defs := 0
	mach.EachDef(d, in, func(r mach.Reg) {
		if defs++; h.kept[r-mach.FirstVirtual] {
			defs = 2
		}
	})
	if defs != 1 {
		return false
	}
	// A value computed from a frame address must not be live across a poll.
	for i := uint8(1); i < in.N; i++ {
		if d.Roles[i].Class == mach.GP && d.Roles[0].Class == mach.GP && d.Roles[i].RegW.Bytes(in.Size) > 4 {
			return false
		}
	}
	return true
}

// invariant reports whether in has sources and the loop with the given header defines none of them. An
// instruction without sources makes a constant, whose place selection has chosen.
func (h *hoister) invariant(in *mach.Inst, loop int32) bool {
	ok, sources := true, false
	mach.EachUse(mach.DescOf(h.isa, in), in, func(r mach.Reg) {
		v := h.f.V(r)
		sources = true
		ok = ok && !v.FrameBased && !h.cfg.InLoop(h.home[r-mach.FirstVirtual], loop)
	})
	return ok && sources
}

// take moves in out of the loop, and out of enclosing loops, if that is possible and pays.
func (h *hoister) take(in mach.Inst, loop int32) bool {
	if h.moved == nil {
		h.moved = make([][]mach.Inst, len(h.f.Blocks))
		h.spare, h.made, h.same = map[int32]regCounts{}, map[madeAt]mach.Reg{}, map[mach.Reg]mach.Reg{}
	}
	to := int32(-1)
	var out []int32 // loops that in leaves
	class, frees := h.f.V(in.Regs[0]).Class, 0
	mach.EachUse(mach.DescOf(h.isa, &in), &in, func(r mach.Reg) {
		if v := h.f.V(r); v.Class == class && v.Remat == nil && h.uses[r-mach.FirstVirtual] == 1 {
			frees = 1
		}
	})
	h.rename(&in)
	key := in
	key.Regs[0], key.Pos = mach.NoReg, 0
	for l := loop; l >= 0 && h.invariant(&in, l); l = h.cfg.Outer[l] {
		p := h.before(l)
		if p < 0 {
			break
		}
		if r, ok := h.made[madeAt{key, p}]; ok {
			h.same[in.Regs[0]] = r
			h.home[in.Regs[0]-mach.FirstVirtual] = p
			return true
		}
		if h.room(l)[class]+frees <= spareRegs {
			break
		}
		to, out = p, append(out, l)
	}
	if to < 0 {
		return false
	}
	for _, l := range out {
		n := h.room(l)
		n[class] += frees - 1
		h.spare[l] = n
	}
	h.made[madeAt{key, to}] = in.Regs[0]
	h.home[in.Regs[0]-mach.FirstVirtual] = to
	h.moved[to] = append(h.moved[to], in)
	return true
}

// before returns the block before a loop to which instructions can be appended, -1 if there is none.
func (h *hoister) before(loop int32) int32 {
	p := h.cfg.IDom[loop]
	if p < 0 || h.cfg.Loop[p] != h.cfg.Outer[loop] {
		return -1
	}
	return p
}

// room returns the number of spare registers of the loop.
func (h *hoister) room(loop int32) regCounts {
	n, ok := h.spare[loop]
	if !ok {
		n = h.limit
		h.f.Took(len(h.f.Blocks))
		for i, b := range h.f.Blocks {
			if b.Cold || h.cfg.Pos[i] < 0 || !h.cfg.InLoop(int32(i), loop) {
				continue
			}
			for c, p := range h.live.Pressure(i) {
				n[c] = min(n[c], h.limit[c]-p)
			}
		}
		for c, p := range h.live.Through(loop) {
			n[c] += p
		}
		h.spare[loop] = n
	}
	return n
}

// rename replaces the values that in reads by those they are equal to.
func (h *hoister) rename(in *mach.Inst) {
	if len(h.same) == 0 {
		return
	}
	put := func(r *mach.Reg) {
		if s, ok := h.same[*r]; ok {
			*r = s
		}
	}
	for _, r := range [...]*mach.Reg{&in.Tied, &in.Tied2, &in.Mask, &in.Mem.Base, &in.Mem.Index} {
		put(r)
	}
	for i := range in.Args {
		put(&in.Args[i])
	}
	for i := range in.Regs {
		put(&in.Regs[i])
	}
}

// place appends the hoisted instructions to the blocks before the loops. They do not change flags, so a
// comparison can stay next to its branch.
func (h *hoister) place() {
	for i, b := range h.f.Blocks {
		if ins := h.moved[i]; len(ins) > 0 {
			at := len(b.Insts) - 1
			if at > 0 && mach.DescOf(h.isa, &b.Insts[at]).Flags&mach.ReadsFlags != 0 {
				if c := &b.Insts[at-1]; mach.DescOf(h.isa, c).Flags&mach.WritesFlags != 0 && c.Pseudo == mach.NotPseudo &&
					!c.IsDef(mach.DescOf(h.isa, c), 0) {
					at--
				}
			}
			b.Insts = slices.Insert(b.Insts, at, ins...)
		}
		if len(h.same) == 0 {
			continue
		}
		for k := range b.Insts {
			h.rename(&b.Insts[k])
		}
		for _, e := range b.Succs {
			for k, r := range e.Args {
				if s, ok := h.same[r]; ok {
					e.Args[k] = s
				}
			}
		}
	}
}
