package regalloc

import "hotloop/isel/mach"

// move is one part of a parallel move. Its source and destination are a register or a slot; a source that is
// neither is rematerialized.
type move struct {
	v                int32 // the value moved, which determines class and size
	dst, src         mach.Reg
	dstSlot, srcSlot int32
}

func (m *move) remat() bool { return m.src == mach.NoReg && m.srcSlot == 0 }
func (m *move) done() bool  { return m.dst == m.src && m.dstSlot == m.srcSlot }

// edgeMoves are the instructions on an edge, edgeIn[lo:hi]. They go to the start of the edge's target, to the end
// of its source, or, if split is set, to a new block on successor edge succ of from.
type edgeMoves struct {
	from   int32
	lo, hi int32
	split  bool
	succ   int
}

// resolveEdges creates the moves on all edges.
func (a *allocator) resolveEdges() {
	for _, bi := range a.cfg.Order {
		b := a.f.Blocks[bi]
		for i := range b.Succs {
			a.b = bi
			a.edge(bi, i)
		}
	}
}

// edge creates the moves on the edge to successor number succ of block bi, from the places of values at the
// block's end to those that the successor expects. The moves are parallel; see parallel.
func (a *allocator) edge(bi int32, succ int) {
	b := a.f.Blocks[bi]
	e := &b.Succs[succ]
	if len(e.To.Preds) == 1 && len(e.To.Params) == 0 {
		return // it inherits b's registers, see model
	}
	si := int32(e.To.ID)
	if len(a.blk[si].memParams) == 0 && a.staysPut(bi, si, e) {
		return
	}
	// Use loc for the registers at the end of b.
	for _, p := range a.blk[bi].end {
		a.val[p.v].loc = p.r
	}
	a.moves = a.moves[:0]
	var keep mach.RegSet // registers that must not change
	for _, p := range a.blk[si].start {
		src := a.comesFrom(e, si, p.v)
		if a.val[src].loc == p.r {
			keep |= mach.SetOf(p.r)
			continue
		}
		m := move{v: p.v, dst: p.r}
		a.fromWhere(&m, src)
		if m.remat() {
			m.v = src
		}
		a.moves = append(a.moves, m)
	}
	for _, v := range a.blk[si].memParams {
		m := move{v: v, dstSlot: a.slotOf(v)}
		src := a.argument(e, v)
		// A source that shares the slot is already stored there, if it is stored at all.
		if a.val[src].slot == m.dstSlot && a.val[src].bits&(wantsStore|inMemory) != 0 {
			continue
		}
		if a.inherits(bi, si, src, v) {
			a.val[src].slot = m.dstSlot
			a.wantStore(src)
			a.val[v].bits |= hasHeir
			continue
		}
		a.fromWhere(&m, src)
		if m.done() {
			continue
		}
		if m.remat() {
			m.v = src
		}
		a.moves = append(a.moves, m)
	}
	for _, p := range a.blk[bi].end {
		a.val[p.v].loc = mach.NoReg
	}
	if len(a.moves) == 0 {
		return
	}
	lo := int32(len(a.edgeIn))
	a.parallel(keep)
	em := edgeMoves{from: bi, lo: lo, hi: int32(len(a.edgeIn)), succ: succ}
	at := int32(len(a.edges)) + 1
	switch {
	case len(b.Succs) == 1:
		a.blk[bi].behind = at
	case len(e.To.Preds) == 1:
		a.blk[si].before = at
	default:
		em.split = true
	}
	a.edges = append(a.edges, em)
}

// staysPut reports whether block si expects values in the registers where edge e from block bi leaves them.
// Places are sorted by register.
func (a *allocator) staysPut(bi, si int32, e *mach.Edge) bool {
	end, k := a.blk[bi].end, 0
	for _, p := range a.blk[si].start {
		for k < len(end) && end[k].r < p.r {
			k++
		}
		if len(e.Args) > 0 {
			p.v = a.comesFrom(e, si, p.v)
		}
		if k == len(end) || end[k] != p {
			return false
		}
	}
	return true
}

