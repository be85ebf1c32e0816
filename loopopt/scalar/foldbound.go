package scalar

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
	case ir.OpZExt:
		if n := v.Args[0].Type.Elem.Bits(); v.Args[0].Type.Elem.IsInt() && n < 64 {
			return 1<<n - 1
		}
	}
	return math.MaxUint64
}
