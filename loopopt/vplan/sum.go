package vplan

import (
	"math"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// A dot product of narrow integers,
//
//	s += int32(x[i]) * int32(y[i])        of int8, uint8, int16
//
// adds the products of two or four neighbours to each 32-bit lane at once: SDOT and UDOT, VPDPBUSD and VPDPWSSD,
// VPMADDWD. Integer sums wrap, so that the order does not matter. Bytes become words where there is no instruction for
// them, which their products fit.

// The same of numbers that are added up themselves is a product with 1. In a sum of 64 bits, as int is, the lanes of 32
// bits hold what the parts of one vector iteration add, for which they are wide enough: four products of bytes, or two
// words, for each part. They are extended and added to one vector of sums then:
//
//	s += int(x[i]) * int(y[i])            of int8, uint8
//	s += int(x[i])                        of int8, int16

// A sum of ones,
//
//	n += bits.OnesCount64(x[i])          of integers of any size
//
// counts those of every byte (CNT, VPOPCNTB, or two lookups of nibbles), adds the counts of all parts of a vector
// iteration as bytes, and lengthens only their sum. One vector of sums serves all parts: a vector iteration adds to it
// once.

// sumKinds puts the rows of this file into the table.
func sumKinds() {
	kinds[SumPhi] = row{name: "SUM-PHI", flags: accumulates | noLanes | anyStart,
		note: func(r *Recipe) string {
			if r.sum.ones != ir.Void {
				return " [ones, by bytes]"
			}
			return phiNote(r)
		},
		demand: func(b *builder, r *Recipe) {
			for _, v := range r.sum.vals {
				b.demand(v)
			}
		},
		finish: func(b *builder, r *Recipe) {
			for _, v := range r.sum.vals {
				r.Args = append(r.Args, b.operand(v))
			}
		},
		price: (*coster).sum,
		carriedRow: carriedRow{
			initial: func(x *exec, r *Recipe, vf int) *ir.Value { return x.f.ConstInt(r.sum.vector(vf), 0) },
			begin: func(x *exec, r *Recipe) {
				if r.sum.ones != ir.Void || r.sum.wide {
					beginOne(x, r)
				} else {
					beginParts(x, r)
				}
			},
			update: (*exec).updateSum, close: closeParts, combine: combineParts, narrow: halve, final: finalSum}}
}

// partialSum is how a SumPhi adds its operands to fewer and wider lanes.
type partialSum struct {
	op ir.Op // SumAbsDiff, DotS, DotU, DotUS
	// elem is what Op takes. Narrower operands are extended, as Signed says of each.
	elem   ir.Elem
	signed [2]bool
	// flip says that the operands are signed and Op takes unsigned ones, of which distances are the same: both sign
	// bits change. Or they are unsigned and are added as signed ones, each half of its range less.
	flip bool
	// ones is what the operand has of ones that are counted byte by byte; Void if it is bytes that are added.
	ones ir.Elem
	// several says that the operands are bytes that are all added.
	several bool
	// wide says that a product's sums have 64 bits: those of 32 bits begin with every vector iteration.
	wide bool
	// single says that a product's other factor is 1.
	single bool
	vals   []*ir.Value
}

// vector is the type of the sums for vf lanes of operands.
func (s *partialSum) vector(vf int) ir.Type {
	if s.ones != ir.Void {
		vf *= s.ones.Size()
	}
	if s.op == ir.OpSumAbsDiff {
		return ir.Vec(ir.I64, max(1, vf/8))
	}
	if s.wide {
		return s.products(vf).WithElem(ir.I64)
	}
	return s.products(vf)
}

// products is the type of the sums of products of vf lanes.
func (s *partialSum) products(vf int) ir.Type { return ir.Vec(ir.I32, max(1, vf*s.elem.Size()/4)) }

// sumParts is the number of parts that share the extension of their products, and wideUops what that takes of each.
const sumParts = 4

func (s *partialSum) wideUops(t tti.Info, vf int) float64 {
	if !s.wide {
		return 0
	}
	n := s.vector(vf)
	return float64(t.Cost(s.extends(), n, s.products(vf)).Uops+t.Cost(ir.OpAdd, n, n).Uops) / sumParts
}

// extends is how the products are made wide.
func (s *partialSum) extends() ir.Op {
	if s.op == ir.OpDotU {
		return ir.OpZExt
	}
	return ir.OpSExt
}

// sumOperands are the one or two byte values whose sum, or sum of absolute differences, the reduction computes, and
// whether they are signed.
func sumOperands(c *analysis.PhiClass) (ops []*ir.Value, signed bool) {
	u, acc := c.Backedge, c.Phi
	if c.Op != ir.OpAdd || !acc.Type.Elem.IsInt() || acc.Type.Elem.Size() < 4 || u.Op != ir.OpAdd {
		return nil, false
	}
	x := u.Args[0]
	if x == acc {
		x = u.Args[1]
	} else if u.Args[1] != acc {
		return nil, false
	}
	for x.Op == ir.OpZExt || x.Op == ir.OpSExt {
		if y := x.Args[0]; x.Op == ir.OpZExt && y.Type == ir.TI8 {
			if y.Op == ir.OpAbsDiffU && y.Uses == 1 {
				return y.Args, false
			}
			return []*ir.Value{y}, false
		}
		x = x.Args[0]
	}
	if x.Op != ir.OpAbs || x.Uses != 1 || x.Args[0].Op != ir.OpSub || x.Args[0].Uses != 1 {
		return nil, false
	}
	for _, a := range x.Args[0].Args {
		if a.Op != ir.OpSExt || a.Args[0].Type != ir.TI8 {
			return nil, false
		}
		ops = append(ops, a.Args[0])
	}
	return ops, true
}

func (b *builder) sumPattern(r *Recipe) bool {
	ops, signed := sumOperands(r.phi)
	several := ops == nil
	if several {
		ops = sumTerms(r.phi)
	}
	if ops == nil || !b.onlyUsed(r.phi, 1) {
		return false
	}
	for _, v := range ops {
		if b.l.Loop.Invariant(v) && (several || len(ops) == 1) {
			return false
		}
	}
	r.Kind, r.sum = SumPhi, &partialSum{op: ir.OpSumAbsDiff, elem: ir.I8, flip: signed, several: several, vals: ops}
	return true
}

// maxTerms is how many bytes a vector iteration adds to a sum for each lane.
const maxTerms = 8

// sumTerms are the bytes of which the reduction adds several in every iteration; nil if it adds anything else.
func sumTerms(c *analysis.PhiClass) (terms []*ir.Value) {
	t, met := c.Phi.Type, 0
	if c.Op != ir.OpAdd || !t.Elem.IsInt() || t.Elem.Size() < 4 || c.Backedge.Op != ir.OpAdd {
		return nil
	}
	var walk func(v *ir.Value) bool
	walk = func(v *ir.Value) bool {
		switch {
		case v == c.Phi:
			met++
			return true
		case v.Op == ir.OpAdd && v.Type == t && (v == c.Backedge || v.Uses == 1):
			return walk(v.Args[0]) && walk(v.Args[1])
		}
		for v.Op == ir.OpZExt && v.Args[0].Type.Elem.IsInt() {
			v = v.Args[0]
		}
		terms = append(terms, v)
		return v.Type == ir.TI8 && len(terms) <= maxTerms
	}
	if !walk(c.Backedge) || met != 1 || len(terms) < 2 {
		return nil
	}
	return terms
}

// extension is a value and the narrow integer that it is the extension of.
func extension(v *ir.Value) (x *ir.Value, signed, ok bool) {
	if v.Op != ir.OpSExt && v.Op != ir.OpZExt {
		return nil, false, false
	}
	x = v.Args[0]
	return x, v.Op == ir.OpSExt, x.Type == ir.TI8 || x.Type == ir.TI16
}

// dotOf is the dot product that a reduction computes; nil if it is none.
func dotOf(c *analysis.PhiClass) *partialSum {
	u, acc := c.Backedge, c.Phi
	wide := acc.Type == ir.TI64
	if c.Op != ir.OpAdd || acc.Type != ir.TI32 && !wide || u.Op != ir.OpAdd {
		return nil
	}
	m := u.Args[0]
	if m == acc {
		m = u.Args[1]
	} else if u.Args[1] != acc {
		return nil
	}
	if x, signed, ok := extension(m); ok && (signed || wide && x.Type == ir.TI16) && x.Op != ir.OpMul {
		return &partialSum{op: ir.OpDotS, elem: x.Type.Elem, signed: [2]bool{signed, true}, flip: !signed, wide: wide,
			single: true, vals: []*ir.Value{x}}
	}
	outer := m.Op
	if outer == ir.OpSExt || outer == ir.OpZExt { // of a product of bytes that 16 bits hold, or 32
		if m = m.Args[0]; m.Type != ir.TI16 && (m.Type != ir.TI32 || !wide) {
			return nil
		}
	}
	s := productOf(m)
	if s == nil || wide && s.elem != ir.I8 {
		return nil
	}
	s.wide = wide
	if m.Type != acc.Type && (outer == ir.OpZExt) != (s.op == ir.OpDotU) && (m.Type == ir.TI16 || outer == ir.OpZExt) {
		return nil // cut to fewer bits on the way
	}
	return s
}

// productOf is the dot product of which m is a term, if it is one.
func productOf(m *ir.Value) *partialSum {
	if m.Op != ir.OpMul {
		return nil
	}
	a, sa, ok := extension(m.Args[0])
	b, sb, ok2 := extension(m.Args[1])
	if !ok || !ok2 || 2*max(a.Type.Elem, b.Type.Elem).Size() > m.Type.Elem.Size() {
		return nil
	}
	if sa && !sb {
		a, b, sa, sb = b, a, sb, sa
	}
	s := &partialSum{elem: max(a.Type.Elem, b.Type.Elem), signed: [2]bool{sa, sb}, vals: []*ir.Value{a, b}}
	if word := ir.TI16; a.Type != b.Type && (a.Type == word && !sa || b.Type == word && !sb) {
		return nil
	} else if a.Type != b.Type {
		s.op = ir.OpDotS // of the bytes as words
		return s
	}
	switch {
	case sa:
		s.op = ir.OpDotS
	case sb:
		s.op = ir.OpDotUS
	default:
		s.op = ir.OpDotU
	}
	if s.elem == ir.I16 && s.op != ir.OpDotS {
		return nil
	}
	return s
}

// dotPattern makes a SumPhi of a dot product, where the target has something better than multiplying in 32 bits.
func (b *builder) dotPattern(r *Recipe) bool {
	t := b.l.Target
	s := dotOf(r.phi)
	if s == nil || t == nil || !b.onlyUsed(r.phi, 1) || slices.ContainsFunc(s.vals, b.l.Loop.Invariant) {
		return false
	}
	vf := t.MaxLanes(s.elem)
	src, wide := ir.Vec(s.elem, vf), ir.Vec(r.phi.Phi.Type.Elem, vf)
	ext := func(i int) ir.Op {
		if s.signed[i] {
			return ir.OpSExt
		}
		return ir.OpZExt
	}
	extended := func(t2 ir.Type) (k float64) {
		for i := range s.vals {
			k += float64(t.Cost(ext(i), t2, src).Uops)
		}
		return k
	}
	plain := extended(wide) + float64(t.Cost(ir.OpAdd, wide, wide).Uops)
	if !s.single {
		plain += float64(t.Cost(ir.OpMul, wide, wide).Uops)
		plain = min(plain, s.plainUops(t, wide, src))
	}
	best := *s
	price := s.uops(t, vf) + s.wideUops(t, vf)
	if s.elem == ir.I8 {
		w := *s
		w.op, w.elem = ir.OpDotS, ir.I16
		words := ir.Vec(ir.I16, vf)
		if p := extended(words) + w.uops(t, vf) + w.wideUops(t, vf); p < price {
			best, price = w, p
		}
	}
	if price >= plain {
		return false
	}
	r.Kind, r.sum = SumPhi, &best
	return true
}

// cost is what adding the products of vf lanes takes.
func (s *partialSum) cost(t tti.Info, vf int) tti.Cost {
	src, sums := ir.Vec(s.elem, vf), s.products(vf)
	if !s.single {
		return t.Cost(s.op, sums, src)
	}
	return t.ExprCost(&tti.Expr{Op: s.op, Type: sums, Args: []tti.Expr{{Type: sums}, {Type: src}, {Op: ir.OpConst, Type: src, Const: 1}}})
}

// uops is what that takes with what makes the operands signed.
func (s *partialSum) uops(t tti.Info, vf int) float64 {
	n := s.cost(t, vf).Uops
	if src := ir.Vec(s.elem, vf); s.flip {
		n += t.Cost(ir.OpXor, src, src).Uops
	}
	return float64(n)
}

// plainUops is what products of bytes, as words, and their addition to sums of another type take.
func (s *partialSum) plainUops(t tti.Info, sum, src ir.Type) float64 {
	if s.elem != ir.I8 || sum.Elem != ir.I64 {
		return math.Inf(1)
	}
	words := src.WithElem(ir.I16)
	ext := func(op ir.Op, to ir.Type, of tti.Expr) tti.Expr {
		return tti.Expr{Op: op, Type: to, Args: []tti.Expr{of}}
	}
	mul := tti.Expr{Op: ir.OpMul, Type: words}
	for _, signed := range s.signed {
		op := ir.OpZExt
		if signed {
			op = ir.OpSExt
		}
		mul.Args = append(mul.Args, ext(op, words, tti.Expr{Type: src}))
	}
	k := t.ExprCost(&tti.Expr{Op: ir.OpAdd, Type: sum, Args: []tti.Expr{{Type: sum}, ext(s.extends(), sum, mul)}})
	if !k.Legal {
		return math.Inf(1)
	}
	return float64(k.Uops)
}

// addend is operand k of a partial sum, as its operation takes it.
func (x *exec) addend(r *Recipe, k, p int) *ir.Value {
	v := x.bytes(r.Args[k], p)
	if r.sum.flip {
		return x.cur.New(ir.OpXor, v.Type, r.V.Pos, v, x.f.ConstInt(v.Type, ir.SignExtend(v.Type.Elem, 1<<(v.Type.Elem.Bits()-1))))
	}
	if v.Type.Elem == r.sum.elem {
		return v
	}
	op := ir.OpZExt
	if r.sum.signed[k] {
		op = ir.OpSExt
	}
	return x.cur.New(op, v.Type.WithElem(r.sum.elem), r.V.Pos, v)
}

// maxOnesParts is how many counts of the ones in a byte, which are 8 at most, a byte holds the sum of.
const maxOnesParts = 255 / 8

// onesParts is the number of parts that share an addition to the sums: as many as hide the latency of a loop, or twice
// that where counting the ones of a vector takes less than adding to the sums (0.31 cycles an element instead of 0.38
// on Neoverse V2, 0.75 instead of 1.00 on N1, in llvm-mca's model).
func onesParts(t tti.Info, s *partialSum, vf int) int {
	if each, _, last := onesUops(t, s, vf); last > each {
		return 8
	}
	return 4
}

// onesOf is the integer whose ones a reduction counts; nil if it does not.
func onesOf(c *analysis.PhiClass) *ir.Value {
	u, acc := c.Backedge, c.Phi
	if c.Op != ir.OpAdd || !acc.Type.Elem.IsInt() || u.Op != ir.OpAdd {
		return nil
	}
	n := u.Args[0]
	if n == acc {
		n = u.Args[1]
	} else if u.Args[1] != acc {
		return nil
	}
	// The count is 64 at most, which every integer holds as a positive number: no conversion changes it.
	for n.Op == ir.OpZExt && n.Args[0].Type.Elem.IsInt() || n.Op == ir.OpSExt || n.Op == ir.OpTruncI {
		n = n.Args[0]
	}
	if n.Op != ir.OpPopCount {
		return nil
	}
	return n.Args[0]
}

// onesPattern makes a SumPhi of a sum of ones, where that is better than adding up a count for every lane.
func (b *builder) onesPattern(r *Recipe) bool {
	t, v := b.l.Target, onesOf(r.phi)
	if v == nil || t == nil || !b.onlyUsed(r.phi, 1) || b.l.Loop.Invariant(v) {
		return false
	}
	e, acc := v.Type.Elem, r.phi.Phi.Type.Elem
	// Two sums at least, and no more bytes than a vector may have lanes.
	least, most := 16/e.Size(), ir.MaxLanes/e.Size()
	if b.l.Interleave > maxOnesParts {
		return false
	}
	if w := b.l.Width; w > 0 && (w < least || w > most) {
		return false
	}
	if m := b.l.MaxStep; m > 0 && m < int64(least) || b.trips() < int64(least) {
		return false
	}
	vf := t.MaxLanes(max(e, acc))
	src, sum := ir.Vec(e, vf), ir.Vec(acc, vf)
	plain := t.Cost(ir.OpPopCount, src, src).Uops + t.Cost(ir.OpAdd, sum, sum).Uops
	switch {
	case acc.Size() > e.Size():
		plain += t.Cost(ir.OpZExt, sum, src).Uops
	case acc.Size() < e.Size():
		plain += t.Cost(ir.OpTruncI, sum, src).Uops
	}
	s := &partialSum{op: ir.OpSumAbsDiff, elem: ir.I8, ones: e, vals: []*ir.Value{v}}
	wide := max(vf, least)
	if onesPrice(t, s, wide, onesParts(t, s, wide))*float64(vf)/float64(wide) >= float64(plain) {
		return false
	}
	r.Kind, r.sum = SumPhi, s
	return true
}

// onesUops is what counting the ones of vf lanes takes, adding up two such counts, and adding one to the sums.
func onesUops(t tti.Info, s *partialSum, vf int) (each, join, last float64) {
	b := ir.Vec(ir.I8, vf*s.ones.Size())
	return float64(t.Cost(ir.OpPopCount, b, b).Uops), float64(t.Cost(ir.OpAdd, b, b).Uops),
		float64(t.Cost(ir.OpSumAbsDiff, s.vector(vf), b).Uops)
}

// onesPrice is what a part of a vector iteration takes.
func onesPrice(t tti.Info, s *partialSum, vf, parts int) float64 {
	each, join, last := onesUops(t, s, vf)
	return each + (join*float64(parts-1)+last)/float64(parts)
}

// ones prices a sum of ones: one vector of sums for all parts.
func (c *coster) ones(r *Recipe, sums ir.Type) {
	if c.vf*r.sum.ones.Size() > ir.MaxLanes {
		c.bad = r
		return
	}
	c.wantParts = onesParts(c.t, r.sum, c.vf)
	if n := c.p.Legal.Interleave; n > 0 {
		c.wantParts = n
	}
	c.regs += c.parts(sums)
	c.ops += onesPrice(c.t, r.sum, c.vf, c.wantParts)
}

// ones adds what the parts of a vector iteration have of ones to the sums.
func (x *exec) ones(r *Recipe) *ir.Value {
	var counts []*ir.Value
	for p := range x.st.UF {
		v := x.bytes(r.Args[0], p)
		b := ir.Vec(ir.I8, int(v.Type.Lanes)*v.Type.Elem.Size())
		if v.Type != b {
			v = x.cur.New(ir.OpBytes, b, r.V.Pos, v)
		}
		counts = append(counts, x.cur.New(ir.OpPopCount, b, r.V.Pos, v))
	}
	n := x.combine(r, counts)
	sum := x.parts[r.id][0]
	return x.cur.New(ir.OpSumAbsDiff, sum.Type, r.V.Pos, sum, n, x.f.ConstInt(n.Type, 0))
}

// bytes is the byte operand of a sum, 0 in inactive lanes.
func (x *exec) bytes(a *Recipe, p int) *ir.Value {
	v := x.vec(a, p)
	if x.active == nil || v.Op == ir.OpMaskedLoad && (!x.st.Predicated || v.Args[2] == x.active[p]) {
		return v
	}
	return x.cur.New(ir.OpSelect, v.Type, x.pos, x.active[p], v, x.f.ConstInt(v.Type, 0))
}

// updateSum adds the operands of all parts to the sums.
func (x *exec) updateSum(r *Recipe) []*ir.Value {
	if r.sum.ones != ir.Void {
		return []*ir.Value{x.ones(r)}
	}
	if r.sum.wide {
		return []*ir.Value{x.wideSum(r)}
	}
	out := x.f.NewValues(x.st.UF)
	for p := range out {
		a := x.addend(r, 0, p)
		zero := x.f.ConstInt(a.Type, 0)
		b := zero
		switch {
		case r.sum.single:
			b = x.f.ConstInt(a.Type, 1)
		case len(r.Args) == 2 && !r.sum.several:
			b = x.addend(r, 1, p)
		}
		old := x.parts[r.id][p]
		out[p] = x.cur.New(r.sum.op, old.Type, r.V.Pos, old, a, b)
		for k := 1; k < len(r.Args) && r.sum.several; k++ {
			out[p] = x.cur.New(r.sum.op, old.Type, r.V.Pos, out[p], x.addend(r, k, p), zero)
		}
	}
	return out
}

// wideSum adds the products of all parts to the sums.
func (x *exec) wideSum(r *Recipe) *ir.Value {
	sum, pos := x.parts[r.id][0], r.V.Pos
	n := x.f.ConstInt(sum.Type.WithElem(ir.I32), 0)
	if r.sum.flip { // what the words of all parts have less, inactive ones too
		n = x.f.ConstInt(n.Type, int64(x.st.UF)<<16)
	}
	for p := range x.st.UF {
		a := x.addend(r, 0, p)
		b := x.f.ConstInt(a.Type, 1)
		if !r.sum.single {
			b = x.addend(r, 1, p)
		}
		n = x.cur.New(r.sum.op, n.Type, pos, n, a, b)
	}
	return x.cur.New(ir.OpAdd, sum.Type, pos, sum, x.cur.New(r.sum.extends(), sum.Type, pos, n))
}

// finalSum folds the sums to a scalar and adds the start value.
func finalSum(x *exec, r *Recipe, st, final []*ir.Value) {
	t := r.V.Type
	v := x.fold(ir.OpReduceAdd, st[r.id], r)
	if t != v.Type {
		v = x.cur.New(ir.OpTruncI, t, r.V.Pos, v)
	}
	final[r.id] = x.cur.New(ir.OpAdd, t, r.V.Pos, r.phi.Start, v)
}

// sum prices a sum to fewer and wider lanes.
func (c *coster) sum(r *Recipe) {
	t := r.sum.vector(c.vf)
	if !t.IsVector() { // one sum is no vector
		c.bad = r
		return
	}
	if r.sum.ones != ir.Void {
		c.ones(r, t)
		return
	}
	if r.sum.wide {
		c.wantParts = max(c.wantParts, sumParts)
		c.regs += c.parts(t)
		c.ops += r.sum.wideUops(c.t, c.vf)
		t = r.sum.products(c.vf)
	} else {
		c.perPart += c.parts(t)
	}
	k := c.t.Cost(r.sum.op, t, ir.Vec(r.sum.elem, c.vf))
	if r.sum.single {
		k = r.sum.cost(c.t, c.vf)
	}
	if r.sum.several {
		k = k.Times(len(r.Args))
	}
	c.add(r, k)
	for k, a := range r.Args {
		if from := ir.Vec(a.elem, c.vf); r.sum.flip {
			c.add(r, c.t.Cost(ir.OpXor, from, from))
		} else if a.elem != r.sum.elem {
			op := ir.OpZExt
			if r.sum.signed[k] {
				op = ir.OpSExt
			}
			to := from.WithElem(r.sum.elem)
			c.add(r, c.extension(c.t.Cost(op, to, from), a, op, to, from))
		}
	}
}
