package ir

import "slices"

// stepsPerBlock is the cost, in units of Spend, of visiting a block and its edges.
const stepsPerBlock = 16

// ReversePostorder lists the reachable blocks, each before its successors (except along back edges). The list
// is shared: do not modify it.
func (f *Func) ReversePostorder() []*Block {
	return f.snapshot().rpo
}

// reversePostorder walks the graph depth-first and fills the list from its end.
func (f *Func) reversePostorder() []*Block {
	f.Spend(stepsPerBlock * len(f.Blocks))
	left := f.NewInts(f.NumBlocks()) // number of unvisited successors plus one; 0 for blocks not reached yet
	order := f.NewBlocks(len(f.Blocks))
	at := len(order)
	stack := append(make([]*Block, 0, 64), f.Entry()) // stays on the Go stack for most functions
	left[f.Entry().ID] = int32(len(f.Entry().Succs)) + 1
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		n := left[b.ID] - 1
		if n == 0 {
			at--
			order[at] = b
			stack = stack[:len(stack)-1]
			continue
		}
		left[b.ID] = n
		// Visit the last successor first: reverse postorder then lists the taken side of a branch first.
		if s := b.Succs[n-1]; left[s.ID] == 0 {
			left[s.ID] = int32(len(s.Succs)) + 1
			stack = append(stack, s)
		}
	}
	return order[at:]
}

// shape caches what is known about the graph until an edge changes. The optimizer asks for orders, dominators
// and loops several hundred times per compilation, but there are only about a dozen distinct graphs.
type shape struct {
	edits int32 // Func.edits of the graph
	rpo   []*Block
	dom   *Dom    // nil until requested
	edges []int32 // encoding of the graph, kept only for verification: see Func.edges
}

// snapshot returns the shape of the current graph.
func (f *Func) snapshot() *shape {
	if s := f.shape; s != nil && s.edits == f.edits {
		if f.verified && s.edges != nil && !slices.Equal(s.edges, f.edges()) {
			panic(&Bug{f.Name, "an edge has changed that was not counted"})
		}
		return s
	}
	s := f.newShape()
	s.rpo = f.reversePostorder()
	s.renew(f)
	f.shape = s
	return s
}

// renew marks s as the shape of f's current graph.
func (s *shape) renew(f *Func) {
	if s.edits = f.edits; f.verified {
		s.edges = f.edges()
	}
}

// watch turns on the detection of edge changes that were not counted.
func (f *Func) watch() {
	f.verified = true
	if s := f.shape; s != nil && s.edits == f.edits && s.edges == nil {
		s.edges = f.edges()
	}
}

// keptDom returns the cached dominators if they are valid for the current graph, or nil.
func (f *Func) keptDom() *Dom {
	if s := f.shape; s != nil && s.edits == f.edits {
		return s.dom
	}
	return nil
}

// difference describes how d differs from another dominator tree of the same function, or returns "".
func (d *Dom) difference(o *Dom) string {
	switch {
	case !slices.Equal(d.rpo, o.rpo):
		return "order of blocks"
	case !slices.EqualFunc(d.rpo, o.rpo, func(b, _ *Block) bool { return d.Idom(b) == o.Idom(b) }):
		return "dominators"
	case !slices.Equal(d.back, o.back) || d.Irreducible != o.Irreducible:
		return "back edges"
	}
	return ""
}

// edges encodes the graph: for each block its ID, the number of its edges, and the IDs at their other ends.
func (f *Func) edges() []int32 {
	var e []int32
	for _, b := range f.Blocks {
		e = append(e, int32(b.ID), int32(len(b.Succs)), int32(len(b.Preds)))
		for _, x := range b.Succs {
			e = append(e, int32(x.ID))
		}
		for _, x := range b.Preds {
			e = append(e, int32(x.ID))
		}
	}
	return e
}

// Dom answers dominance queries. It is a snapshot: changing the CFG makes it stale.
type Dom struct {
	rpo   []*Block
	nodes []domNode // by block ID
	back  []BackEdge

	// Irreducible reports whether some cycle has several entries.
	Irreducible bool

	// Loops is where package analysis caches the loops found with these dominators.
	Loops any
}

// domNode is the position of a block in the dominator tree. A block's name is its index in reverse postorder
// plus 1.
type domNode struct {
	order   int32 // its name; 0 for unreachable blocks
	idom    int32 // 0 for the entry and for unreachable blocks
	in, out int32 // interval numbering of the tree
}

// BackEdge is an edge to a block that dominates the edge's source. Both blocks are given by their index in
// reverse postorder.
type BackEdge struct{ Header, Latch int32 }

// Dominators computes the dominator tree.
func (f *Func) Dominators() *Dom {
	s := f.snapshot()
	if s.dom == nil {
		s.dom = f.dominators(s.rpo)
	}
	return s.dom
}

