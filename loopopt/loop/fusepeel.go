package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
)

// peelToFuse asks for the first of two loops that are to be fused to be peeled, if it makes a few iterations more
// than the second, and both numbers are constant.
//
// Before:
//
//	for i := 0; i < 34; i++ { a[i] = f(i) }
//	for j := 0; j < 32; j++ { b[j] = g(j) }
//
// After:
//
//	a[0], a[1] = f(0), f(1)
//	for i := 2; i < 34; i++ { a[i] = f(i) }
//	for j := 0; j < 32; j++ { b[j] = g(j) }
//
// Legal always, as peeling is. Whether the two can be fused is seen when they run equally often.
// Pays perhaps: the knob fuse.peel-max-count, LLVM's loop-fusion-peel-max-count, is 0 there and here.
func peelToFuse(d *driver.Driver, l, m *analysis.Loop) []driver.Restructuring {
	_, first, ok1 := d.Scev.TripCount(l)
	_, second, ok2 := d.Scev.TripCount(m)
	more := first - second
	if !ok1 || !ok2 || first < 0 || second < 0 || more <= 0 || more > int64(d.Opt.Knobs.FusePeelMaxCount) ||
		!clone.Repeatable(l) {
		return nil
	}
	return []driver.Restructuring{func(d *driver.Driver, l *analysis.Loop) bool {
		p := &peeling{d: d, l: l, md: l.Header.Loop, unroll: &d.Opt.Knobs.Unroll, opt: &d.Opt.Knobs.Peel}
		return p.first(int(more))
	}}
}
