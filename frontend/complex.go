package frontend

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"hotloop/loopopt/ir"
)

// A complex number is a struct of two floats. Its arithmetic is what gc makes of it: a product or quotient of complex64
// is computed in float64 and rounded once.

// complexShape is the layout of complex numbers.
func complexShape(part typ) *shape {
	size := int64(part.elem.Size())
	s := &shape{kind: structKind, size: 2 * size, align: size, scalar: 2, steps: 2, complex: true,
		fields: []field{{name: "real", t: part}, {name: "imag", t: part, off: size, first: 1}}}
	s.addLeaves()
	return s
}

var (
	complex64Shape  = complexShape(typ{elem: ir.F32})
	complex128Shape = complexShape(typ{elem: ir.F64})
)

// complexOf is the shape of a basic type that is complex, else nil.
func complexOf(t *types.Basic) *shape {
	switch t.Kind() {
	case types.Complex64:
		return complex64Shape
	case types.Complex128, types.UntypedComplex:
		return complex128Shape
	}
	return nil
}

// isComplex says whether t is complex64 or complex128.
func (t typ) isComplex() bool { return t.kind == structKind && t.of.complex }

// part is the type of the parts of a complex number.
func (t typ) part() typ { return t.of.fields[0].t }

// complexConstant is a constant as a complex number; it says false if it is none.
func (b *builder) complexConstant(c constant.Value, t typ) (val, bool) {
	c = constant.ToComplex(c)
	if c.Kind() == constant.Unknown {
		return val{}, false
	}
	re, im := b.constant(constant.Real(c), t.part()), b.constant(constant.Imag(c), t.part())
	return val{t: t, leaves: []*ir.Value{re, im}}, re != nil && im != nil
}

// complexBinary computes x op y; comparisons are those of structs.
func (b *builder) complexBinary(pos token.Pos, op token.Token, x, y val) val {
	if x.t != y.t {
		b.wrong(pos)
		return b.zero(x.t)
	}
	xs, ys := b.leavesOf(x, pos), b.leavesOf(y, pos)
	t := x.t.part()
	do := func(op ir.Op, t typ, x, y *ir.Value) *ir.Value { return b.new(op, t.ir(), pos, x, y) }
	between := b.betweenParts(op, t)
	wide := func(v *ir.Value) *ir.Value {
		if between != t {
			return b.new(ir.OpFExt, ir.TF64, pos, v)
		}
		return v
	}
	narrow := func(v *ir.Value) *ir.Value {
		if between != t {
			return b.new(ir.OpFTrunc, ir.TF32, pos, v)
		}
		return v
	}
	out := val{t: x.t}
	switch op {
	case token.ADD:
		out.leaves = []*ir.Value{do(ir.OpAdd, t, xs[0], ys[0]), do(ir.OpAdd, t, xs[1], ys[1])}
	case token.SUB:
		out.leaves = []*ir.Value{do(ir.OpSub, t, xs[0], ys[0]), do(ir.OpSub, t, xs[1], ys[1])}
	case token.MUL:
		a, c, d, e := wide(xs[0]), wide(xs[1]), wide(ys[0]), wide(ys[1])
		re := do(ir.OpSub, between, do(ir.OpMul, between, a, d), do(ir.OpMul, between, c, e))
		im := do(ir.OpAdd, between, do(ir.OpMul, between, a, e), do(ir.OpMul, between, c, d))
		out.leaves = []*ir.Value{narrow(re), narrow(im)}
	case token.QUO:
		a, c, d, e := wide(xs[0]), wide(xs[1]), wide(ys[0]), wide(ys[1])
		re, im := b.complexQuotient(a, c, d, e, pos)
		out.leaves = []*ir.Value{narrow(re), narrow(im)}
	default:
		b.refuseOperands(pos, op, x.t)
		return b.zero(x.t)
	}
	return out
}

// looseProducts are the permissions with which products of complex64 are computed as C does it.
const looseProducts = ir.Reassoc | ir.Contract | ir.AFn

// betweenParts is the type that products and quotients of numbers with parts of type t are computed in. gc takes float64
// for complex64; Go asks for no more than float32, which C and mode fast take: the error of a product is a few units in
// the last place of its magnitude then, as it is for complex128.
func (b *builder) betweenParts(op token.Token, t typ) typ {
	if t.elem == ir.F32 && (op != token.MUL || b.mode.Permits()&looseProducts != looseProducts) {
		return tF64
	}
	return t
}

// complexBuiltin computes complex, real and imag.
func (b *builder) complexBuiltin(name string, t typ, args []val, pos token.Pos) val {
	if name == "complex" {
		if len(args) != 2 || !t.isComplex() || args[0].t != t.part() || args[1].t != t.part() {
			b.wrong(pos)
			return b.zero(t)
		}
		return val{t: t, leaves: []*ir.Value{args[0].v, args[1].v}}
	}
	if len(args) != 1 || !args[0].t.isComplex() {
		b.wrong(pos)
		return b.zero(t)
	}
	parts := b.leavesOf(args[0], pos)
	if name == "imag" {
		return val{t: args[0].t.part(), v: parts[1]}
	}
	return val{t: args[0].t.part(), v: parts[0]}
}

// convertComplex is x as the other type of complex numbers.
func (b *builder) convertComplex(x val, to typ, pos token.Pos) val {
	op := ir.OpFExt
	if to.part().elem == ir.F32 {
		op = ir.OpFTrunc
	}
	out := val{t: to}
	for _, v := range b.leavesOf(x, pos) {
		out.leaves = append(out.leaves, b.new(op, to.part().ir(), pos, v))
	}
	return out
}

