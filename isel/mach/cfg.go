package mach

import (
	"cmp"
	"slices"
)

// CFG holds properties of a function's control-flow graph: a block order, dominators and loops. Reuse a CFG to
// save allocations.
//
// Blocks are identified by their index in Func.Blocks. Build sets their IDs to it.
type CFG struct {
	Order []int32 // reachable blocks in reverse postorder
	Pos   []int32 // position in Order, -1 if unreachable
	IDom  []int32 // immediate dominator, -1 for the entry
	Loop  []int32 // header of the innermost loop that contains the block, -1 if none; a header is in its own loop
	Outer []int32 // for headers: header of the next outer loop, -1 if none
	Depth []int32 // loop nesting depth

	stack []frame
	backs []back
}

type frame struct{ b, next int32 }

// back is an edge to a block that is still on the depth-first stack, possibly to its own block.
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

// Build computes all properties of f.
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

// order runs a depth-first search. It visits successors last to first, so that the first successor comes next in
// Order. For a branch, that is the likely fall-through, and neighboring blocks stay neighbors. An edge to a block
// that is still on the stack is a retreating edge.
func (c *CFG) order(f *Func) {
	const onStack, done = 0, 1 // values of Pos while the position is not yet known
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

// dominators uses the algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm". After the
// first round it has processed all edges but the retreating ones. These change nothing if each leads to a
// dominator of its source, as in structured loops.
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

// reducible reports whether every retreating edge leads to a dominator of its source, according to IDom.
func (c *CFG) reducible() bool {
	for _, e := range c.backs {
		if !c.Dominates(e.to, e.from) {
			return false
		}
	}
	return true
}

// Dominates reports whether block a dominates block b.
func (c *CFG) Dominates(a, b int32) bool {
	for c.Pos[b] > c.Pos[a] {
		b = c.IDom[b]
	}
	return a == b
}

// IsBackEdge reports whether an edge leads from within a loop to its header.
func (c *CFG) IsBackEdge(from, to int32) bool { return c.Pos[from] >= c.Pos[to] }

// loops finds the natural loops, inner ones first, by walking from the back edges up to the header. The walk
// skips inner loops that are already found. Go's structured loops never make irreducible graphs; for such a
// graph, the result only leads to slower code.
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
			// The outermost loop found so far that contains b.
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

// inLoop reports whether block b is in the loop with header l.
func (c *CFG) inLoop(b, l int32) bool {
	for h := c.Loop[b]; h >= 0; h = c.Outer[h] {
		if h == l {
			return true
		}
	}
	return false
}

// InLoop reports whether block b is in the loop with header h.
func (c *CFG) InLoop(b, h int32) bool { return c.inLoop(b, h) }
