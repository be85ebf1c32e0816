package lower

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"hotloop/isel/cost"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Prices are measured on generated code. An operation is lowered in a function of its own, with its arguments in
// registers, and the micro-operations of the resulting instructions are added up. Each price is computed once and
// cached.

// opCosts holds the prices of an operation by result type and first argument's element; nil means not computed
// yet.
type opCosts [numCostTypes][ir.Ptr + 1]atomic.Pointer[tti.Cost]

const numCostTypes = int(ir.Ptr+1) * 7 // elements times log2 of lanes

func costIndex(t ir.Type) int { return int(t.Elem)*7 + bits.TrailingZeros8(t.Lanes) }

// Cost returns the price of op with result type typ and first argument of type arg.
func (t *Target) Cost(op ir.Op, typ, arg ir.Type) tti.Cost {
	switch op {
	case ir.OpPhi, ir.OpCopy, ir.OpConst, ir.OpArg, ir.OpArgPtr, ir.OpArgLen, ir.OpArgCap, ir.OpLocalPtr,
		ir.OpTablePtr, ir.OpIota:
		n, _ := t.Layout(typ, max(1, typ.Elem.Size()))
		return tti.Cost{Parts: n, Legal: true, Native: true}
	case ir.OpCheck, ir.OpPoll, ir.OpCall, ir.OpPtrAdd: // a fused compare and branch; an address
		return tti.Cost{Uops: 1, Slots: 1, Units: t.integer, Latency: 1, Parts: 1, Legal: true, Native: true}
	case ir.OpRet:
		return tti.Cost{Legal: true, Native: true}
	}
	p := t.costs[op].Load()
	if p == nil {
		p = new(opCosts)
		if !t.costs[op].CompareAndSwap(nil, p) {
			p = t.costs[op].Load()
		}
	}
	// The lanes of the argument follow from the result's, except for reductions and similar operations with a
	// scalar result.
	key := typ
	if !typ.IsVector() {
		key.Lanes = arg.Lanes
	}
	elem := arg.Elem
	if op == ir.OpSelect && arg == ir.TBool {
		elem = ir.Void // a select by one bool for all lanes differs from one by a mask
	}
	w := &p[costIndex(key)][elem]
	if x := w.Load(); x != nil {
		return *x
	}
	var c tti.Cost
	if op.Is(ir.FlagMath) {
		c = t.priceMath(op, typ)
	} else {
		c = t.price(op, typ, arg, nil)
	}
	w.Store(&c)
	return c
}

// OtherKey is the key of prices with further parameters.
type OtherKey struct {
	op     ir.Op
	t      ir.Type
	c      int64
	Access tti.Access
	kind   tti.ShuffleKind
	What   uint8
}

// prices caches prices by their inputs. Constants are among the inputs, so long-running programs keep adding
// entries. When there are too many, the cache is emptied.
type prices struct {
	mu    sync.RWMutex
	ops   map[OtherKey]tti.Cost
	exprs map[string]tti.Cost // by exprKey
}

// maxPrices is the capacity of the cache. All suites of package bench together use 769 entries, on AVX-512 in
// mode exact. Without a limit, a new constant in each of 32,000 kernels took 26 MB, or 0.8 KB per constant.
const maxPrices = 4096

func (p *prices) len() int { return len(p.ops) + len(p.exprs) }

// room makes room for one more entry. p.mu must be held.
func (p *prices) room() {
	if p.len() >= maxPrices || p.ops == nil {
		p.ops, p.exprs = map[OtherKey]tti.Cost{}, map[string]tti.Cost{}
	}
}

// Memo returns the price for a key and calls f to compute it the first time.
func (t *Target) Memo(k OtherKey, f func() tti.Cost) tti.Cost {
	p := &t.others
	p.mu.RLock()
	c, ok := p.ops[k]
	p.mu.RUnlock()
	if !ok {
		c = f()
		p.mu.Lock()
		p.room()
		p.ops[k] = c
		p.mu.Unlock()
	}
	return c
}

// CostWithConst returns the price of op with a constant second argument.
func (t *Target) CostWithConst(op ir.Op, typ ir.Type, c int64) tti.Cost {
	return t.Memo(OtherKey{op: op, t: typ, c: c}, func() tti.Cost { return t.price(op, typ, typ, &c) })
}

