package isel

import (
	"sync/atomic"

	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// lower selects machine instructions for a function.
//
// Values are lowered in order, but one that has a single user in its own block waits until that user asks for it
// ("deferred"), so that rules can match through it and loads fold into their users. A load waits no longer than until
// the next store. What a value became is its rep: the registers of its parts.
//
//	v7 = Load <f32x32> p i       deferred
//	v8 = Mul  <f32x32> v7 v3     deferred
//	Store p i v8                 VMULPS z1, z0, [p+i*4]; VMULPS z2, z0, [p+i*4+64]; two stores
func lower(t *Target, f *ir.Func) *mach.Func {
	l := newLowerer(t, f)
	l.run()
	return l.m
}

func (l *lowerer) run() {
	l.analyze()
	l.makeBlocks()
	l.findDerived()
	for _, b := range l.order {
		l.block(b)
	}
	l.finish()
	l.sel.finish()
}

// lowerer is the state of lower.
type lowerer struct {
	t   *Target
	sel selector // the same lowering, as the architecture sees it

	// What every instruction asks the architecture for, without a call.
	descs    []atomic.Pointer[mach.Desc]
	handlers *handlerTable

	rules *ruleSet
	f     *ir.Func
	m     *mach.Func
	b     *mach.Block // the block that instructions are appended to
	ib    *ir.Block   // the IR block it is part of
	pos   ir.Pos

	order     []*ir.Block
	loops     loopNest
	depth     int         // loops around b
	preheader *mach.Block // where constants for b's outermost loop are made; nil outside of loops

	reps     []rep // by value ID; values made up here come behind the function's own
	stubMask int   // lane size of masks made up for pricing
	// stubObject: while pricing, bases are the starts of slices or arrays.
	stubObject bool
	// form: while pricing, gathers and scatters are lowered in this one.
	form    indexedForm
	users   []usage       // by value ID: the only user, if there is one
	blocks  []*mach.Block // by IR block ID: its first machine block
	ends    []*mach.Block // and its last
	waiting []*ir.Value   // deferred loads

	prefix     [][]mach.Inst // by block ID: instructions for the start of the block, constants
	regConsts  map[regConst]mach.Reg
	pool       map[string]int32 // constants in memory by their bytes
	scaled     map[scaledKey]mach.Reg
	scaledIn   *mach.Block
	pointers   map[pointerKey]mach.Reg
	pointersIn *mach.Block // no poll has been since: they may move with the stack
	shared     map[onceKey]mach.Reg
	sharedIn   *mach.Block
	hoisted    map[hoistedKey]*ir.Value
	argBlock   mach.Reg
	groups     map[groupKey][][]mach.Reg // structures loaded since the block's start or the last store: members, by parts
	lists      int                       // register lists used so far
	dummy      int32                     // frame slot that masked-off scalar stores go to
	regs       arena[mach.Reg]
	remats     arena[mach.Inst]
	values     arena[ir.Value]
	valueArgs  arena[*ir.Value]
	bound      arena[bindings]
	scalarized bool  // something was done lane by lane: for prices
	made       ir.ID // IDs of values made up
	objects    objects
	consts     loopConsts
}

// usage is who uses a value that is used once.
type usage struct {
	v      *ir.Value // nil: the control of block
	block  *ir.Block // where, nil if there is more than one use or the user is a phi
	value  bool      // some user needs a bool in a register, not as a condition
	same   bool      // all users are in the block of the value
	number bool      // some user is not an address that has the value as its index, or a sum with a constant beside it
}

// rep is what a value became.
type rep struct {
	parts []mach.Reg
	state repState
	esize uint8 // of a mask: the bytes its lanes stand for, which give its number of parts
}

type repState uint8

const (
	repNone     repState = iota // not reached yet
	repDeferred                 // waiting for its user
	repFolded                   // a load that its user took as a memory operand, for one part at least
	repDone
)

// analyze finds loops and the users of values.
func (l *lowerer) analyze() {
	l.order = l.f.ReversePostorder()
	l.loops.find(l.f, l.order)
	for _, b := range l.order {
		for _, v := range b.Values {
			for i, a := range v.Args {
				u := &l.users[a.ID]
				u.same = (u.v == nil && u.block == nil || u.same) && a.Block == b
				u.v, u.block = v, b
				if v.Op == ir.OpPhi {
					u.block = nil
				}
				if !(i == 0 && (v.Op == ir.OpCheck || v.Op == ir.OpSelect)) {
					u.value = true
				}
				if !(i == 1 && (v.Op.IsMemory() || v.Op == ir.OpPtrAdd)) && !(i == 0 && addsConst(v) && a.Block == b) { // a sum in another block would make it there, where it does not dominate its other users
					u.number = true
				}
			}
		}
		if c := b.Control; c != nil {
			l.users[c.ID].v, l.users[c.ID].block, l.users[c.ID].number = nil, b, true
		}
	}
	for i := len(l.order) - 1; i >= 0; i-- {
		vs := l.order[i].Values
		for j := len(vs) - 1; j >= 0; j-- {
			if v := vs[j]; addsConst(v) && l.users[v.ID].number {
				l.users[v.Args[0].ID].number = true
			}
		}
	}
	l.assignMasks()
}

// addsConst says whether v is an index plus a constant, which addressing adds for nothing.
func addsConst(v *ir.Value) bool {
	return (v.Op == ir.OpAdd || v.Op == ir.OpSub) && v.Type == ir.TI64 && v.Args[1].IsConst()
}

// makeBlocks makes a machine block with parameters for every IR block.
func (l *lowerer) makeBlocks() {
	total := 0
	for _, b := range l.order {
		total += instGuess(b)
	}
	slab := l.m.Room(total)[:total] // enough for most blocks, so that they seldom grow
	for _, b := range l.order {
		mb := l.newBlock(b, b.Name)
		n := instGuess(b)
		mb.Insts, slab = slab[:0:n], slab[n:]
		l.blocks[b.ID] = mb
	}
	l.argBlock = l.m.NewVReg(mach.GP, 8)
	*l.m.V(l.argBlock) = mach.VReg{Class: mach.GP, Size: 8, FrameBased: true, Name: "block",
		Remat: l.keep(mach.Inst{Pseudo: mach.BlockPtr, N: 1, Size: 8, MemPos: -1})}
	l.m.Blocks[0].Params = append(l.m.Blocks[0].Params, l.argBlock)
	for _, b := range l.order {
		mb := l.blocks[b.ID]
		mb.Header = l.loops.header(b)
		for _, phi := range b.Phis() {
			r := &l.reps[phi.ID]
			n, bytes := l.partsOf(phi)
			r.parts, r.state = l.newParts(n), repDone
			for i := range r.parts {
				r.parts[i] = l.newValueReg(phi.Type, bytes)
			}
			mb.Params = append(mb.Params, r.parts...)
		}
	}
}

// instGuess is about how many instructions a block takes.
func instGuess(b *ir.Block) int { return 2*len(b.Values) + 12 }

func (l *lowerer) newBlock(b *ir.Block, name string) *mach.Block {
	mb := l.m.NewBlock(name)
	mb.Depth = l.loops.depth(b)
	mb.Freq = l.loops.freq(b)
	mb.Cold = l.loops.rare[b.ID]
	mb.Short = b.Loop.Int(ir.MaxTripCount, 0) > 0
	return mb
}

// newValueReg makes a register for a part of a value of type t.
func (l *lowerer) newValueReg(t ir.Type, bytes int) mach.Reg {
	switch {
	case t.IsVector() && t.IsMask() && l.t.k:
		return l.m.NewVReg(mach.Mask, 8)
	case t.IsVector() || t.Elem.IsFloat():
		return l.m.NewVReg(mach.Vec, bytes)
	}
	return l.m.NewVReg(mach.GP, 8)
}

// newParts is an array of n registers from the arena.
func (l *lowerer) newParts(n int) []mach.Reg {
	return l.regs.take(n)
}

// block lowers one IR block.
func (l *lowerer) block(b *ir.Block) {
	l.ib, l.b = b, l.blocks[b.ID]
	l.depth = l.loops.depth(b)
	l.preheader = nil
	if l.loops.rare[b.ID] {
		l.depth = 0 // constants come from memory when the time comes, not into registers in front of the loop
	} else if p := l.loops.preheader(b); p != nil {
		l.preheader = l.blocks[p.ID]
	}
	l.waiting = l.waiting[:0]
	clear(l.groups)
	for _, v := range b.Values {
		l.pos = v.Pos
		switch {
		case v.Op == ir.OpPhi || v.Op == ir.OpConst || v.Op == ir.OpRet:
		case v.Op.Is(ir.FlagEffect):
			l.effectOp(v)
		case v.Uses == 0:
		case l.defers(v):
			l.reps[v.ID].state = repDeferred
			if v.Op.IsMemory() {
				l.waiting = append(l.waiting, v)
			}
		default:
			l.rep(v)
		}
	}
	l.terminate(b)
	l.ends[b.ID] = l.b
}

// defers says whether v waits for its user.
func (l *lowerer) defers(v *ir.Value) bool {
	if v.Op == ir.OpArg || v.Op == ir.OpArgPtr || v.Op == ir.OpArgLen || v.Op == ir.OpArgCap || v.Op == ir.OpIota || isObject(v) {
		return true // made in the entry block, or in front of a loop, when first asked for
	}
	u := l.users[v.ID]
	// Where (in)equality of floats is no single condition of the flags, it is a value, made where it stands.
	inFlags := !(v.Op == ir.OpEq || v.Op == ir.OpNe) || l.t.arch.equalInFlags() || v.Args[0].Type.Elem.IsInt() || v.Args[0].Type.Elem == ir.Ptr || v.Args[0].Type.Elem == ir.Bool
	if v.Op.IsCompare() && v.Type == ir.TBool && !u.value && !v.Args[0].Type.IsVector() && inFlags {
		if v.Uses > 1 || u.block != v.Block { // compared (again) by every branch: the arguments must be there for all
			l.need(v.Args[0])
			l.need(v.Args[1])
		}
		return true
	}
	if !u.number && addsConst(v) {
		if x := v.Args[0]; (v.Uses > 1 || u.block != v.Block) && !(u.same && l.hoistable(x)) {
			l.need(x)
		}
		return true // becomes a displacement
	}
	if l.hoistable(v) {
		l.need(v.Args[0])
		l.need(v.Args[1])
		return true // its invariant part goes into the base, see hoist
	}
	return v.Uses == 1 && u.block == v.Block
}

// need lowers v unless it is a constant or the address of an object: whoever uses one makes it, if it does not fit the instruction.
func (l *lowerer) need(v *ir.Value) {
	if v.Op != ir.OpConst && !isObject(v) {
		l.rep(v)
	}
}

// dummySlot is the address of a slot of the frame that stores of lanes which are masked off go to. It is made again where it would
// live across a poll.
func (l *lowerer) dummySlot() mach.Reg {
	if l.dummy == 0 {
		l.dummy = l.m.NewSlot(8, 8)
	}
	r := l.sel.lea(mach.Mem{Slot: l.dummy})
	made := l.b.Insts[len(l.b.Insts)-1]
	v := l.m.V(r)
	v.FrameBased, v.Remat = true, &made
	return r
}

// isDeferred says whether v still waits for its only user.
func (l *lowerer) isDeferred(v *ir.Value) bool {
	s := l.reps[v.ID].state
	return s == repDeferred || s == repFolded
}

// atHand says whether v may be asked for here by who is not its user in the IR: it is in registers, or waits in this block. A load that
// has become a memory operand, elsewhere or in front of a store, would be done once more.
func (l *lowerer) atHand(v *ir.Value) bool {
	s := l.reps[v.ID].state
	return s == repDone || s == repDeferred && v.Block == l.ib
}

// flush gives the loads that still wait their place: a store comes.
func (l *lowerer) flush() {
	for _, v := range l.waiting {
		if l.reps[v.ID].state == repDeferred {
			l.rep(v)
		}
	}
	l.waiting = l.waiting[:0]
	clear(l.groups)
}

// rep lowers v if that has not happened yet.
func (l *lowerer) rep(v *ir.Value) rep {
	r := &l.reps[v.ID]
	if r.state == repDone {
		return *r
	}
	switch v.Op {
	case ir.OpConst:
		return l.constant(v) // not remembered: its register depends on the place
	case ir.OpLocalPtr, ir.OpTablePtr:
		return l.object(v) // the same
	case ir.OpIota:
		return l.iota(v)
	case ir.OpArg, ir.OpArgPtr, ir.OpArgLen, ir.OpArgCap:
		if p := l.f.Params[v.AuxInt].Addr; p != nil {
			return l.one(l.gpConst(int64(uintptr(p)))) // not remembered either
		}
		out := l.argument(v)
		l.reps[v.ID] = out
		return out
	}
	out := l.value(v)
	out.state = repDone
	l.reps[v.ID] = out
	return out
}

// part is the register of part i of v.
func (l *lowerer) part(v *ir.Value, i int) mach.Reg {
	r := l.rep(v)
	if i >= len(r.parts) {
		l.f.Fatalf("isel: part %d of %s, which has %d", i, v.LongString(), len(r.parts))
	}
	return r.parts[i]
}

// gp and scalar are the register of a scalar value.
func (l *lowerer) scalar(v *ir.Value) mach.Reg { return l.part(v, 0) }

// value lowers an operation: by a rule, by Go code, or by expanding it into simpler operations.
func (l *lowerer) value(v *ir.Value) rep {
	if v.Op == ir.OpSelect && v.Args[0].Type.IsVector() && !v.Type.IsMask() {
		if out, ok := l.maskedOp(v); ok {
			return out
		}
	}
	if (!v.Type.IsMask() || !v.Type.IsVector() || v.Op.IsCompare()) &&
		!(v.Op == ir.OpSelect && v.Type.IsVector() && !v.Args[0].Type.IsVector()) {
		b := &l.bound.take(1)[0]
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
			l.f.Fatalf("isel: expansion of %s has type %s", v.LongString(), x.Type)
		}
		return l.rep(x)
	}
	arg := ""
	if len(v.Args) > 0 {
		arg = " of " + v.Args[0].Type.String()
	}
	l.f.Fatalf("isel: no rule for %s <%s>%s on %s", v.Op, v.Type, arg, l.t.Name())
	return rep{}
}

