package fold

import (
	"math"

	"hotloop/loopopt/ir"
)

// foldFixed makes one operation of arithmetic that programs do in wider integers because it needs a bit more, or twice
// the bits, and cut down again: processors have such operations of the narrow lanes, of which vectors hold more.
//
// Before, of a and b extended:
//
//	uint8(min(a+b, 255)); int16(max(min(a-b, 32767), -32768)); uint8((a+b+1)>>1); int16(a*b>>16); uint8(|a-b|)
//
// After:
//
//	AddSatU a b           SubSatS a b                           AverageU a b       MulHiS a b      AbsDiffS a b
//
// Legal as the operations mean just this: the operands fit the narrow type, and the wide one holds the exact result.
// Pays in vectors. Scalars are extended for nothing, and lowered as they were written.
func foldFixed(f *ir.Func, v *ir.Value) *ir.Value {
	x := v.Args[0]
	if e := v.Type.Elem; e == ir.Bool || x.Uses != 1 || x.Type.Elem.Bits() < 2*e.Bits() {
		return nil
	}
	switch x.Op {
	case ir.OpMinS, ir.OpMinU, ir.OpMaxS:
		return foldSaturation(f, v)
	case ir.OpAbs:
		if d := x.Args[0]; d.Op == ir.OpSub {
			return foldOperands(f, v, d.Args, ir.OpAbsDiffS, ir.OpInvalid)
		}
	case ir.OpShrS, ir.OpShrU:
		if c := x.Args[1]; c.IsConst() && x.Args[0].Uses == 1 {
			return foldHalf(f, v, int(c.AuxInt))
		}
	case ir.OpDivS, ir.OpDivU: // of what is not negative: a shift
		if x.Args[1].IsConstInt(2) && x.Args[0].Uses == 1 {
			return foldHalf(f, v, 1)
		}
	}
	return nil
}

// foldHalf is foldFixed of a sum or a product that is shifted to the right by n.
func foldHalf(f *ir.Func, v *ir.Value, n int) *ir.Value {
	shift, w := v.Args[0], v.Type.Elem.Bits()
	x := shift.Args[0]
	rounding := func(bit int) bool { // x adds half of what the shift leaves of one
		return x.Op == ir.OpAdd && x.Args[1].IsConstInt(1<<bit) && x.Args[0].Uses == 1
	}
	half, average := ir.OpHalfSumS, ir.OpAverageS
	if shift.Op == ir.OpDivS || shift.Op == ir.OpDivU { // rounds negative numbers towards zero, or takes none for such
		half, average = ir.OpInvalid, ir.OpInvalid
	}
	switch {
	case n == 1 && rounding(0) && x.Args[0].Op == ir.OpAdd:
		return foldOperands(f, v, x.Args[0].Args, average, ir.OpAverageU)
	case n == 1 && x.Op == ir.OpAdd:
		return foldOperands(f, v, x.Args, half, ir.OpHalfSumU)
	case n == w-1 && v.Type.Elem == ir.I16 && rounding(w-2) && x.Args[0].Op == ir.OpMul:
		return foldOperands(f, v, x.Args[0].Args, ir.OpMulRound, ir.OpInvalid)
	case n < w || n >= 2*w || x.Op != ir.OpMul || v.Type.Elem == ir.I8: // no processor has it for bytes
		return nil
	}
	high := foldOperands(f, v, x.Args, ir.OpMulHiS, ir.OpMulHiU)
	if high == nil || n == w {
		return high
	}
	op := ir.OpShrU
	if high.Op == ir.OpMulHiS {
		op = ir.OpShrS
	}
	if shift.Op != op && x.Type.Elem.Bits() < n+w { // bits of the other kind come in
		return nil
	}
	return v.Block.InsertBefore(v, op, v.Type, v.Pos, high, f.ConstInt(v.Type, int64(n-w)))
}

