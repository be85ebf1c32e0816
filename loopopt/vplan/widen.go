package vplan

import (
	"fmt"
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// widenKinds puts the rows of this file into the table.
func widenKinds() {
	kinds[Invariant] = row{name: "INVARIANT", flags: scalar | lanewise | foreseen | anyStart,
		note: func(r *Recipe) string {
			if r.V == nil {
				return fmt.Sprintf(" %t", r.scale != 0)
			}
			return ""
		},
		price: (*coster).invariant}
	kinds[Uniform] = row{name: "UNIFORM", flags: scalar | lanewise | anyStart,
		price: func(c *coster, r *Recipe) { c.ops++; c.spread(r) },
		emit:  (*exec).uniform}
	kinds[Widen] = row{name: "WIDEN", flags: lanewise | foreseen | anyStart | movable,
		price: (*coster).widen, part: (*exec).widen}
}

func (b *builder) widen(v *ir.Value) {
	if t, ok := b.bitTestOf(v); ok {
		bits := t // which moves to the heap, for this
		r := &Recipe{Kind: BitTest, V: v, elem: v.Type.Elem, scale: t.lanes(), memoryPart: memoryPart{bits: &bits}}
		if !t.bytes {
			r.Args = []*Recipe{b.operand(t.word)}
		}
		b.add(r)
		return
	}
	if p := b.remainder(v); p != nil {
		b.add(&Recipe{Kind: Periodic, V: v, elem: v.Type.Elem, memoryPart: memoryPart{period: p}})
		return
	}
	if v.Op == ir.OpTruncI && b.l.counts(v.Args[0]) { // counted in the narrower type, which wraps around alike
		b.byValue[v.ID] = b.iterations(v.Type.Elem)
		return
	}
	r := b.mem.recipe(Recipe{Kind: Uniform, V: v, elem: v.Type.Elem, Args: b.mem.args(len(v.Args))})
	for _, a := range v.Args {
		o := b.operand(a)
		r.Args = append(r.Args, o)
		if !o.isUniform() {
			r.Kind = Widen
		}
	}
	if v.Op.Is(ir.FlagPartial) {
		r.mask = b.mask(v.Block)
		if r.mask != nil {
			r.Kind = Widen
		}
	}
	b.add(r)
}

func (x *exec) widen(r *Recipe, p int) *ir.Value {
	if x.insideTuple(r) {
		return nil
	}
	if t := x.wordTest(r); t != nil {
		return x.testWords(r, t, p)
	}
	v := x.f.NewValue(x.cur, r.V.Op, ir.Vec(r.elem, x.st.VF), r.V.Pos)
	v.FP, v.AuxInt = r.V.FP, r.V.AuxInt
	if x.rounded && v.Approximate() {
		v.FP &^= ir.AFn
	}
	for k, a := range r.Args {
		w := x.vec(a, p)
		if k == 1 && r.V.Op.Is(ir.FlagPartial) {
			w = x.safeDivisor(r, p, w)
		}
		v.AddArg(w)
	}
	x.cur.Values = append(x.cur.Values, v)
	return v
}

// safeDivisor puts 1 in the lanes that must not divide: those that the program does not reach, whose divisor no check
// has seen, and those past the end in a masked stage.
func (x *exec) safeDivisor(r *Recipe, p int, d *ir.Value) *ir.Value {
	if r.Args[1].Kind == Invariant && r.Args[1].V.IsConst() {
		return d
	}
	m := x.maskOf(r, p)
	if m == nil {
		return d
	}
	return x.cur.New(ir.OpSelect, d.Type, r.V.Pos, m, d, x.f.ConstInt(d.Type, 1))
}

func (c *coster) widen(r *Recipe) {
	if c.computed {
		if s := c.p.tuplesOf(true); s.insideOf(r) != nil {
			return // priced with what is stored
		} else if t := s.tests[r]; t != nil {
			c.wordTest(r, t)
			return
		}
	}
	t := c.vec(r)
	arg := t
	if len(r.V.Args) > 0 {
		arg = ir.Vec(r.V.Args[0].Type.Elem, c.vf)
		if a := r.Args[0]; c.elem(a) != a.elem {
			arg = c.vec(a)
		} else if a.Kind == Invariant && t.Elem != r.elem {
			arg = t
		}
	}
	if arg == t && isConversion(r.V.Op) {
		return // done in the argument's elements
	}
	if c.joined(r) {
		return
	}
	if len(r.V.Args) == 2 && r.V.Args[1].IsConst() && t.Elem.IsInt() {
		c.add(r, c.t.CostWithConst(r.V.Op, t, r.V.Args[1].Int()))
		return
	}
	k := c.operation(r.V, t, arg)
	if r.V.Op == ir.OpZExt || r.V.Op == ir.OpSExt {
		k = c.extension(k, r.Args[0], r.V.Op, t, arg)
	}
	if !k.Native {
		c.comeBack(2 * float64(k.Uops)) // out and in
	}
	c.add(r, k)
	if r.V.Op == ir.OpSelect && r.elem != ir.Bool {
		c.maskFor(r, r.Args[0], r.elem.Size())
	}
	// A load that becomes a memory operand shares its micro-operation with the arithmetic, but for the port.
	for _, a := range r.Args {
		if a.Kind == WidenLoad && a.mask == nil && !a.rev && a.V.Uses == 1 && c.t.FoldsLoad(r.V.Op, arg) {
			c.ops -= 0.5
			c.issued -= c.parts(arg)
			break
		}
	}
}

// extension is k, the price of extending a, with the units of an instruction that loads as well, less those of the load,
// if there is one for both.
func (c *coster) extension(k tti.Cost, a *Recipe, op ir.Op, t, from ir.Type) tti.Cost {
	if a.Kind != WidenLoad || a.mask != nil || a.rev || a.V.Uses != 1 || a.elem == ir.Bool || from.Elem != a.elem {
		return k
	}
	load := tti.Access{Type: from}
	both := load
	both.Extends, both.Signed = t.Elem, op == ir.OpSExt
	if x := c.t.MemoryCost(both); x.Legal {
		alone := c.t.MemoryCost(load)
		k.Slots, k.Units = x.Slots-alone.Slots, x.Units
		k.Units.Add(&alone.Units, -1)
	}
	return k
}

// operation is the price of v's operation as the plan has it.
func (c *coster) operation(v *ir.Value, t, arg ir.Type) tti.Cost {
	return operation(c.t, v, t, arg, c.p.rounded)
}

// roundQuotients leaves quotients and roots to the processor's divider where the loop takes no longer with it than with
// approximations, which keep units busy that other operations of the loop need.
func (p *Plan) roundQuotients(t tti.Info) {
	if !slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return r.Kind == Widen && r.V.Approximate() }) {
		return
	}
	p.rounded = true
	c, ok := p.price(t, p.VF())
	if b := c.bound(p.UF()); ok && b.Cycles <= p.Bound.Cycles {
		p.Bound = b
		return
	}
	p.rounded = false
}

