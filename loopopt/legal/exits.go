package legal

import (
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Vector iterations never trap. A check whose failing iteration is known in advance holds in all iterations that vector
// code runs, by the choice of their number. What only the data decide (a check on t[idx[i]], a return in the middle of
// a search) is tested in every vector iteration for all lanes at once, before anything is stored (a side exit). If some
// lane fails, the scalar loop does the vector iteration again, with the values that the header's phis held then. It
// traps or leaves exactly where the program does. So vector code never finds out which exit it was, and "all stores
// before the panic, none after" is the scalar loop's business alone.
//
// A test behind a store of the same iteration comes before the store in vectors, and so do the loads that it needs. If
// such a load may read what the vector iteration has yet to store, the loop is refused (UnprovedCheck, EarlyExit).
// Exits whose counts are known before the loop are iteration bounds. A loop whose latch has no count runs as far as its
// other bounds: the scalar loop leaves.

// ExitStrategy is how vector code treats the ways out of its loop.
type ExitStrategy string

// The strategies. Without metadata the strategy is empty: exits whose counts are known clamp, and the planner compares
// the prices of the others.
const (
	// clampExits: vector code stops before the first iteration that leaves through an exit whose count is known.
	clampExits ExitStrategy = "clamp"
	// scalarEpilogue: the same, and the last iteration is done by the scalar loop in any case.
	scalarEpilogue ExitStrategy = "scalar_epilogue"
	// checkFirst: in every vector iteration, all lanes are tested before the vector iteration stores anything, exits
	// with a count as well. The scalar loop does a vector iteration again that some lane leaves.
	checkFirst ExitStrategy = "check_first"
	// predicate: the same, but vector code does such a vector iteration again, under the mask of the lanes in front of
	// the first one that leaves, and the scalar loop goes on there (vplan/predicate.go). Exits with a count clamp
	// nevertheless if others are there.
	predicate ExitStrategy = "predicate"
	// PageAlign, pagePair, pagePredicate: how loads of unknown extent keep within the pages that the program reads in
	// (pages.go). Exits are tested as without metadata.
	PageAlign ExitStrategy = "page_align"
	// loadPredicate: loads are done under the mask of the lanes that are known to lie in their slices, or in the page:
	// the last vector iteration of a slice or page is a masked one. clampExits asked for where the data decide some
	// exit is the opposite: vector iterations end with what is known, and the scalar loop does the rest.
	loadPredicate ExitStrategy = "load_predicate"
	// anyPage is the cheapest of those about pages.
	anyPage       ExitStrategy = "page"
	PagePair      ExitStrategy = "page_pair"
	PagePredicate ExitStrategy = "page_predicate"
)

// Pages says whether s is a way to treat unknown extents.
func (s ExitStrategy) Pages() bool { return s == PageAlign || s == PagePair || s == PagePredicate }

// exitWay is what the optimizer knows about a strategy.
type exitWay struct {
	name ExitStrategy
	// tests says of an exit whose count is known whether it is tested in every vector iteration like others.
	tests func(g *Legality, exiting *ir.Block) bool
	// lanes is what the planner is asked about vector iterations that some lane leaves: Legal.Predicate.
	Lanes int
}

// exitWays are the strategies that metadata may ask for.
var exitWays = []exitWay{
	{clampExits, nil, 0},
	{scalarEpilogue, nil, 0},
	{checkFirst, func(*Legality, *ir.Block) bool { return true }, -1},
	{predicate, (*Legality).onlyLimits, 1},
	{PageAlign, nil, 0},
	{PagePair, nil, 0},
	{PagePredicate, nil, 0},
	{loadPredicate, nil, 0},
	{anyPage, nil, 0},
}

// Way is the row of s; the zero row if vector code cannot treat exits so.
func (s ExitStrategy) Way() exitWay {
	for _, w := range exitWays {
		if w.name == s {
			return w
		}
	}
	return exitWay{}
}

// Available says whether vector code can treat exits so.
func (s ExitStrategy) Available() bool { return s == s.Way().name }

// ForPages is the way to treat unknown extents that asking for s means.
func (s ExitStrategy) ForPages() ExitStrategy {
	switch s {
	case clampExits:
		return PagePair
	case loadPredicate:
		return PagePredicate
	}
	return s
}

// MaskTail is what asking for s means for the tail of a loop of which the data decide some exit, as vplan.wishes has it.
func (s ExitStrategy) MaskTail() int {
	switch s {
	case clampExits:
		return -1
	case loadPredicate:
		return 1
	}
	return 0
}

// Missed is why treating exits in way s, which may be several ways joined by pluses, with a masked tail or not, is not
// what was asked for; "" if it is.
func (s ExitStrategy) Missed(asked ExitStrategy, masked bool) remark.Reason {
	page, rest, _ := strings.Cut(string(s), "+")
	if !ExitStrategy(page).Pages() {
		page, rest = "", string(s)
	}
	known, tested, both := strings.Cut(rest, "+")
	if !both && known != string(clampExits) && known != string(scalarEpilogue) {
		known, tested = "", known
	}
	switch asked {
	case anyPage, PageAlign, PagePair, PagePredicate:
		switch {
		case page == "":
			return remark.NoStream
		case asked == PagePredicate && ExitStrategy(page) != asked:
			return remark.NoMaskedForm
		case asked == PageAlign && ExitStrategy(page) != asked:
			return remark.ExitStrategy
		}
		return ""
	case predicate:
		if ExitStrategy(tested) != predicate {
			return remark.NoMaskedForm
		}
	case loadPredicate:
		if !masked {
			return remark.NoMaskedForm
		}
	case clampExits:
		if tested != "" && masked {
			return remark.ExitStrategy
		}
	case checkFirst:
		if known != "" || ExitStrategy(tested) != checkFirst {
			return remark.ExitStrategy
		}
	}
	return ""
}

// countExits makes iteration bounds of the exits whose counts are known.
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
// An exit that leaves the loop when the back edge has been taken so many times has let as many iterations through. One
// that is tested all the same, because the metadata want that, is tested before anything else: the proof that an index
// stays in its slice may rest on the count, and speaks of no iteration behind it.
func (g *Legality) countExits() {
	g.Out.CountedExits = make([]bool, g.F.NumBlocks())
	for _, c := range g.Se.ExitCounts(g.L) {
		if c.Exiting == g.L.Latch {
			continue
		}
		if tests := g.Exits.Way().tests; c.OK && (tests == nil || !tests(g, c.Exiting)) {
			g.Out.CountedExits[c.Exiting.ID] = true
			g.Limit(c.Count)
		} else if c.OK {
			g.Out.TestedExits = append(g.Out.TestedExits, c.Exiting)
		}
	}
	if g.Exits == scalarEpilogue {
		g.Out.NeedScalar = true
	}
}

// onlyLimits says whether there is nothing but iteration bounds to be tested.
func (g *Legality) onlyLimits(*ir.Block) bool { return g.ExitsCounted() }

// ExitsCounted says whether the counts of all exits are known.
func (g *Legality) ExitsCounted() bool {
	for _, c := range g.Se.ExitCounts(g.L) {
		if !c.OK {
			return false
		}
	}
	return true
}

// bounded bounds a loop whose latch has no count: by the iteration bounds of its exits and checks. The last iteration,
// which leaves, is the scalar loop's.
func (g *Legality) bounded() bool {
	var least analysis.Expr
	for _, e := range g.Out.IterationBounds {
		if n, ok := g.Se.IsConst(e); ok && n >= analysis.MaxCount {
			continue
		}
		if least == nil {
			least = e
		} else {
			least = g.Se.MinS(least, e)
		}
	}
	if least == nil {
		return g.Refuse(remark.UnknownTripCount, g.L.Latch.Control)
	}
	g.Out.Trips = g.Se.AddConst(least, 1)
	g.Out.NeedScalar = true
	return true
}

// comesLate notes that v, a check or the condition of an exit, is behind a store.
func (g *Legality) comesLate(v *ir.Value, why remark.Reason) {
	if g.Late == nil {
		g.Late, g.lateFor = v, why
	}
}

// NameExits says how exits in the middle, and checks that only the data decide, are treated; predicated says how the
// planner has decided about the latter.
func (g *Legality) NameExits(predicated bool) string {
	counted, tested := false, g.Out.LatchTested
	for _, b := range g.Out.Body {
		counted = counted || g.Out.CountedExits[b.ID]
		tested = tested || g.Out.TestsExit(b)
		for _, v := range b.Walk() {
			tested = tested || v.Op == ir.OpCheck && !g.Out.Counted[v.ID]
		}
	}
	name := ""
	switch {
	case g.Exits == scalarEpilogue:
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
// tests, then the rest of the vector iteration.
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
// Legal if none of those loads reads what an earlier store of the same vector iteration writes; dependences judges
// that, in the order that Rank says.
func (g *Legality) checksFirst() {
	h := &hoister{g: g, seen: g.F.NewFlags(g.F.NumValues()), masks: make([]bool, g.F.NumBlocks())}
	h.tests()
	hoisted := make([]bool, g.F.NumValues())
	rank := make([]int32, g.F.NumValues())
	n := int32(len(g.Out.Accesses))
	for i, a := range g.Out.Accesses {
		at := int32(i) + 1
		grp := g.Out.GroupOf[a.V.ID]
		hoist := !a.Write && h.seen[a.V.ID]
		if grp != nil {
			for j, m := range g.Out.Accesses {
				if g.Out.GroupOf[m.V.ID] != grp {
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
		if y := g.Out.MonotonicOf[a.V]; y != nil && y.Last != a { // stored at the last one
			at = int32(slices.Index(g.Out.Accesses, y.Last)) + 1
		} else if y != nil && y.Over { // behind all others
			at = n + 1
		}
		if !hoist {
			at += n
		}
		hoisted[a.V.ID], rank[a.V.ID] = hoist, at
	}
	g.Out.ChecksFirst, g.Out.Hoisted, g.Out.Rank = true, hoisted, rank
}

// hoister collects the values that tests for leaving are computed from, as vplan's builder demands them, and more of
// them where the difference is not worth its code.
type hoister struct {
	g     *Legality
	seen  []bool // by ir.Value.ID
	masks []bool // by ir.Block.ID
}

// tests needs what all tests for leaving need.
func (h *hoister) tests() {
	g := h.g
	for _, b := range g.Out.Body {
		for _, v := range b.Walk() {
			if v.Op == ir.OpCheck && !g.Out.Counted[v.ID] {
				h.need(v.Args[0])
				h.mask(b)
			}
		}
		if g.Out.TestsExit(b) {
			h.need(b.Control)
			h.mask(b)
		}
	}
}

func (h *hoister) need(v *ir.Value) {
	g := h.g
	if v == nil || g.L.Invariant(v) || h.seen[v.ID] {
		return
	}
	h.seen[v.ID] = true
	if v.Op == ir.OpPhi {
		if v.Block == g.L.Header {
			for i := range g.Out.Phis {
				if c := &g.Out.Phis[i]; c.Phi == v && c.Kind == analysis.FirstOrderRecurrence {
					h.need(c.Backedge)
				}
			}
			if y := g.Out.MonotonicIndexOf(v); y != nil {
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
	if grp := g.Out.GroupOf[v.ID]; grp != nil {
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
	if h.masks[b.ID] || g.Se.Dom().Dominates(b, g.L.Latch) {
		return
	}
	h.masks[b.ID] = true
	for _, p := range b.Preds {
		if p.Kind == ir.BlockIf && !g.Out.Leaves(p) {
			h.need(p.Control)
		}
		h.mask(p)
	}
}
