package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// unswitchPass is the name of the transformation.
const unswitchPass = "unswitch"

// Unswitch decides a condition that is the same in all iterations in front of the loop, of which it makes two.
//
// Before:
//
//	for i := range y { if k > 0 { y[i] = s(i) } else { z[i] = t(i) } }
//
// After:
//
//	if k > 0 {
//		for i := range y { y[i] = s(i) }
//	} else {
//		for i := range y { z[i] = t(i) }
//	}
//
// Legal always: each loop does what the original did, in the same order, checks and exits included. The condition is
// computed in front of the loop already, as a value without effects.
// Pays where the sides would have to be done under masks, or the loop is scalar; not for selects alone, which cost less
// than a second loop. A request does the condition that decides about the most code.
// Reads unswitch.enable and unswitch.disable; leaves followup_true, followup_false, followup_all, and by default what
// was there on both loops.
// Remarks: loop unswitched, loop not unswitched with the reason.
func Unswitch(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	f, md := d.F, l.Header.Loop
	switch {
	case md.Has("unswitch.disable"):
		return driver.Refused(remark.Disabled)
	case !l.Entered():
		return driver.Refused(remark.NotSimplified)
	}
	cond := invariantCondition(d, l, r != nil)
	if cond == nil {
		return driver.Refused(remark.NoInvariantCondition)
	}
	if r == nil && clone.LoopSize(l) > MaxUnswitched {
		return driver.Refused(remark.NotProfitable)
	}
	if !d.Bisect("unswitch", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	header := l.Header
	c := clone.Version(f, l, cond, "unswitched", "unswitched", false, nil)
	h := c.Block(header)
	depth := md.Int(unswitched, 0) + 1
	mark := ir.Attr{Name: unswitched, Kind: ir.AttrInt, Int: depth}
	header.Loop = driver.KeepMarks(
		driver.Followup(md, "unswitch.", []string{"unswitch.followup_true", "unswitch.followup_all"}, mark), md)
	h.Loop = driver.KeepMarks(
		driver.Followup(md, "unswitch.", []string{"unswitch.followup_false", "unswitch.followup_all"}, mark), md)
	for _, b := range l.Blocks {
		scalar.ReplaceIn(b, cond, f.ConstBool(cond.Type, true))
		scalar.ReplaceIn(c.Block(b), cond, f.ConstBool(cond.Type, false))
	}
	d.Tidy()
	d.Passed(unswitchPass, md.Position(), "loop unswitched")
	return driver.Changed
}

// unswitched counts, in the metadata, how often heuristics may have doubled a loop already.
const unswitched = "unswitched"

// MaxUnswitched is the largest loop, in values, that heuristics make two of, and unswitchDepth how often: four loops of
// one are enough.
const (
	MaxUnswitched = 80
	unswitchDepth = 2
)

// invariantCondition is the condition, computed outside of l, that decides about the most values. Those of selects
// count if selects is set.
func invariantCondition(d *driver.Driver, l *analysis.Loop, selects bool) *ir.Value {
	var best *ir.Value
	most := 0
	s := &clone.Slicer{L: l, Dom: d.Scev.Dom()}
	for _, b := range l.Blocks {
		if c := b.Control; c != nil && b.Kind == ir.BlockIf && l.Invariant(c) && !c.IsConst() {
			if _, ok := s.Dom.Tested(l.Preheader, c); ok {
				continue // an inner loop's guard, of a number that the outer one has, too
			}
			n := 1
			for _, x := range l.Blocks {
				if x != l.Header && d.Scev.Dom().Dominates(b, x) && x != b && l.Latch != nil && s.Passing(x)[b.ID] {
					n += len(x.Values)
				}
			}
			if n > most {
				best, most = c, n
			}
		}
		for _, v := range b.Walk() {
			if selects && v.Op == ir.OpSelect && most == 0 && v.Args[0].Type == ir.TBool && l.Invariant(v.Args[0]) &&
				!v.Args[0].IsConst() {
				best = v.Args[0]
			}
		}
	}
	return best
}
