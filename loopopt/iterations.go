package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// iterations are copies of a loop's body, one behind the other, each an iteration: what unrolling and peeling are made
// of. Way in and way out are the caller's business.
//
// Legal always: each copy keeps its checks and its exits, in their order, and the test of its latch leads to the next
// copy instead of back. The exits' phis are mended; other uses behind the loop there must be none (loop-closed SSA).
type iterations struct {
	f      *ir.Func
	l      *analysis.Loop
	copies []*cloner
	phis   []*ir.Value // the header's
	starts []*ir.Value // what they begin with when the loop is entered
	nexts  []*ir.Value // what they are in the next iteration
}

// repeatable says whether l can be copied like this: it has one way in, one back edge, and no polls yet.
func repeatable(l *analysis.Loop) bool {
	if l.Preheader == nil || l.Latch == nil || l.Preheader.Kind != ir.BlockJump || len(l.Header.Preds) != 2 {
		return false
	}
	for _, b := range l.Blocks {
		for _, v := range b.Walk() {
			if v.Op == ir.OpPoll {
				return false
			}
		}
	}
	return true
}

// copyIterations writes n iterations of l. The first copy's header has no predecessor yet, and its phis no arguments.
// The last copy's latch names its own header as the successor that goes on, without an edge there.
func copyIterations(f *ir.Func, l *analysis.Loop, n int, name string) *iterations {
	header, latch := l.Header, l.Latch
	it := &iterations{f: f, l: l}
	it.phis = append(it.phis, header.Phis()...)
	entry, back := header.PredIndex(l.Preheader), header.PredIndex(latch)
	for _, phi := range it.phis {
		it.starts = append(it.starts, phi.Args[entry])
		it.nexts = append(it.nexts, phi.Args[back])
	}
	for k := range n {
		c := cloneLoop(f, l, name, nil)
		h := c.blocks[header]
		h.Preds = h.Preds[:0]
		for i, phi := range it.phis {
			if k == 0 {
				c.values[phi].ResetArgs()
			} else {
				c.values[phi].CopyOf(it.copies[k-1].of(it.nexts[i]))
			}
		}
		if k > 0 {
			prev := it.copies[k-1]
			end := prev.blocks[latch]
			end.Succs[end.SuccIndex(prev.blocks[header])] = h
			h.Preds = append(h.Preds, end)
		}
		it.copies = append(it.copies, c)
	}
	return it
}

// head is the first copy's header, tail the last one's latch.
func (it *iterations) head() *ir.Block { return it.copies[0].blocks[it.l.Header] }
func (it *iterations) tail() *ir.Block { return it.copies[len(it.copies)-1].blocks[it.l.Latch] }

// end is what the header's phi number i is behind the last copy.
func (it *iterations) end(i int) *ir.Value { return it.behind(it.nexts[i]) }

// behind is v, a value of the loop, as the last copy has it.
func (it *iterations) behind(v *ir.Value) *ir.Value { return it.copies[len(it.copies)-1].of(v) }

// enterFrom makes b, a block that jumps to the original header or nowhere yet, jump to the first copy, which begins with
// the given values of the phis. It is the only way in.
func (it *iterations) enterFrom(b *ir.Block, starts []*ir.Value) {
	h := it.head()
	if i := b.SuccIndex(it.l.Header); i >= 0 {
		it.l.Header.RemovePred(b)
		b.Succs = append(b.Succs[:i], b.Succs[i+1:]...)
	}
	b.SetJump(h)
	for i, phi := range it.phis {
		it.copies[0].values[phi].CopyOf(starts[i])
	}
}

// loopFrom makes a loop of the copies, which b enters, a block that ends in nothing yet.
func (it *iterations) loopFrom(b *ir.Block, starts []*ir.Value) {
	h, end := it.head(), it.tail()
	b.SetJump(h)
	it.leadTo(h)
	if h.Preds[0] != b || h.Preds[1] != end {
		it.f.Fatalf("unrolled loop is entered from more than one place")
	}
	for i, phi := range it.phis {
		it.copies[0].values[phi].AddArgs(starts[i], it.end(i))
	}
}

