package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// distributePass is the name of the transformation.
const distributePass = "distribute"

// DistributeOff says why the metadata forbid it.
func DistributeOff(md *ir.LoopMD) remark.Reason {
	switch {
	case md.Has("isdistributed"):
		return remark.AlreadyDone
	case md.Off("distribute.enable"):
		return remark.Disabled
	}
	return remark.None
}

// Distribute makes several loops of one, so that what can be vectorized does not wait for what cannot.
//
// Before:
//
//	for i := 1; i < n; i++ {
//		A[i] = i
//		B[i] = 2 + B[i]
//		C[i] = 3 + C[i-1]
//	}
//
// After:
//
//	if run-time checks hold(A, B, C) {
//		for i := 1; i < n; i++ { A[i] = i }             // coincident loops: no iteration needs another
//		for i := 1; i < n; i++ { B[i] = 2 + B[i] }
//		for i := 1; i < n; i++ { C[i] = 3 + C[i-1] }    // sequential loop
//	} else {
//		for i := 1; i < n; i++ { … as it was … }        // fallback
//	}
//
// Legal if no statement of an earlier loop touches, in a later iteration than a statement of a later loop, the same
// place, nor in the same iteration if it comes second there: by proof, or by run-time checks on slices that may
// overlap. Loads and operations that two loops need are done in both, so that the same is asked of loads. A value that
// another loop has stored is loaded from there if it cannot be computed again (reload.go). A loop with
// checks is distributed as far as none of them fails; the original goes on from there, and panics where it did.
// Pays if the sequential part takes less time without the rest, and the rest is more than a few instructions, for the
// time of a recurrence is mostly latency, in which the rest is free. Where the metadata ask for it that is not asked.
// Then coincident statements share a loop only if they share loads or values.
// Reads distribute.enable and isdistributed; leaves followup_coincident, followup_sequential, followup_fallback,
// followup_all, and by default isdistributed, with all else that was there.
// Remarks: loop distributed, loop not distributed with the reason.
func Distribute(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	f, md := d.F, l.Header.Loop
	forced := r != nil && r.Forced
	if why := DistributeOff(md); why != remark.None {
		return driver.Refused(why)
	}
	w, why := newDistGraph(d, l)
	if why != remark.None {
		return driver.Refused(why)
	}
	defer func() { w.reloads.undo(f) }()
	if len(w.Parts) < 2 {
		return driver.Refused(w.Circle())
	}
	for _, c := range w.Parts {
		w.judge(c)
	}
	parts := w.partition(forced)
	if len(parts) < 2 {
		return driver.Refused(remark.NothingToIsolate)
	}
	guards, ok := w.guards(parts)
	if !ok {
		return driver.Refused(w.Circle())
	}
	if len(guards) > legal.MaxPairs {
		return driver.Refused(remark.TooManyChecks)
	}
	if !forced && !w.pays(parts) {
		return driver.Refused(remark.NotProfitable)
	}
	if !d.Bisect("distribute", md.Position()) {
		return driver.Refused(remark.Bisected)
	}

	w.inductions(parts)
	rs := Restructure(d, w.g, guards)
	for _, c := range parts {
		part := clone.ClonePart(f, l, c.kind(), &c.Part)
		w.reloads.join(part)
		rs.Add(part).Loop = c.Followup(md)
	}
	if rs.Finish(); rs.Rest != nil {
		l.Header.Loop = distributed(md, "distribute.followup_fallback")
		if !forced {
			l.Header.Loop = l.Header.Loop.Done()
		}
	}
	f.RemoveUnreachable()    // the sides of branches that a part does not take
	scalar.CanonicalLoops(f) // the fallback shares its exit with the parts
	Distributed(d, md.Position(), parts, remark.Arg{Name: "checks", Value: len(guards)})
	return driver.Changed
}

// inductions gives the last part what leaves the loop, or is carried around it, and is an induction.
func (w *distGraph) inductions(parts []*Part) {
	last := parts[len(parts)-1]
	need := func(v *ir.Value) {
		for _, c := range parts {
			if c.Has(v) {
				return
			}
		}
		last.Join(w.s.Of(w.d.F, v))
	}
	at, back := w.g.Out.Exit.PredIndex(w.l.Latch), w.l.Header.PredIndex(w.l.Latch)
	for _, phi := range w.g.Out.Exit.Phis() {
		need(phi.Args[at])
	}
	if len(w.g.Out.IterationBounds) > 0 {
		for _, phi := range w.l.Header.Phis() {
			need(phi.Args[back])
		}
	}
}

// pays compares cycles per iteration: a core does some four instructions in one, if it need not wait.
func (w *distGraph) pays(parts []*Part) bool {
	const width, lanes = 4, 8
	apart, vector := 0.0, false
	for _, c := range parts {
		n := float64(w.count(c)) / width
		if c.Sequential {
			apart += max(n, float64(w.latency(c)))
			continue
		}
		vector = true
		apart += float64(n/lanes) + perLoop
	}
	whole := w.union(parts...)
	together := max(float64(w.count(whole))/width, float64(w.latency(whole)))
	return vector && together > 1.1*apart
}

// perLoop is what another loop costs per iteration, in cycles: its share of the prologue, and loads and stores that two
// loops do instead of one.
const perLoop = 0.3