// comesFrom returns the value that edge e to block si passes for v, which is in a register there.
func (a *allocator) comesFrom(e *mach.Edge, si, v int32) int32 {
	if x := &a.val[v]; x.bits&isParam != 0 && x.defB == si {
		return a.argument(e, v)
	}
	return v
}

// inherits reports whether value v, which is in memory at the end of block b and becomes parameter p of s, can
// use the parameter's slot from its definition on. This is safe for one value, on an edge that enters s from
// outside: p is live only where s dominates, and there v, which is not live into s, is dead.
func (a *allocator) inherits(b, s, v, p int32) bool {
	return a.val[v].loc == mach.NoReg && a.val[v].slot == 0 && a.val[v].bits&inMemory == 0 && a.vr(v).Remat == nil &&
		a.val[p].bits&hasHeir == 0 &&
		a.vr(v).Size == a.vr(p).Size && !a.cfg.IsBackEdge(b, s) && !has(a.liveIn(s), v) && a.val[v].defB >= 0 &&
		!a.cfg.Dominates(s, a.val[v].defB)
}

// argument returns the value that edge e passes for v, a parameter of its target.
func (a *allocator) argument(e *mach.Edge, v int32) int32 {
	a.f.Took(len(e.To.Params))
	for i, p := range e.To.Params {
		if num(p) == v {
			return num(e.Args[i])
		}
	}
	return v
}

// fromWhere sets the source of m to the location of v at the end of the predecessor.
func (a *allocator) fromWhere(m *move, v int32) {
	switch {
	case a.val[v].loc != mach.NoReg:
		m.src = a.val[v].loc
	case a.vr(v).Remat != nil:
	default:
		m.srcSlot = a.slotOf(v)
		a.reloaded(v)
	}
}

// parallel emits the instructions of a parallel move. A move is safe if no other pending move reads what it
// overwrites. If no move is safe, the moves form cycles, which are broken by a swap, or by a copy if memory is
// involved. Remats read nothing, so they come last.
func (a *allocator) parallel(keep mach.RegSet) {
	ms := a.moves
	pending := 0
	for i := range ms {
		if !ms[i].remat() {
			pending++
		}
	}
	for pending > 0 {
		progress := false
		for i := range ms {
			m := &ms[i]
			if m.remat() || m.done() || a.read(ms, i) {
				continue
			}
			a.one(m, a.occupied(ms, i, keep))
			keep |= mach.SetOf(m.dst)
			m.src, m.srcSlot = m.dst, m.dstSlot
			pending--
			progress = true
		}
		if pending == 0 || progress {
			continue
		}
		pending -= a.breakCycle(ms, &keep)
	}
	for pass := range 2 {
		// To memory first, while a register for the transfer may still be free.
		for i := range ms {
			if m := &ms[i]; m.remat() && (m.dst == mach.NoReg) == (pass == 0) {
				a.one(m, a.occupied(ms, i, keep))
				keep |= mach.SetOf(m.dst)
				m.src, m.srcSlot = m.dst, m.dstSlot
			}
		}
	}
}

// read reports whether another unfinished move reads what ms[i] overwrites.
func (a *allocator) read(ms []move, i int) bool {
	a.f.Took(len(ms))
	for j := range ms {
		if m := &ms[j]; j != i && !m.done() && !m.remat() &&
			(m.src != mach.NoReg && m.src == ms[i].dst || m.srcSlot != 0 && m.srcSlot == ms[i].dstSlot) {
			return true
		}
	}
	return false
}

// occupied returns the registers that a temporary must not use: those that hold a value that stays, has arrived, or
// is still to be read.
func (a *allocator) occupied(ms []move, i int, keep mach.RegSet) mach.RegSet {
	a.f.Took(len(ms))
	for j := range ms {
		if m := &ms[j]; !m.done() && !m.remat() {
			keep |= mach.SetOf(m.src)
		}
	}
	return keep | mach.SetOf(ms[i].dst)
}

