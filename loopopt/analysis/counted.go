package analysis

import (
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Entered reports whether l has a preheader.
func (l *Loop) Entered() bool { return l.Preheader != nil && l.Preheader.Kind == ir.BlockJump }

// Simplified reports whether l has a preheader and a single back edge, so that its header has two predecessors.
// Almost all loop transformations require this.
func (l *Loop) Simplified() bool { return l.Entered() && l.Latch != nil }

// BranchesBack reports whether l is simplified and its latch ends in a branch to the header that is taken if
// the condition is true.
func (l *Loop) BranchesBack() bool {
	return l.Simplified() && l.Latch.Kind == ir.BlockIf && l.Latch.Succs[0] == l.Header
}

// LeftAtLatch reports whether l has a single back edge and exits only at its latch. The body of such a loop
// runs as often as its header.
func (l *Loop) LeftAtLatch() bool { return len(l.Exiting) == 1 && l.Exiting[0] == l.Latch }

// IsExiting reports whether b is a block of l with a successor outside.
func (l *Loop) IsExiting(b *ir.Block) bool { return slices.Contains(l.Exiting, b) }

// LatchExit returns the exit block of l's latch, or nil if the latch does not exit.
func (l *Loop) LatchExit() *ir.Block {
	for _, s := range l.Latch.Succs {
		if !l.Contains(s) {
			return s
		}
	}
	return nil
}

// LatchCount returns the number of times that l's back edge is taken, provided that only the latch exits.
func (s *SCEV) LatchCount(l *Loop) (taken Expr, ok bool) {
	for _, c := range s.ExitCounts(l) {
		if c.Exiting == l.Latch && c.OK {
			return c.Count, true
		}
	}
	return nil, false
}

// LatchTrips returns the number of times that l's header runs, provided that only the latch exits: an i64 that
// is at least 1.
func (s *SCEV) LatchTrips(l *Loop) (trips Expr, ok bool) {
	taken, ok := s.LatchCount(l)
	if !ok {
		return nil, false
	}
	return s.AddConst(taken, 1), true
}

// Counted is a simplified loop that exits only at its latch, to a block with no other predecessors, and whose
// trip count is known on entry. It may contain other loops.
type Counted struct {
	Exit  *ir.Block
	Taken Expr  // number of times that the back edge is taken
	Trips Expr  // trip count: an i64 that is at least 1
	Const int64 // the trip count if it is constant, else 0
}

// Counted returns l as a counted loop, or the reason why it is not one, with the value responsible if there is
// one.
func (s *SCEV) Counted(l *Loop) (c Counted, why remark.Reason, at *ir.Value) {
	switch {
	case !l.Simplified():
		return c, remark.NotSimplified, nil
	case !l.LeftAtLatch() || !l.Dedicated():
		return c, remark.EarlyExit, nil
	}
	taken, n, ok := s.TripCount(l)
	if !ok {
		return c, remark.UnknownTripCount, l.Latch.Control
	}
	return Counted{Exit: l.Exits[0], Taken: taken, Trips: s.AddConst(taken, 1), Const: n + 1}, remark.None, nil
}

// LatchCounter describes a loop counter that approaches an invariant bound and that the latch tests.
type LatchCounter struct {
	Phi, Next, Bound *ir.Value
	Step             int64
	Down             bool // Step is negative
}

// LatchCounter returns the counter that the latch of l tests.
func (l *Loop) LatchCounter() (c LatchCounter, ok bool) {
	if !l.BranchesBack() {
		return c, false
	}
	test := l.Latch.Control
	if test.Op != ir.OpLtS && test.Op != ir.OpLeS {
		return c, false
	}
	c.Next, c.Bound = test.Args[0], test.Args[1]
	if l.Invariant(c.Next) { // bound < next, counting down
		c.Next, c.Bound, c.Down = c.Bound, c.Next, true
	}
	if !l.Invariant(c.Bound) || c.Next.Op != ir.OpAdd || !c.Next.Args[1].IsConst() {
		return c, false
	}
	c.Phi, c.Step = c.Next.Args[0], c.Next.Args[1].Int()
	if c.Phi.Op != ir.OpPhi || c.Phi.Block != l.Header || c.Phi.Args[l.Header.PredIndex(l.Latch)] != c.Next {
		return c, false
	}
	return c, c.Step != 0 && (c.Step < 0) == c.Down && c.Next.Type.Elem.IsInt()
}

// IV is a header phi that is an induction variable.
type IV struct {
	Phi         *ir.Value
	start, Step Expr
}

// IsInduction reports whether phi, a header phi of l, is an integer induction variable whose step is invariant
// in the loop fixed, which is l or a loop around it. It returns the recurrence.
func (s *SCEV) IsInduction(phi *ir.Value, l, fixed *Loop) (Expr, bool) {
	e := s.Of(phi)
	return e, e.Kind == AddRec && e.Loop == l && phi.Type.Elem.IsInt() && s.Invariant(e.Step(), fixed)
}

// Inductions returns the header phis of l for which IsInduction is true, and the others.
func (s *SCEV) Inductions(l, fixed *Loop) (ivs []IV, others []*ir.Value) {
	for _, phi := range l.Header.Phis() {
		if e, ok := s.IsInduction(phi, l, fixed); ok {
			ivs = append(ivs, IV{phi, e.Start(), e.Step()})
		} else {
			others = append(others, phi)
		}
	}
	return ivs, others
}
