package legal

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// packedAccesses puts the accesses into the streams that they belong to.
func (g *Legality) packedAccesses() {
	if len(g.Out.MonotonicOf) == 0 {
		return
	}
	for _, a := range g.Out.Accesses {
		p := g.Out.MonotonicOf[a.V]
		if p == nil {
			continue
		}
		a.Kind = analysis.Packed
		for k, m := range p.Members {
			if m.V == a.V {
				p.Members[k] = a
			}
		}
		p.Last = a
	}
}

// severalSlots says whether several stores of the loop are done together, at the last of them, or at the end.
func (g *Legality) severalSlots() bool {
	for _, y := range g.Out.MonotonicOf {
		if y.Index.Slots > 1 || y.Over {
			return true
		}
	}
	return false
}

// packedPair judges a pair of accesses of which one is along a monotonic index, a before b in the program; swapped says
// whether vector code has them the other way round.
func (g *Legality) packedPair(a, b *analysis.Access, swapped bool) bool {
	p, q := g.Out.MonotonicOf[a.V], g.Out.MonotonicOf[b.V]
	if p != nil && p == q {
		return true // stored together
	}
	if p != nil && q != nil && p.Index == q.Index && a.Base == b.Base && a.V.Scale == b.V.Scale && p.Plus == q.Plus &&
		!a.Write && !swapped {
		return true // each place is loaded before it is stored to
	}
	ahead := q != nil && b.Write && !a.Write && !swapped && a.Affine() && a.Stride >= q.Index.Slots*int64(b.Size)
	if d, ok := g.fromMonotonic(a, b); ok {
		if ahead && d >= 0 {
			return true
		}
		return g.Refuse(remark.UnknownDependence, b.V) // they meet before long
	}
	if !analysis.Comparable(a.Root) || !analysis.Comparable(b.Root) {
		return g.Refuse(remark.UnknownDependence, b.V)
	}
	if !g.extentKnown(a) || !g.extentKnown(b) {
		return g.Refuse(remark.UnknownExtent, b.V)
	}
	for i := range g.Out.Pairs {
		o := &g.Out.Pairs[i]
		if !o.Distance && g.oneExtent(o.First, a) && g.oneExtent(o.Second, b) {
			o.Ahead = o.Ahead && ahead
			return true
		}
	}
	g.Out.Pairs = append(g.Out.Pairs, vplan.Pair{First: a, Second: b, Ahead: ahead})
	return true
}

// fromMonotonic is the constant number of elements from where an access along a monotonic index starts to where the
// other one does, which walks evenly through the same array.
func (g *Legality) fromMonotonic(a, b *analysis.Access) (int64, bool) {
	if g.Out.MonotonicOf[b.V] == nil {
		a, b = b, a
	}
	y := g.Out.MonotonicOf[b.V]
	if a.Base == nil || a.Base != b.Base || a.Start == nil || a.V.Scale != b.V.Scale || a.V.Off != b.V.Off {
		return 0, false
	}
	return g.Se.ConstDiff(a.Start, g.Se.AddConst(g.Se.Of(y.Index.Phi.Start), y.Plus))
}

// oneExtent says whether two accesses have one extent.
func (g *Legality) oneExtent(a, b *analysis.Access) bool {
	if a.V == b.V {
		return true
	}
	if p := g.Out.MonotonicOf[a.V]; p != nil {
		return p == g.Out.MonotonicOf[b.V]
	}
	d, ok := g.Se.Distance(a, b)
	return ok && d == 0 && sameWalk(a, b)
}

// extentKnown is ExtentKnown, also of accesses along monotonic indexes.
func (g *Legality) extentKnown(a *analysis.Access) bool {
	return a.ExtentKnown() || g.Out.MonotonicOf[a.V] != nil && a.Base != nil
}
