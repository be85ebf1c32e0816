package loopopt

import (
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// exitStrategy is how vector code treats the ways out of its loop.
type exitStrategy string

// The strategies. Without metadata, exits whose counts are known clamp; of the others the planner compares the prices.
const (
	anyExits exitStrategy = ""
	// clampExits: vector code stops before the first iteration that leaves through an exit whose count is known.
	clampExits exitStrategy = "clamp"
	// scalarEpilogue: the same, and the last iteration is done by the scalar loop in any case.
	scalarEpilogue exitStrategy = "scalar_epilogue"
	// checkFirst: in every pass, all lanes are tested before the pass stores anything, exits with a count as well. The scalar
	// loop does a pass again that some lane leaves.
	checkFirst exitStrategy = "check_first"
	// predicate: the same, but vector code does such a pass again, under the mask of the lanes in front of the first one that
	// leaves, and the scalar loop goes on there (vplan/predicate.go). Exits with a count clamp nevertheless if others are there.
	predicate exitStrategy = "predicate"
	// pageAlign, pagePair, pagePredicate: how loads of unknown extent keep within the pages that the program reads in
	// (pages.go). Exits are tested as without metadata.
	pageAlign     exitStrategy = "page_align"
	pagePair      exitStrategy = "page_pair"
	pagePredicate exitStrategy = "page_predicate"
)

// pages says whether s is a way to treat unknown extents.
func (s exitStrategy) pages() bool { return s == pageAlign || s == pagePair || s == pagePredicate }

// exitWay is what the optimizer knows about a strategy.
type exitWay struct {
	name exitStrategy
	// tests says of an exit whose count is known whether it is tested in every pass like others.
	tests func(g *legality, exiting *ir.Block) bool
	// lanes is what the planner is asked about passes that some lane leaves: Legal.Predicate.
	lanes int
}

// exitWays are the strategies that metadata may ask for.
var exitWays = []exitWay{
	{clampExits, nil, 0},
	{scalarEpilogue, nil, 0},
	{checkFirst, func(*legality, *ir.Block) bool { return true }, -1},
	{predicate, (*legality).onlyLimits, 1},
	{pageAlign, nil, 0},
	{pagePair, nil, 0},
	{pagePredicate, nil, 0},
}

// way is the row of s; the zero row if vector code cannot treat exits so.
func (s exitStrategy) way() exitWay {
	for _, w := range exitWays {
		if w.name == s {
			return w
		}
	}
	return exitWay{}
}

// available says whether vector code can treat exits so.
func (s exitStrategy) available() bool { return s == s.way().name }

// does says whether treating exits in way s, which may be several ways joined by pluses, is what was asked for. What the data
// decide is tested first in any case, which nobody needs to ask for but who asks for nothing but limits has not got.
func (s exitStrategy) does(asked exitStrategy) bool {
	switch asked {
	case scalarEpilogue, pageAlign, pagePair, pagePredicate:
		return strings.HasPrefix(string(s), string(asked))
	case predicate:
		return strings.HasSuffix(string(s), string(asked))
	}
	if page, rest, _ := strings.Cut(string(s), "+"); exitStrategy(page).pages() { // which is about loads, not about exits
		s = exitStrategy(rest)
	}
	return s == asked
}

// countExits makes limits of the exits whose counts are known.
//
// Before:
//
//	for i := 0; ; i++ { a(i); if i >= n { break }; b(i) }
//
// After:
//
//	for ; i+4 <= n; i += 4 { a(i), …, a(i+3); b(i), …, b(i+3) }
//	for ; ; i++ { a(i); if i >= n { break }; b(i) }
//
// An exit that leaves the loop when the back edge has been taken so many times has let as many iterations through. One that
// is tested all the same, because the metadata want that, is tested before anything else: the proof that an index stays in
// its slice may rest on the count, and speaks of no iteration behind it.
func (g *legality) countExits() {
	g.out.CountedExits = make([]bool, g.f.NumBlocks())
	for _, c := range g.se.ExitCounts(g.l) {
		if c.Exiting == g.l.Latch {
			continue
		}
		if tests := g.exits.way().tests; c.OK && (tests == nil || !tests(g, c.Exiting)) {
			g.out.CountedExits[c.Exiting.ID] = true
			g.limit(c.Count)
		} else if c.OK {
			g.out.TestedExits = append(g.out.TestedExits, c.Exiting)
		}
	}
	if g.exits == scalarEpilogue {
		g.out.NeedScalar = true
	}
}

// onlyLimits says whether the counts of all exits are known, so that there is nothing but limits to be tested.
func (g *legality) onlyLimits(*ir.Block) bool {
	for _, c := range g.se.ExitCounts(g.l) {
		if !c.OK {
			return false
		}
	}
	return true
}

// bounded bounds a loop whose latch has no count: by the limits of its exits and checks. The last iteration, which leaves,
// is the scalar loop's.
func (g *legality) bounded() bool {
	var least analysis.Expr
	for _, e := range g.out.Limits {
		if n, ok := g.se.IsConst(e); ok && n >= analysis.MaxCount {
			continue
		}
		if least == nil {
			least = e
		} else {
			least = g.se.MinS(least, e)
		}
	}
	if least == nil {
		return g.refuse(remark.UnknownTripCount, g.l.Latch.Control)
	}
	g.out.Trips = g.se.AddConst(least, 1)
	g.out.NeedScalar = true
	return true
}

// comesLate notes that v, a check or the condition of an exit, is behind a store.
func (g *legality) comesLate(v *ir.Value, why remark.Reason) {
	if g.late == nil {
		g.late, g.lateFor = v, why
	}
}

// nameExits says how exits in the middle, and checks that only the data decide, are treated; predicated says how the planner
// has decided about the latter.
func (g *legality) nameExits(predicated bool) string {
	counted, tested := false, g.out.LatchBails
	for _, b := range g.out.Body {
		counted = counted || g.out.CountedExits[b.ID]
		tested = tested || g.out.Bails(b)
		for _, v := range b.Walk() {
			tested = tested || v.Op == ir.OpCheck && !g.out.Counted[v.ID]
		}
	}
	name := ""
	switch {
	case g.exits == scalarEpilogue:
		name = string(scalarEpilogue)
	case counted:
		name = string(clampExits)
	}
	if tested && name != "" {
		name += "+"
	}
	switch {
	case tested && predicated:
		name += string(predicate)
	case tested:
		name += string(checkFirst)
	}
	return name
}

// checksFirst finds the loads that the tests for leaving need. Vector code does them before everything else, then the
// tests, then the rest of the pass.
//
// Before:
//
//	for i := range y { y[i] = f(x[i]); if x[i] == v { break } }
//
// After, four iterations at once:
//
//	t := x[i:i+4]
//	if any(t == v) { goto scalar loop }
//	y[i:i+4] = f(t)
//
// Legal if none of those loads reads what an earlier store of the same pass writes; dependences judges that, in the order
// that Rank says.
func (g *legality) checksFirst() {
	h := &hoister{g: g, seen: g.f.NewFlags(g.f.NumValues()), masks: make([]bool, g.f.NumBlocks())}
	h.tests()
	hoisted := make([]bool, g.f.NumValues())
	rank := make([]int32, g.f.NumValues())
	n := int32(len(g.out.Accesses))
	for i, a := range g.out.Accesses {
		at := int32(i) + 1
		grp := g.out.GroupOf[a.V.ID]
		hoist := !a.Write && h.seen[a.V.ID]
		if grp != nil {
			for j, m := range g.out.Accesses {
				if g.out.GroupOf[m.V.ID] != grp {
					continue
				}
				hoist = hoist || !grp.Write && h.seen[m.V.ID]
				if grp.Write { // a group is stored at its last member, and loaded at its first
					at = max(at, int32(j)+1)
				} else {
					at = min(at, int32(j)+1)
				}
			}
		}
		if y := g.out.PackedOf[a.V]; y != nil && y.Last != a { // stored at the last one
			at = int32(slices.Index(g.out.Accesses, y.Last)) + 1
		} else if y != nil && y.Over { // behind all others
			at = n + 1
		}
		if !hoist {
			at += n
		}
		hoisted[a.V.ID], rank[a.V.ID] = hoist, at
	}
	g.out.ChecksFirst, g.out.Hoisted, g.out.Rank = true, hoisted, rank
}

// hoister collects the values that tests for leaving are computed from, as vplan's builder demands them, and more of them
// where the difference is not worth its code.
type hoister struct {
	g     *legality
	seen  []bool // by ir.Value.ID
	masks []bool // by ir.Block.ID
}

// tests needs what all tests for leaving need.
func (h *hoister) tests() {
	g := h.g
	for _, b := range g.out.Body {
		for _, v := range b.Walk() {
			if v.Op == ir.OpCheck && !g.out.Counted[v.ID] {
				h.need(v.Args[0])
				h.mask(b)
			}
		}
		if g.out.Bails(b) {
			h.need(b.Control)
			h.mask(b)
		}
	}
}

func (h *hoister) need(v *ir.Value) {
	g := h.g
	if v == nil || g.l.Invariant(v) || h.seen[v.ID] {
		return
	}
	h.seen[v.ID] = true
	if v.Op == ir.OpPhi {
		if v.Block == g.l.Header {
			for i := range g.out.Phis {
				if c := &g.out.Phis[i]; c.Phi == v && c.Kind == analysis.FirstOrderRecurrence {
					h.need(c.Backedge)
				}
			}
			if y := g.out.CursorOf(v); y != nil {
				for _, m := range y.Moves {
					h.mask(m.At)
					h.need(m.Cond)
				}
			}
			return
		}
		for i, p := range v.Block.Preds {
			h.need(v.Args[i])
			if p.Kind == ir.BlockIf {
				h.need(p.Control)
			}
			h.mask(p)
		}
		return
	}
	for _, a := range v.Args {
		h.need(a)
	}
	if v.Op.IsMemory() || v.Op.Is(ir.FlagPartial) {
		h.mask(v.Block)
	}
	if grp := g.out.GroupOf[v.ID]; grp != nil {
		for _, m := range grp.Members {
			if m != nil {
				h.need(m.V)
			}
		}
	}
}

// mask needs the conditions that decide whether b runs.
func (h *hoister) mask(b *ir.Block) {
	g := h.g
	if h.masks[b.ID] || g.se.Dom().Dominates(b, g.l.Latch) {
		return
	}
	h.masks[b.ID] = true
	for _, p := range b.Preds {
		if p.Kind == ir.BlockIf && !g.out.Leaves(p) {
			h.need(p.Control)
		}
		h.mask(p)
	}
}
