package vplan

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// A sum of as many terms in each iteration as a structure has members is a tuple too, where sums may be taken in any
// order: lane k of a structure sums the term of member k, and behind the loop all lanes are one sum.
//
//	re += xr*yr - xi*yi    (xr, xi)*(yr, yi), of which the second ones are negated behind the loop
//	im += xr*yi + xi*yr    (xr, xi)*(yi, yr)
//	s += x[0]*y[0] + x[1]*y[1] + x[2]*y[2] + x[3]*y[3]    no shuffle at all
//
// Each stage begins with zeros, and what it comes to is added to what there was before it. So other stages may sum
// otherwise.

// tupleSum is a reduction that sums tuples.
type tupleSum struct {
	// group stands for the structures that the terms are, as a store group does for those that are stored.
	group *Group
	args  []*tuple   // the factors of the terms, or the terms
	neg   []bool     // the members whose terms are subtracted
	inner []*Recipe  // from the phi to its update
	fp    ir.FPFlags // what all of them permit
}

// sumFlags are what the operations of a sum must permit to be done in another order, and with the products.
const sumFlags = ir.Reassoc | ir.Contract | ir.NSZ

// sumTerm is a term of a sum: one factor or two.
type sumTerm struct {
	factors []*Recipe
	neg     bool
}

// sumFinder finds the terms of a sum.
type sumFinder struct {
	phi   *Recipe
	terms []sumTerm
	most  int
	met   bool // the phi
	tupleSum
}

// tupleSumOf is the sum that phi is of tuples, nil if it is none.
func (p *Plan) tupleSumOf(phi *Recipe) *tupleSum {
	if phi.Kind != ReducePhi || !phi.elem.IsFloat() || joinOp(phi.phi.Op) != ir.OpAdd || phi.phi.Absorbs != nil ||
		p.nest || len(phi.Args) == 0 || phi.Args[0] == nil {
		return nil
	}
	f := sumFinder{phi: phi, most: halfBytes / phi.elem.Size()}
	f.inner, f.fp = []*Recipe{phi}, sumFlags
	if !f.sum(phi.Args[0], false) || !f.met {
		return nil
	}
	n := len(f.terms)
	if n < 2 || n&(n-1) != 0 {
		return nil
	}
	of := f.arrange()
	if of == nil {
		return nil
	}
	b := tupleBuilder{n: n, elem: phi.elem, p: p, computed: true}
	for _, o := range of {
		t := b.tuple(o)
		if t == nil || t.elem() != phi.elem {
			return nil
		}
		f.args = append(f.args, t)
	}
	if !b.loads() {
		return nil
	}
	for _, m := range b.made {
		if g := m.tuple.from; g != nil {
			whole := slices.Repeat([]*analysis.Access{g.Lead}, n) // no structure of terms has a gap
			f.group = &Group{Factor: n, Elem: phi.elem, Lead: g.Lead, Members: whole}
		}
	}
	return &f.tupleSum
}

// sum takes the terms of r, which is added, or subtracted, and says whether all is well.
func (f *sumFinder) sum(r *Recipe, neg bool) bool {
	if r == f.phi {
		ok := !f.met && !neg
		f.met = true
		return ok
	}
	if r.Kind != Widen || r.mask != nil {
		return f.term(neg, r)
	}
	switch r.V.Op {
	case ir.OpAdd:
		return f.take(r) && f.sum(r.Args[0], neg) && f.sum(r.Args[1], neg)
	case ir.OpSub:
		return f.take(r) && f.sum(r.Args[0], neg) && f.sum(r.Args[1], !neg)
	case ir.OpNeg:
		return f.take(r) && f.sum(r.Args[0], !neg)
	case ir.OpFMA:
		return f.take(r) && f.term(neg, r.Args[:2]...) && f.sum(r.Args[2], neg)
	case ir.OpMul:
		return f.take(r) && f.term(neg, r.Args...)
	}
	return f.term(neg, r)
}

// take makes r, an operation of the sum, part of it.
func (f *sumFinder) take(r *Recipe) bool {
	f.inner = append(f.inner, r)
	f.fp = f.fp.And(r.V.FP)
	return r.elem == f.phi.elem && f.fp&sumFlags == sumFlags
}

// term adds a term, of which it takes signs out of the factors.
func (f *sumFinder) term(neg bool, factors ...*Recipe) bool {
	t := sumTerm{slices.Clone(factors), neg}
	for k, r := range t.factors {
		for r.Kind == Widen && r.mask == nil && r.V.Op == ir.OpNeg {
			f.inner = append(f.inner, r)
			r, t.neg = r.Args[0], !t.neg
		}
		t.factors[k] = r
	}
	f.terms = append(f.terms, t)
	return len(f.terms) <= f.most && len(t.factors) == len(f.terms[0].factors)
}

