package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// unswitchPass is the name of the transformation.
const unswitchPass = "unswitch"

// unswitch decides a condition that is the same in all iterations in front of the loop, of which it makes two.
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
// Reads unswitch.enable and unswitch.disable; leaves followup_true, followup_false, followup_all, and by default what was
// there on both loops.
// Remarks: loop unswitched, loop not unswitched with the reason.
func (d *driver) unswitch(l *analysis.Loop, r *request) bool {
	f, md := d.f, l.Header.Loop
	miss := func(why remark.Reason) bool {
		return r != nil && d.refuse(unswitchPass, l, r, why, "loop not unswitched")
	}
	switch {
	case md.Has("unswitch.disable"):
		return miss(remark.Disabled)
	case l.Preheader == nil || l.Preheader.Kind != ir.BlockJump:
		return miss(remark.NotSimplified)
	}
	cond := d.invariantCondition(l, r != nil)
	if cond == nil {
		return miss(remark.NoInvariantCondition)
	}
	if r == nil && loopSize(l) > maxUnswitched {
		return miss(remark.NotProfitable)
	}
	if !d.bisect("unswitch", md.Position()) {
		return miss(remark.Bisected)
	}
	header := l.Header
	c := d.twice(l, cond, "unswitched")
	h := c.blocks[header]
	depth := md.Int(unswitched, 0) + 1
	mark := ir.Attr{Name: unswitched, Kind: ir.AttrInt, Int: depth}
	header.Loop = followup(md, "unswitch.", []string{"unswitch.followup_true", "unswitch.followup_all"}, mark)
	h.Loop = followup(md, "unswitch.", []string{"unswitch.followup_false", "unswitch.followup_all"}, mark)
	for _, b := range l.Blocks {
		replaceIn(b, cond, f.ConstBool(cond.Type, true))
		replaceIn(c.blocks[b], cond, f.ConstBool(cond.Type, false))
	}
	d.tidy()
	d.passed(unswitchPass, md.Position(), "loop unswitched")
	return true
}

// twice makes two loops of one: l runs if cond, known in front of it, is true, and the copy if not.
func (d *driver) twice(l *analysis.Loop, cond *ir.Value, name string) *cloner {
	f, pre, header := d.f, l.Preheader, l.Header
	c := cloneLoop(f, l, name, nil)
	for _, in := range d.loop.Loops {
		if in != l && l.Contains(in.Header) {
			c.blocks[in.Header].Loop = in.Header.Loop
		}
	}
	yes, no := f.NewBlock(name+".ph"), f.NewBlock(name+".ph")
	entry := header.PredIndex(pre)
	h := c.blocks[header]
	no.SetJump(h)
	for _, phi := range header.Phis() {
		c.values[phi].AddArg(phi.Args[entry])
	}
	header.ReplacePred(pre, yes)
	yes.Kind, yes.Succs = ir.BlockJump, []*ir.Block{header}
	pre.Succs = pre.Succs[:0]
	pre.SetIf(cond, yes, no)
	return c
}

// unswitched counts, in the metadata, how often heuristics may have doubled a loop already.
const unswitched = "unswitched"

// maxUnswitched is the largest loop, in values, that heuristics make two of, and unswitchDepth how often: four loops of
// one are enough.
const (
	maxUnswitched = 80
	unswitchDepth = 2
)

// invariantCondition is the condition, computed outside of l, that decides about the most values. Those of selects
// count if selects is set.
func (d *driver) invariantCondition(l *analysis.Loop, selects bool) *ir.Value {
	var best *ir.Value
	most := 0
	s := &slicer{l: l, dom: d.scev.Dom()}
	for _, b := range l.Blocks {
		if c := b.Control; c != nil && b.Kind == ir.BlockIf && l.Invariant(c) && !c.IsConst() {
			n := 1
			for _, x := range l.Blocks {
				if x != l.Header && d.scev.Dom().Dominates(b, x) && x != b && l.Latch != nil && s.passing(x)[b.ID] {
					n += len(x.Values)
				}
			}
			if n > most {
				best, most = c, n
			}
		}
		for _, v := range b.Walk() {
			if selects && v.Op == ir.OpSelect && most == 0 && v.Args[0].Type == ir.TBool && l.Invariant(v.Args[0]) && !v.Args[0].IsConst() {
				best = v.Args[0]
			}
		}
	}
	return best
}
