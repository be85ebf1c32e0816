package legal

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// Argmin, argmax and find-last reductions: values that some iteration leaves behind, where it is known afterwards which
// one.
//
// Before:
//
//	for i, v := range x { if v > best { best, at = v, i } }     // the largest, and where the first of its kind is
//	for i, v := range x { if v < 0 { last = y[i] } }            // what the last of some iterations assigns
//
// After, each lane does so for its own iterations, i, i+VF, i+2*VF …, and remembers in which it did it last:
//
//	m := v > best
//	best, when = v if m else best, i if m else when
//
// Behind the loop the lanes are compared: that with the largest value, among those the one that was first (last, for
// >=), or just the one that was last, is the one that the program ended with. If none has assigned anything, what was
// there before the loop stands. This is exact for floats too: NaNs never win a comparison, and a first value that is
// NaN never loses one; of zeros that compare equal, the one of the winning iteration is taken.
//
// Legal if nothing but these assignments depends on the comparison with the best so far. In lanes it comes out true
// more often than in the program, as a lane has seen less; so what it guards must do no harm: no stores, no checks that
// fail, no loads outside of their slices. In each lane, everything holds that holds for the whole: it is a run of the
// loop over fewer iterations.

// argReductions finds such phis among those that are nothing else, and marks them.
func (g *Legality) argReductions() {
	var users *analysis.Users
	for i := range g.Out.Phis {
		c := &g.Out.Phis[i]
		if c.Kind != analysis.Other || c.Backedge == nil || !g.has(c.Phi) || !assignable(c.Phi.Type) {
			continue
		}
		if users == nil {
			users = g.users()
		}
		if t := g.assigned(c, users); t != nil && t.test != nil {
			g.argMin(t, users)
		}
	}
	for i := range g.Out.Phis {
		c := &g.Out.Phis[i]
		if c.Kind != analysis.Other || c.Backedge == nil || !g.has(c.Phi) || !assignable(c.Phi.Type) {
			continue
		}
		if users == nil {
			users = g.users()
		}
		if t := g.assigned(c, users); t != nil && t.test == nil {
			g.findLast(t)
		}
	}
}

func assignable(t ir.Type) bool {
	return t.Lanes <= 1 && (t.Elem.IsInt() || t.Elem.IsFloat() || t.Elem == ir.Bool)
}

// assignment is how a header phi is assigned: the tree of selects and joins from the value at the latch down to the phi
// itself and to what is assigned.
type assignment struct {
	c    *analysis.PhiClass
	tree map[*ir.Value]bool
	seen map[*ir.Value]bool // what has been walked, and whether it is in the tree
	vals []*ir.Value        // what is assigned, each once
	test *ir.Value          // the one comparison that looks at the phi; nil if none does
}

// assigned finds out how c is assigned; nil if the loop looks at it, or at a value on the way, other than by one
// comparison.
func (g *Legality) assigned(c *analysis.PhiClass, users *analysis.Users) *assignment {
	a := &assignment{c: c, tree: map[*ir.Value]bool{}, seen: map[*ir.Value]bool{}}
	if !a.walk(g, c.Backedge) || len(a.vals) == 0 || len(a.tree) == 0 || len(a.seen) > 64 {
		return nil
	}
	for n := range a.tree {
		for _, u := range users.Of(n) {
			if u == nil || u != c.Phi && !a.tree[u] {
				return nil
			}
		}
	}
	for _, u := range users.Of(c.Phi) {
		switch {
		case u == nil:
			return nil
		case a.tree[u]:
		case u.Op.IsCompare() && (a.test == nil || a.test == u):
			a.test = u
		default:
			return nil
		}
	}
	return a
}

// walk finds the tree from v down, and what is assigned. It says whether v may be the phi's old value.
func (a *assignment) walk(g *Legality, v *ir.Value) bool {
	if v == a.c.Phi {
		return true
	}
	if kept, seen := a.seen[v]; seen || len(a.seen) > 64 {
		return kept
	}
	a.seen[v] = false
	var from []*ir.Value
	switch {
	case g.L.Invariant(v):
	case v.Op == ir.OpSelect:
		from = v.Args[1:]
	case v.Op == ir.OpPhi && v.Block != g.L.Header:
		from = v.Args
	case isMinMax(v.Op) && (v.Args[1] == a.c.Phi || v.Args[0] == a.c.Phi && v.Op.Is(ir.FlagCommutative)):
		from = v.Args
	}
	kept, vals := false, len(a.vals)
	for _, x := range from {
		if a.walk(g, x) {
			kept = true
		}
	}
	if kept {
		a.tree[v], a.seen[v] = true, true
		return true
	}
	a.vals = a.vals[:vals] // a choice between things that are assigned is assigned as a whole
	if !slices.Contains(a.vals, v) {
		a.vals = append(a.vals, v)
	}
	return false
}

