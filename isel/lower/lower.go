package lower

import (
	"slices"
	"sync/atomic"

	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Lower selects machine instructions for a function.
//
// Values are lowered in order. A value with a single user in its own block is deferred until that user is
// lowered, so that rules can match through it and loads can fold into their users. A store forces deferred loads.
// The rep of a value holds the registers of its parts.
//
//	v7 = Load <f32x32> p i       deferred
//	v8 = Mul  <f32x32> v7 v3     deferred
//	Store p i v8                 VMULPS z1, z0, [p+i*4]; VMULPS z2, z0, [p+i*4+64]; two stores
//
// The memory of m may be reused by later lowerings after done. Calling done is optional.
//
// If words is not nil, the function is for Go's assembler: its arguments and results are the operands that words
// returns for their offsets.
func (t *Target) Lower(f *ir.Func, words func(off int) string) (m *mach.Func, done func()) {
	l := newLowerer(t, f)
	l.words = words
	l.M.Spend = f.Spend
	l.run()
	return l.M, l.release
}

// run lowers the blocks in reverse postorder, so that all values except the arguments of back edges are lowered
// before their users.
func (l *Lowerer) run() {
	l.analyze()
	l.makeBlocks()
	l.findDerived()
	for _, b := range l.order {
		l.block(b)
	}
	l.Finish()
	l.sel.Finish()
}

// IndexedForm is the way a gather or scatter is lowered.
type IndexedForm uint8

const (
	FormByPrice IndexedForm = iota // the cheaper one
	FormInstruction
	FormLanes // lane by lane
)

// Lowerer is the state of Lower.
type Lowerer struct {
	T   *Target
	sel Selector // the architecture's view of this lowering
	F   *ir.Func
	M   *mach.Func

	// Data of the architecture that every instruction needs, cached to avoid an interface call.
	descs    []atomic.Pointer[mach.Desc]
	handlers *HandlerTable
	rules    *ruleSet
	merging  *ir.Value // value of the inactive lanes, while searching for a rule that can be masked

	place
	perValue
	perBlock
	constants
	sharing
	objects
	arenas
	pricing
}

// place is the current position of the lowering.
type place struct {
	B         *mach.Block // the block that instructions are appended to
	ib        *ir.Block   // the IR block that B is part of
	Pos       ir.Pos
	depth     int         // number of loops around B
	preheader *mach.Block // block for constants of B's outermost loop; nil outside of loops
	waiting   []*ir.Value // deferred loads
	following []*ir.Value // the values after the current side effect in ib
	lists
}

// lists counts the register lists in use: lists that loops keep, keyed by the value in the first register, and
// all others.
type lists struct {
	Lists, ListsKept int
	Kept             map[*ir.Value]int
}

// perValue holds tables indexed by value ID. Values created during lowering follow the function's own.
type perValue struct {
	Reps  []Rep
	users []usage
	sums  []*ir.Value // values for which addsConst holds, in block order
	made  ir.ID       // ID of the next value created during lowering
}

// perBlock holds tables of the function's blocks.
type perBlock struct {
	order  []*ir.Block
	loops  loopNest
	blocks []*mach.Block // by IR block ID: its first machine block
	ends   []*mach.Block // by IR block ID: its last machine block
}

// constants holds the constants made so far, and the pointer to the argument block, which is constant too.
type constants struct {
	prefix    [][]mach.Inst // by block ID: instructions for the start of the block
	regConsts madeConsts
	other     map[string]int64 // numbers of vectors in regConsts that do not repeat every eight bytes
	pool      map[string]int32 // constants in memory, keyed by their bytes
	consts    loopConsts
	argBlock  mach.Reg
	words     func(off int) string // see Lower
}

// sharing holds results that later instructions may reuse.
type sharing struct {
	once    map[OnceKey]mach.Reg
	onceIn  *mach.Block // the block that the entries of once belong to
	hoisted map[hoistedKey]*ir.Value
	// masks of a block, resized to other lane sizes
	resizedMasks map[resizedKey][]mach.Reg
	resizedIn    *mach.Block
	// structures loaded since the start of the block or the last store: registers by member and part
	groups map[groupKey][][]mach.Reg
}

// arenas allocate small objects.
type arenas struct {
	regs      arena[mach.Reg]
	remats    arena[mach.Inst]
	values    arena[ir.Value]
	valueArgs arena[*ir.Value]
	bound     arena[bindings]
}

func (a *arenas) reset() {
	a.regs.reset()
	a.remats.reset()
	a.values.reset()
	a.valueArgs.reset()
	a.bound.reset()
}

// pricing holds the inputs and the result of a lowering done to price an operation.
type pricing struct {
	stubMask   int         // lane size of stub masks
	stubTable  string      // entries of the stub table, if they are constants
	StubObject bool        // bases are the starts of slices or arrays
	Form       IndexedForm // how gathers and scatters are lowered
	Scalarized bool        // some operation was lowered lane by lane
}

// Rep is the machine representation of a value.
type Rep struct {
	Parts []mach.Reg
	State repState
	Esize uint8 // of a mask: the lane size in bytes that it was made for, which determines its number of parts
}

type repState uint8

const (
	repNone     repState = iota // not reached yet
	RepDeferred                 // waiting for its user
	RepFolded                   // a load that its user folded as a memory operand, for at least one part
	RepDone                     // in registers
)

// makeBlocks makes a machine block with parameters for every IR block.
func (l *Lowerer) makeBlocks() {
	total := 0
	for _, b := range l.order {
		total += instGuess(b)
	}
	slab := l.M.Room(total)[:total] // enough for most blocks, so that they seldom grow
	l.argBlock = l.M.NewVReg(mach.GP, 8)
	*l.M.V(l.argBlock) = mach.VReg{Class: mach.GP, Size: 8, FrameBased: true, Name: "block",
		Remat: l.keep(mach.Inst{Pseudo: mach.BlockPtr, N: 1, Size: 8, MemPos: -1})}
	for i, b := range l.order {
		mb := l.newBlock(b, b.Name)
		n := instGuess(b)
		mb.Insts, slab = slab[:0:n], slab[n:]
		mb.Header = l.loops.at[b.ID].head
		l.blocks[b.ID] = mb
		if i == 0 && l.words == nil {
			mb.Params = append(mb.Params, l.argBlock)
		}
		for _, phi := range b.Phis() {
			n, bytes := l.partsOf(phi)
			parts := l.NewParts(n)
			for i := range parts {
				parts[i] = l.newValueReg(phi.Type, bytes)
			}
			r := &l.Reps[phi.ID]
			r.Parts, r.State = parts, RepDone
			mb.Params = append(mb.Params, parts...)
		}
	}
}

// instGuess estimates the number of instructions of a block.
func instGuess(b *ir.Block) int { return 2*len(b.Values) + 12 }

// roomFor returns insts, the instructions of a block, with capacity for its final instruction.
func (l *Lowerer) roomFor(insts []mach.Inst) []mach.Inst {
	if len(insts) < cap(insts) {
		return insts
	}
	return append(l.M.Room(len(insts)+1), insts...)
}

// newBlock appends a machine block for b or for a part of it, since a check ends a machine block.
func (l *Lowerer) newBlock(b *ir.Block, name string) *mach.Block {
	mb, n := l.M.NewBlock(name), &l.loops.at[b.ID]
	mb.From = int(b.ID) + 1
	mb.Depth, mb.Freq, mb.Cold = int(n.depth), n.freq, n.rare
	mb.Short = b.Loop.Int(ir.MaxTripCount, 0) > 0
	return mb
}

// newValueReg makes a register for a part of a value of type t.
func (l *Lowerer) newValueReg(t ir.Type, bytes int) mach.Reg {
	switch {
	case t.IsVector() && t.IsMask() && l.T.K:
		return l.M.NewVReg(mach.Mask, 8)
	case t.IsVector() || t.Elem.IsFloat():
		return l.M.NewVReg(mach.Vec, bytes)
	}
	return l.M.NewVReg(mach.GP, 8)
}

// NewParts returns an array of n registers from the arena.
func (l *Lowerer) NewParts(n int) []mach.Reg {
	return l.regs.take(n)
}

// block lowers one IR block.
func (l *Lowerer) block(b *ir.Block) {
	l.ib, l.B = b, l.blocks[b.ID]
	l.depth = l.loops.depth(b)
	l.preheader = nil
	p := l.loops.at[b.ID].pre
	switch {
	case l.loops.rarely(b, p):
		l.depth = 0 // load constants from memory at their use, not into registers before the loop
	case p != nil:
		l.preheader = l.blocks[p.ID]
	}
	l.waiting = l.waiting[:0]
	l.forgetGroups()
	for i, v := range b.Values {
		l.Pos = v.Pos
		switch {
		case v.Op == ir.OpPhi || v.Op == ir.OpConst || v.Op == ir.OpRet:
		case v.Op.Is(ir.FlagEffect):
			l.following = b.Values[i+1:]
			l.effectOp(v)
			l.following = nil
		case v.Uses == 0:
		case l.defers(v):
			l.Reps[v.ID].State = RepDeferred
			if v.Op.IsMemory() {
				l.waiting = append(l.waiting, v)
			}
		default:
			l.Rep(v)
		}
	}
	l.terminate(b)
	l.ends[b.ID] = l.B
}

// DummySlot returns the address of a frame slot that receives the stores of inactive lanes. The address is
// rematerialized if it would be live across a poll.
func (l *Lowerer) DummySlot() mach.Reg {
	if l.dummy == 0 {
		l.dummy = l.M.NewSlot(8, 8)
	}
	r := l.sel.Lea(mach.Mem{Slot: l.dummy})
	made := l.B.Insts[len(l.B.Insts)-1]
	v := l.M.V(r)
	v.FrameBased, v.Remat = true, &made
	return r
}

// Rep lowers v unless that has been done, and returns its rep.
func (l *Lowerer) Rep(v *ir.Value) Rep {
	r := &l.Reps[v.ID]
	if r.State == RepDone {
		return *r
	}
	switch v.Op {
	case ir.OpConst:
		return l.Constant(v) // not cached: its register depends on the current block
	case ir.OpLocalPtr, ir.OpTablePtr:
		return l.object(v) // not cached, for the same reason
	case ir.OpIota:
		return l.iota(v)
	case ir.OpArg, ir.OpArgPtr, ir.OpArgLen, ir.OpArgCap:
		if p := l.F.Params[v.AuxInt].Addr; p != nil && l.words != nil {
			return l.object(v)
		} else if p != nil {
			return l.One(l.GpConst(int64(uintptr(p)))) // not cached, for the same reason
		}
		out := l.argument(v)
		l.Reps[v.ID] = out
		return out
	}
	out := l.value(v)
	out.State = RepDone
	l.Reps[v.ID] = out
	return out
}

// Part returns the register of part i of v.
func (l *Lowerer) Part(v *ir.Value, i int) mach.Reg {
	parts := l.Reps[v.ID].Parts
	if l.Reps[v.ID].State != RepDone {
		parts = l.Rep(v).Parts
	}
	if i >= len(parts) {
		l.F.Fatalf("isel: part %d of %s, which has %d parts", i, v.LongString(), len(parts))
	}
	return parts[i]
}

// Scalar returns the register of a scalar value.
func (l *Lowerer) Scalar(v *ir.Value) mach.Reg { return l.Part(v, 0) }

// value lowers an operation by a rule, by a handler, or by expanding it into simpler operations.
func (l *Lowerer) value(v *ir.Value) Rep {
	if v.Op == ir.OpSelect && v.Args[0].Type.IsVector() && !v.Type.IsMask() {
		if out, ok := l.maskedOp(v); ok {
			return out
		}
	}
	if out, ok := l.swappedBytes(v); ok {
		return out
	}
	if (!v.Type.IsMask() || !v.Type.IsVector() || v.Op.IsCompare()) &&
		!(v.Op == ir.OpSelect && v.Type.IsVector() && !v.Args[0].Type.IsVector()) {
		b := &l.bound.takeUsed(1)[0] // find clears it
		if r := l.find(v, b); r != nil {
			return l.apply(r, v, b)
		}
	}
	if h := l.handlers[v.Op]; h != nil {
		if out, ok := h(l, v); ok {
			return out
		}
	}
	if x := l.expand(v); x != nil {
		if x.Type != v.Type {
			l.F.Fatalf("isel: expansion of %s has type %s", v.LongString(), x.Type)
		}
		return l.Rep(x)
	}
	arg := ""
	if len(v.Args) > 0 {
		arg = " of " + v.Args[0].Type.String()
	}
	l.F.Fatalf("isel: no rule for %s <%s>%s on %s", v.Op, v.Type, arg, l.T.Name())
	return Rep{}
}

// Make returns a value created during lowering. It belongs to no block and has no counted uses.
func (l *Lowerer) Make(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	v := &l.values.take(1)[0]
	v.ID, v.Op, v.Type, v.Block, v.Uses, v.Pos = l.made, op, t, l.ib, 2, l.Pos
	v.Args = l.valueArgs.take(len(args))
	copy(v.Args, args)
	l.made++
	l.Reps = append(l.Reps, Rep{})
	l.users = append(l.users, usage{value: true})
	return v
}

// Lit returns an integer constant created during lowering, in all lanes.
func (l *Lowerer) Lit(t ir.Type, n int64) *ir.Value {
	v := l.Make(ir.OpConst, t)
	v.AuxInt = int64(ir.Truncate(t.Elem, uint64(n)))
	return v
}

// Wrap returns a value whose registers already exist.
func (l *Lowerer) Wrap(t ir.Type, parts ...mach.Reg) *ir.Value {
	v := l.Make(ir.OpInvalid, t)
	p := l.NewParts(len(parts))
	copy(p, parts)
	l.Reps[v.ID] = Rep{Parts: p, State: RepDone, Esize: uint8(t.Elem.Size())}
	return v
}

// Op makes a value and lowers it immediately, so that its instructions are placed here.
func (l *Lowerer) Op(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	v := l.Make(op, t, args...)
	l.Rep(v)
	return v
}

// Finish inserts the constants at the starts of their blocks.
func (l *Lowerer) Finish() {
	for i, ins := range l.prefix {
		if len(ins) == 0 {
			continue
		}
		b := l.M.Blocks[i]
		n := len(b.Insts)
		if n+len(ins) > cap(b.Insts) {
			b.Insts = append(l.M.Room(n+len(ins)), b.Insts...)
		}
		b.Insts = append(b.Insts, ins...)
		copy(b.Insts[len(ins):], b.Insts[:n])
		copy(b.Insts, ins)
	}
}

// word returns the memory operand for a word of the arguments or results.
func (l *Lowerer) word(off int32, address bool) mach.Mem {
	if l.words == nil {
		return mach.Mem{Base: l.argBlock, Scale: 1, Disp: off}
	}
	name := l.words(int(off))
	i := slices.IndexFunc(l.M.Consts, func(c mach.Const) bool { return c.Name == name })
	if i < 0 {
		i = len(l.M.Consts)
		l.M.Consts = append(l.M.Consts, mach.Const{Name: name, Address: address})
	}
	return mach.Mem{Const: int32(i + 1), Scale: 1}
}

// argument loads a parameter in the entry block.
func (l *Lowerer) argument(v *ir.Value) Rep {
	p := &l.F.Params[v.AuxInt]
	disp := int32(p.Off)
	e := ir.I64
	switch v.Op {
	case ir.OpArgLen:
		disp += 8
	case ir.OpArgCap:
		disp += 16
	case ir.OpArg:
		e = v.Type.Elem
	}
	op, size := l.T.Arch.ScalarLoad(e)
	in := mach.Inst{Op: op, Size: size, N: 2, MemPos: 1, Mem: l.word(disp, v.Op == ir.OpArgPtr)}
	cls, bytes := mach.GP, 8
	if e.IsFloat() {
		cls, bytes = mach.Vec, 16
	}
	r := l.M.NewVReg(cls, bytes)
	if l.words != nil {
		l.M.V(r).Remat = l.keep(in)
	}
	in.Regs[0] = r
	l.first(l.M.Blocks[0], in)
	parts := l.NewParts(1)
	parts[0] = r
	return Rep{Parts: parts, State: RepDone}
}

// Layout returns the number of registers that hold a vector with lanes of esize bytes, and their size. A vector
// shorter than 16 bytes occupies the low part of a register; the bytes above are undefined.
func (t *Target) Layout(ty ir.Type, esize int) (parts, bytes int) {
	if !ty.IsVector() {
		return 1, max(16, esize)
	}
	total := int(ty.Lanes) * esize
	if total <= t.Bytes {
		return 1, max(16, total)
	}
	return total / t.Bytes, t.Bytes
}

// partsOf is Layout for a value; for a mask, it uses the mask's lane size.
func (l *Lowerer) partsOf(v *ir.Value) (parts, bytes int) {
	es := v.Type.Elem.Size()
	if v.Type.IsMask() && v.Type.IsVector() {
		es = int(l.Reps[v.ID].Esize)
	}
	return l.T.Layout(v.Type, es)
}

// hoistable reports whether v is an index in a loop that is used only as an index and only in its own block, with
// an invariant part that addresses may hoist out of the loop. If an address does not hoist it, the first such
// address computes v.
func (l *Lowerer) hoistable(v *ir.Value) bool {
	if v.Op != ir.OpAdd || v.Type != ir.TI64 || v.Block == nil || int(v.ID) >= l.F.NumValues() {
		return false
	}
	h := l.loops.at[v.Block.ID].inner
	u := &l.users[v.ID]
	return h != nil && !u.number && !u.away && l.invariant(v.Args[0], h) != l.invariant(v.Args[1], h)
}
