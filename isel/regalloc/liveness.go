package regalloc

import (
	"math/bits"
	"slices"

	"hotloop/isel/mach"
)

// exitDistance is what leaving a loop adds to the distance of a use: more than any block is long.
const exitDistance = 1 << 20

// What it costs to find what is live, per block and word of a set, and the distances, per value that is live into a
// block, in units of ir.Func.Spend. The sets take some 50 bytes per word, which is what bounds them.
const (
	stepsPerWord     = 96
	stepsPerDistance = 16
)

// never is the distance of a value that is not used again.
const never = ^uint32(0) >> 1

// liveness has, per block, the values live at its ends, how many registers it needs at most, and how far the next uses
// are.
type liveness struct {
	words    int
	scratch  []uint64
	in, out_ []uint64 // bit sets, words per block; out includes the arguments of edges
	gen      []uint64 // values that a block reads before it writes them
	kill     []uint64 // values that it writes
	pressure [][mach.NumClasses]int16
	tight    bool // some class has too few registers
	// Distances of the next uses from the start of each block, if tight: those of its live-in values, in order, then
	// those of its parameters. Blocks times values would be gigabytes in the largest functions.
	next   []uint32
	ranks  []int32  // words per block: where in next the first value of the word is
	params []int32  // by block: where in next its parameters are
	dist   []uint32 // scratch of outDistances
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

// analyze computes liveness and collects what the instructions say about single values: fixed registers, results tied
// to sources, arguments that become parameters.
func (a *allocator) analyze() {
	if a.opt.Live != nil {
		a.opt.Live.handOver(a)
	} else {
		a.live()
	}
	a.hints()
	a.tight = false
	for _, b := range a.cfg.Order {
		p := &a.pressure[b]
		for c := mach.GP; c < mach.NumClasses; c++ {
			if int(p[c]) > a.limit[c] {
				a.tight = true
			}
		}
	}
	if a.tight {
		a.distances()
	}
}

// live computes what is live where, and what the instructions read and write.
func (a *allocator) live() {
	nb := len(a.f.Blocks)
	a.words = (len(a.f.VRegs) + 63) / 64
	a.f.Took(stepsPerWord * nb * a.words)
	a.in, a.out_ = fill(a.in, nb*a.words, 0), fill(a.out_, nb*a.words, 0)
	a.pressure = fill(a.pressure, nb, [mach.NumClasses]int16{})
	a.flat.build(a.isa, a.f)
	a.fixpoint()
}

// fixpoint computes what is live: from sums of the blocks, walking up until nothing changes, twice, as a rule, and once
// more per nested loop.
func (a *allocator) fixpoint() {
	order := a.cfg.Order
	n := len(a.f.Blocks) * a.words
	a.gen, a.kill = fill(a.gen, n, 0), fill(a.kill, n, 0)
	for _, b := range order {
		a.sum(b)
	}
	for round, changed := 0, true; changed; round++ {
		changed = false
		if round > 3 { // the others are in stepsPerWord
			a.f.Took(len(order) * a.words)
		}
		for i := len(order) - 1; i >= 0; i-- {
			if a.flow(order[i]) {
				changed = true
			}
		}
	}
	for _, b := range order {
		a.count(b)
	}
}

// hints walks over the instructions once.
func (a *allocator) hints() {
	for _, bi := range a.cfg.Order {
		b := a.f.Blocks[bi]
		for _, p := range b.Params {
			a.bits[num(p)] |= isParam
			a.defB[num(p)] = bi
		}
		for i := range b.Insts {
			in := &b.Insts[i]
			d := mach.DescOf(a.isa, in)
			for j := range in.N {
				r := in.Regs[j]
				if r == mach.NoReg || in.IsMem(j) {
					continue
				}
				v := num(r)
				if fixed := d.Roles[j].Fixed; fixed != mach.NoReg {
					a.hintR[v] = fixed
					a.late |= mach.SetOf(fixed)
				}
				if s := d.Allowed[a.vr(v).Class]; s != 0 {
					a.prefer[v] &= s
				}
			}
			if in.Tied != mach.NoReg {
				a.hintV[num(in.Tied)] = num(in.Regs[0])
				if fixed := d.Roles[0].Fixed; fixed != mach.NoReg {
					a.hintR[num(in.Tied)] = fixed
				}
			}
		}
	}
	// Arguments of back edges come last, because they matter most.
	for pass := range 2 {
		for _, bi := range a.cfg.Order {
			for _, e := range a.f.Blocks[bi].Succs {
				if a.cfg.IsBackEdge(bi, int32(e.To.ID)) != (pass == 1) {
					continue
				}
				for i, arg := range e.Args {
					a.hintV[num(arg)] = num(e.To.Params[i])
					if pass == 0 {
						a.hintV[num(e.To.Params[i])] = -1
					}
				}
			}
		}
	}
}

// sum finds what block b reads before it writes it, and what it writes, parameters included.
func (a *allocator) sum(bi int32) {
	b := a.f.Blocks[bi]
	gen, kill := a.gen[int(bi)*a.words:int(bi+1)*a.words], a.kill[int(bi)*a.words:int(bi+1)*a.words]
	for i := int32(len(b.Insts)) - 1; i >= 0; i-- {
		for _, v := range a.defsOf(bi, i) {
			set(kill, v)
			unset(gen, v)
		}
		for _, v := range a.usesOf(bi, i) {
			set(gen, v)
		}
	}
	for _, p := range b.Params {
		set(kill, num(p))
		unset(gen, num(p))
	}
	out := a.liveOut(bi)
	for i := range b.Succs {
		for _, arg := range b.Succs[i].Args {
			set(out, num(arg))
		}
	}
}

// flow recomputes what is live at both ends of b, and says whether the start changed.
func (a *allocator) flow(bi int32) bool {
	b := a.f.Blocks[bi]
	out := a.liveOut(bi)
	for i := range b.Succs {
		for w, x := range a.liveIn(int32(b.Succs[i].To.ID)) {
			out[w] |= x
		}
	}
	in, at := a.liveIn(bi), int(bi)*a.words
	changed := false
	for w := range in {
		if x := a.gen[at+w] | out[w]&^a.kill[at+w]; in[w] != x {
			in[w], changed = x, true
		}
	}
	return changed
}

// count finds how many registers of each class b needs at most.
func (a *allocator) count(bi int32) {
	b := a.f.Blocks[bi]
	var n [mach.NumClasses]int16
	cur := a.cur(a.liveOut(bi))
	for i, w := range cur {
		for ; w != 0; w &= w - 1 {
			n[a.f.VRegs[i<<6+bits.TrailingZeros64(w)].Class]++
		}
	}
	most := n
	for i := int32(len(b.Insts)) - 1; i >= 0; i-- {
		if defs := a.defsOf(bi, i); len(defs) > 0 {
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
			for c := range most {
				most[c] = max(most[c], n[c]+dead[c])
			}
		}
		for _, v := range a.usesOf(bi, i) {
			if !has(cur, v) {
				set(cur, v)
				c := a.f.VRegs[v].Class
				n[c]++
				most[c] = max(most[c], n[c])
			}
		}
	}
	a.pressure[bi] = most
}

// cur is a scratch copy of a set, good until the next call.
func (a *allocator) cur(s []uint64) []uint64 {
	if cap(a.scratch) < len(s) {
		a.scratch = make([]uint64, len(s)*2)
	}
	a.scratch = a.scratch[:len(s)]
	copy(a.scratch, s)
	return a.scratch
}

// distances computes how far the next use of every live value is from the start of each block, in instructions. Two
// rounds see every use in a loop from everywhere in it.
func (a *allocator) distances() {
	a.layDistances()
	from, back := len(a.cfg.Order)-1, -1
	for range 2 {
		for i := from; i >= 0; i-- {
			bi := a.cfg.Order[i]
			b := a.f.Blocks[bi]
			if back < 0 && a.leadsBack(bi) {
				back = i
			}
			a.throughDistances(bi)
			// Parameters are not live-in, but the choice at the header wants their distance.
			params := a.paramDistances(bi)
			for j, p := range b.Params {
				if v := num(p); has(a.liveOut(bi), v) {
					params[j] = min(params[j], a.outDistance(bi, v)+uint32(len(b.Insts)))
				}
			}
			in := a.liveIn(bi)
			for j := len(b.Insts) - 1; j >= 0; j-- {
				for _, v := range a.usesOf(bi, int32(j)) {
					if has(in, v) {
						a.next[a.rank(bi, v)] = uint32(j)
					} else if a.bits[v]&isParam != 0 {
						a.f.Took(len(b.Params))
						if k := slices.Index(b.Params, vreg(v)); k >= 0 {
							params[k] = uint32(j)
						}
					}
				}
			}
		}
		from = back // what stands behind the last block that leads back has seen all that it leads to
	}
}

// leadsBack says whether block bi ends a loop.
func (a *allocator) leadsBack(bi int32) bool {
	for i := range a.f.Blocks[bi].Succs {
		if a.cfg.IsBackEdge(bi, int32(a.f.Blocks[bi].Succs[i].To.ID)) {
			return true
		}
	}
	return false
}

// layDistances makes room for the distances of each block.
func (a *allocator) layDistances() {
	nb := len(a.f.Blocks)
	a.ranks, a.params = fill(a.ranks, nb*a.words, 0), fill(a.params, nb, 0)
	n := int32(0)
	for bi, b := range a.f.Blocks {
		for k, w := range a.liveIn(int32(bi)) {
			a.ranks[bi*a.words+k] = n
			n += int32(bits.OnesCount64(w))
		}
		a.params[bi] = n
		n += int32(len(b.Params))
	}
	a.f.Took(stepsPerDistance * int(n))
	a.next = fill(a.next, int(n), never)
}

// rank is where in next the distance of v is, which is live at the start of block bi.
func (l *liveness) rank(bi, v int32) int {
	k := int(bi)*l.words + int(v>>6)
	return int(l.ranks[k]) + bits.OnesCount64(l.in[k]&(1<<(v&63)-1))
}

// paramDistances are the distances of block bi's parameters.
func (a *allocator) paramDistances(bi int32) []uint32 {
	at := int(a.params[bi])
	return a.next[at : at+len(a.f.Blocks[bi].Params)]
}

// throughDistances lowers the distances, at the start of block bi, of the values that are live there to those of their
// uses behind the block, as outDistance gives them.
func (a *allocator) throughDistances(bi int32) {
	b := a.f.Blocks[bi]
	in := a.liveIn(bi)
	for i := range b.Succs {
		e := &b.Succs[i]
		s := int32(e.To.ID)
		far := a.penalty(bi, e.To) + uint32(len(b.Insts))
		for k, there := range a.liveIn(s) {
			here := in[k]
			w := here & there
			if w == 0 {
				continue
			}
			to, from := a.next[a.ranks[int(bi)*a.words+k]:], a.next[a.ranks[int(s)*a.words+k]:]
			for ; w != 0; w &= w - 1 {
				below := w&-w - 1
				if d := from[bits.OnesCount64(there&below)]; d < never {
					dist := &to[bits.OnesCount64(here&below)]
					*dist = min(*dist, d+far)
				}
			}
		}
		params := a.paramDistances(s)
		for j, arg := range e.Args {
			if v := num(arg); v >= 0 && has(in, v) && params[j] < never {
				dist := &a.next[a.rank(bi, v)]
				*dist = min(*dist, params[j]+far)
			}
		}
	}
}

// penalty is what an edge adds to distances: behind a loop, and on ways seldom taken, uses are far.
func (a *allocator) penalty(bi int32, to *mach.Block) (pen uint32) {
	if x := a.cfg.Depth[bi] - a.cfg.Depth[to.ID]; x > 0 {
		pen = uint32(x) * exitDistance
	}
	if to.Cold && !a.f.Blocks[bi].Cold {
		pen += exitDistance
	}
	return pen
}

// outDistances sets dist of every value live at the end of b to what outDistance says, in one walk over its edges.
func (a *allocator) outDistances(bi int32) {
	if !a.tight {
		return
	}
	nv := len(a.f.VRegs)
	if cap(a.dist) < nv {
		a.dist = make([]uint32, nv+nv/2)
	}
	dist := a.dist[:nv]
	a.dist = dist
	for i, w := range a.liveOut(bi) {
		for ; w != 0; w &= w - 1 {
			dist[i<<6+bits.TrailingZeros64(w)] = never
		}
	}
	succs := a.f.Blocks[bi].Succs
	for i := range succs {
		e := &succs[i]
		s := int32(e.To.ID)
		pen := a.penalty(bi, e.To)
		for k, w := range a.liveIn(s) {
			at := int(a.ranks[int(s)*a.words+k])
			for ; w != 0; w &= w - 1 {
				v := k<<6 + bits.TrailingZeros64(w)
				dist[v] = min(dist[v], a.next[at]+pen)
				at++
			}
		}
		params := a.paramDistances(s)
		for j, arg := range e.Args {
			if v := num(arg); v >= 0 {
				dist[v] = min(dist[v], params[j]+pen)
			}
		}
	}
}

// outDistance is the distance of v's next use from the end of b; a value that is live out but for an edge argument of a
// parameter nobody uses is never.
func (a *allocator) outDistance(bi, v int32) uint32 {
	if !a.tight {
		return 0
	}
	d := uint32(never)
	b := a.f.Blocks[bi]
	for i := range b.Succs {
		e := &b.Succs[i]
		s := int32(e.To.ID)
		pen := a.penalty(bi, e.To)
		if has(a.liveIn(s), v) {
			d = min(d, a.next[a.rank(s, v)]+pen)
		}
		params := a.paramDistances(s)
		for j, arg := range e.Args {
			if num(arg) == v {
				d = min(d, params[j]+pen)
			}
		}
	}
	return min(d, never)
}