// complexQuotient computes (p + q·i) / (c + d·i) as the runtime's complex128div does: by Smith's method, which divides
// by the larger part of the divisor first, and, where nothing but NaN comes out, by the rules of C99's annex G for zeros
// and infinities. That is rare: a branch of its own.
func (b *builder) complexQuotient(p, q, c, d *ir.Value, pos token.Pos) (re, im *ir.Value) {
	op := func(o ir.Op, args ...*ir.Value) *ir.Value { return b.new(o, ir.TF64, pos, args...) }
	larger := b.new(ir.OpLe, ir.TBool, pos, op(ir.OpAbs, d), op(ir.OpAbs, c)) // |d| <= |c|
	choose := func(x, y *ir.Value) *ir.Value { return op(ir.OpSelect, larger, x, y) }
	first, second := choose(c, d), choose(d, c)
	ratio := op(ir.OpDiv, second, first)
	denom := op(ir.OpAdd, first, op(ir.OpMul, ratio, second))
	pr, qr := op(ir.OpMul, p, ratio), op(ir.OpMul, q, ratio)
	re = op(ir.OpDiv, op(ir.OpAdd, choose(p, pr), choose(qr, q)), denom)
	im = op(ir.OpDiv, op(ir.OpSub, choose(q, qr), choose(pr, p)), denom)

	out := b.newVariable(nil, typ{kind: structKind, of: complex128Shape}, true)
	set := func(re, im *ir.Value) { b.write(out, val{t: out.t, leaves: []*ir.Value{re, im}}) }
	set(re, im)
	isNaN := func(x *ir.Value) *ir.Value { return b.cur.New(ir.OpNe, ir.TBool, ir.Pos(pos), x, x) }
	special, end := b.f.NewBlock("quotient.special"), b.f.NewBlock("quotient.end")
	b.branch(b.bools(ir.OpAnd, isNaN(re), isNaN(im)), special, end, ir.Unlikely)
	b.start(special)
	b.specialQuotient(p, q, c, d, re, im, pos, set)
	b.jump(end)
	b.start(end)
	xs := b.read(out).leaves
	return xs[0], xs[1]
}

// bools combines conditions.
func (b *builder) bools(op ir.Op, x *ir.Value, more ...*ir.Value) *ir.Value {
	for _, y := range more {
		x = b.cur.New(op, ir.TBool, x.Pos, x, y)
	}
	return x
}

// specialQuotient sets the quotient where both of its parts, re and im, are NaN: a finite divisor's signs count in an
// infinite dividend's, and so on; otherwise they stay.
func (b *builder) specialQuotient(p, q, c, d, re, im *ir.Value, pos token.Pos, set func(re, im *ir.Value)) {
	// No flag may touch what is about infinities and NaN.
	op := func(o ir.Op, args ...*ir.Value) *ir.Value { return b.cur.New(o, ir.TF64, ir.Pos(pos), args...) }
	test := func(o ir.Op, x, y *ir.Value) *ir.Value { return b.cur.New(o, ir.TBool, ir.Pos(pos), x, y) }
	inf, zero, one := b.f.ConstFloat(ir.TF64, math.Inf(1)), b.f.ConstFloat(ir.TF64, 0), b.f.ConstFloat(ir.TF64, 1)
	isInf := func(x *ir.Value) *ir.Value { return test(ir.OpEq, op(ir.OpAbs, x), inf) }
	finite := func(x *ir.Value) *ir.Value { return test(ir.OpLt, op(ir.OpAbs, x), inf) }
	number := func(x *ir.Value) *ir.Value { return test(ir.OpEq, x, x) }
	unit := func(x *ir.Value) *ir.Value { // 1 for an infinity and 0 for anything else, with the sign of x
		return op(ir.OpCopysign, op(ir.OpSelect, isInf(x), one, zero), x)
	}
	byZero := b.bools(ir.OpAnd, test(ir.OpEq, c, zero), test(ir.OpEq, d, zero), b.bools(ir.OpOr, number(p), number(q)))
	large := b.bools(ir.OpAnd, b.bools(ir.OpOr, isInf(p), isInf(q)), finite(c), finite(d))
	small := b.bools(ir.OpAnd, b.bools(ir.OpOr, isInf(c), isInf(d)), finite(p), finite(q))

	times := func(f, p, q, c, d *ir.Value) (re, im *ir.Value) {
		re = op(ir.OpMul, f, op(ir.OpAdd, op(ir.OpMul, p, c), op(ir.OpMul, q, d)))
		return re, op(ir.OpMul, f, op(ir.OpSub, op(ir.OpMul, q, c), op(ir.OpMul, p, d)))
	}
	smallRe, smallIm := times(zero, p, q, unit(c), unit(d))
	largeRe, largeIm := times(inf, unit(p), unit(q), c, d)
	signed := op(ir.OpCopysign, inf, c)
	re, im = op(ir.OpSelect, small, smallRe, re), op(ir.OpSelect, small, smallIm, im)
	re, im = op(ir.OpSelect, large, largeRe, re), op(ir.OpSelect, large, largeIm, im)
	set(op(ir.OpSelect, byZero, op(ir.OpMul, signed, p), re), op(ir.OpSelect, byZero, op(ir.OpMul, signed, q), im))
}