// make is a value made up during lowering: it belongs to no block and counts no uses.
func (l *lowerer) make(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	v := &l.values.take(1)[0]
	v.ID, v.Op, v.Type, v.Block, v.Uses, v.Pos = l.made, op, t, l.ib, 2, l.pos
	v.Args = l.valueArgs.take(len(args))
	copy(v.Args, args)
	l.made++
	l.reps = append(l.reps, rep{})
	l.users = append(l.users, usage{value: true})
	return v
}

// lit is an integer constant made up during lowering, in all lanes.
func (l *lowerer) lit(t ir.Type, n int64) *ir.Value {
	v := l.make(ir.OpConst, t)
	v.AuxInt = int64(ir.Truncate(t.Elem, uint64(n)))
	return v
}

// wrap is a value whose registers are there already.
func (l *lowerer) wrap(t ir.Type, parts ...mach.Reg) *ir.Value {
	v := l.make(ir.OpInvalid, t)
	p := l.newParts(len(parts))
	copy(p, parts)
	l.reps[v.ID] = rep{parts: p, state: repDone, esize: uint8(t.Elem.Size())}
	return v
}

// wrapMask is wrap for a mask with lanes of esize bytes.
func (l *lowerer) wrapMask(t ir.Type, esize int, parts ...mach.Reg) *ir.Value {
	v := l.wrap(t, parts...)
	l.reps[v.ID].esize = uint8(esize)
	return v
}

