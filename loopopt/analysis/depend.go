package analysis

import (
	"math"

	"hotloop/loopopt/ir"
)

// Dependence is what is known of two accesses of one loop, at least one of them a store: in which iterations they may
// touch a common byte.
//
// Lags are counted in iterations: at lag n, iteration k+n of the first access touches what iteration k of the second
// does. So at lag 0 they meet within an iteration. At a positive lag the first access comes to the place later than the
// second, and at a negative one earlier. Nothing here says which of the two stands first in the program.
type Dependence struct {
	// Lo and Hi bound the lags at which they may meet. Lo > Hi: they never do.
	Lo, Hi int64
	// Known: they meet at every lag from Lo to Hi, if the iterations run. Otherwise nothing excludes it.
	Known bool
	// Promised: that they meet at lag 0 only is promised, not proved.
	Promised bool
	// Test is what would have to be shown at run time for them not to meet.
	Test Test
}

// Test is a kind of run-time test that shows two accesses apart, or why there is none.
type Test uint8

// The kinds.
const (
	NoTest       Test = iota // the dependence is known, or that there is none
	DistanceTest             // both walk alike: the distance between their addresses, in bytes, decides
	ExtentTest               // the memory that each touches in the whole loop is disjoint
	SameObject               // none would help: one of them may be anywhere in the object of the other
	NoAddress                // none is possible: one of them may be in the frame, which moves
	NoExtent                 // none is possible: nobody knows before the loop where one of them begins and ends
)

var testNames = [...]string{"none", "distance", "extents", "same object", "no address", "no extent"}

func (t Test) String() string { return testNames[t] }

// Possible says whether a run-time test can decide.
func (t Test) Possible() bool { return t == DistanceTest || t == ExtentTest }

// Independent is the dependence of accesses that never meet.
func Independent() Dependence { return Dependence{Lo: 0, Hi: -1, Known: true} }

// Never says whether the accesses meet nowhere.
func (d Dependence) Never() bool { return d.Lo > d.Hi }

// Within says whether they may meet at a lag from lo to hi.
func (d Dependence) Within(lo, hi int64) bool { return max(d.Lo, lo) <= min(d.Hi, hi) }

// Same says whether they may meet in the same iteration.
func (d Dependence) Same() bool { return d.Within(0, 0) }

// FirstLater says whether the first access may come to the place in a later iteration than the second.
func (d Dependence) FirstLater() bool { return d.Within(1, math.MaxInt64) }

// FirstEarlier says whether the first access may come to the place in an earlier iteration than the second.
func (d Dependence) FirstEarlier() bool { return d.Within(math.MinInt64, -1) }

// Distance is the constant number of bytes from a to b in the same iteration, if it is constant.
func (s *SCEV) Distance(a, b *Access) (int64, bool) {
	if a.Base == nil || a.Base != b.Base || a.V.Scale != b.V.Scale || a.Start == nil || b.Start == nil {
		return 0, false
	}
	d, ok := s.ConstDiff(b.Start, a.Start)
	n, fits := mulOK(d, int64(a.V.Scale))
	off := int64(b.V.Off) - int64(a.V.Off)
	return n + off, ok && fits && n <= farApart && n >= -farApart
}

// farApart bounds distances within an object. Sums with sizes and offsets of one instruction do not wrap around.
const farApart = 1 << 62

// Alike says whether two accesses walk by the same constant number of bytes, which is not 0.
func Alike(a, b *Access) bool {
	return a.Affine() && b.Affine() && a.Stride == b.Stride && a.Stride != 0
}

// Lag is the number of iterations after which a is where b has been, if they walk alike and that is a whole number.
func (s *SCEV) Lag(a, b *Access) (int64, bool) {
	if !Alike(a, b) {
		return 0, false
	}
	d, ok := s.Distance(a, b)
	return d / a.Stride, ok && d%a.Stride == 0
}

// Depend judges two accesses of one loop. Loads do not depend on loads.
//
// Accesses that walk alike at a known distance are decided (lags). All others may meet at any lag, and Test says what
// could show at run time that they do not. How often the loop runs is not looked at.
func (s *SCEV) Depend(a, b *Access) Dependence {
	if !a.Write && !b.Write || Disjoint(a.Root, b.Root) {
		return Independent()
	}
	alike := Alike(a, b)
	if alike {
		if d, ok := s.Distance(a, b); ok {
			return AtDistance(d, a.Stride, a.Size, b.Size)
		}
	}
	return Dependence{Lo: math.MinInt64, Hi: math.MaxInt64, Test: TestOf(a, b)}
}

// AtDistance is the dependence of two accesses of so many bytes that both walk by stride, which is not 0, the
// second one d bytes ahead of the first in the same iteration.
func AtDistance(d, stride int64, first, second int) Dependence {
	lo, hi := lags(d, stride, first, second)
	return Dependence{Lo: lo, Hi: hi, Known: true}
}

// lags is the interval of the n at which n*stride, for a stride other than 0, lies between d-first and d+second,
// both excluded: accesses of so many bytes, the second d bytes ahead of the first in the same iteration, have a
// common byte if the first one is in an iteration n later.
func lags(d, stride int64, first, second int) (lo, hi int64) {
	if stride < 0 {
		lo, hi = lags(d, -stride, first, second)
		return -hi, -lo
	}
	return FloorDiv(d-int64(first), stride) + 1, -FloorDiv(-d-int64(second), stride) - 1
}

// FloorDiv is a / b rounded down, for b > 0.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// TestOf is the run-time test that shows two accesses of a loop apart, if they belong to objects that may overlap.
func TestOf(a, b *Access) Test {
	if a.Base == b.Base && !(a.Affine() && b.Affine()) {
		return SameObject
	}
	if t := ExtentTestOf(a, b); t != ExtentTest || !Alike(a, b) {
		return t
	}
	return DistanceTest
}

// ExtentTestOf is TestOf if nothing but disjoint extents will do, whatever object they are in.
func ExtentTestOf(a, b *Access) Test {
	switch {
	case !Comparable(a.Root) || !Comparable(b.Root):
		return NoAddress
	case !a.ExtentKnown() || !b.ExtentKnown():
		return NoExtent
	}
	return ExtentTest
}

// ExtentKnown says whether the extent of a is known before the loop: where it starts and how it walks, or the slice
// that it is in.
func (a *Access) ExtentKnown() bool {
	return a.Affine() || a.Root != nil && a.Root.Op == ir.OpArgPtr
}
