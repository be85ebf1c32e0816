package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"

	"hotloop/frontend/check"
	"hotloop/loopopt/ir"
	"hotloop/reuse"
)

// stdCall builds a call of a standard library function.
func (b *builder) stdCall(e *ast.CallExpr, p *types.Package, name string) []val {
	full := p.Path() + "." + name
	fn := stdFuncs()[full]
	switch {
	case fn != nil && b.info.Type(e) != nil:
		xs := b.args(e.Args)
		if o, ok := p.Scope().Lookup(name).(*types.Func); !ok || o.Signature().Params().Len() != len(xs) {
			b.wrong(e.Pos())
			return b.anything(e)
		}
		return fn(b, e.Pos(), xs)
	case check.StdPackages()[p.Path()] == nil:
		b.Refuse(e.Pos(), "a call of "+full, check.HintFor(p.Path(), name))
	case p.Scope().Lookup(name) == nil:
		b.wrong(e.Pos()) // undefined, as the type checker reports
	default:
		b.Refuse(e.Pos(), "a call of "+full+"", check.HintFor(p.Path(), name))
	}
	return b.anything(e)
}

// stdFunc builds a call of a function with checked arguments.
type stdFunc func(b *builder, pos token.Pos, x []val) []val

// single returns the result list of a function with one result.
func single(t typ, v *ir.Value) []val { return []val{{t: t, v: v}} }

var tF64 = typ{elem: ir.F64}

// namedAlike are the operations that have the name and the result of a function of package math. From Exp on, the
// results agree within an error; package mathlib documents the differences from package math.
var namedAlike = []ir.Op{
	ir.OpAbs, ir.OpSqrt, ir.OpFloor, ir.OpCeil, ir.OpTrunc, ir.OpFMA, ir.OpCopysign,
	ir.OpExp, ir.OpExp2, ir.OpLog, ir.OpLog2, ir.OpSin, ir.OpCos, ir.OpTanh, ir.OpPow, ir.OpMod, ir.OpLog10, ir.OpLog1p,
	ir.OpExpm1, ir.OpSinh, ir.OpCosh, ir.OpTan, ir.OpAtan, ir.OpAsin, ir.OpAcos, ir.OpCbrt, ir.OpAtan2, ir.OpHypot,
}

// stdFuncs returns the table of known functions, which is made at first use.
func stdFuncs() map[string]stdFunc {
	return stdFuncsMade.Get(func() map[string]stdFunc {
		m := map[string]stdFunc{
			"math.RoundToEven": float(ir.OpRoundEven),
			"math.Round":       mathRound,
			"math.Max":         mathMinMax(ir.OpMax, math.Inf(1)),
			"math.Min":         mathMinMax(ir.OpMin, math.Inf(-1)),
			"math.Inf":         mathInf,
			"math.IsInf":       mathIsInf,
			"math.Dim":         mathDim,
			"math.IsNaN": func(b *builder, pos token.Pos, x []val) []val {
				// The comparison carries no flags, because nnan would allow folding it to false.
				return single(tBool, b.isNaN(x[0], pos))
			},
			"math.NaN": func(b *builder, pos token.Pos, x []val) []val {
				return single(tF64, b.f.Const(ir.TF64, math.Float64bits(math.NaN())))
			},
			"math.Signbit": func(b *builder, pos token.Pos, x []val) []val {
				bits := b.new(ir.OpBitcast, ir.TI64, pos, x[0].v)
				return single(tBool, b.new(ir.OpLtS, ir.TBool, pos, bits, b.int(0)))
			},
			"math.Float32bits":     bitcast(typ{elem: ir.I32, unsigned: true}),
			"math.Float32frombits": bitcast(typ{elem: ir.F32}),
			"math.Float64bits":     bitcast(typ{elem: ir.I64, unsigned: true}),
			"math.Float64frombits": bitcast(typ{elem: ir.F64}),
		}
		m["math.Sincos"] = func(b *builder, pos token.Pos, x []val) []val {
			return append(m["math.Sin"](b, pos, x), m["math.Cos"](b, pos, x)...)
		}
		m["math.Modf"], m["math.Frexp"] = mathModf, mathFrexp
		for _, op := range namedAlike {
			m["math."+op.String()] = float(op)
		}
		bitsFuncs(m)
		cmpFuncs(m)
		return m
	})
}