// ExprCost returns the price of an expression whose inner operations are all deferred to their users.
func (t *Target) ExprCost(e *tti.Expr) tti.Cost {
	var buf [64]byte
	key := exprKey(buf[:0], e)
	p := &t.others
	p.mu.RLock()
	c, ok := p.exprs[string(key)]
	p.mu.RUnlock()
	if !ok {
		c = t.Measure(func(l *Lowerer) *ir.Value { return l.exprOnStubs(e, map[int64]*ir.Value{}) })
		p.mu.Lock()
		p.room()
		p.exprs[string(key)] = c
		p.mu.Unlock()
	}
	return c
}

// exprKey appends a unique encoding of e to b.
func exprKey(b []byte, e *tti.Expr) []byte {
	b = append(b, byte(e.Op), byte(e.Type.Elem), e.Type.Lanes)
	b = binary.AppendUvarint(b, uint64(e.FP))
	if e.Op == ir.OpConst || e.Op == ir.OpLookup {
		b = binary.AppendVarint(b, e.Const)
		b = binary.AppendUvarint(b, uint64(len(e.Data)))
		b = append(b, e.Data...)
	}
	if e.Op == ir.OpInvalid {
		b = binary.AppendVarint(b, e.Const)
	}
	for _, l := range e.Lanes {
		b = append(b, byte(l))
	}
	for i := range e.Args {
		b = exprKey(b, &e.Args[i])
	}
	return b
}

// exprOnStubs builds an expression on arguments in registers. Arguments with the same nonzero number are the same
// value. All operations except the outermost are deferred.
func (l *Lowerer) exprOnStubs(e *tti.Expr, same map[int64]*ir.Value) *ir.Value {
	switch e.Op {
	case ir.OpInvalid:
		v := same[e.Const]
		if v == nil || e.Const == 0 {
			v = l.stub(e.Type)
			same[e.Const] = v
		}
		return v
	case ir.OpConst:
		return l.Lit(e.Type, e.Const)
	}
	args := make([]*ir.Value, len(e.Args))
	for i := range e.Args {
		args[i] = l.exprOnStubs(&e.Args[i], same)
		if op := e.Args[i].Op; op != ir.OpInvalid && op != ir.OpConst {
			l.Reps[args[i].ID].State = RepDeferred
		}
	}
	v := l.Make(e.Op, e.Type, args...)
	v.FP = e.FP
	if e.Lanes != nil {
		v.Aux = e.Lanes
	}
	if e.Op == ir.OpLookup {
		v.AuxInt, l.stubTable = e.Const, e.Data
	}
	return v
}

// price lowers op and measures the result.
func (t *Target) price(op ir.Op, typ, arg ir.Type, c *int64) tti.Cost {
	return t.Measure(onStubs(op, typ, arg, c))
}

// onStubs builds op on arguments in registers. If c is set, the second argument is that constant.
func onStubs(op ir.Op, typ, arg ir.Type, c *int64) func(*Lowerer) *ir.Value {
	return func(l *Lowerer) *ir.Value {
		v := l.Make(op, typ)
		if op == ir.OpSelect && !typ.IsMask() {
			l.stubMask = max(1, typ.Elem.Size()) // most conditions compare values of the same size as those selected
		}
		if op == ir.OpLookup { // in a table of one register
			at := typ.WithElem(ir.IntElem(typ.Elem.Size()))
			v.AuxInt = int64(l.T.LookupPeriod(typ.Elem, l.T.MaxLanes(typ.Elem)))
			v.Args = append(v.Args, l.stub(at), l.stub(typ.WithLanes(l.T.MaxLanes(typ.Elem))))
		}
		n := int(op.Info().Arity)
		for i := range max(n, 0) {
			at := arg
			switch {
			case op == ir.OpSelect && i == 0:
				at = arg
				if arg == typ {
					at = ir.Mask(int(typ.Lanes))
				}
			case op == ir.OpSelect:
				at = typ
			case op == ir.OpPermute && i == 2:
				at = typ.WithElem(ir.IntElem(typ.Elem.Size()))
			case op == ir.OpSumAbsDiff && i == 0:
				at = typ
			case op == ir.OpSumAbsDiff:
				at = ir.Vec(ir.I8, 8*int(typ.Lanes))
			case isDot(op) && i == 0:
				at = typ
			case (op == ir.OpCompress || op == ir.OpExpand) && i == 1:
				at = ir.Mask(int(typ.Lanes))
				l.stubMask = max(1, typ.Elem.Size())
			case op == ir.OpLaneMask, op == ir.OpBitsMask:
				at = ir.TI64
			case op == ir.OpSplat:
				at = typ.Scalar()
			case op == ir.OpInsert && i == 1:
				at = typ.Scalar()
			case op == ir.OpConcat:
				at = typ.WithLanes(int(typ.Lanes) / 2)
			}
			if i == 1 && c != nil {
				v.Args = append(v.Args, l.Lit(at, *c))
				continue
			}
			v.Args = append(v.Args, l.stub(at))
		}
		return v
	}
}

