package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

var unrollTransform = transform{
	prefixes: []string{"unroll."},
	run:      (*driver).unroll,
	wants: func(l *analysis.Loop) bool {
		m := l.Header.Loop
		return len(l.Children) == 0 && !m.Has("disable_nonforced") && !m.Has("unroll.disable")
	},
}

// unroll does several iterations of a loop per pass.
//
// Before:
//
//	for i := 0; i < n; i++ { s = f(s, x[i]) }
//
// After, by 4, with the trip count known only at run time:
//
//	k := 0
//	for ; k+4 <= n; k += 4 { s = f(s, x[k]); s = f(s, x[k+1]); s = f(s, x[k+2]); s = f(s, x[k+3]) }
//	for i := k; i < n; i++ { s = f(s, x[i]) }
//
// and if the trip count is a small constant, that many copies and no loop at all.
//
// Legal if the trip count is known before the loop: the tests between the copies would have gone on. Everything happens
// in the order of the original, checks included.
// Pays if the body is small, so that counter, test and branch are a good part of it.
// Reads unroll.*; leaves followup_unrolled, followup_remainder, followup_all, and by default unroll.disable on the
// unrolled loop.
// Remarks: loop unrolled, loop not unrolled with the reason.
func (d *driver) unroll(l *analysis.Loop, r *request) bool {
	f, md := d.f, l.Header.Loop
	forced := r != nil && (md.Has("unroll.enable") || md.Has("unroll.count") || md.Has("unroll.full"))
	miss := func(why remark.Reason) bool {
		kind := remark.Missed
		if forced {
			kind = remark.Warning
		}
		if forced || r != nil {
			d.opt.Remarks.Add(f, remark.Remark{Kind: kind, Pass: "unroll", Pos: md.Position(), Reason: why, Text: "loop not unrolled"})
		}
		return false
	}
	if md.Has("unroll.disable") || md.Int("unroll.count", 0) == 1 {
		return miss(remark.Disabled)
	}
	if !forced && (md.Has("isvectorized") || md.Has("disable_nonforced")) {
		return miss(remark.Disabled)
	}
	g := &legality{f: f, l: l, se: d.scev, out: &vplan.Legal{F: f, Loop: l, SE: d.scev}}
	if !g.shape() {
		return miss(g.reason)
	}
	taken, trips, ok := d.scev.TripCount(l)
	if !ok {
		return miss(remark.UnknownTripCount)
	}
	size := 0
	for _, b := range l.Blocks {
		size += len(b.Values)
		for _, v := range b.Values {
			if v.Op.Is(ir.FlagMath) {
				size += mathSize
			}
		}
	}
	full := trips >= 0 && trips+1 <= fullUnrollTrips && int(trips+1)*size <= fullUnrollSize
	count := int(md.Int("unroll.count", 0))
	switch {
	case md.Has("unroll.full"):
		if trips < 0 {
			return miss(remark.UnknownTripCount)
		}
		if int(trips+1)*size > pragmaUnrollSize {
			return miss(remark.HugeTripCount)
		}
		full = true
	case count > 1:
		full = trips >= 0 && int64(count) == trips+1
	case !full:
		for count = runtimeUnroll; count > 1 && count*size > runtimeUnrollSize; {
			count /= 2
		}
		if !forced && (md.Has("unroll.runtime.disable") || count < 2 || latencyBound(l, d.scev)) {
			return miss(remark.NotProfitable)
		}
		count = max(count, 2)
	}
	if full {
		count = int(trips + 1)
	}
	if count*size > pragmaUnrollSize {
		return miss(remark.HugeTripCount)
	}
	if !d.bisect("unroll", md.Position()) {
		return miss(remark.Bisected)
	}
	u := &unroller{f: f, l: l, g: g, count: count, full: full, md: md}
	u.run(d.scev, d.scev.AddConst(taken, 1))
	text := "loop unrolled"
	if full {
		text = "loop completely unrolled"
	}
	d.opt.Remarks.Passed(f, "unroll", md.Position(), text, remark.Arg{Name: "count", Value: count})
	return true
}

// Bounds, in iterations and in values of the unrolled body. LLVM's are 300 instructions for full and 150 for partial
// and runtime unrolling, 16384 where the source asks.
const (
	fullUnrollTrips   = 16
	fullUnrollSize    = 300
	runtimeUnroll     = 4
	runtimeUnrollSize = 64
	pragmaUnrollSize  = 16384
	mathSize          = 80 // values that a function of package math takes, with its slow part
)

// latencyBound says whether the loop waits for a chain of floating-point operations anyway.
func latencyBound(l *analysis.Loop, se *analysis.SCEV) bool {
	for _, phi := range l.Header.Phis() {
		if phi.Type.Elem.IsFloat() {
			return true
		}
	}
	return false
}

