package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// sumsAsNest vectorizes the loop around the innermost loop k, whose sums must keep their order, with k inside, if that
// is better than anything scalar. It says whether it did.
func sumsAsNest(d *driver.Driver, k *analysis.Loop) bool {
	base := sumBase(d, k)
	for _, l := range OuterLoops(d) {
		if l == base && VectorizeOuter(d, l) {
			return true
		}
	}
	return false
}

// VectorizeOuter vectorizes l with the loops in it, if heuristics may and the nest is cheapest so. If not, that is no
// attempt on l as it may become: without loops in it.
func VectorizeOuter(d *driver.Driver, l *analysis.Loop) bool {
	t := d.TransformNamed(loop.VectorizePass)
	n := priceNest(d, l)
	if n.chosen(l) && unrolledFirst(d, l) {
		return true
	}
	d.See(vectorizingNests, l.Header)
	if !n.chosen(l) {
		d.Leave(t, l, remark.LeftToInner)
		return false
	}
	if d.Do(t, l, nil) {
		d.After(true)
		return true
	}
	d.Forget(t, l)
	return false
}

// unrolledFirst unrolls the loops in l completely if they are short enough for it, one after the other, and says whether
// it did: l is then one to vectorize as an innermost loop.
func unrolledFirst(d *driver.Driver, l *analysis.Loop) bool {
	if !unrollable(d, l) || !d.Do(d.TransformNamed("unroll"), innermostIn(d, l), nil) {
		return false
	}
	d.Tidy()
	scalar.CanonicalAddresses(d.F) // slices that the loop in l ran along are l's own
	scalar.CSE(d.F)
	d.After(true)
	return true
}

// unrollable says whether all of the loops in l are to be unrolled completely.
func unrollable(d *driver.Driver, l *analysis.Loop) bool {
	size := 0
	for in := range d.Loop.In(l) {
		if in != l && !loop.WillUnroll(d, in) {
			return false
		}
		if in.Parent == l {
			size += fullUnrollSize(d, in)
		}
	}
	return size <= fullUnrollSizeMax && loop.UnrollsFully(d, innermostIn(d, l))
}

// innermostIn is an innermost loop of the nest l.
func innermostIn(d *driver.Driver, l *analysis.Loop) (in *analysis.Loop) {
	for in = l; len(in.Children) > 0; in = in.Children[0] {
	}
	return in
}

// vectorizingNests is the stage that looks at each loop around others once.
const vectorizingNests = "vectorize nests"

func storesIn(l *analysis.Loop) bool {
	for _, b := range l.Blocks {
		for _, v := range b.Walk() {
			if v.Op.HasAny(ir.FlagWrites) {
				return true
			}
		}
	}
	return false
}

// OuterLoops are the loops around others that nobody has looked at and whose metadata leave them to heuristics. The
// inner ones come first: neighbouring iterations of theirs are neighbours in memory more often.
func OuterLoops(d *driver.Driver) (list []*analysis.Loop) {
	t := d.TransformNamed(loop.VectorizePass)
	for i := len(d.Loop.Loops) - 1; i >= 0; i-- {
		l := d.Loop.Loops[i]
		md := l.Header.Loop
		if len(l.Children) == 0 || d.Seen(vectorizingNests, l.Header) || d.WasTried(t, l) || !driver.Open(t, l) ||
			md.Has("isvectorized") || md.Off("vectorize.outer") {
			continue
		}
		list = append(list, l)
	}
	return list
}
