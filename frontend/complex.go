package frontend

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"hotloop/loopopt/ir"
)

// A complex number is a struct of two floats. Its arithmetic matches the Go compiler: products and quotients of
// complex64 are computed in float64 and rounded once.

// complexShape returns the layout of complex numbers.
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

// complexOf returns the shape of a complex basic type, or nil for other types.
func complexOf(t *types.Basic) *shape {
	switch t.Kind() {
	case types.Complex64:
		return complex64Shape
	case types.Complex128, types.UntypedComplex:
		return complex128Shape
	}
	return nil
}

// isComplex reports whether t is complex64 or complex128.
func (t typ) isComplex() bool { return t.kind == structKind && t.of.complex }

// part returns the type of the real and imaginary parts.
func (t typ) part() typ { return t.of.fields[0].t }

// complexConstant converts a constant to a complex value. It reports false if the constant is not a complex
// number.
func (b *builder) complexConstant(c constant.Value, t typ) (val, bool) {
	c = constant.ToComplex(c)
	if c.Kind() == constant.Unknown {
		return val{}, false
	}
	re, im := b.constant(constant.Real(c), t.part()), b.constant(constant.Imag(c), t.part())
	return val{t: t, leaves: []*ir.Value{re, im}}, re != nil && im != nil
}

// complexBinary builds x op y. Comparisons are those of structs.
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

// looseProducts are the permissions under which products of complex64 are computed in float32, as in C.
const looseProducts = ir.Reassoc | ir.Contract | ir.AFn

// betweenParts returns the type in which products and quotients of numbers with parts of type t are computed. The
// Go compiler uses float64 for complex64. The spec requires only float32, which C and mode fast use. The error of
// a product is then a few units in the last place of its magnitude, as it is for complex128.
func (b *builder) betweenParts(op token.Token, t typ) typ {
	if t.elem == ir.F32 && (op != token.MUL || b.mode.Permits()&looseProducts != looseProducts) {
		return tF64
	}
	return t
}

// complexBuiltin builds complex, real and imag.
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

// convertComplex converts x to the other complex type.
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

// complexQuotient computes (p + q·i) / (c + d·i) like the runtime's complex128div. It uses Smith's method, which
// first divides by the larger part of the divisor. If both parts of the result are NaN, it applies the rules of
// C99 annex G for zeros and infinities. That case is rare and has its own branch.
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

// bools folds conditions with op.
func (b *builder) bools(op ir.Op, x *ir.Value, more ...*ir.Value) *ir.Value {
	for _, y := range more {
		x = b.cur.New(op, ir.TBool, x.Pos, x, y)
	}
	return x
}

// specialQuotient handles a quotient whose parts re and im are both NaN. It applies the annex G rules, for example
// for an infinite dividend and a finite divisor. In all other cases re and im stay unchanged.
func (b *builder) specialQuotient(p, q, c, d, re, im *ir.Value, pos token.Pos, set func(re, im *ir.Value)) {
	// These values depend on infinities and NaN, so they must carry no flags.
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
