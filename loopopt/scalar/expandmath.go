package scalar

import (
	"slices"

	"hotloop/loopopt/ir"
)

// ExpandMath expands the functions of package mathlib, which are single operations until this pass.
//
// Before:
//
//	for … { y = exp(x) }                      // x and y of n lanes
//
// After:
//
//	for … {
//		y = fast(x)
//		if any(isSlow(x)) {
//			for k := range n {
//				if isSlow(x[k]) { y[k] = slow(x[k]) }
//			}
//		}
//	}
//
// The bodies are the SSA of the functions' own source (ir.MathBody), with n lanes for one in the fast part. Vectors are
// passed to the slow part and back through arrays in the frame.
//
// Legal always: the interpreter of an operation computes the same function. The expanded operations carry no fast-math
// flags, whatever the mode of the kernel, because the function's error bound was proved for exactly these roundings.
// Pays because a function in vectors takes a tenth of the time; no other pass computes them. Slow parts are for
// arguments that hardly occur. They are branched around, are laid out as cold code, and keep nothing in registers.
// Reads nothing; leaves max_trip_count on the loops over lanes, which are too short to poll.
// Remarks: none.
func ExpandMath(f *ir.Func) bool {
	x := mathExpander{f: f}
	changed := false
	for i := 0; i < len(f.Blocks); i++ {
		if slices.ContainsFunc(f.Blocks[i].Values, isMath) {
			x.block(f.Blocks[i])
			changed = true
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

func isMath(v *ir.Value) bool { return v.Op.Is(ir.FlagMath) }

// mathExpander is a run of expandmath.
type mathExpander struct {
	f       *ir.Func
	scratch map[scratchKey]int // numbers of local arrays
}

// scratchKey identifies a local array. It holds the argument with the number role or, if role is -1, the results.
type scratchKey struct {
	role int
	elem ir.Elem
}

// block expands all functions of b. The values after a slow part go to a block of their own.
func (x *mathExpander) block(b *ir.Block) {
	old := b.Values
	b.Values = make([]*ir.Value, 0, 2*len(old)+64)
	if b == x.f.Entry() {
		// Constants and parameters stay first, because every expansion may use them.
		old = slices.Clone(old)
		slices.SortStableFunc(old, func(v, w *ir.Value) int { return entryRank(v) - entryRank(w) })
	}
	cur := b
	for _, v := range old {
		if isMath(v) {
			var y *ir.Value
			y, cur = x.expand(v, cur)
			v.CopyOf(y)
		}
		v.Block = cur
		cur.Values = append(cur.Values, v)
	}
}

// entryRank returns 0 for values that must come first in the entry block.
func entryRank(v *ir.Value) int {
	switch v.Op {
	case ir.OpConst, ir.OpArg, ir.OpArgPtr, ir.OpArgLen, ir.OpArgCap, ir.OpLocalPtr, ir.OpTablePtr:
		return 0
	}
	return 1
}

// expand expands v at the end of b. It returns the result, and the block that receives the rest of b.
func (x *mathExpander) expand(v *ir.Value, b *ir.Block) (*ir.Value, *ir.Block) {
	body := v.Op.MathBody(v.Type.Elem)
	lanes := int(v.Type.Lanes)
	in := inliner{f: x.f, lanes: lanes, pos: v.Pos, args: v.Args}
	if body.IsSlow == nil {
		return in.straight(b, body.Fast), b
	}
	rare := in.straight(b, body.IsSlow)
	fast := in.straight(b, body.Fast)
	if rare.IsConst() && rare.AuxInt == 0 {
		return fast, b
	}
	slow := x.f.NewBlock("math.slow")
	rest := b.SplitOff()
	switch {
	case lanes == 1:
		b.SetIf(rare, slow, rest)
		b.Likely = ir.Unlikely
	case rare.Op == ir.OpNot: // one test replaces two operations: all lanes are fast
		b.SetIf(b.New(ir.OpAll, ir.TBool, v.Pos, rare.Args[0]), rest, slow)
		b.Likely = ir.LikelyTrue
	default:
		b.SetIf(b.New(ir.OpAny, ir.TBool, v.Pos, rare), slow, rest)
		b.Likely = ir.Unlikely
	}
	var y *ir.Value
	if lanes > 1 {
		y, slow = x.eachLane(v, body, slow, fast)
	} else {
		y, slow = in.call(slow, body.Slow)
	}
	slow.SetJump(rest)
	phi := rest.NewPhi(v.Type, v.Pos)
	phi.AddArgs(fast, y) // in the order in which the edges were made
	return phi, rest
}

// eachLane appends to b a loop over the lanes of v that computes the slow ones. It returns all lanes, and the block
// after the loop.
func (x *mathExpander) eachLane(v *ir.Value, body *ir.MathBody, b *ir.Block, fast *ir.Value) (*ir.Value, *ir.Block) {
	f, n := x.f, int64(v.Type.Lanes)
	size := int32(v.Type.Elem.Size())
	access := func(b *ir.Block, op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
		a := b.New(op, t, v.Pos, args...)
		a.Scale = size
		return a
	}
	zero, one := f.ConstInt(ir.TI64, 0), f.ConstInt(ir.TI64, 1)
	from := make([]*ir.Value, len(v.Args))
	for i, a := range v.Args {
		from[i] = x.local(i, v.Type)
		access(b, ir.OpStore, ir.TVoid, from[i], zero, a)
	}
	to := x.local(-1, v.Type)
	access(b, ir.OpStore, ir.TVoid, to, zero, fast)

	head, work := f.NewBlock("math.lane"), f.NewBlock("math.slow")
	next, end := f.NewBlock("math.next"), f.NewBlock("math.end")
	b.SetJump(head)
	head.Loop = (&ir.LoopMD{}).AtMost(n)
	k := head.NewPhi(ir.TI64, v.Pos)
	in := inliner{f: f, lanes: 1, pos: v.Pos}
	for _, p := range from {
		in.args = append(in.args, access(head, ir.OpLoad, v.Type.Scalar(), p, k))
	}
	head.SetIf(in.straight(head, body.IsSlow), work, next)
	y, last := in.call(work, body.Slow)
	access(last, ir.OpStore, ir.TVoid, to, k, y)
	last.SetJump(next)
	k1 := next.New(ir.OpAdd, ir.TI64, v.Pos, k, one)
	k.AddArgs(zero, k1)
	next.SetIf(next.New(ir.OpLtS, ir.TBool, v.Pos, k1, f.ConstInt(ir.TI64, n)), head, end)
	return access(end, ir.OpLoad, v.Type, to, zero), end
}

// local returns the address of the array for slow lanes of the argument numbered role, or of the results. All functions
// share it, since only one of them computes lanes at a time.
func (x *mathExpander) local(role int, t ir.Type) *ir.Value {
	key := scratchKey{role, t.Elem}
	n, ok := x.scratch[key]
	if !ok {
		n = x.f.NewLocal(ir.Local{Name: "math", Elem: t.Elem, Align: ir.MaxLocalAlign})
		if x.scratch == nil {
			x.scratch = map[scratchKey]int{}
		}
		x.scratch[key] = n
	}
	l := x.f.Locals[n]
	l.Size = max(l.Size, t.Size())
	return x.f.Arg(ir.OpLocalPtr, n)
}
