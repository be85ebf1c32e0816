package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// poll makes every loop preemptible.
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
// Legal always: the inner test only leaves earlier, and the outer one asks the original question. A strip limit that
// wraps around is smaller than i, and the strip then ends after one iteration.
// Pays because a poll on every back edge costs up to 15% in a tight loop, and one per strip under 1%
// (research/runtime-calls.md). S is chosen so that a strip takes about stripCycles. Loops without a countable latch
// test, and loops around other loops, poll on every back edge.
// Reads nothing; leaves Poll ops, which no pass may move.
func poll(f *ir.Func) bool {
	changed := false
	li := analysis.FindLoops(f, f.Dominators())
	for _, l := range li.Loops {
		if n := l.Header.Loop.Int(ir.MaxTripCount, 0); n > 0 && n <= shortLoop || shortConstant(l) {
			continue
		}
		if l.Latch == nil {
			for _, p := range l.Header.Preds {
				if l.Contains(p) {
					p.New(ir.OpPoll, ir.TVoid, 0)
					changed = true
				}
			}
			continue
		}
		if !onlyShort(l.Children) || !stripMine(f, l) {
			l.Latch.New(ir.OpPoll, ir.TVoid, 0)
		}
		changed = true
	}
	return changed
}

// onlyShort says whether the loops need no polls of their own.
func onlyShort(loops []*analysis.Loop) bool {
	for _, l := range loops {
		if n := l.Header.Loop.Int(ir.MaxTripCount, 0); n <= 0 || n > shortLoop {
			return false
		}
	}
	return true
}

// shortLoop is the number of iterations below which a loop that is known to be short does not poll.
const shortLoop = 64

