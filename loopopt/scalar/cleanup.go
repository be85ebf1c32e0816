package scalar

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Dce removes what is not used.
func Dce(f *ir.Func) bool { return f.RemoveDead() }

// DecideBranches removes the branches whose conditions are constant.
func DecideBranches(f *ir.Func) bool {
	return slices.ContainsFunc(f.Blocks, decided) && Simplify(f)
}

// DecideRepeated makes constants of the conditions of branches that stand where a branch on the same value has led.
func DecideRepeated(f *ir.Func) {
	dom := f.Dominators()
	for _, b := range f.Blocks {
		if b.Kind != ir.BlockIf || b.Control.IsConst() || !dom.Reachable(b) {
			continue
		}
		if truth, ok := dom.Tested(b, b.Control); ok {
			b.SetControl(f.ConstBool(b.Control.Type, truth))
		}
	}
}

// ReplaceIn makes the values of block b, and its branch, use to where they use from.
func ReplaceIn(b *ir.Block, from, to *ir.Value) {
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