type unroller struct {
	f     *ir.Func
	l     *analysis.Loop
	g     *legality
	count int
	full  bool
	md    *ir.LoopMD
}

func (u *unroller) run(se *analysis.SCEV, trips analysis.Expr) {
	f, l := u.f, u.l
	pre, header, latch, exit := l.Preheader, l.Header, l.Latch, u.g.out.Exit
	pos := u.md.Position()
	var n *ir.Value
	if !u.full {
		n = se.Expand(trips, pre)
	}
	entry, back, out := header.PredIndex(pre), header.PredIndex(latch), exit.PredIndex(latch)

	copies := make([]*cloner, u.count)
	for k := range copies {
		c := cloneLoop(f, l, "unrolled", nil)
		copies[k] = c
		c.blocks[latch].RemoveSucc(exit)
	}
	first, last := copies[0], copies[u.count-1]
	phis := header.Phis()
	starts := make([]*ir.Value, len(phis))
	for i, phi := range phis {
		starts[i] = phi.Args[entry]
	}

	// Chain the copies: the end of one leads to the beginning of the next, whose phis become plain values.
	for k, c := range copies {
		h, end := c.blocks[header], c.blocks[latch]
		end.Succs = end.Succs[:0]
		end.Kind, end.Likely = ir.BlockJump, ir.NoGuess
		end.SetControl(nil)
		if k > 0 {
			for _, phi := range phis {
				c.values[phi].CopyOf(copies[k-1].of(phi.Args[back]))
			}
			prev := copies[k-1].blocks[latch]
			prev.Succs = append(prev.Succs[:0], h)
			h.Preds = append(h.Preds[:0], prev)
		}
	}
	h, end := first.blocks[header], last.blocks[latch]
	if u.full {
		for i, phi := range phis {
			first.values[phi].CopyOf(starts[i])
		}
		h.Preds = append(h.Preds[:0], pre)
		header.RemovePred(pre)
		pre.Succs[pre.SuccIndex(header)] = h
		end.SetJump(exit)
		for _, phi := range exit.Phis() {
			phi.AddArg(last.of(phi.Args[out]))
		}
		f.ElimCopies()
		f.RemoveUnreachable()
		return
	}

	// k counts iterations in steps of count; the rest is the original loop's.
	uph, mid, rest := f.NewBlock("unrolled.ph"), f.NewBlock("unrolled.end"), f.NewBlock("remainder.ph")
	header.ReplacePred(pre, rest)
	rest.Kind, rest.Succs = ir.BlockJump, []*ir.Block{header}
	limit := pre.New(ir.OpAdd, ir.TI64, pos, n, f.ConstInt(ir.TI64, -int64(u.count)))
	pre.Succs = pre.Succs[:0]
	pre.SetIf(pre.New(ir.OpLeS, ir.TBool, pos, f.ConstInt(ir.TI64, 0), limit), uph, rest)
	pre.Likely = ir.LikelyTrue

	k := h.NewPhi(ir.TI64, pos)
	next := end.New(ir.OpAdd, ir.TI64, pos, k, f.ConstInt(ir.TI64, int64(u.count)))
	h.Preds = h.Preds[:0]
	for _, phi := range phis {
		first.values[phi].ResetArgs()
	}
	uph.SetJump(h)
	end.Kind = ir.BlockIf
	end.SetControl(end.New(ir.OpLeS, ir.TBool, pos, next, limit))
	end.AddEdgeTo(h)
	end.AddEdgeTo(mid)
	end.Likely = ir.LikelyTrue
	k.AddArgs(f.ConstInt(ir.TI64, 0), next)
	for i, phi := range phis {
		first.values[phi].AddArgs(starts[i], last.of(phi.Args[back]))
	}

	mid.SetIf(mid.New(ir.OpEq, ir.TBool, pos, next, n), exit, rest)
	for _, phi := range exit.Phis() {
		phi.AddArg(last.of(phi.Args[out]))
	}
	for i, phi := range phis {
		m := rest.NewPhi(phi.Type, phi.Pos)
		m.AddArgs(starts[i], last.of(phi.Args[back]))
		phi.SetArg(entry, m)
	}
	h.Loop = followup(u.md, "unroll.", []string{"unroll.followup_unrolled", "unroll.followup_all"},
		ir.Attr{Name: "unroll.disable"})
	header.Loop = followup(u.md, "unroll.", []string{"unroll.followup_remainder", "unroll.followup_all"},
		ir.Attr{Name: "unroll.disable"}, ir.Attr{Name: "isvectorized"})
	f.ElimCopies()
}
