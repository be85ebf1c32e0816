package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// maskKinds puts the rows of this file into the table.
func maskKinds() {
	kinds[Blend] = row{name: "BLEND", flags: anyStart, price: (*coster).blend, part: (*exec).blend}
	kinds[BlockMask] = row{name: "BLOCK-MASK", flags: isMask | anyStart | movable, price: (*coster).mask,
		part: (*exec).blockMask}
	kinds[EdgeMask] = row{name: "EDGE-MASK", flags: isMask | anyStart | movable,
		note: func(r *Recipe) string {
			if r.scale < 0 {
				return " [not]"
			}
			return ""
		},
		price: (*coster).mask, part: (*exec).edgeMask}
}

// blend is the value of the way that each lane has taken. Lanes that have taken none may have any.
func (x *exec) blend(r *Recipe, p int) *ir.Value {
	n := len(r.Args)
	v := x.vec(r.Args[n-2], p)
	for k := n - 4; k >= 0; k -= 2 {
		v = x.cur.New(ir.OpSelect, v.Type, x.posOf(r), x.vec(r.Args[k+1], p), x.vec(r.Args[k], p), v)
	}
	return v
}

// blockMask is the lanes of any of the edges.
func (x *exec) blockMask(r *Recipe, p int) *ir.Value {
	m := x.vec(r.Args[0], p)
	for _, a := range r.Args[1:] {
		m = x.cur.New(ir.OpOr, m.Type, x.pos, m, x.vec(a, p))
	}
	return m
}

// edgeMask is the lanes of the mask for which the condition holds, or does not.
func (x *exec) edgeMask(r *Recipe, p int) *ir.Value {
	m := x.vec(r.Args[0], p)
	switch {
	case r.mask == nil && r.scale > 0:
		return m
	case r.mask == nil:
		return x.cur.New(ir.OpNot, m.Type, x.pos, m)
	case r.scale > 0:
		return x.cur.New(ir.OpAnd, m.Type, x.pos, x.vec(r.mask, p), m)
	}
	return x.cur.New(ir.OpAndNot, m.Type, x.pos, x.vec(r.mask, p), m)
}

// blend prices a select for each way but the last.
func (c *coster) blend(r *Recipe) {
	for k := range len(r.Args)/2 - 1 {
		c.maskFor(r, r.Args[2*k+1], r.elem.Size())
		c.add(r, c.t.Cost(ir.OpSelect, c.vec(r), ir.Mask(c.vf)))
	}
}

// mask prices a logical operation on masks, which it makes of one lane size.
func (c *coster) mask(r *Recipe) {
	c.add(r, c.t.Cost(ir.OpAnd, ir.Mask(c.vf), ir.Mask(c.vf)))
	if size := r.laneSize(); size > 0 {
		for _, a := range r.Args {
			c.maskFor(r, a, size)
		}
	}
}

// mask is the recipe of the lanes that reach blk; nil if all do.
func (b *builder) mask(blk *ir.Block) *Recipe {
	if b.always[blk.ID] {
		return nil
	}
	if m := b.blockM[blk.ID]; m != nil {
		return m
	}
	r := &Recipe{Kind: BlockMask, elem: ir.Bool}
	for _, p := range blk.Preds {
		r.Args = append(r.Args, b.edge(p, blk))
	}
	if len(r.Args) == 1 {
		b.blockM[blk.ID] = r.Args[0]
		return r.Args[0]
	}
	b.blockM[blk.ID] = r
	return b.add(r)
}

// edge is the recipe of the lanes that go from p to blk.
func (b *builder) edge(p, blk *ir.Block) *Recipe {
	m := b.mask(p)
	if b.l.Leaves(p) {
		if m == nil {
			b.refuse(remark.UnknownMask, p.Control)
		}
		return m // lanes that do not go on have made the vector iteration be left, or are those of no vector iteration
	}
	if p.Kind != ir.BlockIf {
		if m == nil {
			b.refuse(remark.UnknownMask, p.Control)
		}
		return m
	}
	c := b.operand(p.Control)
	c.Odds = p.Likely
	if p.Succs[0] == blk && m == nil {
		return c
	}
	r := &Recipe{Kind: EdgeMask, elem: ir.Bool, Args: []*Recipe{c}, mask: m, scale: 1}
	if p.Succs[0] != blk {
		r.scale = -1
	}
	return b.add(r)
}

func (b *builder) and(m, c *Recipe) *Recipe {
	if m == nil {
		return c
	}
	return b.add(&Recipe{Kind: EdgeMask, elem: ir.Bool, Args: []*Recipe{c}, mask: m, scale: 1})
}

// blend turns a phi of if-converted paths into selects. Lanes that reach the phi by no edge do not matter, so the last
// path needs no mask.
func (b *builder) blend(v *ir.Value) {
	r := &Recipe{Kind: Blend, V: v, elem: v.Type.Elem}
	for i, a := range v.Args {
		r.Args = append(r.Args, b.operand(a), b.edgeOrNil(v.Block.Preds[i], v.Block, i == len(v.Args)-1))
	}
	b.add(r)
}

func (b *builder) edgeOrNil(p, blk *ir.Block, last bool) *Recipe {
	if last {
		return nil
	}
	return b.edge(p, blk)
}

// forward makes the value of load v from what the load in front of the stores, r, has read, and from what they store in
// the lanes that do: the last one first.
func (b *builder) forward(v *ir.Value, r *Recipe) {
	stores := b.l.Blended[v]
	if len(stores) == 0 {
		return
	}
	if r.mask != nil {
		b.refuse(remark.UnknownMask, v)
		return
	}
	m := &Recipe{Kind: Blend, V: v, elem: r.elem}
	for i := len(stores) - 1; i >= 0; i-- {
		m.Args = append(m.Args, b.operand(stores[i].StoredValue()), b.mask(stores[i].Block))
	}
	m.Args = append(m.Args, r, nil)
	b.add(m)
}

// forwards says whether blend r is such a value.
func (r *Recipe) forwards() bool {
	return r.Kind == Blend && r.V != nil && r.V.Op == ir.OpLoad
}

// masked is the mask recipe a in part p, less inactive lanes.
func (x *exec) masked(a *Recipe, p int) *ir.Value {
	m := x.vec(a, p)
	if x.active != nil {
		m = x.cur.New(ir.OpAnd, m.Type, x.pos, m, x.active[p])
	}
	return m
}

// maskOf is the lanes of part p that do r: its own mask and those still active; nil is all.
func (x *exec) maskOf(r *Recipe, p int) *ir.Value {
	switch {
	case r.mask == nil && x.active == nil:
		return nil
	case r.mask == nil:
		return x.active[p]
	}
	return x.masked(r.mask, p)
}

func (x *exec) allTrue(m *ir.Value) *ir.Value {
	if m == nil {
		return x.f.ConstBool(ir.Mask(x.st.VF), true)
	}
	return m
}