// op makes and lowers a value at once, so that it stands where it is written.
func (l *lowerer) op(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	v := l.make(op, t, args...)
	l.rep(v)
	return v
}

// finish puts the constants at the starts of their blocks.
func (l *lowerer) finish() {
	for i, ins := range l.prefix {
		if len(ins) == 0 {
			continue
		}
		b := l.m.Blocks[i]
		n := len(b.Insts)
		if n+len(ins) > cap(b.Insts) {
			b.Insts = append(l.m.Room(n+len(ins)), b.Insts...)
		}
		b.Insts = append(b.Insts, ins...)
		copy(b.Insts[len(ins):], b.Insts[:n])
		copy(b.Insts, ins)
	}
}

// argument loads a parameter, in the entry block.
func (l *lowerer) argument(v *ir.Value) rep {
	p := &l.f.Params[v.AuxInt]
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
	op, size := l.t.arch.scalarLoad(e)
	in := mach.Inst{Op: op, Size: size, N: 2, MemPos: 1, Mem: mach.Mem{Base: l.argBlock, Scale: 1, Disp: disp}}
	cls, bytes := mach.GP, 8
	if e.IsFloat() {
		cls, bytes = mach.Vec, 16
	}
	r := l.m.NewVReg(cls, bytes)
	in.Regs[0] = r
	l.first(l.m.Blocks[0], in)
	parts := l.newParts(1)
	parts[0] = r
	return rep{parts: parts, state: repDone}
}

