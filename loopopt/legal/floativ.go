package legal

import (
	"math"
	"math/bits"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Float inductions: floats that an invariant is added to in every iteration.
//
// Before:
//
//	for i := range a { s += 2; a[i] = s * b[i] }
//
// After, four iterations at once:
//
//	v := s + [0 2 4 6]
//	for … { a[i:i+4] = (v + 2) * b[i:i+4]; v += 8 }
//
// The program adds and rounds once per iteration, vector code adds multiples of the step. Legal where reassoc permits
// that, and where no sum is rounded: let u be a power of two that start and step are multiples of. All sums are, and
// those of up to 2^24 units of a float32, 2^53 of a float64, are numbers. So are the multiples of the step, which are
// no larger than the sums if these begin at zero, and no larger than the bound in any case.
//
// Of constants that is a number of iterations, one of the iteration bounds of vector code: behind it the scalar loop
// goes on. What only run time knows is tested in front of the vector code (vplan.FloatIV), for as many iterations as it
// is to do.
//
// Zeros: a sum that comes out as zero is +0, in the program and in vector code, unless both operands are -0. So a start
// of -0, which the first lane would turn into +0 by adding no step, is left to the scalar loop.

// floatInduction says whether vector code may compute the float induction c, and notes what that asks for.
func (g *Legality) floatInduction(c *analysis.PhiClass) bool {
	if c.FloatStep == nil || c.Phi.Type.Lanes > 1 {
		return g.Refuse(remark.FloatInduction, c.Phi)
	}
	if c.Backedge.FP&ir.Reassoc != 0 {
		return true
	}
	if !c.Start.IsConst() || !c.FloatStep.IsConst() {
		g.Out.FloatIVs = append(g.Out.FloatIVs, c)
		return true
	}
	n := exactSums(c.Phi.Type.Elem, uint64(c.Start.AuxInt), uint64(c.FloatStep.AuxInt))
	if n < leastExact {
		return g.Refuse(remark.FloatInduction, c.Phi)
	}
	if n < analysis.MaxCount {
		g.Limit(g.Se.Const(ir.I64, n))
	}
	return true
}

// leastExact is the number of iterations below which a float induction is not worth vector code: those of a vector
// iteration of four vectors of sixteen lanes.
const leastExact = 64

// exactSums is the number of times for which step, a float of kind e given by its bits, can be added to start without
// any rounding; 0 if start is -0 or one of them no number.
func exactSums(e ir.Elem, start, step uint64) int64 {
	most, a, b := math.MaxFloat64, math.Float64frombits(start), math.Float64frombits(step)
	units := int64(1) << 53
	if e == ir.F32 {
		most, a, b = math.MaxFloat32, float64(math.Float32frombits(uint32(start))),
			float64(math.Float32frombits(uint32(step)))
		units = 1 << 24
	}
	if a == 0 && math.Signbit(a) || !(math.Abs(a) <= most && math.Abs(b) <= most) {
		return 0
	}
	if b == 0 {
		return math.MaxInt64
	}
	unit := lastBit(b)
	if a != 0 {
		unit = min(unit, lastBit(a))
	}
	count := func(x float64) int64 { // x in units, or more than there may be
		if n := math.Ldexp(math.Abs(x), -unit); n < float64(units) {
			return int64(n)
		}
		return units
	}
	return max(0, (count(most)-count(a))/count(b))
}

// lastBit is the exponent of the last bit set in x, which is not zero.
func lastBit(x float64) int {
	f, e := math.Frexp(x)
	return e - 53 + bits.TrailingZeros64(uint64(math.Abs(math.Ldexp(f, 53))))
}
