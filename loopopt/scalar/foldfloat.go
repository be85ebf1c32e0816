package scalar

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
	w := rewrite(v, ir.OpMul, v.Args[0], f.ConstFloat(v.Type, r))
	w.FP = fp
	return w
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
