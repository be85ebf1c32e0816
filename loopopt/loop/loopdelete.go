package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/bitwise"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/scalar"
)

// Delete removes a loop that does nothing but count.
//
// Before:
//
//	for i := 0; i < n; i++ { k += 3; t = x[i] }   // t is not used
//
// After:
//
//	if n > 0 { k += 3*n }
//
// Legal if nothing in the loop has an effect, checks included, it is left at its end only, and what is used behind it
// are integers that advance evenly, computed from the number of iterations, or values that the same operand is applied
// to again and again, computed by squaring (repetition, repeat). That number must be known, or the loop be said to end
// (mustprogress) and nothing of it be used: a loop that goes on for ever is what the program asked for.
// Pays always. A loop of which the metadata ask for something stays.
// Powers are found by squaring (power.go) where the operation may be regrouped.
// Reads mustprogress and disable_nonforced; leaves nothing.
// Remarks: loop deleted.
func Delete(d *driver.Driver, l *analysis.Loop) bool {
	if d.Resting() || !DeleteLoop(d, l) {
		return false
	}
	d.Tidy()
	d.Refresh()
	return true
}

// DeleteLoop is Delete, and leaves it to the caller to tidy up.
func DeleteLoop(d *driver.Driver, l *analysis.Loop) bool {
	f, md := d.F, l.Header.Loop
	if len(l.Children) > 0 || !l.Simplified() || !l.LeftAtLatch() || md.Has("disable_nonforced") {
		return false
	}
	if md != nil && slices.ContainsFunc(md.Attrs, func(a ir.Attr) bool { return driver.IsRequest(a) != nil }) {
		return false
	}
	for v := range l.Values() {
		if v.Op.Is(ir.FlagEffect) {
			return false
		}
	}
	exit := l.Exits[0]
	at := exit.PredIndex(l.Latch)
	taken, constant, ok := d.Scev.TripCount(l)
	var count *bitwise.Count
	if !ok {
		count = bitwise.CountOf(l)
	}
	if !ok && count == nil && !md.Has("mustprogress") {
		return false
	}
	finals, ok := findFinals(d, l, exit.Phis(), at, ok, count, constant+1)
	if !ok {
		return false
	}
	if !d.Bisect("delete", md.Position()) {
		return false
	}
	pos := md.Position()
	for i := range finals {
		switch f := &finals[i]; {
		case f.value != nil || f.repeated.next != nil:
		case f.digits != nil:
			f.value = f.digits.Final(l.Preheader, pos)
		case count != nil:
			f.value = lastCounted(d, f.v, l, count, pos)
		default:
			f.value = lastOf(d, f.v, l, taken, pos)
		}
	}
	leaveWith(d, l, exit, finals, taken)
	f.RemoveUnreachable()
	if count != nil { // the branch past the loop may do for a number of which nothing is counted
		scalar.SimplifyCFG(f)
		scalar.IfConvert(f)
	}
	d.Passed("delete", pos, "loop deleted")
	return true
}

// A final is what a loop leaves behind in v: value, or what is computed by squaring, or of the bits of a number, or
// none of these, if v advances evenly.
type final struct {
	v        *ir.Value
	value    *ir.Value
	repeated repeated
	digits   *bitwise.Digits
}

// findFinals says how what the phis of an exit get from a loop can be computed without it; counted says that its number
// of iterations is known, trips what it is, or 0; count is what it counts otherwise.
func findFinals(d *driver.Driver, l *analysis.Loop, phis []*ir.Value, at int, counted bool, count *bitwise.Count,
	trips int64) ([]final, bool) {
	finals := make([]final, len(phis))
	for i, phi := range phis {
		v := phi.Args[at]
		finals[i].v = v
		if l.Invariant(v) {
			finals[i].value = v
			continue
		}
		if !counted && count == nil {
			return nil, false
		}
		if finals[i].digits = bitwise.DigitsOf(l, v, count, trips); finals[i].digits != nil {
			continue
		}
		if _, step, isRec := d.Scev.AddRec(v, l); isRec && d.Scev.Invariant(step, l) {
			continue
		}
		r, ok := repetition(l, v)
		if !ok || !counted {
			return nil, false
		}
		finals[i].repeated = r
	}
	return finals, true
}

// lastOf writes the last value of v, which advances evenly, in front of l.
func lastOf(d *driver.Driver, v *ir.Value, l *analysis.Loop, taken analysis.Expr, pos ir.Pos) *ir.Value {
	pre := l.Preheader
	start, step, _ := d.Scev.AddRec(v, l)
	n := d.Scev.Expand(taken, pre)
	if v.Type != ir.TI64 {
		n = pre.New(ir.OpTruncI, v.Type, pos, n)
	}
	n = pre.New(ir.OpMul, v.Type, pos, n, d.Scev.Expand(step, pre))
	return pre.New(ir.OpAdd, v.Type, pos, d.Scev.Expand(start, pre), n)
}

// lastCounted is lastOf for a loop that counts bits.
func lastCounted(d *driver.Driver, v *ir.Value, l *analysis.Loop, count *bitwise.Count, pos ir.Pos) *ir.Value {
	pre := l.Preheader
	start, step, _ := d.Scev.AddRec(v, l)
	n := count.Iterations(pre, v.Type, pos)
	if k, ok := d.Scev.IsConst(step); !ok || k != 1 {
		n = pre.New(ir.OpMul, v.Type, pos, n, d.Scev.Expand(step, pre))
	}
	return pre.New(ir.OpAdd, v.Type, pos, d.Scev.Expand(d.Scev.Sub(start, step), pre), n)
}

// leaveWith goes from the preheader of l to its exit, past l.
func leaveWith(d *driver.Driver, l *analysis.Loop, exit *ir.Block, finals []final, taken analysis.Expr) {
	from := l.Preheader
	var rs []repeated
	for _, f := range finals {
		if f.repeated.next != nil {
			rs = append(rs, f.repeated)
		}
	}
	var n *ir.Value
	if len(rs) > 0 {
		n = d.Scev.Expand(taken, from)
	}
	from.RemoveSucc(l.Header)
	if len(rs) > 0 {
		block, values := repeat(d, from, n, rs, l.Header.Loop)
		from = block
		for i := range finals {
			if finals[i].repeated.next != nil {
				finals[i].value, values = values[0], values[1:]
			}
		}
	}
	from.AddEdgeTo(exit)
	for i, phi := range exit.Phis() {
		phi.AddArg(finals[i].value)
	}
}
