package regalloc

import (
	"math/bits"
	"slices"

	"hotloop/isel/mach"
)

// flat lists the values that each instruction reads and writes, in two arrays, so that the passes over them need not
// ask again what each operand is. Instructions are numbered through, in the order of f.Blocks.
type flat struct {
	base         []int32 // first instruction of each block, and of one behind the last
	uses, defs   []int32
	useAt, defAt []int32      // where an instruction's part starts; one more than there are instructions
	descs        []*mach.Desc // of each instruction
	roles        []roles
}

// roles says which of an instruction's Regs name sources and results, a bit each, and what is special about it.
type roles struct {
	reads, writes uint8
	traits        traits
}

// traits are what only few instructions have.
type traits uint8

const (
	commutes   traits = 1 << iota // the tied source may be exchanged for another
	insists                       // some operand cannot be in just any register, or shares that of another
	writesOver                    // the register of some source has something else in it afterwards
)

// build lists all of f.
func (x *flat) build(isa mach.ISA, f *mach.Func) {
	n := f.NumInsts()
	x.useAt, x.defAt = slices.Grow(x.useAt[:0], n+1)[:n+1], slices.Grow(x.defAt[:0], n+1)[:n+1]
	x.descs, x.roles = slices.Grow(x.descs[:0], n)[:n], slices.Grow(x.roles[:0], n)[:n]
	x.base, x.uses, x.defs = x.base[:0], x.uses[:0], x.defs[:0]
	g := 0
	for _, b := range f.Blocks {
		x.base = append(x.base, int32(g))
		x.list(isa, g, b.Insts)
		g += len(b.Insts)
	}
	x.base = append(x.base, int32(g))
	x.useAt[g], x.defAt[g] = int32(len(x.uses)), int32(len(x.defs))
}

// relist lists instruction g again, whose sources have changed places.
func (x *flat) relist(isa mach.ISA, g int32, in []mach.Inst) {
	uses, defs := x.uses, x.defs
	// what is appended writes over its part, and ends where it ended
	x.uses, x.defs = uses[:x.useAt[g]], defs[:x.defAt[g]]
	x.list(isa, int(g), in)
	x.uses, x.defs = uses, defs
}

// permute takes note that instruction g+i was number g+from[i]. The new list is made behind the old one.
func (x *flat) permute(g int32, from []int32) {
	n, uses, defs := len(x.descs), len(x.uses), len(x.defs)
	use, def := x.useAt[g], x.defAt[g]
	for _, i := range from {
		h := g + i
		x.useAt, x.defAt = append(x.useAt, use), append(x.defAt, def)
		x.descs, x.roles = append(x.descs, x.descs[h]), append(x.roles, x.roles[h])
		for k := x.useAt[h]; k < x.useAt[h+1]; k++ {
			x.uses = append(x.uses, x.uses[k])
			use++
		}
		for k := x.defAt[h]; k < x.defAt[h+1]; k++ {
			x.defs = append(x.defs, x.defs[k])
			def++
		}
	}
	copy(x.uses[x.useAt[g]:], x.uses[uses:])
	copy(x.defs[x.defAt[g]:], x.defs[defs:])
	copy(x.useAt[g:], x.useAt[n+1:])
	copy(x.defAt[g:], x.defAt[n+1:])
	copy(x.descs[g:], x.descs[n:])
	copy(x.roles[g:], x.roles[n:])
	x.uses, x.defs, x.useAt, x.defAt = x.uses[:uses], x.defs[:defs], x.useAt[:n+1], x.defAt[:n+1]
	x.descs, x.roles = x.descs[:n], x.roles[:n]
}

// list appends the values of instructions, from number g on.
func (x *flat) list(isa mach.ISA, g int, insts []mach.Inst) {
	for i := range insts {
		in := &insts[i]
		d := mach.DescOf(isa, in)
		x.useAt[g+i], x.defAt[g+i], x.descs[g+i] = int32(len(x.uses)), int32(len(x.defs)), d
		x.values(&x.roles[g+i], d, in)
	}
}

