package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/remark"
	"hotloop/reuse"
)

// Restructurings for the vectorizer: what it asks for where it refuses a loop, or would take another loop better. It
// is how the heuristics of these transformations come into play: nothing is asked of a loop that is vectorized as it
// is.

// enabler may remove what the vectorizer refuses a loop for.
type enabler struct {
	run     driver.Restructuring
	reasons []remark.Reason // none: whatever the reason
}

// enablers are tried in this order. Those that undo what a programmer did, or that leave one loop for the usual case,
// come before those that make several loops.
func enablers() []enabler { return enablersMade.Get(newEnablers) }

var enablersMade reuse.Once[[]enabler]

func newEnablers() []enabler {
	return []enabler{
		{asked(Reroll), nil},
		{asked(VersionStride), nil},
		{asked(VersionLICM), []remark.Reason{remark.InvariantStore, remark.ConditionalUniformLoad}},
		{carryScan, []remark.Reason{remark.BackwardDependence, remark.UnknownDependence}},
		{reassociate, []remark.Reason{remark.UnknownRecurrence, remark.TableRecurrence, remark.HashRounds, remark.FPOrder}},
		{asked(SplitIndex), []remark.Reason{remark.UnknownRecurrence}},
		{asked(Distribute), []remark.Reason{remark.InvariantStore, remark.ConditionalUniformLoad, remark.BackwardDependence,
			remark.UnknownDependence, remark.UnknownRecurrence, remark.TableRecurrence, remark.HashRounds, remark.FPOrder}},
	}
}

// asked is a transformation that heuristics ask for.
func asked(run func(*driver.Driver, *analysis.Loop, *driver.Request) driver.Outcome) driver.Restructuring {
	return func(d *driver.Driver, l *analysis.Loop) bool { return run(d, l, nil).Changed() }
}

// enabling lists what may help a loop that the vectorizer refuses.
func enabling(d *driver.Driver, l *analysis.Loop, why remark.Reason) (list []driver.Restructuring) {
	if !restructurable(d, l) {
		return nil
	}
	for _, e := range enablers() {
		if e.reasons == nil || slices.Contains(e.reasons, why) {
			list = append(list, e.run)
		}
	}
	if why == remark.ConditionalReverse || why == remark.ConditionalGroup {
		list = append(list, improving(d, l, nil)...)
	}
	return list
}

// restructurable says whether heuristics may make another loop of l.
func restructurable(d *driver.Driver, l *analysis.Loop) bool {
	md := l.Header.Loop
	return !md.Has("disable_nonforced") && !md.Has("isvectorized") && !d.Opt.NoVectorize
}

// improver makes better vector code of a loop that the vectorizer could take as it is.
type improver struct {
	run driver.Restructuring
	// what most loops have nothing of is asked first: the restructuring analyses the loop anew
	when func(s sketch) bool
}

// improvers are tried in this order.
func improvers() []improver { return improversMade.Get(newImprovers) }

var improversMade reuse.Once[[]improver]

func newImprovers() []improver {
	return []improver{
		{asked(Unswitch), func(s sketch) bool { return s.branches && s.unswitched < unswitchDepth }},
		{asked(VersionStride), func(s sketch) bool { return s.gathers }},
		{asked(SplitIndex), func(s sketch) bool { return s.branches || s.crossing }},
		{asked(Reroll), func(s sketch) bool { return s.steps }},
		{idiom, func(s sketch) bool { return s.stores > 1 }},
	}
}

// sketch is what a loop has that some restructuring is about.
type sketch struct {
	branches   bool
	unswitched int64 // how often heuristics have doubled it
	stores     int
	crossing   bool // a load and a store of one object that walk differently
	steps      bool // a variable that walks by more than one
	gathers    bool
}

// improving lists what may make better vector code of l, whose accesses are given.
func improving(d *driver.Driver, l *analysis.Loop, accesses []*analysis.Access) (list []driver.Restructuring) {
	if !restructurable(d, l) {
		return nil
	}
	s := sketchOf(d, l, accesses)
	for _, e := range improvers() {
		if e.when(s) {
			list = append(list, e.run)
		}
	}
	return list
}

func sketchOf(d *driver.Driver, l *analysis.Loop, accesses []*analysis.Access) sketch {
	s := sketch{branches: len(l.Blocks) > 1, unswitched: l.Header.Loop.Int(unswitched, 0)}
	for _, w := range accesses {
		s.gathers = s.gathers || w.Kind == analysis.Gather
		if !w.Write {
			continue
		}
		s.stores++
		for _, a := range accesses {
			s.crossing = s.crossing || !a.Write && a.Base == w.Base && a.Stride != w.Stride
		}
	}
	for _, phi := range l.Header.Phis() {
		_, step, ok := d.Scev.ConstStep(phi, l)
		s.steps = s.steps || ok && (step > 1 || step < -1)
	}
	return s
}
