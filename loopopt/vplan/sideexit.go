package vplan

import (
	"fmt"
	"slices"

	"hotloop/loopopt/ir"
)

// Checks of neighbours. A program that takes four bytes at p checks p, p+1, p+2 and p+3 against one length n. If p < n
// and p+3 < n, unsigned, the others hold too: p is in [0, n), n is a length and no larger than memory, so that p+1 and
// p+2 do not wrap around, and are less than p+3. Vector code makes these two tests together where the first stood; what
// leaves is done by the scalar loop, which finds the check that fails.

// sideexitKinds puts the rows of this file into the table.
func sideexitKinds() {
	kinds[SideExit] = row{name: "SIDE-EXIT", flags: leaves,
		note: func(r *Recipe) string {
			if r.check == nil {
				return ""
			}
			rel := "<="
			if r.check.Down {
				rel = ">="
			}
			return fmt.Sprintf(" [%s + %d %s %s]", r.check.Index.Phi.Phi, r.check.Plus, rel, r.check.N)
		},
		price: (*coster).sideExit,
		stopped: func(c *coster, r *Recipe) {
			c.add(r, c.t.Cost(ir.OpFirstTrue, ir.TI64, ir.Mask(c.vf)))
			c.add(r, c.t.Cost(ir.OpLaneMask, ir.Mask(c.vf), ir.TI64))
		},
		emit: (*exec).sideExit}
}

// sideExit leaves the vector iteration, before it has stored anything, if one of its lanes fails a check or leaves the
// loop. The scalar loop takes over where the vector iteration began, with what the phis held then; if exits are
// predicated, where the lane is that leaves.
func (x *exec) sideExit(r *Recipe) {
	if r.check != nil {
		x.exitIf(r, x.fails(r.check), nil)
		return
	}
	bad := x.f.NewValues(x.st.UF)
	for p := range bad {
		c := x.vec(r.Args[0], p)
		switch m := x.maskOf(r, p); {
		case m != nil && r.scale > 0:
			c = x.cur.New(ir.OpAndNot, c.Type, x.pos, m, c)
		case m != nil:
			c = x.cur.New(ir.OpAnd, c.Type, x.pos, m, c)
		case r.scale > 0:
			c = x.cur.New(ir.OpNot, c.Type, x.pos, c)
		}
		bad[p] = c
	}
	if x.st.Predicated {
		x.leaveLanes(bad[0])
		return
	}
	some := x.someWord(r)
	if some == nil {
		some = x.joint(bad)
	}
	if some == nil {
		some = bad[0]
		for _, c := range bad[1:] {
			some = x.cur.New(ir.OpOr, c.Type, x.pos, some, c)
		}
	}
	x.exitIf(r, x.cur.New(ir.OpAny, ir.TBool, x.pos, some), bad)
}

// joint is one comparison that holds in some lane if and only if one of those in bad does; nil if there is none that is
// cheaper. Those in bad are then wanted where the vector iteration is left alone, and sink there (scalar.SinkCold).
//
//	any(a0 < k | a1 < k)       any(min(a0, a1) < k)
//	any(k <= a0 | k <= a1)     any(k <= max(a0, a1))
//	any(a0 != b0 | a1 != b1)   any((a0 ^ b0 | a1 ^ b1) != 0)
func (x *exec) joint(bad []*ir.Value) *ir.Value {
	if len(bad) < 2 || x.target == nil {
		return nil
	}
	var rels []relation
	for _, v := range bad {
		r, ok := relationOf(v)
		if !ok || len(rels) > 0 && (r.op != rels[0].op || r.args[0].Type != rels[0].args[0].Type) {
			return nil
		}
		rels = append(rels, r)
	}
	r, t, m := rels[0], rels[0].args[0].Type, bad[0].Type
	price := func(op ir.Op, res ir.Type, times int) float32 { return x.target.Cost(op, res, t).Uops * float32(times) }
	more := len(bad) - 1
	apart := price(r.op, m, len(bad)) + x.target.Cost(ir.OpOr, m, m).Uops*float32(more)
	if r.op == ir.OpNe { // the test of all bits takes the place of that of the mask
		if price(ir.OpXor, t, len(bad))+price(ir.OpOr, t, more) > apart {
			return nil
		}
		var any *ir.Value
		for _, r := range rels {
			v := x.cur.New(ir.OpXor, t, x.pos, r.args[0], r.args[1])
			if any != nil {
				v = x.cur.New(ir.OpOr, t, x.pos, v, any)
			}
			any = v
		}
		return x.cur.New(ir.OpNe, m, x.pos, any, x.f.ConstInt(t, 0))
	}
	for k, op := range extremes[r.op] {
		same := !slices.ContainsFunc(rels, func(s relation) bool { return s.args[1-k] != r.args[1-k] })
		if !same || price(op, t, more)+price(r.op, m, 1) > apart {
			continue
		}
		for _, s := range rels[1:] {
			r.args[k] = x.cur.New(op, t, x.pos, r.args[k], s.args[k])
		}
		return x.cur.New(r.op, m, x.pos, r.args[0], r.args[1])
	}
	return nil
}

