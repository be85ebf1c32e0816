package vplan

import (
	"fmt"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Reductions that need no vector of sums.
//
// A count,
//
//	if x[i] > t { n++ }
//
// adds the population count of the mask to a scalar: one instruction for all lanes, where adding 1 or 0 lane by lane
// would first widen the mask to the type of n. A sum of bytes, or of absolute differences of bytes,
//
//	s += int(x[i])          d := int(x[i]) - int(y[i]); if d < 0 { d = -d }; s += d
//
// adds the eight bytes of each 64-bit lane at once (VPSADBW). Integer sums wrap, so that any order and any wider
// accumulator give the same low bits. Dot products and sums are in sum.go.

// countKinds puts the rows of this file into the table.
func countKinds() {
	kinds[CountPhi] = row{name: "COUNT-PHI", flags: accumulates | noLanes | anyStart,
		note:   func(r *Recipe) string { return fmt.Sprintf(" [adds %d]", r.scale) },
		demand: demandCount, finish: finishCount,
		price: func(c *coster, r *Recipe) {
			c.add(r, c.t.Cost(ir.OpCountTrue, ir.TI64, ir.Mask(c.vf)))
			c.ops++
		},
		carriedRow: carriedRow{
			initial: func(x *exec, r *Recipe, _ int) *ir.Value { return x.f.ConstInt(r.V.Type, 0) },
			begin:   beginOne, update: (*exec).updateCount, close: closeParts, combine: combineParts,
			final: func(x *exec, r *Recipe, st, final []*ir.Value) {
				final[r.id] = x.cur.New(ir.OpAdd, r.V.Type, r.V.Pos, r.phi.Start, st[r.id])
			}}}
}

// maskedCount is the condition under which a counting reduction adds.
type maskedCount struct {
	conds  []countCond // all of them, and
	blocks []*ir.Block // whose execution counts, of which an iteration runs at most one; none: all count
	past   int         // the ways past the blocks
	n      int64       // what is added
}

// countCond is a condition or its negation.
type countCond struct {
	v      *ir.Value
	negate bool
}

// countMask finds how a reduction counts; n == 0 means it does not.
func countMask(c *analysis.PhiClass) maskedCount {
	if c.Op != ir.OpAdd || !c.Phi.Type.Elem.IsInt() {
		return maskedCount{}
	}
	acc := c.Phi
	addend := func(v *ir.Value) (int64, bool) {
		if v.Op == ir.OpAdd && v.Args[0] == acc && v.Args[1].IsConst() {
			return v.Args[1].Int(), true
		}
		if v.Op == ir.OpAdd && v.Args[1] == acc && v.Args[0].IsConst() {
			return v.Args[0].Int(), true
		}
		return 0, false
	}
	m, u := maskedUpdate(c, addend)
	if u == nil {
		return m
	}
	switch u.Op {
	case ir.OpAdd: // acc + (cond ? n : 0), acc + int(cond)
		x := u.Args[0]
		if x == acc {
			x = u.Args[1]
		} else if u.Args[1] != acc {
			return maskedCount{}
		}
		for (x.Op == ir.OpZExt || x.Op == ir.OpSExt) && x.Args[0].Op != ir.OpLoad && x.Args[0].Type.Elem != ir.Bool {
			x = x.Args[0]
			if x.Op == ir.OpSelect && x.Type.Elem != acc.Type.Elem && (!x.Args[1].IsConst() || x.Args[1].Int() < 0) {
				return maskedCount{}
			}
		}
		switch {
		case x.Op == ir.OpSelect && x.Args[1].IsConst() && x.Args[2].IsConstInt(0):
			return maskedCount{conds: []countCond{{x.Args[0], false}}, n: x.Args[1].Int()}
		case x.Op == ir.OpSelect && x.Args[2].IsConst() && x.Args[1].IsConstInt(0) && x.Type == acc.Type:
			return maskedCount{conds: []countCond{{x.Args[0], true}}, n: x.Args[2].Int()}
		case x.Op == ir.OpZExt && x.Args[0].Type == ir.TBool:
			return maskedCount{conds: []countCond{{x.Args[0], false}}, n: 1}
		}
	}
	return maskedCount{}
}

// maskedUpdate finds the conditions of an update that is a choice between the reduction as it was and what addend says
// is that with n added. The update itself is returned if it is no choice.
func maskedUpdate(c *analysis.PhiClass, addend func(v *ir.Value) (n int64, ok bool)) (m maskedCount, u *ir.Value) {
	acc, u := c.Phi, c.Backedge
	if u.Op == ir.OpPhi && u.Block != acc.Block { // if cond { acc+n } else if cond2 { acc+n }, on all other ways acc
		ways := m.ways(u, acc)
		if len(ways) == 0 {
			return maskedCount{}, nil
		}
		u = ways[0]
		for _, w := range ways[1:] { // the same in each arm
			n, ok := addend(u)
			if k, same := addend(w); !ok || !same || k != n {
				return maskedCount{}, nil
			}
		}
	}
	for u.Op == ir.OpSelect { // cond ? acc+n : acc, or the other way round; the sum may be such a choice itself
		c := countCond{u.Args[0], u.Args[1] == acc}
		sum, other := u.Args[1], u.Args[2]
		if c.negate {
			sum, other = other, sum
		}
		if other != acc {
			return maskedCount{}, nil
		}
		m.conds = append(m.conds, c)
		u = sum
	}
	if n, ok := addend(u); ok && (len(m.blocks) > 0 || len(m.conds) > 0) {
		m.n = n
		return m, nil
	}
	if len(m.blocks) > 0 || len(m.conds) > 0 {
		return maskedCount{}, nil
	}
	return m, u
}

// ways are the arguments of phi, and of phis that it joins with others, that are not acc: each from a block of its own
// that computes it and goes nowhere else, which are noted, as are the ways along which acc comes. None if one is of
// another kind.
func (m *maskedCount) ways(phi, acc *ir.Value) (list []*ir.Value) {
	for i, a := range phi.Args {
		from := phi.Block.Preds[i]
		switch {
		case a == acc:
			m.past++
		case a.Block != from || from == acc.Block || from.Kind != ir.BlockJump || a.Uses != 1:
			return nil
		case a.Op == ir.OpPhi:
			inner := m.ways(a, acc)
			if len(inner) == 0 {
				return nil
			}
			list = append(list, inner...)
		default:
			m.blocks, list = append(m.blocks, from), append(list, a)
		}
	}
	return list
}

// onlyUsed says whether the accumulator's running value has that many uses in the loop, all of them its own update's:
// others would need it lane by lane. What it is where the loop is left in the middle, the scalar loop says.
func (b *builder) onlyUsed(c *analysis.PhiClass, times int32) bool {
	uses := c.Phi.Uses
	for _, blk := range b.l.Body {
		if !b.l.Leaves(blk) {
			continue
		}
		for _, s := range blk.Succs {
			if b.l.Loop.Contains(s) {
				continue
			}
			for _, phi := range s.Phis() {
				if phi.Args[s.PredIndex(blk)] == c.Phi {
					uses--
				}
			}
		}
	}
	return uses == times
}

func (b *builder) countPattern(r *Recipe) bool {
	m := countMask(r.phi)
	if !b.countsLanes(r, &m) {
		return false
	}
	count := m // what is no such phi allocates nothing
	r.Kind, r.scale, r.count = CountPhi, m.n, &count
	return true
}

// countsLanes says whether m, if it is anything, is a mask of lanes, and nothing else wants what was counted so far.
func (b *builder) countsLanes(r *Recipe, m *maskedCount) bool {
	if m.n == 0 {
		return false
	}
	for _, blk := range m.blocks { // reached by a condition, or else by way of others
		if p := blk.Preds[0]; p.Kind != ir.BlockIf || b.l.Loop.Invariant(p.Control) {
			return false
		}
	}
	for _, c := range m.conds {
		if b.l.Loop.Invariant(c.v) {
			return false
		}
	}
	want := int32(1) // in the sum, of each arm
	if op := r.phi.Backedge.Op; op == ir.OpSelect || op == ir.OpPhi {
		want = int32(max(1, len(m.blocks)) + len(m.conds) + m.past) // and as the other side
	}
	return b.onlyUsed(r.phi, want)
}

func demandCount(b *builder, r *Recipe) {
	m := r.count
	for _, c := range m.conds {
		b.demand(c.v)
	}
	for _, blk := range m.blocks {
		b.demandMask(blk)
	}
}

// finishCount gives a count the mask of the lanes that it counts.
func finishCount(b *builder, r *Recipe) {
	m := r.count
	var c *Recipe
	switch len(m.blocks) {
	case 0:
	case 1:
		c = b.mask(m.blocks[0])
	default:
		any := &Recipe{Kind: BlockMask, elem: ir.Bool}
		for _, blk := range m.blocks {
			any.Args = append(any.Args, b.mask(blk))
		}
		c = b.add(any)
	}
	for _, k := range m.conds {
		switch next := b.operand(k.v); {
		case k.negate:
			c = b.add(&Recipe{Kind: EdgeMask, elem: ir.Bool, Args: []*Recipe{next}, mask: c, scale: -1})
		default:
			c = b.and(c, next)
		}
	}
	r.Args = []*Recipe{c}
}

// updateCount adds the lanes that all parts count.
func (x *exec) updateCount(r *Recipe) []*ir.Value {
	n := x.cur.New(ir.OpCountTrue, ir.TI64, r.V.Pos, x.masked(r.Args[0], 0))
	for p := 1; p < x.st.UF; p++ {
		c := x.cur.New(ir.OpCountTrue, ir.TI64, r.V.Pos, x.masked(r.Args[0], p))
		n = x.cur.New(ir.OpAdd, ir.TI64, r.V.Pos, n, c)
	}
	t := r.V.Type
	if t != ir.TI64 {
		n = x.cur.New(ir.OpTruncI, t, r.V.Pos, n)
	}
	if r.scale != 1 {
		n = x.cur.New(ir.OpMul, t, r.V.Pos, n, x.f.ConstInt(t, r.scale))
	}
	return []*ir.Value{x.cur.New(ir.OpAdd, t, r.V.Pos, x.parts[r.id][0], n)}
}
