package loopopt

import (
	"math"

	"hotloop/loopopt/ir"
)

// foldReciprocal multiplies by the reciprocal of a power of two instead of dividing by it: x/8 and x*0.125 are the same
// number, rounded once, whatever x is. (gc does so too.) The reciprocal must be a normal number, since subnormal operands
// are slow. With arcp so does any other constant whose reciprocal is one; that product is rounded twice.
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
