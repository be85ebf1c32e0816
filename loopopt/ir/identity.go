package ir

import "math"

// Identity returns the bits of op's neutral element. It reports false if there is none that is exact for all
// values.
func Identity(op Op, e Elem) (uint64, bool) {
	w := uint(e.Bits())
	ones := ^uint64(0) >> (64 - w)
	switch op {
	case OpAdd, OpFMA:
		switch e { // x + -0 is x for every x, including -0
		case F32:
			return uint64(math.Float32bits(float32(math.Copysign(0, -1)))), true
		case F64:
			return math.Float64bits(math.Copysign(0, -1)), true
		}
		return 0, true
	case OpMul:
		switch e {
		case F32:
			return uint64(math.Float32bits(1)), true
		case F64:
			return math.Float64bits(1), true
		}
		return 1, true
	case OpOr, OpXor, OpMaxU:
		return 0, true
	case OpAnd, OpMinU:
		return ones, true
	case OpMinS:
		return ones >> 1, true
	case OpMaxS:
		return 1 << (w - 1), true
	}
	return 0, false // Min, Max, MinNum, MaxNum
}
