package scalar

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
)

const (
	// minLoopChecks is the number of checks in a loop that one test must replace. The test takes two instructions, as
	// does each check, and indexes that only the checks need occupy registers.
	minLoopChecks = 3
	// maxLoopUnchecked bounds the number of values of a loop that are copied.
	maxLoopUnchecked = 160
)

// loopChecks are checks of a block in a loop that compare one value, plus invariant shifts, with invariant lengths:
//
//	check(i < len(a)); check(i+1 < len(a)); check(i+w < len(a)); check(i < len(b))
//
// All hold exactly if i lies between the largest lower bound -shift and the smallest upper bound len-shift. Both bounds
// are known before the loop.
type loopChecks struct {
	checkGroup
	loop   *analysis.Loop
	root   *ir.Value // the common term of the indexes
	shifts []*lengthShift
}

// lengthShift is what checks add to the root, and the length that they compare the sum with. The addend is the sum of
// plus, which is invariant, and one of the constants from least to most.
type lengthShift struct {
	plus        []*ir.Value
	least, most int64
	length      *ir.Value
}

// loopChecksIn returns the first group of checks in b, a block of l, that is worth a copy, or nil.
func loopChecksIn(b *ir.Block, l *analysis.Loop) *loopChecks {
	if l.Preheader == nil || len(b.Values) > maxLoopUnchecked {
		return nil
	}
	for h := l; h != nil; h = h.Parent {
		md := h.Header.Loop
		if md.Has("vectorize.epilogue") || md.Has("vectorize.body") || md.Has("isvectorized") && md.Has("unroll.disable") {
			return nil // a remainder is short, vector code has other checks, and an unchecked loop already has a slow path
		}
	}
	groups := map[*ir.Value]*loopChecks{}
	var best *loopChecks
	for at, v := range b.Walk() {
		if v.Op != ir.OpCheck {
			continue
		}
		root, s := splitCheck(v.Args[0], l)
		if root == nil {
			continue
		}
		g := groups[root]
		if g == nil {
			g = &loopChecks{checkGroup: checkGroup{checks: map[*ir.Value]bool{}, first: at}, loop: l, root: root}
			groups[root] = g
		}
		g.checks[v] = true
		g.add(s)
		if best == nil || len(g.checks) > len(best.checks) {
			best = g
		}
	}
	if best == nil || len(best.checks) < minLoopChecks || 2*best.variable() > len(best.checks)+1 {
		return nil
	}
	return best
}

// add records what a check requires.
func (g *loopChecks) add(s *lengthShift) {
	for _, o := range g.shifts {
		if o.length == s.length && slices.Equal(o.plus, s.plus) {
			o.least, o.most = min(o.least, s.least), max(o.most, s.most)
			return
		}
	}
	g.shifts = append(g.shifts, s)
}

// variable returns the number of shifts that are not constant; each takes four instructions before the loop.
func (g *loopChecks) variable() (n int) {
	for _, s := range g.shifts {
		if len(s.plus) > 0 {
			n++
		}
	}
	return n
}

// splitCheck splits the condition root + invariants + c < length.
func splitCheck(cond *ir.Value, l *analysis.Loop) (root *ir.Value, s *lengthShift) {
	if cond.Op != ir.OpLtU || cond.Args[0].Type != ir.TI64 || !l.Invariant(cond.Args[1]) {
		return nil, nil
	}
	x, c := cond.Args[0], int64(0)
	s = &lengthShift{length: cond.Args[1]}
	for x.Op == ir.OpAdd && !l.Invariant(x) {
		a, b := x.Args[0], x.Args[1]
		if l.Invariant(a) {
			a, b = b, a
		}
		if !l.Invariant(b) {
			break
		}
		if b.IsConst() {
			c += b.Int()
		} else {
			s.plus = append(s.plus, b)
		}
		x = a
	}
	s.least, s.most = c, c
	if l.Invariant(x) || c <= -mostShift || c >= mostShift {
		return nil, nil
	}
	return x, s
}

// mostShift bounds shifts and lengths. A 64-bit root plus a shift below it wraps only to numbers that are not valid
// indexes, and differences of lengths and shifts do not wrap.
const mostShift = 1 << 60

// entrance returns the preheader of the outermost loop around l in which shifts and lengths are invariant.
func (g *loopChecks) entrance() *ir.Block {
	l := g.loop
	for p := l.Parent; p != nil && p.Preheader != nil; p = p.Parent {
		for _, s := range g.shifts {
			if !p.Invariant(s.length) || slices.ContainsFunc(s.plus, p.ContainsValue) {
				return l.Preheader
			}
		}
		l = p
	}
	return l.Preheader
}

// test compares root + least with width at the end of b, where -least is the largest lower bound and width is the
// distance to the smallest upper bound, or 0 if that is negative. If a shift or a length exceeds mostShift, width is 0
// and the checked code runs.
func (g *loopChecks) test(b *ir.Block) *ir.Value {
	f, at, pos := b.Func, g.entrance(), g.root.Pos
	num := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	do := func(op ir.Op, x, y *ir.Value) *ir.Value {
		v := at.New(op, ir.TI64, pos, x, y)
		if w := fold.Value(f, v); w != nil {
			return w
		}
		return v
	}
	sane := f.ConstBool(ir.TBool, true)
	demand := func(x *ir.Value, below int64) {
		sane = at.New(ir.OpAnd, ir.TBool, pos, sane, at.New(ir.OpLtU, ir.TBool, pos, x, num(below)))
		if w := fold.Value(f, sane); w != nil {
			sane = w
		}
	}
	var least, upper *ir.Value
	for _, s := range g.shifts {
		if s.length.Op != ir.OpArgLen {
			demand(s.length, mostShift)
		}
		low, end := num(s.least), num(s.most)
		for _, p := range s.plus {
			low, end = do(ir.OpAdd, p, low), do(ir.OpAdd, p, end)
		}
		if len(s.plus) > 0 {
			demand(do(ir.OpAdd, low, num(mostShift)), 2*mostShift-(s.most-s.least))
		}
		if end = do(ir.OpSub, s.length, end); least == nil {
			least, upper = low, end
			continue
		}
		least, upper = do(ir.OpMinS, least, low), do(ir.OpMinS, upper, end)
	}
	width := do(ir.OpMaxS, do(ir.OpAdd, upper, least), num(0))
	if !sane.IsConst() {
		width = at.New(ir.OpSelect, ir.TI64, pos, sane, width, num(0))
	}
	x := g.root
	if !least.IsConstInt(0) {
		x = b.New(ir.OpAdd, ir.TI64, pos, x, least)
	}
	return b.New(ir.OpLtU, ir.TBool, pos, x, width)
}
