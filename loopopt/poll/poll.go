package poll

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Poll makes every loop preemptible.
//
// Before:
//
//	for { body; i += step; if !(i < n) { break } }
//
// After:
//
//	for {
//		strip := min(i + S*step, n)
//		for { body; i += step; if !(i < strip) { break } }
//		if !(i < n) { break }
//		Poll
//	}
//
// A loop that is known to fit into one strip is unchanged.
//
// Legal always: the inner test can only leave earlier, and the outer test is the original one. A strip limit that
// wraps around is less than i, and the strip then ends after one iteration.
// Pays because a poll on every back edge costs up to 15% in a tight loop, and one per strip less than 1%
// (research/runtime-calls.md). S is chosen so that a strip takes about stripCycles if its data come from memory.
// For loops that contain others, S is computed at run time before the nest, if the time of the inner loops is known
// there (pollnest.go). All other loops poll on every back edge.
// Reads nothing; leaves Poll ops, which no pass may move.
func Poll(f *ir.Func) bool {
	changed := false
	dom := f.Dominators()
	li := analysis.FindLoops(f, dom)
	p := poller{f: f}
	p.bound(li, analysis.NewSCEV(f, li, dom))
	loops := make([]strips, 0, 4) // on the stack
	for _, l := range li.Loops {
		if !knownShort(l) && !shortConstant(l) {
			loops = append(loops, p.stripsOf(l))
		}
	}
	for i := range loops {
		s := &loops[i]
		l := s.loop
		if l.Latch == nil {
			for _, p := range l.Header.Preds {
				if l.Contains(p) {
					p.New(ir.OpPoll, ir.TVoid, 0).AuxInt = often(l)
					changed = true
				}
			}
			continue
		}
		if !p.stripMine(s) {
			l.Latch.New(ir.OpPoll, ir.TVoid, 0).AuxInt = often(l)
		}
		changed = true
	}
	return changed
}

// often returns what the polls on the back edges of a loop take from the fuel that code without a cheap test counts down.
// The loops in an iteration may take as long as a strip.
func often(l *analysis.Loop) int64 {
	if len(l.Children) > 0 {
		return 4
	}
	return 1
}

// poller is one run of the pass.
type poller struct {
	f    *ir.Func
	most map[*analysis.Loop]int64 // maximum iterations of innermost loops, where known
}

// shortLoop is the number of iterations up to which a loop that is known to be short does not poll.
const shortLoop = 64

// knownShort reports whether l is marked as a loop of at most shortLoop iterations.
func knownShort(l *analysis.Loop) bool {
	n := l.Header.Loop.Int(ir.MaxTripCount, 0)
	return n > 0 && n <= shortLoop
}

// bound computes the maximum iterations of innermost loops, where known, before any loop is strip-mined. Loops
// that the branches before them limit to a few iterations are marked as short, such as the scalar loop of a row
// too short for vectors. A row of constant length may fit into one strip; strips that never end early would cost
// the other loops of a nest registers. Loops that contain others are skipped, because their time depends on the
// loops in them.
func (p *poller) bound(li *analysis.LoopInfo, se *analysis.SCEV) {
	for _, l := range li.Innermost() {
		if knownShort(l) || shortConstant(l) {
			continue
		}
		switch taken := se.MaxTaken(l); {
		case taken < 0:
		case taken >= shortLoop:
			if p.most == nil {
				p.most = map[*analysis.Loop]int64{}
			}
			p.most[l] = min(taken, maxTrips) + 1
		default:
			l.Header.Loop = l.Header.Loop.Bounded(taken + 1)
		}
	}
}

// shortConstant reports whether l is an innermost loop that counts up from one constant to another in a few
// steps. An enclosing loop polls once for each run of l.
func shortConstant(l *analysis.Loop) bool {
	if len(l.Children) > 0 || !l.BranchesBack() {
		return false
	}
	c := l.Latch.Control
	if c.Op != ir.OpLtS && c.Op != ir.OpLeS || !c.Args[1].IsConst() || c.Args[0].Op != ir.OpAdd ||
		!c.Args[0].Args[1].IsConst() {
		return false
	}
	next := c.Args[0]
	i, step := next.Args[0], next.Args[1].Int()
	if i.Op != ir.OpPhi || i.Block != l.Header || i.Args[l.Header.PredIndex(l.Latch)] != next || step <= 0 {
		return false
	}
	start := i.Args[l.Header.PredIndex(l.Preheader)]
	if !start.IsConst() {
		return false
	}
	from, to := start.Int(), c.Args[1].Int()
	return from > -1<<31 && to < 1<<31-shortLoop && (to-from)/step < shortLoop
}

// stripCycles is the target length of a strip in cycles: 8 µs at 4 GHz. This leaves a factor of 2.5 before a
// strip takes 20 µs, for lower clock rates and for errors of the coarse estimate, which assumes that all data
// come from memory. With data in the first-level cache, strips are shorter: a quarter as long if only loads and
// stores take time.
const stripCycles = 1 << 15

// strips describes the strips of a loop. They are computed before any loop is strip-mined, because the end of one
// may depend on the counter of another, and loops are not analyzed again.
type strips struct {
	loop  *analysis.Loop
	k     analysis.LatchCounter
	by    *ir.Value  // amount by which the counter advances in a strip; nil: no strips
	whole bool       // one strip would contain the whole loop
	slow  []slowPath // loops that poll separately
}

func (p *poller) stripsOf(l *analysis.Loop) strips {
	s := strips{loop: l}
	k, ok := l.LatchCounter()
	if ok && k.Next.Type.Elem.Bits() >= 32 { // otherwise a strip might not fit the counter
		s.k = k
		p.stripOf(&s)
	}
	return s
}