// leadTo makes the last copy go on at b, whose phis are the caller's business.
func (it *iterations) leadTo(b *ir.Block) {
	end := it.tail()
	end.Succs[end.SuccIndex(it.copies[len(it.copies)-1].blocks[it.l.Header])] = b
	b.Preds = append(b.Preds, end)
}

// never takes the exit of b, an exiting block, out of copy k.
func (it *iterations) never(k int, b *ir.Block) {
	c := it.copies[k].blocks[b]
	for i, s := range b.Succs {
		if !it.l.Contains(s) {
			c.RemoveSucc(c.Succs[i])
			break
		}
	}
	jumpOn(c)
}

// always makes copy k leave at b, an exiting block.
func (it *iterations) always(k int, b *ir.Block) {
	c := it.copies[k].blocks[b]
	for i, s := range b.Succs {
		if !it.l.Contains(s) {
			continue
		}
		if on := c.Succs[i]; b == it.l.Latch && k == len(it.copies)-1 {
			c.Succs = append(c.Succs[:i], c.Succs[i+1:]...) // there is no edge to its own header
		} else {
			c.RemoveSucc(on)
		}
		break
	}
	jumpOn(c)
}

// cut ends the last copy where it would go on, which it never does.
func (it *iterations) cut() {
	end := it.tail()
	if i := end.SuccIndex(it.copies[len(it.copies)-1].blocks[it.l.Header]); i >= 0 {
		end.Succs = append(end.Succs[:i], end.Succs[i+1:]...)
		jumpOn(end)
	}
}

// jumpOn makes b, a branch that lost a successor, a jump.
func jumpOn(b *ir.Block) {
	b.Kind, b.Likely = ir.BlockJump, ir.NoGuess
	b.SetControl(nil)
}

// latchExit is the block that l's latch leaves for, or nil.
func latchExit(l *analysis.Loop) *ir.Block {
	for _, s := range l.Latch.Succs {
		if !l.Contains(s) {
			return s
		}
	}
	return nil
}

// latchTrips is the number of times that l's header runs if nothing but the latch leaves the loop: an i64, at least 1.
func latchTrips(se *analysis.SCEV, l *analysis.Loop) (analysis.Expr, bool) {
	for _, c := range se.ExitCounts(l) {
		if c.Exiting == l.Latch && c.OK {
			return se.AddConst(c.Count, 1), true
		}
	}
	return nil, false
}

// counter is a count of iterations that a loop tests at its end.
type counter struct {
	start, limit *ir.Value
	step         int64
	test         ir.Op // LtS or LeS: go on while the next count is so against the limit
}

// inFront runs the copies, which have no latch's exit, as often as the n iterations permit, and then the loop for the rest, if
// any is left: n >= 1, and the latch alone says that there are so many.
func (it *iterations) inFront(n *ir.Value, pos ir.Pos) {
	f, l, count := it.f, it.l, int64(len(it.copies))
	pre, header, exit, zero := l.Preheader, l.Header, latchExit(l), f.ConstInt(ir.TI64, 0)
	out := exit.PredIndex(l.Latch)
	first, mid, ph := f.NewBlock("unrolled.ph"), f.NewBlock("unrolled.end"), f.NewBlock("remainder.ph")
	header.ReplacePred(pre, ph)
	ph.Kind, ph.Succs = ir.BlockJump, []*ir.Block{header}
	limit := pre.New(ir.OpAdd, ir.TI64, pos, n, f.ConstInt(ir.TI64, -count))
	pre.Succs = pre.Succs[:0]
	pre.SetIf(pre.New(ir.OpLeS, ir.TBool, pos, zero, limit), first, ph)
	pre.Likely = ir.LikelyTrue
	it.loopFrom(first, it.starts)
	next := countTo(f, it.head(), it.tail(), mid, counter{zero, limit, count, ir.OpLeS}, pos)
	mid.SetIf(mid.New(ir.OpEq, ir.TBool, pos, next, n), exit, ph)
	entry := header.PredIndex(ph)
	for i, phi := range it.phis {
		m := ph.NewPhi(phi.Type, phi.Pos)
		m.AddArgs(it.starts[i], it.end(i))
		phi.SetArg(entry, m)
	}
	for _, phi := range exit.Phis() {
		phi.AddArg(it.behind(phi.Args[out]))
	}
}