var stdFuncsMade reuse.Once[map[string]stdFunc]

// float returns a function that is one operation.
func float(op ir.Op) stdFunc {
	return func(b *builder, pos token.Pos, x []val) []val {
		args := make([]*ir.Value, len(x))
		for i := range x {
			args[i] = x[i].v
		}
		return single(x[0].t, b.new(op, x[0].t.ir(), pos, args...))
	}
}

// bitcast returns a function such as math.Float64bits, which keeps the bits and changes the type.
func bitcast(to typ) stdFunc {
	return func(b *builder, pos token.Pos, x []val) []val {
		return single(to, b.new(ir.OpBitcast, to.ir(), pos, x[0].v))
	}
}

// mathRound rounds half away from zero. It truncates and adds one if at least half was cut off. The difference is
// exact, so these steps carry no flags. They are equally exact in float32, which is used for an argument converted
// from float32.
func mathRound(b *builder, pos token.Pos, x []val) []val {
	op := func(o ir.Op, t ir.Type, args ...*ir.Value) *ir.Value { return b.cur.New(o, t, ir.Pos(pos), args...) }
	v, f := x[0].v, ir.TF64
	if v.Op == ir.OpFExt {
		v, f = v.Args[0], ir.TF32
	}
	t := op(ir.OpTrunc, f, v)
	cut := op(ir.OpAbs, f, op(ir.OpSub, f, v, t))
	up := op(ir.OpAdd, f, t, op(ir.OpCopysign, f, b.f.ConstFloat(f, 1), v))
	r := op(ir.OpSelect, f, op(ir.OpLe, ir.TBool, b.f.ConstFloat(f, 0.5), cut), up, t)
	if f == ir.TF32 {
		r = op(ir.OpFExt, ir.TF64, r)
	}
	return single(x[0].t, r)
}

// mathMinMax builds math.Max or math.Min. Unlike the builtins, math.Max(+Inf, NaN) is +Inf, and math.Min(-Inf,
// NaN) is -Inf.
func mathMinMax(op ir.Op, inf float64) stdFunc {
	return func(b *builder, pos token.Pos, x []val) []val {
		c := b.f.ConstFloat(ir.TF64, inf)
		m := b.new(op, ir.TF64, pos, x[0].v, x[1].v)
		isInf := b.cur.New(ir.OpOr, ir.TBool, ir.Pos(pos),
			b.cur.New(ir.OpEq, ir.TBool, ir.Pos(pos), x[0].v, c), b.cur.New(ir.OpEq, ir.TBool, ir.Pos(pos), x[1].v, c))
		return single(x[0].t, b.new(ir.OpSelect, ir.TF64, pos, isInf, c, m))
	}
}

// mathInf builds math.Inf. A sign >= 0 selects +Inf.
func mathInf(b *builder, pos token.Pos, x []val) []val {
	neg := b.new(ir.OpLtS, ir.TBool, pos, x[0].v, b.int(0))
	plus, minus := b.f.ConstFloat(ir.TF64, math.Inf(1)), b.f.ConstFloat(ir.TF64, math.Inf(-1))
	if x[0].v.IsConst() {
		if x[0].v.Int() < 0 {
			plus = minus
		}
		return single(tF64, plus)
	}
	return single(tF64, b.new(ir.OpSelect, ir.TF64, pos, neg, minus, plus))
}

// mathIsInf builds math.IsInf: sign > 0 tests for +Inf, sign < 0 for -Inf, and 0 for either.
func mathIsInf(b *builder, pos token.Pos, x []val) []val {
	op := func(o ir.Op, p, q *ir.Value) *ir.Value { return b.cur.New(o, ir.TBool, ir.Pos(pos), p, q) }
	eq := func(sign int) *ir.Value { return op(ir.OpEq, x[0].v, b.f.ConstFloat(ir.TF64, math.Inf(sign))) }
	zero := b.int(0)
	if !x[1].v.IsConst() {
		return single(tBool, op(ir.OpOr, op(ir.OpAnd, op(ir.OpLeS, zero, x[1].v), eq(1)),
			op(ir.OpAnd, op(ir.OpLeS, x[1].v, zero), eq(-1))))
	}
	switch s := x[1].v.Int(); {
	case s > 0:
		return single(tBool, eq(1))
	case s < 0:
		return single(tBool, eq(-1))
	}
	return single(tBool, op(ir.OpOr, eq(1), eq(-1)))
}

