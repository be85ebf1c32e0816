package clone

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
	Copies []*Cloner
	Phis   []*ir.Value // the header's
	Starts []*ir.Value // what they begin with when the loop is entered
	Nexts  []*ir.Value // what they are in the next iteration
}

// Repeatable says whether l can be copied like this: it has one way in, one back edge, and no polls yet.
func Repeatable(l *analysis.Loop) bool {
	if !l.Simplified() {
		return false
	}
	for v := range l.Values() {
		if v.Op.Yields() {
			return false
		}
	}
	return true
}

// CopyIterations writes n iterations of l. The first copy's header has no predecessor yet, and its phis no arguments.
// The last copy's latch names its own header as the successor that goes on, without an edge there.
func CopyIterations(f *ir.Func, l *analysis.Loop, n int, name string) *iterations {
	header, latch := l.Header, l.Latch
	it := &iterations{f: f, l: l}
	it.Phis = append(it.Phis, header.Phis()...)
	entry, back := header.PredIndex(l.Preheader), header.PredIndex(latch)
	for _, phi := range it.Phis {
		it.Starts = append(it.Starts, phi.Args[entry])
		it.Nexts = append(it.Nexts, phi.Args[back])
	}
	for k := range n {
		c := CloneLoop(f, l, name, nil)
		h := c.Block(header)
		h.DropPreds()
		for i, phi := range it.Phis {
			if k == 0 {
				c.Value(phi).ResetArgs()
			} else {
				c.Value(phi).CopyOf(it.Copies[k-1].Of(it.Nexts[i]))
			}
		}
		if k > 0 {
			prev := it.Copies[k-1]
			end := prev.Block(latch)
			end.SetSucc(end.SuccIndex(prev.Block(header)), h)
			h.AddPred(end)
		}
		it.Copies = append(it.Copies, c)
	}
	return it
}

// Head is the first copy's header, tail the last one's latch.
func (it *iterations) Head() *ir.Block { return it.Copies[0].Block(it.l.Header) }
func (it *iterations) Tail() *ir.Block { return it.Copies[len(it.Copies)-1].Block(it.l.Latch) }

// End is what the header's phi number i is behind the last copy.
func (it *iterations) End(i int) *ir.Value { return it.Behind(it.Nexts[i]) }

// Behind is v, a value of the loop, as the last copy has it.
func (it *iterations) Behind(v *ir.Value) *ir.Value { return it.Copies[len(it.Copies)-1].Of(v) }

// EnterFrom makes b, a block that jumps to the original header or nowhere yet, jump to the first copy, which begins
// with the given values of the phis. It is the only way in.
func (it *iterations) EnterFrom(b *ir.Block, starts []*ir.Value) {
	h := it.Head()
	if b.SuccIndex(it.l.Header) >= 0 {
		b.RemoveSucc(it.l.Header)
	}
	b.SetJump(h)
	for i, phi := range it.Phis {
		it.Copies[0].Value(phi).CopyOf(starts[i])
	}
}

// LoopFrom makes a loop of the copies, which b enters, a block that ends in nothing yet.
func (it *iterations) LoopFrom(b *ir.Block, starts []*ir.Value) {
	h, end := it.Head(), it.Tail()
	b.SetJump(h)
	it.LeadTo(h)
	if h.Preds[0] != b || h.Preds[1] != end {
		it.f.Fatalf("unrolled loop is entered from more than one place")
	}
	for i, phi := range it.Phis {
		it.Copies[0].Value(phi).AddArgs(starts[i], it.End(i))
	}
}

// LeadTo makes the last copy go on at b, whose phis are the caller's business.
func (it *iterations) LeadTo(b *ir.Block) {
	end := it.Tail()
	end.SetSucc(end.SuccIndex(it.Copies[len(it.Copies)-1].Block(it.l.Header)), b)
	b.AddPred(end)
}

// Never takes the exit of b, an exiting block, out of copy k.
func (it *iterations) Never(k int, b *ir.Block) {
	c := it.Copies[k].Block(b)
	for i, s := range b.Succs {
		if !it.l.Contains(s) {
			c.RemoveSucc(c.Succs[i])
			break
		}
	}
	c.SetJump(nil)
}

// Always makes copy k leave at b, an exiting block.
func (it *iterations) Always(k int, b *ir.Block) {
	c := it.Copies[k].Block(b)
	for i, s := range b.Succs {
		if !it.l.Contains(s) {
			continue
		}
		if on := c.Succs[i]; b == it.l.Latch && k == len(it.Copies)-1 {
			c.DropSucc(i) // there is no edge to its own header
		} else {
			c.RemoveSucc(on)
		}
		break
	}
	c.SetJump(nil)
}

// Cut ends the last copy where it would go on, which it never does.
func (it *iterations) Cut() {
	end := it.Tail()
	if i := end.SuccIndex(it.Copies[len(it.Copies)-1].Block(it.l.Header)); i >= 0 {
		end.DropSucc(i)
		end.SetJump(nil)
	}
}

