package scalar

import (
	"slices"

	"hotloop/loopopt/ir"
)

// ShortCircuit splits a branch on two conditions into two branches.
//
// Before:
//
//	if (a < b) & (c < d) goto yes else no
//
// After:
//
//	if a < b { if c < d goto yes else no } else no
//
// Legal always: conditions have no effects. Operations that only the second condition needs move behind the first.
// Pays if the conditions are comparisons with no other use, which fuse with a branch. Combined they take two SETcc, an
// AND and a TEST.
// Reads nothing; leaves nothing.
// Remarks: none.
func ShortCircuit(f *ir.Func) bool {
	s := branchSplitter{f: f}
	for i := 0; i < len(f.Blocks); i++ { // blocks made by the loop come later in the list
		b := f.Blocks[i]
		for b.Kind == ir.BlockIf && s.split(b) {
		}
	}
	return s.wanted != nil
}

// branchSplitter splits conditions. wanted and moved are scratch space of sink; wanted is all zeros between uses.
type branchSplitter struct {
	f      *ir.Func
	wanted []int32 // by value ID
	moved  []*ir.Value
}

// split moves the last operand of b's condition to a block of its own.
func (s *branchSplitter) split(b *ir.Block) bool {
	c := b.Control
	if c.Op != ir.OpAnd && c.Op != ir.OpOr || c.Uses != 1 || c.Type != ir.TBool || c.Block != b ||
		c.Args[0] == c.Args[1] {
		return false
	}
	a, d := condition(c.Args[0]), condition(c.Args[1])
	if !(a && d) && !leaf(c.Args[0]) && !leaf(c.Args[1]) {
		return false
	}
	yes, no := b.Succs[0], b.Succs[1]
	if yes.Loop != nil || no.Loop != nil {
		return false // back edges stay single
	}
	first, second := c.Args[0], c.Args[1]
	if !d {
		first, second = second, first
	}
	n := s.f.NewBlock("")
	n.Likely = b.Likely
	// For And, a false first operand decides; for Or, a true one does.
	shared, next := no, yes
	if c.Op == ir.OpOr {
		shared, next = yes, no
	}
	b.SetSucc(b.SuccIndex(next), n)
	n.AddPred(b)
	next.ReplacePred(b, n)
	n.Kind = ir.BlockIf
	n.SetControl(second)
	n.AddSucc(yes)
	n.AddSucc(no)
	shared.AddPred(n)
	at := shared.PredIndex(b)
	for _, phi := range shared.Phis() {
		phi.AddArg(phi.Args[at])
	}
	b.SetControl(first)
	b.Remove(c)
	if s.wanted == nil {
		s.wanted = s.f.NewInts(s.f.NumValues())
	}
	s.sink(b, n)
	return true
}

// sink moves values of b that only n needs to n, which runs if b's own condition does not decide.
func (s *branchSplitter) sink(b, n *ir.Block) {
	if b == s.f.Entry() {
		return // constants and arguments stay there
	}
	s.wanted[n.Control.ID]++
	if s.moved == nil {
		s.moved = s.f.NewValues(32)
	}
	moved := s.moved[:0]
	at := len(b.Values) // the values that stay are from here on
	for i := len(b.Values) - 1; i >= 0; i-- {
		v := b.Values[i]
		if s.wanted[v.ID] != v.Uses || v.Uses == 0 || !(v.Op.Is(ir.FlagElementwise) || v.Op == ir.OpPtrAdd) ||
			v.Op.Is(ir.FlagPartial) {
			at--
			b.Values[at] = v
			continue
		}
		moved = s.f.AppendValue(moved, v)
		v.Block = n
		for _, a := range v.Args {
			s.wanted[a.ID]++
		}
	}
	s.wanted[n.Control.ID] = 0
	for _, v := range moved {
		for _, a := range v.Args {
			s.wanted[a.ID] = 0
		}
	}
	b.Values = slices.Delete(b.Values, 0, at)
	slices.Reverse(moved)
	all := s.f.NewValues(len(moved) + len(n.Values))
	copy(all[copy(all, moved):], n.Values)
	n.Values = all
	s.moved = moved
}

// condition reports whether v is a comparison, or a combination of conditions, that only the branch uses.
func condition(v *ir.Value) bool {
	return leaf(v) || (v.Op == ir.OpAnd || v.Op == ir.OpOr) && v.Uses == 1 && v.Type == ir.TBool
}

// leaf reports whether v is a condition that a branch can test by itself.
func leaf(v *ir.Value) bool { return v.Op.IsCompare() && v.Uses == 1 }