func isMinMax(op ir.Op) bool {
	switch op {
	case ir.OpMinNum, ir.OpMaxNum, ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU:
		return true
	}
	return false
}

// users lists the users in the loop of each value; a branch is nil.
func (g *Legality) users() *analysis.Users { return analysis.FindUsers(g.F, g.Out.Body) }

// argMin makes an argmin or argmax of the key a and of all phis that are assigned along with it.
func (g *Legality) argMin(a *assignment, users *analysis.Users) {
	if len(a.vals) != 1 {
		return
	}
	s := &site{test: a.test, key: a.c.Phi, v: a.vals[0]}
	if !s.compare() || !s.find(g, a) {
		return
	}
	p := &vplan.ArgReduction{Key: a.c, Op: s.op, First: s.first}
	members := map[*ir.Value]bool{s.node: true}
	var found []*assignment
	for i := range g.Out.Phis {
		c := &g.Out.Phis[i]
		if c == a.c || c.Kind != analysis.Other || c.Backedge == nil || !g.has(c.Phi) || !assignable(c.Phi.Type) {
			continue
		}
		b := g.assigned(c, users)
		if b == nil || b.test != nil {
			continue
		}
		if n := s.parallel(a.c.Backedge, c.Backedge, c.Phi); n != nil {
			members[n] = true
			found = append(found, b)
		}
	}
	if len(found) == 0 || !s.alone(g, members, users) {
		return
	}
	a.c.Kind = analysis.Picked
	g.addMembers(p, found)
}

// site is the place where a key is assigned.
type site struct {
	test, key, v *ir.Value
	op           ir.Op // what the key is: the maximum or minimum
	first        bool  // of equal values the first one counts
	node         *ir.Value
	from         *ir.Block // where a join takes v from; nil for others
	whenFalse    bool      // the key is assigned if the test is false
}

// compare understands the comparison. Of integers the opposite is a comparison too; of floats it is not, for NaNs.
func (s *site) compare() bool {
	x, y := s.test.Args[0], s.test.Args[1]
	if !(x == s.key && y == s.v || x == s.v && y == s.key) {
		return false
	}
	larger := x == s.key // key < v
	switch s.test.Op {
	case ir.OpLt, ir.OpLtS, ir.OpLtU:
		s.first = true
	case ir.OpLe, ir.OpLeS, ir.OpLeU:
	default:
		return false
	}
	ops := [2]ir.Op{ir.OpMinNum, ir.OpMaxNum}
	switch s.test.Op {
	case ir.OpLtS, ir.OpLeS:
		ops = [2]ir.Op{ir.OpMinS, ir.OpMaxS}
	case ir.OpLtU, ir.OpLeU:
		ops = [2]ir.Op{ir.OpMinU, ir.OpMaxU}
	}
	s.op = ops[0]
	if larger {
		s.op = ops[1]
	}
	return true
}

// invert makes it the place where the key is assigned if the test is false.
func (s *site) invert() bool {
	opposite := map[ir.Op]ir.Op{ir.OpMinS: ir.OpMaxS, ir.OpMaxS: ir.OpMinS, ir.OpMinU: ir.OpMaxU, ir.OpMaxU: ir.OpMinU}
	op, ok := opposite[s.op]
	s.op, s.first, s.whenFalse = op, !s.first, true
	return ok
}

// find finds the one node of a's tree where v meets the key: under the test. All others pass on what comes out.
func (s *site) find(g *Legality, a *assignment) bool {
	for n := range a.tree {
		at := slices.Index(n.Args, s.v)
		if at < 0 {
			continue
		}
		if s.node != nil {
			return false
		}
		s.node = n
		switch {
		case n.Op == ir.OpSelect:
			if n.Args[0] != s.test || n.Args[3-at] != s.key || at == 2 && !s.invert() {
				return false
			}
		case n.Op == ir.OpPhi:
			s.from = n.Block.Preds[at]
			for i, x := range n.Args {
				if i != at && x != s.key {
					return false
				}
			}
			if len(s.from.Preds) != 1 || s.from.Kind != ir.BlockJump || len(s.from.Phis()) > 0 {
				return false
			}
			h := s.from.Preds[0]
			if h.Kind != ir.BlockIf || h.Control != s.test || h.Succs[0] == h.Succs[1] || g.Out.Leaves(h) ||
				h == g.L.Latch {
				return false
			}
			if h.Succs[1] == s.from && !s.invert() {
				return false
			}
			if !slices.Contains(n.Block.Preds, h) { // the other side goes to the join at once
				return false
			}
		case n.Op != s.op && !(s.invert() && n.Op == s.op):
			return false // min and max have the key on the right where the side matters: see walk
		case !s.first && !s.key.Type.Elem.IsInt():
			return false // MaxNum keeps the first of equal values, the test would take the last
		}
	}
	return s.node != nil
}

