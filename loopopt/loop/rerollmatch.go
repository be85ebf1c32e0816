package loop

import (
	"fmt"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/ir"
)

// rerolledSum is a reduction of terms that stand in any order, in one variable or in several that are joined behind the
// loop.
//
// Before:
//
//	for i := 0; i+2 <= n; i += 2 { s += a[i]*b[i] + a[i+1]*b[i+1] }
//	for i := 0; i+2 <= n; i += 2 { s += x[i]; t += x[i+1] }; return s + t
//
// After:
//
//	for i := 0; i < n/2*2; i++ { s += a[i] * b[i] }
//	s += t; t = 0; for i := 0; i < n/2*2; i++ { s += x[i] }; return s + t
//
// Legal for one operation that is associative and commutates, of floats with its permission, if nothing else wants the
// values in between. Of several variables, only what the operation makes of all of them may be used: which of them has
// what is no longer so.
type rerolledSum struct {
	phis   []*ir.Value
	class  *analysis.PhiClass // of the first
	fp     ir.FPFlags
	terms  []term
	first  []term // those of the first copy
	joined joinedSum
}

// term is what is added in one place: an operation less its argument number sum.
type term struct {
	op   ir.Op
	args []*ir.Value
	sum  int
	pos  ir.Pos
}

// joinedSum is where a variable ends up: the phis that it goes through, and what it is joined to.
type joinedSum struct {
	path string
	root *ir.Value
}

// regrouped finds the sums among header phis that are no variables which walk, and answers with the others.
func (rr *reroller) regrouped(phis []*ir.Value) (rest []*ir.Value) {
	var open []*rerolledSum
	classes := analysis.ClassifyPhis(rr.d.Scev, rr.l)
	for i := range classes {
		c := &classes[i]
		if !slices.Contains(phis, c.Phi) {
			continue
		}
		s := rr.sumOf(c)
		if s == nil {
			rest = append(rest, c.Phi)
		} else if !rr.deal(s) {
			open = append(open, s)
		}
	}
	for len(open) > 0 {
		s := open[0]
		var others []*rerolledSum
		for _, o := range open[1:] {
			if s.joined.root == nil || o.joined != s.joined || o.class.Op != s.class.Op {
				others = append(others, o)
				continue
			}
			s.phis = append(s.phis, o.phis...)
			s.terms = append(s.terms, o.terms...)
			s.fp = s.fp.And(o.fp)
		}
		if open = others; len(s.phis) == 1 || !rr.deal(s) {
			rest = append(rest, s.phis...)
		}
	}
	return rest
}

// sumOf takes c apart into terms; nil if it is no sum, or one of which the values in between are used.
func (rr *reroller) sumOf(c *analysis.PhiClass) *rerolledSum {
	if c.Kind != analysis.Reduction || c.Forked || c.Phi.Uses != 1 || c.Phi.Type.IsVector() ||
		usedWithin(rr.l, c.Backedge, c.Phi) {
		return nil
	}
	if !c.Exact && !rr.g.MayReassociate(c) {
		rr.ordered[c.Phi] = true
		return nil
	}
	if _, ok := ir.Identity(c.Op, c.Phi.Type.Elem); !ok {
		return nil
	}
	s := &rerolledSum{phis: []*ir.Value{c.Phi}, class: c, fp: c.Backedge.FP}
	found := false
	var walk func(v *ir.Value)
	walk = func(v *ir.Value) {
		op := v.Op
		if !rr.l.ContainsValue(v) || v.Type.Elem.IsFloat() && v.FP&c.Needs != c.Needs || v.Uses > 1 && v != c.Backedge {
			op = ir.OpInvalid
		}
		switch {
		case v == c.Phi:
			found = true
		case op == c.Op:
			s.fp = s.fp.And(v.FP)
			walk(v.Args[0])
			walk(v.Args[1])
		case c.Op == ir.OpAdd && op == ir.OpSub:
			s.fp = s.fp.And(v.FP)
			s.terms = append(s.terms, term{op, slices.Clone(v.Args[1:]), 0, v.Pos})
			walk(v.Args[0])
		case c.Op == ir.OpAdd && op == ir.OpFMA:
			s.fp = s.fp.And(v.FP)
			s.terms = append(s.terms, term{op, slices.Clone(v.Args[:2]), 2, v.Pos})
			walk(v.Args[2])
		default:
			s.terms = append(s.terms, term{c.Op, []*ir.Value{v}, 0, v.Pos})
		}
	}
	walk(c.Backedge)
	if !found {
		return nil
	}
	s.joined = rr.joined(c.Backedge, c)
	return s
}