// breakCycle breaks a cycle if every move waits for another. It returns the number of moves that it finished.
func (a *allocator) breakCycle(ms []move, keep *mach.RegSet) (finished int) {
	for i := range ms {
		m := &ms[i]
		if m.remat() || m.done() {
			continue
		}
		if m.src != mach.NoReg && m.dst != mach.NoReg {
			if a.aside(ms, i, *keep) {
				return 0
			}
			// Swap: the destination has its value, and its old content is in the source register.
			a.edgeIn = append(a.edgeIn, mach.Inst{Pseudo: mach.Swap, N: 2,
				Size: max(a.vr(m.v).Size, a.sizeIn(ms, m.dst)),
				Regs: [mach.MaxOperands]mach.Reg{m.dst, m.src}, MemPos: -1})
			a.res.Copies++
			dst, src := m.dst, m.src
			for j := range ms {
				if o := &ms[j]; j != i && !o.remat() && !o.done() {
					switch o.src {
					case dst:
						o.src = src
					case src:
						o.src = dst
					}
					if o.done() {
						finished++
						*keep |= mach.SetOf(o.dst)
					}
				}
			}
			m.src = m.dst
			*keep |= mach.SetOf(m.dst)
			return finished + 1
		}
	}
	// Only slots, or slots and registers, form the cycle: save the content that the first move overwrites in a
	// new slot.
	for i := range ms {
		m := &ms[i]
		if m.remat() || m.done() {
			continue
		}
		var readers []*move
		of := m.v // the largest value that is read from there: m's own may be smaller
		for j := range ms {
			if o := &ms[j]; j != i && !o.remat() && !o.done() &&
				(m.dst != mach.NoReg && o.src == m.dst || m.dstSlot != 0 && o.srcSlot == m.dstSlot) {
				if readers = append(readers, o); len(readers) == 1 || a.vr(o.v).Size > a.vr(of).Size {
					of = o.v
				}
			}
		}
		size := int(a.vr(of).Size)
		tmp := a.f.NewSlot(size, size)
		save := move{v: of, src: m.dst, srcSlot: m.dstSlot, dstSlot: tmp}
		a.one(&save, a.occupied(ms, i, *keep))
		for _, o := range readers {
			o.src, o.srcSlot = mach.NoReg, tmp
		}
		return 0
	}
	return 0
}

// aside opens a cycle by copying the content that ms[i] overwrites to a register that is unused on the edge, if
// there is one. Register renaming makes the three copies free, while a swap is three dependent operations. (Zen
// 3, the two largest of 4096: 5,370 ns with swaps on the path of most iterations, 3,190 ns with copies.)
func (a *allocator) aside(ms []move, i int, keep mach.RegSet) bool {
	busy := a.occupied(ms, i, keep)
	var of *move // the largest value to copy
	for j := range ms {
		m := &ms[j]
		busy |= mach.SetOf(m.dst)
		if !m.done() && !m.remat() && m.src == ms[i].dst && (of == nil || a.vr(m.v).Size > a.vr(of.v).Size) {
			of = m
		}
	}
	if of == nil {
		return false
	}
	v := a.vr(of.v)
	free := a.all[v.Class] &^ busy
	if free == 0 {
		return false
	}
	t, from := free.First(), of.src
	a.used |= mach.SetOf(t)
	a.res.Copies++
	a.edgeIn = append(a.edgeIn, copyInst(v, t, from))
	for j := range ms {
		if m := &ms[j]; !m.done() && !m.remat() && m.src == from {
			m.src = t
		}
	}
	return true
}

// sizeIn returns the size of the largest value that a pending move reads from r.
func (a *allocator) sizeIn(ms []move, r mach.Reg) uint8 {
	n := uint8(0)
	for i := range ms {
		if !ms[i].done() && ms[i].src == r {
			n = max(n, a.vr(ms[i].v).Size)
		}
	}
	return n
}