// Counter is a count of iterations that a loop tests at its end.
type Counter struct {
	Start, Limit *ir.Value
	Step         int64
	Test         ir.Op // LtS or LeS: go on while the next count is so against the limit
}

// InFront runs the copies, which have no latch's exit, as often as the n iterations permit, and then the loop for the
// rest, if any is left: n >= 1, and the latch alone says that there are so many.
func (it *iterations) InFront(n *ir.Value, pos ir.Pos) {
	f, l, count := it.f, it.l, int64(len(it.Copies))
	pre, exit, zero := l.Preheader, l.LatchExit(), f.ConstInt(ir.TI64, 0)
	first, mid, ph := f.NewBlock("unrolled.ph"), f.NewBlock("unrolled.end"), f.NewBlock("remainder.ph")
	limit := pre.New(ir.OpAdd, ir.TI64, pos, n, f.ConstInt(ir.TI64, -count))
	Branch(l, pre.New(ir.OpLeS, ir.TBool, pos, zero, limit), first, ph, ir.LikelyTrue)
	it.LoopFrom(first, it.Starts)
	next := CountTo(f, it.Head(), it.Tail(), mid, Counter{zero, limit, count, ir.OpLeS}, pos)
	mid.SetIf(mid.New(ir.OpEq, ir.TBool, pos, next, n), exit, ph)
	Resume(l, exit, ph, it.Starts, it.Behind)
}

// CountTo makes the latch of a loop, end, go on to header as the counter says, and else leave for out, whose phis are
// the caller's business. It returns the count behind the loop.
func CountTo(f *ir.Func, header, end, out *ir.Block, c Counter, pos ir.Pos) *ir.Value {
	k := header.NewPhi(ir.TI64, pos)
	next := end.New(ir.OpAdd, ir.TI64, pos, k, f.ConstInt(ir.TI64, c.Step))
	Carry(k, end, next, c.Start)
	GoOn(end, header, out, end.New(c.Test, ir.TBool, pos, next, c.Limit))
	return next
}

// GoOn makes end, the latch of a loop with this header, go on if cond holds, and else leave for out, to which it has no
// edge yet.
func GoOn(end, header, out *ir.Block, cond *ir.Value) {
	end.Kind, end.Likely = ir.BlockIf, ir.LikelyTrue
	end.SetControl(cond)
	end.SetSuccs(header)
	end.AddEdgeTo(out)
}

// CountUp ends latch, a block that leads nowhere yet, with the test of a loop. k, a phi of its header that has no
// arguments yet, begins with start. While k+step is less than limit the loop goes on with that; else it leaves for out.
func CountUp(k, start, step, limit *ir.Value, latch, out *ir.Block) {
	next := latch.New(ir.OpAdd, ir.TI64, k.Pos, k, step)
	latch.SetIf(latch.New(ir.OpLtS, ir.TBool, k.Pos, next, limit), k.Block, out)
	k.AddArgs(start, next)
}

// Carry gives phi, of a header with two predecessors, its arguments: start if control comes from block from, else next.
func Carry(phi *ir.Value, from *ir.Block, start, next *ir.Value) {
	for _, p := range phi.Block.Preds {
		if p == from {
			phi.AddArg(start)
		} else {
			phi.AddArg(next)
		}
	}
}

// FrontLoop runs the first r iterations of l, which runs n, in a copy of it, and then l, if any are left:
//
//	for k := 0; k < r; k++ { body }
//	if r < n { l }
//
// 0 <= r <= n, and the latch alone says how many iterations n there are. It returns the copy's header, and the block in
// front of l, whose values of l's phis it lists.
func FrontLoop(f *ir.Func, l *analysis.Loop, r, n *ir.Value, name string) (head, ph *ir.Block, starts []*ir.Value) {
	c := CloneLoop(f, l, name, nil)
	front := NewFront(f, l, r).Named(name, "main")
	front.Cond = l.Preheader.New(ir.OpLtS, ir.TBool, front.Pos, f.ConstInt(ir.TI64, 0), r)
	head = front.Add(c)
	l.Preheader.Likely = ir.NoGuess
	front.Tail.SetIf(front.Tail.New(ir.OpLtS, ir.TBool, front.Pos, r, n), front.Rest, front.Exit)
	front.Tail.Likely = ir.LikelyTrue
	Resume(l, front.Exit, front.Rest, front.Starts, front.Of)
	return head, front.Rest, front.Rest.Phis()
}

// LoopSize is the number of values in l, with what functions of package math take.
func LoopSize(l *analysis.Loop) int {
	size := 0
	for _, b := range l.Blocks {
		size += len(b.Values)
		for _, v := range b.Walk() {
			if v.Op.Is(ir.FlagMath) {
				size += MathSize
			}
		}
	}
	return size
}

// MathSize is the number of values that a function of package math takes, with its slow part.
const MathSize = 80
