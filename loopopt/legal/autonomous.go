package legal

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// Autonomous phis: signs that alternate, values that take turns, flags that toggle, congruential generators, counters
// that begin anew.
//
// Before:
//
//	for i := range y { s = s*5 + 3; y[i] = s }
//
// After, four iterations at once:
//
//	v := [s 5s+3 25s+18 125s+93]                 // recipe JUMP-AHEAD
//	for … { v = v*625 + 468; y[i:i+4] = v }      // but in front of the loop: v is what s is next
//
// Legal for integers, whose ring has what powers of such a map take: the result is the same to the last bit. Floats may
// change places and signs; factors other than -1 are multiplied with one another, and need reassoc.
// Pays nearly always: what the map takes is paid once for all lanes.

// autonomous finds such phis among those that are nothing else.
func (g *Legality) autonomous() {
	class := func(phi *ir.Value) *analysis.PhiClass {
		i := slices.IndexFunc(g.Out.Phis, func(c analysis.PhiClass) bool { return c.Phi == phi })
		c := &g.Out.Phis[i]
		if c.Kind != analysis.Other && c.Kind != analysis.FirstOrderRecurrence && c.Kind != analysis.Autonomic ||
			!g.has(phi) || g.Out.AssignmentOf(phi) != nil {
			return nil
		}
		return c
	}
search:
	for _, phi := range g.L.Header.Phis() {
		if class(phi) == nil {
			continue
		}
		a := g.Se.FindAutonomous(phi, g.L)
		if a == nil {
			continue
		}
		var classes []*analysis.PhiClass
		for _, p := range a.Phis {
			c := class(p)
			if c == nil {
				continue search
			}
			classes = append(classes, c)
		}
		classes[0].Kind, classes[0].Exact = analysis.Autonomic, true
		g.Out.Carried = append(g.Out.Carried, vplan.NewAutonomous(a, classes))
	}
}
