package analysis

import (
	"math"

	"hotloop/loopopt/ir"
)

// Dependence describes in which iterations two accesses of a loop, at least one of them a store, may touch a
// common byte.
//
// Lags are counted in iterations: at lag n, iteration k+n of the first access touches what iteration k of the
// second does. At lag 0 they conflict within an iteration. At a positive lag the first access reaches the
// location later than the second, and at a negative lag earlier. A Dependence does not tell which of the two
// comes first in the program.
type Dependence struct {
	// Lo and Hi bound the lags at which the accesses may conflict. If Lo > Hi, they never do.
	Lo, Hi int64
	// Known means that they conflict at every lag from Lo to Hi, if the iterations run. Otherwise they may.
	Known bool
	// Promised means that it is promised, not proved, that they conflict at lag 0 only.
	Promised bool
	// Test is the kind of run-time test that would show that they never conflict.
	Test Test
}

// Test is a kind of run-time test that shows that two accesses do not alias, or the reason why there is none.
type Test uint8

// The kinds.
const (
	NoTest       Test = iota // not needed: the dependence, or its absence, is known
	DistanceTest             // both have the same stride: the distance between their addresses, in bytes, decides
	ExtentTest               // the memory ranges touched by the whole loop are disjoint
	SameObject               // useless: one access may be anywhere in the object of the other
	NoAddress                // impossible: an access may be in the frame, which moves
	NoExtent                 // impossible: the range of an access is not known before the loop
)

var testNames = [...]string{"none", "distance", "extents", "same object", "no address", "no extent"}

func (t Test) String() string { return testNames[t] }

// Possible reports whether a run-time test can decide.
func (t Test) Possible() bool { return t == DistanceTest || t == ExtentTest }

// Independent returns the dependence of accesses that never conflict.
func Independent() Dependence { return Dependence{Lo: 0, Hi: -1, Known: true} }

// Never reports whether the accesses never conflict.
func (d Dependence) Never() bool { return d.Lo > d.Hi }

// Within reports whether they may conflict at a lag from lo to hi.
func (d Dependence) Within(lo, hi int64) bool { return max(d.Lo, lo) <= min(d.Hi, hi) }

// Same reports whether they may conflict in the same iteration.
func (d Dependence) Same() bool { return d.Within(0, 0) }

// FirstLater reports whether the first access may reach the location in a later iteration than the second.
func (d Dependence) FirstLater() bool { return d.Within(1, math.MaxInt64) }

// FirstEarlier reports whether the first access may reach the location in an earlier iteration than the second.
func (d Dependence) FirstEarlier() bool { return d.Within(math.MinInt64, -1) }

// Distance returns the number of bytes from a to b in the same iteration, if it is constant.
func (s *SCEV) Distance(a, b *Access) (int64, bool) {
	if a.Base == nil || a.Base != b.Base || a.V.Scale != b.V.Scale || a.Start == nil || b.Start == nil {
		return 0, false
	}
	d, ok := s.ConstDiff(b.Start, a.Start)
	n, fits := mulOK(d, int64(a.V.Scale))
	off := int64(b.V.Off) - int64(a.V.Off)
	return n + off, ok && fits && n <= farApart && n >= -farApart
}

// farApart bounds distances within an object, so that sums with the sizes and offsets of instructions do not
// wrap around.
const farApart = 1 << 62

// alike reports whether two accesses have the same constant non-zero stride.
func alike(a, b *Access) bool {
	return a.Affine() && b.Affine() && a.Stride == b.Stride && a.Stride != 0
}

// Lag returns the number of iterations after which a reaches the address of b, if their strides are equal and
// it is a whole number.
func (s *SCEV) Lag(a, b *Access) (int64, bool) {
	if !alike(a, b) {
		return 0, false
	}
	d, ok := s.Distance(a, b)
	return d / a.Stride, ok && d%a.Stride == 0
}

// Depend returns the dependence of two accesses of a loop. Loads do not depend on loads.
//
// Accesses with equal strides and a known distance are resolved exactly (lags). All others may conflict at any
// lag; Test tells what could rule that out at run time. The trip count of the loop is not considered.
func (s *SCEV) Depend(a, b *Access) Dependence {
	if !a.Write && !b.Write || Disjoint(a.Root, b.Root) {
		return Independent()
	}
	alike := alike(a, b)
	if alike {
		if d, ok := s.Distance(a, b); ok {
			return AtDistance(d, a.Stride, a.Size, b.Size)
		}
	}
	return Dependence{Lo: math.MinInt64, Hi: math.MaxInt64, Test: TestOf(a, b)}
}

// AtDistance returns the dependence of two accesses of the given sizes with the same non-zero stride, where the
// second is d bytes ahead of the first in the same iteration.
func AtDistance(d, stride int64, first, second int) Dependence {
	lo, hi := lags(d, stride, first, second)
	return Dependence{Lo: lo, Hi: hi, Known: true}
}

// lags returns the interval of n for which n*stride lies strictly between d-first and d+second, for a non-zero
// stride. Accesses of these sizes, the second d bytes ahead of the first in the same iteration, have a common
// byte if the first is in an iteration n later.
func lags(d, stride int64, first, second int) (lo, hi int64) {
	if stride < 0 {
		lo, hi = lags(d, -stride, first, second)
		return -hi, -lo
	}
	return FloorDiv(d-int64(first), stride) + 1, -FloorDiv(-d-int64(second), stride) - 1
}

// FloorDiv returns a / b rounded down, for b > 0.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// TestOf returns the run-time test that shows that two accesses of a loop do not alias, if their objects may
// overlap.
func TestOf(a, b *Access) Test {
	if a.Base == b.Base && !(a.Affine() && b.Affine()) {
		return SameObject
	}
	if t := ExtentTestOf(a, b); t != ExtentTest || !alike(a, b) {
		return t
	}
	return DistanceTest
}

// ExtentTestOf is like TestOf if only disjoint memory ranges suffice, whatever object the accesses belong to.
func ExtentTestOf(a, b *Access) Test {
	switch {
	case !Comparable(a.Root) || !Comparable(b.Root):
		return NoAddress
	case !a.ExtentKnown() || !b.ExtentKnown():
		return NoExtent
	}
	return ExtentTest
}

// ExtentKnown reports whether the memory range of a is known before the loop: either its start and stride, or
// the slice that contains it.
func (a *Access) ExtentKnown() bool {
	return a.Affine() || a.Root != nil && a.Root.Op == ir.OpArgPtr
}
