package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// A repeated is op(op(start, x), x) … : a value of a loop to which each iteration applies the same x.
type repeated struct {
	next, start, x *ir.Value
}

// repetition says whether v, what l leaves behind, is such a value.
//
// Legal for products of integers, which wrap and so form a commutative ring, and for sums and products of floats that
// may be regrouped. Integer sums advance evenly and have their closed form already.
func repetition(l *analysis.Loop, v *ir.Value) (repeated, bool) {
	if v.Type.IsVector() || v.Block == nil || !l.Contains(v.Block) {
		return repeated{}, false
	}
	switch {
	case v.Op != ir.OpMul && v.Op != ir.OpAdd:
		return repeated{}, false
	case v.Type.Elem.IsFloat() && v.FP&ir.Reassoc == 0:
		return repeated{}, false
	case !v.Type.Elem.IsFloat() && v.Op != ir.OpMul:
		return repeated{}, false
	}
	for i, p := range v.Args {
		x := v.Args[1-i]
		if p.Op == ir.OpPhi && p.Block == l.Header && l.Invariant(x) && p.Args[l.Header.PredIndex(l.Latch)] == v {
			return repeated{v, p.Args[l.Header.PredIndex(l.Preheader)], x}, true
		}
	}
	return repeated{}, false
}

// repeat writes a loop behind pre that computes what taken more iterations than the first make of all rs, in the
// logarithm of the time, and returns its block, whose edge away from itself the caller makes, with the results.
//
// Before:
//
//	for range n { q *= x }
//
// After:
//
//	q *= x
//	for k := n-1; ; { if k&1 != 0 { q *= x }; x *= x; if k >>= 1; k == 0 { break } }
//
// No power is used that is higher than the result has, so that what overflows here overflows there. That n is the
// number of iterations less one makes its use unconditional: the caller's loop runs at least once.
func repeat(d *driver.Driver, pre *ir.Block, taken *ir.Value, rs []repeated, md *ir.LoopMD) (*ir.Block, []*ir.Value) {
	pos := md.Position()
	one, zero := d.F.ConstInt(ir.TI64, 1), d.F.ConstInt(ir.TI64, 0)
	head := d.F.NewBlock("power")
	head.Loop = md.Done() // as fast as it gets: at most 64 passes
	k := head.NewPhi(ir.TI64, pos)
	type pair struct{ sum, x *ir.Value }
	phis := make([]pair, len(rs))
	for i, r := range rs {
		phis[i] = pair{head.NewPhi(r.next.Type, pos), head.NewPhi(r.next.Type, pos)}
	}
	odd := head.New(ir.OpNe, ir.TBool, pos, head.New(ir.OpAnd, ir.TI64, pos, k, one), zero)
	finals := make([]*ir.Value, len(rs))
	for i, r := range rs {
		apply := func(b *ir.Block, x, y *ir.Value) *ir.Value {
			v := b.New(r.next.Op, r.next.Type, r.next.Pos, x, y)
			v.FP = r.next.FP
			return v
		}
		first := apply(pre, r.start, r.x)
		p := phis[i]
		finals[i] = head.New(ir.OpSelect, r.next.Type, pos, odd, apply(head, p.sum, p.x), p.sum)
		p.sum.AddArg(first)
		p.sum.AddArg(finals[i])
		p.x.AddArg(r.x)
		p.x.AddArg(apply(head, p.x, p.x))
	}
	rest := head.New(ir.OpShrU, ir.TI64, pos, k, one)
	k.AddArg(taken)
	k.AddArg(rest)
	pre.SetJump(head)
	head.Kind = ir.BlockIf
	head.SetControl(head.New(ir.OpNe, ir.TBool, pos, rest, zero))
	head.AddEdgeTo(head)
	return head, finals
}