// deal gives each copy its terms, and says whether it could.
func (rr *reroller) deal(s *rerolledSum) bool {
	if len(s.terms)%rr.copies != 0 {
		return false
	}
	rr.d.F.Spend(len(s.terms) * len(s.terms))
	begin := len(rr.trail)
	left := slices.Clone(s.terms)
	for len(left) > 0 {
		found := false
		for i := range left {
			mark := len(rr.trail)
			if rest := rr.copiesOf(i, left); rest != nil {
				s.first, left, found = append(s.first, left[i]), rest, true
				break
			}
			rr.undo(mark)
		}
		if !found {
			rr.undo(begin)
			s.first = nil
			return false
		}
	}
	for _, x := range s.first {
		rr.roots = append(rr.roots, x.args...)
	}
	rr.sums = append(rr.sums, s)
	return true
}

// copiesOf takes terms[i], as one of the first copy, with those of the others out of a list; nil if it has not got them
// all.
func (rr *reroller) copiesOf(i int, terms []term) []term {
	taken := map[int]bool{i: true}
	for j := 1; j < rr.copies; j++ {
		found := false
		for k, w := range terms {
			mark := len(rr.trail)
			if found = !taken[k] && rr.sameTerm(terms[i], w, j); found {
				taken[k] = true
				break
			}
			rr.undo(mark)
		}
		if !found {
			return nil
		}
	}
	rest := make([]term, 0, len(terms))
	for k, w := range terms {
		if !taken[k] {
			rest = append(rest, w)
		}
	}
	return rest
}

// sameTerm says whether y, in copy j, is what x is in the first.
func (rr *reroller) sameTerm(x, y term, j int) bool {
	if x.op != y.op {
		return false
	}
	for i, a := range x.args {
		if !rr.same(a, y.args[i], j, false) {
			return false
		}
	}
	return true
}

// joined follows what v, the last value of a sum, becomes behind the loop: through phis, as long as nothing else uses
// it, and then through the operation of the sum.
func (rr *reroller) joined(v *ir.Value, c *analysis.PhiClass) joinedSum {
	if rr.outside == nil {
		rr.outside = map[*ir.Value][]*ir.Value{}
		for _, b := range rr.d.F.Blocks {
			if b.Control != nil {
				rr.outside[b.Control] = append(rr.outside[b.Control], nil)
			}
			for _, u := range b.Walk() {
				for _, a := range u.Args {
					if !rr.l.ContainsValue(u) {
						rr.outside[a] = append(rr.outside[a], u)
					}
				}
			}
		}
	}
	const mostPhis = 8
	j := joinedSum{}
	only := func() *ir.Value {
		if users := rr.outside[v]; len(users) == 1 {
			return users[0]
		}
		return nil
	}
	for range mostPhis {
		u := only()
		if u == nil || u.Op != ir.OpPhi {
			break
		}
		j.path += fmt.Sprint(u.Block, " ", slices.Index(u.Args, v), " ")
		v = u
	}
	for u := only(); u != nil && u.Op == c.Op && (!u.Type.Elem.IsFloat() || u.FP&c.Needs == c.Needs); u = only() {
		v, j.root = u, u
	}
	return j
}

// emit has the new loop, c, add up the terms of one copy in each iteration. lasts are what the header's phis end with.
func (s *rerolledSum) emit(rr *reroller, rs *clone.Front, c *clone.Cloner, lasts map[*ir.Value]*ir.Value) {
	f, l := rr.d.F, rr.l
	op, t := s.class.Op, s.phis[0].Type
	bits, _ := ir.Identity(op, t.Elem)
	latch, phi := c.Block(l.Latch), c.Value(s.phis[0])
	at := phi.Block.PredIndex(latch)
	next := phi
	for _, x := range s.first {
		args := make([]*ir.Value, 0, 3)
		for _, a := range x.args {
			args = append(args, c.Of(a))
		}
		next = latch.New(x.op, t, x.pos, slices.Insert(args, x.sum, next)...)
		next.FP = s.fp
	}
	phi.SetArg(at, next)
	start := phi.Args[1-at]
	for i, p := range l.Header.Phis() {
		switch k := slices.Index(s.phis, p); {
		case k == 0:
			rs.Final[lasts[p]] = next
		case k > 0:
			rs.Final[lasts[p]] = f.Const(t, bits)
			if begin := rs.Starts[i]; !begin.IsConst() || uint64(begin.AuxInt) != bits {
				start = l.Preheader.New(op, t, p.Pos, start, begin)
				start.FP = s.fp
			}
		}
	}
	phi.SetArg(1-at, start)
}

