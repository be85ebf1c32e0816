package vplan

import (
	"fmt"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/bitwise"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Bits of conditions. A loop that makes a byte of eight elements in each iteration,
//
//	for j := range 8 {
//		if x[8*i+j] > t {
//			w |= 1 << j
//		}
//	}
//	dst[i] = w
//
// asks the same of all elements of x one behind the other. So the vector code does not bring member j of each eight to
// lanes of its own: it compares vectors as they lie in memory, and the bits of their masks are the bytes (VPMOVMSKB,
// KMOV; on NEON a sum of weights).
//
// Legal where bit j of the value, and no other, is made of member j of an interleaved group of eight, or of member 7-j,
// by the same operations on the same invariants. The group is loaded where the bits are made, behind the program's loads;
// so no store may be between.

// bitsKinds puts the rows of this file into the table.
func bitsKinds() {
	kinds[GroupBits] = row{name: "GROUP-BITS", flags: isLoad | onceForAll, price: (*coster).groupBits,
		part:     (*exec).groupBits,
		maskable: func(*Plan, tti.Info, *Recipe) bool { return false }, // lanes of the mask are eighths of the stage's
		note: func(r *Recipe) string {
			return fmt.Sprintf(" [%s of %s]", r.packed.of.V.Op, r.packed.group.Lead.V)
		}}
	kinds[BitsPhi] = row{name: "BITS-PHI", flags: accumulates | noLanes,
		demand: demandCount, finish: finishCount,
		price: func(c *coster, r *Recipe) {
			c.add(r, c.t.Cost(ir.OpMaskBits, ir.TI64, ir.Mask(c.vf)))
			c.ops += 2
		},
		carriedRow: carriedRow{
			initial: func(x *exec, r *Recipe, _ int) *ir.Value { return x.f.ConstInt(r.V.Type, 0) },
			begin:   beginOne, update: (*exec).updateBits, close: closeParts, combine: combineParts,
			final: func(x *exec, r *Recipe, st, final []*ir.Value) {
				final[r.id] = x.cur.New(ir.OpOr, r.V.Type, r.V.Pos, r.phi.Start, st[r.id])
			}}}
}

// bitsPattern makes r a BitsPhi if it sets bit i, of as many as there are at most, where a condition holds:
//
//	w |= 1 << i if c        w |= b2u(c) << i
func (b *builder) bitsPattern(r *Recipe) bool {
	m := b.bitsMask(r.phi)
	if !b.countsLanes(r, &m) {
		return false
	}
	count := m // what is no such phi allocates nothing
	r.Kind, r.count = BitsPhi, &count
	return true
}

func (b *builder) bitsMask(c *analysis.PhiClass) maskedCount {
	if c.Op != ir.OpOr || !c.Phi.Type.Elem.IsInt() || b.nest {
		return maskedCount{}
	}
	moved := func(v *ir.Value) *ir.Value { // what is moved to the iteration's bit in v, and joined
		if v.Op != ir.OpOr {
			return nil
		}
		s := v.Args[0]
		if s == c.Phi {
			s = v.Args[1]
		} else if v.Args[1] != c.Phi {
			return nil
		}
		if s.Op != ir.OpShl || !b.ownBit(s.Args[1], int64(c.Phi.Type.Elem.Bits())) {
			return nil
		}
		return s.Args[0]
	}
	m, u := maskedUpdate(c, func(v *ir.Value) (int64, bool) {
		x := moved(v)
		return 1, x != nil && x.IsConstInt(1)
	})
	if u == nil {
		return m
	}
	x := moved(u)
	for x != nil && x.Op == ir.OpZExt && x.Args[0].Type.Elem != ir.Bool {
		x = x.Args[0]
	}
	switch {
	case x == nil:
	case x.Op == ir.OpZExt:
		return maskedCount{conds: []countCond{{x.Args[0], false}}, n: 1}
	case x.Op == ir.OpSelect && x.Args[1].IsConstInt(1) && x.Args[2].IsConstInt(0):
		return maskedCount{conds: []countCond{{x.Args[0], false}}, n: 1}
	case x.Op == ir.OpSelect && x.Args[1].IsConstInt(0) && x.Args[2].IsConstInt(1):
		return maskedCount{conds: []countCond{{x.Args[0], true}}, n: 1}
	}
	return maskedCount{}
}

// ownBit says whether a shift by v moves 1 to bit i of w in iteration i, which is none from w on.
func (b *builder) ownBit(v *ir.Value, w int64) bool {
	for {
		switch v.Op {
		case ir.OpTruncI:
			if x := v.Args[0]; v.Type.Elem.Bits() < 32 && b.trips() > w &&
				(x.Op != ir.OpMinU || !x.Args[1].IsConst() || x.Args[1].Int() < w || x.Args[1].Int() > 255) {
				return false
			}
			if v.Type.Elem.Bits() >= 32 && b.trips() > 1<<31 {
				return false
			}
		case ir.OpMinU:
			if !v.Args[1].IsConst() || v.Args[1].Int() < w {
				return false
			}
		case ir.OpAnd:
			if !v.Args[1].IsConstInt(w-1) || b.trips() > w {
				return false
			}
		default:
			return b.l.counts(v)
		}
		v = v.Args[0]
	}
}

// updateBits joins the lanes of all parts, and moves them to the vector iteration's first bit.
func (x *exec) updateBits(r *Recipe) []*ir.Value {
	t, pos := r.V.Type, r.V.Pos
	do := func(op ir.Op, a, b *ir.Value) *ir.Value { return x.cur.New(op, a.Type, pos, a, b) }
	var all *ir.Value
	each := x.jointMasks()
	for p := 0; p < x.st.UF; p += each {
		masks := x.f.NewValues(each)
		for k := range masks {
			masks[k] = x.masked(r.Args[0], p+k)
		}
		w := x.cur.New(ir.OpMaskBits, ir.TI64, pos, x.joined(masks))
		if p == 0 {
			all = w
			continue
		}
		all = do(ir.OpOr, all, do(ir.OpShl, w, x.f.ConstInt(ir.TI64, int64(p*x.st.VF))))
	}
	all = do(ir.OpShl, all, x.i)
	if t != ir.TI64 {
		all = x.cur.New(ir.OpTruncI, t, pos, all)
	}
	return []*ir.Value{do(ir.OpOr, x.parts[r.id][0], all)}
}

// jointMasks is the parts whose masks are made bits together: as many as fit a word. That takes less than a word for each,
// which are shifted and joined.
func (x *exec) jointMasks() int {
	return min(x.st.UF&-x.st.UF, ir.MaxLanes/x.st.VF)
}

// groupBits is a number whose bits are conditions on the members of a group.
type groupBits struct {
	group    *Group
	of       bitwise.Bit // made of the group's first member
	reversed bool        // the highest bit is made of it
}

// bitsPerGroup is the number of members and bits: a group has no more members, a lane no fewer bits.
const bitsPerGroup = 8

// groupBits says how v is made of the members of a group, if it is such a number.
func (b *builder) groupBits(v *ir.Value) *groupBits {
	switch v.Op {
	case ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpSelect, ir.OpPhi:
	default:
		return nil
	}
	if v.Type.IsVector() || !v.Type.Elem.IsInt() || b.nest || b.l.Rank != nil || v.Block == b.l.Loop.Header && v.Op == ir.OpPhi ||
		!b.hasGroupOfBits() {
		return nil
	}
	if g, ok := b.packed[v]; ok {
		return g
	}
	g := b.findGroupBits(v)
	note(&b.packed, v, g)
	return g
}

// hasGroupOfBits says whether there is a group that groupBits can use, and nothing that stops vector iterations midway.
func (b *builder) hasGroupOfBits() bool {
	for _, blk := range b.l.Body {
		if b.l.TestsExit(blk) {
			return false
		}
	}
	for _, g := range b.l.Groups {
		if g.Factor == bitsPerGroup && !g.Write && !g.gaps() {
			return true
		}
	}
	return false
}

func (b *builder) findGroupBits(v *ir.Value) *groupBits {
	b.l.F.Spend(ir.StepsPerLook * 64)
	bits := bitwise.Bits(v)
	for _, c := range bits[bitsPerGroup:] {
		if c != (bitwise.Bit{}) {
			return nil
		}
	}
	bits = bits[:bitsPerGroup]
	for j, c := range bits {
		if c.V == nil || c.At != bits[0].At || c.Not != bits[0].Not || c.V == v || j > 0 && c.V == bits[0].V {
			return nil
		}
	}
	for _, reversed := range []bool{false, true} {
		g := &groupBits{of: bits[0], reversed: reversed}
		if reversed {
			g.of = bits[bitsPerGroup-1]
		}
		all := true
		for j := range bits {
			if reversed {
				j = bitsPerGroup - 1 - j
			}
			all = all && b.alike(g, g.of.V, bits[j].V, g.member(j), maxAlike)
		}
		if all && g.group != nil && !b.storesBetween(g.group, v) {
			return g
		}
	}
	return nil
}

// member is the member that bit j is made of.
func (g *groupBits) member(j int) int {
	if g.reversed {
		return bitsPerGroup - 1 - j
	}
	return j
}

// maxAlike bounds the depth of the expressions that are compared.
const maxAlike = 8

// alike says whether u does with member k of the group what v does with the first.
func (b *builder) alike(g *groupBits, v, u *ir.Value, k, depth int) bool {
	switch {
	case b.l.Loop.Invariant(v):
		return v == u || v.IsConst() && u.IsConst() && v.Type == u.Type && v.AuxInt == u.AuxInt
	case v.Op != u.Op || v.Type != u.Type || v.AuxInt != u.AuxInt || v.FP != u.FP || depth == 0:
		return false
	case v.Op == ir.OpLoad:
		in := b.l.GroupOf[v.ID]
		if in == nil || g.group != nil && g.group != in || in.Factor != bitsPerGroup || in.gaps() || in.Elem != v.Type.Elem ||
			in.Elem == ir.Bool || b.l.Blended[v] != nil || b.l.Forwarded[v] != nil || b.l.F.HasUnknownExtent(in.Lead.Root) {
			return false
		}
		g.group = in
		return in == b.l.GroupOf[u.ID] && in.offsetOf(v) == 0 && in.offsetOf(u) == k
	case !v.Op.Is(ir.FlagElementwise) || v.Op.HasAny(ir.FlagPartial|ir.FlagMath):
		return false
	}
	for i := range v.Args {
		if !b.alike(g, v.Args[i], u.Args[i], k, depth-1) {
			return false
		}
	}
	return true
}

// storesBetween says whether the program stores between its loads of the group and v.
func (b *builder) storesBetween(g *Group, v *ir.Value) bool {
	loaded := false
	for _, blk := range b.l.Body {
		for _, u := range blk.Walk() {
			switch {
			case u == v:
				return false
			case b.l.GroupOf[u.ID] == g:
				loaded = true
			case loaded && u.Op.HasAny(ir.FlagWrites):
				return true
			}
		}
	}
	return true
}

// addGroupBits makes the recipe of v. In the order of accesses it is the group's lead.
func (b *builder) addGroupBits(v *ir.Value, g *groupBits) {
	r := b.add(&Recipe{Kind: GroupBits, elem: v.Type.Elem, memoryPart: memoryPart{Access: g.group.Lead, packed: g}})
	r.V = v
	b.byValue[v.ID] = r
}

// eachLane is how many elements, one behind the other, an iteration takes into one lane.
func (p *Plan) eachLane() int {
	if slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return r.Kind == GroupBits }) {
		return bitsPerGroup
	}
	return 1
}

