package scalar

import "hotloop/loopopt/ir"

// GuardLayout reorders nested guards so that the test that most often decides comes first: whether there are enough
// iterations for the vector loop, and only then whether there are any.
//
// Before:
//
//	if 0 < n { if 16 <= n goto vector else scalar } else done
//
// After:
//
//	if 16 <= n goto vector else { if 0 < n goto scalar else done }
//
// Legal if the inner condition implies the outer one, and nothing but its comparison stands between them.
// Pays always: the path to the vector loop has one branch less, the other paths have as many as before. Related
// layout decisions: poll finds the first strip by a branch, the allocator sinks spills into the blocks that need them
// (regalloc/sink.go), and loops are padded only where that saves a piece of 32 bytes (asm.Buffer.Align).
// Reads the guesses about branches; leaves nothing.
// Remarks: none.
func GuardLayout(f *ir.Func) bool {
	changed := false
	for _, b := range f.Blocks {
		for b.Kind == ir.BlockIf && reorderGuards(b) {
			changed = true
		}
	}
	return changed
}

// reorderGuards exchanges b's condition with that of its first successor.
func reorderGuards(b *ir.Block) bool {
	in := b.Succs[0]
	outer, inner := b.Control, in.Control
	if in.Kind != ir.BlockIf || in.Likely != ir.LikelyTrue || len(in.Preds) != 1 || in == b.Succs[1] ||
		len(in.Values) != 1 || in.Values[0] != inner || inner.Uses != 1 || in.Loop != nil ||
		!impliesGuard(inner, outer) {
		return false
	}
	hot, cold, out := in.Succs[0], in.Succs[1], b.Succs[1]
	if hot == out || cold == out || hot == cold || hot.Loop != nil || cold.Loop != nil || out.Loop != nil {
		return false // a block would have another as a successor twice, or a back edge would change its source
	}
	likely := b.Likely
	in.Values = in.Values[:0]
	b.InsertAt(len(b.Values), inner)
	in.SetControl(outer)
	b.SetControl(inner)
	b.SetSuccs(hot, in)
	in.SetSuccs(cold, out)
	hot.ReplacePred(in, b)
	out.ReplacePred(b, in)
	b.Likely, in.Likely = ir.LikelyTrue, likely
	return true
}

// impliesGuard reports whether inner, k < x or k <= x, implies outer, c < x or c <= x of the same x.
func impliesGuard(inner, outer *ir.Value) bool {
	lower := func(v *ir.Value) (least int64, ok bool) {
		if v.Op != ir.OpLtS && v.Op != ir.OpLeS || v.Args[0].Type != ir.TI64 || !v.Args[0].IsConst() {
			return 0, false
		}
		c := v.Args[0].Int()
		if v.Op == ir.OpLtS {
			if c++; c < v.Args[0].Int() {
				return 0, false
			}
		}
		return c, true
	}
	i, ok := lower(inner)
	o, ok2 := lower(outer)
	return ok && ok2 && i >= o && inner.Args[1] == outer.Args[1]
}
