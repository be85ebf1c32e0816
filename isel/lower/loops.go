package lower

import "hotloop/loopopt/ir"

// loopNest is what lowering needs to know of loops: how deep a block lies, and where to put what its loops share.
type loopNest struct {
	depths []int32     // by block ID
	heads  []bool      // by block ID
	pre    []*ir.Block // by block ID: the block in front of the outermost loop around it
	odds   []float64   // by block ID: expected executions per call
	rare   []bool      // by block ID: on a way within a loop that is hardly ever taken
	inner  []*ir.Block // by block ID: header of the innermost loop around it
	parent []*ir.Block // by ID of a header: header of the next outer loop
	before []*ir.Block // by ID of a header: the block in front of the loop
	mark   []int32     // scratch
	work   []*ir.Block // scratch
	body   []*ir.Block // scratch
}

// tripGuess is how often a loop is taken to run when blocks are weighted; only the order of weights matters.
const tripGuess = 16

// find finds natural loops by their back edges.
func (nest *loopNest) find(f *ir.Func, order []*ir.Block) {
	n := f.NumBlocks()
	nest.rare = zeroed(nest.rare, n)
	nest.depths, nest.heads, nest.odds = zeroed(nest.depths, n), zeroed(nest.heads, n), zeroed(nest.odds, n)
	nest.pre, nest.inner = zeroed(nest.pre, n), zeroed(nest.inner, n)
	nest.parent, nest.before = zeroed(nest.parent, n), zeroed(nest.before, n)
	dom := f.Dominators()
	for _, b := range order {
		for _, s := range b.Succs {
			if dom.Dominates(s, b) && !nest.heads[s.ID] {
				nest.heads[s.ID] = true
			}
		}
	}
	// Headers in reverse postorder: an outer loop is found before those inside it.
	nest.mark = zeroed(nest.mark, n)
	in := nest.mark
	mark := int32(0)
	for _, h := range order {
		if !nest.heads[h.ID] {
			continue
		}
		mark++
		in[h.ID] = mark
		work, body := nest.work[:0], append(nest.body[:0], h)
		outside, entries := dom.Idom(h), 0
		for _, p := range h.Preds {
			if dom.Dominates(h, p) {
				if in[p.ID] != mark {
					in[p.ID] = mark
					work = append(work, p)
				}
			} else {
				if entries++; entries == 1 {
					outside = p
				} else {
					outside = dom.Idom(h)
				}
			}
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			body = append(body, b)
			for _, p := range b.Preds {
				if in[p.ID] != mark {
					in[p.ID] = mark
					work = append(work, p)
				}
			}
		}
		nest.work, nest.body = work, body
		nest.parent[h.ID], nest.before[h.ID] = nest.inner[h.ID], outside
		for _, b := range body {
			nest.depths[b.ID]++
			nest.inner[b.ID] = h
			if nest.pre[b.ID] == nil {
				nest.pre[b.ID] = outside
			}
		}
	}
	nest.findRare(order, dom)
	nest.weigh(order)
}

// findRare marks the blocks that only an unlikely branch within a loop leads to: polls between strips, and what
// functions do for extreme arguments.
func (nest *loopNest) findRare(order []*ir.Block, dom *ir.Dom) {
	for _, b := range order {
		if p := dom.Idom(b); p != nil && nest.rare[p.ID] {
			// Behind the entry of a rare region; its end has a way around it, so that no block of it dominates the end.
			nest.rare[b.ID] = true
			continue
		}
		if len(b.Preds) != 1 {
			continue
		}
		p := b.Preds[0]
		if c := p.Control; nest.depths[b.ID] == 0 && (c == nil || c.Op != ir.OpAll && c.Op != ir.OpAny) {
			continue // outside of loops a guess says less, unless it is about all lanes
		}
		nest.rare[b.ID] = nest.depths[b.ID] >= nest.depths[p.ID] && len(p.Succs) == 2 &&
			(p.Likely.Rare() && p.Succs[0] == b || p.Likely.Not().Rare() && p.Succs[1] == b)
	}
}

// weigh guesses how often blocks run: branches split evenly unless the program says more, loops repeat.
func (n *loopNest) weigh(order []*ir.Block) {
	for i, b := range order {
		w := n.odds[b.ID]
		if i == 0 {
			w = 1
		}
		if n.heads[b.ID] && !n.rare[b.ID] {
			w *= tripGuess
		}
		w = max(w, 1e-3)
		n.odds[b.ID] = w
		for j, s := range b.Succs {
			p := 1.0
			if len(b.Succs) == 2 {
				if p, _ = b.Likely.P(); j == 1 {
					p = 1 - p
				}
				if n.depths[s.ID] < n.depths[b.ID] {
					p = 1.0 / tripGuess // leaves the loop
				} else if o := b.Succs[1-j]; n.depths[o.ID] < n.depths[b.ID] {
					p = 1
				}
			}
			n.odds[s.ID] += float64(w * p) // rounded: allocation does not depend on the machine that makes it
		}
	}
}

func (n *loopNest) header(b *ir.Block) bool         { return n.heads[b.ID] }
func (n *loopNest) depth(b *ir.Block) int           { return int(n.depths[b.ID]) }
func (n *loopNest) freq(b *ir.Block) float64        { return n.odds[b.ID] }
func (n *loopNest) preheader(b *ir.Block) *ir.Block { return n.pre[b.ID] }

// outside says whether block b is outside of the loop with header h.
func (n *loopNest) outside(b, h *ir.Block) bool {
	for x := n.inner[b.ID]; x != nil; x = n.parent[x.ID] {
		if x == h {
			return false
		}
	}
	return true
}