// mathModf returns the integer part and the fraction, both with the sign of x.
func mathModf(b *builder, pos token.Pos, x []val) []val {
	op := func(o ir.Op, args ...*ir.Value) *ir.Value { return b.cur.New(o, ir.TF64, ir.Pos(pos), args...) }
	whole := op(ir.OpTrunc, x[0].v)
	rest := op(ir.OpCopysign, op(ir.OpSub, x[0].v, whole), x[0].v)
	return []val{{t: tF64, v: whole}, {t: tF64, v: rest}}
}

// mathFrexp returns a fraction in [1/2, 1) and a power of two. Subnormal numbers are scaled up first. Zeros,
// infinities and NaN are returned unchanged, with exponent 0.
func mathFrexp(b *builder, pos token.Pos, x []val) []val {
	op := func(o ir.Op, t ir.Type, args ...*ir.Value) *ir.Value { return b.cur.New(o, t, ir.Pos(pos), args...) }
	choose := func(cond, x, y *ir.Value) *ir.Value { return op(ir.OpSelect, x.Type, cond, x, y) }
	float := func(f float64) *ir.Value { return b.f.ConstFloat(ir.TF64, f) }
	size := op(ir.OpAbs, ir.TF64, x[0].v)
	small := op(ir.OpLt, ir.TBool, size, float(0x1p-1022))
	bits := op(ir.OpBitcast, ir.TI64, choose(small, op(ir.OpMul, ir.TF64, x[0].v, float(0x1p52)), x[0].v))
	exp := op(ir.OpAnd, ir.TI64, op(ir.OpShrU, ir.TI64, bits, b.int(52)), b.int(0x7ff))
	exp = op(ir.OpSub, ir.TI64, exp, choose(small, b.int(1022+52), b.int(1022)))
	frac := op(ir.OpOr, ir.TI64, op(ir.OpAnd, ir.TI64, bits, b.int(^(0x7ff<<52))), b.int(1022<<52))
	ordinary := op(ir.OpAnd, ir.TBool, op(ir.OpLt, ir.TBool, float(0), size), op(ir.OpLt, ir.TBool, size, float(math.Inf(1))))
	return []val{{t: tF64, v: choose(ordinary, op(ir.OpBitcast, ir.TF64, frac), x[0].v)},
		{t: tInt, v: choose(ordinary, exp, b.int(0))}}
}

// mathDim returns x-y, or 0 if that is not positive. A NaN stays a NaN.
func mathDim(b *builder, pos token.Pos, x []val) []val {
	v := b.new(ir.OpSub, ir.TF64, pos, x[0].v, x[1].v)
	zero := b.f.Const(ir.TF64, 0)
	return single(tF64, b.new(ir.OpSelect, ir.TF64, pos, b.new(ir.OpLe, ir.TBool, pos, v, zero), zero, v))
}

// narrowMath computes functions of package math in float32 if a program uses them on float32 values:
//
//	float32(math.Exp(float64(x)))             → Exp <f32> x
//	float32(math.Pow(float64(x), 2.5))        → Pow <f32> x 2.5
//	float32(1 / (1 + math.Exp(float64(x))))   → Div <f32> 1 (Add 1 (ExpApprox x))
//
// Package math has no other functions for float32. The float64 function rounded to float32 has an error of at most
// 0.5000001 ulp, and the float32 function of 0.5001. Both are correctly rounded for all but one argument in
// thousands. The rewrite applies in all modes, directly after construction, so that results depend only on the
// source. If both the function and the conversion may be approximate (afn), the approximate function is used. An
// expression of several operations must be allowed to be approximate, and its error must be bounded (ir.F32Chain).
//
// Arguments must be conversions from float32, or constants that are float32 values. The function's result must
// have no other use.
func narrowMath(f *ir.Func) bool {
	changed := false
	for _, b := range f.Blocks {
		for i := 0; i < len(b.Values); i++ {
			v := b.Values[i]
			if c, verdict := ir.F32ChainOf(v); verdict == ir.ChainNarrows {
				c.Narrow(v)
				changed = true
			}
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}
