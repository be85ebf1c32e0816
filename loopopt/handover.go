package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// handOver finds loads of what the iteration before has stored, which vector code does behind the store: a vector of them lies across
// the vectors that two stores have written, of the pass before and of this one. Processors forward what is in one store only, so
// that such a load waits until both are in the cache. The lanes are in registers, however: those of the stored vector, moved up by one.
//
// Before:
//
//	for i := 1; i < n; i++ {
//		b[i] = c[i] - d[i]
//		a[i] = b[i-1] * e[i]
//	}
//
// After, four iterations at once, p being x of the pass before:
//
//	x := c[i:i+4] - d[i:i+4]
//	store x to b[i:i+4]
//	a[i:i+4] = [p[3], x[0], x[1], x[2]] * e[i:i+4]
//
// The first pass of a stage loads p[3], as its first iteration does. Legal if the load and the store run in every iteration, the store first in
// vector code, and nothing else stores to the place in between: other stores are to other arrays, and run-time checks, which are added for that,
// find that they do not overlap with this one.
// Pays always: s211 of the suite tsvc takes 22 cycles a vector with the load.
// Reads nothing and leaves nothing; it is part of the vectorizer.
// Remarks: none.
func (g *legality) handOver() {
	if !g.vector || g.trusted() {
		return
	}
	for _, b := range g.out.Body {
		if g.out.Leaves(b) {
			return
		}
		for _, v := range b.Walk() {
			if v.Op == ir.OpCheck && !g.out.Counted[v.ID] {
				return
			}
		}
	}
	place := map[*analysis.Access]int{}
	for k, a := range g.out.Accesses {
		if place[a] = k; g.out.Rank != nil {
			place[a] = int(g.out.Rank[a.V.ID])
		}
	}
	for _, a := range g.out.Accesses {
		if a.Write || !g.alone(a) || a.V.Op != ir.OpLoad {
			continue
		}
		for _, s := range g.out.Accesses {
			if s.Write && place[s] < place[a] && g.alone(s) && s.V.Op == ir.OpStore && s.V.StoredValue().Type == a.V.Type && g.oneBehind(a, s) && g.onlyStore(s) {
				if g.out.HandedOver == nil {
					g.out.HandedOver = map[*ir.Value]*ir.Value{}
				}
				g.out.HandedOver[a.V] = s.V
				break
			}
		}
	}
}

// alone says whether a walks upwards, element by element, in every iteration, and is not part of a larger access.
func (g *legality) alone(a *analysis.Access) bool {
	return a.Affine() && a.Kind == analysis.Consecutive && g.everyIteration(a) && g.out.GroupOf[a.V.ID] == nil && g.out.PackedOf[a.V] == nil &&
		g.out.Blended[a.V] == nil && g.out.Merges[a.V] == nil && !g.out.MergedAway(a.V) && g.out.Updates[a.V] == nil
}

// oneBehind says whether load a reads what s stored an iteration before.
func (g *legality) oneBehind(a, s *analysis.Access) bool {
	d, ok := g.distance(a, s)
	return ok && a.Stride == s.Stride && d == a.Stride && a.Size == s.Size && int64(a.Size) == a.Stride
}

// onlyStore says whether no other store touches what s stores, after adding the run-time checks that are needed for that.
func (g *legality) onlyStore(s *analysis.Access) bool {
	var pairs []vplan.Pair
	for _, t := range g.out.Accesses {
		if !t.Write || t == s || apart(g.l, s.Root, t.Root) {
			continue
		}
		if t.Root == s.Root || !analysis.Comparable(s.Root) || !analysis.Comparable(t.Root) || !known(s) || !known(t) {
			return false
		}
		pairs = append(pairs, vplan.Pair{First: s, Second: t})
	}
	if len(g.out.Pairs)+len(pairs) > maxPairs {
		return false
	}
	for _, p := range pairs {
		g.pair(p)
	}
	return true
}
