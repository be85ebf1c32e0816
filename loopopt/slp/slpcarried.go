package slp

import (
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// carriedTrips is the assumed number of iterations over which the cost of building and extracting a carried
// vector is spread.
const carriedTrips = 16

// carried packs loop-carried scalars of equal shape into one vector, such as the accumulators of a row of a
// matrix product:
//
//	s0 += x*b[4*k]; s1 += x*b[4*k+1]; s2 += x*b[4*k+2]; s3 += x*b[4*k+3]    →    s += x*b[4*k:4*k+4]
//
// Each lane executes the operations of its scalar in their order, so floats need no relaxed floating-point mode.
// The vector is built before the loop, and its lanes are extracted on the loop's exits.
// Legal if nothing else in the loop uses the scalars.
type carried struct {
	s    *packer
	l    *analysis.Loop
	pre  int // index of the preheader among the header's predecessors
	back int // index of the latch

	outside map[*ir.Value]int  // number of uses after the loop of each carried value
	made    map[*ir.Block]bool // exit blocks that extract lanes
}

// carriedValues packs scalars that the loop carries and the block computes.
func (s *packer) carriedValues() (changed bool) {
	l := s.loop
	if l == nil || l.Preheader == nil || l.Latch == nil || len(l.Header.Preds) != 2 {
		return false
	}
	if md := l.Header.Loop; md.Has("vectorize.epilogue") || md.Has("isvectorized") && md.Has("unroll.disable") {
		return false // a remainder loop is short
	}
	c := carried{s: s, l: l, pre: l.Header.PredIndex(l.Preheader), back: l.Header.PredIndex(l.Latch),
		made: map[*ir.Block]bool{}}
	for _, phis := range c.groups() {
		phis = slices.DeleteFunc(phis, func(phi *ir.Value) bool { return phi.Block == nil })
		if !c.countOutside(phis) {
			return changed
		}
		for len(phis) > 1 {
			n := min(s.maxLanes(phis[0].Type), 1<<(bits.Len(uint(len(phis)))-1))
			for n > 1 && !c.pack(phis[:n]) {
				n /= 2
			}
			if n > 1 {
				changed = true
				s.f.ElimCopies()
				s.f.RemoveDead()
				s.number()
			}
			// Later phis may have become lanes too: a vector includes the phis that its lanes depend on.
			phis = slices.DeleteFunc(phis[max(n, 1):], func(phi *ir.Value) bool { return phi.Block == nil })
		}
	}
	return changed
}

// groups returns phis of equal type whose next values come from the same kind of operation, in their order.
func (c *carried) groups() (groups [][]*ir.Value) {
	kinds := map[[2]int]int{}
	for _, phi := range c.l.Header.Phis() {
		next := phi.Args[c.back]
		if phi.Type.IsVector() || phi.Type.Elem == ir.Ptr || phi.Type.IsMask() || next.Block != c.s.b || !laneOp(next) ||
			next.Op == ir.OpAdd && slices.Contains(next.Args, phi) && (next.Args[0].IsConst() || next.Args[1].IsConst()) {
			continue
		}
		kind := [2]int{int(phi.Type.Elem), int(joined(next.Op))}
		k, ok := kinds[kind]
		if !ok {
			k = len(groups)
			kinds[kind], groups = k, append(groups, nil)
		}
		groups[k] = append(groups[k], phi)
	}
	return slices.DeleteFunc(groups, func(g []*ir.Value) bool { return len(g) < 2 })
}

// joined returns the operation that represents op and the operations that other lanes may execute instead.
func joined(op ir.Op) ir.Op {
	if op == ir.OpSub {
		return ir.OpAdd
	}
	return op
}

// exits returns the exit edges of the loop.
func (c *carried) exits() (edges [][2]*ir.Block) {
	for _, b := range c.l.Exiting {
		for _, x := range b.Succs {
			if !c.l.Contains(x) {
				edges = append(edges, [2]*ir.Block{b, x})
			}
		}
	}
	return edges
}

// countOutside counts the uses of carried values after the loop. If the loop has several exits, these uses must
// be phis of the exits.
func (c *carried) countOutside(phis []*ir.Value) bool {
	several := len(c.exits()) > 1
	c.outside = map[*ir.Value]int{}
	for _, phi := range phis {
		c.outside[phi], c.outside[phi.Args[c.back]] = 0, 0
	}
	for _, b := range c.s.f.Blocks {
		if c.l.Contains(b) {
			continue
		}
		if _, ok := c.outside[b.Control]; ok && several {
			return false
		} else if ok {
			c.outside[b.Control]++
		}
		for _, v := range b.Walk() {
			for i, a := range v.Args {
				if _, ok := c.outside[a]; !ok {
					continue
				}
				if several && (v.Op != ir.OpPhi || !c.l.Contains(b.Preds[i]) && !c.made[b.Preds[i]]) {
					return false
				}
				c.outside[a]++
			}
		}
	}
	return true
}

// pack packs phis into a vector if that pays.
func (c *carried) pack(phis []*ir.Value) bool {
	s := c.s
	t := &tree{s: s, carried: c}
	if t.node(phis) == nil {
		return false
	}
	for i := 0; i < len(t.nodes); i++ { // grows
		n := t.nodes[i]
		if n.kind != packCarried {
			continue
		}
		next := make([]*ir.Value, len(n.vals))
		for k, phi := range n.vals {
			next[k] = phi.Args[c.back]
		}
		m := t.node(next)
		if m == nil || m.kind != packOp && m.kind != packCarried {
			return false
		}
		n.args = []*packNode{m}
	}
	if !t.findRegions() {
		return false
	}
	price, ok := t.price()
	setup, legal := c.setup(t)
	saved, alone := c.saves(t)
	if !ok || !legal || !alone || price+packSlack+setup/carriedTrips > saved || c.waits(t, price, saved) {
		return false
	}
	c.emit(t)
	s.report(phis[0].Args[c.back], len(phis))
	return true
}

// waits reports whether the latency of the vector recurrence slows the loop down: an iteration takes as long as
// its loop-carried chain if that is longer than its issue time. Vector lanes can be slower than scalars: VPMULLQ
// takes 15 cycles on Intel's cores, IMUL 3.
func (c *carried) waits(t *tree, price, saved float32) bool {
	info := c.s.t
	chain := func(delay func(op ir.Op, n *packNode) int) (longest int) {
		depth := map[*packNode]int{}
		for _, n := range t.nodes {
			if n.kind == packCarried {
				depth[n] = 0
			}
		}
		for _, n := range t.nodes { // arguments precede their users
			if n.kind != packOp {
				continue
			}
			for _, a := range n.args {
				if d, ok := depth[a]; ok {
					depth[n] = max(depth[n], d+delay(joined(n.vals[0].Op), n))
				}
			}
			longest = max(longest, depth[n])
		}
		return longest
	}
	lanes := chain(func(op ir.Op, n *packNode) int {
		return info.Cost(op, n.typ, n.vals[0].Args[0].Type.WithLanes(len(n.vals))).Delay
	})
	scalars := chain(func(op ir.Op, n *packNode) int {
		return info.Cost(op, n.typ.Scalar(), n.vals[0].Args[0].Type).Delay
	})
	if lanes <= scalars {
		return false
	}
	var all float32
	for _, v := range c.s.b.Walk() {
		if v.Op != ir.OpPhi && len(v.Args) > 0 && !v.Type.IsVector() && laneOp(v) {
			all += t.scalarPrice(v, nil)
		}
	}
	width := float32(info.IssueWidth())
	return max(float32(lanes), (max(all, saved)-saved+price)/width) > max(float32(scalars), max(all, saved)/width)
}

// setup returns the cost of building the vectors and extracting their lanes, in micro-operations.
func (c *carried) setup(t *tree) (uops float32, ok bool) {
	for _, n := range t.nodes {
		if n.kind != packCarried {
			continue
		}
		one := n.typ.Scalar()
		insert, extract := c.s.t.Cost(ir.OpInsert, n.typ, n.typ), c.s.t.Cost(ir.OpExtract, one, n.typ)
		if !insert.Legal || !extract.Legal {
			return 0, false
		}
		uops += (insert.Uops + extract.Uops) * float32(len(n.vals))
	}
	return uops, true
}

// saves returns the cost of the removed scalars, and whether all carried scalars are removed.
func (c *carried) saves(t *tree) (uops float32, alone bool) {
	uses, counted := map[*ir.Value]int{}, map[*ir.Value]bool{}
	each := func(f func(phi *ir.Value)) {
		clear(counted)
		for _, n := range t.nodes {
			if n.kind != packCarried {
				continue
			}
			for _, phi := range n.vals {
				if !counted[phi] {
					counted[phi] = true
					f(phi)
				}
			}
		}
	}
	alone = true
	each(func(phi *ir.Value) {
		next := phi.Args[c.back]
		for _, v := range []*ir.Value{phi, next} {
			n, ok := c.outside[v]
			alone = alone && ok
			if _, met := uses[v]; !met { // several phis may have the same next value
				uses[v] = n
			}
		}
		uses[next]++
	})
	uops = t.dropped(uses, nil)
	each(func(phi *ir.Value) {
		for _, v := range []*ir.Value{phi, phi.Args[c.back]} {
			alone = alone && uses[v] == int(v.Uses)
		}
	})
	return uops, alone
}

// emit creates the vectors and replaces the uses after the loop by their lanes.
func (c *carried) emit(t *tree) {
	last := (*ir.Value)(nil)
	lanes := map[*ir.Value]lane{}
	for _, n := range t.nodes {
		if n.kind != packCarried {
			continue
		}
		n.vec = c.l.Header.NewPhi(n.typ, n.vals[0].Pos)
		for k, phi := range n.vals {
			next := phi.Args[c.back]
			if next.Block == c.s.b && (last == nil || c.s.place(next) > c.s.place(last)) {
				last = next
			}
			lanes[phi], lanes[next] = lane{n, k}, lane{n.args[0], k}
		}
	}
	t.emit(last)
	for _, n := range t.nodes {
		if n.kind != packCarried {
			continue
		}
		args := make([]*ir.Value, 2)
		args[c.back], args[c.pre] = n.args[0].vec, c.start(t, n)
		n.vec.AddArgs(args...)
	}
	c.leave(lanes)
}

// lane identifies a lane of a vector.
type lane struct {
	n *packNode
	k int
}

// start returns the initial vector of the loop.
func (c *carried) start(t *tree, n *packNode) *ir.Value {
	first := &packNode{typ: n.typ, kind: packInsert}
	for _, phi := range n.vals {
		first.vals = append(first.vals, phi.Args[c.pre])
	}
	v := first.vals[0]
	same := !slices.ContainsFunc(first.vals, func(w *ir.Value) bool {
		return w != v && (!w.IsConst() || !v.IsConst() || w.AuxInt != v.AuxInt)
	})
	switch {
	case same:
		first.kind = packSplat
	case !slices.ContainsFunc(first.vals, func(w *ir.Value) bool { return !w.IsConst() }):
		first.kind = packTable
	}
	t.gather(first, nil)
	return first.vec
}

// leave extracts lanes from their vectors on the loop's exit edges, for the uses after the loop.
func (c *carried) leave(lanes map[*ir.Value]lane) {
	edges := c.exits()
	for _, e := range edges {
		n := e[1]
		if !c.made[n] {
			n = e[0].SplitEdge(n, "lanes")
			c.made[n] = true
		}
		taken := map[*ir.Value]*ir.Value{}
		take := func(v *ir.Value) *ir.Value {
			at, ok := lanes[v]
			if !ok {
				return nil
			}
			if taken[v] == nil {
				taken[v] = n.New(ir.OpExtract, v.Type, v.Pos, at.n.vec)
				taken[v].AuxInt = int64(at.k)
			}
			return taken[v]
		}
		if len(edges) > 1 {
			out := n.Succs[0]
			i := out.PredIndex(n)
			for _, phi := range out.Phis() {
				if x := take(phi.Args[i]); x != nil {
					phi.SetArg(i, x)
				}
			}
			continue
		}
		for _, b := range c.s.f.Blocks {
			if c.l.Contains(b) || b == n {
				continue
			}
			for _, v := range b.Walk() {
				for i, a := range v.Args {
					if x := take(a); x != nil {
						v.SetArg(i, x)
					}
				}
			}
			if b.Control != nil {
				if x := take(b.Control); x != nil {
					b.SetControl(x)
				}
			}
		}
	}
}
