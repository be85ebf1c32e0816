package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// subtablesPass is the name of the transformation.
const subtablesPass = "subtables"

// PrivatizeHistograms gives a loop private copies of small tables whose elements it updates where the data say: the
// iterations update the copies one after the other.
//
// Before:
//
//	for i := range x { h[x[i]]++ }
//
// After:
//
//	if n is large && h has all elements that a byte can pick && no overlap(h, x) &&
//		samples of x have neighbours that are equal {
//		var t [4][256]T                                            // in the frame
//		for i := 0; i+4 <= n; i += 4 { t[0][x[i]]++; t[1][x[i+1]]++; t[2][x[i+2]]++; t[3][x[i+3]]++ }
//		for v := range t[0] { if s := t[0][v] + t[1][v] + t[2][v] + t[3][v]; s != 0 { h[v] += s } }
//	}
//	for the rest of the iterations { h[x[i]]++ }
//
// An element that is changed again and again waits each time for the store before to be forwarded; with copies, only
// every fourth time.
//
// Legal if the operations on a table may be done in any order, those of floating-point numbers only with reassoc, what
// they combine with an element does not depend on one, the index has a range that is known and small, nothing else in
// the loop touches the table, by proof or by a run-time check of extents, and no check fails in any iteration, which is
// tested in front: a loop that panics is the original from the first iteration on. Elements that the loop does not
// change are not stored, for other goroutines may own them: one that no copy has changed is left alone.
// A call that is cancelled in the new loop leaves the table as it was before the loop, which Kernel.Do permits: each
// element has its old value or one that was stored.
// Tables whose operations must stay in order have an element of them in a register instead: see hotKey.
// Pays if the data pick a few elements, or the same several times running, which a look at some of them tells
// (sampler). Counting bytes of which nine in ten are one value goes from 7 cycles a byte to 1.2 on Zen 5, an image from
// 1.3 to 1.0. Random bytes take 0.9 without copies and 1.1 with them, which is why samples are looked at. The tests in
// front ask for 16 times as many iterations as clearing and combining take.
// Reads subtables.enable and subtables.disable; leaves followup_counted on the loop that changes the copies,
// followup_fallback on the original, followup_all on both, and by default what was there, with subtables.disable, and
// isdistributed on the former.
// Remarks: histograms privatized, element of the hot key kept in a register; histograms not privatized with the reason.
func PrivatizeHistograms(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	f, md := d.F, l.Header.Loop
	if md.Has("subtables.disable") || md.Off("subtables.enable") {
		return driver.Refused(remark.Disabled)
	}
	if len(l.Children) > 0 {
		return driver.Refused(remark.NotInnermost)
	}
	s := &privatizer{d: d, l: l, g: &legal.Legality{F: f, L: l, Se: d.Scev}}
	if why := s.find(); why == remark.FPOrder {
		if why = s.hotKey(r != nil); why != remark.None {
			return driver.Refused(why)
		}
		return driver.Changed
	} else if why != remark.None {
		return driver.Refused(why)
	}
	if why := s.noAlias(); why != remark.None {
		return driver.Refused(why)
	}
	if len(s.guards) > legal.MaxPairs {
		return driver.Refused(remark.TooManyChecks)
	}
	if why := s.size(); why != remark.None {
		return driver.Refused(why)
	}
	if most := d.Scev.MaxTaken(l); r == nil && (most >= 0 && most < s.trips() ||
		md.Int("estimated_trip_count", s.trips()) < s.trips()) {
		return driver.Refused(remark.ShortTripCount)
	}
	if r == nil && !s.pays() {
		return driver.Refused(remark.NotProfitable)
	}
	if !d.Bisect(subtablesPass, md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	s.run(r != nil)
	d.Passed(subtablesPass, md.Position(), "histograms privatized", remark.Arg{Name: "tables", Value: len(s.tables)},
		remark.Arg{Name: "copies", Value: s.tables[0].Copies}, remark.Arg{Name: "checks", Value: len(s.guards)})
	return driver.Changed
}

// privatizer splits the tables of a loop.
type privatizer struct {
	d      *driver.Driver
	l      *analysis.Loop
	g      *legal.Legality
	tables []*legal.Subtable
	all    []analysis.Access
	guards []vplan.Guard
	// ordered are updates whose operation must stay in order, which is why their tables have no copies.
	ordered []orderedUpdate
}

// ChangesTable says whether l has a store at least of something that it has loaded from the same place, which moves in
// no even steps as far as one can see.
func ChangesTable(l *analysis.Loop) bool {
	for v := range l.Values() {
		if u, ok := legal.UpdateOf(v); ok && u.Store.Args[1].Op != ir.OpPhi {
			return true
		}
	}
	return false
}
