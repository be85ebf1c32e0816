package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// cloner copies the blocks of a loop.
type cloner struct {
	f      *ir.Func
	blocks map[*ir.Block]*ir.Block
	values map[*ir.Value]*ir.Value
}

// of is the copy of v, or v itself if it was not copied.
func (c *cloner) of(v *ir.Value) *ir.Value {
	if w := c.values[v]; w != nil {
		return w
	}
	return v
}

// cloneLoop copies the body of l. Edges within the loop lead to the copies, edges out of it to the same exits, whose
// phis get the copies' values; the copied header has the edges from the copied latches only, in the order of the
// original, so that the caller adds the entry. Loops inside keep their metadata. skip says which values are left out; they must have no uses in the loop
// that are not left out too.
func cloneLoop(f *ir.Func, l *analysis.Loop, name string, skip func(*ir.Value) bool) *cloner {
	c := &cloner{f: f, blocks: map[*ir.Block]*ir.Block{}, values: map[*ir.Value]*ir.Value{}}
	for _, b := range l.Blocks {
		n := f.NewBlock(name)
		c.blocks[b] = n
	}
	for _, b := range l.Blocks {
		n := c.blocks[b]
		for _, v := range b.Walk() {
			if skip != nil && skip(v) {
				continue
			}
			w := n.New(v.Op, v.Type, v.Pos)
			w.FP, w.AuxInt, w.Aux, w.Scale, w.Off = v.FP, v.AuxInt, v.Aux, v.Scale, v.Off
			c.values[v] = w
		}
	}
	for _, b := range l.Blocks {
		n := c.blocks[b]
		n.Kind, n.Likely = b.Kind, b.Likely
		if b != l.Header {
			n.Loop = b.Loop // of a loop in l; what l's copy is, the caller knows
		}
		if b.Control != nil {
			n.SetControl(c.of(b.Control))
		}
		for _, s := range b.Succs {
			if t := c.blocks[s]; t != nil {
				n.Succs = append(n.Succs, t)
				continue
			}
			at := s.PredIndex(b)
			n.AddEdgeTo(s)
			for _, phi := range s.Phis() {
				phi.AddArg(c.of(phi.Args[at]))
			}
		}
		for i, p := range b.Preds {
			q := c.blocks[p]
			if q == nil {
				continue // an entry of the header
			}
			n.Preds = append(n.Preds, q)
			for _, phi := range b.Phis() {
				if w := c.values[phi]; w != nil {
					w.AddArg(c.of(phi.Args[i]))
				}
			}
		}
		for _, v := range b.Walk() {
			w := c.values[v]
			if w == nil || v.Op == ir.OpPhi {
				continue
			}
			for _, a := range v.Args {
				w.AddArg(c.of(a))
			}
		}
	}
	return c
}
