package legal

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// Conditional scalar assignments: values that some iterations assign and others look at.
//
// Before:
//
//	for i := range y { if x[i] > 0 { s = x[i] }; y[i] = s }
//
// After, four iterations at once:
//
//	c := x[i:i+4] > 0
//	v := of each lane, x of the last lane up to it that has c; s if there is none     // recipe COND-ASSIGN
//	y[i:i+4] = v
//	s = last lane of v
//
// So what the phi is in the next iteration is known for all lanes, and the rest is a recurrence (recurrence.go). Legal
// if neither what is assigned nor whether it is depends on the phi.

// conditionalAssignments finds such phis among those that are nothing else, and makes recurrences of them.
func (g *Legality) conditionalAssignments() {
	for i := range g.Out.Phis {
		c := &g.Out.Phis[i]
		if c.Kind != analysis.Other || c.Backedge == nil || !g.has(c.Phi) || !assignable(c.Phi.Type) {
			continue
		}
		a := &assignment{c: c, tree: map[*ir.Value]bool{}, seen: map[*ir.Value]bool{}}
		if !a.walk(g, c.Backedge) || len(a.vals) == 0 || len(a.tree) == 0 || len(a.seen) > 64 {
			continue
		}
		y := &vplan.ConditionalAssignment{Phi: c.Phi, Tree: a.tree}
		ok := true
		for n := range a.tree {
			ok = ok && !isMinMax(n.Op)
		}
		for _, v := range a.decisive(g) {
			for _, k := range g.phisOf(v) {
				ok = ok && g.Out.Phis[k].Phi != c.Phi
			}
		}
		if ok {
			c.Kind = analysis.FirstOrderRecurrence
			g.Out.Carried = append(g.Out.Carried, y)
		}
	}
}

// decisive lists what decides about the value carried: what may be assigned, and the conditions on the way, more of
// these than need be.
func (a *assignment) decisive(g *Legality) []*ir.Value {
	list := append([]*ir.Value(nil), a.vals...)
	for n := range a.tree {
		if n.Op == ir.OpSelect {
			list = append(list, n.Args[0])
			continue
		}
		for _, b := range g.Out.Body {
			if b == n.Block {
				break
			}
			if b.Kind == ir.BlockIf && !g.Out.Leaves(b) {
				list = append(list, b.Control)
			}
		}
	}
	return list
}

// sources is what the next value of recurrence c is computed from, itself not counted.
func (g *Legality) sources(c *analysis.PhiClass) []*ir.Value {
	if s := g.Out.ScanOf(c.Phi); s != nil {
		return s.Operands()
	}
	if g.Out.AssignmentOf(c.Phi) == nil {
		return []*ir.Value{c.Backedge}
	}
	a := &assignment{c: c, tree: map[*ir.Value]bool{}, seen: map[*ir.Value]bool{}}
	a.walk(g, c.Backedge)
	return a.decisive(g)
}