// same says whether w, in copy j, does what v does in the first. root is set for what has been matched already.
func (rr *reroller) same(v, w *ir.Value, j int, root bool) bool {
	if !root {
		if known := rr.match[j][v]; known != nil {
			return known == w
		}
	}
	if rr.l.Invariant(v) {
		return v == w
	}
	if a, step, ok := rr.step(v); ok { // also what stands still
		b, step2, ok := rr.step(w)
		if !ok || step != step2 || step%int64(rr.copies) != 0 {
			return false
		}
		d, ok := rr.d.Scev.ConstDiff(b, a)
		if !ok || d != int64(j)*step/int64(rr.copies) {
			return false
		}
		rr.pair(v, w, j)
		return true
	}
	if v.Op == ir.OpPhi && v.Block == rr.l.Header { // of a chain: the update of the copy before
		chain := rr.prev[v]
		return chain != nil && w == chain[j-1]
	}
	if v.Op != w.Op || v.Type != w.Type || v.FP != w.FP || v.AuxInt != w.AuxInt || v.Aux != nil || w.Aux != nil ||
		len(v.Args) != len(w.Args) {
		return false
	}
	if v.Op == ir.OpPhi {
		return rr.samePhi(v, w, j)
	}
	rr.pair(v, w, j)
	if (v.Op.IsMemory() || v.Op.Is(ir.FlagPartial)) && !rr.sameGuard(v.Block, w.Block, j) {
		return false
	}
	if v.Op.IsMemory() {
		a, b := rr.access[v], rr.access[w]
		if a.Affine() && b.Affine() {
			if !rr.ahead(v, w, j) {
				return false
			}
		} else if v.Args[0] != w.Args[0] || v.Scale != w.Scale || v.Off != w.Off || !rr.l.Invariant(v.Args[0]) ||
			!rr.same(v.Args[1], w.Args[1], j, false) {
			return false
		}
		for i := 2; i < len(v.Args); i++ {
			if !rr.same(v.Args[i], w.Args[i], j, false) {
				return false
			}
		}
		return true
	}
	if len(v.Args) == 2 && v.Op.Is(ir.FlagCommutative) {
		mark := len(rr.trail)
		if rr.same(v.Args[0], w.Args[0], j, false) && rr.same(v.Args[1], w.Args[1], j, false) {
			return true
		}
		rr.undo(mark)
		return rr.same(v.Args[0], w.Args[1], j, false) && rr.same(v.Args[1], w.Args[0], j, false)
	}
	for i, a := range v.Args {
		if !rr.same(a, w.Args[i], j, false) {
			return false
		}
	}
	return true
}

// pair makes w the counterpart of v in copy j.
func (rr *reroller) pair(v, w *ir.Value, j int) {
	if _, known := rr.match[j][v]; !known {
		rr.match[j][v] = w
		rr.trail = append(rr.trail, matched{j, v})
	}
}

// undo takes back all pairs but the first mark ones.
func (rr *reroller) undo(mark int) {
	for _, m := range rr.trail[mark:] {
		delete(rr.match[m.copy], m.v)
	}
	rr.trail = rr.trail[:mark]
}

// samePhi says whether w joins in copy j what v joins in the first, where two sides of a branch meet.
func (rr *reroller) samePhi(v, w *ir.Value, j int) bool {
	c, x, ok := rr.sides(v)
	d, y, ok2 := rr.sides(w)
	if !ok || !ok2 {
		return false
	}
	rr.pair(v, w, j)
	return rr.same(c.Control, d.Control, j, false) && rr.same(x[0], y[0], j, false) && rr.same(x[1], y[1], j, false)
}

// sides is the branch that decides which argument v, a phi, has, and the arguments in the order of its successors.
func (rr *reroller) sides(v *ir.Value) (top *ir.Block, args [2]*ir.Value, ok bool) {
	dom := rr.d.Scev.Dom()
	if top = dom.Idom(v.Block); top == nil || top.Kind != ir.BlockIf || len(v.Args) != 2 {
		return nil, args, false
	}
	for i, p := range v.Block.Preds {
		for s, to := range top.Succs {
			if p == top && to == v.Block || p != top && len(to.Preds) == 1 && dom.Dominates(to, p) {
				args[s] = v.Args[i]
			}
		}
	}
	return top, args, args[0] != nil && args[1] != nil
}

// sameGuard says whether b, in copy j, runs in the same case as block a does in the first.
func (rr *reroller) sameGuard(a, b *ir.Block, j int) bool {
	for {
		c, s, ok := rr.guard(a)
		d, t, ok2 := rr.guard(b)
		if !ok || !ok2 || s != t || (c == nil) != (d == nil) {
			return false
		}
		if c == nil {
			return true
		}
		if !rr.same(c.Control, d.Control, j, false) {
			return false
		}
		a, b = c, d
	}
}

// guard is the innermost branch that decides alone whether b runs, with the successor that leads there; nil if b runs
// in every iteration.
func (rr *reroller) guard(b *ir.Block) (c *ir.Block, side int, ok bool) {
	for b != rr.l.Header {
		d := rr.d.Scev.Dom().Idom(b)
		if rr.slicer.Passing(b)[d.ID] {
			if d.Kind != ir.BlockIf || len(b.Preds) != 1 {
				return nil, 0, false
			}
			return d, d.SuccIndex(b), true
		}
		b = d
	}
	return nil, 0, true
}
