package regalloc

import (
	"math/bits"
	"slices"

	"hotloop/isel/mach"
)

// exitDistance is the distance that leaving a loop adds to a use. It is larger than the length of any block.
const exitDistance = 1 << 20

// Cost of computing liveness, per block and word of a set, and distances, per live-in value of a block, in units of
// ir.Func.Spend. The sets take about 50 bytes per word, which bounds their size.
const (
	stepsPerWord     = 96
	stepsPerDistance = 16
)

// never is the distance of a value that has no further use.
const never = ^uint32(0) >> 1

// farthest is the maximum distance past a block's end. score compares at most a quarter of never, wherever in the
// block it is called.
const farthest = never / 2

// liveness holds, per block, the values live at its start and end, its maximum register pressure, and the
// distances of next uses.
type liveness struct {
	words    int
	scratch  []uint64
	latches  []int32                  // positions in Order of blocks with a back edge, last first
	in, out_ []uint64                 // bit sets, words per block; out_ includes the arguments of edges
	pressure [][mach.NumClasses]int16 // see pressureIn
	most     [][mach.NumClasses]int16 // of headers: maximum pressure in the loop; see loopPressure
	tight    bool                     // some block needs more registers of a class than exist
	// Distances of next uses from the start of each block, if tight: those of the live-in values in order, then
	// those of the parameters. A dense table of blocks times values would take gigabytes in the largest
	// functions.
	far    []uint32
	ranks  []int32  // words per block: index in far of the first value of each word
	params []int32  // by block: index in far of its parameters
	dist   []uint32 // scratch space of outDistances
}

func (l *liveness) liveIn(b int32) []uint64  { return l.in[int(b)*l.words : int(b+1)*l.words] }
func (l *liveness) liveOut(b int32) []uint64 { return l.out_[int(b)*l.words : int(b+1)*l.words] }

func has(s []uint64, v int32) bool { return s[v>>6]>>(v&63)&1 != 0 }
func set(s []uint64, v int32)      { s[v>>6] |= 1 << (v & 63) }
func unset(s []uint64, v int32)    { s[v>>6] &^= 1 << (v & 63) }

// members calls fn for every member of s.
func members(s []uint64, fn func(v int32)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			fn(int32(i<<6 + bits.TrailingZeros64(w)))
		}
	}
}

// analyze computes liveness and collects register hints for values: fixed registers, results tied to sources, and
// arguments that become parameters.
func (a *allocator) analyze() {
	if a.opt.Live != nil {
		a.opt.Live.handOver(a)
	} else {
		a.live()
	}
	a.hints()
	if a.tight = a.isTight(); a.tight {
		a.distances()
		a.loopPressure()
	}
}

// isTight reports whether some block needs more registers of a class than exist.
func (a *allocator) isTight() bool {
	return slices.ContainsFunc(a.cfg.Order, func(b int32) bool { return a.exceeds(b, &a.limit) })
}

// live computes the live sets and the values that instructions read and write.
func (a *allocator) live() {
	nb := len(a.f.Blocks)
	a.words = (len(a.f.VRegs) + 63) / 64
	a.f.Took(stepsPerWord * nb * a.words)
	n := nb * a.words
	a.in, a.out_ = slices.Grow(a.in[:0], n)[:n], slices.Grow(a.out_[:0], n)[:n]
	clear(a.in)
	clear(a.out_)
	a.pressure = slices.Grow(a.pressure[:0], nb)[:nb]
	clear(a.pressure)
	a.flat.build(a.isa, a.f)
	a.fixpoint()
}

