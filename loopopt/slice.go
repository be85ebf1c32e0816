package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// slicer finds what a part of a loop needs: all of the loop's values that some of its values are computed from, with the
// branches that decide whether they are.
type slicer struct {
	l   *analysis.Loop
	dom *ir.Dom
	// controls lists, by block, the branches that decide whether the block runs; made when asked for.
	controls map[*ir.Block][]*ir.Block
	passed   map[*ir.Block][]bool // passing
}

// part is a set of values of a loop that can run by itself.
type part struct {
	values   []bool // by ir.Value.ID
	branches map[*ir.Block]bool
}

func (p *part) has(v *ir.Value) bool { return int(v.ID) < len(p.values) && p.values[v.ID] }

// join adds all of q, which may have been made later, when the function had more values.
func (p *part) join(q *part) {
	if more := len(q.values) - len(p.values); more > 0 {
		p.values = append(p.values, make([]bool, more)...)
	}
	for i, in := range q.values {
		p.values[i] = p.values[i] || in
	}
	for b := range q.branches {
		p.branches[b] = true
	}
}

// of is the slice of the loop that the given values need.
func (s *slicer) of(f *ir.Func, seeds ...*ir.Value) *part {
	p := &part{values: make([]bool, f.NumValues()), branches: map[*ir.Block]bool{}}
	work := append([]*ir.Value(nil), seeds...)
	keep := func(c *ir.Block) {
		if !p.branches[c] {
			p.branches[c] = true
			work = append(work, c.Control)
			for _, d := range s.control(c) {
				if !p.branches[d] {
					p.branches[d] = true
					work = append(work, d.Control)
				}
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if s.l.Invariant(v) || p.values[v.ID] {
			continue
		}
		p.values[v.ID] = true
		work = append(work, v.Args...)
		if v.Op == ir.OpPhi && v.Block != s.l.Header {
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

// control lists the branches that decide whether b runs: those that reach it and can pass it by.
func (s *slicer) control(b *ir.Block) []*ir.Block {
	if list, ok := s.controls[b]; ok {
		return list
	}
	to, past := s.reaching(b, nil), s.passing(b)
	var list []*ir.Block
	for _, c := range s.l.Blocks {
		if c.Kind == ir.BlockIf && c != s.l.Latch && c != b && to[c.ID] && past[c.ID] {
			list = append(list, c)
		}
	}
	if s.controls == nil {
		s.controls = map[*ir.Block][]*ir.Block{}
	}
	s.controls[b] = list
	return list
}

// deciding lists the branches that decide over which edge control comes to b, where several meet.
func (s *slicer) deciding(b *ir.Block) []*ir.Block {
	var list []*ir.Block
	top, to := s.dom.Idom(b), s.reaching(b, nil)
	for _, c := range s.l.Blocks {
		if c.Kind == ir.BlockIf && c != s.l.Latch && s.dom.Dominates(top, c) && to[c.ID] {
			list = append(list, c)
		}
	}
	return list
}

// passing says, by block ID, from which blocks control can come to the latch without passing b.
func (s *slicer) passing(b *ir.Block) []bool {
	from, ok := s.passed[b]
	if !ok {
		if s.passed == nil {
			s.passed = map[*ir.Block][]bool{}
		}
		from = s.reaching(s.l.Latch, b)
		s.passed[b] = from
	}
	return from
}

// reaching says, by block ID, from which blocks control can come to b within an iteration without passing around, over at
// least one edge. It walks backwards, once for all of them: a loop of a thousand branches asks about each.
func (s *slicer) reaching(b, around *ir.Block) []bool {
	from := make([]bool, b.Func.NumBlocks())
	if b == s.l.Header || b == around {
		return from
	}
	b.Func.Spend(ir.StepsPerLook * len(s.l.Blocks))
	work := []*ir.Block{b}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range c.Preds {
			if from[p.ID] || !s.l.Contains(p) {
				continue
			}
			from[p.ID] = true
			if p != s.l.Header && p != around {
				work = append(work, p)
			}
		}
	}
	return from
}

// clonePart copies the loop l less what is not in p: branches that do not matter to p become jumps. As with cloneLoop, the
// header has no entry yet, and the latch has its edges.
func clonePart(f *ir.Func, l *analysis.Loop, name string, p *part) *cloner {
	c := cloneLoop(f, l, name, func(v *ir.Value) bool { return !p.has(v) })
	for _, b := range l.Blocks {
		if b.Kind != ir.BlockIf || b == l.Latch || p.branches[b] {
			continue
		}
		n := c.blocks[b]
		n.RemoveSucc(n.Succs[1])
		n.Kind, n.Likely = ir.BlockJump, ir.NoGuess
		n.SetControl(nil)
	}
	return c
}
