package interp

import (
	"fmt"
	"slices"

	"hotloop/loopopt/ir"
)

// inst is an instruction. A register is identified by the index of its first lane.
type inst struct {
	code      opcode
	lanes     uint8   // of the result, or of what is stored
	elem, arg ir.Elem // of the result (or of what is stored), and of the first argument
	strideA   uint8   // of a select: 0 if one bool selects for all lanes
	dst       int32
	a, b, c   int32
	d         int32 // mask of a memory operation
	yes, no   int32 // targets of jumps
	cost      int32 // of a jump: number of instructions of its block
	n         int64 // a lane, a parameter's offset
	scale     uint64
	off       uint64
	eval      func(res, arg ir.Elem, a, b, c uint64) uint64
	lanesOf   ir.Lanes
	members   []int32 // registers of the values of a StoreInterleaved, or of a Lookup's tables
	site      *ir.Site
	v         *ir.Value // for messages
}

type move struct{ dst, src, lanes int32 }

// fixup is a jump whose target is a block.
type fixup struct {
	pc int
	no bool
	to *ir.Block
}

type compiler struct {
	*Program
	f      *ir.Func
	reg    []int32 // by value ID
	pcs    []int32 // by block ID
	fixups []fixup
	start  int       // pc of the block being compiled
	prev   *ir.Value // the value before the one being compiled
}

func compile(f *ir.Func) (*Program, error) {
	size := layout(f)
	c := &compiler{f: f, reg: make([]int32, f.NumValues()), pcs: make([]int32, f.NumBlocks()),
		Program: &Program{name: f.Name, params: slices.Clone(f.Params), results: slices.Clone(f.Results), blocks: size, seeds: f.Seeds,
			usesCap: make([]bool, len(f.Params))}}
	c.placeObjects()
	c.assign()
	for _, b := range f.Blocks {
		c.pcs[b.ID] = int32(len(c.code))
		if err := c.block(b); err != nil {
			return nil, err
		}
	}
	for _, x := range c.fixups {
		if x.no {
			c.code[x.pc].no = c.pcs[x.to.ID]
		} else {
			c.code[x.pc].yes = c.pcs[x.to.ID]
		}
	}
	c.regs = max(c.regs, ir.MaxLanes) // see machine.elementwise
	return c.Program, nil
}

// layout returns the size of f's argument block. It keeps offsets that are already set; no field is in the
// header.
func layout(f *ir.Func) int {
	size := ir.HeaderSize
	for _, ps := range [][]ir.Param{f.Params, f.Results} {
		for i := range ps {
			if ps[i].Off == 0 {
				return f.Layout()
			}
			size = max(size, ps[i].Off+24)
		}
	}
	return size
}

// assign assigns registers to all values, constants first, so that one copy initializes them.
func (c *compiler) assign() {
	place := func(v *ir.Value) {
		c.reg[v.ID] = int32(c.regs)
		c.regs += int(v.Type.Lanes)
	}
	for _, v := range c.f.Entry().Values {
		if v.Op == ir.OpConst {
			place(v)
			for range v.Type.Lanes {
				c.image = append(c.image, uint64(v.AuxInt))
			}
		}
	}
	for _, b := range c.f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpConst && v.Type.Elem != ir.Void {
				place(v)
			}
			if v.Op == ir.OpArgCap {
				c.usesCap[v.AuxInt] = true
			}
		}
	}
}

func (c *compiler) emit(in inst) int {
	c.code = append(c.code, in)
	return len(c.code) - 1
}

func (c *compiler) block(b *ir.Block) error {
	c.start = len(c.code)
	c.prev = nil
	for i, v := range b.Values {
		if i > 0 {
			c.prev = b.Values[i-1]
		}
		if v.Op == ir.OpPhi || v.Op == ir.OpConst || v.Op == ir.OpRet {
			continue
		}
		if i+1 < len(b.Values) && fusesWithCheck(v, b.Values[i+1]) || fusesWithBranch(v, b) {
			continue
		}
		if err := c.value(v); err != nil {
			return err
		}
	}
	switch b.Kind {
	case ir.BlockJump:
		c.jump(b, b.Succs[0])
	case ir.BlockIf:
		in := inst{code: opBranch, a: c.reg[b.Control.ID], cost: c.cost()}
		if fusesWithBranch(b.Control, b) {
			in.code, in.a, in.b = opBranchLtS, c.reg[b.Control.Args[0].ID], c.reg[b.Control.Args[1].ID]
		}
		pc := c.emit(in)
		for k, s := range b.Succs {
			moves := c.moves(b, s)
			if len(moves) == 0 {
				c.fixups = append(c.fixups, fixup{pc, k == 1, s})
				continue
			}
			if k == 0 {
				c.code[pc].yes = int32(len(c.code))
			} else {
				c.code[pc].no = int32(len(c.code))
			}
			c.edge(moves, s)
		}
	case ir.BlockRet:
		for i, a := range b.Control.Args {
			r := &c.results[i]
			c.emit(inst{code: opResult, a: c.reg[a.ID], elem: r.ResultType().Elem, n: int64(r.Off)})
		}
		c.emit(inst{code: opReturn})
	case ir.BlockTrap:
		c.emit(inst{code: opTrapEnd, n: int64(b.ID)})
	default:
		return fmt.Errorf("interp: %s: %s is of unknown kind", c.name, b)
	}
	return nil
}

