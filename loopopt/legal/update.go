package legal

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// updates finds elements, anywhere in an array, that every iteration changes: histograms, h[x[i]] += w[i]. Lanes may
// have the same place; vector code does the updates one after the other, in the order of the program, floating-point
// ones too. That is legal for any operation, if nothing else looks at what is loaded and it is stored where it came
// from.
//
// A plain count stays scalar, by price: on Zen 5 it takes 0.8 to 1.4 cycles an element (4.0 where one byte is most of
// the data), with VPCONFLICTD, a gather and a scatter 1.7 to 2.6.
func (g *Legality) updates() {
	for _, a := range g.Out.Accesses {
		if !a.Write || a.Affine() || !g.EveryIteration(a) {
			continue
		}
		t, k := updateOf(a.V)
		if k < 0 || !t.Op.Op.Is(ir.FlagElementwise) || t.Op.Op.Is(ir.FlagPartial) || t.Op.Op.Is(ir.FlagMath) ||
			t.Op.Type != t.Op.Args[1-k].Type {
			continue
		}
		if g.Out.Updates == nil {
			g.Out.Updates = map[*ir.Value]*vplan.Update{}
		}
		u := &vplan.Update{Load: t.Load, Op: t.Op, With: t.Op.Args[1-k], At: k}
		if c := g.Copies[a.Base]; c != nil && c.First(g.Se, a.V) {
			u.Copies, u.Apart = c.Copies, c.Apart
		}
		g.Out.Updates[a.V] = u
	}
}

// updated says whether a loads what b then changes in the same place.
func (g *Legality) updated(a, b *analysis.Access) bool {
	u := g.Out.Updates[b.V]
	return u != nil && u.Load == a.V
}
