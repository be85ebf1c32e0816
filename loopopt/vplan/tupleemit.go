package vplan

import (
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// How tuples are made, and what they cost (tuples.go).

// tupleLanes is the number of elements in each of the vectors that the structures of vf iterations are moved in.
func (g *Group) tupleLanes(vf int) int { return min(g.Factor*vf, ir.MaxLanes) }

// loadTuples loads the vectors of part p.
func (x *exec) loadTuples(g *Group, p int) {
	if x.ordered == nil {
		x.ordered = map[*Group][][]*ir.Value{}
	}
	if x.ordered[g] == nil {
		x.ordered[g] = make([][]*ir.Value, x.st.UF)
	}
	if x.ordered[g][p] == nil {
		x.ordered[g][p] = x.tuplePieces(g, g.lead(), p, nil)
	}
}

// storeTuples stores part p of group g, for which lead stands.
func (x *exec) storeTuples(g *Group, lead *Recipe, p int) {
	m := tupleMaker{exec: x, p: p, lanes: g.tupleLanes(x.st.VF), done: map[*tuple]*ir.Value{}}
	out := x.f.NewValues(g.Factor * x.st.VF / m.lanes)
	for k := range out {
		m.k = k
		clear(m.done)
		out[k] = m.value(x.tuplesOf(true).stored[g])
	}
	x.tuplePieces(g, lead, p, out)
}

// tuplePieces loads the vectors of part p of a group in memory order, or stores vs there.
func (x *exec) tuplePieces(g *Group, lead *Recipe, p int, vs []*ir.Value) []*ir.Value {
	lanes, size := g.tupleLanes(x.st.VF), int64(g.Elem.Size())
	out := x.f.NewValues(g.Factor * x.st.VF / lanes)
	for k := range out {
		var v *ir.Value
		if vs != nil {
			v = vs[k]
		}
		off := int64(p*g.Factor*x.st.VF+k*lanes)*size - g.leadOffset()
		out[k] = x.piece(lead, ir.Vec(g.Elem, lanes), off, v, x.activeElements(g, p, k, lanes))
	}
	return out
}

// tupleMaker makes vector k of so many lanes, of part p, of tuples.
type tupleMaker struct {
	*exec
	p, k, lanes int
	done        map[*tuple]*ir.Value
}

func (m *tupleMaker) value(t *tuple) *ir.Value {
	v := m.done[t]
	if v == nil {
		switch {
		case t.op != ir.OpInvalid:
			v = m.operation(t)
		case t.from != nil:
			v = m.loaded(t)
		default:
			v = m.spread(t)
		}
		m.done[t] = v
	}
	return v
}

// loaded puts what is loaded in its places.
func (m *tupleMaker) loaded(t *tuple) *ir.Value {
	n, v := len(t.place), m.ordered[t.from][m.p][m.k]
	second := v
	if t.other != nil {
		second = m.splat(t.other.V, m.lanes)
	}
	lanes := make(ir.Lanes, m.lanes)
	for l := range lanes {
		if k := t.place[l%n]; k >= 0 {
			lanes[l] = int8(l/n*n + k)
		} else {
			lanes[l] = int8(len(lanes) + l)
		}
	}
	if t.inPlace() {
		return v
	}
	return m.shuffle(v, second, lanes)
}

// inPlace says whether what is loaded is where it was.
func (t *tuple) inPlace() bool {
	for k, place := range t.place {
		if place != k {
			return false
		}
	}
	return true
}

// spread has the members' values in their lanes.
func (m *tupleMaker) spread(t *tuple) *ir.Value {
	first, n := t.of[0], len(t.of)
	if !m.steady(first) {
		v := m.vec(first, m.p)
		w := m.cur.New(ir.OpShuffle, v.Type.WithLanes(m.lanes), v.Pos, v, v)
		lanes := make(ir.Lanes, m.lanes)
		for l := range lanes {
			lanes[l] = int8(l / n)
		}
		w.Aux = lanes
		return w
	}
	key := spreadKey{t, m.lanes}
	if v := m.spreads[key]; v != nil {
		return v
	}
	v := m.splat(m.known(first), m.lanes)
	for k, r := range t.of {
		if r == first {
			continue
		}
		lanes := make(ir.Lanes, m.lanes)
		for l := range lanes {
			lanes[l] = int8(l)
			if l%n == k {
				lanes[l] += int8(m.lanes)
			}
		}
		w := m.ph.New(ir.OpShuffle, v.Type, v.Pos, v, m.splat(m.known(r), m.lanes))
		w.Aux, v = lanes, w
	}
	note(&m.spreads, key, v)
	return v
}

// spreadKey is a tuple of what is known in front of all stages, in vectors of so many lanes.
type spreadKey struct {
	t     *tuple
	lanes int
}

// known is what r is in front of all stages.
func (m *tupleMaker) known(r *Recipe) *ir.Value {
	if r.Kind == Invariant {
		return r.V
	}
	return m.once(r)
}

// operation does t's. Where members have different signs, it does so twice, with a choice of lanes, or on numbers whose
// signs change before, whichever the target does in fewer instructions.
func (m *tupleMaker) operation(t *tuple) *ir.Value {
	args := m.f.NewValues(len(t.args))
	for k, a := range t.args {
		args[k] = m.value(a)
	}
	neg, alike := t.alike()
	if t.signs() && !alike {
		return m.changeSigns(t, args[0])
	}
	if !alike {
		if _, before := t.expr(ir.Vec(t.elem(), m.lanes), m.target); before {
			last := len(args) - 1
			args[last] = m.changeSigns(t, args[last])
			return m.signed(t, false, args)
		}
	}
	v := m.signed(t, neg || !alike && t.neg[0], args)
	if alike {
		return v
	}
	return m.shuffle(v, m.signed(t, !t.neg[0], args), t.turns(m.lanes))
}

// changeSigns flips the sign bits of members of v, by a constant.
func (m *tupleMaker) changeSigns(t *tuple, v *ir.Value) *ir.Value {
	e := ir.IntElem(v.Type.Elem.Size())
	data := make([]byte, m.lanes*e.Size())
	for l := range m.lanes {
		if t.neg[l%len(t.neg)] {
			data[(l+1)*e.Size()-1] = signBit
		}
	}
	typ := v.Type.WithElem(e)
	table := m.f.Arg(ir.OpTablePtr, m.f.NewTable(ir.Table{Name: "signs", Elem: e, Data: data}))
	bits := m.ph.New(ir.OpLoad, typ, v.Pos, table, m.f.ConstInt(ir.TI64, 0))
	bits.Scale = int32(e.Size())
	flipped := m.cur.New(ir.OpXor, typ, v.Pos, m.cur.New(ir.OpBitcast, typ, v.Pos, v), bits)
	return m.cur.New(ir.OpBitcast, v.Type, v.Pos, flipped)
}

// signBit is that of a float's last byte.
const signBit = 0x80

// signed does t's operation, the last argument negated or not.
func (m *tupleMaker) signed(t *tuple, neg bool, args []*ir.Value) *ir.Value {
	op, model := t.op, t.of[0].V
	switch last := len(args) - 1; {
	case op == ir.OpAdd && neg:
		op = ir.OpSub
	case op == ir.OpNeg && t.neg != nil && !neg:
		return args[0]
	case op == ir.OpFMA && neg:
		args = slices.Clone(args)
		args[last] = m.cur.New(ir.OpNeg, args[last].Type, model.Pos, args[last])
		args[last].FP = t.flags()
	}
	v := m.cur.New(op, ir.Vec(t.elem(), m.lanes), model.Pos, args...)
	v.FP, v.AuxInt = t.flags(), model.AuxInt
	if m.rounded && v.Approximate() {
		v.FP &^= ir.AFn
	}
	return v
}

// flags are what all members permit.
func (t *tuple) flags() ir.FPFlags {
	fp := t.of[0].V.FP
	for _, r := range t.of {
		fp = fp.And(r.V.FP)
	}
	return fp
}

// inTuples says whether g goes in tuples, at this price.
func (c *coster) inTuples(g *Group) bool {
	s := c.p.tuplesOf(c.computed)
	return s.stored[g] != nil || s.words[g] != nil || s.loads[g]
}

// groupInTuples prices the loads or stores of a group that goes in tuples.
func (c *coster) groupInTuples(r *Recipe) {
	g := r.group
	note(&c.forms, g, Tuples)
	if w := c.p.tuplesOf(c.computed).words[g]; w != nil {
		c.wordStore(r, w)
		return
	}
	lanes := g.tupleLanes(c.vf)
	k := c.t.MemoryCost(tti.Access{Store: g.Write, Type: ir.Vec(g.Elem, lanes)}).Times(g.Factor * c.vf / lanes)
	c.add(r, k)
	if t := c.p.tuplesOf(c.computed).stored[g]; t != nil && !t.computes() {
		c.tuple(r, g, t)
	}
}

// tuplesComputed prices what is computed for store group g.
func (c *coster) tuplesComputed(r *Recipe) {
	t := c.p.tuplesOf(c.computed).stored[r.group]
	if t == nil || !t.computes() {
		return
	}
	if r.group.Factor*c.vf > ir.MaxLanes {
		c.bad = r
		return
	}
	t.each(map[*tuple]bool{}, func(t *tuple) { c.tuple(r, r.group, t) })
}

// tuple prices t itself, which r asks for and whose structures g stands for.
func (c *coster) tuple(r *Recipe, g *Group, t *tuple) {
	lanes := g.tupleLanes(c.vf)
	typ, times := ir.Vec(t.elem(), lanes), g.Factor*c.vf/lanes
	switch neg, alike := t.alike(); {
	case t.signs() && alike && !neg: // nothing changes
	case t.op != ir.OpInvalid && alike:
		arg := typ
		if len(t.args) > 0 {
			arg = ir.Vec(t.args[0].elem(), lanes)
		}
		c.add(r, c.operation(t.of[0].V, typ, arg))
	case t.signs():
		bits := typ.WithElem(ir.IntElem(typ.Elem.Size()))
		c.add(r, c.t.Cost(ir.OpXor, bits, bits))
	case t.op != ir.OpInvalid:
		e, _ := t.expr(typ, c.t)
		c.add(r, c.t.ExprCost(&e))
	case t.from == nil && !c.p.steady(t.of[0]):
		c.add(r, c.t.ShuffleCost(tti.Interleave, ir.Vec(t.elem(), c.vf), g.Factor))
	case t.from != nil && (t.other != nil || !t.inPlace() || !c.computed):
		k := c.t.ShuffleCost(tti.Within, typ, g.Factor)
		if t.other != nil {
			k = k.Plus(c.t.Cost(ir.OpOr, typ, typ))
		}
		c.add(r, k.Times(times))
	}
}

// expr is an operation whose members have different signs, on numbers in registers; before tells that signs change
// before it.
func (t *tuple) expr(typ ir.Type, info tti.Info) (e tti.Expr, before bool) {
	arg := func(k int) tti.Expr { return tti.Expr{Type: typ, Const: int64(k + 1)} }
	one := func(neg bool) tti.Expr {
		e := tti.Expr{Op: t.op, Type: typ}
		for k := range t.args {
			e.Args = append(e.Args, arg(k))
		}
		last := &e.Args[len(e.Args)-1]
		switch {
		case t.op == ir.OpAdd && neg:
			e.Op = ir.OpSub
		case t.op == ir.OpFMA && neg:
			*last = tti.Expr{Op: ir.OpNeg, Type: typ, Args: []tti.Expr{*last}}
		}
		return e
	}
	twice := tti.Expr{Op: ir.OpShuffle, Type: typ, Args: []tti.Expr{one(t.neg[0]), one(!t.neg[0])},
		Lanes: t.turns(int(typ.Lanes))}
	once, bits := one(false), typ.WithElem(ir.IntElem(typ.Elem.Size()))
	last := &once.Args[len(once.Args)-1]
	*last = tti.Expr{Op: ir.OpBitcast, Type: typ, Args: []tti.Expr{{Op: ir.OpXor, Type: bits, Args: []tti.Expr{
		{Op: ir.OpBitcast, Type: bits, Args: []tti.Expr{*last}}, {Type: bits}}}}}
	if info.ExprCost(&once).Uops < info.ExprCost(&twice).Uops {
		return once, true
	}
	return twice, false
}
