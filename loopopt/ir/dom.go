package ir

// Postorder lists the blocks that the entry reaches, each after those it leads to (but for back edges).
func (f *Func) Postorder() []*Block {
	type frame struct {
		b *Block
		i int
	}
	seen := make([]bool, f.NumBlocks())
	order := make([]*Block, 0, len(f.Blocks))
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

// ReversePostorder lists the reachable blocks, each before those it leads to (but for back edges).
func (f *Func) ReversePostorder() []*Block {
	po := f.Postorder()
	for i, j := 0, len(po)-1; i < j; i, j = i+1, j-1 {
		po[i], po[j] = po[j], po[i]
	}
	return po
}

// Dom answers dominance questions. It is a snapshot: a change of the CFG makes it stale.
type Dom struct {
	idom    []*Block // by block ID; nil for the entry and for unreachable blocks
	in, out []int32  // interval numbering of the dominator tree
	order   []int32  // reverse postorder number + 1, 0 for unreachable
}

// Dominators computes the dominator tree (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm, 2001).
func (f *Func) Dominators() *Dom {
	rpo := f.ReversePostorder()
	n := f.NumBlocks()
	d := &Dom{idom: make([]*Block, n), in: make([]int32, n), out: make([]int32, n), order: make([]int32, n)}
	for i, b := range rpo {
		d.order[b.ID] = int32(i + 1)
	}
	entry := f.Entry()
	d.idom[entry.ID] = entry
	for changed := true; changed; {
		changed = false
		for _, b := range rpo[1:] {
			var m *Block
			for _, p := range b.Preds {
				if d.order[p.ID] == 0 || d.idom[p.ID] == nil {
					continue
				}
				if m == nil {
					m = p
					continue
				}
				for q := p; m != q; {
					for d.order[q.ID] > d.order[m.ID] {
						q = d.idom[q.ID]
					}
					for d.order[m.ID] > d.order[q.ID] {
						m = d.idom[m.ID]
					}
				}
			}
			if d.idom[b.ID] != m {
				d.idom[b.ID] = m
				changed = true
			}
		}
	}
	d.idom[entry.ID] = nil
	d.number(rpo)
	return d
}

// number gives every block the interval of its subtree, so that dominance is one comparison.
func (d *Dom) number(rpo []*Block) {
	size := make([]int32, len(d.idom))
	for i := len(rpo) - 1; i >= 0; i-- {
		b := rpo[i]
		size[b.ID]++
		if p := d.idom[b.ID]; p != nil {
			size[p.ID] += size[b.ID]
		}
	}
	next := make([]int32, len(d.idom))
	for _, b := range rpo { // parents come before their children in reverse postorder
		if p := d.idom[b.ID]; p != nil {
			d.in[b.ID] = next[p.ID]
			next[p.ID] += size[b.ID]
		} else {
			d.in[b.ID] = 1
		}
		d.out[b.ID] = d.in[b.ID] + size[b.ID]
		next[b.ID] = d.in[b.ID] + 1
	}
}

// Idom is b's immediate dominator, nil for the entry.
func (d *Dom) Idom(b *Block) *Block { return d.idom[b.ID] }

// Dominates says whether every path from the entry to b passes a; a block dominates itself.
func (d *Dom) Dominates(a, b *Block) bool {
	return int(b.ID) < len(d.in) && d.in[a.ID] <= d.in[b.ID] && d.in[b.ID] < d.out[a.ID]
}

// Reachable says whether the entry reaches b.
func (d *Dom) Reachable(b *Block) bool { return d.order[b.ID] != 0 }