// foldSaturation is foldFixed of a sum or a difference between bounds.
func foldSaturation(f *ir.Func, v *ir.Value) *ir.Value {
	x, r, ok := bounded(v.Args[0])
	if !ok {
		return nil
	}
	w := v.Type.Elem.Bits()
	least, most, top := int64(-1)<<(w-1), int64(1)<<(w-1)-1, int64(1)<<w-1
	exact := r.lo == least && r.hi == most && !r.unsigned
	switch {
	case x.Op == ir.OpAdd && exact:
		return foldOperands(f, v, x.Args, ir.OpAddSatS, ir.OpInvalid)
	case x.Op == ir.OpSub && exact:
		return foldOperands(f, v, x.Args, ir.OpSubSatS, ir.OpInvalid)
	case x.Op == ir.OpSub && r.lo == 0 && r.hi >= top:
		return foldOperands(f, v, x.Args, ir.OpInvalid, ir.OpSubSatU)
	case x.Op == ir.OpAdd && r.hi == top && r.lo <= 0:
		return foldOperands(f, v, x.Args, ir.OpInvalid, ir.OpAddSatU)
	case x.Op == ir.OpAdd && r.lo == 0 && r.hi >= top && x.Args[1].IsConst() && x.Args[1].Int() < 0:
		minus := f.ConstInt(x.Type, -x.Args[1].Int())
		return foldOperands(f, v, []*ir.Value{x.Args[0], minus}, ir.OpInvalid, ir.OpSubSatU)
	}
	return nil
}

// span is the numbers that a sum is kept between.
type span struct {
	lo, hi   int64
	unsigned bool // hi holds for a sum that is not negative, or has lo for a lower bound
}

// bounded is the sum or difference that x keeps between constants, and these.
func bounded(x *ir.Value) (sum *ir.Value, r span, ok bool) {
	r = span{lo: math.MinInt64, hi: math.MaxInt64}
	for range 2 {
		if x.Op == ir.OpAdd || x.Op == ir.OpSub {
			break
		}
		if len(x.Args) != 2 || !x.Args[1].IsConst() || x.Uses != 1 {
			return nil, r, false
		}
		c := x.Args[1].Int()
		switch {
		case x.Op == ir.OpMinS && r.hi == math.MaxInt64:
			r.hi = c
		case x.Op == ir.OpMinU && r.hi == math.MaxInt64 && r.lo == math.MinInt64 && c >= 0:
			r.hi, r.unsigned = c, true
		case x.Op == ir.OpMaxS && r.lo == math.MinInt64:
			r.lo = c
		default:
			return nil, r, false
		}
		x = x.Args[0]
	}
	return x, r, x.Uses == 1 && (x.Op == ir.OpAdd || x.Op == ir.OpSub)
}

// foldOperands is the operation for signed or for unsigned operands, in front of v, of args in v's type; nil if they do
// not fit. OpInvalid is an operation that there is not.
func foldOperands(f *ir.Func, v *ir.Value, args []*ir.Value, signed, unsigned ir.Op) *ir.Value {
	w := v.Type.Elem.Bits()
	fit := func(bits func(*ir.Value, int) int) bool {
		for _, a := range args {
			if bits(a, maxNarrowDepth) > w || !narrows(a, w, w, maxNarrowDepth, unshared) {
				return false
			}
		}
		return !args[0].IsConst()
	}
	op := ir.OpInvalid
	switch {
	case unsigned != ir.OpInvalid && fit(ir.UnsignedBits):
		op = unsigned
	case signed != ir.OpInvalid && fit(ir.SignedBits):
		op = signed
	default:
		return nil
	}
	n := narrower{f: f, at: v, e: v.Type.Elem}
	return v.Block.InsertBefore(v, op, v.Type, v.Pos, n.make(args[0], w), n.make(args[1], w))
}

// foldDistance is the distance of two unsigned numbers, however it is written:
//
//	a < b ? b-a : a-b                of their own type, or extended
//	|a-b|                            of both extended
//
// It is extended afterwards, so that a sum of distances is seen as one.
func foldDistance(v *ir.Value) *ir.Value {
	d := v.Args[0]
	if v.Op == ir.OpSelect {
		c := v.Args[0]
		if d = v.Args[1]; !negation(d, v.Args[2]) || c.Op != ir.OpLtU && c.Op != ir.OpLeU {
			return nil
		}
		if a, b := c.Args[0], c.Args[1]; d.Op == ir.OpSub && a.Type == v.Type && d.Args[0] == b && d.Args[1] == a {
			return v.Rewrite(ir.OpAbsDiffU, a, b)
		}
	}
	if d.Op != ir.OpSub || d.Args[0].Op != ir.OpZExt || d.Args[1].Op != ir.OpZExt {
		return nil
	}
	a, b := d.Args[0].Args[0], d.Args[1].Args[0]
	if a.Type != b.Type || a.Type.Elem == ir.Bool {
		return nil
	}
	if v.Op == ir.OpSelect && (v.Args[0].Args[0] != b || v.Args[0].Args[1] != a) {
		return nil
	}
	return v.Rewrite(ir.OpZExt, v.Block.InsertBefore(v, ir.OpAbsDiffU, a.Type, v.Pos, a, b))
}

