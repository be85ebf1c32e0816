package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
)

// jamSums jams the loop around one that adds up floats in order, where neither can be vectorized: the innermost loop
// waits for one addition after the other, and several sums wait together.
//
// Before:
//
//	for i := range n { s := 0; for k := range n { s += a[i*n+k] * x[k] }; y[i] = s }
//
// After:
//
//	for i := 0; i+4 <= n; i += 4 {
//		s, …, s3 := 0, …, 0
//		for k := range n { s += a[i*n+k] * x[k]; …; s3 += a[(i+3)*n+k] * x[k] }
//		…
//	}
//	… the rows left over …
//
// Legal as unroll-and-jam is; each sum keeps its order.
// Pays always: four sums take the time of one, 4 cycles an addition. Eight would take no longer on paper, but their
// rows have more addresses than there are registers.
// Reads what tile reads, and leaves it. Remarks: loop unrolled and jammed.
func jamSums(d *driver.Driver, k *analysis.Loop) {
	l := sumBase(d, k)
	if l == nil {
		return
	}
	if head := k.Header; promote(d, k) {
		d.Refresh()
		if k = d.Loop.Of(head); sumBase(d, k) == nil {
			return
		}
		l = k.Parent
	}
	count := d.Opt.Knobs.Jam.MaxCount
	j := newJammer(d, l)
	if !j.legal(count) || !d.Bisect("unroll_and_jam", l.Header.Loop.Position()) {
		return
	}
	md := l.Header.Loop
	j.run()
	done := md.With(ir.Attr{Name: "unroll.disable"}, ir.Attr{Name: "vectorize.outer", Kind: ir.AttrInt})
	j.made.header.Loop, l.Header.Loop = done.Grouped(md, int64(count)), done.AtMost(int64(count-1))
	d.Passed("unroll_and_jam", md.Position(), "loop unrolled and jammed", remark.Arg{Name: "count", Value: count})
	afterJam(d)
}

// sumBase is the loop around k that jamSums would jam, or nil.
func sumBase(d *driver.Driver, k *analysis.Loop) *analysis.Loop {
	l := k.Parent
	count := d.Opt.Knobs.Jam.MaxCount
	if l == nil || !driver.Free(k.Header.Loop) || !driver.Free(l.Header.Loop) || d.Opt.NoVectorize ||
		!d.Opt.Knobs.Jam.Allow || !d.Opt.Knobs.Jam.Enable || count < 2 {
		return nil
	}
	size := nestSize(l)
	if k := &d.Opt.Knobs.Jam; size > k.Threshold || size*count > k.PragmaThreshold {
		return nil
	}
	if _, _, ok := d.Scev.TripCount(l); !ok || mostTrips(d, l) < int64(count) ||
		wholeCount(d, constTrips(d, l), count) < count {
		return nil
	}
	if _, _, counted := d.Scev.TripCount(k); !counted || loop.WillUnroll(d, k) {
		return nil
	}
	if loop.SumOf(d, k) == loop.OrderedSum {
		return l
	}
	// A sum that is kept in memory so far.
	for _, a := range analysis.Accesses(d.Scev, k) {
		if a.Write && a.Kind == analysis.Uniform && a.V.StoredValue().Type.Elem.IsFloat() {
			return l
		}
	}
	return nil
}
