package lower

import (
	"slices"

	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/reuse"
)

// CondFunc reports whether a rule condition holds. v is the matched value; x is the named one, if any.
type CondFunc func(l *Lowerer, v, x *ir.Value, num int64) bool

// NumberFunc computes an immediate from the matched value. If it returns false, the rule does not match.
type NumberFunc func(v *ir.Value) (num int64, ok bool)

// cond is a condition of a rule.
type cond struct {
	f    CondFunc // v is the matched value, x the named one, if any
	name int8
	num  int64
}

// condByName returns the conditions that the rules of every architecture may use. Each architecture defines
// additional ones. The table is built when rules are first parsed, like the other tables for parsing.
func condByName() map[string]CondFunc {
	return condByNameMade.Get(func() map[string]CondFunc {
		return map[string]CondFunc{
			// below: the constant, unsigned, is less than the number.
			"below": func(_ *Lowerer, _, x *ir.Value, num int64) bool { return uint64(x.AuxInt) < uint64(num) },
			// single: the value has no other use and is made in the same block, so that its register may be
			// overwritten.
			"single": func(_ *Lowerer, v, x *ir.Value, _ int64) bool {
				return x.Uses == 1 && x.Block == v.Block && x.Op != ir.OpConst
			},
			// shared: the value has other uses, so that its register may not be overwritten. The condition is
			// false if the result is assigned to the value's register anyway: an accumulator of a loop, or the
			// value of the inactive lanes.
			"shared": func(l *Lowerer, v, x *ir.Value, _ int64) bool {
				return (x.Uses != 1 || x.Block != v.Block || x.Op == ir.OpConst) && x != l.merging &&
					!(x.Op == ir.OpPhi && slices.Contains(x.Args, v))
			},
			// from1: the constant is from 1 to the number.
			"from1": func(_ *Lowerer, _, x *ir.Value, num int64) bool { return uint64(x.AuxInt)-1 < uint64(num) },
			// load: the value is a load that can be folded here.
			"load": func(l *Lowerer, _, x *ir.Value, _ int64) bool { return x.Op == ir.OpLoad && l.IsDeferred(x) },
			// nozero, nonan: the operation's flags allow ignoring the sign of zeros, NaNs.
			"nozero": func(_ *Lowerer, v, _ *ir.Value, _ int64) bool { return v.FP&ir.NSZ != 0 },
			"nonan":  func(_ *Lowerer, v, _ *ir.Value, _ int64) bool { return v.FP&ir.NNaN != 0 },
			// rounded: the operation's flags do not allow approximate quotients and roots.
			"rounded": func(_ *Lowerer, v, _ *ir.Value, _ int64) bool { return !v.Approximate() },
			// ordinary: the constant is a float that is neither zero nor NaN.
			"ordinary": func(_ *Lowerer, _, x *ir.Value, _ int64) bool { return x.IsOrdinary() },
			// halved: the value's lanes are integers of half the size; masks do not qualify. fitsunsigned,
			// fitssigned: the constant fits in such lanes.
			"halved": func(_ *Lowerer, v, x *ir.Value, _ int64) bool {
				return x.Type.Elem.IsInt() && 2*x.Type.Elem.Size() == v.Type.Elem.Size()
			},
			"fitsunsigned": func(_ *Lowerer, v, x *ir.Value, _ int64) bool {
				return uint64(x.AuxInt)>>(v.Type.Elem.Bits()/2) == 0
			},
			"fitssigned": func(_ *Lowerer, v, x *ir.Value, _ int64) bool {
				half := ir.IntElem(v.Type.Elem.Size() / 2)
				return ir.SignExtend(half, uint64(x.AuxInt)) == x.Int()
			},
			// besideshift: the number fits in the low bits that the other operand, a left shift, clears.
			"besideshift": func(_ *Lowerer, v, x *ir.Value, _ int64) bool {
				y := v.Args[0]
				if y == x {
					y = v.Args[1]
				}
				return y.Op == ir.OpShl && int64(ir.UnsignedBits(x, 4)) <= y.Args[1].AuxInt
			},
			// together: the operands shift left and right by amounts that add up to the element's width.
			"together": func(_ *Lowerer, v, _ *ir.Value, _ int64) bool {
				c, d := v.Args[0].Args[1].AuxInt, v.Args[1].Args[1].AuxInt
				return c > 0 && d > 0 && c+d == int64(v.Type.Elem.Bits())
			},
			// alike: the value has the same element type as the result.
			"alike": func(_ *Lowerer, v, x *ir.Value, _ int64) bool { return x.Type.Elem == v.Type.Elem },
			// bytes, words: the vector's elements have one or two bytes.
			"bytes": func(_ *Lowerer, _, x *ir.Value, _ int64) bool { return x.Type.Elem == ir.I8 },
			"words": func(_ *Lowerer, _, x *ir.Value, _ int64) bool { return x.Type.Elem == ir.I16 },
			// word: the integer fits in a signed 16-bit integer. half: it also is not negative.
			"word": func(_ *Lowerer, _, x *ir.Value, _ int64) bool { return ir.SignedBits(x, 4) <= 16 },
			"half": func(_ *Lowerer, _, x *ir.Value, _ int64) bool { return ir.UnsignedBits(x, 4) <= 15 },
			// dword, sdword: the number fits in 32 bits, unsigned or signed.
			"dword":  func(_ *Lowerer, _, x *ir.Value, _ int64) bool { return ir.UnsignedBits(x, 4) <= 32 },
			"sdword": func(_ *Lowerer, _, x *ir.Value, _ int64) bool { return ir.SignedBits(x, 4) <= 32 },
			// passing: the value is not a phi, so that no loop-carried dependency chain gets longer.
			"passing": func(_ *Lowerer, _, x *ir.Value, _ int64) bool { return x.Op != ir.OpPhi },
			// mask: the value is a vector of bools.
			"mask": func(_ *Lowerer, _, x *ir.Value, _ int64) bool { return x.Type.IsVector() && x.Type.IsMask() },
			// alternates: the shuffle takes the even lanes of the first vector and the odd lanes of the second.
			"alternates": func(_ *Lowerer, v, _ *ir.Value, _ int64) bool {
				for i, k := range v.Aux.(ir.Lanes) {
					if int(k) != i+i%2*int(v.Type.Lanes) {
						return false
					}
				}
				return v.Args[0].Type == v.Type
			},
			// splat: the value is the same in all lanes and available in a scalar register.
			"splat": func(_ *Lowerer, _, x *ir.Value, _ int64) bool { return x.Op == ir.OpSplat },
		}
	})
}

