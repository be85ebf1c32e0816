package loop

import (
	"math"
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
)

// unrollForm is how a loop is unrolled.
type unrollForm uint8

const (
	unrollFull    unrollForm = iota // as many copies as iterations, and no loop
	unrollUpper                     // as many copies as iterations there can be
	unrollExits                     // count copies around, no remainder: the trip count is constant or a multiple
	unrollTests                     // count copies around, each with its test
	unrollRuntime                   // count copies around, and a remainder
)

// unrollChoice is the decision whether, how and by how much to unroll a loop.
type unrollChoice struct {
	d      *driver.Driver
	l      *analysis.Loop
	opt    *config.UnrollKnobs
	forced bool

	form  unrollForm
	count int
	trips analysis.Expr // of unrollRuntime
	rest  int           // what a constant trip count leaves to the remainder

	size     int
	exact    int64 // iterations, if that is constant; 0 is unknown
	huge     bool  // they are constant, and more than anything is unrolled by
	most     int64 // an upper bound of them; 0 is unknown
	multiple int64 // the latch leaves after a multiple of so many

	crowded remark.Reason // why there are fewer copies than sizes permit, None if there are not
	dear    unrollPrice   // of the copies that there are not
	uops    float32       // of the loop, 0 until price has counted them
	nest    float32       // of the nest that it is in
}

// choose decides in LLVM's order (computeUnrollCount): a count that is asked for, full unrolling that is asked for,
// full unrolling that pays, the upper bound, partial, runtime. It returns why not.
func (c *unrollChoice) choose() remark.Reason {
	c.measure()
	md, o := c.l.Header.Loop, c.opt
	if n := o.Count; n > 1 {
		return c.by(n)
	}
	if n := md.Int("unroll.count", 0); n > 1 && c.forced {
		return c.by(int(n))
	}
	if md.Has("unroll.full") && c.forced {
		switch {
		case c.exact == 0 && c.most > 0 && c.most <= int64(o.MaxUpperBound) && c.l.LatchExit() != nil &&
			c.unrolledSize(c.most) <= o.PragmaThreshold:
			return c.full(unrollUpper, c.most) // nothing is left of the loop either
		case c.exact == 0 && c.huge:
			return remark.HugeTripCount
		case c.exact == 0:
			return remark.UnknownTripCount
		case c.unrolledSize(c.exact) > o.PragmaThreshold:
			return remark.HugeTripCount
		}
		return c.full(unrollFull, c.exact)
	}
	if c.exact > 0 && c.fullPays() && c.room(c.exact) == remark.None {
		return c.full(unrollFull, c.exact)
	}
	if (c.forced || o.UpperBound && c.most <= int64(o.FullMaxCount)) && c.exact == 0 && c.most > 0 &&
		c.most <= int64(o.MaxUpperBound) && c.l.LatchExit() != nil && c.unrolledSize(c.most) <= c.threshold() && c.room(c.most) == remark.None {
		return c.full(unrollUpper, c.most)
	}
	if !c.forced && (c.waits() || md.Has("unroll.runtime.disable") && c.exact == 0) {
		return remark.NotProfitable
	}
	if c.exact > 0 {
		return c.partial()
	}
	return c.atRuntime()
}

// threshold is the size that the unrolled loop may have.
func (c *unrollChoice) threshold() int {
	n := c.opt.Threshold
	if n == 0 {
		n = c.opt.ThresholdAggressive // a kernel is compiled because it runs often
	}
	if c.forced {
		return max(n, c.opt.PragmaThreshold)
	}
	return n
}

// full chooses n copies without a loop.
func (c *unrollChoice) full(form unrollForm, n int64) remark.Reason {
	c.form, c.count = form, int(n)
	return remark.None
}

// WillUnroll says whether l has so few iterations, as a constant, that it is to be unrolled completely unless its body
// is large. Transformations that run before leave such a loop alone, or take it for straight-line code.
func WillUnroll(d *driver.Driver, l *analysis.Loop) bool {
	_, taken, _ := d.Scev.TripCount(l)
	return taken >= 0 && taken < int64(d.Opt.Knobs.Unroll.FullMaxCount)
}