// arrange puts the terms in the order of the members that their first factors are of, and returns these, and the second
// ones. Factors change places so that all first ones are of one group.
func (f *sumFinder) arrange() [][]*Recipe {
	n := len(f.terms)
	of := make([][]*Recipe, len(f.terms[0].factors))
	for k := range of {
		of[k] = make([]*Recipe, n)
	}
	f.neg = make([]bool, n)
	var first *Group
	for _, t := range f.terms {
		g, place := t.factors[0].member()
		if last := len(t.factors) - 1; g == nil || first != nil && g != first {
			slices.Reverse(t.factors)
			if g, place = t.factors[0].member(); last == 0 || g == nil || first != nil && g != first {
				return nil
			}
		}
		first = g
		if place >= n || of[0][place] != nil {
			return nil
		}
		for k, r := range t.factors {
			of[k][place] = r
		}
		f.neg[place] = t.neg
	}
	return of
}

// member is a member of a load group that r is made of; nil is none.
func (r *Recipe) member() (*Group, int) {
	if r.Kind == GroupLoad {
		return r.group, r.group.offsetOf(r.V)
	}
	if r.Kind == Widen {
		for _, a := range r.Args {
			if g, place := a.member(); g != nil {
				return g, place
			}
		}
	}
	return nil, 0
}

// findSums adds the sums of tuples to s.
func (s *tuples) findSums(p *Plan) {
	if slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return r.is(leaves) }) {
		return // which of the lanes count is known in the middle of a vector iteration only
	}
	for _, r := range p.Recipes {
		if sum := p.tupleSumOf(r); sum != nil {
			note(&s.sums, r, sum)
		}
	}
}

// each calls do for all tuples of the sum, once.
func (t *tupleSum) each(do func(*tuple)) {
	seen := map[*tuple]bool{}
	for _, a := range t.args {
		a.each(seen, do)
	}
}

// op is what adds a term.
func (t *tupleSum) op() ir.Op {
	if len(t.args) > 1 {
		return ir.OpFMA
	}
	return ir.OpAdd
}

// tupleSum is the sum of tuples that phi r is in the current stage, nil if it is none.
func (x *exec) tupleSum(r *Recipe) *tupleSum {
	if len(x.l.Groups) == 0 {
		return nil
	}
	if t := x.tuplesOf(true).sums[r]; t != nil && x.form(t.group) == Tuples {
		return t
	}
	return nil
}

// zeros is what sum t of phi r begins with.
func (x *exec) zeros(r *Recipe, t *tupleSum) *ir.Value {
	return x.f.Const(ir.Vec(r.elem, t.group.tupleLanes(x.st.VF)), 0)
}

// addTuples is what the parts of sum t of phi r are next.
func (x *exec) addTuples(r *Recipe, t *tupleSum) []*ir.Value {
	out := x.f.NewValues(x.st.UF)
	for p, sum := range x.parts[r.id] {
		m := tupleMaker{exec: x, p: p, lanes: t.group.tupleLanes(x.st.VF), done: map[*tuple]*ir.Value{}}
		var args []*ir.Value
		for _, a := range t.args {
			args = append(args, m.value(a))
		}
		v := x.cur.New(t.op(), sum.Type, x.posOf(r), append(args, sum)...)
		v.FP = t.fp
		if active := x.activeElements(t.group, p, 0, m.lanes); active != nil {
			v = x.cur.New(ir.OpSelect, v.Type, v.Pos, active, v, sum)
		}
		out[p] = v
	}
	return out
}

// sumTuples adds the lanes of v, sum t of phi r, to what there was before the stage.
func (x *exec) sumTuples(r *Recipe, t *tupleSum, v *ir.Value) *ir.Value {
	switch signs := (tuple{op: ir.OpNeg, neg: t.neg}); {
	case !slices.Contains(t.neg, true):
	case !slices.Contains(t.neg, false):
		v = x.cur.New(ir.OpNeg, v.Type, v.Pos, v)
		v.FP = t.fp
	default:
		m := tupleMaker{exec: x, lanes: int(v.Type.Lanes)}
		v = m.changeSigns(&signs, v)
	}
	for int(v.Type.Lanes) > x.st.VF {
		v = x.join(r, x.half(v, 0), x.half(v, 1))
	}
	return x.join(r, x.from.st[r.id], v)
}

// half is one of the two halves of v.
func (x *exec) half(v *ir.Value, k int) *ir.Value {
	h := x.cur.New(ir.OpSubvec, v.Type.WithLanes(int(v.Type.Lanes)/2), x.pos, v)
	h.AuxInt = int64(k * int(h.Type.Lanes))
	return h
}

// tupleSum prices sum t of phi r.
func (c *coster) tupleSum(r *Recipe, t *tupleSum) {
	note(&c.forms, t.group, Tuples)
	if t.group.Factor*c.vf > ir.MaxLanes {
		c.bad = r
		return
	}
	t.each(func(a *tuple) { c.tuple(r, t.group, a) })
	typ := ir.Vec(r.elem, t.group.tupleLanes(c.vf))
	c.add(r, c.t.Cost(t.op(), typ, typ))
	c.perPart += c.parts(typ)
}

// sumOf is the sum of tuples that phi r is at this price, nil if it is none.
func (c *coster) sumOf(r *Recipe) *tupleSum {
	if !c.computed {
		return nil
	}
	return c.p.tuplesOf(true).sums[r]
}