var condByNameMade reuse.Once[map[string]CondFunc]

// bindings are the values bound by a rule's pattern.
type bindings [maxNames]*ir.Value

// find returns the first rule that matches v and sets its bindings. It returns nil if no rule matches.
func (l *Lowerer) find(v *ir.Value, b *bindings) *rule {
	t := v.Type
	if v.Op.IsCompare() {
		t = v.Args[0].Type
	}
	size := 0
	if t.IsVector() {
		_, bytes := l.T.Layout(t, t.Elem.Size())
		size = sizeIndex(bytes)
	}
next:
	for _, r := range l.rules.candidates(v.Op, t) {
		if !r.live[size] || r.arg != ir.Void && r.arg != v.Args[0].Type.Elem {
			continue
		}
		*b = bindings{}
		for i := range r.pat.args {
			if !l.match(&r.pat.args[i], v.Args[i], b) {
				continue next
			}
		}
		for _, c := range r.conds {
			var x *ir.Value
			if c.name >= 0 {
				x = b[c.name]
			}
			if !c.f(l, v, x, c.num) {
				continue next
			}
		}
		return r
	}
	return nil
}

// sizeIndex returns the index for registers of the given size in a rule's tables: up to 16 bytes, 32, 64.
func sizeIndex(bytes int) int {
	switch bytes {
	case 32:
		return 1
	case 64:
		return 2
	}
	return 0
}

// match reports whether pattern p matches v, and records its names in b. A nested operation matches only while it
// is deferred; one that is already in registers would be computed twice. A name that occurs twice must be the
// same value.
func (l *Lowerer) match(p *pattern, v *ir.Value, b *bindings) bool {
	switch p.kind {
	case patNum:
		return v.IsConstInt(p.num)
	case patConst:
		if v.Op != ir.OpConst || v.Type.Elem.IsFloat() {
			return false
		}
	case patOp:
		if v.Op != p.op || !l.IsDeferred(v) {
			return false
		}
		for i := range p.args {
			if !l.match(&p.args[i], v.Args[i], b) {
				return false
			}
		}
		return true
	}
	if p.name < 0 {
		return true
	}
	if w := b[p.name]; w != nil && w != v {
		return false
	}
	b[p.name] = v
	return true
}

