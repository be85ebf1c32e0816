package clone

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// iterations are consecutive copies of a loop's body, one for each iteration, as unrolling and peeling need them. The
// caller connects entry and exit.
//
// Legal always: each copy keeps its checks and its exits, in order, and its latch continues at the next copy instead
// of the header. The exits' phis are repaired; there must be no other uses behind the loop (loop-closed SSA).
type iterations struct {
	f      *ir.Func
	l      *analysis.Loop
	Copies []*Cloner
	Phis   []*ir.Value // the header's
	Starts []*ir.Value // their start values
	Nexts  []*ir.Value // their values in the next iteration
}

// Repeatable reports whether l can be copied in this way: it has one entry, one back edge, and no polls yet.
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

// CopyIterations creates n iterations of l. The first copy's header has no predecessor yet, and its phis no
// arguments. The last copy's latch names its own header as the successor that continues, without an edge there.
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

// Head returns the first copy's header, and Tail the last copy's latch.
func (it *iterations) Head() *ir.Block { return it.Copies[0].Block(it.l.Header) }
func (it *iterations) Tail() *ir.Block { return it.Copies[len(it.Copies)-1].Block(it.l.Latch) }

// End returns the value of the header's phi number i behind the last copy.
func (it *iterations) End(i int) *ir.Value { return it.Behind(it.Nexts[i]) }

// Behind returns v, a value of the loop, in the last copy.
func (it *iterations) Behind(v *ir.Value) *ir.Value { return it.Copies[len(it.Copies)-1].Of(v) }

// EnterFrom makes b jump to the first copy, whose phis start with starts. b jumps to the original header or is not
// terminated yet. It becomes the only entry.
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

// LoopFrom makes a loop of the copies. Its entry is b, an unterminated block.
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

// LeadTo connects the last copy to b. The caller completes the phis of b.
func (it *iterations) LeadTo(b *ir.Block) {
	end := it.Tail()
	end.SetSucc(end.SuccIndex(it.Copies[len(it.Copies)-1].Block(it.l.Header)), b)
	b.AddPred(end)
}

// Never removes the exit of b, an exiting block, from copy k.
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

// Always makes copy k exit at b, an exiting block.
func (it *iterations) Always(k int, b *ir.Block) {
	c := it.Copies[k].Block(b)
	for i, s := range b.Succs {
		if !it.l.Contains(s) {
			continue
		}
		if on := c.Succs[i]; b == it.l.Latch && k == len(it.Copies)-1 {
			c.DropSucc(i) // there is no edge to the copy's own header
		} else {
			c.RemoveSucc(on)
		}
		break
	}
	c.SetJump(nil)
}

// Cut removes the continuation of the last copy, which is never taken.
func (it *iterations) Cut() {
	end := it.Tail()
	if i := end.SuccIndex(it.Copies[len(it.Copies)-1].Block(it.l.Header)); i >= 0 {
		end.DropSucc(i)
		end.SetJump(nil)
	}
}

// Counter describes a count of iterations that a loop tests at its end.
type Counter struct {
	Start, Limit *ir.Value
	Step         int64
	Test         ir.Op // LtS or LeS: continue while this comparison of the next count with the limit holds
}

// InFront runs the copies as a loop as often as the n iterations permit, and then the original loop for the remaining
// ones, if any. The copies have no exit at their latches. n is at least 1, and only the latch limits the iterations.
func (it *iterations) InFront(n *ir.Value, pos ir.Pos) {
	f, l, count := it.f, it.l, int64(len(it.Copies))
	pre, exit, zero := l.Preheader, l.LatchExit(), f.ConstInt(ir.TI64, 0)
	first, mid, ph := f.NewBlock("unrolled.ph"), f.NewBlock("unrolled.end"), f.NewBlock("remainder.ph")
	limit := pre.New(ir.OpAdd, ir.TI64, pos, n, f.ConstInt(ir.TI64, -count))
	Branch(l, pre.New(ir.OpLeS, ir.TBool, pos, zero, limit), first, ph, ir.LikelyTrue)
	it.LoopFrom(first, it.Starts)
	next := CountTo(f, it.Head(), it.Tail(), mid, Counter{zero, limit, count, ir.OpLeS}, pos)
	mid.SetIf(mid.New(ir.OpEq, ir.TBool, pos, next, n), exit, ph)
	resume(l, exit, ph, it.Starts, it.Behind)
}

// CountTo makes end, the latch of a loop, continue at header while the counter permits, and else exit to out. The
// caller completes the phis of out. CountTo returns the count behind the loop.
func CountTo(f *ir.Func, header, end, out *ir.Block, c Counter, pos ir.Pos) *ir.Value {
	k := header.NewPhi(ir.TI64, pos)
	next := end.New(ir.OpAdd, ir.TI64, pos, k, f.ConstInt(ir.TI64, c.Step))
	Carry(k, end, next, c.Start)
	GoOn(end, header, out, end.New(c.Test, ir.TBool, pos, next, c.Limit))
	return next
}

// GoOn makes end, the latch of the loop with this header, continue if cond holds, and else exit to out, to which it
// has no edge yet.
func GoOn(end, header, out *ir.Block, cond *ir.Value) {
	end.Kind, end.Likely = ir.BlockIf, ir.LikelyTrue
	end.SetControl(cond)
	end.SetSuccs(header)
	end.AddEdgeTo(out)
}

// CountUp terminates latch with the test of a loop. k, a phi of the header without arguments, starts with start.
// While k+step is less than limit, the loop continues with k+step; else it exits to out.
func CountUp(k, start, step, limit *ir.Value, latch, out *ir.Block) {
	next := latch.New(ir.OpAdd, ir.TI64, k.Pos, k, step)
	latch.SetIf(latch.New(ir.OpLtS, ir.TBool, k.Pos, next, limit), k.Block, out)
	k.AddArgs(start, next)
}

// Carry sets the arguments of phi, in a header with two predecessors: start for block from, next for the other one.
func Carry(phi *ir.Value, from *ir.Block, start, next *ir.Value) {
	for _, p := range phi.Block.Preds {
		if p == from {
			phi.AddArg(start)
		} else {
			phi.AddArg(next)
		}
	}
}

// FrontLoop runs the first r iterations of l, whose trip count is n, in a copy of it, and then l, if any remain:
//
//	for k := 0; k < r; k++ { body }
//	if r < n { l }
//
// 0 <= r <= n, and only the latch limits the iterations. FrontLoop returns the copy's header, the block before l, and
// the values of l's phis in that block.
func FrontLoop(f *ir.Func, l *analysis.Loop, r, n *ir.Value, name string) (head, ph *ir.Block, starts []*ir.Value) {
	c := CloneLoop(f, l, name, nil)
	front := NewFront(f, l, r).Named(name, "main")
	front.Cond = l.Preheader.New(ir.OpLtS, ir.TBool, front.Pos, f.ConstInt(ir.TI64, 0), r)
	head = front.Add(c)
	l.Preheader.Likely = ir.NoGuess
	front.Tail.SetIf(front.Tail.New(ir.OpLtS, ir.TBool, front.Pos, r, n), front.Rest, front.exit)
	front.Tail.Likely = ir.LikelyTrue
	resume(l, front.exit, front.Rest, front.Starts, front.of)
	return head, front.Rest, front.Rest.Phis()
}

// LoopSize returns the number of values in l, including those of functions of package math.
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

// MathSize is the number of values of an expanded function of package math, with its slow part.
const MathSize = 80
