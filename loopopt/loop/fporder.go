package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
)

// mainReason is the reason to give for a loop that g refuses for why: if only the order of floating-point operations keeps
// a recurrence from being a scan, that is the reason, since a Go programmer can permit another order.
//
// It sets the flags in question on the operations of the loop, asks what would ask then, and restores them. A division
// by an invariant is a product then: with the flag arcp, the passes in front of the driver make one of it.
func mainReason(d *driver.Driver, l *analysis.Loop, g *legal.Legality, why remark.Reason) remark.Reason {
	switch why {
	case remark.UnknownRecurrence, remark.BackwardDependence, remark.UnknownDependence:
	default:
		return why
	}
	if d.Opt.Remarks == nil {
		return why
	}
	type operation struct {
		v  *ir.Value
		op ir.Op
		fp ir.FPFlags
	}
	var ops []operation
	for v := range l.Values() {
		if v.Type.Elem.IsFloat() && v.Op.Is(ir.FlagElementwise) {
			ops = append(ops, operation{v, v.Op, v.FP})
		}
	}
	defer func() {
		for _, o := range ops {
			o.v.Op, o.v.FP = o.op, o.fp
		}
	}()
	for _, try := range []struct {
		flags ir.FPFlags
		why   remark.Reason
	}{{ir.Reassoc, remark.FPOrder}, {ir.FPFast, remark.FPFlags}} {
		changed := false
		for _, o := range ops {
			o.v.FP = o.fp | try.flags
			changed = changed || o.v.FP != o.fp
			if o.op == ir.OpDiv && o.v.FP&ir.ARcp != 0 && l.Invariant(o.v.Args[1]) {
				o.v.Op = ir.OpMul
			}
		}
		if changed && (phiScans(d, l) || memoryScans(d, l)) {
			return try.why
		}
	}
	if why == remark.UnknownDependence {
		return g.Dependence()
	}
	return why
}

// phiScans reports whether the values that l carries around are scans, or could be made scans by reassociate.
func phiScans(d *driver.Driver, l *analysis.Loop) bool {
	g := &legal.Legality{F: d.F, L: l, Se: d.Scev, Vector: true, Early: true}
	if g.Check() {
		return true
	}
	if g.Reason != remark.UnknownRecurrence || !l.Simplified() {
		return false
	}
	var chains []*chain
	var carried []*ir.Value // what a chain must not take from the iteration before
	for _, c := range analysis.ClassifyPhis(d.Scev, l) {
		if c.Kind != analysis.Induction && c.Kind != analysis.Reduction {
			carried = append(carried, c.Phi)
		}
		if c.Kind != analysis.Other || !c.Phi.Type.Elem.IsFloat() || c.Backedge == nil {
			continue
		}
		ch := recurrenceChain(l, c.Phi, c.Backedge)
		if ch == nil || !ch.associates() || ch.selects() && !ch.neutral(&c) {
			return false
		}
		chains = append(chains, ch)
	}
	for _, ch := range chains {
		for _, s := range ch.steps {
			for i, a := range s.v.Args {
				if i != s.arg && slices.ContainsFunc(carried, func(p *ir.Value) bool { return dependsOn(l, a, p) }) {
					return false
				}
			}
		}
	}
	return len(chains) > 0
}

// dependsOn reports whether v is computed from p within an iteration of l.
func dependsOn(l *analysis.Loop, v, p *ir.Value) bool {
	seen := map[*ir.Value]bool{}
	var from func(v *ir.Value) bool
	from = func(v *ir.Value) bool {
		if v == p || seen[v] || l.Invariant(v) {
			return v == p
		}
		seen[v] = true
		return !(v.Op == ir.OpPhi && v.Block == l.Header) && slices.ContainsFunc(v.Args, from)
	}
	return from(v)
}

// memoryScans reports whether carryScan would make scans of all that iterations of l hand on by way of memory.
func memoryScans(d *driver.Driver, l *analysis.Loop) bool {
	c, _ := scanCommoner(d, l)
	return c != nil && !slices.ContainsFunc(c.links, func(k analysis.Link) bool { return !c.scans(k) })
}