// operation is the price of v's operation on results of type t and arguments of type arg. A minimum of floats is as many
// instructions as v may not make of zeros and NaNs what it likes, and one with a constant that is neither.
func operation(info tti.Info, v *ir.Value, t, arg ir.Type, rounded bool) tti.Cost {
	free := v.FP & (ir.NNaN | ir.NSZ)
	if len(v.Args) == 2 && v.Args[1].IsOrdinary() {
		free = ir.NNaN | ir.NSZ
	}
	if free != 0 && (v.Op == ir.OpMin || v.Op == ir.OpMax) && t.Elem.IsFloat() {
		e := tti.Expr{Op: v.Op, Type: t, FP: free, Args: []tti.Expr{{Type: t}, {Type: t}}}
		return info.ExprCost(&e)
	}
	if v.Approximate() && t.IsVector() && !rounded {
		e := tti.Expr{Op: v.Op, Type: t, FP: v.FP, Args: []tti.Expr{{Type: t}, {Type: t}}[:len(v.Args)]}
		return info.ExprCost(&e)
	}
	return info.Cost(v.Op, t, arg)
}

// uniform makes the scalar of an operation that is done once for all lanes.
func (x *exec) uniform(r *Recipe) {
	v := x.cur.New(r.V.Op, r.V.Type, r.V.Pos)
	for _, a := range r.Args {
		v.AddArg(x.scalarOf(a))
	}
	v.FP, v.AuxInt = r.V.FP, r.V.AuxInt
	x.scalar[r.id] = v
	x.spread(r)
}

// invariant prices the register of a splat.
func (c *coster) invariant(r *Recipe) {
	if r.V != nil && (!r.V.IsConst() || r.elem != ir.Bool) {
		c.regs += c.parts(c.vec(r)) / max(1, c.parts(c.vec(r))) // one register serves all parts
	}
}
