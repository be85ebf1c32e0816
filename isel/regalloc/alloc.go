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
	Reserve mach.RegSet // registers to leave alone, although allocatable
	Trace   bool        // fill Result.Trace, for Check
	// Live, if set, is what Liveness found for the function; since then instructions changed places within blocks only,
	// as Reordered was told. It is used up.
	Live *LiveSets
	// SlotBase are registers of which none may be used by a function with slots of vectors: Allocate then returns
	// ErrNotAccepted, and the function is as before.
	SlotBase mach.RegSet
}

// ErrNotAccepted is the error of Allocate if it has used Options.SlotBase.
var ErrNotAccepted = errors.New("regalloc: result declined")

// Result tells what Allocate did besides rewriting the function.
type Result struct {
	Polls []Poll // indexed by Imm of the Poll pseudo instructions
	lives []Live // what those list
	Used  mach.RegSet
	Trace *Trace

	Spills, Reloads, Remats, Copies int // instructions inserted
	VecSlots                        bool
}

// Poll is what must survive a yield.
type Poll struct{ Live []Live }

// Live is a register and the value in it.
type Live struct{ Reg, Value mach.Reg }

// place is a value in a register.
type place struct {
	v int32
	r mach.Reg
}

// allocator has the state of one allocation. Values are named by their number, Reg - FirstVirtual.
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

// registers are those that may be given out.
type registers struct {
	all, last [mach.NumClasses]mach.RegSet
	limit     [mach.NumClasses]int
	late      mach.RegSet // taken last: those that fixed operands want, and the ISA's last
}

// value is what the allocator knows of one value.
type value struct {
	prefer mach.RegSet // registers that all its uses allow
	loc    mach.Reg    // register now
	head   int32       // instruction of the next use, or as far behind the block's end as it is; noUse
	hintV  int32       // value whose register would suit, -1 if none
	hintR  mach.Reg    // register that would suit
	lastR  mach.Reg    // register it was given last
	home   mach.Reg    // register at the head of the loop
	slot   int32       // 1 + slot
	reload int32       // block that dominates all reloads, -1 if there are none
	defEnd int32       // index in out behind the definition
	defR   mach.Reg    // register it was defined in
	defB   int32       // block of the definition
	class  mach.Class
	bits   vbits
}

// noUse is the head of a value that is not needed any more.
const noUse = -1

// block is what the allocator knows of one block. Its lists of places are parts of starts.
type block struct {
	start, end  []place // what is in registers there
	memParams   []int32 // parameters that arrive in slots
	first, term int32   // index in out of the first instruction and the terminator
	// 1 + index of the edge whose moves go to the block's start, and to its end: it has no other way in, or out.
	before, behind int32
}

// cursor is the state in the block at hand.
type cursor struct {
	b     int32
	at    int32
	done  int32     // the block before: the registers still hold what they did at its end
	next  []int32   // by use, as flat lists them: head of the value behind it
	regs  [64]int32 // value in each register, -1: none, -2: taken by this instruction
	free  mach.RegSet
	held  mach.RegSet // registers with a value, -1 < regs
	used  mach.RegSet // all that were given out
	avoid mach.RegSet // homes of the parameters of the loop around
	temps mach.RegSet // registers taken by the instruction
	src   *mach.Inst
	work  mach.Inst // copy of src that gets registers, if other instructions may have to stand in front of it
	operands
}

// result is what has been written.
type result struct {
	out    []mach.Inst
	origin []int32 // of each of out: the instruction it was, -1 if it was inserted
	moves  []move
	edges  []edgeMoves
	edgeIn []mach.Inst
	save   [mach.NumClasses]int32 // slots for registers that make room for a moment
	cand   []candidate
	stored bool // some value wantsStore
	slots0 int  // slots there were before
}

type vbits uint8

const (
	isParam vbits = 1 << iota
	inMemory
	mayShare   // its slot may be that of the parameter it becomes
	hasHeir    // of a parameter: a value outside the loop uses its slot already
	wantsStore // the slot is filled behind the definition
)

var pool = reuse.Pool[allocator]{New: func() *allocator { return new(allocator) }, Size: (*allocator).size}

// size is about how many bytes a holds: 60 per value, and those of the lists that go by instructions, and by blocks and
// values.
func (a *allocator) size() int {
	return 64*cap(a.val) + 17*cap(a.descs) + 8*cap(a.starts) + 4*cap(a.origin) + 96*cap(a.edgeIn) +
		4*(cap(a.far)+cap(a.ranks)+cap(a.next)+cap(a.uses)+cap(a.defs)) + 8*(cap(a.in)+cap(a.out_))
}

// Allocate rewrites f. Errors are bugs or limits of the machine: an instruction that needs more registers than there
// are. After an error f is unchanged, except that operands of commutative instructions may have changed places.
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
		a.origin = nil // the trace has it; another allocation must not write over it
	}
	a.isa, a.f, a.res, a.opt, a.out = nil, nil, nil, Options{}, nil
	if a.fail != nil {
		return nil, a.fail
	}
	return res, nil
}

// errorf keeps the first error; the allocation goes on to the end of the block at hand.
func (a *allocator) errorf(format string, args ...any) {
	if a.fail == nil {
		a.fail = fmt.Errorf("regalloc: %s: block %d: %s", a.f.Name, a.b, fmt.Sprintf(format, args...))
	}
}

// reset makes the tables as large as the function needs, in the memory of those before, and empties them.
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
	// The result keeps this one.
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
	// The argument block can always be found again.
	if e := f.Blocks[0]; len(e.Params) > 0 {
		if v := f.V(e.Params[0]); v.Remat == nil {
			v.Remat = &mach.Inst{Pseudo: mach.BlockPtr, N: 1, Size: 8, MemPos: -1}
			v.FrameBased = true
		}
	}
}

// num is the number of a virtual register among the values, vreg the converse.
func num(r mach.Reg) int32  { return int32(r - mach.FirstVirtual) }
func vreg(v int32) mach.Reg { return mach.Reg(v) + mach.FirstVirtual }

func (a *allocator) vr(v int32) *mach.VReg { return &a.f.VRegs[v] }

// slotOf is the slot of v, made when first asked for; from then on v is stored behind its definition.
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

// commit puts the new instructions into the blocks, with stores and the moves of edges in their places.
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

// dropUnreachable removes blocks that cannot be reached: they were not allocated.
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

// store is a spill of value v from register r, in front of out[at].
type store struct {
	at, v int32
	r     mach.Reg
}

// stores lists the stores of spilled values, in order.
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
	// Insertion sort: few, and nearly in order.
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && s[j].at < s[j-1].at; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
	return s
}

// merge builds the instructions of a block: moves of the edge into it, its own from out[lo:hi] with stores in between,
// moves of the edge out of it before the terminator.
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

// spillInst stores v, which is in r, to its slot.
func (a *allocator) spillInst(v int32, r mach.Reg) mach.Inst {
	a.res.Spills++
	return mach.Inst{Pseudo: mach.Spill, N: 1, Size: a.vr(v).Size, Regs: [mach.MaxOperands]mach.Reg{r}, MemPos: -1,
		Mem: mach.Mem{Slot: a.val[v].slot}}
}
