package regalloc

import "hotloop/isel/mach"

// flat lists the values that each instruction reads and writes, in two arrays, so that the passes over them need not
// ask again what each operand is. Instructions are numbered through, in the order of f.Blocks.
type flat struct {
	base         []int32 // first instruction of each block
	uses, defs   []int32
	useAt, defAt []int32 // where an instruction's part starts; one more than there are instructions
}

// build lists all of f.
func (x *flat) build(isa mach.ISA, f *mach.Func) {
	x.base = x.base[:0]
	x.uses, x.defs, x.useAt, x.defAt = x.uses[:0], x.defs[:0], x.useAt[:0], x.defAt[:0]
	for _, b := range f.Blocks {
		x.base = append(x.base, int32(len(x.useAt)))
		for i := range b.Insts {
			x.useAt, x.defAt = append(x.useAt, int32(len(x.uses))), append(x.defAt, int32(len(x.defs)))
			x.inst(mach.DescOf(isa, &b.Insts[i]), &b.Insts[i])
		}
	}
	x.useAt, x.defAt = append(x.useAt, int32(len(x.uses))), append(x.defAt, int32(len(x.defs)))
}

// rebuild lists block b, whose instructions are the same in another order.
func (x *flat) rebuild(isa mach.ISA, bi int32, b *mach.Block) {
	g := x.base[bi]
	uses, defs := x.uses, x.defs
	// what is appended writes over the block's part, and ends where it ended
	x.uses, x.defs = uses[:x.useAt[g]], defs[:x.defAt[g]]
	for i := range b.Insts {
		x.useAt[g+int32(i)], x.defAt[g+int32(i)] = int32(len(x.uses)), int32(len(x.defs))
		x.inst(mach.DescOf(isa, &b.Insts[i]), &b.Insts[i])
	}
	x.uses, x.defs = uses, defs
}

// inst appends one instruction: results of SSA form are definitions, everything else that is named is a use. Tied
// sources, masks and addresses are named outside of Regs.
func (x *flat) inst(d *mach.Desc, in *mach.Inst) {
	for j := range in.N {
		r := in.Regs[j]
		switch {
		case r == mach.NoReg || in.IsMem(j):
		case in.IsDef(d, j):
			x.defs = append(x.defs, num(r))
		default:
			x.uses = append(x.uses, num(r))
		}
	}
	if in.Tied != mach.NoReg {
		x.uses = append(x.uses, num(in.Tied))
	}
	if in.Tied2 != mach.NoReg {
		x.uses = append(x.uses, num(in.Tied2))
	}
	if in.Mask != mach.NoReg {
		x.uses = append(x.uses, num(in.Mask))
	}
	if in.Mem.Base != mach.NoReg {
		x.uses = append(x.uses, num(in.Mem.Base))
	}
	if in.Mem.Index != mach.NoReg {
		x.uses = append(x.uses, num(in.Mem.Index))
	}
	for _, r := range in.ArgRegs() {
		x.uses = append(x.uses, num(r))
	}
}

// usesOf and defsOf are the values that instruction i of block b reads and writes; a value may occur twice.
func (x *flat) usesOf(b, i int32) []int32 {
	g := x.base[b] + i
	return x.uses[x.useAt[g]:x.useAt[g+1]]
}

func (x *flat) defsOf(b, i int32) []int32 {
	g := x.base[b] + i
	return x.defs[x.defAt[g]:x.defAt[g+1]]
}

// defsIn are the values that the instructions of block b write.
func (x *flat) defsIn(b int) []int32 {
	end := len(x.defAt) - 1
	if b+1 < len(x.base) {
		end = int(x.base[b+1])
	}
	return x.defs[x.defAt[x.base[b]]:x.defAt[end]]
}

// LiveSets answers which values are live at the ends of blocks, and what instructions read and write.
type LiveSets struct {
	a         allocator
	reordered []int32
}

// Reordered says that the instructions of block b have changed places.
func (l *LiveSets) Reordered(b int) { l.reordered = append(l.reordered, int32(b)) }

// handOver gives what has been computed for f to another allocator: the graph is the same, and what is live at the ends
// of blocks does not depend on the order in them.
func (l *LiveSets) handOver(to *allocator) {
	from := &l.a
	to.cfg, from.cfg = from.cfg, to.cfg
	to.flat, from.flat = from.flat, to.flat
	to.liveness, from.liveness = from.liveness, to.liveness
	for _, b := range l.reordered {
		to.flat.rebuild(to.isa, b, to.f.Blocks[b])
		to.count(b)
	}
	from.isa, from.f = nil, nil
}

// Liveness computes liveness for the scheduler; old, if not nil, is used up for its memory. Blocks are named by their
// position in f.Blocks, values by their number, register - FirstVirtual.
func Liveness(isa mach.ISA, f *mach.Func, old *LiveSets) *LiveSets {
	if old == nil {
		old = new(LiveSets)
	}
	a := &old.a
	a.isa, a.f, old.reordered = isa, f, old.reordered[:0]
	a.cfg.Build(f)
	a.live()
	return old
}

// CFG is the shape of the function.
func (l *LiveSets) CFG() *mach.CFG { return &l.a.cfg }

// Through counts the values that live all through the loop with the given header without being read in it. The
// allocator lets them wait in memory where the loop has better use for their registers.
func (l *LiveSets) Through(header int32) (n [mach.NumClasses]int) {
	a := &l.a
	read := map[int32]bool{}
	for i, b := range a.f.Blocks {
		if a.cfg.Pos[i] < 0 || !a.cfg.InLoop(int32(i), header) {
			continue
		}
		end := len(a.useAt) - 1
		if i+1 < len(a.base) {
			end = int(a.base[i+1])
		}
		for _, v := range a.uses[a.useAt[a.base[i]]:a.useAt[end]] {
			read[v] = true
		}
		for _, e := range b.Succs {
			for _, r := range e.Args {
				if a.cfg.InLoop(int32(e.To.ID), header) {
					read[num(r)] = true
				}
			}
		}
	}
	members(a.liveIn(header), func(v int32) {
		if !read[v] {
			n[a.f.VRegs[v].Class]++
		}
	})
	return n
}

// AtStart counts the values live at the start of block b, parameters included.
func (l *LiveSets) AtStart(b int) (n [mach.NumClasses]int) {
	members(l.a.liveIn(int32(b)), func(v int32) { n[l.a.f.VRegs[v].Class]++ })
	for _, p := range l.a.f.Blocks[b].Params {
		n[l.a.f.V(p).Class]++
	}
	return n
}

// Pressure is the most registers of each class that block b needs at once.
func (l *LiveSets) Pressure(b int) (n [mach.NumClasses]int) {
	for c, p := range l.a.pressure[b] {
		n[c] = int(p)
	}
	return n
}

// DefsIn are the values that block b as a whole writes, parameters not counted.
func (l *LiveSets) DefsIn(b int) []int32 { return l.a.defsIn(b) }