// parallel compares the tree of the key, n, with that of phi q, m: they must choose alike. It returns the node of m's
// tree where q is assigned; nil if they do not choose alike.
func (s *site) parallel(n, m, q *ir.Value) *ir.Value {
	if n == s.node {
		switch {
		case n.Op == ir.OpPhi:
			if m.Op != ir.OpPhi || m.Block != n.Block {
				return nil
			}
			for i, p := range n.Block.Preds {
				if p == s.from == (m.Args[i] == q) {
					return nil
				}
			}
		case m.Op != ir.OpSelect || m.Args[0] != s.test:
			return nil
		default:
			yes, no := m.Args[1], m.Args[2]
			if s.whenFalse {
				yes, no = no, yes
			}
			if no != q || yes == q {
				return nil
			}
		}
		return m
	}
	if n.Op != m.Op || n.Op != ir.OpSelect && (n.Op != ir.OpPhi || n.Block != m.Block) ||
		n.Op == ir.OpSelect && n.Args[0] != m.Args[0] {
		return nil
	}
	var found *ir.Value
	for i := range n.Args {
		if n.Op == ir.OpSelect && i == 0 {
			continue
		}
		if n.Args[i] == s.key {
			if m.Args[i] != q {
				return nil
			}
			continue
		}
		f := s.parallel(n.Args[i], m.Args[i], q)
		if f == nil || found != nil && f != found {
			return nil
		}
		found = f
	}
	return found
}

// alone says whether nothing but the members depends on the test.
func (s *site) alone(g *Legality, members map[*ir.Value]bool, users *analysis.Users) bool {
	for _, u := range users.Of(s.test) {
		switch {
		case u == nil && s.from == nil:
			return false
		case u != nil && !(members[u] && u.Op == ir.OpSelect):
			return false
		}
	}
	if s.from == nil {
		return true
	}
	h := s.from.Preds[0]
	for _, b := range g.Out.Body {
		if b.Kind == ir.BlockIf && b.Control == s.test && b != h {
			return false
		}
	}
	for _, v := range s.from.Values {
		switch {
		case v.Op == ir.OpCheck && g.Out.Counted[v.ID]:
		case v.Op.Is(ir.FlagReads):
			g.guarded = append(g.guarded, v) // to be judged when the accesses are known
		case v.Op.HasAny(ir.FlagEffect | ir.FlagWrites | ir.FlagPartial):
			return false
		}
	}
	join := s.node.Block
	at, other := join.PredIndex(s.from), join.PredIndex(h)
	for _, phi := range join.Phis() {
		if !members[phi] && phi.Args[at] != phi.Args[other] {
			return false
		}
	}
	return true
}

// findLast makes a find-last reduction of what is assigned last.
func (g *Legality) findLast(a *assignment) {
	for v := range a.tree {
		if isMinMax(v.Op) {
			return
		}
	}
	g.addMembers(&vplan.ArgReduction{}, []*assignment{a})
}

// addMembers completes a reduction. Inductions that are assigned need no lanes: the number of the iteration says what
// they were. Iterations are numbered in as many bits as the lanes have that are there anyway, 32 at least; vector code
// stops before that is too little.
func (g *Legality) addMembers(p *vplan.ArgReduction, list []*assignment) {
	size := 4
	if p.Key != nil {
		size = max(size, p.Key.Phi.Type.Elem.Size())
	}
	for _, a := range list {
		m := vplan.ArgMember{Phi: a.c, Tree: a.tree}
		if e := a.induction(g); e != nil {
			m.IV = e
		} else if len(a.vals) == 1 && g.L.Invariant(a.vals[0]) {
			m.Fixed = a.vals[0]
		} else if a.c.Phi.Type.Elem != ir.Bool {
			size = max(size, a.c.Phi.Type.Elem.Size())
		}
		a.c.Kind = analysis.Picked
		p.Members = append(p.Members, m)
	}
	p.Index = ir.IntElem(size)
	if size == 4 {
		g.Limit(g.Se.Const(ir.I64, 1<<31-1))
	}
	g.Out.Carried = append(g.Out.Carried, p)
}

// induction is the expression of what a assigns if it is always the same that advances evenly.
func (a *assignment) induction(g *Legality) analysis.Expr {
	if len(a.vals) != 1 || !a.vals[0].Type.Elem.IsInt() {
		return nil
	}
	if e := g.Se.Of(a.vals[0]); e.Kind == analysis.AddRec && e.Loop == g.L && g.Se.Invariant(e.Start(), g.L) &&
		g.Se.Invariant(e.Step(), g.L) {
		return e
	}
	return nil
}

// harmless says whether the loads that a comparison with the best so far guards may be done where it comes out true in
// a lane only.
func (g *Legality) harmless() bool {
	for _, v := range g.guarded {
		if a := g.Out.ByValue[v.ID]; a == nil || !g.Out.Speculable(a) {
			return false
		}
	}
	return true
}
