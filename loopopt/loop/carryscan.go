package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/vplan"
)

// carryScan carries in a register what each iteration stores and the next one loads, combined with something by an
// associative operation.
//
// Before:
//
//	for i := 1; i < n; i++ { a[i] = a[i-1] + b[i] }
//
// After:
//
//	t := a[0]
//	for i := 1; i < n; i++ { t += b[i]; a[i] = t }
//
// which is a running sum, and vector code can be made of it (scan.go). It is what commoning does after the vectorizer
// has refused a loop (commoning.go), legal where that is.
// Pays where vector code comes of it, and little is lost elsewhere, for the loop will be asked about commoning.
// Reads commoning.disable and the knobs of commoning; leaves and remarks what commoning does.
func carryScan(d *driver.Driver, l *analysis.Loop) bool {
	c, guards := scanCommoner(d, l)
	if c == nil || !d.Bisect(commoningPass, l.Header.Loop.Position()) {
		return false
	}
	c.replace(guards, nil)
	return true
}

// scanCommoner is what carries the scans of l in registers, with its tests, or nil if there are none or it would not pay.
func scanCommoner(d *driver.Driver, l *analysis.Loop) (*commoner, []vplan.Guard) {
	if l.Header.Loop.Has("commoning.disable") || !d.Opt.Knobs.Commoning.Allow {
		return nil, nil
	}
	g := &legal.Legality{F: d.F, L: l, Se: d.Scev}
	g.Out = legal.LegalOf(g)
	if !g.Shape() || !g.Scalar() || !g.Counts() {
		return nil, nil
	}
	c := newCommoner(d, g, int64(d.Opt.Knobs.Commoning.MaxDistance))
	stored := map[*analysis.Access]bool{} // loads of what some iteration has stored
	for _, k := range c.links {
		stored[k.Load] = k.Source.Write
	}
	c.links = slices.DeleteFunc(c.links, func(k analysis.Link) bool { return !k.Source.Write && !stored[k.Source] })
	if !slices.ContainsFunc(c.links, c.scans) || !c.pays() {
		return nil, nil
	}
	if c.fit(); !slices.ContainsFunc(c.links, c.scans) {
		return nil, nil
	}
	guards := c.guards()
	if len(guards) > c.worthGuards() {
		return nil, nil
	}
	return c, guards
}

// scans says whether what the link carries would be a scan, or could be made one.
func (c *commoner) scans(k analysis.Link) bool {
	if !k.Source.Write {
		return false
	}
	load, v := k.Load.V, k.Source.V.StoredValue()
	if stride, size := k.Load.Stride, int64(k.Load.Size); k.Distance != 1 || stride != size && -stride != size {
		return false
	}
	if ch := recurrenceChain(c.l, load, v); ch != nil {
		return ch.associates() && (!ch.selects() || load.Type.Elem.IsInt()) // a float that was loaded may be any NaN
	}
	// A comparison that keeps what is there is no chain of operations that may change order, but a scan.
	return (v.Op == ir.OpMinNum || v.Op == ir.OpMaxNum) && v.Args[1] == load
}
