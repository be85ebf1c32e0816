package lower

import (
	"math/bits"

	"hotloop/loopopt/ir"
)

// divideVector divides integer vectors with floating-point division in a type that represents them exactly.
// 64-bit vectors are divided lane by lane.
//
// The truncated quotient is correct. If a/b is not an integer, it is at least 1/b away from the next integer.
// That is a relative distance of 1/a, which exceeds the rounding error (2^-24 for 16-bit integers in f32, 2^-53
// for 32-bit integers in f64).
func (l *Lowerer) divideVector(v *ir.Value) Rep {
	t := v.Type
	a, b := v.Args[0], v.Args[1]
	signed := v.Op == ir.OpDivS || v.Op == ir.OpRemS
	toF := ir.OpUIToF
	if signed {
		toF = ir.OpSIToF
	}
	if t.Elem == ir.I64 {
		return l.Scalarize(v)
	}
	var q *ir.Value
	if t.Elem.Size() < 4 {
		f, i := t.WithElem(ir.F32), t.WithElem(ir.I32)
		x := l.Op(ir.OpDiv, f, l.Op(toF, f, a), l.Op(toF, f, b))
		q = l.Op(ir.OpTruncI, t, l.Op(ir.OpFToSI, i, x))
	} else {
		f := t.WithElem(ir.F64)
		x := l.Op(ir.OpDiv, f, l.Op(toF, f, a), l.Op(toF, f, b))
		switch {
		case signed && l.T.Arch.Saturates(): // MinInt / -1 is MinInt
			q = l.Op(ir.OpTruncI, t, l.Op(ir.OpFToSI, t.WithElem(ir.I64), x))
		case signed:
			q = l.Op(ir.OpFToSI, t, x)
		default: // adding 2^52 leaves the integer in the low bits
			x = l.Op(ir.OpAdd, f, l.Op(ir.OpTrunc, f, x), l.Float(f, 1<<52))
			q = l.Op(ir.OpTruncI, t, l.Op(ir.OpBitcast, t.WithElem(ir.I64), x))
		}
	}
	if v.Op == ir.OpRemS || v.Op == ir.OpRemU {
		q = l.Op(ir.OpSub, t, a, l.Op(ir.OpMul, t, q, b))
	}
	return l.Rep(q)
}

// divideByConst expands division by a constant into multiplication and shifts (Warren, Hacker's Delight, chapter
// 10). It returns nil if that does not pay.
func (l *Lowerer) divideByConst(v *ir.Value) *ir.Value {
	t, a := v.Type, v.Args[0]
	if t.Elem.Size() < 4 && !(t.IsVector() && (t.Elem == ir.I16 || l.multipliesHigh(v))) { // exact in more bits
		wide := ir.I32
		if t.IsVector() {
			wide = ir.I16
		}
		signed := v.Op == ir.OpDivS || v.Op == ir.OpRemS
		return l.promote(v, wide, signed, signed)
	}
	w := uint(t.Elem.Bits())
	bin := func(op ir.Op, x, y *ir.Value) *ir.Value { return l.Op(op, t, x, y) }
	n := func(k int64) *ir.Value { return l.Lit(t, k) }
	var q *ir.Value
	if v.Op == ir.OpDivU || v.Op == ir.OpRemU {
		d := uint64(v.Args[1].AuxInt)
		switch {
		case d&(d-1) == 0:
			if v.Op == ir.OpRemU {
				return bin(ir.OpAnd, a, n(int64(d-1)))
			}
			return bin(ir.OpShrU, a, n(int64(bits.TrailingZeros64(d))))
		default:
			m, s, add := magicU(d, w, uint(ir.UnsignedBits(a, 4)))
			q = bin(ir.OpMulHiU, a, n(int64(m)))
			if add {
				q = bin(ir.OpAdd, bin(ir.OpShrU, bin(ir.OpSub, a, q), n(1)), q)
				s--
			}
			if s > 0 {
				q = bin(ir.OpShrU, q, n(int64(s)))
			}
		}
	} else {
		d := v.Args[1].Int()
		switch ad := d; {
		case d == 1:
			q = a
		case d == -1:
			q = l.Op(ir.OpNeg, t, a)
		case d&(d-1) == 0 && d > 0 || d == -1<<(w-1):
			if ad < 0 { // only MinInt / MinInt is not 0
				q = l.Op(ir.OpSelect, t, l.Make(ir.OpEq, ir.Mask(int(t.Lanes)), a, n(d)), n(1), n(0))
				break
			}
			k := int64(bits.TrailingZeros64(uint64(d)))
			bias := bin(ir.OpShrU, bin(ir.OpShrS, a, n(int64(w)-1)), n(int64(w)-k))
			q = bin(ir.OpShrS, bin(ir.OpAdd, a, bias), n(k))
		default:
			m, s := magicS(d, w)
			q = bin(ir.OpMulHiS, a, n(m))
			if d > 0 && m < 0 {
				q = bin(ir.OpAdd, q, a)
			} else if d < 0 && m > 0 {
				q = bin(ir.OpSub, q, a)
			}
			q = bin(ir.OpShrS, q, n(int64(s)))
			q = bin(ir.OpAdd, q, bin(ir.OpShrU, q, n(int64(w)-1)))
		}
	}
	if v.Op == ir.OpRemS || v.Op == ir.OpRemU {
		return bin(ir.OpSub, a, bin(ir.OpMul, q, v.Args[1]))
	}
	return q
}