// relation is a comparison of integers, of whatever form.
type relation struct {
	op   ir.Op
	args [2]*ir.Value
}

func relationOf(v *ir.Value) (relation, bool) {
	if v.Op == ir.OpNot {
		r, ok := relationOf(v.Args[0])
		switch r.op {
		case ir.OpEq:
			r.op = ir.OpNe
		case ir.OpNe:
			r.op = ir.OpEq
		default:
			r.op = converses[r.op]
			r.args[0], r.args[1] = r.args[1], r.args[0]
		}
		return r, ok
	}
	if !v.Op.IsCompare() || !v.Args[0].Type.Elem.IsInt() {
		return relation{}, false
	}
	return relation{v.Op, [2]*ir.Value{v.Args[0], v.Args[1]}}, true
}

// converses are the orders that hold for the operands, exchanged, where the one of the key does not.
var converses = map[ir.Op]ir.Op{ir.OpLtU: ir.OpLeU, ir.OpLeU: ir.OpLtU, ir.OpLtS: ir.OpLeS, ir.OpLeS: ir.OpLtS}

// extremes are the operations on several left operands, or right ones, of which one comparison tells whether one of
// theirs holds.
var extremes = map[ir.Op][]ir.Op{
	ir.OpLtU: {ir.OpMinU, ir.OpMaxU}, ir.OpLeU: {ir.OpMinU, ir.OpMaxU},
	ir.OpLtS: {ir.OpMinS, ir.OpMaxS}, ir.OpLeS: {ir.OpMinS, ir.OpMaxS},
}

// exitIf leaves the vector iteration for r if some is true; bad is the lanes that make it leave, by parts.
func (x *exec) exitIf(r *Recipe, some *ir.Value, bad []*ir.Value) {
	out, cont := x.f.NewBlock("vector.bail"), x.f.NewBlock("vector.cont")
	x.cur.SetIf(some, out, cont)
	x.cur.Likely = ir.Unlikely

	x.cur = out
	_, staged := x.predicatedStage()
	switch {
	case x.Predicate && x.seeks() && r == x.lastSideExit(): // all tests before have been passed by all lanes
		x.seek(bad)
	case staged:
		x.toPredicated(bad[0])
	default:
		st := x.f.NewValues(x.nextID)
		for _, q := range x.Recipes {
			if !q.updated() {
				continue
			}
			if kinds[q.Kind].combine != nil && x.cur == out && !x.i.IsConst() {
				x.exitAtOnce(out)
			}
			x.joinParts(q, x.parts, st)
		}
		x.leave(x.i, st)
	}
	x.cur = cont
}

// leave goes on in the scalar loop at iteration i, with the partial results st.
func (x *exec) leave(i *ir.Value, st []*ir.Value) {
	final := x.finals(st)
	x.firstZeros(st, final)
	x.carriedLanes(final)
	vals := x.f.NewValues(len(x.l.Phis))
	for k := range x.l.Phis {
		vals[k] = x.resume(&x.l.Phis[k], i, final)
	}
	x.sideExits = append(x.sideExits, vals)
	x.cur.SetJump(x.scalarPh)
}

