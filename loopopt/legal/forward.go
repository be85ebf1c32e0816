package legal

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// forwarding finds loads of what the same iteration has stored under a condition. In vectors that
// would be a load behind a masked store of the same lanes, which waits until the store is in the cache: processors
// forward whole stores only. So the load is done in front of the stores, and what they store is blended into it.
//
// Before:
//
//	for i := range a {
//		if a[i] > 0 { c[i] = d[i] * e[i] } else { b[i] = d[i] }
//		a[i] = c[i]
//	}
//
// After, four iterations at once:
//
//	m, t, x := a[i:i+4] > 0, c[i:i+4], d[i:i+4]*e[i:i+4]
//	store x to c[i:i+4] under m
//	store d[i:i+4] to b[i:i+4] under not m
//	a[i:i+4] = select(m, x, t)
//
// Legal if the load may be done in front: it runs in every iteration, or is within its slice by an iteration bound; and
// no other store that it now precedes, that to b, touches what it reads, in the same iteration or an earlier one of the
// same vector. The latter is judged, or asked at run time, as for any two accesses that change places
// (Meeting.Swapped). The stores forwarded from are at exactly its place: of those that run in an iteration, the last
// one counts, and none of another iteration meets it, an element being no larger than the stride.
// Pays always: a masked store and a load of the same place behind it take 4.3 times as long as a blend (s278).
// Reads nothing and leaves nothing; it is part of the vectorizer.
// Remarks: none; if the pairs cannot be judged, vector code loads where the program does.
func (g *Legality) forwarding() bool {
	if !g.Vector || len(g.Out.Groups) > 0 || !g.uninterrupted() {
		return false
	}
	as := g.Out.Accesses
	for i, a := range as {
		first, stores := g.storedBefore(as[:i], a)
		if first == nil {
			continue
		}
		if g.Out.Rank == nil { // the program's order, with room between the accesses
			g.Out.Blended, g.Out.Rank = map[*ir.Value][]*ir.Value{}, make([]int32, g.F.NumValues())
			for k, b := range as {
				g.Out.Rank[b.V.ID] = int32(2*k + 2)
			}
		}
		g.Out.Blended[a.V] = stores
		g.Out.Rank[a.V.ID] = g.Out.Rank[first.ID] - 1
	}
	return g.Out.Rank != nil
}

// uninterrupted says whether nothing but the latch ends the loop: no other way out and no check that is not counted,
// in front of which nothing may move that it protects.
func (g *Legality) uninterrupted() bool {
	for _, b := range g.Out.Body {
		if g.Out.Leaves(b) {
			return false
		}
		for _, v := range b.Walk() {
			if v.Op == ir.OpCheck && !g.Out.Counted[v.ID] {
				return false
			}
		}
	}
	return true
}

// storedBefore is the first store to the place of load a, if a may be done in front of it, and the stores that a is to
// get values from, in the order of the program. Stores in other arms of a branch are none of those, but in vectors they
// come before a, too.
func (g *Legality) storedBefore(before []*analysis.Access, a *analysis.Access) (first *ir.Value, stores []*ir.Value) {
	if a.Write || a.Kind != analysis.Consecutive || a.V.Op != ir.OpLoad {
		return nil, nil
	}
	dom := g.Se.Dom()
	stores = []*ir.Value{}
	g.F.Spend(analysis.StepsPerPair * len(before))
	for _, s := range before {
		if !s.Write || !g.Se.SamePlace(s, a) {
			continue
		}
		if first == nil {
			first = s.V
		}
		if !g.reaches(s.V.Block, a.V.Block) {
			continue
		}
		if s.V.Op != ir.OpStore || s.V.StoredValue().Type != a.V.Type || dom.Dominates(s.V.Block, a.V.Block) {
			return nil, nil
		}
		stores = append(stores, s.V)
	}
	if !dom.Dominates(a.V.Block, g.L.Latch) && !g.Out.InBounds(a) {
		return nil, nil
	}
	return first, stores
}

// reaches says whether an iteration may go from block a to b.
func (g *Legality) reaches(a, b *ir.Block) bool {
	seen := make([]bool, a.Func.NumBlocks())
	seen[a.ID] = true
	work := []*ir.Block{a}
	for i := 0; i < len(work); i++ {
		if work[i] == b {
			a.Func.Spend(ir.StepsPerLook * i)
			return true
		}
		if work[i] == g.L.Latch {
			continue
		}
		for _, s := range work[i].Succs {
			if g.L.Contains(s) && !seen[s.ID] {
				seen[s.ID] = true
				work = append(work, s)
			}
		}
	}
	a.Func.Spend(ir.StepsPerLook * len(work))
	return false
}

// forwarded says whether vector code need not look whether store s and load a meet: it blends what s stores into a, or
// no iteration does both.
func (g *Legality) forwarded(s, a *analysis.Access) bool {
	return s.Write && g.Out.Blended[a.V] != nil && g.Se.SamePlace(s, a)
}
