package vplan

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Float inductions in vector code: vectors of start + step*(0, 1, 2, …) that advance by multiples of the step. Legality
// has found that no sum is rounded, or permission to round otherwise, or asks for exactSums in front of the vector
// code.

// ivKinds puts the rows of this file into the table.
func ivKinds() {
	kinds[WidenIV] = row{name: "WIDEN-IV", flags: foreseen | anyStart,
		note: func(r *Recipe) string {
			if r.phi == nil {
				return ""
			}
			return phiNote(r)
		},
		price: func(c *coster, r *Recipe) {
			c.regs += c.parts(c.vec(r))
			c.add(r, c.t.Cost(ir.OpAdd, c.vec(r), c.vec(r)))
		},
		carriedRow: carriedRow{
			begin: (*exec).wideIV,
			close: func(x *exec, r *Recipe, _ []*ir.Value) { x.closeIV(r) },
		}}
}

// wideIV makes the vector induction r from the first iteration of the stage on.
func (x *exec) wideIV(r *Recipe) {
	i, lph, once := x.from.i, x.from.ph, x.from.once
	t := ir.Vec(r.elem, x.st.VF)
	step := x.stepOf(r)
	var at *ir.Value
	switch {
	case r.phi != nil:
		at = x.ivAt(r.phi, i, lph)
	case i.IsConst():
		at = x.f.ConstInt(t.Scalar(), i.Int())
	case r.elem == ir.I64:
		at = i
	default:
		at = lph.New(ir.OpTruncI, t.Scalar(), x.pos, i)
	}
	first := lph.New(ir.OpSplat, t, x.pos, at)
	lanes := lph.New(ir.OpIota, t.WithElem(ir.IntElem(t.Elem.Size())), x.pos)
	if t.Elem.IsFloat() {
		lanes = lph.New(ir.OpSIToF, t, x.pos, lanes)
	}
	if !step.IsConstInt(1) {
		lanes = lph.New(ir.OpMul, t, x.pos, lanes, x.splat(step, x.st.VF))
	}
	v := lph.New(ir.OpAdd, t, x.pos, first, lanes)
	if !once {
		start := v
		v = x.cur.NewPhi(t, x.pos)
		v.AddArg(start)
	}
	parts := x.f.NewValues(x.st.UF)
	for p := range parts {
		parts[p] = v
		if p > 0 {
			parts[p] = x.cur.New(ir.OpAdd, t, x.pos, v, x.splat(x.scaled(step, int64(p*x.st.VF)), x.st.VF))
		}
	}
	x.parts[r.id] = parts
}

// stepOf is the step of an induction, or of the numbers of iterations.
func (x *exec) stepOf(r *Recipe) *ir.Value {
	if r.phi == nil {
		return x.f.ConstInt(ir.Vec(r.elem, 1).Scalar(), 1)
	}
	return x.step(r.phi)
}

// closeIV gives the vector induction's phi its next value.
func (x *exec) closeIV(r *Recipe) {
	v := x.parts[r.id][0]
	inc := x.splat(x.scaled(x.stepOf(r), int64(x.st.Step())), x.st.VF)
	v.AddArg(x.cur.New(ir.OpAdd, v.Type, x.pos, v, inc))
}

// scaled is step*n, a scalar before the loops.
func (x *exec) scaled(step *ir.Value, n int64) *ir.Value {
	switch {
	case step.Type.Elem.IsFloat() && step.IsConst():
		return x.f.ConstFloat(step.Type, constFloat(step)*float64(n))
	case step.Type.Elem.IsFloat():
		return x.ph.New(ir.OpMul, step.Type, x.pos, step, x.f.ConstFloat(step.Type, float64(n)))
	case step.IsConst():
		return x.f.ConstInt(step.Type, step.Int()*n)
	}
	return x.ph.New(ir.OpMul, step.Type, x.pos, step, x.f.ConstInt(step.Type, n))
}

// ivAt is the value of an induction at iteration i, computed at the end of blk.
func (x *exec) ivAt(c *analysis.PhiClass, i *ir.Value, blk *ir.Block) *ir.Value {
	t := c.Phi.Type
	if t.Elem.IsFloat() {
		return x.floatAt(c, i, blk)
	}
	start := x.l.SE.Expand(c.StartExpr, x.pre)
	if i.IsConstInt(0) {
		return start
	}
	if t != ir.TI64 {
		i = blk.New(ir.OpTruncI, t, x.pos, i)
	}
	step := x.step(c)
	if !step.IsConstInt(1) {
		i = blk.New(ir.OpMul, t, x.pos, i, step)
	}
	if start.IsConstInt(0) {
		return i
	}
	return blk.New(ir.OpAdd, t, x.pos, start, i)
}

// step is the scalar step of an induction.
func (x *exec) step(c *analysis.PhiClass) *ir.Value {
	if c.FloatStep != nil {
		return x.floatStep(c)
	}
	return x.l.SE.Expand(c.StepExpr, x.pre)
}

// exactSums tests whether the first n sums of the float induction c are exact. Let
//
//	bound = |start| + n*|step|        at least what any sum is, but for rounding
//	p     = the power of two above bound
//
// A number x of at most p is a multiple of the last bit of p, which is worth p/2^23 in a float32, if p + x is exact,
// that is if (p + x) - p is x again. If start and step are such multiples, so are all sums, and none has more than 24
// bits. That bound has been rounded does no harm: rounding is monotone, so that it takes bound below a power of two
// that it has reached only where the truth is below it too, and half of the range that 24 bits have is not made use of.
// NaN and infinity fail the comparison of the bound, as does what comes near the largest number. A start of -0 fails as
// well: see loopopt/legal/floativ.go.
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

// iterations is the recipe of the iterations' numbers.
func (b *builder) iterations(e ir.Elem) *Recipe {
	for _, r := range b.Recipes {
		if r.Kind == WidenIV && r.phi == nil && r.elem == e {
			return r
		}
	}
	return b.add(&Recipe{Kind: WidenIV, elem: e})
}
