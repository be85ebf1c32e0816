package ir

import "math"

// An F32 chain is an expression of float64 that calls functions of package math, whose operands are float32
// values and whose result is converted to float32:
// becomes one:
//
//	float32(1 / (1 + math.Exp(-float64(x))))
//
// Package math has no float32 functions, so programs have no other way to write this. Computing the expression
// in f32 doubles the number of lanes. Each f32 operation rounds differently from its f64 counterpart, and later
// operations may amplify the difference. A forward error analysis (Higham, Accuracy and Stability of Numerical
// Algorithms, 2nd edition, chapter 3) bounds the total error; interval arithmetic bounds the values.

const (
	// ChainError bounds the relative error of the result compared with the float64 expression: 6 ulps at most.
	// A sigmoid has 5.5 roundings: an exponential that may be 1.25 ulp off, a sum, and a quotient that may be
	// one ulp off. 1.7159*tanh(2/3*x) has 9.5.
	ChainError = 12 * unitF32
	// ChainFloor bounds the absolute error: results below the smallest normal number may be flushed to zero.
	ChainFloor = 0x1p-126

	unitF32  = 0x1p-24  // relative error of one rounding
	flushF32 = 0x1p-149 // absolute error of rounding a subnormal result
	gone     = 0x1p-128 // the quotient's error, relative to the dividend, where a divisor overflows in f32 only
)

// chainFlags are the permissions that an expression needs: approximate functions, and no infinities or NaNs, so
// that every bound is a finite number.
const chainFlags = AFn | NInf | NNaN

// F32Chain is an expression that is a candidate for evaluation in f32.
type F32Chain struct {
	root  *Value
	funcs int     // number of mathlib functions in it
	flags FPFlags // permissions common to all operations
	exact bool    // a single function of f32 values: evaluating it in f32 is as accurate as rounding its f64 result
}

// ChainResult is the result of analyzing an expression.
type ChainResult uint8

const (
	NoChain      ChainResult = iota // not a chain
	ChainFar                        // the error in f32 may be too large
	ChainLocked                     // accurate enough in f32, but the floating-point mode does not permit it
	ChainNarrows                    // may be computed in f32
)

// estimate describes a value that is computed in f32 instead of f64.
type estimate struct {
	rel, abs float64 // the error is at most rel times the value plus abs
	lo, hi   float64 // bounds of the value where it is finite
	over     bool    // overflows to infinity where the value exceeds the range of f32
}

func (e estimate) exact() bool   { return e.rel == 0 && e.abs == 0 && !e.over }
func (e estimate) size() float64 { return max(math.Abs(e.lo), math.Abs(e.hi)) }

// least returns the smallest possible magnitude.
func (e estimate) least() float64 { return max(e.lo, -e.hi, 0) }

// F32ChainOf analyzes the chain that ends in v, a conversion to f32. Expressions without functions are not
// chains: a program that only adds and multiplies in float64 does so for its precision.
func F32ChainOf(v *Value) (F32Chain, ChainResult) {
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

// chainDepth bounds the depth of an expression.
const chainDepth = 16

// collect walks the expression that ends in v. It reports whether all leaves are available in f32 and all
// functions exist for f32. Values with other uses are not part of the expression, since they would be computed
// twice.
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

// exactOperands reports whether all operands of the function v are f32 values.
func exactOperands(v *Value) bool {
	for _, a := range v.Args {
		if _, ok := leafF32(a); !ok {
			return false
		}
	}
	return true
}

// estimateOf returns the estimate of a value that collect accepted. It reports false if the error has no bound.
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

// leafF32 returns the estimate of a value that f32 represents exactly: an extended float32, a constant or a
// short integer.
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
	wholeBitsF32 = 24 // f32 represents all integers of this many bits
	wholeF32     = 1 << wholeBitsF32
)

// rounded returns e after rounding to f32 with relative error r; flush is the absolute error for small numbers.
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

// arithmeticError returns the estimate of an arithmetic operation with these operands.
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

