package ir

import "math"

// Expressions of float64 with functions of package math in them, whose operands are float32 values and whose result
// becomes one:
//
//	float32(1 / (1 + math.Exp(-float64(x))))
//
// Package math has no functions of float32, so programs write them so for want of another way. Computed in f32 there
// are twice as many lanes. Each operation rounds, and what rounds differently later operations may enlarge: how far,
// an analysis of forward errors says (Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, chapter 3),
// with bounds of the values by interval arithmetic.

const (
	// ChainError is how far the result may be from what float64 has, relative to it: 6 ulps at most. A sigmoid has 5.5
	// roundings, those of an exponential that may be 1.25 ulp off, a sum, and a quotient that may be one ulp off;
	// 1.7159*tanh(2/3*x) has 9.5.
	ChainError = 12 * unitF32
	// ChainFloor is how far it may be in any case: results below the least normal number may become zero.
	ChainFloor = 0x1p-126

	unitF32  = 0x1p-24  // the relative error of a rounding
	flushF32 = 0x1p-149 // how far a result is off that is subnormal, if it is rounded
	gone     = 0x1p-128 // where a divisor is infinite in f32 that is not in f64, the quotient is below this, of 1
)

// chainFlags are what an expression must be permitted: approximate functions; and no value of it is infinite or none,
// so that all bounds are those of numbers.
const chainFlags = AFn | NInf | NNaN

// F32Chain is an expression that might be computed in f32.
type F32Chain struct {
	root  *Value
	funcs int     // how many functions of package mathlib are in it
	flags FPFlags // what all of its operations permit
	exact bool    // a single function, of f32 values: that in f32 is as good as the one that is rounded
}

// ChainVerdict says what may become of an expression.
type ChainVerdict uint8

const (
	NoChain      ChainVerdict = iota // it is none
	ChainFar                         // in f32 its error may be too large
	ChainLocked                      // it could be computed in f32, but the mode does not permit that
	ChainNarrows                     // it may be computed in f32
)

// estimate is what is known of a value computed in f32 instead of f64.
type estimate struct {
	rel, abs float64 // the error is at most rel times the value, and abs
	lo, hi   float64 // bounds of the value, where it is finite
	over     bool    // may be infinite where the value is too large for f32
}

func (e estimate) exact() bool   { return e.rel == 0 && e.abs == 0 && !e.over }
func (e estimate) size() float64 { return max(math.Abs(e.lo), math.Abs(e.hi)) }

// least is how small the magnitude may be.
func (e estimate) least() float64 { return max(e.lo, -e.hi, 0) }

// F32ChainOf looks at v, which rounds to f32, as the end of such an expression. Without functions there is none: who
// only adds and multiplies in float64 wants its digits.
func F32ChainOf(v *Value) (F32Chain, ChainVerdict) {
	if v.Op != OpFTrunc || v.Type.Elem != F32 {
		return F32Chain{}, NoChain
	}
	c := F32Chain{root: v.Args[0], flags: v.FP}
	if !c.collect(c.root, 0) || c.funcs == 0 {
		return c, NoChain
	}
	if c.exact = c.root.Op.Is(FlagMath) && exactOperands(c.root); c.exact {
		return c, ChainNarrows
	}
	e, ok := estimateOf(c.root)
	switch {
	case !ok || e.rel > ChainError || e.abs > ChainFloor:
		return c, ChainFar
	case c.flags&chainFlags != chainFlags:
		return c, ChainLocked
	}
	return c, ChainNarrows
}

// chainDepth bounds how deep an expression may be.
const chainDepth = 16

// collect goes through the expression that ends in v, and says whether all it begins with may be had in f32, and all
// its functions are there for f32. What has another use is not in it, which would be computed twice.
func (c *F32Chain) collect(v *Value, depth int) bool {
	if _, ok := leafF32(v); ok || v.IsConst() {
		return true
	}
	if depth == chainDepth || v.Uses != 1 || v.Type.Elem != F64 {
		return false
	}
	switch v.Op {
	case OpNeg, OpAbs, OpMin, OpMinNum, OpMax, OpMaxNum, OpAdd, OpSub, OpMul, OpFMA, OpDiv, OpSqrt:
	default:
		if !v.Op.Is(FlagMath) || v.Op.Info().Rule != RuleFloat {
			return false
		}
		c.funcs++
	}
	c.flags &= v.FP
	for _, a := range v.Args {
		if !c.collect(a, depth+1) {
			return false
		}
	}
	return true
}

// exactOperands says whether the function v is of f32 values.
func exactOperands(v *Value) bool {
	for _, a := range v.Args {
		if _, ok := leafF32(a); !ok {
			return false
		}
	}
	return true
}