// stripMine strip-mines the loop and reports whether the loop needs no poll at its latch.
func (p *poller) stripMine(s *strips) bool {
	pollSlowPaths(s.slow)
	if s.by == nil {
		return s.whole
	}
	l, k, strip := s.loop, s.k, s.by
	f, latch, header, pre := p.f, l.Latch, l.Header, l.Preheader
	c, next, bound, swapped := latch.Control, k.Next, k.Bound, k.Down
	min, at := ir.OpMinS, header.PredIndex(latch)
	if swapped {
		min = ir.OpMaxS
	}

	exit := latch.Succs[1]
	outer := pre.SplitEdge(header, "strip.head")
	back, test := latch.SplitEdge(exit, "strip.latch"), f.NewBlock("strip.poll")
	outer.Loop = (&ir.LoopMD{Pos: header.Loop.Position()}).Done()

	// Outer phis receive the initial values.
	in := header.PredIndex(outer)
	var count *ir.Value
	for _, phi := range header.Phis() {
		o := outer.NewPhi(phi.Type, phi.Pos)
		o.AddArgs(phi.Args[in], phi.Args[at])
		phi.SetArg(in, o)
		if phi == next.Args[0] {
			count = o
		}
	}
	end := func(b *ir.Block, i *ir.Value) *ir.Value {
		return b.New(ir.OpAdd, next.Type, next.Pos, i, strip)
	}
	lim := outer.NewPhi(next.Type, next.Pos)
	first := nestStrip(l, k, count.Args[0], strip)
	if first == nil {
		lim.AddArg(firstStrip(pre, outer, bound, end(pre, count.Args[0]), swapped))
	} else {
		lim.AddArg(l.Parent.Preheader.New(min, next.Type, next.Pos, first, bound))
	}
	further := test.New(min, next.Type, next.Pos, end(test, next), bound)
	if first != nil {
		max := ir.OpMaxS
		if swapped {
			max = ir.OpMinS
		}
		further = test.New(max, next.Type, next.Pos, further, first)
	}
	lim.AddArg(further)

	// The inner test compares with the end of the strip, the outer one with the end of the loop.
	inner := latch.New(c.Op, ir.TBool, c.Pos, next, lim)
	if swapped {
		inner.SetArg(0, lim)
		inner.SetArg(1, next)
	}
	latch.SetControl(inner)
	if first != nil {
		back = stripTail(back, exit, lim, first, swapped)
	}
	again := back.New(c.Op, ir.TBool, c.Pos, c.Args[0], c.Args[1])
	back.BranchTo(again, test)
	back.Likely = ir.Unlikely
	test.New(ir.OpPoll, ir.TVoid, 0)
	test.SetJump(outer)
	return true
}

// nestStrip returns the latest end of l's first strip if it is constant and l's bound is invariant in the enclosing
// loop; else nil. The nearer of the two ends is then computed once, before the enclosing loop. A run of l in one strip
// costs only a comparison of the strip's end with this constant, after the strip, and the end of l is
// wanted on the rare way only. If it has other uses, though, in the nest or in a test in front that selection moves to
// a branch there, it occupies a register, and the strip's end would occupy another. All further strips end after the
// first one, even if their ends wrap around.
func nestStrip(l *analysis.Loop, k analysis.LatchCounter, start, strip *ir.Value) *ir.Value {
	if l.Parent == nil || l.Parent.Preheader == nil || !l.Parent.Invariant(k.Bound) || !start.IsConst() ||
		!strip.IsConst() || k.Bound.Uses > 1 {
		return nil
	}
	const far = 1 << 30
	if from, by := start.Int(), strip.Int(); -far < from && from < far && -far < by && by < far {
		return l.Header.Func.ConstInt(k.Next.Type, from+by)
	}
	return nil
}

// stripTail makes head, which follows each strip of a loop, branch to exit directly if lim is nearer than first,
// because that was the end of the loop. It returns the block for all other strips, which also leads to exit.
func stripTail(head, exit *ir.Block, lim, first *ir.Value, down bool) *ir.Block {
	rest := head.Func.NewBlock("strip.more")
	at := exit.PredIndex(head)
	rest.SetJump(exit)
	for _, phi := range exit.Phis() {
		phi.AddArg(phi.Args[at])
	}
	a, b := lim, first
	if down {
		a, b = first, lim
	}
	head.Kind, head.Likely = ir.BlockIf, ir.LikelyTrue
	head.SetControl(head.New(ir.OpLtS, ir.TBool, lim.Pos, a, b))
	head.AddEdgeTo(rest)
	return rest
}

// firstStrip returns the end of the first strip, the nearer one of bound and end, for the loop outer, whose
// predecessor is pre. It uses a branch: most calls are short enough for one strip, and a minimum would slow them
// down.
func firstStrip(pre, outer *ir.Block, bound, end *ir.Value, down bool) *ir.Value {
	f := pre.Func
	if pre.Kind != ir.BlockJump {
		op := ir.OpMinS
		if down {
			op = ir.OpMaxS
		}
		return pre.New(op, end.Type, end.Pos, end, bound)
	}
	enter, far := f.NewBlock("strip.ph"), f.NewBlock("strip.first")
	outer.PassEdge(pre, enter)
	a, b := bound, end
	if down {
		a, b = end, bound
	}
	one := pre.New(ir.OpLeS, ir.TBool, end.Pos, a, b)
	pre.SetIf(one, enter, far)
	pre.Likely = ir.LikelyTrue
	far.SetJump(enter)
	lim := enter.NewPhi(end.Type, end.Pos)
	lim.AddArgs(bound, end)
	return lim
}
