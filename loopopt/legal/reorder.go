package legal

import (
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// reorder finds an order of the loads and stores of an iteration in which whole vectors of them keep all dependences.
// It changes the order of statements, and takes statements apart into their loads, operations and stores (node
// splitting).
//
// Before:
//
//	for i := 1; i < n; i++ {
//		a[i] = b[i-1] * c[i]    // needs what the second statement stored an iteration before
//		b[i] = b[i+1] - e[i]
//	}
//	for i := 0; i < n; i++ {
//		a[i] *= c[i]
//		b[i] += a[i+1] * d[i]   // needs what the first statement has yet to overwrite
//	}
//
// After, four iterations at once:
//
//	b[i:i+4] = b[i+1:i+5] - e[i:i+4]
//	a[i:i+4] = b[i-1:i+3] * c[i:i+4]
//
//	t := a[i+1:i+5]
//	a[i:i+4] *= c[i:i+4]
//	b[i:i+4] += t * d[i:i+4]
//
// Legal if no two accesses of one iteration that may meet change places, and each access comes, among the vectors,
// before those of later iterations that it meets. Two accesses at a known distance say so themselves; of others nothing
// is asked here, for the run-time checks are made for the order that comes out (Meeting.Swapped). What is found is a
// proposal only: legality.constant judges every pair in the new order, as it did in the order of the program.
// Pays always: without it the loop is not vectorized, or only in short vectors.
// Reads nothing of its own, and leaves nothing; it is part of the vectorizer, and the scalar loop stays in order.
// Remarks: none; a loop without such an order is refused with BackwardDependence.
func (g *Legality) reorder() bool {
	as := g.Out.Accesses
	if len(as) > 64 || !g.uninterrupted() {
		return false // sets of accesses are words
	}
	o := g.newOrderer()
	o.operands()
	o.distances()
	return o.sort()
}

// orderer sorts the accesses of a loop. Members of a group are one unit, named by its first member.
type orderer struct {
	g     *Legality
	after []uint64 // of each unit, the units that must come before it
	unit  []int    // of each access
}

// before demands that access i comes before access j.
func (o *orderer) before(i, j int) {
	if i, j = o.unit[i], o.unit[j]; i != j {
		o.after[j] |= 1 << i
	}
}

// operands demands that loads come before what is computed from them: stored values, addresses, and the conditions
// of accesses. An access under a condition, and a join, are taken to depend on all branches in front of them.
//
// A recurrence is computed from what its value at the latch is computed from, which is behind it: so this is done until
// nothing new comes out. Tests for leaving the loop come before stores, and before what they protect.
func (o *orderer) operands() {
	g := o.g
	from := make([]uint64, g.F.NumValues()) // the loads that a value is computed from
	all := uint64(0)                        // the loads of all tests
	for again := true; again; {
		known := all
		all |= o.sweep(from, known)
		again = all != known
		for i := range g.Out.Phis {
			if c := &g.Out.Phis[i]; c.Kind == analysis.FirstOrderRecurrence && from[c.Phi.ID] != from[c.Backedge.ID] {
				from[c.Phi.ID] = from[c.Backedge.ID]
				again = true
			}
		}
	}
}

// sweep walks the loop once: what values are computed from, and what accesses must come after. It returns the loads
// that the tests for leaving need.
func (o *orderer) sweep(from []uint64, all uint64) (tested uint64) {
	g := o.g
	branches, dom := uint64(0), g.Se.Dom()
	for _, b := range g.Out.Body {
		always := dom.Dominates(b, g.L.Latch)
		for _, v := range b.Walk() {
			set := uint64(0)
			if !(v.Op == ir.OpPhi && b == g.L.Header) {
				for _, a := range v.Args {
					set |= from[a.ID]
				}
				if v.Op == ir.OpPhi || v.Op.IsMemory() && !always {
					set |= branches
				}
			}
			if v.Op.IsMemory() && g.has(v) {
				i := slices.IndexFunc(g.Out.Accesses, func(a *analysis.Access) bool { return a.V == v })
				for ; set != 0; set &= set - 1 {
					o.before(bits.TrailingZeros64(set), i)
				}
				o.tested(i, tested, all)
				set = 1 << i
			}
			switch {
			case v.Op == ir.OpPhi && b == g.L.Header:
				continue
			case v.Op == ir.OpCheck && !g.Out.Counted[v.ID]:
				tested |= set
				if !always {
					tested |= branches
				}
			case v.Op.Is(ir.FlagPartial):
				set |= tested
			}
			from[v.ID] = set
		}
		if g.Out.TestsExit(b) {
			tested |= from[b.Control.ID]
			if !always {
				tested |= branches
			}
		}
		if b.Kind == ir.BlockIf && b != g.L.Latch {
			branches |= from[b.Control.ID]
		}
	}
	return tested
}

// distances demands what pairs of accesses at known distances do.
//
// If they meet in one iteration, they stay in order. If the first one comes to a place earlier, it must come before the
// second, in vectors too; if it comes there later, the second must come before the first.
func (o *orderer) distances() {
	g := o.g
	for i, a := range g.Out.Accesses {
		for k, b := range g.Out.Accesses[i+1:] {
			j := i + 1 + k
			dep := g.Depend(a, b)
			if !dep.Known && !dep.Promised {
				continue
			}
			if dep.Same() || dep.FirstEarlier() {
				o.before(i, j)
			}
			if dep.Within(1, farAway-1) {
				o.before(j, i)
			}
		}
	}
}

// farAway is the number of iterations that are never done at once: pairs so far apart are no obstacle.
const farAway = 512

// sort ranks the accesses, each as early as its place in the program and those that must come before it permit. It
// fails if there is a cycle.
func (o *orderer) sort() bool {
	g := o.g
	rank := make([]int32, g.F.NumValues())
	done := uint64(0)
	for n := range o.unit {
		next := -1
		for i, u := range o.unit {
			if u == i && done&(1<<i) == 0 && o.after[i]&^done == 0 {
				next = i
				break
			}
		}
		if next < 0 {
			return bits.OnesCount64(done) == o.units() && o.assign(rank)
		}
		done |= 1 << next
		for i, u := range o.unit {
			if u == next {
				rank[g.Out.Accesses[i].V.ID] = int32(n + 1)
			}
		}
	}
	return o.assign(rank)
}

func (o *orderer) units() int {
	n := 0
	for i, u := range o.unit {
		if u == i {
			n++
		}
	}
	return n
}

func (o *orderer) assign(rank []int32) bool {
	o.g.Out.Rank = rank
	return true
}