// bitLanes is the lanes of the vectors that are compared, each for an eighth of so many iterations.
func bitLanes(vf int) int { return min(bitsPerGroup*vf, ir.MaxLanes) }

// bitWords is the bytes of part p, as words of those of bitLanes elements each.
func (x *exec) bitWords(r *Recipe, p int) []*ir.Value {
	if words := x.words[wordsKey{r, p}]; words != nil {
		return words
	}
	lanes, elem := bitLanes(x.st.VF), r.packed.group.Elem
	words := x.f.NewValues(bitsPerGroup * x.st.VF / lanes)
	for k := range words {
		off := int64(p*bitsPerGroup*x.st.VF+k*lanes) * int64(elem.Size())
		w := x.cur.New(ir.OpMaskBits, ir.TI64, r.V.Pos, x.bitMask(r, off, lanes))
		if lanes < 64 {
			w = x.cur.New(ir.OpTruncI, ir.Vec(ir.IntElem(lanes/8), 1), r.V.Pos, w)
		}
		words[k] = w
	}
	note(&x.words, wordsKey{r, p}, words)
	return words
}

// wordsKey names the words of a part.
type wordsKey struct {
	r *Recipe
	p int
}

// bitMask is the condition for so many elements from byte off on.
func (x *exec) bitMask(r *Recipe, off int64, lanes int) *ir.Value {
	g, pos := r.packed, r.V.Pos
	done := map[*ir.Value]*ir.Value{}
	var wide func(v *ir.Value) *ir.Value
	wide = func(v *ir.Value) *ir.Value {
		if x.l.Loop.Invariant(v) {
			return x.splat(v, lanes)
		}
		w := done[v]
		switch {
		case w != nil:
			return w
		case v.Op == ir.OpLoad:
			w = x.piece(g.group.lead(), ir.Vec(v.Type.Elem, lanes), off, nil, nil)
			if g.reversed {
				w = x.shuffle(w, w, reversedGroups(lanes))
			}
		default:
			args := x.f.NewValues(len(v.Args))
			for k, a := range v.Args {
				args[k] = wide(a)
			}
			w = x.cur.NewLike(v, ir.Vec(v.Type.Elem, lanes), args...)
		}
		done[v] = w
		return w
	}
	v := g.of.V
	if v.Type == ir.TBool {
		m := wide(v)
		if g.of.Not {
			m = x.cur.New(ir.OpNot, m.Type, pos, m)
		}
		return m
	}
	op := ir.OpNe
	if g.of.Not {
		op = ir.OpEq
	}
	one := x.f.ConstInt(v.Type, 1)
	if v.Op == ir.OpShrU && g.of.At == 0 && x.l.Loop.Invariant(v.Args[1]) { // of all lanes the same bit
		one, v = x.ph.New(ir.OpShl, v.Type, pos, one, v.Args[1]), v.Args[0]
	} else {
		one = x.f.ConstInt(v.Type, 1<<g.of.At)
	}
	w := wide(v)
	w = x.cur.New(ir.OpAnd, w.Type, pos, w, x.splat(one, lanes))
	return x.cur.New(op, ir.Mask(lanes), pos, w, x.f.ConstInt(w.Type, 0))
}

