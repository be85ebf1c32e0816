package fold

import (
	"math"

	"hotloop/loopopt/ir"
)

// foldReciprocal multiplies by the reciprocal of a power of two instead of dividing by it: x/8 and x*0.125 are the same
// number, rounded once, whatever x is. (gc does so too.) The reciprocal must be a normal number, since subnormal
// operands are slow. With arcp so does any other constant whose reciprocal is one; that product is rounded twice.
func foldReciprocal(f *ir.Func, v *ir.Value) *ir.Value {
	c := v.Args[1]
	if !c.IsConst() {
		return nil
	}
	var r, least float64
	switch v.Type.Elem {
	case ir.F32:
		r, least = 1/float64(math.Float32frombits(uint32(c.AuxInt))), 0x1p-126
		if math.Abs(r) > math.MaxFloat32 {
			return nil
		}
	case ir.F64:
		r, least = 1/math.Float64frombits(uint64(c.AuxInt)), 0x1p-1022
	}
	fraction, _ := math.Frexp(r)
	if math.Abs(fraction) != 0.5 && v.FP&ir.ARcp == 0 || !(math.Abs(r) >= least) || math.IsInf(r, 0) {
		return nil
	}
	fp := v.FP
	w := v.Rewrite(ir.OpMul, v.Args[0], f.ConstFloat(v.Type, r))
	w.FP = fp
	return w
}

// foldNarrow does in f32 what was done in f64 on f32 operands and then rounded. For + - * / and the square root the
// second rounding changes nothing, because 53 >= 2*24 + 2 (Figueroa, When is double rounding innocuous?, 1995); the
// others are exact.
func foldNarrow(f *ir.Func, v *ir.Value) *ir.Value {
	a := v.Args[0]
	if a.Op == ir.OpFExt {
		return a.Args[0]
	}
	var args []*ir.Value
	switch {
	case narrowsExactly(a.Op):
		args = inF32(f, v.Type, a.Args)
	case a.Op == ir.OpSelect: // what was rounded before the choice
		x, y := a.Args[1], a.Args[2]
		if a.Uses != 1 || !knownInF32(f, v.Type, x) || !knownInF32(f, v.Type, y) {
			return nil
		}
		args = []*ir.Value{a.Args[0], v.Block.InsertBefore(v, ir.OpFTrunc, v.Type, v.Pos, x),
			v.Block.InsertBefore(v, ir.OpFTrunc, v.Type, v.Pos, y)}
		args[1].FP, args[2].FP = v.FP, v.FP
	}
	if args == nil {
		return nil
	}
	fp := a.FP
	w := v.Rewrite(a.Op, args...)
	w.FP = fp
	return w
}

// narrowsExactly says whether op on f32 operands, done in f64 and rounded, is op in f32.
func narrowsExactly(op ir.Op) bool {
	switch op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpSqrt, ir.OpAbs, ir.OpNeg, ir.OpFloor, ir.OpCeil, ir.OpTrunc,
		ir.OpRoundEven, ir.OpMin, ir.OpMax, ir.OpMinNum, ir.OpMaxNum, ir.OpCopysign:
		return true
	}
	return false
}

// knownInF32 says whether rounding x to f32, of type t, leaves nothing to do in f64: lanes of a choice that stay wide
// would be kept beside their narrow copies.
func knownInF32(f *ir.Func, t ir.Type, x *ir.Value) bool {
	if inF32(f, t, []*ir.Value{x}) != nil {
		return true
	}
	if x.Op == ir.OpSelect {
		return x.Uses == 1 && knownInF32(f, t, x.Args[1]) && knownInF32(f, t, x.Args[2])
	}
	return narrowsExactly(x.Op) && inF32(f, t, x.Args) != nil
}

// foldExact does in f32 what was done in f64 on f32 operands and is exact, before they are extended: there are twice as
// many lanes, and what takes the result may do without the extension.
//
//	RoundToEven(float64(x))    float64(RoundToEven32(x))
func foldExact(f *ir.Func, v *ir.Value) *ir.Value {
	if v.Type.Elem != ir.F64 || v.Args[0].Op != ir.OpFExt && (len(v.Args) < 2 || v.Args[1].Op != ir.OpFExt) {
		return nil
	}
	t := v.Type.WithElem(ir.F32)
	args := inF32(f, t, v.Args)
	if args == nil {
		return nil
	}
	x := v.Block.InsertBefore(v, v.Op, t, v.Pos, args...)
	x.FP = v.FP
	return v.Rewrite(ir.OpFExt, x)
}

// foldExactSelect chooses in f32 between a number that is extended for nothing else and a constant, or two such numbers.
//
//	x > 127 ? 127 : float64(x)    float64(x > 127 ? 127 : x)
func foldExactSelect(f *ir.Func, v *ir.Value) *ir.Value {
	if v.Type.Elem != ir.F64 || v.Uses != 1 {
		return nil
	}
	arms, extended := v.Args[1:], false
	for _, x := range arms {
		extended = extended || x.Op == ir.OpFExt
		if x.Op == ir.OpFExt && x.Uses != 1 {
			return nil
		}
	}
	t := v.Type.WithElem(ir.F32)
	args := inF32(f, t, arms)
	if !extended || args == nil {
		return nil
	}
	x := v.Block.InsertBefore(v, ir.OpSelect, t, v.Pos, v.Args[0], args[0], args[1])
	x.SetGuess(v.Guess())
	return v.Rewrite(ir.OpFExt, x)
}

