package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"sync"

	"hotloop/loopopt/ir"
)

// stdCall computes a call of a function of package math or math/bits.
func (b *builder) stdCall(e *ast.CallExpr, p *types.PkgName, name string) []val {
	full := p.Imported().Path() + "." + name
	fn := stdFuncs()[full]
	switch {
	case fn != nil && b.info.Types[e].Type != nil:
		xs := b.args(e.Args)
		if o, ok := p.Imported().Scope().Lookup(name).(*types.Func); !ok || o.Signature().Params().Len() != len(xs) {
			b.invalid = e.Pos()
			return b.anything(e)
		}
		if v := fn(b, e.Pos(), xs); v.v != nil {
			return []val{v}
		}
		b.refuse(e.Pos(), full+" of a variable", "it with a constant")
	case stdPackages()[p.Imported().Path()] == nil:
		b.refuse(e.Pos(), "a call of "+full, "the computation out, or use package math or math/bits")
	case p.Imported().Path() == "math":
		b.refuse(e.Pos(), "a call of "+full+", which kernels do not know yet", "one of math.Abs Ceil Copysign FMA Floor Max Min Round RoundToEven Sqrt Trunc, or the computation out")
	default:
		b.refuse(e.Pos(), "a call of "+full+", which kernels do not know yet", "the computation out")
	}
	return b.anything(e)
}

// stdFunc computes a function of checked arguments. It returns no value if it can not.
type stdFunc func(b *builder, pos token.Pos, x []val) val

// stdFuncs is the table of known functions, made at first use.
var stdFuncs = sync.OnceValue(func() map[string]stdFunc {
	m := map[string]stdFunc{
		"math.Abs":         float(ir.OpAbs),
		"math.Sqrt":        float(ir.OpSqrt),
		"math.Floor":       float(ir.OpFloor),
		"math.Ceil":        float(ir.OpCeil),
		"math.Trunc":       float(ir.OpTrunc),
		"math.RoundToEven": float(ir.OpRoundEven),
		"math.FMA":         float(ir.OpFMA),
		"math.Copysign":    float(ir.OpCopysign),
		"math.Round":       mathRound,
		"math.Max":         mathMinMax(ir.OpMax, math.Inf(1)),
		"math.Min":         mathMinMax(ir.OpMin, math.Inf(-1)),
		"math.Inf":         mathInf,
		"math.IsInf":       mathIsInf,
		"math.IsNaN": func(b *builder, pos token.Pos, x []val) val {
			// Without flags: under nnan the comparison could be taken to be false.
			return val{t: tBool, v: b.cur.New(ir.OpNe, ir.TBool, ir.Pos(pos), x[0].v, x[0].v)}
		},
		"math.NaN": func(b *builder, pos token.Pos, x []val) val {
			return val{t: typ{elem: ir.F64}, v: b.f.Const(ir.TF64, math.Float64bits(math.NaN()))}
		},
		"math.Signbit": func(b *builder, pos token.Pos, x []val) val {
			bits := b.new(ir.OpBitcast, ir.TI64, pos, x[0].v)
			return val{t: tBool, v: b.new(ir.OpLtS, ir.TBool, pos, bits, b.int(0))}
		},
		"math.Float32bits":     bitcast(typ{elem: ir.I32, unsigned: true}),
		"math.Float32frombits": bitcast(typ{elem: ir.F32}),
		"math.Float64bits":     bitcast(typ{elem: ir.I64, unsigned: true}),
		"math.Float64frombits": bitcast(typ{elem: ir.F64}),
	}
	for _, suffix := range []string{"", "8", "16", "32", "64"} {
		m["math/bits.OnesCount"+suffix] = bitCount(ir.OpPopCount, false)
		m["math/bits.LeadingZeros"+suffix] = bitCount(ir.OpLeadingZeros, false)
		m["math/bits.TrailingZeros"+suffix] = bitCount(ir.OpTrailingZeros, false)
		m["math/bits.Len"+suffix] = bitCount(ir.OpLeadingZeros, true)
		m["math/bits.RotateLeft"+suffix] = rotate
		m["math/bits.ReverseBytes"+suffix] = reverseBytes
	}
	return m
})

// float is a function that is one operation.
func float(op ir.Op) stdFunc {
	return func(b *builder, pos token.Pos, x []val) val {
		args := make([]*ir.Value, len(x))
		for i := range x {
			args[i] = x[i].v
		}
		return val{t: x[0].t, v: b.new(op, x[0].t.ir(), pos, args...)}
	}
}

func bitcast(to typ) stdFunc {
	return func(b *builder, pos token.Pos, x []val) val {
		return val{t: to, v: b.new(ir.OpBitcast, to.ir(), pos, x[0].v)}
	}
}

