package vplan

import (
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// What is stored in a group may be computed in the order of memory: then what is loaded is not taken apart, and what is
// stored not joined. A tuple is what the lanes of one structure hold there, a recipe for each member.
//
//	b[i], b[i+1], b[i+2], b[i+3] = b[i+3], b[i+2], b[i+1], b[i]    one shuffle of each vector
//	z[i] = x[i] * y[i], complex    (xr, xr)*(yr, yi) -+ (xi, xi)*(yi, yr)
//
// Legal: a lane of a tuple does the operations of its member's recipes on the same values, so that results are the same
// bits. What does not vary, or is the same for all members, is spread. A recipe that has any other user stays outside,
// with all that is made of it. Loads and stores keep their places.
//
// Where nothing is computed there is nothing to decide. Otherwise the price does.

// tuple is what is in the lanes of a structure. A leaf has no op: it is loaded, or spread.
type tuple struct {
	of     []*Recipe // of the members
	hidden []*Recipe // negations that neg stands for

	op   ir.Op
	args []*tuple
	// neg tells the members whose last argument counts as negated, of Add and FMA; or which are negated, of Neg. Nil is
	// none.
	neg []bool

	from  *Group
	place []int   // of members in from; -1 is other
	other *Recipe // what does not change in the loop
}

// computes says whether there is more to a tuple than places that change.
func (t *tuple) computes() bool { return t.op != ir.OpInvalid || t.from == nil }

// each calls do for t and everything it is made of, once.
func (t *tuple) each(seen map[*tuple]bool, do func(*tuple)) {
	if seen[t] {
		return
	}
	seen[t] = true
	for _, a := range t.args {
		a.each(seen, do)
	}
	do(t)
}

// tuples are the groups of a plan that go in tuples, and the recipes that then have no values of their own.
type tuples struct {
	stored map[*Group]*tuple
	loads  map[*Group]bool
	inside []*Group // by Recipe.ID, the store group that a recipe is inside of
}

// tuplesOf finds the tuples of the plan: all, or only those that compute nothing.
func (p *Plan) tuplesOf(computed bool) *tuples {
	k := 0
	if computed {
		k = 1
	}
	if p.tuples[k] == nil {
		p.tuples[k] = p.findTuples(computed)
	}
	return p.tuples[k]
}

func (p *Plan) findTuples(computed bool) *tuples {
	s := &tuples{}
	for _, g := range p.Legal.Groups {
		if t := p.storedTuple(g, computed); t != nil {
			note(&s.stored, g, t)
		}
	}
	for len(s.stored) > 0 && !s.closed(p) {
	}
	return s
}

// closed drops the groups with something that is used outside, and says whether there was none.
func (s *tuples) closed(p *Plan) bool {
	s.inside, s.loads = make([]*Group, p.nextID), map[*Group]bool{}
	for _, g := range p.Legal.Groups { // in their order
		if t := s.stored[g]; t != nil {
			t.each(map[*tuple]bool{}, func(t *tuple) {
				if t.op != ir.OpInvalid {
					for _, r := range slices.Concat(t.hidden, t.of) {
						s.inside[r.ID] = g
					}
				}
				if t.from != nil {
					s.loads[t.from] = true
				}
			})
		}
	}
	wanted := func(a *Recipe) bool { return s.inside[a.ID] != nil || a.Kind == GroupLoad && s.loads[a.Group] }
	bad := map[*Recipe]bool{}
	for _, r := range p.Recipes {
		if s.inside[r.ID] != nil || r.Kind == GroupStore && s.stored[r.Group] != nil {
			continue
		}
		r.uses(func(a *Recipe) {
			if wanted(a) {
				bad[a] = true
			}
		})
	}
	before := len(s.stored)
	for g, t := range s.stored {
		drop := false
		t.each(map[*tuple]bool{}, func(t *tuple) {
			for _, r := range slices.Concat(t.hidden, t.of) {
				drop = drop || bad[r]
			}
			drop = drop || t.op == ir.OpInvalid && t.from == nil && slices.ContainsFunc(t.of, wanted)
		})
		if drop {
			delete(s.stored, g)
		}
	}
	return len(s.stored) == before
}

// storedTuple is the tuple of what store group g stores, nil if there is none. Structures have up to 16 bytes, within
// which all processors shuffle.
func (p *Plan) storedTuple(g *Group, computed bool) *tuple {
	n := g.Factor
	if !g.Write || n < 2 || n&(n-1) != 0 || n*g.Elem.Size() > halfBytes || p.Nest {
		return nil
	}
	of := make([]*Recipe, n)
	for k, m := range g.Members {
		if m == nil || m.V.StoredValue().Type.Elem != g.Elem {
			return nil
		}
		r := p.Of(m.V)
		if r == nil || r.Kind != GroupStore || r.Mask != nil {
			return nil
		}
		of[k] = r.Args[0]
	}
	b := tupleBuilder{n: n, elem: g.Elem, p: p, computed: computed && g.Elem.IsFloat()}
	t := b.tuple(of)
	if t == nil || t.computes() && !b.loads() {
		return nil
	}
	return t
}

// maxTuples bounds the tuples that are tried for a group.
const maxTuples = 64

// tupleBuilder makes the tuples of a store group with n members.
type tupleBuilder struct {
	p        *Plan
	n        int
	elem     ir.Elem // that is stored
	computed bool
	made     []madeTuple
	tried    int
}

// madeTuple is the tuple of recipes.
type madeTuple struct {
	of    []*Recipe
	tuple *tuple
}

// loads says whether anything is loaded in tuples: otherwise all would be spread.
func (b *tupleBuilder) loads() bool {
	return slices.ContainsFunc(b.made, func(m madeTuple) bool { return m.tuple.from != nil })
}

// tuple is the tuple of recipes, nil if they do not go together.
func (b *tupleBuilder) tuple(of []*Recipe) *tuple {
	for _, m := range b.made {
		if slices.Equal(m.of, of) {
			return m.tuple
		}
	}
	if b.tried++; b.tried > maxTuples {
		return nil
	}
	t := b.leaf(of)
	if t == nil && b.computed {
		if t = b.operation(of); t == nil {
			t = b.spread(of)
		}
	}
	if t != nil {
		b.made = append(b.made, madeTuple{of, t})
	}
	return t
}

// leaf is a tuple of what is loaded, of which some members may be something else that does not change.
func (b *tupleBuilder) leaf(of []*Recipe) *tuple {
	t := &tuple{of: of}
	for _, a := range of {
		switch {
		case a.Kind == Invariant && a.V != nil && (t.other == nil || t.other == a):
			t.other = a
			t.place = append(t.place, -1)
		case a.Kind == GroupLoad && a.Mask == nil && (t.from == nil || t.from == a.Group) && a.V.Type.Elem == a.Group.Elem:
			t.from = a.Group
			t.place = append(t.place, a.Group.offsetOf(a.V))
		default:
			return nil
		}
	}
	if t.from == nil || t.from.Factor != b.n || b.n*t.from.Elem.Size() > halfBytes ||
		t.other != nil && t.other.Elem != t.from.Elem {
		return nil
	}
	return t
}

// spread is a tuple of floats that do not vary, or of one that is the same for all members.
func (b *tupleBuilder) spread(of []*Recipe) *tuple {
	for _, a := range of {
		if a.V == nil || !a.Elem.IsFloat() || a.Elem != of[0].Elem || a != of[0] && !(a.Kind == Invariant && of[0].Kind == Invariant) {
			return nil
		}
	}
	return &tuple{of: of}
}

// operation is a tuple of operations on floats that differ by no more than signs. A difference and a sum are a sum, of
// which the last argument counts as negated; so are products that are added, and numbers some of which are negated.
func (b *tupleBuilder) operation(of []*Recipe) *tuple {
	isNeg := func(r *Recipe) bool { return b.takes(r) && r.V.Op == ir.OpNeg }
	if slices.ContainsFunc(of, isNeg) && slices.ContainsFunc(of, func(r *Recipe) bool { return !isNeg(r) }) {
		return b.negation(of, isNeg)
	}
	first := of[0]
	args := make([][]*Recipe, b.n)
	signed := make([]bool, b.n)
	for k, r := range of {
		if !b.takes(r) || r.Elem != first.Elem {
			return nil
		}
		args[k], signed[k] = r.Args, r.V.Op == ir.OpSub
	}
	t := &tuple{of: of, op: first.V.Op}
	if slices.Contains(signed, true) {
		t.op, t.neg = ir.OpAdd, signed
	}
	for k, r := range of {
		if r.V.Op != t.op && !signed[k] || r.V.AuxInt != first.V.AuxInt {
			return nil
		}
	}
	if !b.arguments(t, args) {
		return nil
	}
	return t.absorb()
}

// takes says whether r may be an operation of a tuple.
func (b *tupleBuilder) takes(r *Recipe) bool {
	return r.Kind == Widen && r.Mask == nil && r.Elem.IsFloat() && !r.V.Op.Is(ir.FlagPartial)
}

// negation is a tuple of numbers of which some are negated.
func (b *tupleBuilder) negation(of []*Recipe, isNeg func(*Recipe) bool) *tuple {
	t := &tuple{op: ir.OpNeg, neg: make([]bool, b.n)}
	inner := slices.Clone(of)
	for k, r := range of {
		if t.neg[k] = isNeg(r); t.neg[k] {
			t.of = append(t.of, r)
			inner[k] = r.Args[0]
		}
	}
	a := b.tuple(inner)
	if a == nil {
		return nil
	}
	if a.signs() {
		flip(t.neg, a.neg)
		t.of, a = append(t.of, a.of...), a.args[0]
	}
	t.args = []*tuple{a}
	return t
}

// arguments gives t its arguments, of which the first two change places in the second of two members where that helps.
func (b *tupleBuilder) arguments(t *tuple, args [][]*Recipe) bool {
	all := func() bool {
		t.args = t.args[:0]
		for i := range args[0] {
			of := make([]*Recipe, b.n)
			for k := range of {
				of[k] = args[k][i]
			}
			a := b.tuple(of)
			if a == nil {
				return false
			}
			t.args = append(t.args, a)
		}
		return true
	}
	switch {
	case all():
		return true
	case b.n != 2 || t.neg != nil || !t.op.Is(ir.FlagCommutative) && t.op != ir.OpFMA:
		return false
	}
	args[1] = slices.Clone(args[1])
	args[1][0], args[1][1] = args[1][1], args[1][0]
	return all()
}

// absorb has signs of t's arguments become part of t where they are exact there: those of the last one of a sum, and
// those of factors behind the product.
func (t *tuple) absorb() *tuple {
	switch t.op {
	case ir.OpMul:
		return t.outerSigns()
	case ir.OpFMA:
		t.absorbLast()
		if t.flags()&ir.NSZ != 0 { // a difference of equal numbers is +0, and its negation is not
			return t.outerSigns()
		}
	case ir.OpAdd:
		t.absorbLast()
		if t.args[0].signs() && !slices.Contains(t.neg, true) {
			t.args[0], t.args[1] = t.args[1], t.args[0]
			t.absorbLast()
		}
	}
	return t
}

// outerSigns has the signs of factors behind the product, whose addend then has them too.
func (t *tuple) outerSigns() *tuple {
	if !t.args[0].signs() && !t.args[1].signs() {
		return t
	}
	neg := make([]bool, len(t.of))
	out := &tuple{op: ir.OpNeg, neg: neg, args: []*tuple{t}}
	for k, a := range t.args[:2] {
		if a.signs() {
			flip(neg, a.neg)
			out.of, t.args[k] = append(out.of, a.of...), a.args[0]
		}
	}
	if t.op == ir.OpFMA {
		if t.neg == nil {
			t.neg = make([]bool, len(neg))
		}
		flip(t.neg, neg)
	}
	return out
}

// flip changes those of the signs that others say.
func flip(neg, others []bool) {
	for k, other := range others {
		neg[k] = neg[k] != other
	}
}

// absorbLast makes signs of t's last argument part of t.
func (t *tuple) absorbLast() {
	last := &t.args[len(t.args)-1]
	a := *last
	if !a.signs() {
		return
	}
	neg := slices.Clone(a.neg)
	flip(neg, t.neg)
	t.neg, *last = neg, a.args[0]
	t.hidden = append(t.hidden, a.of...)
}

// signs says whether t is another tuple with some signs changed.
func (t *tuple) signs() bool { return t.op == ir.OpNeg && t.neg != nil }

// alike says whether the signs of all members are the same, which is then neg.
func (t *tuple) alike() (neg, ok bool) {
	if t.neg == nil {
		return false, true
	}
	return t.neg[0], !slices.Contains(t.neg, !t.neg[0])
}

// turns are the lanes of two vectors of so many, of which the second has the other sign than the first member.
func (t *tuple) turns(lanes int) ir.Lanes {
	out := make(ir.Lanes, lanes)
	for l := range out {
		out[l] = int8(l)
		if t.neg[l%len(t.neg)] != t.neg[0] {
			out[l] += int8(lanes)
		}
	}
	return out
}

// elem is the element of t's lanes.
func (t *tuple) elem() ir.Elem {
	if t.from != nil {
		return t.from.Elem
	}
	return t.of[0].Elem
}

// insideTuple says whether r has no value of its own in the current stage.
func (x *exec) insideTuple(r *Recipe) bool {
	if len(x.l.Groups) == 0 {
		return false
	}
	g := x.tuplesOf(true).insideOf(r)
	return g != nil && x.form(g) == Tuples
}

// insideOf is the store group that r is inside of, nil if it has a value of its own.
func (s *tuples) insideOf(r *Recipe) *Group {
	if r.ID < len(s.inside) {
		return s.inside[r.ID]
	}
	return nil
}

// moved says whether g goes in tuples that compute nothing.
func (p *Plan) moved(g *Group) bool {
	s := p.tuplesOf(false)
	return s.stored[g] != nil || s.loads[g]
}

// computesTuples says whether some group is stored as computed in tuples.
func (p *Plan) computesTuples() bool {
	return len(p.Legal.Groups) > 0 && len(p.tuplesOf(true).stored) > len(p.tuplesOf(false).stored)
}

// partsInTuple is the number of registers of r, which takes so many by itself.
func (c *coster) partsInTuple(r *Recipe, parts float64) float64 {
	if g := c.p.tuplesOf(true).insideOf(r); g != nil {
		return parts * float64(g.Factor)
	}
	return parts
}

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
	switch {
	case first.Kind != Invariant:
		v := m.vec(first, m.p)
		w := m.cur.New(ir.OpShuffle, v.Type.WithLanes(m.lanes), v.Pos, v, v)
		lanes := make(ir.Lanes, m.lanes)
		for l := range lanes {
			lanes[l] = int8(l / n)
		}
		w.Aux = lanes
		return w
	}
	v := m.splat(first.V, m.lanes)
	for k, r := range t.of {
		if r.V == first.V {
			continue
		}
		lanes := make(ir.Lanes, m.lanes)
		for l := range lanes {
			lanes[l] = int8(l)
			if l%n == k {
				lanes[l] += int8(m.lanes)
			}
		}
		w := m.ph.New(ir.OpShuffle, v.Type, v.Pos, v, m.splat(r.V, m.lanes))
		w.Aux, v = lanes, w
	}
	return v
}

