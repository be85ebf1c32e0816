package nest

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// maxJamSize bounds the values that come of it if no number of copies is asked for. That number is the knob
// jam.max-count then, 4: sums of four hide the latency of an addition, and a body of four rows still has registers for
// its addresses.
const maxJamSize = 400

// jamCount is how many iterations of l are done at once, in LLVM's order (computeUnrollAndJamCount): the count of the
// option, that of the metadata, as many as heuristics take. It is no more than there are iterations, and leaves none
// over where nothing may be left over. A reason says why there is no such number.
func jamCount(d *driver.Driver, l *analysis.Loop) (int, remark.Reason) {
	knobs, md, size := &d.Opt.Knobs.Jam, l.Header.Loop, nestSize(l)
	count := knobs.Count
	if count == 0 {
		count = int(md.Int("unroll_and_jam.count", 0))
	}
	if count == 0 {
		for count = knobs.MaxCount; count > 2 && count*size > maxJamSize; {
			count /= 2
		}
	}
	trips := constTrips(d, l)
	if trips > 0 {
		count = int(min(int64(count), trips))
	}
	count = int(md.Most(int64(count)))
	if count < 2 {
		return 0, remark.ShortTripCount
	}
	if count = wholeCount(d, trips, count); count < 2 {
		return 0, remark.SwitchedOff
	}
	if count*size > knobs.PragmaThreshold {
		return 0, remark.CodeSize
	}
	return count, remark.None
}

// wholeCount is count, or the largest number below it that leaves none of the given iterations over, if the knob
// unroll.allow-remainder wants that: 1 if there is none, or nothing is known of the iterations (0).
func wholeCount(d *driver.Driver, trips int64, count int) int {
	if d.Opt.Knobs.Unroll.AllowRemainder {
		return count
	}
	for trips == 0 && count > 1 || count > 1 && trips%int64(count) != 0 {
		count--
	}
	return count
}

// constTrips is the number of iterations of l if that is constant, else 0.
func constTrips(d *driver.Driver, l *analysis.Loop) int64 {
	if _, n, ok := d.Scev.TripCount(l); ok && n >= 0 {
		return n + 1
	}
	return 0
}

// mostTrips is the number of iterations of l that there are at most, as far as that is known.
func mostTrips(d *driver.Driver, l *analysis.Loop) int64 {
	n := int64(math.MaxInt64)
	if taken := d.Scev.MaxTaken(l); taken >= 0 && taken < n {
		n = taken + 1
	}
	return l.Header.Loop.Most(n)
}

// nestSize is the number of values of l and of the loops in it.
func nestSize(l *analysis.Loop) (size int) {
	for _, b := range l.Blocks {
		size += len(b.Values)
	}
	return size
}

// jamsAll says whether the option jam.count asks for every loop around others to be jammed.
func jamsAll(d *driver.Driver) bool {
	k := &d.Opt.Knobs.Jam
	return k.Count > 1 && k.Allow && k.Enable
}

// Jammable are the loops around others that the option jam.count is about, inner ones first. Loops that do what another
// one has left over are not among them.
func Jammable(d *driver.Driver) (list []*analysis.Loop) {
	if !jamsAll(d) {
		return nil
	}
	for _, l := range driver.InsideOut(d) {
		md := l.Header.Loop
		if len(l.Children) > 0 && !md.Has("unroll.disable") && md.Find(ir.MaxTripCount) == nil {
			list = append(list, l)
		}
	}
	return list
}