// exitAtOnce leaves the first vector iteration with what the loop began with, and continues in a new block otherwise:
// adding the lanes of partial results up takes longer than finding something at the very start (6.4 ns for a sum, 5.3
// without; the scalar loop 4.6).
func (x *exec) exitAtOnce(out *ir.Block) {
	later := x.f.NewBlock("vector.bail")
	out.SetIf(out.New(ir.OpEq, ir.TBool, x.pos, x.i, x.f.ConstInt(ir.TI64, 0)), x.scalarPh, later)
	x.sideExits = append(x.sideExits, x.starts)
	x.cur = later
}

// nearChecks finds the last check of neighbours for the first one, and those that need no test of their own where they
// stand.
func (b *builder) nearChecks() (last map[*ir.Value]*ir.Value, done map[*ir.Value]bool) {
	for _, blk := range b.l.Body {
		var first, top *ir.Value
		var group []*ir.Value
		var base *ir.Value
		var high int64
		finish := func() {
			if len(group) > 1 {
				if last == nil {
					last, done = map[*ir.Value]*ir.Value{}, map[*ir.Value]bool{}
				}
				last[first] = top
				for _, c := range group[1:] {
					done[c] = true
				}
			}
			first, group = nil, nil
		}
		for _, v := range blk.Walk() {
			if v.Op != ir.OpCheck || b.l.Counted[v.ID] || b.l.MonotonicChecks[v] != nil {
				continue
			}
			c := v.Args[0]
			if c.Op != ir.OpLtU || c.Args[1].Op != ir.OpArgLen || c.Args[0].Type != ir.TI64 {
				finish()
				continue
			}
			x, off := c.Args[0], int64(0)
			if x.Op == ir.OpAdd && x.Args[1].IsConst() {
				x, off = x.Args[0], x.Args[1].Int()
			}
			switch {
			case first != nil && x == base && c.Args[1] == first.Args[0].Args[1] && off > 0 && off < 1<<20:
				group = append(group, v)
				if off > high {
					top, high = v, off
				}
			default:
				finish()
				if off == 0 {
					first, top, base, high, group = v, v, x, 0, []*ir.Value{v}
				}
			}
		}
		finish()
	}
	return last, done
}

// exitUnless adds the test of a check.
func (b *builder) exitUnless(v *ir.Value) {
	b.add(&Recipe{Kind: SideExit, elem: ir.Bool, Args: []*Recipe{b.operand(v.Args[0])}, mask: b.mask(v.Block),
		scale: 1, exitPart: exitPart{ofCheck: true}})
}

// check adds the test of a check that only the data decide, and of the last of its neighbours.
func (b *builder) check(v *ir.Value) {
	if b.tested[v] {
		return
	}
	b.exitUnless(v)
	top := b.neighbour[v]
	if top == nil {
		return
	}
	for _, w := range [...]*ir.Value{top.Args[0].Args[0], top.Args[0]} {
		if b.byValue[w.ID] == nil {
			b.widen(w)
			if b.early == nil {
				b.early = map[*ir.Value]bool{}
			}
			b.early[w] = true
		}
	}
	b.exitUnless(top)
}

// sideExit prices a test for leaving. The parts are or-ed, and one test and branch is for all of them, mostly four.
// Nests have one part more often than not.
func (c *coster) sideExit(r *Recipe) {
	c.add(r, c.t.Cost(ir.OpOr, ir.Mask(c.vf), ir.Mask(c.vf)))
	any := c.t.Cost(ir.OpAny, ir.TBool, ir.Mask(c.vf))
	if c.p.nest {
		c.add(r, any)
		return
	}
	any.Uops, any.Slots = any.Uops+1, any.Slots+1 // the branch
	c.addOnce(r, any, 4)
}