// cost returns the number of instructions of the current block, including the jump.
func (c *compiler) cost() int32 { return int32(len(c.code)-c.start) + 1 }

// Two fusions cover the most common patterns of an unoptimized loop: the bounds check and the loop test.

func fusesWithCheck(v, next *ir.Value) bool {
	return v.Op == ir.OpLtU && v.Type == ir.TBool && v.Uses == 1 && next.Op == ir.OpCheck && next.Args[0] == v
}

func fusesWithBranch(v *ir.Value, b *ir.Block) bool {
	return b.Kind == ir.BlockIf && b.Control == v && v.Uses == 1 && v.Block == b && v.Op == ir.OpLtS &&
		v.Type == ir.TBool &&
		v.Args[0].Type == ir.TI64
}

func (c *compiler) jump(b, to *ir.Block) {
	moves := c.moves(b, to)
	c.edge(moves, to)
}

func (c *compiler) edge(moves []move, to *ir.Block) {
	for _, m := range moves {
		code := opMove
		if m.lanes == 1 {
			code = opMove1
		}
		c.emit(inst{code: code, dst: m.dst, a: m.src, lanes: uint8(m.lanes)})
	}
	pc := c.emit(inst{code: opJump, cost: c.cost()})
	c.fixups = append(c.fixups, fixup{pc, false, to})
}

// moves returns the copies that set to's phis when control comes from b. They are ordered so that none
// overwrites what a later one reads, because phis read their arguments simultaneously.
func (c *compiler) moves(b, to *ir.Block) []move {
	k := to.PredIndex(b)
	var todo, done []move
	for _, phi := range to.Phis() {
		m := move{c.reg[phi.ID], c.reg[phi.Args[k].ID], int32(phi.Type.Lanes)}
		if m.dst != m.src {
			todo = append(todo, m)
		}
	}
	for len(todo) > 0 {
		free := -1
		for i, m := range todo {
			read := false
			for _, o := range todo {
				read = read || o.src == m.dst
			}
			if !read {
				free = i
				break
			}
		}
		if free >= 0 {
			done = append(done, todo[free])
			todo = append(todo[:free], todo[free+1:]...)
			continue
		}
		// Only cycles are left. Save what the first move overwrites, and let its readers read the saved copy.
		m := todo[0]
		temp := int32(c.regs)
		c.regs += int(m.lanes)
		done = append(done, move{temp, m.dst, m.lanes})
		for i := range todo {
			if todo[i].src == m.dst {
				todo[i].src = temp
			}
		}
	}
	return done
}

// value compiles an operation.
func (c *compiler) value(v *ir.Value) error {
	in := inst{v: v, lanes: v.Type.Lanes, elem: v.Type.Elem, n: v.AuxInt, scale: uint64(int64(v.Scale)),
		off: uint64(int64(v.Off)), strideA: 1}
	if v.Type.Elem != ir.Void {
		in.dst = c.reg[v.ID]
	}
	for i, a := range v.Args {
		switch i {
		case 0:
			in.a, in.arg = c.reg[a.ID], a.Type.Elem
		case 1:
			in.b = c.reg[a.ID]
		case 2:
			in.c = c.reg[a.ID]
		}
	}
	info := v.Op.Info()
	in.eval = info.Eval
	switch {
	case v.Op == ir.OpFToSI:
		in.code = opFToSI
	case info.Flags&ir.FlagPartial != 0:
		in.code = opDivide
	case info.Flags&ir.FlagElementwise != 0:
		in.code = opElementwise
		if in.lanes == 1 {
			if fast, ok := fastOp(v.Op, in.elem, in.arg); ok {
				in.code = fast
			}
		}
		if v.Op == ir.OpSelect && v.Args[0].Type.Lanes == 1 {
			in.strideA = 0
		}
	case info.Flags&ir.FlagReduce != 0:
		in.code, in.lanes = opReduce, v.Args[0].Type.Lanes
	case v.Op.IsMemory():
		c.memory(&in)
	default:
		if err := c.special(&in); err != nil {
			return err
		}
	}
	c.emit(in)
	return nil
}

var (
	loadOps  = [9]opcode{1: opLoad1, 2: opLoad2, 4: opLoad4, 8: opLoad8} // by size
	storeOps = [9]opcode{1: opStore1, 2: opStore2, 4: opStore4, 8: opStore8}
)