// countTo makes the latch of a loop, end, go on to header as the counter says, and else leave for out, whose phis are
// the caller's business. It returns the count behind the loop.
func countTo(f *ir.Func, header, end, out *ir.Block, c counter, pos ir.Pos) *ir.Value {
	k := header.NewPhi(ir.TI64, pos)
	next := end.New(ir.OpAdd, ir.TI64, pos, k, f.ConstInt(ir.TI64, c.step))
	for _, p := range header.Preds {
		if p == end {
			k.AddArg(next)
		} else {
			k.AddArg(c.start)
		}
	}
	end.Kind = ir.BlockIf
	end.SetControl(end.New(c.test, ir.TBool, pos, next, c.limit))
	end.Succs = append(end.Succs[:0], header)
	end.AddEdgeTo(out)
	end.Likely = ir.LikelyTrue
	return next
}

// frontLoop runs the first r iterations of l, which runs n, in a copy of it, and then l, if any are left:
//
//	for k := 0; k < r; k++ { body }
//	if r < n { l }
//
// 0 <= r <= n, and the latch alone says how many iterations n there are. It returns the copy's header, and the block in
// front of l, whose values of l's phis it lists.
func frontLoop(f *ir.Func, l *analysis.Loop, r, n *ir.Value, name string) (head, ph *ir.Block, starts []*ir.Value) {
	pre, pos := l.Preheader, l.Header.Loop.Position()
	it := copyIterations(f, l, 1, name)
	it.never(0, l.Latch)
	exit := latchExit(l)
	out := exit.PredIndex(l.Latch)
	first, mid := f.NewBlock(name+".ph"), f.NewBlock(name+".end")
	ph = f.NewBlock("main.ph")

	l.Header.ReplacePred(pre, ph)
	ph.Kind, ph.Succs = ir.BlockJump, []*ir.Block{l.Header}
	pre.Succs = pre.Succs[:0]
	zero := f.ConstInt(ir.TI64, 0)
	pre.SetIf(pre.New(ir.OpLtS, ir.TBool, pos, zero, r), first, ph)
	it.loopFrom(first, it.starts)
	countTo(f, it.head(), it.tail(), mid, counter{zero, r, 1, ir.OpLtS}, pos)
	mid.SetIf(mid.New(ir.OpLtS, ir.TBool, pos, r, n), ph, exit)
	mid.Likely = ir.LikelyTrue
	for _, phi := range exit.Phis() {
		phi.AddArg(it.behind(phi.Args[out]))
	}
	entry := l.Header.PredIndex(ph)
	for i, phi := range it.phis {
		m := ph.NewPhi(phi.Type, phi.Pos)
		m.AddArgs(it.starts[i], it.end(i))
		phi.SetArg(entry, m)
		starts = append(starts, m)
	}
	return it.head(), ph, starts
}

// loopSize is the number of values in l, with what functions of package math take.
func loopSize(l *analysis.Loop) int {
	size := 0
	for _, b := range l.Blocks {
		size += len(b.Values)
		for _, v := range b.Walk() {
			if v.Op.Is(ir.FlagMath) {
				size += mathSize
			}
		}
	}
	return size
}

// mathSize is the number of values that a function of package math takes, with its slow part.
const mathSize = 80
