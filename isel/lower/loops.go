package lower

import "hotloop/loopopt/ir"

// loopNest holds the loop information that lowering needs: the depth of each block, and where to place code that
// a loop shares.
type loopNest struct {
	at   []nested    // by block ID
	work []*ir.Block // scratch
}

// nested is the loop information of a block.
type nested struct {
	depth  int32
	mark   int32 // the last loop that the block was found in
	head   bool
	rare   bool      // on a path within a loop that is rarely taken
	freq   float64   // expected executions per call
	pre    *ir.Block // preheader of the outermost loop around the block
	inner  *ir.Block // header of the innermost loop around the block
	parent *ir.Block // of a header: header of the next outer loop
	before *ir.Block // of a header: preheader of the loop
}

// tripGuess is the assumed trip count of a loop when blocks are weighted. Only the order of the weights matters.
const tripGuess = 16

// find finds natural loops by their back edges.
func (nest *loopNest) find(f *ir.Func, order []*ir.Block) {
	nest.at = zeroed(nest.at, f.NumBlocks())
	dom := f.Dominators()
	// Headers come in reverse postorder, so an outer loop is found before the loops it contains.
	edges := dom.BackEdges()
	for len(edges) > 0 {
		n := 1
		for n < len(edges) && edges[n].Header == edges[0].Header {
			n++
		}
		nest.loop(dom, order, edges[:n])
		edges = edges[n:]
	}
	nest.findRare(order, dom)
	nest.weigh(order)
}

// loop records the loop with the given back edges, all to one header.
func (nest *loopNest) loop(dom *ir.Dom, order []*ir.Block, edges []ir.BackEdge) {
	h := order[edges[0].Header]
	head := &nest.at[h.ID]
	outside := dom.Idom(h)
	if len(h.Preds) == len(edges)+1 { // a single entry
		for _, p := range h.Preds {
			if !dom.Dominates(h, p) {
				outside = p
			}
		}
	}
	head.head, head.parent, head.before = true, head.inner, outside
	mark := edges[0].Header + 1
	head.mark = mark
	work := append(nest.work[:0], h)
	for _, e := range edges {
		if p := order[e.Latch]; nest.at[p.ID].mark != mark {
			nest.at[p.ID].mark = mark
			work = append(work, p)
		}
	}
	for i := 0; i < len(work); i++ {
		b := work[i]
		x := &nest.at[b.ID]
		x.depth++
		x.inner = h
		if x.pre == nil {
			x.pre = outside
		}
		if i == 0 {
			continue
		}
		for _, p := range b.Preds {
			if nest.at[p.ID].mark != mark {
				nest.at[p.ID].mark = mark
				work = append(work, p)
			}
		}
	}
	nest.work = work
}

// findRare marks the blocks that are reached only through an unlikely branch within a loop, such as polls between
// strips, or code that handles extreme arguments of functions.
func (nest *loopNest) findRare(order []*ir.Block, dom *ir.Dom) {
	for _, b := range order {
		x := &nest.at[b.ID]
		if p := dom.Idom(b); p != nil && nest.at[p.ID].rare {
			// b is dominated by the entry of a rare region. The block after the region is not: a path around the
			// region leads to it, so no block of the region dominates it.
			x.rare = true
			continue
		}
		if len(b.Preds) != 1 {
			continue
		}
		p := b.Preds[0]
		if c := p.Control; x.depth == 0 && (c == nil || c.Op != ir.OpAll && c.Op != ir.OpAny) {
			continue // outside of loops a guess is less reliable, unless it is about all lanes
		}
		x.rare = x.depth >= nest.at[p.ID].depth && len(p.Succs) == 2 &&
			(p.Likely.Rare() && p.Succs[0] == b || p.Likely.Not().Rare() && p.Succs[1] == b)
	}
}

// rarely reports whether b rarely runs, relative to pre, the preheader of the outermost loop around b. It returns
// false if the whole loop is on a rare path: its constants are then made before it, on that path too.
func (nest *loopNest) rarely(b, pre *ir.Block) bool {
	return nest.at[b.ID].rare && (pre == nil || !nest.at[pre.ID].rare)
}

// weigh estimates how often blocks run. Branches split evenly unless the program has a hint, and each loop runs
// tripGuess times.
func (nest *loopNest) weigh(order []*ir.Block) {
	nest.at[order[0].ID].freq = 1
	for _, b := range order {
		x := &nest.at[b.ID]
		w := x.freq
		if x.head && !x.rare {
			w *= tripGuess
		}
		w = max(w, 1e-3)
		x.freq = w
		if len(b.Succs) != 2 {
			for _, s := range b.Succs {
				nest.at[s.ID].freq += w
			}
			continue
		}
		p, _ := b.Likely.P()
		for j, s := range b.Succs {
			if j == 1 {
				p = 1 - p
			}
			q := p
			if nest.at[s.ID].depth < x.depth {
				q = 1.0 / tripGuess // leaves the loop
			} else if nest.at[b.Succs[1-j].ID].depth < x.depth {
				q = 1
			}
			nest.at[s.ID].freq += float64(w * q) // rounded, so that the result is the same on every host
		}
	}
}

func (nest *loopNest) depth(b *ir.Block) int    { return int(nest.at[b.ID].depth) }
func (nest *loopNest) freq(b *ir.Block) float64 { return nest.at[b.ID].freq }

// outside reports whether block b is outside the loop with header h.
func (nest *loopNest) outside(b, h *ir.Block) bool {
	for x := nest.at[b.ID].inner; x != nil; x = nest.at[x.ID].parent {
		if x == h {
			return false
		}
	}
	return true
}