// shortConstant says whether l is an innermost loop that counts up from one constant to another in a few steps. A loop
// around it polls once for each time that it runs.
func shortConstant(l *analysis.Loop) bool {
	if len(l.Children) > 0 || l.Latch == nil || l.Preheader == nil || l.Latch.Kind != ir.BlockIf || l.Latch.Succs[0] != l.Header {
		return false
	}
	c := l.Latch.Control
	if c.Op != ir.OpLtS && c.Op != ir.OpLeS || !c.Args[1].IsConst() || c.Args[0].Op != ir.OpAdd || !c.Args[0].Args[1].IsConst() {
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

// stripCycles is the aim for a strip, in cycles with all data in the first-level cache: 2 µs at 4 GHz, which leaves a
// factor of ten for data that comes from memory before a strip takes 20 µs.
const stripCycles = 8192

// stripMine puts the loop into strips if its latch tests a counter against an invariant bound.
func stripMine(f *ir.Func, l *analysis.Loop) bool {
	latch, header, pre := l.Latch, l.Header, l.Preheader
	if latch.Kind != ir.BlockIf || pre == nil {
		return false
	}
	c := latch.Control
	if c.Op != ir.OpLtS && c.Op != ir.OpLeS || latch.Succs[0] != header {
		return false
	}
	next, bound := c.Args[0], c.Args[1]
	min := ir.OpMinS
	swapped := l.Invariant(next)
	if swapped { // bound < next, counting down
		next, bound, min = bound, next, ir.OpMaxS
	}
	if !l.Invariant(bound) || next.Op != ir.OpAdd || !next.Args[1].IsConst() || next.Args[0].Op != ir.OpPhi ||
		next.Args[0].Block != header || (next.Args[1].Int() < 0) != swapped || next.Args[1].Int() == 0 {
		return false
	}
	at := header.PredIndex(latch)
	if next.Args[0].Args[at] != next {
		return false
	}
	step := next.Args[1].Int()
	strip := int64(stripCycles / estimateCycles(l))
	if !next.Type.Elem.IsInt() || next.Type.Elem.Bits() < 32 {
		return false // a strip might not fit the counter
	}

	exit := latch.Succs[1]
	outer, back, test := f.NewBlock("strip.head"), f.NewBlock("strip.latch"), f.NewBlock("strip.poll")
	outer.Loop = (&ir.LoopMD{Pos: header.Loop.Position()}).With(ir.Attr{Name: "isvectorized"}, ir.Attr{Name: "unroll.disable"})

	// Outer phis take over the entry values.
	in := header.PredIndex(pre)
	var count *ir.Value
	for _, phi := range header.Phis() {
		o := outer.NewPhi(phi.Type, phi.Pos)
		o.AddArgs(phi.Args[in], phi.Args[at])
		phi.SetArg(in, o)
		if phi == next.Args[0] {
			count = o
		}
	}
	header.ReplacePred(pre, outer)
	pre.Succs[pre.SuccIndex(header)] = outer
	outer.Preds = append(outer.Preds, pre)
	end := func(b *ir.Block, i *ir.Value) *ir.Value {
		return b.New(ir.OpAdd, next.Type, next.Pos, i, f.ConstInt(next.Type, step*strip))
	}
	lim := outer.NewPhi(next.Type, next.Pos)
	lim.AddArgs(firstStrip(pre, outer, bound, end(pre, count.Args[0]), swapped),
		test.New(min, next.Type, next.Pos, end(test, next), bound))
	outer.Kind, outer.Succs = ir.BlockJump, []*ir.Block{header}

	// The inner test asks for the strip's end, the outer one for the loop's.
	inner := latch.New(c.Op, ir.TBool, c.Pos, next, lim)
	if swapped {
		inner.SetArg(0, lim)
		inner.SetArg(1, next)
	}
	again := back.New(c.Op, ir.TBool, c.Pos, c.Args[0], c.Args[1])
	latch.SetControl(inner)
	latch.Succs[1] = back
	back.Preds = append(back.Preds, latch)
	exit.ReplacePred(latch, back)
	back.Kind, back.Succs = ir.BlockIf, []*ir.Block{test, exit}
	back.SetControl(again)
	back.Likely = ir.Unlikely
	test.Preds = append(test.Preds, back)
	test.New(ir.OpPoll, ir.TVoid, 0)
	test.Kind, test.Succs = ir.BlockJump, []*ir.Block{outer}
	outer.Preds = append(outer.Preds, test)
	return true
}

// firstStrip gives the end of the first strip, the nearer one of bound and end, for the loop outer, which pre leads to. A
// branch finds it: most calls are short enough for one strip, and a minimum would take them longer.
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
	outer.ReplacePred(pre, enter)
	enter.Kind, enter.Succs = ir.BlockJump, []*ir.Block{outer}
	a, b := bound, end
	if down {
		a, b = end, bound
	}
	one := pre.New(ir.OpLeS, ir.TBool, end.Pos, a, b)
	pre.Succs = pre.Succs[:0]
	pre.SetIf(one, enter, far)
	pre.Likely = ir.LikelyTrue
	far.SetJump(enter)
	lim := enter.NewPhi(end.Type, end.Pos)
	lim.AddArgs(bound, end)
	return lim
}

// estimateCycles is a coarse estimate of one iteration: a quarter cycle an operation, more for those that are not
// pipelined, and the bytes it moves at 32 a cycle.
func estimateCycles(l *analysis.Loop) int {
	quarter, bytes := 0, 0
	for _, b := range l.Blocks {
		for _, c := range l.Children {
			if c.Header == b { // as if it ran to its end every time
				quarter += 4 * int(c.Header.Loop.Int(ir.MaxTripCount, 1)) * estimateCycles(c)
			}
		}
		for _, v := range b.Values {
			parts := max(1, v.Type.Size()/32)
			switch {
			case v.Op == ir.OpPhi || v.IsConst():
			case v.Op == ir.OpGather || v.Op == ir.OpScatter:
				quarter += 6 * int(v.AccessType().Lanes)
			case v.Op == ir.OpDivS || v.Op == ir.OpDivU || v.Op == ir.OpRemS || v.Op == ir.OpRemU:
				quarter += 80 * int(v.Type.Lanes)
			case v.Op == ir.OpDiv || v.Op == ir.OpSqrt:
				quarter += 30 * parts
			case v.Op.IsMemory():
				quarter += parts
				bytes += v.AccessSize()
			default:
				quarter += parts
			}
		}
	}
	return max(1, quarter/4+bytes/32)
}
