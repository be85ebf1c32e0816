package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/remark"
)

// enabled restructures a loop that the vectorizer refused, for a reason that restructuring can remove. It is how the
// heuristics of these transformations come into play: nothing is asked of a loop that is vectorized as it is.
func (d *driver) enabled(l *analysis.Loop, why remark.Reason) bool {
	md := l.Header.Loop
	if md.Has("disable_nonforced") || md.Has("isvectorized") || d.opt.NoVectorize {
		return false
	}
	if d.reroll(l, nil) {
		return true
	}
	if d.versionStride(l, nil) {
		return true
	}
	switch why {
	case remark.InvariantStore, remark.ConditionalUniformLoad:
		return d.versionLICM(l, nil) || d.distribute(l, nil)
	case remark.ConditionalReverse, remark.ConditionalGroup:
		return d.improved(l, nil)
	case remark.BackwardDependence, remark.UnknownDependence:
		return d.carryScan(l) || d.distribute(l, nil)
	case remark.UnknownRecurrence, remark.FPOrder:
		return d.shorten(l) || d.distribute(l, nil)
	}
	return false
}

// enable is enabled, and tells the driver.
func (d *driver) enable(l *analysis.Loop, why remark.Reason) bool {
	d.prepared = d.enabled(l, why)
	return d.prepared
}

// improve is improved, and tells the driver.
func (d *driver) improve(l *analysis.Loop, accesses []*analysis.Access) bool {
	d.prepared = d.improved(l, accesses)
	return d.prepared
}

// improved restructures a loop that the vectorizer could take as it is, where that makes better vector code of it. accesses
// are those of the loop.
func (d *driver) improved(l *analysis.Loop, accesses []*analysis.Access) bool {
	md := l.Header.Loop
	if md.Has("disable_nonforced") || md.Has("isvectorized") || d.opt.NoVectorize {
		return false
	}
	branches := len(l.Blocks) > 1
	if branches && md.Int(unswitched, 0) < unswitchDepth && d.unswitch(l, nil) {
		return true
	}
	// What most loops have nothing of is asked first: everything below analyses the loop anew.
	stores, crossing := 0, false
	for _, w := range accesses {
		if !w.Write {
			continue
		}
		stores++
		for _, a := range accesses {
			crossing = crossing || !a.Write && a.Base == w.Base && a.Stride != w.Stride
		}
	}
	steps := false
	for _, phi := range l.Header.Phis() {
		_, step, ok := d.scev.ConstStep(phi, l)
		steps = steps || ok && (step > 1 || step < -1)
	}
	gathers := false
	for _, a := range accesses {
		gathers = gathers || a.Kind == analysis.Gather
	}
	if gathers && d.versionStride(l, nil) {
		return true
	}
	return (branches || crossing) && d.splitIndex(l, nil) || steps && d.reroll(l, nil) || stores > 1 && d.idiom(l)
}