// UnrollsFully says whether l, if nothing else is done to it, will be unrolled completely.
func UnrollsFully(d *driver.Driver, l *analysis.Loop) bool {
	md := l.Header.Loop
	if !WillUnroll(d, l) || md.Has("unroll.disable") || md.Has("isvectorized") || d.Opt.Knobs.Unroll.Disable ||
		!driver.Open(d.TransformNamed(unrollPass), l) || !clone.Repeatable(l) {
		return false
	}
	c := &unrollChoice{d: d, l: l, opt: &d.Opt.Knobs.Unroll}
	return c.choose() == remark.None && c.form == unrollFull
}

// LeavesNone says whether l, which metadata ask to unroll, will be unrolled completely.
func LeavesNone(d *driver.Driver, l *analysis.Loop) bool {
	c := &unrollChoice{d: d, l: l, opt: &d.Opt.Knobs.Unroll, forced: true}
	return c.choose() != remark.None || c.form == unrollFull || c.form == unrollUpper
}

// fullPays says whether the loop, whose trip count is constant, is small enough, or becomes so once its copies fold.
func (c *unrollChoice) fullPays() bool {
	o := c.opt
	if (c.exact > int64(o.FullMaxCount) || c.l.Depth > o.FullNestDepth) && !c.forced || c.exact > math.MaxInt32 {
		return false
	}
	if c.unrolledSize(c.exact) <= c.threshold() {
		return true
	}
	cost, ok := simulate(c.d, c.l, int(c.exact), o.AnalyzeIterations, c.threshold()*o.Boost/100)
	return ok && cost.unrolled < c.threshold()*cost.boost(o.Boost)/100
}

// by chooses the factor that is asked for.
func (c *unrollChoice) by(n int) remark.Reason {
	if c.exact > 0 && int64(n) >= c.exact {
		n = int(c.exact)
	}
	if n = int(c.l.Header.Loop.Most(int64(n))); n < 2 && c.exact != 1 {
		return remark.ShortTripCount
	}
	if c.unrolledSize(int64(n)) > c.opt.PragmaThreshold {
		return remark.CodeSize
	}
	if int64(n) == c.exact {
		return c.full(unrollFull, c.exact)
	}
	if c.exact == 0 && c.most > 0 && int64(n) >= c.most && c.l.LatchExit() != nil {
		return c.full(unrollUpper, c.most)
	}
	return c.loop(n)
}

// loop chooses n copies around: without a remainder if it need not have one, else with one if it can.
func (c *unrollChoice) loop(n int) remark.Reason {
	c.count = n
	trips, ok := c.d.Scev.LatchTrips(c.l)
	switch {
	case c.exact > 0 && (c.exact%int64(n) == 0 || !c.opt.AllowRemainder), c.multiple%int64(n) == 0:
		c.form = unrollExits
	case ok && c.opt.AllowRemainder:
		c.form, c.trips = unrollRuntime, trips
		if c.exact > 0 && len(c.l.Exiting) == 1 {
			c.rest = int(c.exact % int64(n))
		}
	default:
		c.form = unrollTests
	}
	return remark.None
}

// partial chooses the largest factor of the constant trip count that is small enough, or a power of two.
func (c *unrollChoice) partial() remark.Reason {
	o := c.opt
	if !o.AllowPartial && !c.forced {
		return remark.NotProfitable
	}
	n := int64(min(o.MaxCount, math.MaxInt32))
	if c.unrolledSize(min(n, c.exact)) > o.PartialThreshold {
		n = int64((max(o.PartialThreshold, o.BackedgeSize+1) - o.BackedgeSize) / max(1, c.size-o.BackedgeSize))
	}
	if n = min(n, c.exact); n == c.exact && !c.forced {
		n-- // complete unrolling, which the size would allow, has been refused for the number of iterations
	}
	for n > 1 && (c.exact%n != 0 || c.room(n) != remark.None) {
		n--
	}
	if n <= 1 && o.AllowRemainder {
		for n = int64(o.RuntimeCount); n > 1 && (c.unrolledSize(n) > o.PartialThreshold || c.room(n) != remark.None); {
			n /= 2
		}
	}
	if n < 2 && c.forced {
		n = 2
	}
	if n < 2 {
		return remark.NotProfitable
	}
	return c.loop(int(n))
}