// stub returns an argument that is in registers.
func (l *Lowerer) stub(t ir.Type) *ir.Value {
	es := t.Elem.Size()
	if t.IsMask() && t.IsVector() {
		// The lanes of a mask are as wide as those of the compare that makes it. Plans with many lanes have
		// narrow ones.
		es = min(4, max(1, l.T.Bytes/int(t.Lanes)))
		if l.stubMask != 0 {
			es = l.stubMask
		}
	}
	n, bytes := l.T.Layout(t, es)
	parts := make([]mach.Reg, n)
	for i := range parts {
		parts[i] = l.newValueReg(t, bytes)
	}
	v := l.Wrap(t, parts...)
	l.Reps[v.ID].Esize = uint8(es)
	return v
}

// Measure lowers what build makes in an empty function and adds up the costs of the instructions. An operation
// that cannot be lowered is not legal.
func (t *Target) Measure(build func(l *Lowerer) *ir.Value) (c tti.Cost) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(*ir.Bug); !ok {
				panic(e)
			}
			c = tti.Cost{Uops: 1000, Latency: 1000}
		}
	}()
	l, v := t.alone(build)
	parts := 1
	if v.Op.Is(ir.FlagEffect) {
		parts, _ = t.Layout(v.Args[2].Type, max(1, v.Args[2].Type.Elem.Size()))
	} else if v.Type != ir.TBool || !v.Op.IsCompare() {
		parts = len(l.Rep(v).Parts)
	}
	c = tti.Cost{Legal: true, Native: true, Parts: parts}
	ready := map[mach.Reg]times{}
	for _, b := range l.M.Blocks {
		if b == l.preheader {
			continue
		}
		for i := range b.Insts {
			in := &b.Insts[i]
			u, lat := t.Arch.InstCost(in)
			c.Uops += u
			slots, busy := t.Arch.Occupies(in)
			c.Slots += float32(slots)
			for g, x := range busy {
				c.Units[g] += float32(x) / 100
			}
			var start times
			for _, r := range in.Regs[1:] {
				start.wait(ready[r])
			}
			for _, r := range [...]mach.Reg{in.Tied, in.Tied2, in.Mask, in.Mem.Index, in.Mem.Base} {
				start.wait(ready[r])
			}
			if in.N > 0 {
				if in.Pseudo == mach.NotPseudo && t.Arch.Desc(in.Op).Roles[0].Access == mach.Use {
					start.wait(ready[in.Regs[0]])
				} else if in.Regs[0] != mach.NoReg {
					ready[in.Regs[0]] = times{start.priced + lat, start.real + t.delay(in)}
				}
			}
			c.Latency, c.Delay = max(c.Latency, start.priced+lat), max(c.Delay, start.real+t.delay(in))
		}
	}
	c.Native = !l.Scalarized
	l.release()
	return c
}

// times are the cycles at which a register is ready: by price weights, and by the processor's cost table.
type times struct{ priced, real int }

func (a *times) wait(b times) { *a = times{max(a.priced, b.priced), max(a.real, b.real)} }

// delay returns the latency of an instruction according to the processor's cost table.
func (t *Target) delay(in *mach.Inst) int {
	if in.Pseudo != mach.NotPseudo || in.MemPos == 0 {
		return 0
	}
	d := t.Arch.Desc(in.Op)
	lat := int(t.Arch.Latency(in.Op, in.Size, cost.Of(t.Arch, d, in.Op)))
	if in.MemPos < 0 || d.Flags&mach.AddressOnly != 0 {
		return lat
	}
	return lat + int(t.Arch.LoadLatency(in.Op))
}

