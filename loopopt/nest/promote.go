package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
)

// promote is scalar promotion (loop.Promote), judged by what is known of the nest around l.
func promote(d *driver.Driver, l *analysis.Loop) bool {
	return loop.Promote(d, l, func(a, b *analysis.Access) bool {
		return analysis.KnownDisjoint(l, a.Root, b.Root) || elsewhere(d, l, b.V, a.V)
	})
}

// elsewhere says whether the loop never accesses by v what st stores to.
func elsewhere(d *driver.Driver, l *analysis.Loop, v, st *ir.Value) bool {
	a, b := d.Scev.Place(v, l), d.Scev.Place(st, l)
	return len(analysis.NewNestTester(d.Scev, l).Test(&a, &b)) == 0
}