// reversedGroups turns every eight lanes round.
func reversedGroups(lanes int) ir.Lanes {
	out := make(ir.Lanes, lanes)
	for k := range out {
		out[k] = int8(k ^ (bitsPerGroup - 1))
	}
	return out
}

// groupBits is part p as lanes.
func (x *exec) groupBits(r *Recipe, p int) *ir.Value {
	var chunks []*ir.Value
	for _, w := range x.bitWords(r, p) {
		size := w.Type.Elem.Size()
		all := x.cur.New(ir.OpSplat, ir.Vec(w.Type.Elem, laneBytes/size), r.V.Pos, w)
		all = x.cur.New(ir.OpBytes, ir.Vec(ir.I8, laneBytes), r.V.Pos, all)
		chunks = append(chunks, x.cur.New(ir.OpSubvec, ir.Vec(ir.I8, size), r.V.Pos, all))
	}
	v := x.joined(chunks)
	if r.elem != ir.I8 {
		v = x.cur.New(ir.OpZExt, ir.Vec(r.elem, x.st.VF), r.V.Pos, v)
	}
	return v
}

// storeBits stores part p of what r stores as words, if it is bytes of bits that come from no vector.
func (x *exec) storeBits(r *Recipe, p int) *ir.Value {
	a := r.Args[0]
	if a.Kind != GroupBits || a.elem != ir.I8 || r.rev || x.maskOf(r, p) != nil {
		return nil
	}
	var v *ir.Value
	off := int64(p * x.st.VF)
	for _, w := range x.bitWords(a, p) {
		v = x.piece(r, w.Type, off, w, nil)
		off += int64(w.Type.Elem.Size())
	}
	return v
}