// foldBoundedSum does in f32 what is done in f64 on a whole f32 number, to which a small integer is added, and is kept
// between bounds that are small too.
//
//	min(max(RoundToEven(float64(x)) + float64(i8), -128), 127)
//
// A sum of less than 2^24 is exact in f32. Any other is beyond the bounds by far, rounded or not, on the same side.
func foldBoundedSum(f *ir.Func, v *ir.Value) *ir.Value {
	inner := v.Args[0]
	if v.Type.Elem != ir.F64 || inner.Op == v.Op || inner.Op != ir.OpMin && inner.Op != ir.OpMax || inner.Uses != 1 ||
		!isSmall(v.Args[1]) || !isSmall(inner.Args[1]) {
		return nil
	}
	sum, t := inner.Args[0], v.Type.WithElem(ir.F32)
	if sum.Op != ir.OpAdd && sum.Op != ir.OpSub || sum.Uses != 1 {
		return nil
	}
	args := []*ir.Value{sum.Args[0], sum.Args[1]}
	for k, x := range args {
		y := args[1-k]
		if x.Op != ir.OpFExt || !isWhole(x.Args[0]) || !isShort(y) {
			continue
		}
		args[k] = x.Args[0]
		if y.IsConst() {
			args[1-k] = foldConstOp(f, ir.OpFTrunc, t, y)
		} else {
			args[1-k] = y.Block.InsertBefore(y, y.Op, t, y.Pos, y.Args...)
		}
		return v.Rewrite(ir.OpFExt, boundInF32(f, v, inner, sum, args))
	}
	return nil
}

// boundInF32 is v, the bound of inner, that of a sum, in f32, with these as what is added.
func boundInF32(f *ir.Func, v, inner, sum *ir.Value, args []*ir.Value) *ir.Value {
	for _, x := range []*ir.Value{sum, inner, v} {
		if x != sum {
			args = []*ir.Value{args[0], foldConstOp(f, ir.OpFTrunc, args[0].Type, x.Args[1])}
		}
		y := v.Block.InsertBefore(v, x.Op, args[0].Type, x.Pos, args...)
		y.FP, args = x.FP, []*ir.Value{y}
	}
	return args[0]
}

// smallBound is the magnitude that bounds may have of sums that f32 numbers hold exactly up to 2^24, of which one part
// is a short integer.
const smallBound = 1 << 22

// isSmall says whether v is a constant of f64 that is a bound of such sums, and a number of f32.
func isSmall(v *ir.Value) bool {
	if !v.IsConst() {
		return false
	}
	x := math.Float64frombits(uint64(v.AuxInt))
	return math.Abs(x) <= smallBound && float64(float32(x)) == x
}

// isWhole says whether v is a whole number, an infinity or a NaN.
func isWhole(v *ir.Value) bool {
	switch v.Op {
	case ir.OpFloor, ir.OpCeil, ir.OpTrunc, ir.OpRoundEven, ir.OpSIToF, ir.OpUIToF:
		return true
	}
	return false
}

// shortDepth bounds the look for how many bits an integer has.
const shortDepth = 4

// isShort says whether v is an integer of 16 bits, made a float.
func isShort(v *ir.Value) bool {
	if v.IsConst() {
		x := math.Float64frombits(uint64(v.AuxInt))
		return math.Abs(x) <= 1<<15 && x == math.Trunc(x)
	}
	switch v.Op {
	case ir.OpSIToF:
		return ir.SignedBits(v.Args[0], shortDepth) <= 16
	case ir.OpUIToF:
		return ir.UnsignedBits(v.Args[0], shortDepth) <= 16
	}
	return false
}

// foldNarrowCompare compares f32 operands as they are.
func foldNarrowCompare(f *ir.Func, v *ir.Value) *ir.Value {
	for _, x := range v.Args {
		if x.Op == ir.OpFExt {
			if args := inF32(f, x.Args[0].Type, v.Args); args != nil {
				fp := v.FP
				w := v.Rewrite(v.Op, args...)
				w.FP = fp
				return w
			}
		}
	}
	return nil
}

// inF32 is the operands before they were made f64, or nil: t is their type.
func inF32(f *ir.Func, t ir.Type, operands []*ir.Value) []*ir.Value {
	var args []*ir.Value
	for _, x := range operands {
		switch {
		case x.Op == ir.OpFExt:
			args = append(args, x.Args[0])
		case x.IsConst():
			n := foldConstOp(f, ir.OpFTrunc, t, x)
			if foldConstOp(f, ir.OpFExt, x.Type, n).AuxInt != x.AuxInt {
				return nil
			}
			args = append(args, n)
		default:
			return nil
		}
	}
	return args
}

// neverNegativeZero says whether v, the result of an operation, is no lane's -0: then v + 0 is v. A sum is -0 only if
// both of its operands are (IEEE 754, 6.3, rounding to nearest). NaNs need no look: that of a result is quiet, which
// the sum would keep.
func neverNegativeZero(v *ir.Value, depth int) bool {
	switch v.Op {
	case ir.OpSIToF, ir.OpUIToF:
		return true
	case ir.OpExtract:
		return depth < 8 && neverNegativeZero(v.Args[0], depth+1)
	case ir.OpAdd:
		return depth < 8 && (notNegativeZero(v.Args[1], depth) || notNegativeZero(v.Args[0], depth))
	}
	return false
}

// notNegativeZero is the same for an operand of a sum.
func notNegativeZero(v *ir.Value, depth int) bool {
	if v.IsConst() {
		return uint64(v.AuxInt) != 1<<(v.Type.Elem.Bits()-1) // -0 has the sign bit only
	}
	return v.Op == ir.OpAbs || neverNegativeZero(v, depth+1)
}
