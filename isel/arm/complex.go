package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Complex numbers in memory order (loopopt/vplan/tuples.go). A product of two is the sum of two vectors of
// products. The first multiplies by the real part of x in both lanes of a pair. The second multiplies by the
// imaginary part, with the parts of y exchanged and one sign changed.
//
//	x.re*y.re - x.im*y.im     FMA (x.re, x.re) (y.re, y.im) ± (x.im, x.im)*(y.im, y.re)
//	x.re*y.im + x.im*y.re
//
// FCADD adds a vector rotated by 90 or 270 degrees, which exchanges the parts and changes a sign. It rounds like
// an addition. FCMLA selects the parts of x itself, and adds a rotated product without rounding it first. It is
// therefore used for FMA; for products added to zero, if the sign of zero does not matter; and, with
// reassociation, for products added to other values.

// rotated is a product of pair, which has equal lanes in each pair, and y, rotated by degrees.
type rotated struct {
	pair, y *ir.Value
	degrees int64
	nsz     bool // the sign of a zero does not matter
}

// turnedSum reports whether complexSum can lower v.
func (l selector) turnedSum(v *ir.Value) bool {
	if !v.Type.IsVector() || !v.Type.Elem.IsFloat() || l.T.Arch.(*ISA).features&arm64.FeatFCMA == 0 {
		return false
	}
	switch v.Op {
	case ir.OpAdd:
		if _, at := l.rotatedArg(v); at >= 0 {
			return true
		}
		_, at := l.joinedProduct(v)
		return at >= 0
	case ir.OpFMA:
		_, ok := l.rotatedProduct(v.Args[2])
		return ok
	}
	return false
}

// rotatedArg returns the rotated argument of addition v and its index; at is negative if there is none.
func (l selector) rotatedArg(v *ir.Value) (t rotated, at int) {
	for k := range 2 {
		if t, ok := l.rotatedProduct(v.Args[k]); ok {
			return t, k
		}
	}
	return t, -1
}

// joinedProduct returns the rotated part of a complex product that addition v adds last. The operations may be
// reassociated.
func (l selector) joinedProduct(v *ir.Value) (t rotated, at int) {
	const may = ir.Reassoc | ir.Contract
	for k, a := range v.Args {
		if a.Op == ir.OpFMA && l.IsDeferred(a) && v.FP&may == may && a.FP&may == may {
			if t, ok := l.rotatedProduct(a.Args[2]); ok {
				return t, k
			}
		}
	}
	return t, -1
}

// rotatedProduct recognizes a rotated product as package vplan's tuples write it: a product with the sign of every
// second lane changed.
func (l selector) rotatedProduct(v *ir.Value) (t rotated, ok bool) {
	if v.Op != ir.OpBitcast || !l.IsDeferred(v) || v.Args[0].Op != ir.OpXor || !l.IsDeferred(v.Args[0]) {
		return t, false
	}
	for k, bits := range v.Args[0].Args {
		back := v.Args[0].Args[1-k]
		degrees := l.signsOf(bits)
		if degrees == 0 || back.Op != ir.OpBitcast || !l.IsDeferred(back) || back.Args[0].Type != v.Type {
			continue
		}
		m := back.Args[0]
		if m.Op != ir.OpMul || !l.IsDeferred(m) {
			return t, false
		}
		for side, pair := range m.Args {
			y := m.Args[1-side]
			if inPairs(pair) && lanesOf(y, func(j int) int { return j ^ 1 }) && l.AtHand(y.Args[0]) {
				return rotated{pair, y.Args[0], degrees, m.FP&ir.NSZ != 0}, true
			}
		}
	}
	return t, false
}

// signsOf returns 90 if v has the sign bits of exactly the even lanes set, 270 for the odd lanes, and otherwise
// 0.
func (l selector) signsOf(v *ir.Value) (degrees int64) {
	if v.Op != ir.OpLoad || v.Args[0].Op != ir.OpTablePtr || !v.Args[1].IsConstInt(0) || v.Off != 0 {
		return 0
	}
	data, es := l.F.Tables[v.Args[0].AuxInt].Data, v.Type.Elem.Size()
	if len(data) < int(v.Type.Lanes)*es {
		return 0
	}
	first := 0
	if data[es-1] == 0 {
		first = 1
	}
	for i, b := range data[:int(v.Type.Lanes)*es] {
		want := byte(0)
		if i%es == es-1 && i/es%2 == first {
			want = 0x80
		}
		if b != want {
			return 0
		}
	}
	return int64(90 + 180*first)
}

