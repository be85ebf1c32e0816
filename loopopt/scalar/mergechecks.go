package scalar

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

const (
	// minMerged is the number of checks that one test must replace: below, a second copy of the code is not worth it. A
	// check is a comparison with a branch that is never taken.
	minMerged = 6
	// maxUnchecked bounds the values that are copied for it.
	maxUnchecked = 1 << 10
)

// Mergechecks does straight-line code with many checks of constant places without them, behind one test of each length.
//
// Before:
//
//	check(0 < len(a)); s := a[0]; check(1 < len(a)); s += a[1]; …; check(7 < len(a)); s += a[7]
//
// After:
//
//	if 8 <= len(a) { s := a[0]; s += a[1]; …; s += a[7] } else { as before }
//
// Legal for checks that a length which is no variable is at least so much, given those before: all of them hold if the
// largest does. Otherwise the code as it was finds out which one fails, and when.
// Pays from minMerged checks on. In a loop, lengths limit the iterations instead; what is left there are checks of
// indices that only the data tell, of which minLoopChecks of one value become a test (loopchecks.go).
// Reads nothing; leaves nothing.
// Remarks: none.
func Mergechecks(f *ir.Func) bool {
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

// checkGroup is checks of a block that one test replaces.
type checkGroup struct {
	checks map[*ir.Value]bool
	first  int // index of the first of them in its block
}

// lengthChecks are checks of a block that hold if some lengths are large enough.
type lengthChecks struct {
	checkGroup
	// lengths, in the order in which they are met, with what they must be at least.
	lengths []*ir.Value
	least   map[*ir.Value]int64
}

// checksToMerge looks for checks c < n+d and c <= n+d of a parameter's length n and constants. Comparisons are
// unsigned: n+d must be known not to be negative, by a check before.
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

// needs says that cond holds just if length n is at least k, provided that the checks of m hold.
func (m *lengthChecks) needs(cond *ir.Value) (n *ir.Value, k int64, ok bool) {
	const most = 1 << 40 // sums of constants stay far from overflow
	if cond.Op != ir.OpLtU && cond.Op != ir.OpLeU || cond.Args[0].Type != ir.TI64 || !cond.Args[0].IsConst() {
		return nil, 0, false
	}
	c := cond.Args[0].Int()
	if c < 0 { // fails whatever n is
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

// apply makes the copy without checks, which it returns: for where test, in b, is true.
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

// askOnce takes out of slow, before it is copied, what none of its accesses and checks makes and others use: to b, in
// front of it, what they need themselves, and to end, behind it, the rest. So the counter of a loop stays one value, and
// its test a comparison.
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

// test is the condition that all lengths are large enough.
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

// joinCopies makes phis in end, behind fast and slow, of values of slow that are used elsewhere.
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
				continue // one of these: end had none when it was split off
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
