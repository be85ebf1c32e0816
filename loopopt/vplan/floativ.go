package vplan

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Float inductions in vector code: vectors of start + step*(0, 1, 2, …) that advance by multiples of the step. Legality has
// found that no sum is rounded, or permission to round otherwise, or asks for exactSums in front of the vector code.

// exactSums tests whether the first n sums of the float induction c are exact. Let
//
//	bound = |start| + n*|step|        at least what any sum is, but for rounding
//	p     = the power of two above bound
//
// A number x of at most p is a multiple of the last bit of p, which is worth p/2^23 in a float32, if p + x is exact, that is
// if (p + x) - p is x again. If start and step are such multiples, so are all sums, and none has more than 24 bits. That bound
// has been rounded does no harm: rounding is monotone, so that it takes bound below a power of two that it has reached only
// where the truth is below it too, and half of the range that 24 bits have is not made use of. NaN and infinity fail the
// comparison of the bound, as does what comes near the largest number. A start of -0 fails as well: see loopopt/legal/floativ.go.
func (x *exec) exactSums(c *analysis.PhiClass) *ir.Value {
	t := c.Phi.Type
	whole := t.WithElem(ir.IntElem(t.Elem.Size()))
	fraction, largest, sign := 23, math.MaxFloat32, uint64(1)<<31
	if t.Elem == ir.F64 {
		fraction, largest, sign = 52, math.MaxFloat64, 1<<63
	}
	do := func(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value { return x.pre.New(op, t, x.pos, args...) }
	start, step := do(ir.OpAbs, t, c.Start), do(ir.OpAbs, t, c.FloatStep)
	bound := do(ir.OpAdd, t, start, do(ir.OpMul, t, do(ir.OpSIToF, t, x.n), step))
	exponent := x.f.Const(whole, sign-1<<fraction)
	p := do(ir.OpAnd, whole, do(ir.OpBitcast, whole, bound), exponent)
	p = do(ir.OpBitcast, t, do(ir.OpAdd, whole, p, x.f.Const(whole, 1<<fraction)))
	ok := do(ir.OpLt, ir.TBool, bound, x.f.ConstFloat(t, largest/8))
	for _, v := range []*ir.Value{start, step} {
		again := do(ir.OpSub, t, do(ir.OpAdd, t, p, v), p)
		ok = do(ir.OpAnd, ir.TBool, ok, do(ir.OpEq, ir.TBool, again, v))
	}
	return do(ir.OpAnd, ir.TBool, ok, do(ir.OpNe, ir.TBool, do(ir.OpBitcast, whole, c.Start), x.f.Const(whole, sign)))
}

// floatAt is the value of a float induction at iteration i, computed at the end of blk.
func (x *exec) floatAt(c *analysis.PhiClass, i *ir.Value, blk *ir.Block) *ir.Value {
	if i.IsConstInt(0) {
		return c.Start
	}
	t := c.Phi.Type
	n := blk.New(ir.OpMul, t, x.pos, blk.New(ir.OpSIToF, t, x.pos, i), x.step(c))
	return blk.New(ir.OpAdd, t, x.pos, c.Start, n)
}

// floatStep is the scalar step of a float induction: adding the negative is subtracting.
func (x *exec) floatStep(c *analysis.PhiClass) *ir.Value {
	v := c.FloatStep
	switch {
	case c.Backedge.Op != ir.OpSub:
		return v
	case v.IsConst():
		return x.f.ConstFloat(v.Type, -constFloat(v))
	}
	return x.pre.New(ir.OpNeg, v.Type, x.pos, v)
}

// constFloat is the value of a float constant.
func constFloat(v *ir.Value) float64 {
	if v.Type.Elem == ir.F32 {
		return float64(math.Float32frombits(uint32(v.AuxInt)))
	}
	return math.Float64frombits(uint64(v.AuxInt))
}