// foldAverage is the average of two unsigned bytes or words that was taken in wider numbers and stays there:
//
//	(uint(a) + uint(b) + 1) >> 1
//
// It is extended afterwards, as a distance is.
func foldAverage(v *ir.Value) *ir.Value {
	sum := v.Args[0]
	if !v.Args[1].IsConstInt(1) || sum.Op != ir.OpAdd || sum.Uses != 1 {
		return nil
	}
	inner, last := sum.Args[0], sum.Args[1]
	if inner.Op != ir.OpAdd {
		inner, last = last, inner
	}
	if inner.Op != ir.OpAdd || inner.Uses != 1 {
		return nil
	}
	terms := [3]*ir.Value{inner.Args[0], inner.Args[1], last}
	for i, t := range terms {
		a, b := terms[(i+1)%3], terms[(i+2)%3]
		if !t.IsConstInt(1) || a.Op != ir.OpZExt || b.Op != ir.OpZExt {
			continue
		}
		if a, b = a.Args[0], b.Args[0]; a.Type == b.Type && (a.Type.Elem == ir.I8 || a.Type.Elem == ir.I16) &&
			v.Type.Elem.Bits() >= 2*a.Type.Elem.Bits() {
			return v.Rewrite(ir.OpZExt, v.Block.InsertBefore(v, ir.OpAverageU, a.Type, v.Pos, a, b))
		}
	}
	return nil
}

// negation says whether p is -q, as a difference the other way round or as its negation.
func negation(p, q *ir.Value) bool {
	switch {
	case !p.Type.Elem.IsInt():
		return false
	case p.Op == ir.OpNeg && p.Args[0] == q, q.Op == ir.OpNeg && q.Args[0] == p:
		return true
	}
	return p.Op == ir.OpSub && q.Op == ir.OpSub && p.Args[0] == q.Args[1] && p.Args[1] == q.Args[0]
}

// unnegated is the one of a number and its negation that is no negation.
func unnegated(p, q *ir.Value) *ir.Value {
	if p.Op == ir.OpNeg {
		return q
	}
	return p
}

// foldAlternatives makes one operation of two of which a selection takes one, where they share an operand or have but
// one, of integers:
//
//	c ? x+s : y+s         (c ? x : y) + s
//	c ? ext(x) : ext(y)   ext(c ? x : y)
func foldAlternatives(v *ir.Value) *ir.Value {
	p, q := v.Args[1], v.Args[2]
	if p.Op != q.Op || p.Uses != 1 || q.Uses != 1 || !v.Type.Elem.IsInt() {
		return nil
	}
	choose := func(x, y *ir.Value) *ir.Value {
		s := v.Block.InsertBefore(v, ir.OpSelect, x.Type, v.Pos, v.Args[0], x, y)
		s.SetGuess(v.Guess())
		return s
	}
	switch p.Op {
	case ir.OpZExt, ir.OpSExt:
		if x, y := p.Args[0], q.Args[0]; x.Type == y.Type && x.Type.Elem != ir.Bool {
			return v.Rewrite(p.Op, choose(x, y))
		}
	case ir.OpAdd:
		for i, s := range p.Args {
			for j, t := range q.Args {
				if s != t {
					continue
				}
				v.Rewrite(ir.OpAdd, choose(p.Args[1-i], q.Args[1-j]), s)
				p.CopyOf(s) // nothing uses the two any more, and they use nothing: the operands may have one use left
				q.CopyOf(s)
				return v
			}
		}
	}
	return nil
}
