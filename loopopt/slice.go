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
	var list []*ir.Block
	for _, c := range s.l.Blocks {
		if c.Kind == ir.BlockIf && c != s.l.Latch && c != b && s.reaches(c, b, nil) && s.reaches(c, s.l.Latch, b) {
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
	top := s.dom.Idom(b)
	for _, c := range s.l.Blocks {
		if c.Kind == ir.BlockIf && c != s.l.Latch && s.dom.Dominates(top, c) && s.reaches(c, b, nil) {
			list = append(list, c)
		}
	}
	return list
}

// reaches says whether control can go from a to b within an iteration without passing around, at least one edge.
func (s *slicer) reaches(a, b, around *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	work := []*ir.Block{a}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		for _, t := range c.Succs {
			if t == s.l.Header || t == around || !s.l.Contains(t) || seen[t] {
				continue
			}
			if t == b {
				return true
			}
			seen[t] = true
			work = append(work, t)
		}
	}
	return false
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