// bitCount counts bits in the argument's own width; fromTop gives the width less the count.
func bitCount(op ir.Op, fromTop bool) stdFunc {
	return func(b *builder, pos token.Pos, x []val) val {
		t := x[0].t
		n := b.new(op, t.ir(), pos, x[0].v)
		if fromTop {
			n = b.new(ir.OpSub, t.ir(), pos, b.f.ConstInt(t.ir(), int64(t.elem.Bits())), n)
		}
		return val{t: tInt, v: b.resize(val{t: typ{elem: t.elem, unsigned: true}, v: n}, ir.I64, pos)}
	}
}

// rotate: RotL takes the count modulo the width, which cutting it to the width keeps, for negative ones too.
func rotate(b *builder, pos token.Pos, x []val) val {
	t := x[0].t
	return val{t: t, v: b.new(ir.OpRotL, t.ir(), pos, x[0].v, b.resize(x[1], t.elem, pos))}
}

// reverseBytes swaps neighbours at growing distance.
func reverseBytes(b *builder, pos token.Pos, x []val) val {
	t := x[0].t
	v := x[0].v
	op := func(o ir.Op, p, q *ir.Value) *ir.Value { return b.new(o, t.ir(), pos, p, q) }
	bits := t.elem.Bits()
	for step := 8; step < bits; step *= 2 {
		n := b.f.ConstInt(t.ir(), int64(step))
		if 2*step == bits {
			v = op(ir.OpRotL, v, n)
			break
		}
		// The low halves of all pairs of step bits: 0x00ff00ff…, 0x0000ffff0000ffff.
		mask := ^uint64(0) / (1<<step + 1)
		low := b.f.Const(t.ir(), mask)
		v = op(ir.OpOr, op(ir.OpShl, op(ir.OpAnd, v, low), n), op(ir.OpAnd, op(ir.OpShrU, v, n), low))
	}
	return val{t: t, v: v}
}

// mathRound rounds half away from zero: Trunc, and one further if at least half was cut off. The difference is exact;
// no flag may touch these steps.
func mathRound(b *builder, pos token.Pos, x []val) val {
	op := func(o ir.Op, t ir.Type, args ...*ir.Value) *ir.Value { return b.cur.New(o, t, ir.Pos(pos), args...) }
	c := func(f float64) *ir.Value { return b.f.ConstFloat(ir.TF64, f) }
	t := op(ir.OpTrunc, ir.TF64, x[0].v)
	cut := op(ir.OpAbs, ir.TF64, op(ir.OpSub, ir.TF64, x[0].v, t))
	up := op(ir.OpAdd, ir.TF64, t, op(ir.OpCopysign, ir.TF64, c(1), x[0].v))
	return val{t: x[0].t, v: op(ir.OpSelect, ir.TF64, op(ir.OpLe, ir.TBool, c(0.5), cut), up, t)}
}

// mathMinMax: unlike the builtins, math.Max(+Inf, NaN) is +Inf, and so on the other side.
func mathMinMax(op ir.Op, inf float64) stdFunc {
	return func(b *builder, pos token.Pos, x []val) val {
		c := b.f.ConstFloat(ir.TF64, inf)
		m := b.new(op, ir.TF64, pos, x[0].v, x[1].v)
		isInf := b.cur.New(ir.OpOr, ir.TBool, ir.Pos(pos),
			b.cur.New(ir.OpEq, ir.TBool, ir.Pos(pos), x[0].v, c), b.cur.New(ir.OpEq, ir.TBool, ir.Pos(pos), x[1].v, c))
		return val{t: x[0].t, v: b.new(ir.OpSelect, ir.TF64, pos, isInf, c, m)}
	}
}

func mathInf(b *builder, pos token.Pos, x []val) val {
	neg := b.new(ir.OpLtS, ir.TBool, pos, x[0].v, b.int(0))
	plus, minus := b.f.ConstFloat(ir.TF64, math.Inf(1)), b.f.ConstFloat(ir.TF64, math.Inf(-1))
	if x[0].v.IsConst() {
		if x[0].v.Int() < 0 {
			plus = minus
		}
		return val{t: typ{elem: ir.F64}, v: plus}
	}
	return val{t: typ{elem: ir.F64}, v: b.new(ir.OpSelect, ir.TF64, pos, neg, minus, plus)}
}

// mathIsInf of a constant sign; of a variable one it is left out.
func mathIsInf(b *builder, pos token.Pos, x []val) val {
	if !x[1].v.IsConst() {
		return val{}
	}
	eq := func(sign int) *ir.Value {
		return b.cur.New(ir.OpEq, ir.TBool, ir.Pos(pos), x[0].v, b.f.ConstFloat(ir.TF64, math.Inf(sign)))
	}
	switch s := x[1].v.Int(); {
	case s > 0:
		return val{t: tBool, v: eq(1)}
	case s < 0:
		return val{t: tBool, v: eq(-1)}
	}
	return val{t: tBool, v: b.cur.New(ir.OpOr, ir.TBool, ir.Pos(pos), eq(1), eq(-1))}
}