// constant makes a constant.
func (l *lowerer) constant(v *ir.Value) rep {
	t := v.Type
	switch {
	case t.IsMask() && t.IsVector():
		l.f.Fatalf("isel: mask constant without width")
	case !t.IsVector() && !t.Elem.IsFloat():
		p := l.newParts(1)
		p[0] = l.gpConst(v.Int())
		return rep{parts: p, state: repDone}
	}
	n, bytes := l.t.layout(t, t.Elem.Size())
	p := l.newParts(n)
	p[0] = l.vecConst(splatBytes(t.Elem, uint64(v.AuxInt), bytes))
	for i := range p {
		p[i] = p[0]
	}
	return rep{parts: p, state: repDone}
}

// iota makes 0, 1, 2, …; each part is a constant of its own.
func (l *lowerer) iota(v *ir.Value) rep {
	return l.laneConst(v.Type, func(i int) uint64 { return uint64(i) })
}

// laneConst makes a vector constant lane by lane.
func (l *lowerer) laneConst(t ir.Type, lane func(i int) uint64) rep {
	es := t.Elem.Size()
	n, bytes := l.t.layout(t, es)
	p := l.newParts(n)
	for i := range p {
		b := make([]byte, bytes)
		for j := 0; j < bytes/es; j++ {
			k := i*(bytes/es) + j
			if k >= int(t.Lanes) {
				break
			}
			copy(b[j*es:], splatBytes(t.Elem, lane(k), es))
		}
		p[i] = l.vecConst(b)
	}
	return rep{parts: p, state: repDone, esize: uint8(es)}
}

