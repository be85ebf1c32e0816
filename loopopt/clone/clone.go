package clone

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Cloner copies the blocks of a loop.
type Cloner struct {
	L      *analysis.Loop
	Blocks map[*ir.Block]*ir.Block
	Values map[*ir.Value]*ir.Value
}

// Of is the copy of v, or v itself if it was not copied.
func (c *Cloner) Of(v *ir.Value) *ir.Value {
	if w := c.Values[v]; w != nil {
		return w
	}
	return v
}

// Enter makes b, a block without an end, lead to the copy, whose phis begin with starts: one for each phi of the
// original.
func (c *Cloner) Enter(b *ir.Block, starts []*ir.Value) {
	b.SetJump(c.Blocks[c.L.Header])
	for i, phi := range c.L.Header.Phis() {
		if w := c.Values[phi]; w != nil {
			w.AddArg(starts[i])
		}
	}
}

// Ahead puts the copy between the original and its preheader, so that it runs first. It leaves at its latch only, for a
// new preheader, from which the original begins as it would have.
func (c *Cloner) Ahead(name string) {
	l, next := c.L, c.L.Header.Func.NewBlock(name)
	c.Blocks[l.Latch].ReplaceSucc(l.LatchExit(), next)
	starts, pre := Starts(l), l.Preheader
	Detour(l, next)
	c.Enter(pre, starts)
	l.Preheader = next
}

// CloneLoop copies the body of l. Edges within the loop lead to the copies, edges out of it to the same exits, whose
// phis get the copies' values; the copied header has the edges from the copied latches only, in the order of the
// original, so that the caller adds the entry. Loops inside keep their metadata. skip says which values are left out;
// they must have no uses in the loop that are not left out too.
func CloneLoop(f *ir.Func, l *analysis.Loop, name string, skip func(*ir.Value) bool) *Cloner {
	c := &Cloner{L: l, Blocks: map[*ir.Block]*ir.Block{}, Values: map[*ir.Value]*ir.Value{}}
	for _, b := range l.Blocks {
		n := f.NewBlock(name)
		c.Blocks[b] = n
	}
	for _, b := range l.Blocks {
		n := c.Blocks[b]
		for _, v := range b.Walk() {
			if skip != nil && skip(v) {
				continue
			}
			c.Values[v] = n.NewLike(v, v.Type)
		}
	}
	for _, b := range l.Blocks {
		n := c.Blocks[b]
		n.Kind, n.Likely = b.Kind, b.Likely
		if b != l.Header {
			n.Loop = b.Loop // of a loop in l; what l's copy is, the caller knows
		}
		if b.Control != nil {
			n.SetControl(c.Of(b.Control))
		}
		for _, s := range b.Succs {
			if t := c.Blocks[s]; t != nil {
				n.Succs = append(n.Succs, t)
				continue
			}
			at := s.PredIndex(b)
			n.AddEdgeTo(s)
			for _, phi := range s.Phis() {
				phi.AddArg(c.Of(phi.Args[at]))
			}
		}
		for i, p := range b.Preds {
			q := c.Blocks[p]
			if q == nil {
				continue // an entry of the header
			}
			n.Preds = append(n.Preds, q)
			for _, phi := range b.Phis() {
				if w := c.Values[phi]; w != nil {
					w.AddArg(c.Of(phi.Args[i]))
				}
			}
		}
		for _, v := range b.Walk() {
			w := c.Values[v]
			if w == nil || v.Op == ir.OpPhi {
				continue
			}
			for _, a := range v.Args {
				w.AddArg(c.Of(a))
			}
		}
	}
	return c
}