func (c *compiler) memory(in *inst) {
	v := in.v
	t := v.AccessType()
	in.lanes, in.elem = t.Lanes, t.Elem
	if m := v.MaskArg(); m != nil {
		in.d = c.reg[m.ID]
	}
	switch v.Op {
	case ir.OpLoad:
		in.code = opLoad
		c.storesHeaders = c.storesHeaders || v.Header() && !v.Kept()
		if t.Lanes == 1 {
			in.code = loadOps[t.Elem.Size()]
			if t.Elem == ir.Bool {
				in.code = opLoadBool
			}
		}
	case ir.OpStore:
		in.code = opStore
		if t.Lanes == 1 {
			in.code = storeOps[t.Elem.Size()]
		}
	case ir.OpMaskedLoad:
		in.code = opMaskedLoad
	case ir.OpMaskedStore:
		in.code = opMaskedStore
	case ir.OpGather:
		in.code, in.arg = opGather, v.Args[1].Type.Elem
	case ir.OpScatter:
		in.code, in.arg = opScatter, v.Args[1].Type.Elem
	case ir.OpLoadStrided:
		in.code = opLoadStrided
	case ir.OpStoreInterleaved:
		in.code = opStoreInterleaved
		for _, a := range v.Args[2:] {
			in.members = append(in.members, c.reg[a.ID])
		}
	}
}

var specialOps = [ir.NumOps]opcode{
	ir.OpPtrAdd: opPtrAdd, ir.OpCopy: opMove, ir.OpArg: opParam, ir.OpArgPtr: opParam, ir.OpArgLen: opParam,
	ir.OpArgCap:   opParam,
	ir.OpLocalPtr: opObject, ir.OpTablePtr: opObject,
	ir.OpSplat: opSplat, ir.OpIota: opIota, ir.OpExtract: opExtract, ir.OpInsert: opInsert, ir.OpShuffle: opShuffle,
	ir.OpPermute: opPermute, ir.OpLookup: opLookup,
	ir.OpConcat: opConcat, ir.OpSubvec: opSubvec, ir.OpBytes: opBytes, ir.OpCompress: opCompress,
	ir.OpExpand:   opExpand,
	ir.OpLaneMask: opLaneMask, ir.OpAny: opAny, ir.OpAll: opAll,
	ir.OpCountTrue: opCountTrue, ir.OpFirstTrue: opFirstTrue, ir.OpMaskBits: opMaskBits, ir.OpBitsMask: opBitsMask,
	ir.OpSumAbsDiff: opSumAbsDiff,
	ir.OpDotS:       opDot, ir.OpDotU: opDot, ir.OpDotUS: opDot,
	ir.OpCheck: opCheck, ir.OpPoll: opPoll, ir.OpCall: opCall,
}

// special compiles the operations with special type rules.
func (c *compiler) special(in *inst) error {
	v := in.v
	code := specialOps[v.Op]
	if code == opInvalid {
		return fmt.Errorf("interp: %s: cannot evaluate %s", c.name, v.LongString())
	}
	in.code = code
	switch v.Op {
	case ir.OpArg, ir.OpArgPtr:
		in.n = int64(c.params[v.AuxInt].Off)
		if p := c.params[v.AuxInt].Addr; p != nil {
			in.code, in.n = opGlobal, int64(uintptr(p))
		}
	case ir.OpArgLen:
		in.n = int64(c.params[v.AuxInt].Off) + 8
	case ir.OpArgCap:
		in.n = int64(c.params[v.AuxInt].Off) + 16
	case ir.OpTablePtr:
		in.n += int64(len(c.f.Locals))
	case ir.OpShuffle:
		in.lanesOf = append(ir.Lanes(nil), v.Aux.(ir.Lanes)...)
		in.n = int64(v.Args[0].Type.Lanes)
	case ir.OpLookup:
		for _, a := range v.Args[1:] {
			in.members = append(in.members, c.reg[a.ID])
		}
	case ir.OpBytes:
		if in.n = int64(v.Args[0].Type.Elem.Size()); in.n == 1 {
			in.n = -int64(v.Type.Elem.Size())
		}
	case ir.OpConcat:
		in.n = int64(v.Args[0].Type.Lanes)
	case ir.OpDotS, ir.OpDotU, ir.OpDotUS:
		in.arg = v.Args[1].Type.Elem
	case ir.OpAny, ir.OpAll, ir.OpCountTrue, ir.OpFirstTrue, ir.OpMaskBits:
		in.lanes = v.Args[0].Type.Lanes
	case ir.OpCheck:
		c.check(in)
	case ir.OpCall:
		in.site = v.Aux.(*ir.Site)
	}
	return nil
}

// check compiles a Check. Its operands go to b and c and their number to n.
func (c *compiler) check(in *inst) {
	v := in.v
	in.site, _ = v.Aux.(*ir.Site)
	in.n = int64(len(v.Args) - 1)
	if cond := v.Args[0]; c.prev != nil && fusesWithCheck(c.prev, v) {
		in.code, in.a, in.d = opCheckLtU, c.reg[cond.Args[0].ID], c.reg[cond.Args[1].ID]
	}
}