// layout gives the number of registers that hold a vector with lanes of esize bytes, and their size. Vectors shorter
// than an xmm register lie in its low part, with junk above.
func (t *Target) layout(ty ir.Type, esize int) (parts, bytes int) {
	if !ty.IsVector() {
		return 1, max(16, esize)
	}
	total := int(ty.Lanes) * esize
	if total <= t.bytes {
		return 1, max(16, total)
	}
	return total / t.bytes, t.bytes
}

// partsOf is layout for a value, with a mask's lane size.
func (l *lowerer) partsOf(v *ir.Value) (parts, bytes int) {
	es := v.Type.Elem.Size()
	if v.Type.IsMask() && v.Type.IsVector() {
		es = int(l.reps[v.ID].esize)
	}
	return l.t.layout(v.Type, es)
}

// hoistable says whether v is an index in a loop, used as nothing else and in its own block only, whose invariant part
// addresses may take out of the loop. Whatever addresses do not take is computed by the first that does not.
func (l *lowerer) hoistable(v *ir.Value) bool {
	if v.Op != ir.OpAdd || v.Type != ir.TI64 || v.Block == nil || int(v.ID) >= l.f.NumValues() {
		return false
	}
	h := l.loops.inner[v.Block.ID]
	u := &l.users[v.ID]
	return h != nil && !u.number && u.same && l.invariant(v.Args[0], h) != l.invariant(v.Args[1], h)
}
