package scalar

import "hotloop/loopopt/ir"

// remainders computes x % y from x / y where both are used.
//
// Before:
//
//	q = x / y; r = x % y
//
// After:
//
//	q = x / y; r = x - q*y
//
// Legal if one of the two dominates the other: its proof that y is not zero holds for both. All arithmetic wraps: the
// smallest integer divided by -1 is itself, and leaves 0. Powers of two are left alone, since their remainder is a
// mask.
// Pays always: a 64-bit division takes ten to twenty cycles, the product and the difference four. In vectors the
// quotient is a sequence of its own. The pass cse runs remainders after it has unified equal operands.
func remainders(f *ir.Func) bool {
	var rems, divs []*ir.Value
	for _, b := range f.Blocks {
		for _, v := range b.Walk() {
			switch v.Op {
			case ir.OpRemS, ir.OpRemU:
				if c := v.Args[1]; !c.IsConst() || c.Int()&(c.Int()-1) != 0 && -c.Int()&(-c.Int()-1) != 0 {
					rems = append(rems, v)
				}
			case ir.OpDivS, ir.OpDivU:
				divs = append(divs, v)
			}
		}
	}
	if len(rems) == 0 || len(divs) == 0 {
		return false
	}
	dom := f.Dominators()
	changed := false
	for _, r := range rems {
		op := ir.OpDivS
		if r.Op == ir.OpRemU {
			op = ir.OpDivU
		}
		for _, d := range divs {
			if d.Op != op || d.Args[0] != r.Args[0] || d.Args[1] != r.Args[1] || !near(d, r, dom) {
				continue
			}
			q := r.Block.InsertBefore(r, op, r.Type, d.Pos, d.Args...)
			p := r.Block.InsertBefore(r, ir.OpMul, r.Type, r.Pos, q, r.Args[1])
			r.CopyOf(r.Block.InsertBefore(r, ir.OpSub, r.Type, r.Pos, r.Args[0], p))
			changed = true
			break
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

// near reports whether one of two values dominates the other.
func near(v, w *ir.Value, dom *ir.Dom) bool {
	return v.Block == w.Block || dom.Dominates(v.Block, w.Block) || dom.Dominates(w.Block, v.Block)
}
