package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Complex numbers in the order of memory (loopopt/vplan/tuples.go). A product of two is a sum of two vectors of products:
// one with the real part of x in both lanes of a pair, and one with the imaginary part, whose factor has its parts
// exchanged and one sign changed.
//
//	x.re*y.re - x.im*y.im     FMA (x.re, x.re) (y.re, y.im) ± (x.im, x.im)*(y.im, y.re)
//	x.re*y.im + x.im*y.re
//
// FCADD adds a vector that is turned by 90 or 270 degrees, which exchanges and changes a sign: it rounds as an addition
// does. FCMLA takes what it wants of x by itself, and adds a turned product without rounding it first: so it is for FMA,
// and for products that are added to zero where that sign does not matter, and, with reassociation, to something else.

// A turned value is products of pair, which is the same in both lanes of a pair, and y, turned by so many degrees.
type turned struct {
	pair, y *ir.Value
	degrees int64
	nsz     bool // zero or its negation, as comes handy
}

// turnedSum says whether v is a sum for complexSum.
func (l selector) turnedSum(v *ir.Value) bool {
	if !v.Type.IsVector() || !v.Type.Elem.IsFloat() || l.T.Arch.(*ISA).features&arm64.FeatFCMA == 0 {
		return false
	}
	switch v.Op {
	case ir.OpAdd:
		if _, at := l.turnedArg(v); at >= 0 {
			return true
		}
		_, at := l.joinedProduct(v)
		return at >= 0
	case ir.OpFMA:
		_, ok := l.turnedProduct(v.Args[2])
		return ok
	}
	return false
}

// turnedArg is the turned argument of addition v; at is negative if there is none.
func (l selector) turnedArg(v *ir.Value) (t turned, at int) {
	for k := range 2 {
		if t, ok := l.turnedProduct(v.Args[k]); ok {
			return t, k
		}
	}
	return t, -1
}

// joinedProduct is the turned part of a complex product that addition v adds last, and may add in another order.
func (l selector) joinedProduct(v *ir.Value) (t turned, at int) {
	const may = ir.Reassoc | ir.Contract
	for k, a := range v.Args {
		if a.Op == ir.OpFMA && l.IsDeferred(a) && v.FP&may == may && a.FP&may == may {
			if t, ok := l.turnedProduct(a.Args[2]); ok {
				return t, k
			}
		}
	}
	return t, -1
}

// turnedProduct takes a vector apart that tuples make: products of which every second has its sign changed.
func (l selector) turnedProduct(v *ir.Value) (t turned, ok bool) {
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
				return turned{pair, y.Args[0], degrees, m.FP&ir.NSZ != 0}, true
			}
		}
	}
	return t, false
}

// signsOf is 90 if v is the sign bits of even lanes alone, 270 if of the odd ones; else 0.
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

// inPairs says whether both lanes of every pair of v are the same.
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

// lanesOf says whether v is a shuffle of lanes of its first argument.
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

// factor is part i of what FCMLA takes the even or the odd lanes of: pair, or what that would be made of.
func (l selector) factor(pair *ir.Value, odd, i int) mach.Reg {
	if lanesOf(pair, func(j int) int { return j&^1 + odd }) && l.IsDeferred(pair) && l.AtHand(pair.Args[0]) {
		pair = pair.Args[0]
	}
	return l.Part(pair, i)
}

// complexSum lowers the sum of a turned product and something else, or of that and a product.
func (l selector) complexSum(v *ir.Value) (lower.Rep, bool) {
	if !l.turnedSum(v) {
		return lower.Rep{}, false
	}
	es := v.Type.Elem.Size()
	n, size := l.T.Layout(v.Type, es)
	out := lower.Rep{Parts: l.NewParts(n)}
	add, multiply := byElem(es, 0, 0, arm64.VFCADDS, arm64.VFCADDD), byElem(es, 0, 0, arm64.VFMULS, arm64.VFMULD)
	straight := func(product *ir.Value, sum mach.Reg, i int) mach.Reg { // an FMA's product and a sum
		a, b := product.Args[0], product.Args[1]
		if !inPairs(a) {
			a, b = b, a
		}
		if !inPairs(a) {
			return l.ins(byElem(es, 0, 0, arm64.VFMLAS, arm64.VFMLAD), size, sum, l.Part(a, i), l.Part(b, i))
		}
		return l.insI(byElem(es, 0, 0, arm64.VFCMLAS, arm64.VFCMLAD), size, 0, sum, l.factor(a, 0, i), l.Part(b, i))
	}
	turn := func(t turned, sum mach.Reg, i int) mach.Reg {
		return l.insI(byElem(es, 0, 0, arm64.VFCMLAS, arm64.VFCMLAD), size, t.degrees, sum, l.factor(t.pair, 1, i),
			l.Part(t.y, i))
	}
	for i := range out.Parts {
		if v.Op == ir.OpAdd {
			if t, at := l.turnedArg(v); at >= 0 {
				p := l.ins(multiply, size, l.Part(t.pair, i), l.Part(t.y, i))
				out.Parts[i] = l.insI(add, size, t.degrees, l.Part(v.Args[1-at], i), p)
				continue
			}
			t, at := l.joinedProduct(v)
			out.Parts[i] = straight(v.Args[at], turn(t, l.Part(v.Args[1-at], i), i), i)
			continue
		}
		t, _ := l.turnedProduct(v.Args[2])
		if t.nsz {
			out.Parts[i] = straight(v, turn(t, l.VecConst(make([]byte, 16)), i), i)
			continue
		}
		p := l.ins(multiply, size, l.Part(t.pair, i), l.Part(t.y, i))
		zero := l.VecConst(lower.SplatBytes(ir.IntElem(es), 1<<(8*es-1), 16)) // negative, which changes no sign
		out.Parts[i] = straight(v, l.insI(add, size, t.degrees, zero, p), i)
	}
	return out, true
}
