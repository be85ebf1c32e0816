package clone

import "hotloop/loopopt/ir"

// RepairSSA repairs the uses of v after an edge was added that bypasses v. Where control may have come through block
// other instead, the value is w. Every path to a use must pass v's block or other.
//
//	a: v = …      other: w = …
//	 \            /
//	  b: phi(v, w) … uses of v become uses of the phi
func RepairSSA(v, w *ir.Value, other *ir.Block) {
	f := v.Block.Func
	at := map[*ir.Block]*ir.Value{v.Block: v, other: w} // at the end of a block
	var reaching func(b *ir.Block) *ir.Value
	reaching = func(b *ir.Block) *ir.Value {
		if x := at[b]; x != nil {
			return x
		}
		if len(b.Preds) == 1 {
			at[b] = reaching(b.Preds[0])
			return at[b]
		}
		phi := b.NewPhi(v.Type, v.Pos)
		at[b] = phi // before its arguments, which may depend on it
		for _, p := range b.Preds {
			phi.AddArg(reaching(p))
		}
		return phi
	}
	type use struct {
		u *ir.Value
		i int
		b *ir.Block // where the value must be
	}
	var uses []use
	var controls []*ir.Block
	for _, b := range f.Blocks {
		for _, u := range b.Walk() {
			for i, a := range u.Args {
				from := b
				if u.Op == ir.OpPhi {
					from = b.Preds[i]
				}
				if a == v && from != v.Block {
					uses = append(uses, use{u, i, from})
				}
			}
		}
		if b.Control == v && b != v.Block {
			controls = append(controls, b)
		}
	}
	for _, x := range uses {
		if r := reaching(x.b); r != v {
			x.u.SetArg(x.i, r)
		}
	}
	for _, b := range controls {
		if r := reaching(b); r != v {
			b.SetControl(r)
		}
	}
}
