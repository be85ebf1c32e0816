package clone

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Cloner copies the blocks of a loop.
type Cloner struct {
	L      *analysis.Loop
	blocks table[ir.Block]
	values table[ir.Value]
	// outside, if not nil, returns what a value that was not copied is in the function with the copy, which is another
	// one.
	outside func(*ir.Value) *ir.Value
}

// table maps IDs to copies, starting from the smallest ID of the loop: a loop is mostly a small part of its function.
type table[T any] struct {
	first ir.ID
	at    []*T
}

func (t *table[T]) of(id ir.ID) *T {
	if i := int(id - t.first); uint(i) < uint(len(t.at)) {
		return t.at[i]
	}
	return nil
}

// Block returns the copy of b, or nil if b was not copied.
func (c *Cloner) Block(b *ir.Block) *ir.Block { return c.blocks.of(b.ID) }

// Value returns the copy of v, or nil if v is nil or was not copied.
func (c *Cloner) Value(v *ir.Value) *ir.Value {
	if v == nil {
		return nil
	}
	return c.values.of(v.ID)
}

// Of returns the copy of v, or v itself if it was not copied.
func (c *Cloner) Of(v *ir.Value) *ir.Value {
	if w := c.Value(v); w != nil {
		return w
	}
	if c.outside != nil {
		return c.outside(v)
	}
	return v
}

// Enter makes b, an unterminated block, jump to the copy. starts holds the start value for each phi of the original
// header.
func (c *Cloner) Enter(b *ir.Block, starts []*ir.Value) {
	b.SetJump(c.Block(c.L.Header))
	for i, phi := range c.L.Header.Phis() {
		if w := c.Value(phi); w != nil {
			w.AddArg(starts[i])
		}
	}
}

// Ahead inserts the copy between the preheader and the original, so that it runs first. The copy exits only at its
// latch, to a new preheader, from which the original starts with the same values as before.
func (c *Cloner) Ahead(name string) {
	l, next := c.L, c.L.Header.Func.NewBlock(name)
	c.Block(l.Latch).ReplaceSucc(l.LatchExit(), next)
	starts, pre := Starts(l), l.Preheader
	Detour(l, next)
	c.Enter(pre, starts)
	l.Preheader = next
}

// CloneLoop copies the body of l. Edges within the loop lead to the copies. Edges out of it lead to the same exits,
// whose phis get the copies' values. The copied header has only the edges from the copied latches, in the original
// order; the caller adds the entry. Inner loops keep their metadata. skip reports which values are left out; they
// must have no uses in the loop except in values that are left out too.
func CloneLoop(f *ir.Func, l *analysis.Loop, name string, skip func(*ir.Value) bool) *Cloner {
	return newCloner(f, l).copy(f, name, skip)
}

// Outline is CloneLoop for a loop that is left at its latch only and a copy in another function, to. The copied latch has
// only the edge to the header, and no condition. outside returns what a value from outside the loop is in to.
func Outline(to *ir.Func, l *analysis.Loop, skip func(*ir.Value) bool, outside func(*ir.Value) *ir.Value) *Cloner {
	c := newCloner(l.Header.Func, l)
	c.outside = outside
	return c.copy(to, "part", skip)
}

// copy copies the loop into f.
func (c *Cloner) copy(f *ir.Func, name string, skip func(*ir.Value) bool) *Cloner {
	l := c.L
	for _, b := range l.Blocks {
		c.blocks.at[b.ID-c.blocks.first] = f.NewBlock(name)
	}
	for _, b := range l.Blocks {
		n := c.Block(b)
		for _, v := range b.Walk() {
			if skip != nil && skip(v) {
				continue
			}
			c.values.at[v.ID-c.values.first] = n.NewLike(v, v.Type)
		}
	}
	for _, b := range l.Blocks {
		n := c.Block(b)
		outlatch := c.outside != nil && b == l.Latch
		if !outlatch {
			n.Kind, n.Likely = b.Kind, b.Likely
		}
		if b != l.Header {
			n.Loop = b.Loop // of a loop inside l; the caller sets the metadata of the copy of l
		}
		if b.Control != nil && !outlatch {
			n.SetControl(c.Of(b.Control))
		}
		for _, s := range b.Succs {
			if t := c.Block(s); t != nil {
				n.AddSucc(t)
				continue
			}
			if c.outside != nil {
				continue
			}
			at := s.PredIndex(b)
			n.AddEdgeTo(s)
			for _, phi := range s.Phis() {
				phi.AddArg(c.Of(phi.Args[at]))
			}
		}
		for i, p := range b.Preds {
			q := c.Block(p)
			if q == nil {
				continue // an entry of the header
			}
			n.AddPred(q)
			for _, phi := range b.Phis() {
				if w := c.Value(phi); w != nil {
					w.AddArg(c.Of(phi.Args[i]))
				}
			}
		}
		for _, v := range b.Walk() {
			w := c.Value(v)
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

// newCloner creates the tables for the blocks and values of l.
func newCloner(f *ir.Func, l *analysis.Loop) *Cloner {
	blocks, values := [2]ir.ID{math.MaxInt32, 0}, [2]ir.ID{math.MaxInt32, 0}
	for _, b := range l.Blocks {
		blocks = [2]ir.ID{min(blocks[0], b.ID), max(blocks[1], b.ID+1)}
		for _, v := range b.Values {
			values = [2]ir.ID{min(values[0], v.ID), max(values[1], v.ID+1)}
		}
	}
	return &Cloner{L: l, blocks: table[ir.Block]{blocks[0], f.NewBlocks(int(max(blocks[1]-blocks[0], 0)))},
		values: table[ir.Value]{values[0], f.NewValues(int(max(values[1]-values[0], 0)))}}
}