// estimateOf is the estimate of a value that collect has seen; it fails where there is no bound for the error.
func estimateOf(v *Value) (estimate, bool) {
	if e, ok := leafF32(v); ok {
		return e, true
	}
	if v.IsConst() {
		x := math.Float64frombits(uint64(v.AuxInt))
		ok := math.Abs(x) <= math.MaxFloat32 && math.Abs(x) >= ChainFloor
		return estimate{rel: unitF32, lo: x, hi: x}, ok
	}
	var args [3]estimate
	for i, a := range v.Args {
		e, ok := estimateOf(a)
		if !ok {
			return e, false
		}
		args[i] = e
	}
	if v.Op.Is(FlagMath) {
		return functionError(v.Op, args[0], args[1])
	}
	return arithmeticError(v, args)
}

// leafF32 is the estimate of what is a float32 value already: one that is extended, a constant, a short integer.
func leafF32(v *Value) (estimate, bool) {
	switch {
	case v.Op == OpFExt:
		return estimate{lo: -math.MaxFloat32, hi: math.MaxFloat32}, true
	case v.IsConst():
		x := math.Float64frombits(uint64(v.AuxInt))
		return estimate{lo: x, hi: x}, float64(float32(x)) == x
	case v.Op == OpSIToF:
		return estimate{lo: -wholeF32, hi: wholeF32}, SignedBits(v.Args[0], leafDepth) <= wholeBitsF32
	case v.Op == OpUIToF:
		return estimate{lo: 0, hi: wholeF32}, UnsignedBits(v.Args[0], leafDepth) <= wholeBitsF32
	}
	return estimate{}, false
}

const (
	leafDepth    = 4
	wholeBitsF32 = 24 // integers of so many bits are numbers of f32
	wholeF32     = 1 << wholeBitsF32
)

// rounded is e behind a rounding to f32 by a relative error of r, with what is lost of small numbers.
func (e estimate) rounded(r, flush float64) (estimate, bool) {
	e.rel += r
	e.abs += flush
	if least := e.least(); e.abs > 0 && least > 0 {
		if r := e.abs / least; r < ChainError {
			e.rel, e.abs = e.rel+r, 0
		}
	}
	e.over = e.over || e.size() > math.MaxFloat32
	return e, e.rel+e.abs < math.Inf(1) && e.lo <= e.hi
}

// arithmeticError is the estimate of an operation with these operands.
func arithmeticError(v *Value, a [3]estimate) (estimate, bool) {
	x, y := a[0], a[1]
	switch v.Op {
	case OpNeg:
		x.lo, x.hi = -x.hi, -x.lo
		return x, true
	case OpAbs:
		x.lo, x.hi = x.least(), x.size()
		return x, true
	case OpMin, OpMinNum:
		return boundError(x, y, min(x.lo, y.lo), min(x.hi, y.hi)), true
	case OpMax, OpMaxNum:
		return boundError(x, y, max(x.lo, y.lo), max(x.hi, y.hi)), true
	case OpAdd:
		return sumError(x, y)
	case OpSub:
		y.lo, y.hi = -y.hi, -y.lo
		return sumError(x, y)
	case OpMul:
		return productError(v.Args[0], v.Args[1], x, y)
	case OpFMA:
		p, ok := productError(v.Args[0], v.Args[1], x, y)
		if !ok {
			return p, false
		}
		return sumError(p, a[2])
	case OpDiv:
		return quotientError(x, y)
	case OpSqrt:
		if x.over || x.abs > 0 {
			return x, false
		}
		x.lo, x.hi, x.rel = math.Sqrt(max(x.lo, 0)), math.Sqrt(max(x.hi, 0)), x.rel/2
		return x.rounded(2*unitF32, 0)
	}
	return estimate{}, false
}

// boundError is that of the lesser or greater of two.
func boundError(x, y estimate, lo, hi float64) estimate {
	e := estimate{max(x.rel, y.rel), max(x.abs, y.abs), lo, hi, x.over || y.over}
	e.over = e.over && e.size() > math.MaxFloat32
	return e
}

// sumError: of numbers of one sign, the relative error is no larger than those of both; otherwise they may cancel, and
// what is left is an error of the size of the operands.
func sumError(x, y estimate) (estimate, bool) {
	e := estimate{max(x.rel, y.rel), x.abs + y.abs, x.lo + y.lo, x.hi + y.hi, x.over || y.over}
	oneSign := x.lo >= 0 && y.lo >= 0 || x.hi <= 0 && y.hi <= 0
	if !oneSign {
		if e.over {
			return e, false
		}
		e.rel = 0
		for _, t := range []estimate{x, y} {
			if t.rel > 0 {
				e.abs += t.rel * t.size()
			}
		}
	}
	return e.rounded(unitF32, 0) // a sum that is subnormal is exact
}

