package vplan

import (
	"fmt"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// argminKinds puts the rows of this file into the table.
func argminKinds() {
	kinds[ArgPhi] = row{name: "ARG-PHI", flags: accumulates | passesLanes, demand: demandNext, finish: finishNext,
		price: func(c *coster, r *Recipe) { c.perPart += c.parts(c.vec(r)) },
		carriedRow: carriedRow{
			initial: func(x *exec, r *Recipe, vf int) *ir.Value { return x.splat(r.phi.Start, vf) },
			begin:   beginParts, update: updateLanes, close: closeParts,
			combine: func(*exec, *Recipe, [][]*ir.Value, []*ir.Value) {}, // with the index
			narrow:  func(*exec, *Recipe, []*ir.Value, int, []*ir.Value) {}}}
	kinds[ArgIndex] = row{name: "ARG-INDEX", flags: accumulates | passesLanes, note: argNote,
		demand: func(b *builder, r *Recipe) { b.demandArg(r.arg) },
		finish: (*builder).finishArg,
		price:  func(c *coster, r *Recipe) { c.perPart += c.parts(c.vec(r)) },
		fewest: func(_ *Plan, r *Recipe) int64 {
			if r.arg.Key == nil {
				return minMasked
			}
			return 3 * minMasked // 8 ns to find the winning lane, against 0.8 ns an element
		},
		carriedRow: carriedRow{
			initial: func(x *exec, r *Recipe, vf int) *ir.Value { return x.f.ConstInt(ir.Vec(r.elem, vf), -1) },
			begin:   beginParts, update: updateLanes, close: closeParts,
			combine: func(x *exec, r *Recipe, parts [][]*ir.Value, out []*ir.Value) {
				x.combineArg(r.arg, parts, out)
			},
			narrow: func(x *exec, r *Recipe, st []*ir.Value, to int, out []*ir.Value) {
				x.narrowArg(r.arg, st, to, out)
			},
			final: func(x *exec, r *Recipe, st, final []*ir.Value) { x.finalArg(r.arg, st, final) }}}
	kinds[ArgTest] = row{name: "ARG-TEST", note: argNote,
		price: func(c *coster, r *Recipe) { c.add(r, c.t.Cost(ir.OpLt, ir.Mask(c.vf), c.vec(r.Args[0]))) },
		part: func(x *exec, r *Recipe, p int) *ir.Value {
			return x.beats(r.arg, x.vec(r.Args[0], p), x.vec(r.Args[1], p))
		}}
}

// argNote names the comparison and which of equal values counts.
func argNote(r *Recipe) string {
	which := "last"
	if r.arg.First {
		which = "first"
	}
	if r.Kind == ArgIndex && r.arg.Key == nil {
		return " [last]"
	}
	return fmt.Sprintf(" [%s of r%d, %s]", r.arg.Op, r.arg.key.id, which)
}

// of says whether r is a phi of arg reduction p.
func (p *ArgReduction) of(r *Recipe) bool { return r.arg == p && r.updated() }

// ArgReduction is an argmin, an argmax, or a find-last reduction: a set of header phis that are assigned together,
// under a condition, and that nothing in the loop looks at but, by a comparison, the key. Every lane keeps what its own
// iterations have assigned, and the number of the last iteration that did: the winning lane's values are the program's.
type ArgReduction struct {
	Key     *analysis.PhiClass // the best value so far; nil if the last assignment counts
	Op      ir.Op              // of the key: MaxNum, MinNum, MaxS, MinS, MaxU, MinU
	First   bool               // of equal keys the first one counts, else the last
	Members []ArgMember        // the other phis; if there are none, the key's updates are MinNum or MaxNum
	Tree    map[*ir.Value]bool // how the key is updated, if there are no members
	Index   ir.Elem            // of the numbers of iterations

	index, key *Recipe
}

// ArgMember is a phi of an arg reduction.
type ArgMember struct {
	Phi *analysis.PhiClass
	// Tree are the selects and joins that choose between the phi and what is assigned.
	Tree map[*ir.Value]bool
	// Fixed is what is assigned, if it is always the same. IV is what is assigned, if it advances evenly: then the
	// number of the iteration is enough to know it.
	Fixed *ir.Value
	IV    analysis.Expr
}

// lanes says whether the member's value differs from lane to lane, for all that the number of the iteration says.
func (m *ArgMember) lanes() bool { return m.IV == nil && m.Fixed == nil }

// argReductionOf is the arg reduction that c belongs to, and the member; the key is none.
func (l *Legal) argReductionOf(c *analysis.PhiClass) (*ArgReduction, *ArgMember) {
	p := carriedBy[*ArgReduction](l, c.Phi)
	if p == nil {
		return nil, nil
	}
	return p, p.member(c.Phi)
}

func (p *ArgReduction) carries(phi *ir.Value) bool {
	return p.Key != nil && p.Key.Phi == phi || p.member(phi) != nil
}

// member is the member of a phi, or nil.
func (p *ArgReduction) member(phi *ir.Value) *ArgMember {
	for i := range p.Members {
		if p.Members[i].Phi.Phi == phi {
			return &p.Members[i]
		}
	}
	return nil
}

// argReductions makes the recipes of the arg reductions' phis, and demands what they need.
func (b *builder) argReductions() {
	for _, c := range b.l.Carried {
		p, ok := c.(*ArgReduction)
		if !ok {
			continue
		}
		if p.Key != nil {
			p.key = b.add(&Recipe{Kind: ArgPhi, V: p.Key.Phi, elem: p.Key.Phi.Type.Elem, phi: p.Key,
				carriedPart: carriedPart{arg: p}})
		}
		for i := range p.Members {
			if m := &p.Members[i]; m.lanes() {
				b.add(&Recipe{Kind: ArgPhi, V: m.Phi.Phi, elem: m.Phi.Phi.Type.Elem, phi: m.Phi,
					carriedPart: carriedPart{arg: p}})
			}
		}
		p.index = b.add(&Recipe{Kind: ArgIndex, elem: p.Index, carriedPart: carriedPart{arg: p}})
	}
}

// demandArg demands what decides whether an arg reduction's phis are assigned.
func (b *builder) demandArg(p *ArgReduction) {
	if len(p.Members) == 0 {
		return // the key's update
	}
	seen := map[*ir.Value]bool{}
	var walk func(v *ir.Value)
	walk = func(v *ir.Value) {
		if seen[v] || !p.Members[0].Tree[v] {
			return
		}
		seen[v] = true
		if v.Op == ir.OpSelect {
			b.demand(v.Args[0])
			walk(v.Args[1])
			walk(v.Args[2])
			return
		}
		for i, a := range v.Args {
			walk(a)
			if p := v.Block.Preds[i]; p.Kind == ir.BlockIf && !b.l.Leaves(p) {
				b.demand(p.Control)
			}
			b.demandMask(v.Block.Preds[i])
		}
	}
	walk(p.Members[0].Phi.Backedge)
}

// finishArg makes the recipe of the numbers of iterations: chosen as the first member is, between the old number and
// that of this iteration.
func (b *builder) finishArg(r *Recipe) {
	c, tree := r.arg.Key, r.arg.Tree
	if len(r.arg.Members) > 0 {
		c, tree = r.arg.Members[0].Phi, r.arg.Members[0].Tree
	}
	now := b.iterations(r.elem)
	r.Args = []*Recipe{b.chosen(tree, c.Backedge, r.elem, r.arg, func(v *ir.Value) *Recipe {
		if v == c.Phi {
			return r
		}
		return now
	})}
}

// joinArg joins two sets of lanes of p, lane by lane: of each member st is what it is in one, and in the other.
func (x *exec) joinArg(p *ArgReduction, one, two []*ir.Value) []*ir.Value {
	ia, ib := one[p.index.id], two[p.index.id]
	mask := ir.Mask(int(ia.Type.Lanes))
	var take *ir.Value
	if p.Key == nil {
		take = x.cur.New(ir.OpLtS, mask, x.pos, ia, ib)
	} else {
		ka, kb := one[p.key.id], two[p.key.id]
		var tie *ir.Value
		if p.First { // -1, which is none, comes last
			tie = x.cur.New(ir.OpLtU, mask, x.pos, ib, ia)
		} else {
			tie = x.cur.New(ir.OpLtS, mask, x.pos, ia, ib)
		}
		same := x.cur.New(ir.OpEq, mask, x.pos, ka, kb)
		take = x.cur.New(ir.OpOr, mask, x.pos, x.beats(p, kb, ka), x.cur.New(ir.OpAnd, mask, x.pos, same, tie))
	}
	out := x.f.NewValues(x.nextID)
	for _, r := range x.Recipes {
		if p.of(r) {
			a, b := one[r.id], two[r.id]
			if r.elem == ir.Bool { // masks are joined by logic
				out[r.id] = x.cur.New(ir.OpOr, a.Type, x.pos, x.cur.New(ir.OpAnd, a.Type, x.pos, take, b),
					x.cur.New(ir.OpAndNot, a.Type, x.pos, a, take))
				continue
			}
			out[r.id] = x.cur.New(ir.OpSelect, a.Type, x.pos, take, b, a)
		}
	}
	return out
}

// beats says in which lanes key a is better than key b.
func (x *exec) beats(p *ArgReduction, a, b *ir.Value) *ir.Value {
	mask := ir.Mask(int(a.Type.Lanes))
	switch p.Op {
	case ir.OpMaxNum:
		return x.cur.New(ir.OpLt, mask, x.pos, b, a)
	case ir.OpMinNum:
		return x.cur.New(ir.OpLt, mask, x.pos, a, b)
	case ir.OpMaxS:
		return x.cur.New(ir.OpLtS, mask, x.pos, b, a)
	case ir.OpMinS:
		return x.cur.New(ir.OpLtS, mask, x.pos, a, b)
	case ir.OpMaxU:
		return x.cur.New(ir.OpLtU, mask, x.pos, b, a)
	}
	return x.cur.New(ir.OpLtU, mask, x.pos, a, b)
}

// combineArg joins the parts of an interleaved loop; parts are by recipe. The result goes to out.
func (x *exec) combineArg(p *ArgReduction, parts [][]*ir.Value, out []*ir.Value) {
	n := len(parts[p.index.id])
	sets := make([][]*ir.Value, n)
	for k := range sets {
		sets[k] = x.f.NewValues(x.nextID)
		for _, r := range x.Recipes {
			if p.of(r) {
				sets[k][r.id] = parts[r.id][k]
			}
		}
	}
	for ; n > 1; n = (n + 1) / 2 {
		for k := 0; k < n/2; k++ {
			sets[k] = x.joinArg(p, sets[k], sets[k+(n+1)/2])
		}
	}
	x.keepArg(sets[0], out)
}

func (x *exec) keepArg(set, out []*ir.Value) {
	for id, v := range set {
		if v != nil {
			out[id] = v
		}
	}
}

// narrowArg halves the lanes of an arg reduction until there are so many.
func (x *exec) narrowArg(p *ArgReduction, st []*ir.Value, to int, out []*ir.Value) {
	set := x.f.NewValues(x.nextID)
	for _, r := range x.Recipes {
		if p.of(r) {
			set[r.id] = st[r.id]
		}
	}
	for n := int(set[p.index.id].Type.Lanes) / 2; n >= to; n /= 2 {
		lo, hi := x.f.NewValues(x.nextID), x.f.NewValues(x.nextID)
		for id, v := range set {
			if v == nil {
				continue
			}
			t := v.Type.WithLanes(n)
			lo[id], hi[id] = x.cur.New(ir.OpSubvec, t, x.pos, v), x.cur.New(ir.OpSubvec, t, x.pos, v)
			hi[id].AuxInt = int64(n)
		}
		set = x.joinArg(p, lo, hi)
	}
	x.keepArg(set, out)
}

// finalArg computes the scalars of an arg reduction from its lanes: the number of the winning iteration, -1 if there is
// none, and what the winning lane holds. If there is none all lanes hold what was there before the loop, and all of
// them win.
func (x *exec) finalArg(p *ArgReduction, st, final []*ir.Value) {
	iv := st[p.index.id]
	n := int(iv.Type.Lanes)
	mask := ir.Mask(n)
	op, from := ir.OpReduceMaxS, iv
	if p.Key != nil {
		key := st[p.key.id]
		best := x.cur.New(reduceOp(p.Op), key.Type.Scalar(), x.pos, key)
		same := x.cur.New(ir.OpEq, mask, x.pos, key, x.cur.New(ir.OpSplat, key.Type, x.pos, best))
		from = x.cur.New(ir.OpSelect, iv.Type, x.pos, same, iv, x.f.ConstInt(iv.Type, -1))
		if p.First {
			op = ir.OpReduceMinU
		}
	}
	won := x.cur.New(op, iv.Type.Scalar(), x.pos, from)
	final[p.index.id] = won
	lanes := x.cur.New(ir.OpEq, mask, x.pos, iv, x.cur.New(ir.OpSplat, iv.Type, x.pos, won))
	for _, r := range x.Recipes {
		if r.arg == p && r.Kind == ArgPhi {
			final[r.id] = x.among(st[r.id], lanes)
		}
	}
}

// among is the value of v in the lanes that are on, of which there is one or which are all alike.
func (x *exec) among(v, lanes *ir.Value) *ir.Value {
	t := v.Type
	if t.IsMask() {
		return x.cur.New(ir.OpAny, ir.TBool, x.pos, x.cur.New(ir.OpAnd, t, x.pos, v, lanes))
	}
	if t.Elem.IsFloat() {
		v = x.cur.New(ir.OpBitcast, t.WithElem(ir.IntElem(t.Elem.Size())), x.pos, v)
	}
	v = x.cur.New(ir.OpSelect, v.Type, x.pos, lanes, v, x.f.ConstInt(v.Type, 0))
	s := x.cur.New(ir.OpReduceOr, v.Type.Scalar(), x.pos, v)
	if t.Elem.IsFloat() {
		s = x.cur.New(ir.OpBitcast, t.Scalar(), x.pos, s)
	}
	return s
}

// resumeArg is the value of a phi of an arg reduction behind vector code.
func (x *exec) resumeArg(c *analysis.PhiClass, final []*ir.Value) *ir.Value {
	p, m := x.l.argReductionOf(c)
	if m == nil || m.lanes() {
		return final[x.of(c.Phi).id]
	}
	won, t := final[p.index.id], c.Phi.Type
	none := x.cur.New(ir.OpLtS, ir.TBool, x.pos, won, x.f.ConstInt(won.Type, 0))
	if m.Fixed != nil {
		return x.cur.New(ir.OpSelect, t, x.pos, none, c.Start, m.Fixed)
	}
	i := won
	switch from, to := won.Type.Elem.Size(), t.Elem.Size(); {
	case from < to:
		i = x.cur.New(ir.OpSExt, t, x.pos, i)
	case from > to:
		i = x.cur.New(ir.OpTruncI, t, x.pos, i)
	}
	start, step := x.l.SE.Expand(m.IV.Start(), x.pre), x.l.SE.Expand(m.IV.Step(), x.pre)
	if !step.IsConstInt(1) {
		i = x.cur.New(ir.OpMul, t, x.pos, i, step)
	}
	i = x.cur.New(ir.OpAdd, t, x.pos, start, i)
	return x.cur.New(ir.OpSelect, t, x.pos, none, c.Start, i)
}
