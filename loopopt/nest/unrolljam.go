package nest

import (
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// unrollAndJam does several iterations of a loop with loops in it at once, one iteration of the inner loops after the
// other.
//
// Before:
//
//	for i := 0; i < n; i++ { fore(i); for j := 0; j < m; j++ { s(i, j) }; aft(i) }
//
// After, by 2:
//
//	i := 0
//	for ; i+2 <= n; i += 2 { fore(i); fore(i+1); for j := 0; j < m; j++ { s(i, j); s(i+1, j) }; aft(i); aft(i+1) }
//	for ; i < n; i++ { fore(i); for j := 0; j < m; j++ { s(i, j) }; aft(i) }
//
// There may be any number of inner loops, one after the other or within one another: all of them are jammed.
//
// Legal if the inner loops run equally often in all iterations and no dependence is reversed: if iteration i+1 at inner
// iteration j needs something of iteration i, it must be of an inner iteration up to j. That slices do not overlap, and
// rows neither, is tested in front of the nest (VersionNest), whose original is the fallback; so are the checks.
// Pays if the copies share loads, or have sums that wait for their own latency.
// Reads unroll_and_jam.*, unroll.disable; leaves followup_outer, followup_inner, followup_remainder_outer,
// followup_remainder_inner, followup_all; by default unroll.disable on the outer loop instead of all unroll attributes,
// on inner loops what they had, on the outer remainder nothing.
// Remarks: loop unrolled and jammed; loop not unrolled and jammed, with the reason.
func UnrollAndJam(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	if md.Has("unroll_and_jam.disable") || md.Has("unroll.disable") || md.Int("unroll_and_jam.count", 0) == 1 {
		return driver.Refused(remark.Disabled)
	}
	if len(l.Children) == 0 {
		return driver.Refused(remark.NoInnerLoop)
	}
	count, why := jamCount(d, l)
	if why != remark.None {
		return driver.Refused(why)
	}
	j := newJammer(d, l)
	if !j.legal(count) {
		return driver.RefusedAt(j.reason, j.at)
	}
	if !d.Bisect("unroll_and_jam", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	var inner []*ir.Block
	for _, c := range d.Loop.Loops {
		if c != l && l.ContainsLoop(c) {
			inner = append(inner, c.Header)
		}
	}
	trips := constTrips(d, l)
	j.whole = trips > 0 && trips%int64(count) == 0
	j.run()
	outer := driver.Followup(md, "unroll_and_jam.",
		[]string{"unroll_and_jam.followup_outer", "unroll_and_jam.followup_all"})
	if !driver.Given(md, []string{"unroll_and_jam.followup_outer", "unroll_and_jam.followup_all"}) {
		own := func(name string) bool { return strings.HasPrefix(name, "unroll.") }
		outer = outer.Without(own).With(ir.Attr{Name: "unroll.disable"})
	}
	j.made.header.Loop = driver.KeepMarks(outer, md).Grouped(md, int64(count))
	remainder := []string{"unroll_and_jam.followup_remainder_outer", "unroll_and_jam.followup_all"}
	l.Header.Loop = driver.Bare(md)
	if driver.Given(md, remainder) {
		l.Header.Loop = driver.Followup(md, "", remainder)
	}
	l.Header.Loop = driver.KeepMarks(l.Header.Loop, md).AtMost(md.Most(int64(count - 1)))
	for _, h := range inner {
		own := h.Loop
		j.made.blocks[h].Loop = innerFollowup(md, driver.Regrouped(own), "unroll_and_jam.followup_inner",
			"unroll_and_jam.followup_all")
		h.Loop = innerFollowup(md, own, "unroll_and_jam.followup_remainder_inner", "unroll_and_jam.followup_all")
	}
	d.Passed("unroll_and_jam", md.Position(), "loop unrolled and jammed", remark.Arg{Name: "count", Value: count})
	if asked := md.Int("unroll_and_jam.count", 0); int64(count) < asked {
		why := remark.SwitchedOff // a knob wants another count, or nothing left over
		if trips > 0 && trips < asked || md.Most(asked) < asked {
			why = remark.ShortTripCount
		}
		d.Partly(md, "unroll_and_jam.count", driver.MetInPart, why, remark.Arg{Name: "count", Value: count})
	}
	afterJam(d)
	return driver.Changed
}

// innerFollowup is the metadata of a loop inside the one that was transformed: what outer's followups of the roles say,
// if there are any, else what it had itself.
func innerFollowup(outer, own *ir.LoopMD, roles ...string) *ir.LoopMD {
	if !driver.Given(outer, roles) {
		return own
	}
	md := driver.Followup(outer, "", roles)
	md.Pos = own.Position()
	return driver.KeepMarks(md, own)
}

// nestPrefixes are those of transformations that are done to the version of a nest without checks only.
var nestPrefixes = []string{"interchange.", "unroll_and_jam.", "flatten.", "reverse.", "fuse."}

// ofNest says whether an attribute belongs to a transformation of nests.
func ofNest(name string) bool {
	for _, p := range nestPrefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