// one emits a single move. A move from memory to memory needs a register: a free one, or one whose content is
// saved in memory meanwhile.
func (a *allocator) one(m *move, inUse mach.RegSet) {
	v := a.vr(m.v)
	put := func(in mach.Inst) { a.edgeIn = append(a.edgeIn, in) }
	spill := func(r mach.Reg, slot int32) {
		a.res.Spills++
		// A constant may be larger than the parameter that it becomes.
		size := min(v.Size, uint8(a.f.Slots[slot-1].Size))
		put(mach.Inst{Pseudo: mach.Spill, N: 1, Size: size, Regs: [mach.MaxOperands]mach.Reg{r}, MemPos: -1,
			Mem: mach.Mem{Slot: slot}})
	}
	reload := func(r mach.Reg, slot int32) {
		a.res.Reloads++
		put(mach.Inst{Pseudo: mach.Reload, N: 1, Size: v.Size, Regs: [mach.MaxOperands]mach.Reg{r}, MemPos: -1,
			Mem: mach.Mem{Slot: slot}})
	}
	if v.Class == mach.Vec && (m.dstSlot|m.srcSlot) != 0 {
		a.res.VecSlots = true
	}
	switch {
	case m.dst != mach.NoReg && m.src != mach.NoReg:
		a.res.Copies++
		put(copyInst(v, m.dst, m.src))
	case m.dst != mach.NoReg && m.srcSlot != 0:
		reload(m.dst, m.srcSlot)
	case m.dst != mach.NoReg:
		put(a.loadInst(m.v, m.dst))
	case m.src != mach.NoReg:
		spill(m.src, m.dstSlot)
	default:
		all := a.all[v.Class]
		free := all &^ inUse
		saved := int32(0)
		if free == 0 {
			free = all
			// The register's content may be larger than the value moved.
			size := 8
			if v.Class == mach.Vec {
				size = 64
			}
			saved = a.saveSlot(v.Class, size)
			r := free.First()
			put(mach.Inst{Pseudo: mach.Spill, N: 1, Size: uint8(a.widest(v.Class)), Regs: [mach.MaxOperands]mach.Reg{r}, MemPos: -1,
				Mem: mach.Mem{Slot: saved}})
		}
		t := free.First()
		a.used |= mach.SetOf(t)
		if m.srcSlot != 0 {
			reload(t, m.srcSlot)
		} else {
			put(a.loadInst(m.v, t))
		}
		spill(t, m.dstSlot)
		if saved != 0 {
			put(mach.Inst{Pseudo: mach.Reload, N: 1, Size: uint8(a.widest(v.Class)), Regs: [mach.MaxOperands]mach.Reg{t}, MemPos: -1,
				Mem: mach.Mem{Slot: saved}})
		}
	}
}

// saveSlot returns a slot for a register that is temporarily vacated.
func (a *allocator) saveSlot(c mach.Class, size int) int32 {
	if a.save[c] == 0 {
		a.save[c] = a.f.NewSlot(size, size)
	}
	return a.save[c]
}

// widest returns the size of the largest value of class c.
func (a *allocator) widest(c mach.Class) int {
	n := 8
	for i := range a.f.VRegs {
		if v := &a.f.VRegs[i]; v.Class == c {
			n = max(n, int(v.Size))
		}
	}
	return n
}

// splitEdges creates blocks for moves that can be at neither end of their edge.
func (a *allocator) splitEdges() {
	for k := range a.edges {
		em := &a.edges[k]
		if !em.split {
			continue
		}
		from := a.f.Blocks[em.from]
		e := &from.Succs[em.succ]
		to := e.To
		b := a.f.NewBlock("edge")
		insts := append(a.f.Room(int(em.hi-em.lo)+1), a.edgeIn[em.lo:em.hi]...)
		b.Insts = append(insts, mach.Inst{Pseudo: mach.Jump, MemPos: -1})
		b.Cold = to.Cold
		b.Freq = min(from.Freq, to.Freq)
		b.Depth = min(from.Depth, to.Depth)
		b.Succs = append(b.Succs, mach.Edge{To: to})
		b.Preds = append(b.Preds, from)
		e.To = b
		for i, p := range to.Preds {
			if p == from {
				to.Preds[i] = b
				break
			}
		}
		if a.opt.Trace {
			org := make([]int32, len(b.Insts))
			for i := range org {
				org[i] = -1
			}
			a.res.Trace.split(from.ID, em.succ, org)
		}
	}
}
