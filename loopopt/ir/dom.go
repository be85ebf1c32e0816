package ir

// stepsPerBlock is what it costs to visit a block with its edges, in units of Spend.
const stepsPerBlock = 16

// Postorder lists the blocks that the entry reaches, each after those it leads to (but for back edges).
func (f *Func) Postorder() []*Block {
	type frame struct {
		b *Block
		i int
	}
	f.Spend(stepsPerBlock * len(f.Blocks))
	seen := f.NewFlags(f.NumBlocks())
	order := f.NewBlocks(len(f.Blocks))[:0]
	stack := make([]frame, 1, 16)
	stack[0] = frame{f.Entry(), 0}
	seen[f.Entry().ID] = true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.i < len(top.b.Succs) {
			// Visit the last successor first: reverse postorder then lists the taken side of a branch first.
			s := top.b.Succs[len(top.b.Succs)-1-top.i]
			top.i++
			if !seen[s.ID] {
				seen[s.ID] = true
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		order = append(order, top.b)
		stack = stack[:len(stack)-1]
	}
	return order
}

// ReversePostorder lists the reachable blocks, each before those it leads to (but for back edges). The list is shared:
// do not change it.
func (f *Func) ReversePostorder() []*Block {
	return f.snapshot().rpo
}

// shape remembers what the graph said when it last changed. The optimizer asks for orders, dominators and loops some
// hundred times in a compilation, and there are a dozen graphs. Mostly nothing was edited in between; where something
// was, looking whether the graph is the same takes a twentieth of what it takes to analyze it.
type shape struct {
	edits int32   // Func.edits of the graph
	edges []int32 // of each block its ID, the number of its edges, and the other ends
	rpo   []*Block
	dom   *Dom // nil if nobody has asked
}

// snapshot is the shape of the graph as it is.
func (f *Func) snapshot() *shape {
	if s := f.shape; s != nil {
		if s.edits == f.edits {
			if f.verified && !s.fits(f) {
				panic(&Bug{f.Name, "an edge has changed that was not counted"})
			}
			return s
		}
		f.Spend(2 * len(f.Blocks))
		if s.fits(f) {
			s.edits = f.edits
			return s
		}
	}
	n := 0
	for _, b := range f.Blocks {
		n += 3 + len(b.Succs) + len(b.Preds)
	}
	s := f.newShape()
	if f.shape != nil { // nobody else has its list
		s.edges = f.shape.edges[:0]
	}
	if cap(s.edges) < n {
		s.edges = f.NewInts(n + n/2)[:0]
	}
	for _, b := range f.Blocks {
		s.edges = append(s.edges, int32(b.ID), int32(len(b.Succs)), int32(len(b.Preds)))
		for _, x := range b.Succs {
			s.edges = append(s.edges, int32(x.ID))
		}
		for _, x := range b.Preds {
			s.edges = append(s.edges, int32(x.ID))
		}
	}
	po := f.Postorder()
	for i, j := 0, len(po)-1; i < j; i, j = i+1, j-1 {
		po[i], po[j] = po[j], po[i]
	}
	s.rpo, s.edits = po[:len(po):len(po)], f.edits
	f.shape = s
	return s
}

// fits says whether f's graph is still the one of the snapshot.
func (s *shape) fits(f *Func) bool {
	e := s.edges
	for _, b := range f.Blocks {
		n := 3 + len(b.Succs) + len(b.Preds)
		if len(e) < n || e[0] != int32(b.ID) || int(e[1]) != len(b.Succs) || int(e[2]) != len(b.Preds) {
			return false
		}
		succs, preds := e[3:3+len(b.Succs)], e[3+len(b.Succs):n]
		for i, x := range b.Succs {
			if succs[i] != int32(x.ID) {
				return false
			}
		}
		for i, x := range b.Preds {
			if preds[i] != int32(x.ID) {
				return false
			}
		}
		e = e[n:]
	}
	return len(e) == 0
}

// Dom answers dominance questions. It is a snapshot: a change of the CFG makes it stale.
type Dom struct {
	rpo     []*Block
	idom    []int32 // by block ID, in order's numbers; 0 for the entry and for unreachable blocks
	in, out []int32 // interval numbering of the dominator tree
	order   []int32 // reverse postorder number + 1, 0 for unreachable

	// Loops is where package analysis keeps the loops that it found with these dominators.
	Loops any
}

// Dominators computes the dominator tree (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm, 2001).
func (f *Func) Dominators() *Dom {
	s := f.snapshot()
	if s.dom == nil {
		s.dom = f.dominators(s.rpo)
	}
	return s.dom
}

// dominators names the blocks by their place in rpo, plus 1.
func (f *Func) dominators(rpo []*Block) *Dom {
	n := f.NumBlocks()
	ints := f.NewInts(4*n + 2*(len(rpo)+1))
	d := f.newDom()
	d.rpo = rpo
	d.idom, d.in, d.out, d.order = ints[:n:n], ints[n:2*n:2*n], ints[2*n:3*n:3*n], ints[3*n:4*n:4*n]
	up := ints[4*n : 4*n+len(rpo)+1]
	for i, b := range rpo {
		d.order[b.ID] = int32(i + 1)
	}
	up[1] = 1
	for changed := true; changed; {
		changed = false
		walked := 0
		for i, b := range rpo[1:] {
			m := int32(0)
			for _, p := range b.Preds {
				q := d.order[p.ID]
				if q == 0 || up[q] == 0 {
					continue
				}
				if m == 0 {
					m = q
					continue
				}
				for m != q {
					for q > m {
						q = up[q]
						walked++
					}
					for m > q {
						m = up[m]
						walked++
					}
				}
			}
			if up[i+2] != m {
				up[i+2] = m
				changed = true
			}
		}
		f.Spend(4*len(rpo) + 2*walked)
	}
	for i, b := range rpo[1:] {
		d.idom[b.ID] = up[i+2]
	}
	d.number(up, ints[4*n+len(rpo)+1:])
	return d
}

// number gives every block the interval of its subtree, so that dominance is one comparison.
func (d *Dom) number(up, next []int32) {
	// Parents come before their children in reverse postorder.
	for i := len(d.rpo) - 1; i >= 0; i-- {
		b := d.rpo[i]
		d.out[b.ID]++ // the size of the subtree, for now
		if i > 0 {
			d.out[d.rpo[up[i+1]-1].ID] += d.out[b.ID]
		}
	}
	for i, b := range d.rpo {
		d.in[b.ID] = 1
		if i > 0 {
			p := up[i+1]
			d.in[b.ID] = next[p]
			next[p] += d.out[b.ID]
		}
		d.out[b.ID] += d.in[b.ID]
		next[i+1] = d.in[b.ID] + 1
	}
}

// Idom is b's immediate dominator, nil for the entry.
func (d *Dom) Idom(b *Block) *Block {
	if i := d.idom[b.ID]; i != 0 {
		return d.rpo[i-1]
	}
	return nil
}

// Dominates says whether every path from the entry to b passes a; a block dominates itself.
func (d *Dom) Dominates(a, b *Block) bool {
	return int(b.ID) < len(d.in) && d.in[a.ID] <= d.in[b.ID] && d.in[b.ID] < d.out[a.ID]
}

// Reachable says whether the entry reaches b.
func (d *Dom) Reachable(b *Block) bool { return d.order[b.ID] != 0 }

// Tested says whether a branch on c has been taken on every way to b, and how c came out there.
func (d *Dom) Tested(b *Block, c *Value) (truth, ok bool) {
	for at, p := b, d.Idom(b); p != nil; at, p = p, d.Idom(p) {
		if p.Kind == BlockIf && p.Control == c && len(at.Preds) == 1 && p.Succs[0] != p.Succs[1] {
			return p.Succs[0] == at, true
		}
	}
	return false, false
}
