package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
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
//	for i := 0; i+4 <= n; i += 4 { s, …, s3 := 0, …, 0; for k := range n { s += a[i*n+k] * x[k]; …; s3 += a[(i+3)*n+k] * x[k] }; … }
//	… the rows left over …
//
// Legal as unroll-and-jam is; each sum keeps its order.
// Pays always: four sums take the time of one, 4 cycles an addition. Eight would take no longer on paper, but their rows
// have more addresses than there are registers.
// Reads what tile reads, and leaves it. Remarks: loop unrolled and jammed.
func (d *driver) jamSums(k *analysis.Loop) {
	l := d.sumBase(k)
	if l == nil {
		return
	}
	if head := k.Header; d.promote(k) {
		d.refresh()
		if k = d.loop.Of(head); d.sumBase(k) == nil {
			return
		}
		l = k.Parent
	}
	count := d.opt.Knobs.Jam.MaxCount
	j := d.newJammer(l)
	if !j.legal(1, count) || !d.bisect("unroll_and_jam", l.Header.Loop.Position()) {
		return
	}
	md := l.Header.Loop
	j.run()
	j.main.header.Loop = md.With(ir.Attr{Name: "unroll.disable"}, ir.Attr{Name: "vectorize.outer", Kind: ir.AttrInt})
	l.Header.Loop = md.With(ir.Attr{Name: "unroll.disable"}, ir.Attr{Name: "vectorize.outer", Kind: ir.AttrInt}, ir.Attr{Name: ir.MaxTripCount, Kind: ir.AttrInt, Int: int64(count - 1)})
	d.passed("unroll_and_jam", md.Position(), "loop unrolled and jammed", remark.Arg{Name: "count", Value: count})
	d.afterJam()
}

// sumBase is the loop around k that jamSums would jam, or nil.
func (d *driver) sumBase(k *analysis.Loop) *analysis.Loop {
	l := k.Parent
	count := d.opt.Knobs.Jam.MaxCount
	if l == nil || !free(k.Header.Loop) || !free(l.Header.Loop) || d.opt.NoVectorize || !d.opt.Knobs.Jam.Allow || !d.opt.Knobs.Jam.Enable || count < 2 {
		return nil
	}
	size := 0
	for _, b := range l.Blocks {
		size += len(b.Values)
	}
	if k := &d.opt.Knobs.Jam; size > k.Threshold || size*count > k.PragmaThreshold {
		return nil
	}
	if _, n, ok := d.scev.TripCount(l); !ok || n >= 0 && n+1 < int64(count) {
		return nil
	}
	if _, n, ok := d.scev.TripCount(k); !ok || n >= 0 && n < int64(d.opt.Knobs.Unroll.FullMaxCount) {
		return nil
	}
	if d.sumOf(k) == orderedSum {
		return l
	}
	// A sum that is kept in memory so far.
	for _, a := range analysis.Accesses(d.scev, k) {
		if a.Write && a.Kind == analysis.Uniform && a.V.StoredValue().Type.Elem.IsFloat() {
			return l
		}
	}
	return nil
}
