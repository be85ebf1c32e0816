package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// A sum of ones,
//
//	n += bits.OnesCount64(x[i])          of integers of any size
//
// counts those of every byte (CNT, VPOPCNTB, or two lookups of nibbles), adds the counts of all parts of a pass as bytes,
// and lengthens only their sum. One vector of sums serves all parts: a pass adds to it once.

// maxOnesParts is how many counts of the ones in a byte, which are 8 at most, a byte holds the sum of.
const maxOnesParts = 255 / 8

// onesParts is the number of parts that share an addition to the sums: as many as hide the latency of a loop, or twice that
// where counting the ones of a vector takes less than adding to the sums (0.31 cycles an element instead of 0.38 on
// Neoverse V2, 0.75 instead of 1.00 on N1, in llvm-mca's model).
func onesParts(t tti.Info, s *PartialSum, vf int) int {
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
	t, v := b.l.Target, onesOf(r.Phi)
	if v == nil || t == nil || !b.onlyUsed(r.Phi, 1) || b.l.Loop.Invariant(v) {
		return false
	}
	e, acc := v.Type.Elem, r.Phi.Phi.Type.Elem
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
	s := &PartialSum{Op: ir.OpSumAbsDiff, Elem: ir.I8, Ones: e, vals: []*ir.Value{v}}
	wide := max(vf, least)
	if onesPrice(t, s, wide, onesParts(t, s, wide))*float64(vf)/float64(wide) >= float64(plain) {
		return false
	}
	r.Kind, r.Sum = SumPhi, s
	return true
}

// onesUops is what counting the ones of vf lanes takes, adding up two such counts, and adding one to the sums.
func onesUops(t tti.Info, s *PartialSum, vf int) (each, join, last float64) {
	b := ir.Vec(ir.I8, vf*s.Ones.Size())
	return float64(t.Cost(ir.OpPopCount, b, b).Uops), float64(t.Cost(ir.OpAdd, b, b).Uops),
		float64(t.Cost(ir.OpSumAbsDiff, s.vector(vf), b).Uops)
}

// onesPrice is what a part of a pass takes.
func onesPrice(t tti.Info, s *PartialSum, vf, parts int) float64 {
	each, join, last := onesUops(t, s, vf)
	return each + (join*float64(parts-1)+last)/float64(parts)
}

// ones prices a sum of ones: one vector of sums for all parts.
func (c *coster) ones(r *Recipe, sums ir.Type) {
	if c.vf*r.Sum.Ones.Size() > ir.MaxLanes {
		c.bad = r
		return
	}
	c.wantParts = onesParts(c.t, r.Sum, c.vf)
	if n := c.p.Legal.Interleave; n > 0 {
		c.wantParts = n
	}
	c.regs += c.parts(sums)
	c.ops += onesPrice(c.t, r.Sum, c.vf, c.wantParts)
}

// ones adds what the parts of a pass have of ones to the sums.
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
	sum := x.parts[r.ID][0]
	return x.cur.New(ir.OpSumAbsDiff, sum.Type, r.V.Pos, sum, n, x.f.ConstInt(n.Type, 0))
}
