package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/remark"
)

// enabled restructures a loop that the vectorizer refused, for a reason that restructuring can remove. It is how the
// heuristics of these transformations come into play: nothing is asked of a loop that is vectorized as it is.
func enabled(d *driver.Driver, l *analysis.Loop, why remark.Reason) bool {
	md := l.Header.Loop
	if md.Has("disable_nonforced") || md.Has("isvectorized") || d.Opt.NoVectorize {
		return false
	}
	if Reroll(d, l, nil) {
		return true
	}
	if VersionStride(d, l, nil) {
		return true
	}
	switch why {
	case remark.InvariantStore, remark.ConditionalUniformLoad:
		return VersionLICM(d, l, nil) || Distribute(d, l, nil)
	case remark.ConditionalReverse, remark.ConditionalGroup:
		return improved(d, l, nil)
	case remark.BackwardDependence, remark.UnknownDependence:
		return carryScan(d, l) || Distribute(d, l, nil)
	case remark.UnknownRecurrence, remark.FPOrder:
		return shorten(d, l) || Distribute(d, l, nil)
	}
	return false
}

// enable is enabled, and tells the driver.
func enable(d *driver.Driver, l *analysis.Loop, why remark.Reason) bool {
	d.Prepared = enabled(d, l, why)
	return d.Prepared
}

// improve is improved, and tells the driver.
func improve(d *driver.Driver, l *analysis.Loop, accesses []*analysis.Access) bool {
	d.Prepared = improved(d, l, accesses)
	return d.Prepared
}

// improved restructures a loop that the vectorizer could take as it is, where that makes better vector code of it. accesses
// are those of the loop.
func improved(d *driver.Driver, l *analysis.Loop, accesses []*analysis.Access) bool {
	md := l.Header.Loop
	if md.Has("disable_nonforced") || md.Has("isvectorized") || d.Opt.NoVectorize {
		return false
	}
	branches := len(l.Blocks) > 1
	if branches && md.Int(unswitched, 0) < unswitchDepth && Unswitch(d, l, nil) {
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
		_, step, ok := d.Scev.ConstStep(phi, l)
		steps = steps || ok && (step > 1 || step < -1)
	}
	gathers := false
	for _, a := range accesses {
		gathers = gathers || a.Kind == analysis.Gather
	}
	if gathers && VersionStride(d, l, nil) {
		return true
	}
	return (branches || crossing) && SplitIndex(d, l, nil) || steps && Reroll(d, l, nil) || stores > 1 && idiom(d, l)
}
