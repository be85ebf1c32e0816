package scalar

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

const (
	// minMerged is the number of checks that one test must replace; fewer do not justify a second copy of the code. A
	// check is a comparison with a branch that is never taken.
	minMerged = 6
	// maxUnchecked bounds the number of values that are copied.
	maxUnchecked = 1 << 10
)

// MergeChecks versions straight-line code that has many checks of constant indexes. One test of each length guards a
// copy without checks.
//
// Before:
//
//	check(0 < len(a)); s := a[0]; check(1 < len(a)); s += a[1]; …; check(7 < len(a)); s += a[7]
//
// After:
//
//	if 8 <= len(a) { s := a[0]; s += a[1]; …; s += a[7] } else { as before }
//
// Legal for checks that an invariant length is at least some constant, given the checks before: all of them hold if the
// strictest does. Otherwise the original code runs, and the right check fails at the right point.
// Pays from minMerged checks on. In a loop, lengths limit the iterations instead. What remains there are checks of
// data-dependent indexes: minLoopChecks of them on one value become a test (loopchecks.go).
// Reads nothing; leaves nothing.
// Remarks: none.
func MergeChecks(f *ir.Func) bool {
	var li *analysis.LoopInfo
	changed := false
	for _, b := range f.Blocks[:len(f.Blocks):len(f.Blocks)] {
		n := 0
		for _, v := range b.Walk() {
			if v.Op == ir.OpCheck {
				n++
			}
		}
		if n < minLoopChecks || len(b.Values) > maxUnchecked {
			continue
		}
		if li == nil {
			li = analysis.FindLoops(f, f.Dominators())
		}
		if l := li.Of(b); l != nil {
			for m := loopChecksIn(b, l); m != nil; m = loopChecksIn(b, l) {
				fast := m.apply(b, m.test)
				for _, made := range []*ir.Block{fast, b.Succs[1], fast.Succs[0]} {
					l.Include(made)
				}
				b, changed = fast, true
			}
		} else if m := checksToMerge(b); len(m.checks) >= minMerged {
			m.apply(b, m.test)
			changed = true
		}
	}
	return changed
}

// checkGroup is a group of checks of a block that one test replaces.
type checkGroup struct {
	checks map[*ir.Value]bool
	first  int // index of the first of them in its block
}

// lengthChecks are checks of a block that hold if the lengths are large enough.
type lengthChecks struct {
	checkGroup
	// lengths, in order of first use, and the minimum of each.
	lengths []*ir.Value
	least   map[*ir.Value]int64
}

// checksToMerge collects checks c < n+d and c <= n+d of a parameter's length n and constants c and d. Comparisons are
// unsigned, so an earlier check must prove that n+d is not negative.
func checksToMerge(b *ir.Block) *lengthChecks {
	m := &lengthChecks{checkGroup: checkGroup{checks: map[*ir.Value]bool{}}, least: map[*ir.Value]int64{}}
	for at, v := range b.Walk() {
		if v.Op != ir.OpCheck {
			continue
		}
		n, k, ok := m.needs(v.Args[0])
		if !ok {
			continue
		}
		if len(m.checks) == 0 {
			m.first = at
		}
		if _, ok := m.least[n]; !ok {
			m.lengths = append(m.lengths, n)
		}
		m.checks[v] = true
		m.least[n] = max(m.least[n], k)
	}
	return m
}

// needs reports that cond holds exactly if length n is at least k, provided that the checks of m hold.
func (m *lengthChecks) needs(cond *ir.Value) (n *ir.Value, k int64, ok bool) {
	const most = 1 << 40 // sums of constants stay far from overflow
	if cond.Op != ir.OpLtU && cond.Op != ir.OpLeU || cond.Args[0].Type != ir.TI64 || !cond.Args[0].IsConst() {
		return nil, 0, false
	}
	c := cond.Args[0].Int()
	if c < 0 { // fails for every n
		return nil, 0, false
	}
	if cond.Op == ir.OpLtU {
		c++
	}
	n, d := SplitIndex(cond.Args[1])
	for n != nil && n.Op == ir.OpAdd && d > -most {
		root, more := SplitIndex(n)
		if more == 0 {
			break
		}
		n, d = root, d+more
	}
	if n == nil || n.Op != ir.OpArgLen || c > most || d > 0 || d < -most || m.least[n] < -d {
		return nil, 0, false
	}
	return n, c - d, true
}

