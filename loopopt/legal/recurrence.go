package legal

import (
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Recurrences of the first order: values of the iteration before.
//
// Before:
//
//	for i := range b { x := a[i]; b[i] = x + prev; prev = x }
//
// After, four iterations at once:
//
//	v := a[i:i+4]
//	s := last lane of carry, first three lanes of v    // recipe SPLICE
//	b[i:i+4] = v + s
//	carry = v
//
// Legal if the value that comes around can be computed for all lanes before anything looks at the one of the iteration
// before: it does not depend on the phi, directly or by way of other such phis (acyclic). What the program does with
// the phi before it computes the next value comes behind that computation in vector code. So loads move up, in front of
// stores and tests that the program does first; splicedOrder finds an order, and dependences judges it as every other.
// A load moves in front of a test for leaving the loop only if it touches nothing outside of its slice in all
// iterations that vector code runs, whether the program gets there or not. Recurrences of a higher order are
// recurrences whose value is another one.

// If only some iterations assign (if c { s = x }; y[i] = s), lanes that do not take over from those below, in log steps
// (condassign.go).
// isRecurrence says whether c is the value of the iteration before. One that is invariant from the second iteration on
// is, too; peeling that iteration is better, where peeling is done.
func (g *Legality) isRecurrence(c *analysis.PhiClass) bool {
	e := c.Phi.Type.Elem
	if c.Backedge == nil || c.Phi.Type.Lanes > 1 || !(e.IsInt() || e.IsFloat() || e == ir.Bool) {
		return false
	}
	if g.Out.AssignmentOf(c.Phi) != nil || g.Out.ScanOf(c.Phi) != nil {
		return true
	}
	if c.Kind == analysis.Other && g.L.Invariant(c.Backedge) {
		c.Kind, c.Exact = analysis.FirstOrderRecurrence, true
	}
	return c.Kind == analysis.FirstOrderRecurrence
}

// acyclic says whether no recurrence is computed from itself by way of others. It must not be asked before all phis are
// classified.
func (g *Legality) acyclic() bool {
	const (
		unseen = iota
		open
		done
	)
	state := make([]int, len(g.Out.Phis))
	var visit func(k int) bool
	visit = func(k int) bool {
		c := &g.Out.Phis[k]
		switch {
		case c.Kind != analysis.FirstOrderRecurrence || state[k] == done:
			return true
		case state[k] == open:
			return g.Refuse(remark.UnknownRecurrence, c.Phi)
		}
		state[k] = open
		for _, v := range g.sources(c) {
			for _, j := range g.phisOf(v) {
				if !visit(j) {
					return false
				}
			}
		}
		state[k] = done
		return true
	}
	for k := range g.Out.Phis {
		if g.has(g.Out.Phis[k].Phi) && !visit(k) {
			return false
		}
	}
	return true
}

// phisOf lists the header's phis that v is computed from within an iteration: by arguments, and by the conditions that
// choose between the arguments of joins.
func (g *Legality) phisOf(v *ir.Value) (list []int) {
	seen := make([]bool, g.F.NumValues())
	var walk func(v *ir.Value)
	walk = func(v *ir.Value) {
		if v == nil || seen[v.ID] || g.L.Invariant(v) {
			return
		}
		seen[v.ID] = true
		if v.Op == ir.OpPhi && v.Block == g.L.Header {
			list = append(list, slices.IndexFunc(g.Out.Phis, func(c analysis.PhiClass) bool { return c.Phi == v }))
			return
		}
		for _, a := range v.Args {
			walk(a)
		}
		// Conditions above v in the loop decide about joins, and mask loads; all of them count, which is too many at
		// worst. Ways out are tested, not masked.
		masked := v.Op.HasAny(ir.FlagReads|ir.FlagPartial) && !g.Se.Dom().Dominates(v.Block, g.L.Latch)
		for _, b := range g.Out.Body {
			if b == v.Block || !masked && v.Op != ir.OpPhi {
				break
			}
			if b.Kind == ir.BlockIf && !g.Out.Leaves(b) {
				walk(b.Control)
			}
		}
	}
	walk(v)
	return list
}

// Recurs says whether the loop has a recurrence.
func (g *Legality) Recurs() bool {
	return slices.ContainsFunc(g.Out.Phis, func(c analysis.PhiClass) bool {
		return c.Kind == analysis.FirstOrderRecurrence && g.has(c.Phi)
	})
}

// splicedOrder finds an order of the accesses in which the value that a recurrence carries is there before what looks
// at that of the iteration before, and judges the dependences in it. That may be the order of the program, if only
// arithmetic must move.
func (g *Legality) splicedOrder() bool {
	as := g.Out.Accesses
	if len(as) > 64 {
		return g.Refuse(remark.UnknownRecurrence, nil) // sets of accesses are words
	}
	if g.Late != nil { // which dependences look at, to say why a test cannot be done earlier
		h := &hoister{g: g, seen: g.F.NewFlags(g.F.NumValues()), masks: make([]bool, g.F.NumBlocks())}
		h.tests()
		g.Out.Hoisted = make([]bool, g.F.NumValues())
		for _, a := range as {
			g.Out.Hoisted[a.V.ID] = !a.Write && h.seen[a.V.ID]
		}
	}
	o := g.newOrderer()
	o.operands()
	if !o.sort() {
		if g.Late != nil {
			return g.Refuse(g.lateFor, g.Late)
		}
		return g.Refuse(remark.UnknownRecurrence, nil)
	}
	if o.inOrder() {
		g.Out.Rank = nil
	}
	ok := g.pairs()
	if ok && (g.Out.MaxStep == 0 || g.Out.MaxStep >= farAway) {
		return true
	}
	reason, at, pairs, step, rank := g.Reason, g.At, g.Out.Pairs, g.Out.MaxStep, g.Out.Rank
	o.distances()
	if o.sort() {
		g.Reason, g.At, g.Out.Pairs, g.Out.MaxStep = "", nil, nil, 0
		if g.pairs() && (!ok || g.Out.MaxStep == 0 || g.Out.MaxStep > step) {
			return true
		}
	}
	g.Reason, g.At, g.Out.Pairs, g.Out.MaxStep, g.Out.Rank = reason, at, pairs, step, rank
	return ok
}

// newOrderer is an orderer that demands nothing yet.
func (g *Legality) newOrderer() *orderer {
	as := g.Out.Accesses
	o := &orderer{g: g, after: make([]uint64, len(as)), unit: make([]int, len(as))}
	for i, a := range as {
		o.unit[i] = i
		if grp := g.Out.GroupOf[a.V.ID]; grp != nil {
			o.unit[i] = slices.IndexFunc(as, func(b *analysis.Access) bool { return g.Out.GroupOf[b.V.ID] == grp })
		}
	}
	return o
}

// inOrder says whether the accesses have been ranked as the program has them. Of groups, which are in one place,
// nothing is said.
func (o *orderer) inOrder() bool {
	for i, u := range o.unit {
		if u != i || o.g.Out.Rank[o.g.Out.Accesses[i].V.ID] != int32(i+1) {
			return false
		}
	}
	return true
}

// tested demands that vector code tests whether to leave the loop before it stores, and before it touches what it must
// not touch if it leaves. passed are the loads that the tests above need, all those of all tests.
func (o *orderer) tested(i int, passed, all uint64) {
	a := o.g.Out.Accesses[i]
	set := passed
	switch {
	case a.Write:
		set = all
	case o.g.Out.Speculable(a):
		return
	}
	for ; set != 0; set &= set - 1 {
		o.before(bits.TrailingZeros64(set), i)
	}
}

// lastLanes says whether the live-out v of the loop is the last lane of something that vector code has: a recurrence's
// value of the iteration before the last.
func lastLanes(c *analysis.PhiClass, v *ir.Value) bool {
	return v == c.Phi && c.Kind == analysis.FirstOrderRecurrence
}
