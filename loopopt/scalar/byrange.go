package scalar

import (
	"math/bits"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// ByRange replaces operations by simpler ones that do the same for the values that their operands can have, as LLVM's
// CorrelatedValuePropagation does.
//
// Before:
//
//	for i := range out { out[i] = x[i/4] >> min(2*(i%4), 8) }
//
// After:
//
//	for i := range out { out[i] = x[i>>2] >> (2*(i&3)) }
//
// Legal by the ranges of scalar evolution, which hold for every value that the operation gets.
//   - x / 2^k and x % 2^k are shifts and masks, signed ones where x is never negative.
//   - x % y is x where 0 <= x < y.
//   - The minimum or maximum of two values whose ranges meet in one point at most is one of them.
//
// Pays always: a signed division by a power of two takes four operations, a remainder six. Divisors of modulo strips,
// which take constants from 32 on, keep their divisions: see nest.ModuloStrips.
// Reads nothing; leaves nothing.
// Remarks: none.
func ByRange(f *ir.Func) bool {
	var list []*ir.Value
	for v := range ir.Values(f.Blocks) {
		if mayBeSimpler(v) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return false
	}
	dom := f.Dominators()
	r := ranger{f, analysis.NewSCEV(f, analysis.FindLoops(f, dom), dom)}
	changed := false
	for _, v := range list {
		if dom.Reachable(v.Block) {
			changed = r.simplify(v) || changed
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

// mayBeSimpler says whether v is an operation that ranges may simplify. It keeps functions without one from being
// analyzed.
func mayBeSimpler(v *ir.Value) bool {
	if v.Type.IsVector() || !v.Type.Elem.IsInt() {
		return false
	}
	switch v.Op {
	case ir.OpDivS, ir.OpDivU, ir.OpRemU:
		c := v.Args[1]
		return isPowerOfTwo(c) && c.Int() < keptDivisor
	case ir.OpRemS:
		return v.Args[1].IsConst()
	case ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU:
		return v.Args[0].IsConst() || v.Args[1].IsConst()
	}
	return false
}

// keptDivisor is the least divisor of modulo strips.
const keptDivisor = 32

func isPowerOfTwo(v *ir.Value) bool { return v.IsConst() && v.Int() > 0 && v.Int()&(v.Int()-1) == 0 }

// ranger simplifies operations.
type ranger struct {
	f  *ir.Func
	se *analysis.SCEV
}

// simplify replaces v, and says whether it did.
func (r ranger) simplify(v *ir.Value) bool {
	a, b := v.Args[0], v.Args[1]
	lo, hi := r.se.Range(r.se.Operand(v, 0))
	switch v.Op {
	case ir.OpDivS, ir.OpDivU:
		shift := ir.OpShrU
		if v.Op == ir.OpDivS {
			if shift = ir.OpShrS; lo < 0 {
				return false
			}
		}
		v.CopyOf(v.Block.InsertBefore(v, shift, v.Type, v.Pos, a,
			r.f.ConstInt(v.Type, int64(bits.TrailingZeros64(uint64(b.Int()))))))
	case ir.OpRemU:
		v.CopyOf(v.Block.InsertBefore(v, ir.OpAnd, v.Type, v.Pos, a, r.f.ConstInt(v.Type, b.Int()-1)))
	case ir.OpRemS:
		switch {
		case lo >= 0 && hi < b.Int():
			v.CopyOf(a)
		case lo >= 0 && isPowerOfTwo(b) && b.Int() < keptDivisor:
			v.CopyOf(v.Block.InsertBefore(v, ir.OpAnd, v.Type, v.Pos, a, r.f.ConstInt(v.Type, b.Int()-1)))
		default:
			return false
		}
	default:
		return r.extremum(v, lo, hi)
	}
	return true
}

// extremum replaces a minimum or maximum of a, whose range is given, and b, if it is always the same of them.
func (r ranger) extremum(v *ir.Value, lo, hi int64) bool {
	a, b := v.Args[0], v.Args[1]
	lob, hib := r.se.Range(r.se.Operand(v, 1))
	if (v.Op == ir.OpMinU || v.Op == ir.OpMaxU) && (lo < 0 || lob < 0) {
		return false // the order is another one
	}
	if v.Op == ir.OpMaxS || v.Op == ir.OpMaxU {
		a, b = b, a
	}
	switch {
	case hi <= lob:
		v.CopyOf(a)
	case hib <= lo:
		v.CopyOf(b)
	default:
		return false
	}
	return true
}