// apply makes and returns the copy without checks. The copy runs if test, at the end of b, is true.
func (m *checkGroup) apply(b *ir.Block, test func(b *ir.Block) *ir.Value) *ir.Block {
	f := b.Func
	slow, fast := f.NewBlock("checked"), f.NewBlock("unchecked")
	end := b.SplitOff()
	slow.Values = append(slow.Values, b.Values[m.first:]...)
	clear(b.Values[m.first:])
	b.Values = b.Values[:m.first]
	askOnce(b, slow, end)
	copies := map[*ir.Value]*ir.Value{}
	for _, v := range slow.Walk() {
		v.Block = slow
		if m.checks[v] {
			continue
		}
		w := fast.NewLike(v, v.Type)
		for _, a := range v.Args {
			if c := copies[a]; c != nil {
				a = c
			}
			w.AddArg(a)
		}
		copies[v] = w
	}
	b.SetIf(test(b), fast, slow)
	b.Likely = ir.LikelyTrue
	fast.SetJump(end)
	slow.SetJump(end)
	joinCopies(f, slow, fast, end, copies)
	return fast
}

// askOnce moves values that are not part of the accesses and checks out of slow, before it is copied. Values that the
// accesses and checks need move to b, before slow; the rest move to end, after it. The counter of a loop thus stays one
// value, and its test a comparison.
func askOnce(b, slow, end *ir.Block) {
	stays, before := map[*ir.Value]bool{}, map[*ir.Value]bool{}
	uses := map[*ir.Value]int{} // by what stays
	for _, v := range slow.Walk() {
		stays[v] = v.Op.HasAny(ir.FlagReads|ir.FlagWrites|ir.FlagEffect|ir.FlagPartial) && v.Op != ir.OpRet ||
			slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return stays[a] })
	}
	for i := len(slow.Values) - 1; i >= 0; i-- {
		v := slow.Values[i]
		stays[v] = stays[v] || uses[v] > 0 && uses[v] == int(v.Uses) && !before[v]
		before[v] = !stays[v] && (before[v] || uses[v] > 0)
		for _, a := range v.Args {
			if stays[v] {
				uses[a]++
			}
			before[a] = before[a] || before[v]
		}
	}
	kept := slow.Values[:0]
	for _, v := range slow.Values {
		switch {
		case v == end.Control && (v.Op == ir.OpRet || v.Op.IsCompare() && v.Uses == 1):
			end.InsertAt(len(end.Values), v)
		case stays[v]:
			kept = append(kept, v)
		case before[v]:
			b.InsertAt(len(b.Values), v)
		default:
			end.InsertAt(len(end.Values), v)
		}
	}
	clear(slow.Values[len(kept):])
	slow.Values = kept
}

// test returns the condition that all lengths are large enough.
func (m *lengthChecks) test(b *ir.Block) *ir.Value {
	var cond *ir.Value
	for _, n := range m.lengths {
		c := b.New(ir.OpLeS, ir.TBool, n.Pos, b.Func.ConstInt(ir.TI64, m.least[n]), n)
		if cond != nil {
			c = b.New(ir.OpAnd, ir.TBool, n.Pos, cond, c)
		}
		cond = c
	}
	return cond
}

// joinCopies inserts phis in end, the successor of fast and slow, for values of slow that are used elsewhere.
func joinCopies(f *ir.Func, slow, fast, end *ir.Block, copies map[*ir.Value]*ir.Value) {
	phis := map[*ir.Value]*ir.Value{}
	joined := func(v *ir.Value) *ir.Value {
		w := copies[v]
		if w == nil {
			return v
		}
		if phis[v] == nil {
			phis[v] = end.NewPhi(v.Type, v.Pos)
			phis[v].AddArgs(w, v) // in the order in which the edges were made
		}
		return phis[v]
	}
	for _, b := range f.Blocks {
		if b == slow || b == fast {
			continue
		}
		for i := 0; i < len(b.Values); i++ {
			v := b.Values[i]
			if v.Op == ir.OpPhi && b == end {
				continue // one of these phis: end had none when it was split off
			}
			for k, a := range v.Args {
				if w := joined(a); w != a {
					v.SetArg(k, w)
				}
			}
		}
		if c := b.Control; c != nil && joined(c) != c {
			b.SetControl(joined(c))
		}
	}
}
