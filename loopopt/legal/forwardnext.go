package legal

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// forwardToNext is store-to-load forwarding between iterations: it finds loads of what the iteration before has stored,
// which vector code does behind the store: a vector of them lies across the vectors that two stores have written, of
// the vector iteration before and of this one. Processors forward what is in one store only, so that such a load waits
// until both are in the cache. The lanes are in registers, however: those of the stored vector, moved up by one.
//
// Before:
//
//	for i := 1; i < n; i++ {
//		b[i] = c[i] - d[i]
//		a[i] = b[i-1] * e[i]
//	}
//
// After, four iterations at once, p being x of the vector iteration before:
//
//	x := c[i:i+4] - d[i:i+4]
//	store x to b[i:i+4]
//	a[i:i+4] = [p[3], x[0], x[1], x[2]] * e[i:i+4]
//
// The first vector iteration of a stage loads p[3], as its first iteration does. Legal if the load and the store run in
// every iteration, the store first in vector code, and nothing else stores to the place in between: other stores are to
// other arrays, and run-time checks, which are added for that, find that they do not overlap with this one.
// Pays always: s211 of the suite tsvc takes 22 cycles a vector with the load.
// Reads nothing and leaves nothing; it is part of the vectorizer.
// Remarks: none.
func (g *Legality) forwardToNext() {
	if !g.Vector || g.Trusted() || !g.uninterrupted() {
		return
	}
	place := func(k int) int {
		if g.Out.Rank != nil {
			return int(g.Out.Rank[g.Out.Accesses[k].V.ID])
		}
		return k
	}
	reuse := analysis.NewReuse(g.Se, g.L, g.Out.Accesses, g.Depend)
	for i, a := range g.Out.Accesses {
		if a.Write || !g.alone(a) || a.V.Op != ir.OpLoad {
			continue
		}
		for k, s := range g.Out.Accesses {
			if !s.Write || place(k) >= place(i) || !g.alone(s) || s.V.Op != ir.OpStore {
				continue
			}
			if k, ok := reuse.Link(a, s); ok && k.Distance == 1 && g.apart(&k) {
				if g.Out.Forwarded == nil {
					g.Out.Forwarded = map[*ir.Value]*ir.Value{}
				}
				g.Out.Forwarded[a.V] = s.V
				break
			}
		}
	}
}

// alone says whether a walks upwards, element by element, in every iteration, and is not part of a larger access.
func (g *Legality) alone(a *analysis.Access) bool {
	return a.Affine() && a.Kind == analysis.Consecutive && g.EveryIteration(a) && g.Out.GroupOf[a.V.ID] == nil &&
		g.Out.MonotonicOf[a.V] == nil && g.Out.Blended[a.V] == nil && g.Out.Updates[a.V] == nil
}

// apart adds the run-time checks of extents that a link needs, if they are possible.
func (g *Legality) apart(k *analysis.Link) bool {
	for _, q := range k.Guards {
		if q.Second.Root == k.Source.Root || !analysis.ExtentTestOf(k.Source, q.Second).Possible() {
			return false
		}
	}
	if len(g.Out.Pairs)+len(k.Guards) > MaxPairs {
		return false
	}
	for _, q := range k.Guards {
		g.Pair(vplan.Pair{First: k.Source, Second: q.Second})
	}
	return true
}
