package frontend

import (
	"go/constant"
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
)

// A complex number is a struct of two floats. Its arithmetic is what gc makes of it: a product of complex64 is computed
// in float64 and rounded once.

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
	out := val{t: x.t}
	switch op {
	case token.ADD:
		out.leaves = []*ir.Value{do(ir.OpAdd, t, xs[0], ys[0]), do(ir.OpAdd, t, xs[1], ys[1])}
	case token.SUB:
		out.leaves = []*ir.Value{do(ir.OpSub, t, xs[0], ys[0]), do(ir.OpSub, t, xs[1], ys[1])}
	case token.MUL:
		wide := func(v *ir.Value) *ir.Value {
			if t.elem == ir.F32 {
				return b.new(ir.OpFExt, ir.TF64, pos, v)
			}
			return v
		}
		narrow := func(v *ir.Value) *ir.Value {
			if t.elem == ir.F32 {
				return b.new(ir.OpFTrunc, ir.TF32, pos, v)
			}
			return v
		}
		a, c, d, e := wide(xs[0]), wide(xs[1]), wide(ys[0]), wide(ys[1])
		re := do(ir.OpSub, tF64, do(ir.OpMul, tF64, a, d), do(ir.OpMul, tF64, c, e))
		im := do(ir.OpAdd, tF64, do(ir.OpMul, tF64, a, e), do(ir.OpMul, tF64, c, d))
		out.leaves = []*ir.Value{narrow(re), narrow(im)}
	default:
		b.Refuse(pos, "a division of complex numbers, which gc calls the runtime for",
			"x * complex(real(y)/d, -imag(y)/d) with d := real(y)*real(y) + imag(y)*imag(y)")
		return b.zero(x.t)
	}
	return out
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
