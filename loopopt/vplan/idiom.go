package vplan

import (
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
// accumulator give the same low bits. Dot products are in dot.go.

// maskedCount is the condition under which a counting reduction adds.
type maskedCount struct {
	conds  []countCond // all of them, and
	blocks []*ir.Block // the blocks whose execution counts, of which an iteration runs at most one; none if every iteration does
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
	acc, u := c.Phi, c.Backedge
	addend := func(v *ir.Value) (int64, bool) {
		if v.Op == ir.OpAdd && v.Args[0] == acc && v.Args[1].IsConst() {
			return v.Args[1].Int(), true
		}
		if v.Op == ir.OpAdd && v.Args[1] == acc && v.Args[0].IsConst() {
			return v.Args[0].Int(), true
		}
		return 0, false
	}
	var m maskedCount
	if u.Op == ir.OpPhi && u.Block != acc.Block { // if cond { acc+n } else if cond2 { acc+n }, on all other ways acc
		ways := m.ways(u, acc)
		if len(ways) == 0 {
			return maskedCount{}
		}
		u = ways[0]
		for _, w := range ways[1:] { // the same in each arm
			n, ok := addend(u)
			if k, same := addend(w); !ok || !same || k != n {
				return maskedCount{}
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
			return maskedCount{}
		}
		m.conds = append(m.conds, c)
		u = sum
	}
	if n, ok := addend(u); ok && (len(m.blocks) > 0 || len(m.conds) > 0) {
		m.n = n
		return m
	}
	if len(m.blocks) > 0 || len(m.conds) > 0 {
		return maskedCount{}
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

// ways are the arguments of phi, and of phis that it joins with others, that are not acc: each from a block of its own that
// computes it and goes nowhere else, which are noted, as are the ways along which acc comes. None if one is of another kind.
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
	m := countMask(r.Phi)
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
	if op := r.Phi.Backedge.Op; op == ir.OpSelect || op == ir.OpPhi {
		want = int32(max(1, len(m.blocks)) + len(m.conds) + m.past) // and as the other side
	}
	if !b.onlyUsed(r.Phi, want) {
		return false
	}
	r.Kind, r.Scale = CountPhi, m.n
	return true
}

// sumOperands are the one or two byte values whose sum, or sum of absolute differences, the reduction computes.
func sumOperands(c *analysis.PhiClass) []*ir.Value {
	u, acc := c.Backedge, c.Phi
	if c.Op != ir.OpAdd || !acc.Type.Elem.IsInt() || acc.Type.Elem.Size() < 4 || u.Op != ir.OpAdd {
		return nil
	}
	x := u.Args[0]
	if x == acc {
		x = u.Args[1]
	} else if u.Args[1] != acc {
		return nil
	}
	byteOf := func(v *ir.Value) *ir.Value {
		if v.Op == ir.OpZExt && v.Args[0].Type == ir.TI8 {
			return v.Args[0]
		}
		return nil
	}
	for x.Op == ir.OpZExt || x.Op == ir.OpSExt {
		if s := byteOf(x); s != nil {
			return []*ir.Value{s}
		}
		x = x.Args[0]
	}
	diff := func(v *ir.Value) []*ir.Value {
		if v.Op == ir.OpSub && v.Type.Elem.Size() >= 2 {
			if s, t := byteOf(v.Args[0]), byteOf(v.Args[1]); s != nil && t != nil {
				return []*ir.Value{s, t}
			}
		}
		return nil
	}
	switch x.Op {
	case ir.OpAbs:
		return diff(x.Args[0])
	case ir.OpMaxS: // max(d, -d)
		for i := range 2 {
			if d := diff(x.Args[i]); d != nil && x.Args[1-i].Op == ir.OpNeg && x.Args[1-i].Args[0] == x.Args[i] {
				return d
			}
			if d := diff(x.Args[i]); d != nil {
				if e := diff(x.Args[1-i]); e != nil && d[0] == e[1] && d[1] == e[0] {
					return d
				}
			}
		}
	case ir.OpSelect: // d < 0 ? -d : d
		for i := 1; i <= 2; i++ {
			d, n := x.Args[i], x.Args[3-i]
			s := diff(d)
			if s == nil || !(n.Op == ir.OpNeg && n.Args[0] == d || sameDiff(diff(n), s)) {
				continue
			}
			if t := signTest(x.Args[0], d, s); t == 1 && i == 2 || t == -1 && i == 1 {
				return s
			}
		}
	}
	return nil
}

func sameDiff(e, d []*ir.Value) bool { return e != nil && e[0] == d[1] && e[1] == d[0] }

// signTest is 1 if cond is true exactly when d (= s[0]-s[1], which does not overflow) is negative, -1 if exactly when
// it is positive, 0 if neither is known. Zero may fall on either side, for d and -d are then one.
func signTest(cond, d *ir.Value, s []*ir.Value) int {
	if len(cond.Args) != 2 {
		return 0
	}
	x, y := cond.Args[0], cond.Args[1]
	switch cond.Op {
	case ir.OpLtS, ir.OpLeS:
		switch {
		case x == d && y.IsConstInt(0):
			return 1
		case y == d && x.IsConstInt(0):
			return -1
		}
	case ir.OpLtU, ir.OpLeU:
		switch {
		case x == s[0] && y == s[1]:
			return 1
		case x == s[1] && y == s[0]:
			return -1
		}
	}
	return 0
}

func (b *builder) sumPattern(r *Recipe) bool {
	ops := sumOperands(r.Phi)
	if ops == nil || !b.onlyUsed(r.Phi, 1) {
		return false
	}
	for _, v := range ops {
		if b.l.Loop.Invariant(v) && len(ops) == 1 {
			return false
		}
	}
	r.Kind, r.Sum = SumPhi, &PartialSum{Op: ir.OpSumAbsDiff, Elem: ir.I8, vals: ops}
	return true
}