// operation does t's, twice and with a choice of lanes where members have different signs.
func (m *tupleMaker) operation(t *tuple) *ir.Value {
	args := m.f.NewValues(len(t.args))
	for k, a := range t.args {
		args[k] = m.value(a)
	}
	neg, alike := t.alike()
	if t.signs() && !alike {
		return m.changeSigns(t, args[0])
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
	if m.Rounded && v.Approximate() {
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
	return s.stored[g] != nil || s.loads[g]
}

// groupInTuples prices the loads or stores of a group that goes in tuples.
func (c *coster) groupInTuples(r *Recipe) {
	g := r.Group
	lanes := g.tupleLanes(c.vf)
	k := c.t.MemoryCost(tti.Access{Store: g.Write, Type: ir.Vec(g.Elem, lanes)}).Times(g.Factor * c.vf / lanes)
	note(&c.forms, g, Tuples)
	c.add(r, k)
	if t := c.p.tuplesOf(c.computed).stored[g]; t != nil && !t.computes() {
		c.tuple(r, t)
	}
}

// tuplesComputed prices what is computed for store group g.
func (c *coster) tuplesComputed(r *Recipe) {
	t := c.p.tuplesOf(c.computed).stored[r.Group]
	if t == nil || !t.computes() {
		return
	}
	if r.Group.Factor*c.vf > ir.MaxLanes {
		c.bad = r
		return
	}
	t.each(map[*tuple]bool{}, func(t *tuple) { c.tuple(r, t) })
}

// tuple prices t itself.
func (c *coster) tuple(r *Recipe, t *tuple) {
	g := r.Group
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
		e := t.expr(typ)
		c.add(r, c.t.ExprCost(&e))
	case t.from == nil && t.of[0].Kind != Invariant:
		c.add(r, c.t.ShuffleCost(tti.Interleave, ir.Vec(t.elem(), c.vf), g.Factor))
	case t.from != nil && (t.other != nil || !t.inPlace() || !c.computed):
		k := c.t.ShuffleCost(tti.Within, typ, g.Factor)
		if t.other != nil {
			k = k.Plus(c.t.Cost(ir.OpOr, typ, typ))
		}
		c.add(r, k.Times(times))
	}
}

// expr is an operation whose members have different signs, on numbers in registers.
func (t *tuple) expr(typ ir.Type) tti.Expr {
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
	return tti.Expr{Op: ir.OpShuffle, Type: typ, Args: []tti.Expr{one(t.neg[0]), one(!t.neg[0])},
		Lanes: t.turns(int(typ.Lanes))}
}
