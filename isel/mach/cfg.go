package mach

import (
	"cmp"
	"slices"
)

// CFG is what the shape of a function's graph says: an order, dominators, loops. Reuse one to save allocations.
//
// Blocks are named by their position in Func.Blocks, to which Build sets their IDs.
type CFG struct {
	Order []int32 // reachable blocks in reverse postorder
	Pos   []int32 // position in Order, -1 if unreachable
	IDom  []int32 // immediate dominator, -1 for the entry
	Loop  []int32 // header of the innermost loop around, -1 if none; a header is in its own loop
	Outer []int32 // for headers: header of the next outer loop, -1 if none
	Depth []int32 // number of loops around

	stack []frame
	backs []back
}

type frame struct{ b, next int32 }

// back is an edge that leads back in Order, or to the block it comes from.
type back struct{ from, to int32 }

func resize(s []int32, n int, v int32) []int32 {
	if cap(s) < n {
		s = make([]int32, n)
	}
	s = s[:n]
	for i := range s {
		s[i] = v
	}
	return s
}

// Build computes everything for f.
func (c *CFG) Build(f *Func) {
	n := len(f.Blocks)
	for i, b := range f.Blocks {
		b.ID = i
	}
	c.Pos, c.IDom = resize(c.Pos, n, -1), resize(c.IDom, n, -1)
	c.Loop, c.Outer, c.Depth = resize(c.Loop, n, -1), resize(c.Outer, n, -1), resize(c.Depth, n, 0)
	c.order(f)
	c.dominators(f)
	c.loops(f)
}

// order is a depth-first search. Successors are visited last to first, so that the first comes next in Order: for a
// branch that is the likely one to fall into, and a block's neighbours stay neighbours. An edge to a block that is still
// on the stack is one that leads back.
func (c *CFG) order(f *Func) {
	const onStack, done = 0, 1 // in Pos, as long as it is not known
	n := int32(len(f.Blocks))
	c.Order = resize(c.Order, len(f.Blocks), 0)
	at := n
	c.stack = append(c.stack[:0], frame{0, int32(len(f.Blocks[0].Succs))})
	c.backs = c.backs[:0]
	c.Pos[0] = onStack
	for len(c.stack) > 0 {
		top := &c.stack[len(c.stack)-1]
		if top.next > 0 {
			top.next--
			s := f.Blocks[top.b].Succs[top.next].To
			switch p := &c.Pos[s.ID]; {
			case *p < 0:
				*p = onStack
				c.stack = append(c.stack, frame{int32(s.ID), int32(len(s.Succs))})
			case *p == onStack:
				c.backs = append(c.backs, back{top.b, int32(s.ID)})
			}
			continue
		}
		at--
		c.Order[at] = top.b
		c.Pos[top.b] = done
		c.stack = c.stack[:len(c.stack)-1]
	}
	c.Order = c.Order[at:]
	for i, b := range c.Order {
		c.Pos[b] = int32(i)
	}
}

// dominators is the algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm". After the first round
// all but the back edges have been seen, and these change nothing if each leads to a block that dominates its start, as
// in structured loops.
func (c *CFG) dominators(f *Func) {
	for changed, first := true, true; changed; first = false {
		changed = false
		for _, b := range c.Order[1:] {
			d := int32(-1)
			for _, p := range f.Blocks[b].Preds {
				p := int32(p.ID)
				if c.Pos[p] < 0 || p != 0 && c.IDom[p] < 0 {
					continue
				}
				if d < 0 {
					d = p
					continue
				}
				for q := p; q != d; {
					for c.Pos[q] > c.Pos[d] {
						q = c.IDom[q]
					}
					for c.Pos[d] > c.Pos[q] {
						d = c.IDom[d]
					}
				}
			}
			if c.IDom[b] != d {
				c.IDom[b], changed = d, true
			}
		}
		if first && c.reducible() {
			return
		}
	}
}

// reducible says whether every edge that leads back in Order leads to a dominator, as far as IDom tells.
func (c *CFG) reducible() bool {
	for _, e := range c.backs {
		if !c.Dominates(e.to, e.from) {
			return false
		}
	}
	return true
}

// Dominates says whether block a dominates block b.
func (c *CFG) Dominates(a, b int32) bool {
	for c.Pos[b] > c.Pos[a] {
		b = c.IDom[b]
	}
	return a == b
}

// IsBackEdge says whether an edge leads to the header of a loop from within.
func (c *CFG) IsBackEdge(from, to int32) bool { return c.Pos[from] >= c.Pos[to] }

// loops finds the natural loops, inner ones first, by walking from the back edges up to the header. The walk jumps over
// inner loops already found. Irreducible graphs do not arise from Go's structured loops and yield only poorer code
// here.
func (c *CFG) loops(f *Func) {
	slices.SortFunc(c.backs, func(x, y back) int { return cmp.Compare(c.Pos[y.to], c.Pos[x.to]) })
	for i := 0; i < len(c.backs); {
		h := c.backs[i].to
		c.stack = c.stack[:0]
		for ; i < len(c.backs) && c.backs[i].to == h; i++ {
			if p := c.backs[i].from; c.Dominates(h, p) {
				c.stack = append(c.stack, frame{b: p})
			}
		}
		if len(c.stack) == 0 {
			continue
		}
		for len(c.stack) > 0 {
			b := c.stack[len(c.stack)-1].b
			c.stack = c.stack[:len(c.stack)-1]
			// The outermost loop found so far that holds b.
			l := c.Loop[b]
			for l >= 0 && l != h && c.Outer[l] >= 0 {
				l = c.Outer[l]
			}
			if l == h {
				continue
			}
			if l >= 0 {
				c.Outer[l] = h
				b = l
			} else {
				c.Loop[b] = h
				if b == h {
					continue
				}
			}
			for _, p := range f.Blocks[b].Preds {
				if c.Pos[p.ID] >= 0 && (l < 0 || !c.inLoop(int32(p.ID), l)) {
					c.stack = append(c.stack, frame{b: int32(p.ID)})
				}
			}
		}
		c.Loop[h] = h
	}
	for _, b := range c.Order {
		if l := c.Loop[b]; l == b {
			c.Depth[b] = 1
			if o := c.Outer[l]; o >= 0 {
				c.Depth[b] += c.Depth[o]
			}
		} else if l >= 0 {
			c.Depth[b] = c.Depth[l]
		}
	}
}

// inLoop says whether block b is in the loop of header l.
func (c *CFG) inLoop(b, l int32) bool {
	for h := c.Loop[b]; h >= 0; h = c.Outer[h] {
		if h == l {
			return true
		}
	}
	return false
}

// InLoop says whether block b is in the loop with header h.
func (c *CFG) InLoop(b, h int32) bool { return c.inLoop(b, h) }
