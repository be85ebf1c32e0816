package regalloc

import (
	"errors"
	"fmt"
	"slices"

	"hotloop/isel/mach"
	"hotloop/reuse"
)

// Options modify Allocate.
type Options struct {
	Reserve mach.RegSet // allocatable registers that must not be used
	Trace   bool        // fill Result.Trace, for Check
	// Live, if set, is the result of Liveness for the function. Since then, instructions may only have moved
	// within blocks, as reported to Reordered. Allocate consumes it.
	Live *LiveSets
	// SlotBase contains registers that a function with vector slots must not use. If the allocation uses one,
	// Allocate returns ErrNotAccepted and leaves the function unchanged.
	SlotBase mach.RegSet
}

// ErrNotAccepted is returned by Allocate if the function has vector slots and the allocation uses
// Options.SlotBase.
var ErrNotAccepted = errors.New("regalloc: result declined")

// Result describes an allocation.
type Result struct {
	Polls []Poll // indexed by Imm of the Poll pseudo instructions
	lives []Live // arena of the Live lists of Polls
	Used  mach.RegSet
	Trace *trace

	Spills, Reloads, Remats, Copies int // instructions inserted
	VecSlots                        bool
}

// Poll lists the registers that must survive a yield.
type Poll struct{ Live []Live }

// Live is a register and the value that it holds.
type Live struct{ Reg, Value mach.Reg }

// place is a value in a register.
type place struct {
	v int32
	r mach.Reg
}

// allocator is the state of one allocation. Values are identified by their number, Reg - FirstVirtual.
type allocator struct {
	isa  mach.ISA
	f    *mach.Func
	opt  Options
	cfg  mach.CFG
	res  *Result
	fail error

	registers
	flat
	liveness
	val    []value
	blk    []block
	starts []place // arena of the blocks' lists
	cursor
	result
}

// registers are the registers available for allocation.
type registers struct {
	all, last [mach.NumClasses]mach.RegSet
	limit     [mach.NumClasses]int
	late      mach.RegSet // used last: those that fixed operands need, and the last ones of the ISA
}

// value is the allocation state of one value.
type value struct {
	prefer mach.RegSet // registers that all its uses allow
	loc    mach.Reg    // current register
	head   int32       // index of the next use, which may be past the end of the block; noUse if none
	hintV  int32       // value whose register is preferred, -1 if none
	hintR  mach.Reg    // preferred register
	lastR  mach.Reg    // most recently assigned register
	home   mach.Reg    // register at the head of the loop
	slot   int32       // 1 + slot
	reload int32       // block that dominates all reloads, -1 if none
	defEnd int32       // index in out after the definition
	defR   mach.Reg    // register of the definition
	defB   int32       // block of the definition
	class  mach.Class
	bits   vbits
}

// noUse is the head of a value that has no further use.
const noUse = -1

// block is the allocation state of one block. Its lists of places are parts of starts.
type block struct {
	start, end  []place // values in registers at the start and end
	memParams   []int32 // parameters passed in slots
	first, term int32   // index in out of the first instruction and the terminator
	// 1 + index of the edge whose moves go to the block's start (before) or end (behind): its only edge in or
	// out.
	before, behind int32
}

// cursor is the allocation state within the current block.
type cursor struct {
	b     int32
	at    int32
	done  int32     // the previous block: the registers still hold the values of its end
	next  []int32   // by use, in the order of flat: the value's head after the instruction
	regs  [64]int32 // value in each register; -1: none, -2: taken by the current instruction
	free  mach.RegSet
	held  mach.RegSet // registers that hold a value: regs >= 0
	used  mach.RegSet // all registers assigned so far
	avoid mach.RegSet // homes of the parameters of the enclosing loop
	temps mach.RegSet // registers taken by the current instruction
	src   *mach.Inst
	work  mach.Inst // copy of src that gets registers, if other instructions may have to precede it
	operands
}

// result is the output of the allocation.
type result struct {
	out    []mach.Inst
	origin []int32 // by index in out: the original instruction, or -1 if inserted
	moves  []move
	edges  []edgeMoves
	edgeIn []mach.Inst
	save   [mach.NumClasses]int32 // slots for registers that are temporarily vacated
	cand   []candidate
	stored bool // some value has wantsStore set
	slots0 int  // number of slots before allocation
}

type vbits uint8

const (
	isParam vbits = 1 << iota
	inMemory
	mayShare   // it may share the slot of the parameter that it becomes
	hasHeir    // of a parameter: a value outside the loop already uses its slot
	wantsStore // the value must be stored to its slot after the definition
)

var pool = reuse.Pool[allocator]{New: func() *allocator { return new(allocator) }, Size: (*allocator).size}