// values appends the values of an instruction: results of SSA form are definitions, everything else that is named is a
// use. Tied sources, masks and addresses are named outside of Regs. The allocator goes by the order of the uses, see
// gather.
func (x *flat) values(o *roles, d *mach.Desc, in *mach.Inst) {
	uses, defs := x.uses, x.defs
	o.traits = 0
	if d.Flags&mach.Insists != 0 {
		o.traits = insists
	}
	o.reads, o.writes = d.Operands(in)
	for m := o.writes; m != 0; m &= m - 1 {
		if r := in.Regs[firstOf(m)]; r != mach.NoReg {
			defs = append(defs, num(r))
		} else {
			o.writes &^= m & -m
		}
	}
	for m := o.reads; m != 0; m &= m - 1 {
		j := firstOf(m)
		if r := in.Regs[j]; r != mach.NoReg {
			uses = append(uses, num(r))
			if d.Roles[j].Access == mach.UseDef {
				o.traits |= writesOver
			}
		} else {
			o.reads &^= m & -m
		}
	}
	if in.Tied != mach.NoReg {
		uses = append(uses, num(in.Tied))
		o.traits |= insists | writesOver
		if d.Flags&mach.Commutes != 0 {
			o.traits |= commutes
		}
	}
	if in.Tied2 != mach.NoReg {
		uses = append(uses, num(in.Tied2))
		o.traits |= writesOver
	}
	if in.Mask != mach.NoReg {
		uses = append(uses, num(in.Mask))
		if d.Flags&mach.ClobbersMask != 0 {
			o.traits |= writesOver
		}
	}
	if in.Mem.Base != mach.NoReg {
		uses = append(uses, num(in.Mem.Base))
	}
	if in.Mem.Index != mach.NoReg {
		uses = append(uses, num(in.Mem.Index))
	}
	for _, r := range in.ArgRegs() {
		uses = append(uses, num(r))
	}
	x.uses, x.defs = uses, defs
}

// firstOf is the lowest bit of a set of operands that is not empty.
func firstOf(m uint8) int { return bits.TrailingZeros8(m) }

// usesOf and defsOf are the values that instruction g reads and writes; a value may occur twice.
func (x *flat) usesOf(g int32) []int32 { return x.uses[x.useAt[g]:x.useAt[g+1]] }
func (x *flat) defsOf(g int32) []int32 { return x.defs[x.defAt[g]:x.defAt[g+1]] }

// usesIn and defsIn are those of all instructions of block b.
func (x *flat) usesIn(b int32) []int32 { return x.uses[x.useAt[x.base[b]]:x.useAt[x.base[b+1]]] }
func (x *flat) defsIn(b int32) []int32 { return x.defs[x.defAt[x.base[b]]:x.defAt[x.base[b+1]]] }

// LiveSets answers which values are live at the ends of blocks, and what instructions read and write.
type LiveSets struct {
	a allocator
}

// Reordered says that the instructions of block b have changed places: number i was number from[i] before.
func (l *LiveSets) Reordered(b int, from []int32) {
	l.a.permute(l.a.base[b], from)
	l.a.pressure[b][counted] = 0
}

// handOver gives what has been computed for f to another allocator: the graph is the same, and what is live at the ends
// of blocks does not depend on the order in them.
func (l *LiveSets) handOver(to *allocator) {
	from := &l.a
	to.cfg, from.cfg = from.cfg, to.cfg
	to.flat, from.flat = from.flat, to.flat
	to.liveness, from.liveness = from.liveness, to.liveness
	from.isa, from.f = nil, nil
}

// Liveness computes liveness for the scheduler; old, if not nil, is used up for its memory. Blocks are named by their
// position in f.Blocks, values by their number, register - FirstVirtual.
func Liveness(isa mach.ISA, f *mach.Func, old *LiveSets) *LiveSets {
	if old == nil {
		old = new(LiveSets)
	}
	a := &old.a
	a.isa, a.f = isa, f
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
		for _, v := range a.usesIn(int32(i)) {
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
	for c, p := range l.a.pressureIn(int32(b)) {
		n[c] = int(p)
	}
	n[mach.NoClass] = 0
	return n
}

// PressureBeyond is Pressure, or limit if that is more.
func (l *LiveSets) PressureBeyond(b int, limit [mach.NumClasses]int) [mach.NumClasses]int {
	if !l.a.exceeds(int32(b), &limit) {
		return limit
	}
	n := l.Pressure(b)
	for c := range n {
		n[c] = max(n[c], limit[c])
	}
	return n
}

// DefsIn are the values that block b as a whole writes, parameters not counted.
func (l *LiveSets) DefsIn(b int) []int32 { return l.a.defsIn(int32(b)) }