// dominators builds the tree with the algorithm of Cooper, Harvey and Kennedy (A Simple, Fast Dominance
// Algorithm, 2001). If the target of every retreating edge dominates its source, one walk over the blocks that
// ignores those edges suffices: a path that takes such an edge has already passed the edge's target, so the
// edge cannot change the target's dominators. If some cycle has several entries, the walk repeats until nothing
// changes.
func (f *Func) dominators(rpo []*Block) *Dom {
	d := f.newDom()
	d.rpo, d.nodes = rpo, f.newDomNodes(f.NumBlocks())
	for i, b := range rpo {
		d.nodes[b.ID].order = int32(i + 1)
	}
	up := f.NewInts(2 * (len(rpo) + 1)) // the immediate dominators, by name
	up, next := up[:len(rpo)+1], up[len(rpo)+1:]
	up[1] = 1
	back := make([]BackEdge, 0, 16) // on the stack
	walked := 0
	for i, b := range rpo {
		name, m := int32(i+1), int32(0)
		for _, p := range b.Preds {
			q := d.nodes[p.ID].order
			switch {
			case q == 0: // not reached
			case q >= name:
				back = append(back, BackEdge{Header: name - 1, Latch: q - 1})
			case m == 0:
				m = q
			default:
				m = intersect(up, m, q, &walked)
			}
		}
		if i > 0 {
			up[name] = m
		}
	}
	f.Spend(4*len(rpo) + 2*walked)
	d.number(up, next)
	d.back = f.newBackEdges(len(back))
	d.keepBack(back)
	if len(d.back) < len(back) {
		d.Irreducible = true
		f.walkAgain(d, up)
		clear(next)
		for i := range d.nodes {
			d.nodes[i].out = 0
		}
		d.number(up, next)
		d.keepBack(back)
	}
	return d
}

// keepBack keeps the edges whose targets dominate their sources.
func (d *Dom) keepBack(edges []BackEdge) {
	d.back = d.back[:0]
	for _, e := range edges {
		if d.Dominates(d.rpo[e.Header], d.rpo[e.Latch]) {
			d.back = append(d.back, e)
		}
	}
}

// intersect returns the closest common dominator of m and q in the tree built so far.
func intersect(up []int32, m, q int32, walked *int) int32 {
	for m != q {
		for q > m {
			q = up[q]
			*walked++
		}
		for m > q {
			m = up[m]
			*walked++
		}
	}
	return m
}

// walkAgain recomputes immediate dominators, using all edges, until a fixed point is reached.
func (f *Func) walkAgain(d *Dom, up []int32) {
	for changed := true; changed; {
		changed = false
		walked := 0
		for i, b := range d.rpo[1:] {
			m := int32(0)
			for _, p := range b.Preds {
				if q := d.nodes[p.ID].order; q != 0 && m == 0 {
					m = q
				} else if q != 0 {
					m = intersect(up, m, q, &walked)
				}
			}
			if up[i+2] != m {
				up[i+2] = m
				changed = true
			}
		}
		f.Spend(4*len(d.rpo) + 2*walked)
	}
}

// number assigns each block the interval of its subtree, so that a dominance test is one interval comparison.
func (d *Dom) number(up, next []int32) {
	// Parents come before their children in reverse postorder.
	for i := len(d.rpo) - 1; i > 0; i-- {
		n := &d.nodes[d.rpo[i].ID]
		n.out++ // for now, the size of the subtree
		n.idom = up[i+1]
		d.nodes[d.rpo[n.idom-1].ID].out += n.out
	}
	for i, b := range d.rpo {
		n := &d.nodes[b.ID]
		if i == 0 {
			n.in = 1
			n.out++
		} else {
			n.in = next[n.idom]
			next[n.idom] += n.out
		}
		n.out += n.in
		next[i+1] = n.in + 1
	}
}

// Order lists the reachable blocks in reverse postorder.
func (d *Dom) Order() []*Block { return d.rpo }

// Place returns the index in Order of b, which must be reachable.
func (d *Dom) Place(b *Block) int { return int(d.nodes[b.ID].order) - 1 }

// BackEdges lists the back edges in the order of their headers.
func (d *Dom) BackEdges() []BackEdge { return d.back }

// Idom returns b's immediate dominator, or nil for the entry.
func (d *Dom) Idom(b *Block) *Block {
	if i := d.nodes[b.ID].idom; i != 0 {
		return d.rpo[i-1]
	}
	return nil
}

// Dominates reports whether every path from the entry to b passes through a; a block dominates itself.
func (d *Dom) Dominates(a, b *Block) bool {
	if int(b.ID) >= len(d.nodes) {
		return false
	}
	x, in := &d.nodes[a.ID], d.nodes[b.ID].in
	return x.in <= in && in < x.out
}

// Reachable reports whether b is reachable from the entry.
func (d *Dom) Reachable(b *Block) bool { return d.nodes[b.ID].order != 0 }

// Tested reports whether every path to b has branched on c, and if so which way the branch went.
func (d *Dom) Tested(b *Block, c *Value) (truth, ok bool) {
	for at, p := b, d.Idom(b); p != nil; at, p = p, d.Idom(p) {
		if p.Kind == BlockIf && p.Control == c && len(at.Preds) == 1 && p.Succs[0] != p.Succs[1] {
			return p.Succs[0] == at, true
		}
	}
	return false, false
}
