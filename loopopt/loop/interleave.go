package loop

import (
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// interleave does several iterations of a loop of vectors per pass: what interleave.count asks of a loop that has been
// vectorized already, by a followup say. The scheduler overlaps them.
//
// Before:
//
//	for i := 0; i+8 <= n; i += 8 { y[i:i+8] += x[i:i+8] }
//
// After, by 2:
//
//	for ; i+16 <= n; i += 16 { y[i:i+8] += x[i:i+8]; y[i+8:i+16] += x[i+8:i+16] }
//	if i+8 <= n { y[i:i+8] += x[i:i+8] }
//
// Legal always, as unrolling is; sums whose order may change have an accumulator for each copy (unrollchain.go).
// Reads interleave.count; leaves what vectorization leaves on its loops.
// Remarks: vector loop interleaved.
func interleave(d *driver.Driver, l *analysis.Loop, n int) driver.Outcome {
	md := l.Header.Loop
	c := &unrollChoice{d: d, l: l, opt: &d.Opt.Knobs.Unroll, forced: true}
	switch {
	case !clone.Repeatable(l) || len(l.Children) > 0:
		return driver.Refused(remark.NotSimplified)
	case c.opt.Disable:
		return driver.Refused(remark.SwitchedOff)
	}
	c.measure()
	if why := c.by(n); why != remark.None {
		return driver.Refused(why)
	}
	if !d.Bisect("vectorize", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	u := &unroller{unrollChoice: c, f: d.F, md: interleaved(md)}
	u.run()
	text := "vector loop interleaved"
	if md.Int("vectorize.width", 0) == 1 {
		text = "loop interleaved"
	}
	d.Passed("vectorize", md.Position(), text, u.args()...)
	if c.count < n {
		d.Partly(md, "interleave.count", driver.MetInPart, remark.ShortTripCount,
			remark.Arg{Name: "count", Value: c.count})
	}
	return driver.Changed
}

// interleaved is md for the unroller, which is to leave what md says of vectorization.
func interleaved(md *ir.LoopMD) *ir.LoopMD {
	next := md.Without(func(name string) bool {
		return strings.HasPrefix(name, "vectorize.") || strings.HasPrefix(name, "interleave.") ||
			strings.HasPrefix(name, "unroll.followup")
	}).With(driver.Missing(md, []ir.Attr{{Name: "isvectorized"}, driver.AttrOn("vectorize.body")})...)
	for _, a := range md.Attrs {
		switch a.Name {
		case "vectorize.followup_vectorized":
			a.Name = "unroll.followup_unrolled"
		case "vectorize.followup_epilogue":
			a.Name = "unroll.followup_remainder"
		case "vectorize.followup_all":
			a.Name = "unroll.followup_all"
		default:
			continue
		}
		next = next.With(a)
	}
	return next
}

// vectorsOnly says whether all stores of l, and at least one value in it, are vectors.
func vectorsOnly(l *analysis.Loop) bool {
	any := false
	for v := range l.Values() {
		if v.Op.HasAny(ir.FlagWrites) && v.Op.IsMemory() && !v.StoredValue().Type.IsVector() {
			return false
		}
		any = any || v.Type.IsVector()
	}
	return any
}
