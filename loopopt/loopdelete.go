package loopopt

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// deleteLoops removes loops that do nothing but count.
//
// Before:
//
//	for i := 0; i < n; i++ { k += 3; t = x[i] }   // t is not used
//
// After:
//
//	if n > 0 { k += 3*n }
//
// Legal if nothing in the loop has an effect, checks included, it is left at its end only, and what is used behind it are
// integers that advance evenly, computed from the number of iterations. That number must be known, or the loop be
// said to end (mustprogress) and nothing of it be used: a loop that goes on for ever is what the program asked for.
// Pays always. A loop of which the metadata ask for something stays.
// Reads mustprogress and disable_nonforced; leaves nothing.
// Remarks: loop deleted.
func (d *driver) deleteLoops() {
	for again := true; again && !d.resting(); {
		again = false
		for i := len(d.loop.Loops) - 1; i >= 0 && !again; i-- {
			again = d.deleteLoop(d.loop.Loops[i])
		}
		if again {
			d.tidy()
			d.refresh()
		}
	}
}

func (d *driver) deleteLoop(l *analysis.Loop) bool {
	f, md := d.f, l.Header.Loop
	if len(l.Children) > 0 || l.Preheader == nil || l.Preheader.Kind != ir.BlockJump || l.Latch == nil || len(l.Exiting) != 1 ||
		l.Exiting[0] != l.Latch || md.Has("disable_nonforced") {
		return false
	}
	if md != nil && slices.ContainsFunc(md.Attrs, func(a ir.Attr) bool { return isRequest(a) != nil }) {
		return false
	}
	for _, b := range l.Blocks {
		for _, v := range b.Values {
			if v.Op.Is(ir.FlagEffect) {
				return false
			}
		}
	}
	exit := l.Exits[0]
	at := exit.PredIndex(l.Latch)
	taken, _, ok := d.scev.TripCount(l)
	if !ok && !md.Has("mustprogress") {
		return false
	}
	for _, phi := range exit.Phis() {
		v := phi.Args[at]
		if l.Invariant(v) {
			continue
		}
		if _, step, isRec := d.scev.AddRec(v, l); !ok || !isRec || !d.scev.Invariant(step, l) {
			return false
		}
	}
	if !d.bisect("delete", md.Position()) {
		return false
	}
	pre, pos := l.Preheader, md.Position()
	finals := make([]*ir.Value, len(exit.Phis()))
	for i, phi := range exit.Phis() {
		v := phi.Args[at]
		if l.Invariant(v) {
			finals[i] = v
			continue
		}
		start, step, _ := d.scev.AddRec(v, l)
		n := d.scev.Expand(taken, pre)
		if v.Type != ir.TI64 {
			n = pre.New(ir.OpTruncI, v.Type, pos, n)
		}
		n = pre.New(ir.OpMul, v.Type, pos, n, d.scev.Expand(step, pre))
		finals[i] = pre.New(ir.OpAdd, v.Type, pos, d.scev.Expand(start, pre), n)
	}
	l.Header.RemovePred(pre)
	pre.Succs = pre.Succs[:0]
	pre.AddEdgeTo(exit)
	for i, phi := range exit.Phis() {
		phi.AddArg(finals[i])
	}
	f.RemoveUnreachable()
	d.opt.Remarks.Add(f, remark.Remark{Kind: remark.Passed, Pass: "delete", Pos: pos, Text: "loop deleted"})
	return true
}