// fixpoint first walks up all blocks once, which covers all uses except those reached through back edges. It then
// propagates liveness along back edges around each loop, as far up as anything changes. That usually takes one
// round, plus one per level of nesting.
func (a *allocator) fixpoint() {
	order := a.cfg.Order
	a.latches = a.latches[:0]
	for i := len(order) - 1; i >= 0; i-- {
		a.walk(order[i])
		if a.leadsBack(order[i]) {
			a.latches = append(a.latches, int32(i))
		}
	}
	for round := 0; ; round++ {
		last := int32(-1) // position of the last block whose sets grow
		for _, i := range a.latches {
			if a.flow(order[i]) {
				last = i
				break
			}
		}
		if last < 0 {
			return
		}
		if round > 2 { // the first rounds are included in stepsPerWord
			a.f.Took(len(order) * a.words)
		}
		first := last // position of the first block affected
		for i := last; i >= first; i-- {
			if i < last && !a.flow(order[i]) {
				continue
			}
			for _, p := range a.f.Blocks[order[i]].Preds {
				if at := a.cfg.Pos[p.ID]; at >= 0 {
					first = min(first, at)
				}
			}
		}
	}
}

// walk computes the values live at the start of b from those at its end, which its successors and outgoing edges
// determine.
func (a *allocator) walk(bi int32) {
	b := a.f.Blocks[bi]
	out, in := a.liveOut(bi), a.liveIn(bi)
	for i := range b.Succs {
		e := &b.Succs[i]
		for w, x := range a.liveIn(int32(e.To.ID)) {
			out[w] |= x
		}
		for _, arg := range e.Args {
			set(out, num(arg))
		}
	}
	copy(in, out)
	for _, v := range a.usesIn(bi) {
		set(in, v)
	}
	a.unsetDefined(in, bi)
}

// unsetDefined removes the values that block bi defines. In SSA form no use precedes its definition.
func (a *allocator) unsetDefined(in []uint64, bi int32) {
	for _, v := range a.defsIn(bi) {
		unset(in, v)
	}
	for _, p := range a.f.Blocks[bi].Params {
		unset(in, num(p))
	}
}

// flow adds to both ends of b the values that became live at the starts of its successors, and reports whether
// anything changed.
func (a *allocator) flow(bi int32) bool {
	b := a.f.Blocks[bi]
	out, in := a.liveOut(bi), a.liveIn(bi)
	more := false
	for i := range b.Succs {
		for w, x := range a.liveIn(int32(b.Succs[i].To.ID)) {
			if x &^= out[w]; x != 0 {
				out[w] |= x
				in[w] |= x
				more = true
			}
		}
	}
	if more {
		a.unsetDefined(in, bi)
	}
	return more
}

// hints collects register hints in one walk over the instructions.
func (a *allocator) hints() {
	for _, bi := range a.cfg.Order {
		b := a.f.Blocks[bi]
		for _, p := range b.Params {
			a.val[num(p)].bits |= isParam
			a.val[num(p)].defB = bi
		}
		base := a.base[bi]
		roles := a.roles[base:a.base[bi+1]]
		for i := range roles {
			x := &roles[i]
			if x.traits&insists == 0 {
				continue
			}
			in, d := &b.Insts[i], a.descs[int(base)+i]
			for m := x.reads | x.writes; m != 0; m &= m - 1 {
				j := firstOf(m)
				v := num(in.Regs[j])
				if fixed := d.Roles[j].Fixed; fixed != mach.NoReg {
					a.val[v].hintR = fixed
					a.late |= mach.SetOf(fixed)
				}
				if s := d.Allowed[a.vr(v).Class]; s != 0 {
					a.val[v].prefer &= s
				}
			}
			if in.Tied != mach.NoReg {
				a.val[num(in.Tied)].hintV = num(in.Regs[0])
				if fixed := d.Roles[0].Fixed; fixed != mach.NoReg {
					a.val[num(in.Tied)].hintR = fixed
				}
			}
		}
	}
	// Arguments of back edges come last, so that they override others, because they matter most.
	for _, bi := range a.cfg.Order {
		a.hintArgs(bi, false)
	}
	for i := len(a.latches) - 1; i >= 0; i-- {
		a.hintArgs(a.cfg.Order[a.latches[i]], true)
	}
}

