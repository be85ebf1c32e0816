package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// A dot product of narrow integers,
//
//	s += int32(x[i]) * int32(y[i])        of int8, uint8, int16
//
// adds the products of two or four neighbours to each 32-bit lane at once: SDOT and UDOT, VPDPBUSD and VPDPWSSD, VPMADDWD.
// Integer sums wrap, so that the order does not matter. Bytes become words where there is no instruction for them, which
// their products fit.

// PartialSum is how a SumPhi adds its operands to fewer and wider lanes.
type PartialSum struct {
	Op ir.Op // SumAbsDiff, DotS, DotU, DotUS
	// Elem is what Op takes. Narrower operands are extended, as Signed says of each.
	Elem   ir.Elem
	Signed [2]bool
	// Ones is what the operand has of ones that are counted byte by byte; Void if it is bytes that are added.
	Ones ir.Elem
	vals []*ir.Value
}

// vector is the type of the sums for vf lanes of operands.
func (s *PartialSum) vector(vf int) ir.Type {
	if s.Ones != ir.Void {
		vf *= s.Ones.Size()
	}
	if s.Op == ir.OpSumAbsDiff {
		return ir.Vec(ir.I64, max(1, vf/8))
	}
	return ir.Vec(ir.I32, max(1, vf*s.Elem.Size()/4))
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
func dotOf(c *analysis.PhiClass) *PartialSum {
	u, acc := c.Backedge, c.Phi
	if c.Op != ir.OpAdd || acc.Type != ir.TI32 || u.Op != ir.OpAdd {
		return nil
	}
	m := u.Args[0]
	if m == acc {
		m = u.Args[1]
	} else if u.Args[1] != acc {
		return nil
	}
	outer := m.Op
	if outer == ir.OpSExt || outer == ir.OpZExt { // of a product of bytes that 16 bits hold
		if m = m.Args[0]; m.Type != ir.TI16 {
			return nil
		}
	}
	if m.Op != ir.OpMul {
		return nil
	}
	a, sa, ok := extension(m.Args[0])
	b, sb, ok2 := extension(m.Args[1])
	if !ok || !ok2 || a.Type != b.Type || 2*a.Type.Elem.Size() > m.Type.Elem.Size() {
		return nil
	}
	if sa && !sb {
		a, b, sa, sb = b, a, sb, sa
	}
	s := &PartialSum{Elem: a.Type.Elem, Signed: [2]bool{sa, sb}, vals: []*ir.Value{a, b}}
	switch {
	case sa:
		s.Op = ir.OpDotS
	case sb:
		s.Op = ir.OpDotUS
	default:
		s.Op = ir.OpDotU
	}
	if m.Type == ir.TI16 && (outer == ir.OpZExt) != (s.Op == ir.OpDotU) {
		return nil // cut to 16 bits on the way
	}
	if s.Elem == ir.I16 && s.Op != ir.OpDotS {
		return nil
	}
	return s
}

// dotPattern makes a SumPhi of a dot product, where the target has something better than multiplying in 32 bits.
func (b *builder) dotPattern(r *Recipe) bool {
	t := b.l.Target
	s := dotOf(r.Phi)
	if s == nil || t == nil || !b.onlyUsed(r.Phi, 1) || b.l.Loop.Invariant(s.vals[0]) || b.l.Loop.Invariant(s.vals[1]) {
		return false
	}
	vf := t.MaxLanes(s.Elem)
	src, wide := ir.Vec(s.Elem, vf), ir.Vec(ir.I32, vf)
	ext := func(i int) ir.Op {
		if s.Signed[i] {
			return ir.OpSExt
		}
		return ir.OpZExt
	}
	plain := t.Cost(ext(0), wide, src).Uops + t.Cost(ext(1), wide, src).Uops + t.Cost(ir.OpMul, wide, wide).Uops + t.Cost(ir.OpAdd, wide, wide).Uops
	best := *s
	price := t.Cost(s.Op, s.vector(vf), src).Uops
	if s.Elem == ir.I8 {
		w := *s
		w.Op, w.Elem = ir.OpDotS, ir.I16
		words := ir.Vec(ir.I16, vf)
		if p := t.Cost(ext(0), words, src).Uops + t.Cost(ext(1), words, src).Uops + t.Cost(w.Op, w.vector(vf), words).Uops; p < price {
			best, price = w, p
		}
	}
	if price >= plain {
		return false
	}
	r.Kind, r.Sum = SumPhi, &best
	return true
}

// addend is operand k of a partial sum, as its operation takes it.
func (x *exec) addend(r *Recipe, k, p int) *ir.Value {
	v := x.bytes(r.Args[k], p)
	if v.Type.Elem == r.Sum.Elem {
		return v
	}
	op := ir.OpZExt
	if r.Sum.Signed[k] {
		op = ir.OpSExt
	}
	return x.cur.New(op, v.Type.WithElem(r.Sum.Elem), r.V.Pos, v)
}