// apply emits a rule for all parts of v.
func (l *Lowerer) apply(r *rule, v *ir.Value, b *bindings) Rep {
	r.hits.Add(1)
	t := v.Type
	if v.Op.IsCompare() {
		t = v.Args[0].Type
	}
	esize := t.Elem.Size()
	n, bytes := l.T.Layout(t, esize)
	if !t.IsVector() {
		bytes = 16
		if !t.Elem.IsFloat() {
			bytes = max(4, esize)
		}
	}
	if v.Op.Is(ir.FlagCommutative) && len(r.pat.args) == 2 && l.FoldableLoad(b[0]) && !l.FoldableLoad(b[1]) &&
		r.pat.args[0].kind == patAny && r.pat.args[1].kind == patAny && !r.tellsOperands() {
		b[0], b[1] = b[1], b[0]
	}
	out := Rep{Parts: l.NewParts(n), Esize: uint8(esize), State: RepDone}
	e := emission{l: l, r: r, v: v, b: b, bytes: bytes, esize: esize, lanes: t.Lanes}
	for i := range out.Parts {
		e.part = i
		out.Parts[i] = e.node(&r.out)
	}
	return out
}

// tellsOperands reports whether a condition of the rule refers to one of its operands. Such operands cannot be
// swapped.
func (r *rule) tellsOperands() bool {
	return slices.ContainsFunc(r.conds, func(c cond) bool { return c.name >= 0 })
}

// maskable reports whether the last instruction of a rule can take a mask of elements of esize bytes.
func (r *rule) maskable(a Arch, esize int) bool {
	return r.out.op != NoOp && r.out.mask < 0 && a.MaskedElem(r.out.op) == esize
}

// maskedOp lowers Select(m, op, c) as op with mask m. The select must be the only user of op, and the instruction
// must be able to merge with c, or to zero the inactive lanes if c is zero.
func (l *Lowerer) maskedOp(v *ir.Value) (Rep, bool) {
	m, x, c := v.Args[0], v.Args[1], v.Args[2]
	esize := v.Type.Elem.Size()
	if !l.T.K || !l.IsDeferred(x) || x.Op == ir.OpLoad || v.Type.Size() < 16 {
		return Rep{}, false
	}
	var b bindings
	l.merging = c
	r := l.find(x, &b)
	l.merging = nil
	if r == nil || !r.maskable(l.T.Arch, esize) || x.Type != v.Type {
		return Rep{}, false
	}
	e := emission{l: l, r: r, v: x, b: &b, esize: esize, lanes: v.Type.Lanes, masked: true,
		zero: c.Op == ir.OpConst && c.AuxInt == 0}
	if l.Desc(r.out.op).Roles[0].Access == mach.UseDef {
		// The inactive lanes keep the tied operand, which is an accumulator.
		if a := &r.out.args[0]; !e.zero && (a.kind != atomName || b[a.name] != c) {
			return Rep{}, false
		}
	}
	r.hits.Add(1)
	n, bytes := l.T.Layout(v.Type, esize)
	e.bytes = bytes
	out := Rep{Parts: l.NewParts(n), Esize: uint8(esize), State: RepDone}
	for i := range out.Parts {
		e.part = i
		e.mask = l.MaskPart(m, esize, i)
		if !e.zero {
			e.merge = l.Part(c, i)
		}
		out.Parts[i] = e.node(&r.out)
	}
	return out, true
}

// maskedCompare lowers And(m, x < y) of masks as a comparison with mask m, which makes the inactive lanes false.
// And must be the only user of the comparison.
func (l *Lowerer) maskedCompare(v *ir.Value) (Rep, bool) {
	for i := range v.Args {
		x, m := v.Args[len(v.Args)-1-i], v.Args[i]
		if !l.T.K || !x.Op.IsCompare() || !l.IsDeferred(x) {
			continue
		}
		var b bindings
		r := l.find(x, &b)
		if r == nil || r.out.op == NoOp || r.out.mask >= 0 || !l.T.Arch.ComparesMasked(r.out.op) {
			continue
		}
		t := x.Args[0].Type
		esize := t.Elem.Size()
		n, bytes := l.T.Layout(t, esize)
		r.hits.Add(1)
		e := emission{l: l, r: r, v: x, b: &b, bytes: bytes, esize: esize, lanes: t.Lanes, masked: true}
		out := Rep{Parts: l.NewParts(n), Esize: uint8(esize), State: RepDone}
		for i := range out.Parts {
			e.part = i
			e.mask = l.MaskPart(m, esize, i)
			out.Parts[i] = e.node(&r.out)
		}
		return out, true
	}
	return Rep{}, false
}

// emission is the state of emitting one rule.
type emission struct {
	l            *Lowerer
	r            *rule
	v            *ir.Value // the matched value
	b            *bindings
	lets         [maxNames]mach.Reg
	part         int
	bytes, esize int
	lanes        uint8 // of the result

	masked      bool // the last instruction is masked
	zero        bool
	mask, merge mach.Reg
}