// size returns the approximate number of bytes that a retains: 60 per value, plus the lists by instruction and by
// block and value.
func (a *allocator) size() int {
	return 64*cap(a.val) + 17*cap(a.descs) + 8*cap(a.starts) + 4*cap(a.origin) + 96*cap(a.edgeIn) +
		4*(cap(a.far)+cap(a.ranks)+cap(a.next)+cap(a.uses)+cap(a.defs)) + 8*(cap(a.in)+cap(a.out_))
}

// Allocate rewrites f. An error means a bug or a machine limit: an instruction that needs more registers than
// exist. After an error f is unchanged, except that operands of commutative instructions may be exchanged.
func Allocate(isa mach.ISA, f *mach.Func, opt Options) (*Result, error) {
	a := pool.Get()
	defer pool.Put(a)
	a.isa, a.f, a.opt, a.fail = isa, f, opt, nil
	a.res = &Result{}
	a.slots0 = len(f.Slots)
	a.reset()
	a.analyze()
	a.next = slices.Grow(a.next[:0], len(a.uses))[:len(a.uses)]
	for _, b := range a.cfg.Order {
		a.block(b)
		if a.fail != nil {
			f.Slots = f.Slots[:a.slots0]
			return nil, a.fail
		}
	}
	a.forget()
	a.resolveEdges()
	a.res.Used = a.used
	if a.fail == nil && a.res.VecSlots && a.used&opt.SlotBase != 0 {
		a.fail = ErrNotAccepted
	}
	a.commit()
	res := a.res
	if a.opt.Trace {
		a.origin = nil // the trace keeps origin, so another allocation must not overwrite it
	}
	a.isa, a.f, a.res, a.opt, a.out = nil, nil, nil, Options{}, nil
	if a.fail != nil {
		return nil, a.fail
	}
	return res, nil
}

// errorf records the first error. Allocation continues to the end of the current block.
func (a *allocator) errorf(format string, args ...any) {
	if a.fail == nil {
		a.fail = fmt.Errorf("regalloc: %s: block %d: %s", a.f.Name, a.b, fmt.Sprintf(format, args...))
	}
}

// reset sizes the tables for the function, reusing their memory, and clears them.
func (a *allocator) reset() {
	f := a.f
	n, nb := len(f.VRegs), len(f.Blocks)
	if a.opt.Live == nil {
		a.cfg.Build(f)
	}
	a.val = slices.Grow(a.val[:0], n)[:n]
	for i := range a.val {
		a.val[i] = value{head: noUse, hintV: -1, reload: -1, defB: -1, prefer: ^mach.RegSet(0), class: f.VRegs[i].Class}
	}
	a.blk = slices.Grow(a.blk[:0], nb)[:nb]
	clear(a.blk)
	for i := range a.regs {
		a.regs[i] = -1
	}
	a.held, a.used, a.temps, a.stored = 0, 0, 0, false
	a.starts, a.moves, a.edges, a.edgeIn = a.starts[:0], a.moves[:0], a.edges[:0], a.edgeIn[:0]
	a.late, a.save = 0, [mach.NumClasses]int32{}
	total := 0
	for _, b := range f.Blocks {
		total += len(b.Insts)
	}
	// The allocated function keeps out.
	a.out = f.Room(total + total/4 + 8)
	a.origin = a.origin[:0]
	for c := mach.GP; c < mach.NumClasses; c++ {
		all, last := a.isa.Allocatable(c)
		a.all[c] = all &^ a.opt.Reserve
		a.last[c] = last
		a.late |= last
		a.limit[c] = a.all[c].Len()
	}
	a.done = -1
	a.forget()
	// The argument block's address can always be rematerialized.
	if e := f.Blocks[0]; len(e.Params) > 0 {
		if v := f.V(e.Params[0]); v.Remat == nil {
			v.Remat = &mach.Inst{Pseudo: mach.BlockPtr, N: 1, Size: 8, MemPos: -1}
			v.FrameBased = true
		}
	}
}

// num returns the value number of a virtual register; vreg is its inverse.
func num(r mach.Reg) int32  { return int32(r - mach.FirstVirtual) }
func vreg(v int32) mach.Reg { return mach.Reg(v) + mach.FirstVirtual }

func (a *allocator) vr(v int32) *mach.VReg { return &a.f.VRegs[v] }

// slotOf returns the slot of v. The first call creates the slot and requests a store after v's definition.
func (a *allocator) slotOf(v int32) int32 {
	if a.val[v].slot == 0 {
		if p := a.val[v].hintV; a.val[v].bits&mayShare != 0 && p >= 0 && a.val[p].slot != 0 {
			a.val[v].slot = a.val[p].slot
		} else {
			size := int(a.vr(v).Size)
			a.val[v].slot = a.f.NewSlot(size, size)
		}
		if a.val[v].bits&inMemory == 0 {
			a.wantStore(v)
		}
		if a.vr(v).Class == mach.Vec {
			a.res.VecSlots = true
		}
	}
	return a.val[v].slot
}

// wantStore has v stored behind its definition.
func (a *allocator) wantStore(v int32) {
	a.val[v].bits |= wantsStore
	a.stored = true
}