// hintArgs gives the arguments of bi's back edges, or of its other edges, a hint to the registers of the
// corresponding parameters.
func (a *allocator) hintArgs(bi int32, back bool) {
	succs := a.f.Blocks[bi].Succs
	for i := range succs {
		e := &succs[i]
		if len(e.Args) == 0 || a.cfg.IsBackEdge(bi, int32(e.To.ID)) != back {
			continue
		}
		for k, arg := range e.Args {
			p := num(e.To.Params[k])
			a.val[num(arg)].hintV = p
			if !back {
				a.val[p].hintV = -1
			}
		}
	}
}

// counted is the element of pressure that indicates whether the others are valid.
const counted = mach.NoClass

// pressureIn returns the maximum number of registers of each class that block bi needs.
func (a *allocator) pressureIn(bi int32) [mach.NumClasses]int16 {
	if a.pressure[bi][counted] == 0 {
		a.pressure[bi] = a.count(bi)
		a.pressure[bi][counted] = 1
	}
	return a.pressure[bi]
}

// loopPressure computes the maximum number of registers of each class that every loop needs. A header precedes
// the other blocks of its loop in Order, so inner loops are complete before outer ones.
func (a *allocator) loopPressure() {
	nb := len(a.f.Blocks)
	a.most = slices.Grow(a.most[:0], nb)[:nb]
	clear(a.most)
	a.f.Took(len(a.cfg.Order))
	for _, b := range slices.Backward(a.cfg.Order) {
		h := a.cfg.Loop[b]
		if h < 0 {
			continue
		}
		a.needs(h, a.pressureIn(b))
		if out := a.cfg.Outer[h]; b == h && out >= 0 {
			a.needs(out, a.most[h])
		}
	}
}

// needs records the pressure p of a block in the loop with header h.
func (a *allocator) needs(h int32, p [mach.NumClasses]int16) {
	for k, n := range p {
		a.most[h][k] = max(a.most[h][k], n)
	}
}

// count computes the pressure of block bi, walking up its instructions.
func (a *allocator) count(bi int32) (most [mach.NumClasses]int16) {
	var n [mach.NumClasses]int16
	a.scratch = append(a.scratch[:0], a.liveOut(bi)...)
	cur := a.scratch
	members(cur, func(v int32) { n[a.f.VRegs[v].Class]++ })
	most = n
	for g := a.base[bi+1] - 1; g >= a.base[bi]; g-- {
		if defs := a.defsOf(g); len(defs) > 0 {
			var dead [mach.NumClasses]int16
			for _, v := range defs {
				c := a.f.VRegs[v].Class
				if has(cur, v) {
					unset(cur, v)
					n[c]--
				} else {
					dead[c]++
				}
			}
			if dead != [mach.NumClasses]int16{} {
				for c := range most {
					most[c] = max(most[c], n[c]+dead[c])
				}
			}
		}
		for _, v := range a.usesOf(g) {
			if !has(cur, v) {
				set(cur, v)
				c := a.f.VRegs[v].Class
				n[c]++
				most[c] = max(most[c], n[c])
			}
		}
	}
	return most
}

// named counts the values that are live anywhere in block bi, an upper bound of its pressure.
func (a *allocator) named(bi int32) (n [mach.NumClasses]int) {
	vregs := a.f.VRegs
	for i, w := range a.liveIn(bi) {
		for ; w != 0; w &= w - 1 {
			n[vregs[i<<6+bits.TrailingZeros64(w)].Class]++
		}
	}
	for _, p := range a.f.Blocks[bi].Params {
		n[vregs[num(p)].Class]++
	}
	for _, v := range a.defsIn(bi) {
		n[vregs[v].Class]++
	}
	return n
}

// exceeds reports whether block bi needs more than limit registers of some class.
func (a *allocator) exceeds(bi int32, limit *[mach.NumClasses]int) bool {
	named, over := a.named(bi), false
	for c := range named {
		over = over || named[c] > limit[c]
	}
	if !over {
		return false
	}
	for c, p := range a.pressureIn(bi) {
		if mach.Class(c) != counted && int(p) > limit[c] {
			return true
		}
	}
	return false
}