// node emits instruction n of a rule for the current part, its operands first, and returns its result. The
// outermost instruction may be masked although the rule has no mask. The value of its inactive lanes is then tied
// to the result.
func (e *emission) node(n *node) mach.Reg {
	l := e.l
	if n.op == NoOp { // the rule's result is one of its names
		return l.Part(e.b[n.args[0].name], e.part)
	}
	size := e.bytes
	switch {
	case n.size == halfSize:
		size = max(16, size/2)
	case n.size != 0:
		size = int(n.size)
	}
	op := n.op
	if n.odd != NoOp && e.part%2 == 1 {
		op = n.odd
	}
	d := l.Desc(op)
	s := Spec{Op: op, Size: size}
	if n.imm.has {
		s.Imm = n.imm.num
		if n.imm.name >= 0 {
			c := e.b[n.imm.name].Int()
			if n.imm.neg {
				c = s.Imm - c
			}
			s.Imm = c
		}
		if n.imm.of != nil {
			s.Imm, _ = n.imm.of(e.v)
		}
	}
	first := 0 // index of the instruction operand that args[0] is
	if d.N > 0 && d.Roles[0].Access == mach.Def {
		first = 1
	}
	args := n.args
	if e.masked && n == &e.r.out {
		s.Mask, s.Zero = e.mask, e.zero
		if first == 1 {
			s.Merge = e.merge
		}
	} else if n.mask >= 0 {
		s.Mask, s.Zero = l.MaskPart(e.b[n.mask], e.esize, e.part), n.zero
		if !n.zero && first == 1 && len(args) == int(d.N) {
			s.Merge = e.reg(&args[0])
			args = args[1:]
		}
	}
	var ops [4]Opnd
	folded := false
	for i := range args {
		a := &args[i]
		o := &d.Roles[i+first]
		if o.Mem && !folded && i+first > 0 && o.Access == mach.Use && l.T.Arch.TakesMemory(s.Op, size) {
			if m, ok := e.memory(a, o, d, size); ok {
				ops[i], folded = m, true
				continue
			}
		}
		ops[i].R = e.reg(a)
	}
	r := l.Build(s, ops[:len(args)]...)
	if n.let >= 0 {
		e.lets[n.let] = r
	}
	return r
}

// memory returns an operand as memory if it is a load or a constant that folds.
func (e *emission) memory(a *atom, o *mach.Role, d *mach.Desc, size int) (Opnd, bool) {
	l := e.l
	switch a.kind {
	case atomName:
		if !a.once {
			return Opnd{}, false
		}
		return l.FoldOperand(e.b[a.name], e.part, o.MemW.Bytes(uint8(size)), int(d.Bcst))
	case atomSplat, atomTable:
		if l.depth == 0 {
			return Opnd{isMem: true, mem: l.PoolMem(e.constBytes(a, o.MemW.Bytes(uint8(size))))}, true
		}
	}
	return Opnd{}, false
}

// constBytes returns a constant of a rule: a number in all lanes, a repeated table, or the value of a constant
// bound to a name.
func (e *emission) constBytes(a *atom, size int) []byte {
	if a.kind == atomConst {
		return SplatBytes(a.elem, ir.Truncate(a.elem, uint64(e.b[a.name].AuxInt)), size)
	}
	if a.kind == atomTable {
		return RepeatBytes([]byte(byteTable(a.tab)), size)
	}
	return SplatBytes(a.elem, a.bits, size)
}

// reg returns an operand as a register.
func (e *emission) reg(a *atom) mach.Reg {
	l := e.l
	switch a.kind {
	case atomLet:
		return e.lets[a.name]
	case atomNode:
		return e.node(a.node)
	case atomSplat, atomTable, atomConst:
		return l.VecConst(e.constBytes(a, e.bytes))
	}
	v := e.b[a.name]
	switch {
	case v.Type.IsMask() && v.Type.IsVector():
		return l.MaskPart(v, e.esize, e.part)
	case !v.Type.IsVector():
		return l.Scalar(v)
	}
	return l.Part(v, e.half(v))
}

// half returns the part of a rule's argument from which part e.part of the result is made. Lanes of half the size
// fill half the registers: the lower half of a register makes an even part, and the upper half makes the odd part
// with a separate instruction.
func (e *emission) half(v *ir.Value) int {
	if v.Type.Lanes == e.lanes && e.lanes > 1 && 2*v.Type.Elem.Size() == e.esize {
		return e.part / 2
	}
	return e.part
}