// alone lowers what build makes in a function of its own. Constants are made in the preheader, outside the priced
// block.
func (t *Target) alone(build func(l *Lowerer) *ir.Value) (*Lowerer, *ir.Value) {
	f := ir.NewFunc("cost")
	l := newLowerer(t, f)
	l.order = f.Blocks
	l.loops.find(f, f.Blocks)
	l.ib = f.Blocks[0]
	l.B = l.M.NewBlock("cost")
	l.depth, l.preheader = 1, l.M.NewBlock("pre")
	l.argBlock = l.M.NewVReg(mach.GP, 8)
	v := build(l)
	switch {
	case v.Op.Is(ir.FlagEffect):
		l.effectOp(v)
	case v.Type == ir.TBool && v.Op.IsCompare():
		l.Cond(v)
	default:
		l.Rep(v)
	}
	return l, v
}

// FoldsLoad reports whether op can take an argument from memory.
func (t *Target) FoldsLoad(op ir.Op, typ ir.Type) bool {
	if typ.IsVector() && typ.Size() < 16 || typ.Elem.Size() < 4 && !typ.IsVector() {
		return false
	}
	for _, r := range t.loadedRules().candidates(op, typ) {
		d := t.Arch.Desc(r.out.op)
		for i := 1; i < int(d.N); i++ {
			if d.Roles[i].Mem {
				return true
			}
		}
	}
	return false
}

// FreeMask reports whether op can be masked at no cost.
func (t *Target) FreeMask(op ir.Op, typ ir.Type) bool {
	if !t.K || !typ.IsVector() {
		return false
	}
	for _, r := range t.loadedRules().candidates(op, typ) {
		if !slices.ContainsFunc(r.pat.args, func(p pattern) bool { return p.kind == patOp }) {
			return r.maskable(t.Arch, typ.Elem.Size())
		}
	}
	return false
}

// priceMath returns the price of a function of package mathlib on lanes of typ. It is the price of the operations
// that pass expandmath generates, including the test for slow arguments but not the slow path itself.
func (t *Target) priceMath(op ir.Op, typ ir.Type) tti.Cost {
	// Several registers of any element: price one half, since pricing itself takes time.
	if lanes := int(typ.Lanes); lanes > t.Bytes/4 {
		half := typ.WithLanes(lanes / 2)
		return t.Cost(op, half, half).Times(2)
	}
	body := op.MathBody(typ.Elem)
	c := t.priceBody(body.Fast, typ)
	if body.IsSlow != nil {
		slow := t.priceBody(body.IsSlow, typ)
		slow.Parts = 0
		if typ.IsVector() {
			m := ir.Mask(int(typ.Lanes))
			slow = slow.Plus(t.Cost(ir.OpAny, ir.TBool, m))
		}
		slow.Uops++ // the branch
		latency := c.Latency
		c = c.Plus(slow)
		c.Latency = latency // nothing depends on the test
	}
	return c
}

// priceBody prices the operations of a straight-line function, widened to the lanes of typ.
func (t *Target) priceBody(f *ir.Func, typ ir.Type) tti.Cost {
	return t.Measure(func(l *Lowerer) *ir.Value {
		values := make([]*ir.Value, f.NumValues())
		var result *ir.Value
		for _, v := range f.Entry().Values {
			vt := v.Type
			if vt.Elem != ir.Ptr {
				vt = vt.WithLanes(int(typ.Lanes))
			}
			switch v.Op {
			case ir.OpConst:
				values[v.ID] = l.Lit(vt, v.AuxInt)
			case ir.OpArg, ir.OpTablePtr:
				values[v.ID] = l.stub(vt)
			case ir.OpRet:
				result = values[v.Args[0].ID]
			default:
				values[v.ID] = l.copyOf(v, vt, values)
			}
		}
		return result
	})
}

// copyOf returns a copy of v with type t. A vector load becomes a gather.
func (l *Lowerer) copyOf(v *ir.Value, t ir.Type, values []*ir.Value) *ir.Value {
	args := make([]*ir.Value, len(v.Args), 3)
	for i, a := range v.Args {
		args[i] = values[a.ID]
	}
	op := v.Op
	if op == ir.OpLoad && t.IsVector() {
		op = ir.OpGather
		args = append(args, l.Lit(ir.Mask(int(t.Lanes)), 1))
	}
	w := l.Make(op, t, args...)
	w.Scale, w.Off, w.AuxInt, w.Aux, w.Uses = v.Scale, v.Off, v.AuxInt, v.Aux, v.Uses
	return w
}

// IndexBits returns n such that the index of a Lookup is less than 1<<n. It returns 0 for an index that was
// created for pricing or during lowering; such an index is always within the table.
func (l *Lowerer) IndexBits(index *ir.Value) int {
	if index.Op == ir.OpInvalid {
		return 0
	}
	return ir.UnsignedBits(index, 4)
}
