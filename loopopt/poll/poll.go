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
// A loop that is known to fit one strip stays as it is.
//
// Legal always: the inner test only leaves earlier, and the outer one asks the original question. A strip limit that
// wraps around is smaller than i, and the strip then ends after one iteration.
// Pays because a poll on every back edge costs up to 15% in a tight loop, and one per strip under 1%
// (research/runtime-calls.md). S is chosen so that a strip takes about stripCycles if its data come from memory; for
// loops around others it is found at run time, before the nest, if what the inner ones will take is known there
// (pollnest.go). All other loops poll on every back edge.
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
					p.New(ir.OpPoll, ir.TVoid, 0)
					changed = true
				}
			}
			continue
		}
		if !p.stripMine(s) {
			l.Latch.New(ir.OpPoll, ir.TVoid, 0)
		}
		changed = true
	}
	return changed
}

// poller is a run of the pass.
type poller struct {
	f    *ir.Func
	most map[*analysis.Loop]int64 // iterations of innermost loops, at most, where that is known
}

// shortLoop is the number of iterations below which a loop that is known to be short does not poll.
const shortLoop = 64

// knownShort says whether l is marked as a loop of a few iterations.
func knownShort(l *analysis.Loop) bool {
	n := l.Header.Loop.Int(ir.MaxTripCount, 0)
	return n > 0 && n <= shortLoop
}

// bound looks for innermost loops of which it is known how often they run at most, before any has strips. Those that
// the branches in front of them leave a few iterations are marked: the scalar loop of a row too short for vectors, say.
// A row of constant length may fit a strip. Strips that never end early would cost the other loops of a nest registers.
// Loops around others are left as they are, for what they take is a matter of the loops in them.
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

// shortConstant says whether l is an innermost loop that counts up from one constant to another in a few steps. A loop
// around it polls once for each time that it runs.
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

// stripCycles is the aim for a strip, in cycles: 8 µs at 4 GHz. A factor of 2.5 is left, before a strip takes 20 µs,
// for slower clocks and for what the coarse estimate misses; it counts all data as coming from memory. With data in the
// first-level cache strips are shorter, a quarter as long where only loads and stores take time.
const stripCycles = 1 << 15

// strips are those of a loop, found before any loop has them: what the end of one depends on may be the counter of
// another, and the loops are not looked for again.
type strips struct {
	loop  *analysis.Loop
	k     analysis.LatchCounter
	by    *ir.Value // how far the counter advances in one; nil: the loop has none
	whole bool      // one would hold the whole loop
	slow  []slowWay // poll by themselves
}

func (p *poller) stripsOf(l *analysis.Loop) strips {
	s := strips{loop: l}
	k, ok := l.LatchCounter()
	if ok && k.Next.Type.Elem.Bits() >= 32 { // else a strip might not fit the counter
		s.k = k
		p.stripOf(&s)
	}
	return s
}

// stripMine puts the loop into strips, or says that it has none.
func (p *poller) stripMine(s *strips) bool {
	pollSlowWays(s.slow)
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

	// Outer phis take over the entry values.
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

	// The inner test asks for the strip's end, the outer one for the loop's.
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

// nestStrip is where the first strip of l ends at the latest, if that is a constant and the end of l, an invariant of
// the loop around it, is known in front of that. A run in one strip then costs a comparison of the strip's end with
// this constant, behind it: nothing in front, where the nearer of both has been found for all runs, and the end of l is
// wanted on the rare way only. If it has other uses, though, in the nest or in a test in front that selection moves to
// a branch there, it keeps a register, and the strip's end would take another. All further strips end behind the first,
// even if their ends wrap around.
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

// stripTail makes head, where each strip of a loop comes to, leave for exit at once if lim is nearer than first: that
// was the end of the loop. It returns the block for all other strips, which leads to exit too.
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

// firstStrip gives the end of the first strip, the nearer one of bound and end, for the loop outer, which pre leads to.
// A branch finds it: most calls are short enough for one strip, and a minimum would take them longer.
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
