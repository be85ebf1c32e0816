package regalloc

import (
	"math/bits"
	"slices"

	"hotloop/isel/mach"
)

// flat lists the values that each instruction reads and writes, in two arrays, so that passes need not classify
// each operand again. Instructions are numbered consecutively in the order of f.Blocks.
type flat struct {
	base         []int32 // first instruction of each block, plus the total number of instructions
	uses, defs   []int32
	useAt, defAt []int32      // where an instruction's part starts; one extra element for the end
	descs        []*mach.Desc // of each instruction
	roles        []roles
}

// roles records which of an instruction's Regs are sources and results, one bit each, and its traits.
type roles struct {
	reads, writes uint8
	traits        traits
}

// traits are properties that few instructions have.
type traits uint8

const (
	commutes   traits = 1 << iota // the tied source may be exchanged with another source
	insists                       // some operand is restricted to some registers, or shares another operand's register
	writesOver                    // the instruction overwrites the register of some source
)

// build computes the lists for f.
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

// relist recomputes the lists of instruction g after its sources were exchanged.
func (x *flat) relist(isa mach.ISA, g int32, in []mach.Inst) {
	uses, defs := x.uses, x.defs
	// appending overwrites the instruction's part and ends where it ended
	x.uses, x.defs = uses[:x.useAt[g]], defs[:x.defAt[g]]
	x.list(isa, int(g), in)
	x.uses, x.defs = uses, defs
}

// permute records that instruction g+i was number g+from[i] before. The new lists are built after the old ones.
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

// list appends the values of instructions, starting at number g.
func (x *flat) list(isa mach.ISA, g int, insts []mach.Inst) {
	for i := range insts {
		in := &insts[i]
		d := mach.DescOf(isa, in)
		x.useAt[g+i], x.defAt[g+i], x.descs[g+i] = int32(len(x.uses)), int32(len(x.defs)), d
		x.values(&x.roles[g+i], d, in)
	}
}

// values appends the values of an instruction. Results in SSA form are definitions; all other named values are
// uses. Tied sources, masks and addresses are named outside of Regs. The allocator relies on the order of the
// uses; see gather.
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

// firstOf returns the lowest bit of a nonempty set of operands.
func firstOf(m uint8) int { return bits.TrailingZeros8(m) }

// usesOf and defsOf return the values that instruction g reads and writes; a value may occur twice.
func (x *flat) usesOf(g int32) []int32 { return x.uses[x.useAt[g]:x.useAt[g+1]] }
func (x *flat) defsOf(g int32) []int32 { return x.defs[x.defAt[g]:x.defAt[g+1]] }

// usesIn and defsIn return the values that all instructions of block b read and write.
func (x *flat) usesIn(b int32) []int32 { return x.uses[x.useAt[x.base[b]]:x.useAt[x.base[b+1]]] }
func (x *flat) defsIn(b int32) []int32 { return x.defs[x.defAt[x.base[b]]:x.defAt[x.base[b+1]]] }

// LiveSets holds the values that are live at the ends of blocks, and those that instructions read and write.
type LiveSets struct {
	a allocator
}

// Reordered records that the instructions of block b were reordered: instruction i was number from[i] before.
func (l *LiveSets) Reordered(b int, from []int32) {
	l.a.permute(l.a.base[b], from)
	l.a.pressure[b][counted] = 0
}

// handOver moves the results for f to another allocator. They stay valid because the graph is the same and
// liveness at the ends of blocks does not depend on the order within them.
func (l *LiveSets) handOver(to *allocator) {
	from := &l.a
	to.cfg, from.cfg = from.cfg, to.cfg
	to.flat, from.flat = from.flat, to.flat
	to.liveness, from.liveness = from.liveness, to.liveness
	from.isa, from.f = nil, nil
}

// Liveness computes liveness for the scheduler. If old is not nil, it is consumed and its memory reused. Blocks
// are identified by their index in f.Blocks, values by their number, register - FirstVirtual.
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

// CFG returns the control-flow graph of the function.
func (l *LiveSets) CFG() *mach.CFG { return &l.a.cfg }

// Through counts the values that are live throughout the loop with the given header but not read in it. The
// allocator keeps them in memory if the loop has better use for their registers.
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

// AtStart counts the values that are live at the start of block b, including parameters.
func (l *LiveSets) AtStart(b int) (n [mach.NumClasses]int) {
	members(l.a.liveIn(int32(b)), func(v int32) { n[l.a.f.VRegs[v].Class]++ })
	for _, p := range l.a.f.Blocks[b].Params {
		n[l.a.f.V(p).Class]++
	}
	return n
}

// Pressure returns the maximum number of simultaneously live registers of each class in block b.
func (l *LiveSets) Pressure(b int) (n [mach.NumClasses]int) {
	for c, p := range l.a.pressureIn(int32(b)) {
		n[c] = int(p)
	}
	n[mach.NoClass] = 0
	return n
}

// PressureBeyond returns the larger of Pressure and limit for each class.
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

// DefsIn returns the values that block b defines, except parameters.
func (l *LiveSets) DefsIn(b int) []int32 { return l.a.defsIn(int32(b)) }
