package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// checkelim removes checks that the loop's own condition proves.
//
// Before:
//
//	for i := 0; i < len(y); i++ { check(i < len(y)); y[i] = 0 }
//
// After:
//
//	for i := 0; i < len(y); i++ { y[i] = 0 }
//
// Legal if the check holds for at least as many iterations as the loop runs, both known in advance.
// Pays always.
// Reads nothing; leaves nothing.
// Remarks: none.
func checkelim(f *ir.Func) bool {
	dom := f.Dominators()
	li := analysis.FindLoops(f, dom)
	se := analysis.NewSCEV(f, li, dom)
	changed := false
	for _, l := range li.Loops {
		if len(l.Exiting) != 1 || l.Exiting[0] != l.Latch || l.Preheader == nil {
			continue
		}
		taken, _, ok := se.TripCount(l)
		if !ok {
			continue
		}
		trips := se.AddConst(taken, 1)
		for _, b := range l.Blocks {
			if li.Of(b) != l {
				continue
			}
			for i := 0; i < len(b.Values); i++ {
				v := b.Values[i]
				if v.Op != ir.OpCheck {
					continue
				}
				if n, ok := se.CheckExitCount(v, l); ok && se.AtLeast(n, trips) {
					b.Remove(v)
					i--
					changed = true
				}
			}
		}
	}
	return changed
}