// groupBits prices the loads, what is done with them, and the bits of the masks.
func (c *coster) groupBits(r *Recipe) {
	if c.vf < 2 {
		c.bad = r
		return
	}
	g, lanes := r.packed, bitLanes(c.vf)
	seen := map[*ir.Value]bool{}
	k := tti.Cost{Legal: true, Native: true}
	var walk func(v *ir.Value)
	walk = func(v *ir.Value) {
		if seen[v] || c.p.Legal.Loop.Invariant(v) {
			return
		}
		seen[v] = true
		t := ir.Vec(v.Type.Elem, lanes)
		if v.Op == ir.OpLoad {
			k = k.Plus(c.t.MemoryCost(tti.Access{Type: t}))
			if g.reversed {
				k = k.Plus(c.t.ShuffleCost(tti.Reverse, t, 1))
			}
			return
		}
		for _, a := range v.Args {
			walk(a)
		}
		if v != g.of.V || v.Type != ir.TBool {
			k = k.Plus(c.t.Cost(v.Op, t, ir.Vec(v.Args[0].Type.Elem, lanes)))
		}
	}
	if v := g.of.V; v.Op == ir.OpShrU && g.of.At == 0 && c.p.Legal.Loop.Invariant(v.Args[1]) {
		walk(v.Args[0])
	} else {
		walk(v)
	}
	e := tti.Expr{Op: ir.OpMaskBits, Type: ir.TI64}
	if v := g.of.V; v.Type == ir.TBool && v.Op.IsCompare() {
		t := ir.Vec(v.Args[0].Type.Elem, lanes)
		e.Args = []tti.Expr{{Op: v.Op, Type: ir.Mask(lanes), Args: []tti.Expr{{Type: t}, {Type: t}}}}
	} else if v.Type == ir.TBool {
		e.Args = []tti.Expr{{Type: ir.Mask(lanes)}}
		k = k.Plus(c.t.Cost(v.Op, ir.Mask(lanes), ir.Vec(v.Args[0].Type.Elem, lanes)))
	} else {
		t := ir.Vec(v.Type.Elem, lanes)
		both := tti.Expr{Op: ir.OpAnd, Type: t, Args: []tti.Expr{{Type: t}, {Type: t}}}
		zero := tti.Expr{Op: ir.OpConst, Type: t}
		e.Args = []tti.Expr{{Op: ir.OpNe, Type: ir.Mask(lanes), Args: []tti.Expr{both, zero}}}
	}
	k = k.Plus(c.t.ExprCost(&e))
	c.regs++
	c.add(r, k.Times(bitsPerGroup*c.vf/lanes))
}
