package analysis

import (
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Entered says whether l has a preheader.
func (l *Loop) Entered() bool { return l.Preheader != nil && l.Preheader.Kind == ir.BlockJump }

// Simplified says whether l is entered from a preheader and has one back edge, so that its header has two predecessors.
// Almost every transformation of loops asks for that.
func (l *Loop) Simplified() bool { return l.Entered() && l.Latch != nil }

// BranchesBack says whether l is simplified, and its latch a branch that goes back to the header if its condition
// is true.
func (l *Loop) BranchesBack() bool {
	return l.Simplified() && l.Latch.Kind == ir.BlockIf && l.Latch.Succs[0] == l.Header
}

// LeftAtLatch says whether l has one back edge, and is left by the branch of that block only. What stands in the
// loop runs as often as its header.
func (l *Loop) LeftAtLatch() bool { return len(l.Exiting) == 1 && l.Exiting[0] == l.Latch }

// IsExiting says whether b is a block of l that leads out of it.
func (l *Loop) IsExiting(b *ir.Block) bool { return slices.Contains(l.Exiting, b) }

// LatchExit is the block that l's latch leaves for, nil if it does not leave.
func (l *Loop) LatchExit() *ir.Block {
	for _, s := range l.Latch.Succs {
		if !l.Contains(s) {
			return s
		}
	}
	return nil
}

// LatchCount is the number of times l's back edge is taken before the latch leaves the loop, if nothing else does.
func (s *SCEV) LatchCount(l *Loop) (taken Expr, ok bool) {
	for _, c := range s.ExitCounts(l) {
		if c.Exiting == l.Latch && c.OK {
			return c.Count, true
		}
	}
	return nil, false
}

// LatchTrips is the number of times that l's header runs if nothing but the latch leaves the loop: an i64, at least 1.
func (s *SCEV) LatchTrips(l *Loop) (trips Expr, ok bool) {
	taken, ok := s.LatchCount(l)
	if !ok {
		return nil, false
	}
	return s.AddConst(taken, 1), true
}

// Counted is a loop that is simplified, left at its latch only for a block that nothing else leads to, and of which
// the number of iterations is known when it is entered. It may have loops in it.
type Counted struct {
	Exit  *ir.Block
	Taken Expr  // how often the back edge is taken
	Trips Expr  // iterations: an i64, at least 1
	Const int64 // iterations if the number is constant, else 0
}

// Counted is l as a counted loop, or the reason why it is none, with the value that is to blame if there is one.
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

// LatchCounter is how a loop counts towards an invariant bound, which its latch tests.
type LatchCounter struct {
	Phi, Next, Bound *ir.Value
	Step             int64
	Down             bool // Step is negative
}

// LatchCounter finds the counter that the latch of l tests.
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

// IV is a header phi of a loop that walks evenly.
type IV struct {
	Phi         *ir.Value
	Start, Step Expr
}

// IsInduction says whether phi, a value of l's header, is an integer that walks evenly, by a step that does not
// change in the loop fixed, which is l or one around it. It returns the recurrence.
func (s *SCEV) IsInduction(phi *ir.Value, l, fixed *Loop) (Expr, bool) {
	e := s.Of(phi)
	return e, e.Kind == AddRec && e.Loop == l && phi.Type.Elem.IsInt() && s.Invariant(e.Step(), fixed)
}

// Inductions lists the header phis of l for which IsInduction is true, and the others.
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