// inPairs reports whether both lanes of every pair of v are equal.
func inPairs(v *ir.Value) bool {
	if v.Op == ir.OpSplat {
		return true
	}
	if v.Op != ir.OpShuffle {
		return false
	}
	lanes := v.Aux.(ir.Lanes)
	for j := range lanes {
		if lanes[j] != lanes[j&^1] {
			return false
		}
	}
	return true
}

// lanesOf reports whether v is a shuffle that takes lane(j) of its first argument for each lane j.
func lanesOf(v *ir.Value, lane func(j int) int) bool {
	if v.Op != ir.OpShuffle || v.Args[0].Type != v.Type {
		return false
	}
	for j, k := range v.Aux.(ir.Lanes) {
		if int(k) != lane(j) {
			return false
		}
	}
	return true
}

// factor returns part i of the FCMLA operand that provides the even or odd lanes: pair, or the vector it is
// shuffled from.
func (l selector) factor(pair *ir.Value, odd, i int) mach.Reg {
	if lanesOf(pair, func(j int) int { return j&^1 + odd }) && l.IsDeferred(pair) && l.AtHand(pair.Args[0]) {
		pair = pair.Args[0]
	}
	return l.Part(pair, i)
}

// complexSum lowers the sum of a rotated product and another value, or of a rotated product and a product.
func (l selector) complexSum(v *ir.Value) (lower.Rep, bool) {
	if !l.turnedSum(v) {
		return lower.Rep{}, false
	}
	es := v.Type.Elem.Size()
	n, size := l.T.Layout(v.Type, es)
	out := lower.Rep{Parts: l.NewParts(n)}
	add, multiply := byElem(es, 0, 0, arm64.VFCADDS, arm64.VFCADDD), byElem(es, 0, 0, arm64.VFMULS, arm64.VFMULD)
	straight := func(product *ir.Value, sum mach.Reg, i int) mach.Reg { // adds the product of an FMA to a sum
		a, b := product.Args[0], product.Args[1]
		if !inPairs(a) {
			a, b = b, a
		}
		if !inPairs(a) {
			return l.ins(byElem(es, 0, 0, arm64.VFMLAS, arm64.VFMLAD), size, sum, l.Part(a, i), l.Part(b, i))
		}
		return l.insI(byElem(es, 0, 0, arm64.VFCMLAS, arm64.VFCMLAD), size, 0, sum, l.factor(a, 0, i), l.Part(b, i))
	}
	turn := func(t rotated, sum mach.Reg, i int) mach.Reg {
		return l.insI(byElem(es, 0, 0, arm64.VFCMLAS, arm64.VFCMLAD), size, t.degrees, sum, l.factor(t.pair, 1, i),
			l.Part(t.y, i))
	}
	for i := range out.Parts {
		if v.Op == ir.OpAdd {
			if t, at := l.rotatedArg(v); at >= 0 {
				p := l.ins(multiply, size, l.Part(t.pair, i), l.Part(t.y, i))
				out.Parts[i] = l.insI(add, size, t.degrees, l.Part(v.Args[1-at], i), p)
				continue
			}
			t, at := l.joinedProduct(v)
			out.Parts[i] = straight(v.Args[at], turn(t, l.Part(v.Args[1-at], i), i), i)
			continue
		}
		t, _ := l.rotatedProduct(v.Args[2])
		if t.nsz {
			out.Parts[i] = straight(v, turn(t, l.VecConst(make([]byte, 16)), i), i)
			continue
		}
		p := l.ins(multiply, size, l.Part(t.pair, i), l.Part(t.y, i))
		zero := l.VecConst(lower.SplatBytes(ir.IntElem(es), 1<<(8*es-1), 16)) // negative zero keeps the sign of a zero
		out.Parts[i] = straight(v, l.insI(add, size, t.degrees, zero, p), i)
	}
	return out, true
}
