package vplan

import (
	"slices"

	"hotloop/loopopt/ir"
)

// What is stored in a group may be computed in the order of memory: then what is loaded is not taken apart, and what is
// stored not joined. A tuple is what the lanes of one structure hold there, a recipe for each member.
//
//	b[i], b[i+1], b[i+2], b[i+3] = b[i+3], b[i+2], b[i+1], b[i]    one shuffle of each vector
//	z[i] = x[i] * y[i], complex    (xr, xr)*(yr, yi) -+ (xi, xi)*(yi, yr)
//
// So may sums of what is loaded (tuplesum.go).
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
	words  map[*Group]*wordStore // those that are stored as bits of words instead
	sums   map[*Recipe]*tupleSum // by their phis
	tests  map[*Recipe]*wordTest
	loads  map[*Group]bool
	inside []*Group // by Recipe.id, the store group, or that of a sum, that a recipe is inside of
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
	if computed {
		s.findWords(p)
		s.findSums(p)
	}
	for !s.none() && !s.closed(p) {
	}
	if s.none() {
		return &tuples{} // nothing is loaded for what was dropped last
	}
	return s
}

func (s *tuples) none() bool { return len(s.stored)+len(s.words)+len(s.sums) == 0 }

// count is how many things s consists of.
func (s *tuples) count() int { return len(s.stored) + len(s.words) + len(s.tests) + len(s.sums) }

// closed drops the groups and sums with something that is used outside, and says whether there was none.
func (s *tuples) closed(p *Plan) bool {
	s.inside, s.loads = make([]*Group, p.nextID), map[*Group]bool{}
	enter := func(g *Group) func(*tuple) {
		return func(t *tuple) {
			if t.op != ir.OpInvalid {
				for _, r := range slices.Concat(t.hidden, t.of) {
					s.inside[r.id] = g
				}
			}
			if t.from != nil {
				s.loads[t.from] = true
			}
		}
	}
	for _, g := range p.Legal.Groups { // in their order
		if t := s.stored[g]; t != nil {
			t.each(map[*tuple]bool{}, enter(g))
		}
	}
	for _, t := range s.sums {
		t.each(enter(t.group))
		for _, r := range t.inner {
			s.inside[r.id] = t.group
		}
	}
	s.enterWords(p)
	wanted := func(a *Recipe) bool { return s.inside[a.id] != nil || a.Kind == GroupLoad && s.loads[a.group] }
	bad, apart := map[*Recipe]bool{}, map[*Group]bool{}
	for _, r := range p.Recipes {
		if s.inside[r.id] != nil || s.tests[r] != nil || r.Kind == GroupStore && (s.stored[r.group] != nil || s.words[r.group] != nil) {
			continue
		}
		r.uses(func(a *Recipe) {
			if wanted(a) {
				bad[a] = true
				if a.Kind == GroupLoad {
					apart[a.group] = true
				}
			}
		})
	}
	before := s.count()
	isBad := func(r *Recipe) bool { return bad[r] }
	dropped := func(t *tuple) bool {
		return slices.ContainsFunc(t.hidden, isBad) || slices.ContainsFunc(t.of, isBad) || apart[t.from] ||
			t.op == ir.OpInvalid && t.from == nil && slices.ContainsFunc(t.of, wanted)
	}
	for g, t := range s.stored {
		drop := false
		t.each(map[*tuple]bool{}, func(t *tuple) { drop = drop || dropped(t) })
		if drop {
			delete(s.stored, g)
		}
	}
	for r, t := range s.sums {
		drop := slices.ContainsFunc(t.inner, isBad)
		t.each(func(t *tuple) { drop = drop || dropped(t) })
		if drop {
			delete(s.sums, r)
		}
	}
	s.dropWords(bad, apart, wanted)
	return s.count() == before
}

// storedTuple is the tuple of what store group g stores, nil if there is none. Structures have up to 16 bytes, within
// which all processors shuffle.
func (p *Plan) storedTuple(g *Group, computed bool) *tuple {
	n := g.Factor
	if !g.Write || n < 2 || n&(n-1) != 0 || n*g.Elem.Size() > halfBytes || p.nest {
		return nil
	}
	of := make([]*Recipe, n)
	for k, m := range g.Members {
		if m == nil || m.V.StoredValue().Type.Elem != g.Elem {
			return nil
		}
		r := p.of(m.V)
		if r == nil || r.Kind != GroupStore || r.mask != nil {
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
		case a.Kind == GroupLoad && a.mask == nil && (t.from == nil || t.from == a.group) && a.V.Type.Elem == a.group.Elem:
			t.from = a.group
			t.place = append(t.place, a.group.offsetOf(a.V))
		default:
			return nil
		}
	}
	if t.from == nil || t.from.Factor != b.n || b.n*t.from.Elem.Size() > halfBytes ||
		t.other != nil && t.other.elem != t.from.Elem {
		return nil
	}
	return t
}

// spread is a tuple of floats that do not vary, or of one that is the same for all members.
func (b *tupleBuilder) spread(of []*Recipe) *tuple {
	for _, a := range of {
		if a.V == nil || !a.elem.IsFloat() || a.elem != of[0].elem || a != of[0] && !(b.p.steady(a) && b.p.steady(of[0])) {
			return nil
		}
	}
	return &tuple{of: of}
}

// steady says whether r is known in front of all stages.
func (p *Plan) steady(r *Recipe) bool {
	return r.Kind == Invariant || r.Kind == UniformLoad && r.mask == nil && r.at == nil && p.unchanged()
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
		if !b.takes(r) || r.elem != first.elem {
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
	return r.Kind == Widen && r.mask == nil && r.elem.IsFloat() && !r.V.Op.Is(ir.FlagPartial)
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
	return t.of[0].elem
}

// insideTuple says whether r has no value of its own in the current stage.
func (x *exec) insideTuple(r *Recipe) bool {
	if len(x.l.Groups) == 0 {
		return false
	}
	g := x.tuplesOf(true).insideOf(r)
	return g != nil && x.form(g) == Tuples
}

// insideOf is the store group, or that of a sum, that r is inside of, nil if it has a value of its own.
func (s *tuples) insideOf(r *Recipe) *Group {
	if r.id < len(s.inside) {
		return s.inside[r.id]
	}
	return nil
}

// moved says whether g goes in tuples that compute nothing.
func (p *Plan) moved(g *Group) bool {
	s := p.tuplesOf(false)
	return s.stored[g] != nil || s.loads[g]
}

// computesTuples says whether some group is stored, or something summed, as computed in tuples.
func (p *Plan) computesTuples() bool {
	if len(p.Legal.Groups) == 0 {
		return false
	}
	s := p.tuplesOf(true)
	return len(s.words) > 0 || len(s.sums) > 0 || len(s.stored) > len(p.tuplesOf(false).stored)
}

// partsInTuple is the number of registers of r, which takes so many by itself.
func (c *coster) partsInTuple(r *Recipe, parts float64) float64 {
	if g := c.p.tuplesOf(true).insideOf(r); g != nil {
		return parts * float64(g.Factor)
	}
	return parts
}
