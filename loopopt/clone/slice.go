package clone

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Slicer computes slices of a loop: all values that given values depend on, with the branches that control them.
type Slicer struct {
	L   *analysis.Loop
	Dom *ir.Dom
	// Ends reports values at which a slice stops, without the values they depend on; nil reports none.
	Ends func(*ir.Value) bool
	// controls caches, by block, the branches that decide whether the block runs.
	controls map[*ir.Block][]*ir.Block
	passed   map[*ir.Block][]bool // passing
}

// Part is a set of values of a loop that can run without the others.
type Part struct {
	Values   []bool // by ir.Value.ID
	Branches map[*ir.Block]bool
}

func (p *Part) Has(v *ir.Value) bool { return int(v.ID) < len(p.Values) && p.Values[v.ID] }

// Join adds all of q to p. q may have been created later, when the function had more values.
func (p *Part) Join(q *Part) {
	if more := len(q.Values) - len(p.Values); more > 0 {
		p.Values = append(p.Values, make([]bool, more)...)
	}
	for i, in := range q.Values {
		p.Values[i] = p.Values[i] || in
	}
	for b := range q.Branches {
		p.Branches[b] = true
	}
}

// Of returns the slice of the loop for the given values.
func (s *Slicer) Of(f *ir.Func, seeds ...*ir.Value) *Part {
	p := &Part{Values: make([]bool, f.NumValues()), Branches: map[*ir.Block]bool{}}
	work := append([]*ir.Value(nil), seeds...)
	keep := func(c *ir.Block) {
		if !p.Branches[c] {
			p.Branches[c] = true
			work = append(work, c.Control)
			for _, d := range s.control(c) {
				if !p.Branches[d] {
					p.Branches[d] = true
					work = append(work, d.Control)
				}
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if s.L.Invariant(v) || p.Values[v.ID] {
			continue
		}
		p.Values[v.ID] = true
		if s.Ends != nil && s.Ends(v) {
			continue
		}
		work = append(work, v.Args...)
		if v.Op == ir.OpPhi && v.Block != s.L.Header {
			for _, c := range s.deciding(v.Block) {
				keep(c)
			}
		}
		for _, c := range s.control(v.Block) {
			keep(c)
		}
	}
	return p
}

// control returns the branches on which b is control dependent: those that reach it and can bypass it.
func (s *Slicer) control(b *ir.Block) []*ir.Block {
	if list, ok := s.controls[b]; ok {
		return list
	}
	to, past := s.reaching(b, nil), s.Passing(b)
	var list []*ir.Block
	for _, c := range s.L.Blocks {
		if c.Kind == ir.BlockIf && c != s.L.Latch && c != b && to[c.ID] && past[c.ID] {
			list = append(list, c)
		}
	}
	if s.controls == nil {
		s.controls = map[*ir.Block][]*ir.Block{}
	}
	s.controls[b] = list
	return list
}

// deciding returns the branches that decide over which edge control comes to b, a block with several predecessors.
func (s *Slicer) deciding(b *ir.Block) []*ir.Block {
	var list []*ir.Block
	top, to := s.Dom.Idom(b), s.reaching(b, nil)
	for _, c := range s.L.Blocks {
		if c.Kind == ir.BlockIf && c != s.L.Latch && s.Dom.Dominates(top, c) && to[c.ID] {
			list = append(list, c)
		}
	}
	return list
}

// Passing returns, by block ID, whether control can come from a block to the latch without passing b.
func (s *Slicer) Passing(b *ir.Block) []bool {
	from, ok := s.passed[b]
	if !ok {
		if s.passed == nil {
			s.passed = map[*ir.Block][]bool{}
		}
		from = s.reaching(s.L.Latch, b)
		s.passed[b] = from
	}
	return from
}

// reaching returns, by block ID, whether control can come from a block to b within an iteration, over at least one
// edge and without passing around. One backward walk serves all blocks: a loop of a thousand branches asks about
// each.
func (s *Slicer) reaching(b, around *ir.Block) []bool {
	from := make([]bool, b.Func.NumBlocks())
	if b == s.L.Header || b == around {
		return from
	}
	b.Func.Spend(ir.StepsPerLook * len(s.L.Blocks))
	work := []*ir.Block{b}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range c.Preds {
			if from[p.ID] || !s.L.Contains(p) {
				continue
			}
			from[p.ID] = true
			if p != s.L.Header && p != around {
				work = append(work, p)
			}
		}
	}
	return from
}

// ClonePart copies the loop l without the values that are not in p. Branches that do not matter to p become jumps. As
// with CloneLoop, the header has no entry yet, and the latch has its edges.
func ClonePart(f *ir.Func, l *analysis.Loop, name string, p *Part) *Cloner {
	c := CloneLoop(f, l, name, func(v *ir.Value) bool { return !p.Has(v) })
	for _, b := range l.Blocks {
		if b.Kind != ir.BlockIf || b == l.Latch || p.Branches[b] {
			continue
		}
		n := c.Block(b)
		n.RemoveSucc(n.Succs[1])
		n.SetJump(nil)
	}
	return c
}