// atRuntime chooses the factor of a loop whose trip count is not constant.
func (c *unrollChoice) atRuntime() remark.Reason {
	o, md := c.opt, c.l.Header.Loop
	n := int64(o.RuntimeCount)
	limit := o.RuntimeThreshold
	if c.size <= countingSize && c.countsInPlace() {
		n, limit = 2*n, 2*limit
	}
	n = min(n, int64(o.MaxCount))
	for n > 1 && (c.unrolledSize(n) > limit || c.room(n) != remark.None) {
		n /= 2
	}
	if c.forced {
		n = max(n, 2)
		if c.most > 0 && c.most < n {
			n = max(2, c.most)
		}
		if n = md.Most(n); n < 2 {
			return remark.ShortTripCount
		}
		return c.loop(int(n))
	}
	trips, counted := c.d.Scev.LatchTrips(c.l)
	several := len(c.l.Exiting) > 1 && !o.MultiExit && !(o.OtherExitPredictable && len(c.l.Exiting) == 2)
	switch est := md.Int("estimated_trip_count", 0); {
	case !counted && c.multiple < 2:
		return remark.UnknownTripCount
	case !o.Runtime, n < 2, several, est > 0 && est < int64(o.FlatTripCount), c.most > 0 && c.most < n,
		md.Most(n) < n:
		return remark.NotProfitable
	}
	if counted && !o.AllowExpensive && expensive(trips) {
		return remark.NotProfitable
	}
	return c.loop(int(n))
}

// expensive says whether it takes a division to compute e.
func expensive(e analysis.Expr) bool {
	if e.Kind == analysis.DivU && e.Val&(e.Val-1) != 0 {
		return true
	}
	return slices.ContainsFunc(e.Args, expensive)
}

// unrolledSize is the size of n copies: all but one lose their back edge.
func (c *unrollChoice) unrolledSize(n int64) int {
	s := int64(max(1, c.size-c.opt.BackedgeSize))
	if n > math.MaxInt32/s {
		return math.MaxInt32
	}
	return int(s*n) + c.opt.BackedgeSize
}

// measure finds out what is known of the loop. Its trip count is that of the exit that is taken first.
func (c *unrollChoice) measure() {
	se := c.d.Scev
	c.size = clone.LoopSize(c.l)
	for _, b := range c.l.Exiting {
		switch at, known := c.exitAt(b); {
		case known && at >= math.MaxInt32:
			c.huge = true
		case known && (c.exact == 0 || at+1 < c.exact):
			c.exact = at + 1
		}
	}
	if n := se.MaxTaken(c.l); n >= 0 && n < math.MaxInt32 {
		c.most = n + 1
	}
	c.multiple = 1
	if trips, ok := se.LatchTrips(c.l); ok {
		c.multiple = multipleOf(trips)
	}
}

// exitAt is the iteration, from 0, in which the exiting block b leaves the loop if nothing has done so before, if that
// is constant.
func (c *unrollChoice) exitAt(b *ir.Block) (int64, bool) {
	for _, x := range c.d.Scev.ExitCounts(c.l) {
		if x.Exiting == b && x.OK {
			return c.d.Scev.IsConst(x.Count)
		}
	}
	return 0, false
}

// waits says whether copies of the body would wait for one another, and nothing be gained by fewer branches: the loop
// adds in place, or each iteration waits for the floats of the one before it in a loop whose iterations the data count,
// few as a rule: a row of a sparse matrix. Where they are as many each time, or the loop stands alone, its end is
// predicted from fewer branches, and what comes behind it, the next row or the next call, begins while the sum is still
// under way. (Zen 5, a sum of 64 floats in order, called again and again: 29 ns, with four copies 14, gc's 17; of 1000
// floats 577 and 522. Rows of four elements: 1069 and 1185 for 250 of them.)
func (c *unrollChoice) waits() bool {
	if addsInPlace(c.l) {
		return true
	}
	if c.l.Parent == nil || !latencyBound(c.l) {
		return false
	}
	trips, ok := c.d.Scev.LatchTrips(c.l)
	return !ok || !c.d.Scev.Invariant(trips, c.l.Parent)
}

