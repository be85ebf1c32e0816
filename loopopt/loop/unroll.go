package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// unrollPass is the name of the transformation.
const unrollPass = "unroll"

// Unroll does several iterations of a loop at once.
//
// Before:
//
//	for i := 0; i < n; i++ { s = f(s, x[i]) }
//
// After, by 4, with the trip count known only at run time:
//
//	k := 0
//	for ; k+4 <= n; k += 4 { s = f(s, x[k]); s = f(s, x[k+1]); s = f(s, x[k+2]); s = f(s, x[k+3]) }
//	for i := k; i < n; i++ { s = f(s, x[i]) }
//
// or, with unroll-runtime-epilog=false, with the remainder in front:
//
//	k := 0
//	for ; k < n%4; k++ { s = f(s, x[k]) }
//	for ; k < n; k += 4 { s = f(s, x[k]); s = f(s, x[k+1]); s = f(s, x[k+2]); s = f(s, x[k+3]) }
//
// If the trip count is constant: as many copies and no loop at all (full), or by a factor of it and no remainder
// (partial). If all that is known is that it is at most 3 (upper bound):
//
//	if 0 < n { f(0); if 1 < n { f(1); if 2 < n { f(2) } } }
//
// If nothing is known, as of while n != 1, each copy keeps the test, and there is no remainder:
//
//	for { if n == 1 { break }; n = f(n); if n == 1 { break }; n = f(n) }
//
// Legal always: a copy keeps its checks, its other exits and the loops inside, in their order, and its latch's test
// unless the trip count says how that comes out. Everything happens in the order of the original.
// Pays if the body is small, so that counter, test and branch are a good part of it, or if copies fold away, which a
// simulation finds out (unrollcost.go). The order of decisions is LLVM's (unrollcount.go).
// Reads unroll.*, estimated_trip_count; leaves followup_unrolled, followup_remainder, followup_all, by default
// unroll.disable on the unrolled loop and nothing but facts on the remainder.
// Remarks: loop unrolled, loop completely unrolled, loop not unrolled with the reason.
func Unroll(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	f, md := d.F, l.Header.Loop
	forced := r != nil && r.Forced
	opt := &d.Opt.Knobs.Unroll
	if opt.Disable {
		return driver.Refused(remark.SwitchedOff)
	}
	if md.Has("unroll.disable") || md.Int("unroll.count", 0) == 1 {
		return driver.Refused(remark.Disabled)
	}
	if !forced && (md.Has("isvectorized") || md.Has("disable_nonforced")) {
		return driver.Refused(remark.Disabled)
	}
	if !clone.Repeatable(l) {
		return driver.Refused(remark.NotSimplified)
	}
	c := &unrollChoice{d: d, l: l, opt: opt, forced: forced}
	if why := c.choose(); why != remark.None {
		if why == remark.NotProfitable && c.crowded != remark.None {
			why = c.crowded
		}
		return driver.Refused(why)
	}
	if !d.Bisect(unrollPass, md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	if forced && (c.form == unrollRuntime || c.form == unrollExits) && c.exact == 0 && !md.Has("disable_nonforced") {
		// As for heuristics (SplitChecks): the checks are tested once in front of a loop that has none, not in each
		// copy. (A constant trip count would be lost by it.)
		if h := withoutChecks(d, l); h != nil {
			d.Refresh()
			l = d.LoopOf(h)
			md = l.Header.Loop
			c = &unrollChoice{d: d, l: l, opt: opt, forced: forced}
			if why := c.choose(); why != remark.None {
				f.Fatalf("loop %s cannot be unrolled without its checks: %s", h, why)
			}
		}
	}
	shared := len(l.Exiting) > 1 || len(l.Children) > 0
	u := &unroller{unrollChoice: c, f: f, md: md}
	u.run()
	if shared {
		scalar.CanonicalLoops(f) // an exit of several copies that are loops now
	}
	text, args := "loop unrolled", u.args()
	switch c.form {
	case unrollFull:
		text = "loop completely unrolled"
	case unrollUpper:
		text = "loop completely unrolled by its upper bound"
	case unrollTests:
		args = append(args, remark.Arg{Name: "tests", Value: "kept"})
	case unrollRuntime:
		if !opt.Epilog {
			args = append(args, remark.Arg{Name: "remainder", Value: "prologue"})
		}
	}
	d.Passed(unrollPass, md.Position(), text, args...)
	if c.crowded != remark.None {
		d.Opt.Remarks.Add(f, remark.Remark{Kind: remark.Missed, Pass: unrollPass, Pos: md.Position(), Reason: c.crowded,
			Text: "unroll count limited", Args: c.explain()})
	}
	if a := md.Find("unroll.count"); forced && a != nil && int64(c.count) < a.Int &&
		(a.From != "" || !md.Has("vectorize.body")) {
		// Of a vector loop less is met only if it is what was asked: the count written is that of the original.
		d.Partly(md, "unroll.count", driver.MetInPart, remark.ShortTripCount, remark.Arg{Name: "count", Value: c.count})
	}
	return driver.Changed
}

// unroller carries an unrollChoice out.
type unroller struct {
	*unrollChoice
	f     *ir.Func
	md    *ir.LoopMD
	parts int // accumulators of a reduction, 0 if the copies share one
}

// args are what remarks say of the unrolled loop.
func (u *unroller) args() []remark.Arg {
	args := []remark.Arg{{Name: "count", Value: u.count}}
	if u.parts > 0 {
		args = append(args, remark.Arg{Name: "accumulators", Value: u.parts})
	}
	return args
}

func (u *unroller) run() {
	switch u.form {
	case unrollFull, unrollUpper:
		u.straight(u.count, u.form == unrollFull)
	case unrollExits, unrollTests:
		u.around()
	case unrollRuntime:
		u.runtime()
	}
}

// straight writes n iterations instead of the loop. If exact, an exit is taken in the last of them, by its constant
// count; else the back edge is not taken there, and behind the latch's test there is only its exit.
func (u *unroller) straight(n int, exact bool) {
	it := clone.CopyIterations(u.f, u.l, n, "unrolled")
	for k := range n {
		for _, b := range u.l.Exiting {
			at, known := u.exitAt(b)
			switch {
			case k == n-1 && (exact && known && at == int64(k) || !exact && b == u.l.Latch):
				it.Always(k, b)
			case exact && known && at != int64(k), u.rest > 0 && b == u.l.Latch:
				it.Never(k, b)
			}
		}
	}
	it.Cut()
	it.EnterFrom(u.l.Preheader, it.Starts)
	u.clean()
}

// around writes count copies into the loop. Those tests that cannot come out either way are gone.
func (u *unroller) around() {
	chains, parts := u.recurrences(), u.partials()
	it := clone.CopyIterations(u.f, u.l, u.count, "unrolled")
	u.shorten(it.Copies, chains)
	for k := range u.count {
		for _, b := range u.l.Exiting {
			if at, known := u.exitAt(b); known && at%int64(u.count) != int64(k) {
				it.Never(k, b)
			} else if b == u.l.Latch && u.multiple > 1 && (k+1)%gcd(u.count, int(u.multiple)) != 0 {
				it.Never(k, b)
			}
		}
	}
	pre := u.l.Preheader
	pre.RemoveSucc(u.l.Header)
	it.LoopFrom(pre, it.Starts)
	u.part(it.Copies, it.Head(), it.Tail(), parts)
	it.Head().Loop = u.unrolledMD()
	u.clean()
}

// clean removes the original loop, which nothing enters any more, and what else came to nothing.
func (u *unroller) clean() {
	u.f.ElimCopies()
	u.f.RemoveDead()
	u.f.DropStaleLoops()
}

// runtime makes the unrolled loop and the remainder.
func (u *unroller) runtime() {
	f, l, pos := u.f, u.l, u.md.Position()
	pre, rest := l.Preheader, l.Header
	n := u.d.Scev.Expand(u.trips, pre)
	chains, parts := u.recurrences(), u.partials()
	it := clone.CopyIterations(f, l, u.count, "unrolled")
	u.shorten(it.Copies, chains)
	for k := range it.Copies {
		it.Never(k, l.Latch)
	}
	if u.opt.Epilog {
		it.InFront(n, pos)
	} else {
		// The counter goes from the remainder's size to n, which it meets.
		exit := l.LatchExit()
		out := exit.PredIndex(l.Latch)
		r := remainderOf(f, pre, n, f.ConstInt(ir.TI64, int64(u.count)), pos)
		head, ph, starts := clone.FrontLoop(f, l, r, n, "prologue")
		ph.RemoveSucc(l.Header)
		it.LoopFrom(ph, starts)
		clone.CountTo(f, it.Head(), it.Tail(), exit,
			clone.Counter{Start: r, Limit: n, Step: int64(u.count), Test: ir.OpLtS}, pos)
		for _, phi := range exit.Phis() {
			phi.AddArg(it.Behind(phi.Args[out]))
		}
		rest = head
	}
	u.part(it.Copies, it.Head(), it.Tail(), parts)
	it.Head().Loop = u.unrolledMD()
	rest.Loop = u.remainderMD()
	u.clean()
	if u.opt.Remainder || u.rest > 0 && !driver.Given(u.md, remainderRoles) && u.rest*u.size <= u.threshold() {
		u.unrollRemainder(rest)
	}
}

// remainderOf is n % count at the end of b; n is not negative.
func remainderOf(f *ir.Func, b *ir.Block, n, count *ir.Value, pos ir.Pos) *ir.Value {
	if c := count.Int(); c&(c-1) == 0 {
		return b.New(ir.OpAnd, ir.TI64, pos, n, f.ConstInt(ir.TI64, c-1))
	}
	return b.New(ir.OpRemU, ir.TI64, pos, n, count)
}

// unrollRemainder unrolls the loop with the given header completely: it runs less than count times, or just rest times.
func (u *unroller) unrollRemainder(header *ir.Block) {
	scalar.CanonicalLoops(u.f)
	u.d.Refresh()
	l := u.d.LoopOf(header)
	if l == nil || !clone.Repeatable(l) || (u.count-1)*u.size > u.opt.PragmaThreshold {
		return
	}
	n := u.count - 1
	if u.rest > 0 {
		n = u.rest
	}
	v := &unroller{unrollChoice: &unrollChoice{d: u.d, l: l, opt: u.opt, rest: u.rest}, f: u.f, md: u.md}
	v.straight(n, false)
}

var (
	unrolledRoles  = []string{"unroll.followup_unrolled", "unroll.followup_all"}
	remainderRoles = []string{"unroll.followup_remainder", "unroll.followup_all"}
)

// unrolledMD is the metadata of the unrolled loop.
func (u *unroller) unrolledMD() *ir.LoopMD {
	md := driver.KeepMarks(driver.Followup(u.md, "unroll.", unrolledRoles, ir.Attr{Name: "unroll.disable"}), u.md)
	if !u.forced { // what was asked of the loop as it was would undo it
		md = md.Without(func(name string) bool { return name == "reroll.enable" })
	}
	md = estimateTrips(md, u.md, func(n int64) int64 { return n / int64(u.count) })
	if u.form == unrollTests { // the last pass may be left in its middle
		return md
	}
	return md.Grouped(u.md, int64(u.count))
}

// remainderMD is the metadata of the remainder: by default facts only, and that nothing is left to do.
func (u *unroller) remainderMD() *ir.LoopMD {
	md := driver.Followup(u.md, "unroll.", remainderRoles)
	if !driver.Given(u.md, remainderRoles) {
		md = leftover(u.md, "unroll.")
	}
	md = estimateTrips(md, u.md, func(n int64) int64 { return n % int64(u.count) })
	return md.AtMost(u.md.Most(int64(u.count) - 1))
}

// leftover is md for a loop of a few iterations that a transformation could not do with the others: what is known stays
// known, and nothing is left to do.
func leftover(md *ir.LoopMD, drop string) *ir.LoopMD {
	md = md.Without(func(name string) bool {
		row := attrs.Lookup(name)
		return row == nil || !row.Describes() && row.Class != attrs.Mark || driver.Ends(drop, name)
	})
	return doneToo(md)
}

// doneToo is md.Done for a loop that may have either mark.
func doneToo(md *ir.LoopMD) *ir.LoopMD {
	return md.With(driver.Missing(md, []ir.Attr{{Name: "unroll.disable"}, {Name: "isvectorized"}})...)
}

// estimateTrips corrects the estimated trip count in md, if the loop that it came from, with metadata old, has one.
func estimateTrips(md, old *ir.LoopMD, now func(int64) int64) *ir.LoopMD {
	const name = "estimated_trip_count"
	if n := old.Int(name, 0); n > 0 && md.Find(name) == nil { // else a followup says so itself
		return md.With(ir.Attr{Name: name, Kind: ir.AttrInt, Int: now(n)})
	}
	return md
}
