package loopopt

import "hotloop/loopopt/ir"

// dce removes what is not used.
func dce(f *ir.Func) bool {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Values)
	}
	f.RemoveDead()
	m := 0
	for _, b := range f.Blocks {
		m += len(b.Values)
	}
	return n != m
}

// decideBranches removes the branches whose conditions are constant.
func decideBranches(f *ir.Func) bool {
	for _, b := range f.Blocks {
		if b.Kind == ir.BlockIf && b.Control.IsConst() {
			return simplify(f)
		}
	}
	return false
}

// replaceIn makes the values of block b, and its branch, use to where they use from.
func replaceIn(b *ir.Block, from, to *ir.Value) {
	for _, v := range b.Walk() {
		for i, a := range v.Args {
			if a == from {
				v.SetArg(i, to)
			}
		}
	}
	if b.Control == from {
		b.SetControl(to)
	}
}