// latencyBound says whether every iteration of the loop waits for floating-point operations of the one before it.
func latencyBound(l *analysis.Loop) bool {
	back := l.Header.PredIndex(l.Latch)
	for _, phi := range l.Header.Phis() {
		if !phi.Type.Elem.IsFloat() {
			continue
		}
		seen := map[*ir.Value]bool{}
		var leads func(v *ir.Value) bool // back to the phi, through floats; what comes from memory need not wait
		leads = func(v *ir.Value) bool {
			if v == phi {
				return true
			}
			if seen[v] || l.Invariant(v) || !v.Type.Elem.IsFloat() || v.Op.IsMemory() {
				return false
			}
			seen[v] = true
			if v.Op == ir.OpPhi && v.Block == l.Header {
				return false // it waits for an iteration before the last, and so others go on beside it
			}
			return slices.ContainsFunc(v.Args, leads)
		}
		if leads(phi.Args[back]) {
			return true
		}
	}
	return false
}

// addsInPlace says whether the loop adds floats to memory where an index of the data tells it to, as sums of groups do.
// An iteration may wait for the one before it, for all the processor knows.
// The processor must guess which loads wait for which stores; with several pairs of them in the loop it guesses worse
// (Zen 5, 200 groups at random: 0.38 ns an element, 0.53 with two to eight copies of the body; of integers, which one
// instruction adds to memory, 0.33 and 0.27).
func addsInPlace(l *analysis.Loop) bool {
	for v := range l.Values() {
		if v.Op != ir.OpStore || !v.AccessType().Elem.IsFloat() || v.AccessType().IsVector() {
			continue
		}
		index := v.Args[1]
		for index.Op == ir.OpZExt || index.Op == ir.OpSExt {
			index = index.Args[0]
		}
		if !index.Op.IsMemory() || !l.ContainsValue(index) {
			continue
		}
		sum := v.StoredValue()
		for _, a := range sum.Args {
			if a.Op == ir.OpLoad && a.Args[0] == v.Args[0] && a.Args[1] == v.Args[1] {
				return true
			}
		}
	}
	return false
}

// countingSize is the number of values of a loop that changes an integer in memory where the data say and does little
// else, but for loading the index and what the element is combined with. The change is one instruction on amd64, so
// that the loop's own are half of it. Twice as many copies as otherwise, of half as many instructions, spare 5% (Zen 5,
// bytes counted: 0.230 and 0.218 ns each).
const countingSize = 14

// countsInPlace says whether the loop changes an integer in memory where the data say.
func (c *unrollChoice) countsInPlace() bool {
	for v := range c.l.Values() {
		if u, ok := legal.UpdateOf(v); ok && u.Op.Type.Elem.IsInt() && u.Op.Type.Lanes == 1 {
			if at := c.d.Scev.Of(v.Args[1]); at.Kind != analysis.AddRec && !c.d.Scev.Invariant(at, c.l) {
				return true
			}
		}
	}
	return false
}

// multipleOf is a power of two that e is a multiple of, however it wraps: of a sum what all its parts have in common,
// of a product what its factors have together.
func multipleOf(e analysis.Expr) int64 {
	return 1 << min(trailing(e), 30)
}

// trailing is a number of low bits of e that are certainly 0.
func trailing(e analysis.Expr) int {
	const all = 64
	switch e.Kind {
	case analysis.Const:
		return bits.TrailingZeros64(uint64(e.Val))
	case analysis.Sum:
		n := bits.TrailingZeros64(uint64(e.Val))
		for i, a := range e.Args {
			n = min(n, bits.TrailingZeros64(uint64(e.Coef[i]))+trailing(a))
		}
		return n
	case analysis.Prod:
		n := 0
		for _, a := range e.Args {
			n += trailing(a)
		}
		return min(n, all)
	case analysis.MinS, analysis.MaxS, analysis.MinU, analysis.MaxU:
		return min(trailing(e.Args[0]), trailing(e.Args[1]))
	case analysis.SExt, analysis.ZExt:
		return trailing(e.Args[0])
	}
	return 0
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
