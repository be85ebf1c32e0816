package scalar

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Dce removes unused values.
func Dce(f *ir.Func) bool { return f.RemoveDead() }

// DecideBranches folds branches on constants.
func DecideBranches(f *ir.Func) bool {
	return slices.ContainsFunc(f.Blocks, decided) && Simplify(f)
}

// DecideRepeated replaces the condition of a branch by a constant where a dominating branch on the same value decides
// it.
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

// ReplaceIn replaces from by to in the values of block b and in its branch.
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
