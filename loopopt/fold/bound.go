package fold

import (
	"math"

	"hotloop/loopopt/ir"
)

// foldMinimum drops an unsigned minimum that its other side never exceeds. Shifts by counts of which Go knows only that
// they are not negative bring them: x >> (i & 31) shifts by min(i & 31, 32) here.
func foldMinimum(v *ir.Value) *ir.Value {
	if c := v.Args[1]; v.Op == ir.OpMinU && c.IsConst() && c.Int() >= 0 && unsignedMost(v.Args[0]) <= uint64(c.Int()) {
		return v.Args[0]
	}
	return nil
}

// unsignedMost is a bound of v as an unsigned integer.
func unsignedMost(v *ir.Value) uint64 {
	switch v.Op {
	case ir.OpAnd:
		if c := v.Args[1]; c.IsConst() && c.Int() >= 0 {
			return uint64(c.Int())
		}
	case ir.OpShrU:
		if c := v.Args[1]; c.IsConst() && v.Type.Elem.IsInt() && uint64(c.AuxInt) < uint64(v.Type.Elem.Bits()) {
			return min(unsignedMost(v.Args[0]), mostOf(v.Type.Elem)) >> uint64(c.AuxInt)
		}
	case ir.OpZExt:
		if n := v.Args[0].Type.Elem.Bits(); v.Args[0].Type.Elem.IsInt() && n < 64 {
			return 1<<n - 1
		}
	}
	return math.MaxUint64
}

// foldExtendedSum extends before it adds a constant where the sum of the narrow type does not wrap, so that indices are
// sums of one value and constants, which checks and addresses share: int(x+1) of a uint32 that has been shifted.
func foldExtendedSum(f *ir.Func, v *ir.Value) *ir.Value {
	sum := v.Args[0]
	if v.Type != ir.TI64 || sum.Op != ir.OpAdd || !sum.Args[1].IsConst() || sum.Args[1].Int() <= 0 {
		return nil
	}
	x, c := sum.Args[0], uint64(sum.Args[1].Int())
	if most := mostOf(sum.Type.Elem); unsignedMost(x) > most-c {
		return nil
	}
	wide := v.Block.InsertBefore(v, ir.OpZExt, v.Type, v.Pos, x)
	return v.Rewrite(ir.OpAdd, wide, f.ConstInt(v.Type, int64(c)))
}