// productError is that of a product of the values v and w, whose estimates are x and y.
func productError(v, w *Value, x, y estimate) (estimate, bool) {
	if x.over && !(w.IsConst() && y.least() >= 1) || y.over && !(v.IsConst() && x.least() >= 1) {
		return x, false // infinity, and a small number that would make it finite
	}
	e := estimate{rel: x.rel + y.rel, over: x.over || y.over}
	e.lo, e.hi = corners(x, y, func(a, b float64) float64 {
		if a == 0 || b == 0 {
			return 0 // whatever the bound of the other is
		}
		return a * b
	})
	if x.abs > 0 {
		e.abs += x.abs * (y.size()*(1+y.rel) + y.abs)
	}
	if y.abs > 0 {
		e.abs += y.abs * x.size() * (1 + x.rel)
	}
	round := unitF32
	if isPowerOfTwo(v) || isPowerOfTwo(w) {
		round = 0
	}
	return e.rounded(round, flushF32)
}

// corners are the bounds of an operation that rises or falls in each operand.
func corners(x, y estimate, op func(a, b float64) float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, a := range []float64{x.lo, x.hi} {
		for _, b := range []float64{y.lo, y.hi} {
			lo, hi = min(lo, op(a, b)), max(hi, op(a, b))
		}
	}
	return lo, hi
}

// isPowerOfTwo says whether v is a constant by which products are exact.
func isPowerOfTwo(v *Value) bool {
	if !v.IsConst() {
		return false
	}
	f, _ := math.Frexp(math.Float64frombits(uint64(v.AuxInt)))
	return math.Abs(f) == 0.5
}

// quotientError is that of x/y. Divisors may be infinite that are not; they may not be subnormal, which approximate
// quotients may take for zero.
func quotientError(x, y estimate) (estimate, bool) {
	if x.over || y.abs > 0 || y.least() < ChainFloor {
		return x, false
	}
	e := estimate{rel: x.rel + y.rel}
	e.lo, e.hi = corners(x, y, func(a, b float64) float64 { return a / b })
	e.abs = x.abs / y.least()
	if y.over {
		e.abs += x.size() * gone
	}
	return e.rounded(2*unitF32, flushF32)
}

// functionError is that of a function of package mathlib. Its own error is as ACCURACY.md has it, in ulps, of which
// one is up to two roundings.
func functionError(op Op, x, y estimate) (estimate, bool) {
	const (
		usual = 2 * 1.25 * unitF32
		trig  = 2 * 1.75 * unitF32
		tanh  = 2 * 2.75 * unitF32
		pow   = 2 * 0.75 * unitF32
	)
	switch op {
	case OpExp, OpExp2:
		f, ln := math.Exp, 1.0
		if op == OpExp2 {
			f, ln = math.Exp2, math.Ln2
		}
		// An error of the argument is a relative one of the result, as far as there is a result in f32.
		rel := 0.0
		if x.rel > 0 {
			rel = x.rel * min(x.size()*ln, expRange)
		}
		return estimate{rel: rel + x.abs*ln, lo: f(x.lo), hi: f(x.hi)}.rounded(usual, flushF32)
	case OpTanh: // x·tanh'(x) is no larger than tanh x, and tanh' no larger than 1
		return estimate{rel: x.rel, abs: x.abs, lo: math.Tanh(x.lo), hi: math.Tanh(x.hi)}.rounded(tanh, flushF32)
	}
	if !x.exact() || !y.exact() {
		return x, false // arguments at which an error has no bound in the result
	}
	switch op {
	case OpLog, OpLog2: // of numbers from the least subnormal one on
		return estimate{lo: -wholeExponents, hi: wholeExponents}.rounded(usual, 0)
	case OpSin, OpCos:
		return estimate{lo: -1, hi: 1}.rounded(trig, flushF32)
	case OpPow:
		return estimate{lo: math.Inf(-1), hi: math.Inf(1), over: true}.rounded(pow, flushF32)
	}
	return x, false
}

const (
	expRange       = 104 // e^-104 is the least number of f32
	wholeExponents = 149 // so many binades are on either side of 1, at most
)

// Narrow has v, which rounds the expression, be a copy of it in f32. Each operation is made where it was in f64, which
// may be outside of a loop that v is in.
func (c *F32Chain) Narrow(v *Value) { v.CopyOf(c.narrow(c.root, v)) }

// narrow is m in f32.
func (c *F32Chain) narrow(m, v *Value) *Value {
	f, t := v.Block.Func, v.Type
	switch {
	case m.Op == OpFExt:
		return m.Args[0]
	case m.IsConst():
		return f.ConstFloat(t, math.Float64frombits(uint64(m.AuxInt)))
	}
	op, args := m.Op, m.Args
	if op != OpSIToF && op != OpUIToF {
		args = make([]*Value, len(m.Args))
		for i, a := range m.Args {
			args[i] = c.narrow(a, v)
		}
	}
	if c.flags&AFn != 0 {
		op = op.Approx()
	}
	w := m.Block.InsertBefore(m, op, t, m.Pos, args...)
	w.FP = m.FP
	if m == c.root {
		w.FP = m.FP.And(v.FP)
	}
	return w
}