// commit writes the new instructions to the blocks, including stores and the moves of edges.
func (a *allocator) commit() {
	f := a.f
	if a.fail != nil {
		f.Slots = f.Slots[:a.slots0]
		return
	}
	if a.opt.Trace {
		a.res.Trace = newTrace(f)
	}
	stores := a.stores()
	for i, b := range a.cfg.Order {
		blk := f.Blocks[b]
		hi := int32(len(a.out))
		if i+1 < len(a.cfg.Order) {
			hi = a.blk[a.cfg.Order[i+1]].first
		}
		lo := a.blk[b].first
		var pre, post []mach.Inst
		if k := a.blk[b].before; k > 0 {
			pre = a.edgeIn[a.edges[k-1].lo:a.edges[k-1].hi]
		}
		if k := a.blk[b].behind; k > 0 {
			post = a.edgeIn[a.edges[k-1].lo:a.edges[k-1].hi]
		}
		n := 0
		for n < len(stores) && (stores[n].at < hi || i+1 == len(a.cfg.Order)) {
			n++
		}
		mine := stores[:n]
		stores = stores[n:]
		org := []int32(nil)
		if a.opt.Trace {
			org = a.origin[lo:hi:hi]
		}
		if len(pre)+len(post)+len(mine) == 0 {
			blk.Insts = a.out[lo:hi:hi]
		} else {
			blk.Insts, org = a.merge(lo, hi, a.blk[b].term, pre, post, mine, org)
		}
		if a.opt.Trace {
			a.res.Trace.origin[b], a.res.Trace.pre[b] = org, len(pre)
		}
	}
	for _, b := range f.Blocks {
		if a.cfg.Pos[b.ID] < 0 {
			b.Insts = nil
		}
	}
	a.splitEdges()
	for _, b := range f.Blocks {
		b.Params = b.Params[:0]
		for i := range b.Succs {
			b.Succs[i].Args = nil
		}
	}
	a.dropUnreachable()
}

// dropUnreachable removes unreachable blocks, which were not allocated.
func (a *allocator) dropUnreachable() {
	if len(a.cfg.Order) == len(a.cfg.Pos) {
		return
	}
	dead := func(b *mach.Block) bool { return b.ID < len(a.cfg.Pos) && a.cfg.Pos[b.ID] < 0 }
	keep := a.f.Blocks[:0]
	for _, b := range a.f.Blocks {
		if dead(b) {
			continue
		}
		preds := b.Preds[:0]
		for _, p := range b.Preds {
			if !dead(p) {
				preds = append(preds, p)
			}
		}
		b.Preds = preds
		keep = append(keep, b)
	}
	a.f.Blocks = keep
}

// store is a spill of value v from register r, before out[at].
type store struct {
	at, v int32
	r     mach.Reg
}

// stores returns the stores of spilled values, in order of their position.
func (a *allocator) stores() []store {
	if !a.stored {
		return nil
	}
	var s []store
	var users []int32
	for v := range a.val {
		if a.val[v].bits&wantsStore == 0 {
			continue
		}
		if users == nil {
			users = a.slotUsers()
		}
		st := store{a.val[v].defEnd, int32(v), a.val[v].defR}
		if users[a.val[v].slot] == 1 {
			if later, ok := a.sink(int32(v)); ok {
				st = later
			}
		}
		s = append(s, st)
	}
	// Insertion sort: there are few stores, and they are nearly in order.
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && s[j].at < s[j-1].at; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
	return s
}

// merge builds the instructions of a block: the moves of the edge into it, its own instructions out[lo:hi] with
// the stores in between, and the moves of the edge out of it before the terminator.
func (a *allocator) merge(lo, hi, term int32, pre, post []mach.Inst, stores []store, org []int32) ([]mach.Inst,
	[]int32) {
	n := int(hi-lo) + len(pre) + len(post) + len(stores)
	insts := a.f.Room(n)
	var origin []int32
	insts = append(insts, pre...)
	from := lo
	upTo := func(i int32) {
		insts = append(insts, a.out[from:i]...)
		if org != nil {
			for len(origin) < len(insts)-int(i-from) {
				origin = append(origin, -1)
			}
			origin = append(origin, org[from-lo:i-lo]...)
		}
		from = i
	}
	for _, s := range stores {
		upTo(s.at)
		insts = append(insts, a.spillInst(s.v, s.r))
	}
	upTo(term)
	insts = append(insts, post...)
	upTo(hi)
	return insts, origin
}

// spillInst returns a store of v, which is in r, to its slot.
func (a *allocator) spillInst(v int32, r mach.Reg) mach.Inst {
	a.res.Spills++
	return mach.Inst{Pseudo: mach.Spill, N: 1, Size: a.vr(v).Size, Regs: [mach.MaxOperands]mach.Reg{r}, MemPos: -1,
		Mem: mach.Mem{Slot: a.val[v].slot}}
}
