package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Carry is a header phi that some iterations assign, and that the loop looks at.
type Carry struct {
	Phi  *ir.Value
	Tree map[*ir.Value]bool // the selects and joins that choose between the phi and what is assigned
}

// CarryOf is the carry of a phi, or nil.
func (l *Legal) CarryOf(phi *ir.Value) *Carry {
	for _, y := range l.Carries {
		if y.Phi == phi {
			return y
		}
	}
	return nil
}

// finishCarry makes the recipe of what y's phi is in the next iteration. Its arguments are what is assigned, in lanes that
// assign something, and which lanes these are: both chosen as the phi's update is.
func (b *builder) finishCarry(r *Recipe, y *Carry) *Recipe {
	choose := func(e ir.Elem, leaf func(v *ir.Value) *Recipe) *Recipe {
		done := map[*ir.Value]*Recipe{}
		var mirror func(v *ir.Value) *Recipe
		mirror = func(v *ir.Value) *Recipe {
			if !y.Tree[v] {
				return leaf(v)
			}
			if m := done[v]; m != nil {
				return m
			}
			m := &Recipe{Kind: Blend, Elem: e}
			if v.Op == ir.OpSelect {
				m.Args = []*Recipe{mirror(v.Args[1]), b.operand(v.Args[0]), mirror(v.Args[2]), nil}
			} else {
				for i, a := range v.Args {
					m.Args = append(m.Args, mirror(a), b.edgeOrNil(v.Block.Preds[i], v.Block, i == len(v.Args)-1))
				}
			}
			done[v] = b.add(m)
			return m
		}
		return mirror(r.Phi.Backedge)
	}
	start := b.operand(r.Phi.Start) // any value will do where nothing is assigned
	what := choose(r.Elem, func(v *ir.Value) *Recipe {
		if v == y.Phi {
			return start
		}
		return b.operand(v)
	})
	yes, no := b.add(&Recipe{Kind: Invariant, Elem: ir.Bool, Scale: 1}), b.add(&Recipe{Kind: Invariant, Elem: ir.Bool})
	where := choose(ir.Bool, func(v *ir.Value) *Recipe {
		if v == y.Phi {
			return no
		}
		return yes
	})
	return b.add(&Recipe{Kind: CarryLanes, Elem: r.Elem, Args: []*Recipe{what, where}, From: r})
}

// carryLanes is part p of a carry: in steps of 1, 2, 4 … lanes, lanes that have nothing take over what lanes below have; what
// none has is what came in, the last lane of the part before. Where masks have registers of their own, which nothing moves
// lanes in, the lanes that have something are marked in a vector of integers.
func (x *exec) carryLanes(r *Recipe, p int) *ir.Value {
	n := x.st.VF
	v, have := x.vec(r.Args[0], p), x.vec(r.Args[1], p)
	var zero *ir.Value
	if t := x.l.Target; t != nil && t.NumRegs(tti.Mask) > 0 && !v.Type.IsMask() {
		marks := v.Type.WithElem(ir.IntElem(v.Type.Elem.Size()))
		zero = x.f.ConstInt(marks, 0)
		have = x.cur.New(ir.OpSelect, marks, x.pos, have, x.f.ConstInt(marks, -1), zero)
	}
	on := func() *ir.Value {
		if zero == nil {
			return have
		}
		return x.cur.New(ir.OpLtS, ir.Mask(n), x.pos, have, zero)
	}
	up := func(below, w *ir.Value, by int) *ir.Value {
		lanes := make(ir.Lanes, n)
		for k := range lanes {
			lanes[k] = int8(n - by + k)
		}
		return x.shuffle(below, w, lanes)
	}
	for by := 1; by < n; by *= 2 {
		v = x.choose(on(), v, up(v, v, by)) // what comes in at the bottom does not matter: have says that nothing is there
		have = x.cur.New(ir.OpOr, have.Type, x.pos, have, up(x.f.Const(have.Type, 0), have, by))
	}
	in := x.carry[r.From.ID]
	if p > 0 {
		in = x.parts[r.ID][p-1]
	}
	last := make(ir.Lanes, n)
	for k := range last {
		last[k] = int8(n - 1)
	}
	return x.choose(on(), v, x.shuffle(in, in, last))
}

// choose is Select of vectors, or of masks.
func (x *exec) choose(m, a, b *ir.Value) *ir.Value {
	if !a.Type.IsMask() {
		return x.cur.New(ir.OpSelect, a.Type, x.pos, m, a, b)
	}
	return x.cur.New(ir.OpOr, a.Type, x.pos, x.cur.New(ir.OpAnd, a.Type, x.pos, m, a), x.cur.New(ir.OpAndNot, a.Type, x.pos, b, m))
}

// carryLanes adds up what a carry costs: see exec.carryLanes.
func (c *coster) carryLanes(r *Recipe) {
	t, mask := c.vec(r), ir.Mask(c.vf)
	marks := mask
	if c.t.NumRegs(tti.Mask) > 0 && r.Elem != ir.Bool {
		marks = t.WithElem(ir.IntElem(r.Elem.Size()))
	}
	for by := 1; by < c.vf; by *= 2 {
		c.add(r, c.t.ShuffleCost(tti.Splice, t, c.vf-by))
		c.add(r, c.t.ShuffleCost(tti.Splice, marks, c.vf-by))
		c.add(r, c.t.Cost(ir.OpOr, marks, marks))
		if marks != mask {
			c.add(r, c.t.Cost(ir.OpLtS, mask, marks))
		}
		c.add(r, c.t.Cost(ir.OpSelect, t, mask))
	}
	c.add(r, c.t.ShuffleCost(tti.Broadcast, t, 1))
	c.add(r, c.t.Cost(ir.OpSelect, t, mask))
}