// multipliesHigh reports whether a rule computes the high half of products of v's operand type.
func (l *Lowerer) multipliesHigh(v *ir.Value) bool {
	op := ir.OpMulHiU
	if v.Op == ir.OpDivS || v.Op == ir.OpRemS {
		op = ir.OpMulHiS
	}
	var b bindings
	return l.find(l.Make(op, v.Type, v.Args...), &b) != nil
}

// magicU returns m, s and add such that, for every x of width bits, x/d = mulhi(x, m) >> s. If add is true, x/d =
// (((x-q)>>1)+q) >> (s-1), where q = mulhi(x, m).
//
// Let m*d = 2^p + e. Then x*m = x*2^p/d + e*x/d. The excess e*x/d is too small to reach the next integer while
// e*x < 2^p.
func magicU(d uint64, w, width uint) (m uint64, s uint, add bool) {
	for p := w; p < 64 && w < 64 && p <= w+uint(bits.Len64(d)); p++ {
		m = (1<<p + d - 1) / d
		if e := m*d - 1<<p; m < 1<<w && e <= 1<<p>>width {
			return m, p - w, false
		}
	}
	s = uint(bits.Len64(d - 1)) // 2^(s-1) < d < 2^s
	// m = floor(2^w * (2^s - d) / d) + 1, the low word of ceil(2^(w+s) / d)
	hi := uint64(1)<<s - d // for s == 64 this wraps to the correct value
	var q uint64
	if w == 64 {
		q, _ = bits.Div64(hi, 0, d)
	} else {
		q = hi << w / d
	}
	m = (q + 1) & (1<<(w-1)<<1 - 1)
	return m, s, true
}

// magicS returns m and s for signed division by d, |d| >= 2 (Hacker's Delight, figure 10-1).
func magicS(d int64, w uint) (m int64, s uint) {
	two := uint64(1) << (w - 1)
	ad := uint64(d)
	if d < 0 {
		ad = -ad
	}
	t := two
	if d < 0 {
		t++
	}
	anc := t - 1 - t%ad
	p := w - 1
	q1, r1 := two/anc, two%anc
	q2, r2 := two/ad, two%ad
	for {
		p++
		q1, r1 = 2*q1, 2*r1
		if r1 >= anc {
			q1, r1 = q1+1, r1-anc
		}
		q2, r2 = 2*q2, 2*r2
		if r2 >= ad {
			q2, r2 = q2+1, r2-ad
		}
		if delta := ad - r2; !(q1 < delta || q1 == delta && r1 == 0) {
			break
		}
	}
	m = int64(q2+1) << (64 - w) >> (64 - w)
	if d < 0 {
		m = -m
	}
	return m, p - w
}