// boundError returns the estimate of the minimum or maximum of x and y.
func boundError(x, y estimate, lo, hi float64) estimate {
	e := estimate{max(x.rel, y.rel), max(x.abs, y.abs), lo, hi, x.over || y.over}
	e.over = e.over && e.size() > math.MaxFloat32
	return e
}

// sumError returns the estimate of x + y. If both have the same sign, the relative error is at most the larger
// of theirs. Otherwise they may cancel, which leaves an absolute error proportional to the size of the
// operands.
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
	return e.rounded(unitF32, 0) // subnormal sums are exact
}

// productError returns the estimate of the product of v and w, whose estimates are x and y.
func productError(v, w *Value, x, y estimate) (estimate, bool) {
	if x.over && !(w.IsConst() && y.least() >= 1) || y.over && !(v.IsConst() && x.least() >= 1) {
		return x, false // infinity times a number that is small enough to make the exact product finite
	}
	e := estimate{rel: x.rel + y.rel, over: x.over || y.over}
	e.lo, e.hi = corners(x, y, func(a, b float64) float64 {
		if a == 0 || b == 0 {
			return 0 // whatever the other bound is
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

// corners returns the bounds of an operation that is monotonic in each operand.
func corners(x, y estimate, op func(a, b float64) float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, a := range []float64{x.lo, x.hi} {
		for _, b := range []float64{y.lo, y.hi} {
			lo, hi = min(lo, op(a, b)), max(hi, op(a, b))
		}
	}
	return lo, hi
}

// isPowerOfTwo reports whether v is a constant power of two, so that products with it are exact.
func isPowerOfTwo(v *Value) bool {
	if !v.IsConst() {
		return false
	}
	f, _ := math.Frexp(math.Float64frombits(uint64(v.AuxInt)))
	return math.Abs(f) == 0.5
}

// quotientError returns the estimate of x/y. The divisor may overflow in f32, but it must not be subnormal,
// because approximate division may treat subnormals as zero.
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

// functionError returns the estimate of a function of package mathlib. The function's own error is taken from
// ACCURACY.md, in ulps; one ulp is up to two roundings.
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
		// An absolute error of the argument is a relative error of the result, as long as the result is in the
		// range of f32.
		rel := 0.0
		if x.rel > 0 {
			rel = x.rel * min(x.size()*ln, expRange)
		}
		return estimate{rel: rel + x.abs*ln, lo: f(x.lo), hi: f(x.hi)}.rounded(usual, flushF32)
	case OpTanh: // x·tanh'(x) is at most tanh x, and tanh' is at most 1
		return estimate{rel: x.rel, abs: x.abs, lo: math.Tanh(x.lo), hi: math.Tanh(x.hi)}.rounded(tanh, flushF32)
	}
	if !x.exact() || !y.exact() {
		return x, false // the error of the argument may be amplified without bound
	}
	switch op {
	case OpLog, OpLog2: // arguments range from the smallest subnormal number
		return estimate{lo: -wholeExponents, hi: wholeExponents}.rounded(usual, 0)
	case OpSin, OpCos:
		return estimate{lo: -1, hi: 1}.rounded(trig, flushF32)
	case OpPow:
		return estimate{lo: math.Inf(-1), hi: math.Inf(1), over: true}.rounded(pow, flushF32)
	}
	return x, false
}

const (
	expRange       = 104 // e^-104 is below the smallest f32
	wholeExponents = 149 // maximum number of binades on either side of 1
)

// Narrow replaces v, which rounds the expression, with a copy of the expression in f32. Each f32 operation is
// placed where its f64 counterpart was, which may be outside a loop that contains v.
func (c *F32Chain) Narrow(v *Value) { v.CopyOf(c.narrow(c.root, v)) }

// narrow returns m computed in f32.
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
		op = op.approx()
	}
	w := m.Block.InsertBefore(m, op, t, m.Pos, args...)
	w.FP = m.FP
	if m == c.root {
		w.FP = m.FP.And(v.FP)
	}
	return w
}
