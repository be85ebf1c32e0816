package mca

import "slices"

// block is a basic block: instructions lo up to hi.
type block struct {
	lo, hi       int
	succs, preds []int
}

// loop is a natural loop: its header dominates its blocks, which reach the header without leaving.
type loop struct {
	header int
	in     []bool // by block
}

// graph is the control flow of a program.
type graph struct {
	p      *Program
	blocks []block
	idom   []int // by block; -1 where nothing reaches it
}

// newGraph cuts the program into blocks.
func newGraph(p *Program) *graph {
	g := &graph{p: p}
	leader := make([]bool, len(p.insts)+1)
	leader[0], leader[len(p.insts)] = true, true
	for i, in := range p.insts {
		if in.flow != next {
			leader[i+1] = true
		}
		if in.target >= 0 {
			leader[in.target] = true
		}
	}
	of := make([]int, len(p.insts)+1)
	for i := range p.insts {
		if leader[i] {
			g.blocks = append(g.blocks, block{lo: i})
		}
		of[i] = len(g.blocks) - 1
		g.blocks[of[i]].hi = i + 1
	}
	for b := range g.blocks {
		last := p.insts[g.blocks[b].hi-1]
		if last.flow != jump && last.flow != leave && b+1 < len(g.blocks) {
			g.edge(b, b+1)
		}
		if last.target >= 0 {
			g.edge(b, of[last.target])
		}
	}
	g.dominators()
	return g
}

func (g *graph) edge(from, to int) {
	if !slices.Contains(g.blocks[from].succs, to) {
		g.blocks[from].succs = append(g.blocks[from].succs, to)
		g.blocks[to].preds = append(g.blocks[to].preds, from)
	}
}

// dominators is the algorithm of Cooper, Harvey and Kennedy.
func (g *graph) dominators() {
	var order []int // reverse postorder
	number := make([]int, len(g.blocks))
	seen := make([]bool, len(g.blocks))
	var visit func(b int)
	visit = func(b int) {
		seen[b] = true
		for _, s := range g.blocks[b].succs {
			if !seen[s] {
				visit(s)
			}
		}
		order = append(order, b)
	}
	g.idom = make([]int, len(g.blocks))
	for b := range g.idom {
		g.idom[b] = -1
	}
	if len(g.blocks) == 0 {
		return
	}
	visit(0)
	slices.Reverse(order)
	for i, b := range order {
		number[b] = i
	}
	g.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for _, b := range order[1:] {
			dom := -1
			for _, p := range g.blocks[b].preds {
				switch {
				case g.idom[p] < 0:
					continue
				case dom < 0:
					dom = p
				}
				for x := p; x != dom; {
					if number[x] > number[dom] {
						x = g.idom[x]
					} else {
						dom = g.idom[dom]
					}
				}
			}
			if dom != g.idom[b] {
				g.idom[b], changed = dom, true
			}
		}
	}
}

func (g *graph) dominates(a, b int) bool {
	for b != a {
		if g.idom[b] < 0 || g.idom[b] == b {
			return false
		}
		b = g.idom[b]
	}
	return true
}

// innermost finds the loops that contain no other loop, in the order of the code. Back edges to one header belong to
// one loop, unless one of them goes around more than the other: so it is where nothing is left of an outer loop's own
// header. What the entry does not reach, such as the way in again behind a checkpoint, is in none.
func (g *graph) innermost() []*loop {
	var loops []*loop
	for b := range g.blocks {
		if g.idom[b] < 0 {
			continue
		}
		for _, h := range g.blocks[b].succs {
			if g.dominates(h, b) {
				l := &loop{header: h, in: make([]bool, len(g.blocks))}
				l.in[h] = true
				g.fill(l, b)
				loops = append(loops, l)
			}
		}
	}
	loops = slices.DeleteFunc(slices.Clone(loops), func(l *loop) bool {
		return slices.ContainsFunc(loops, func(m *loop) bool { return l.around(m) })
	})
	// What is left with one header are ways through one body.
	var out []*loop
	for _, l := range loops {
		i := slices.IndexFunc(out, func(m *loop) bool { return m.header == l.header })
		if i < 0 {
			out = append(out, l)
			continue
		}
		for b, in := range l.in {
			out[i].in[b] = out[i].in[b] || in
		}
	}
	return out
}

// around reports whether m is a part of l.
func (l *loop) around(m *loop) bool {
	more := false
	for b, in := range m.in {
		if in && !l.in[b] {
			return false
		}
		more = more || l.in[b] && !in
	}
	return more
}

// fill takes in b and what reaches it.
func (g *graph) fill(l *loop, b int) {
	if l.in[b] || g.idom[b] < 0 {
		return
	}
	l.in[b] = true
	for _, p := range g.blocks[b].preds {
		g.fill(l, p)
	}
}

// pass is one way around a loop: its blocks from the header on. Where the loop itself branches the way that falls
// through is taken, and straight is false.
func (g *graph) pass(l *loop) (blocks []int, straight bool) {
	straight = true
	done := make([]bool, len(g.blocks))
	for b := l.header; !done[b]; {
		done[b] = true
		blocks = append(blocks, b)
		var to []int
		for _, s := range g.blocks[b].succs {
			if l.in[s] && s != l.header {
				to = append(to, s)
			}
		}
		if len(to) > 1 || len(to) == 1 && slices.Contains(g.blocks[b].succs, l.header) {
			straight = false
		}
		if len(to) == 0 {
			return blocks, straight
		}
		b = to[0] // the block behind comes first
	}
	return blocks, false
}
