package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
	"hotloop/loopopt/vplan"
)

// vectorizePass is the name of the transformation.
const vectorizePass = "vectorize"

// vectorize does several iterations of an innermost loop at once.
//
// Before:
//
//	for i := 0; i < n; i++ { y[i] += a * x[i] }
//
// After:
//
//	safe := min(n, len(y), len(x))
//	i := 0
//	if safe >= few && no overlap that matters(y, x) {
//		for ; i+VF*UF <= safe; i += VF*UF { … vectors … }
//		masked or narrower tail up to safe
//	}
//	for ; i < n; i++ { y[i] += a * x[i] }   // as it was, with its checks
//
// Legal if every value carried around the loop is an induction or a reduction whose order may change, the trip count,
// or at least the iterations for which some check holds or some exit is not taken, are known before the loop, and memory
// dependences within a vector iteration are excluded by proof or by a run-time check. A check or an exit that only the data
// decide is tested in every pass, for all lanes, in front of all its stores; loads that the test needs come before stores
// that the program does first (exits.go).
// Pays by the cost of the plan against that of the scalar loop.
// Reads vectorize.*, interleave.*, prefer_width and estimated_trip_count; leaves followup_vectorized, followup_epilogue, followup_all, and by default
// isvectorized on all loops and unroll.runtime.disable on the scalar one. Narrower vector loops get marks only.
// Remarks: loop vectorized, with the way that exits are treated; loop not vectorized with the reason; ExitStrategy.
func (d *driver) vectorize(l *analysis.Loop, r *request) bool {
	f, md := d.f, l.Header.Loop
	forced := r != nil && r.forced
	miss := func(why remark.Reason, at *ir.Value) bool {
		if r == nil && why == remark.AlreadyDone {
			return false // a vector loop that a followup has left without marks
		}
		return d.refuse(vectorizePass, l, r, why, "loop not vectorized", d.where(md, at)...)
	}
	n := int(md.Int("interleave.count", 0))
	switch {
	case d.opt.NoVectorize:
		return miss(remark.SwitchedOff, nil)
	case md.Off("vectorize.enable") || md.Int("vectorize.width", 0) == 1 && n <= 1:
		return miss(remark.Disabled, nil)
	case md.Int("vectorize.width", 0) == 1:
		done, why := d.interleave(l, n)
		return done || miss(why, nil)
	}
	g := &legality{f: f, l: l, se: d.scev, vector: true, early: true, forced: forced, copies: d.copies}
	if a := md.Find("vectorize.exits"); a != nil && exitStrategy(a.Text).available() {
		g.exits = exitStrategy(a.Text)
	}
	strips, tested := d.takeStrips(l), md.Has(firstTested)
	md = md.Without(func(name string) bool { return name == inStrips || name == firstTested })
	if !g.check() {
		if g.reason == remark.AlreadyDone && n > 1 && !md.Has("vectorize.enable") &&
			md.Int("vectorize.width", 0) < 2 && vectorsOnly(l) {
			done, why := d.interleave(l, n)
			return done || miss(why, nil)
		}
		return strips == nil && d.enable(l, g.reason) || miss(g.reason, g.at)
	}
	if strips == nil && d.improve(l, g.out.Accesses) {
		return true
	}
	if !forced && strips == nil && d.shortResult(l) {
		return miss(remark.NotProfitable, nil)
	}
	legal := g.out
	legal.Target = d.opt.Target
	legal.Narrowed = smallerLanes(f, legal.Body)
	legal.Forced = forced
	legal.Exits = g.nameExits(false)
	legal.Predicate = g.exits.way().lanes
	wishes(legal, md)
	if l.Parent != nil && legal.Align == vplan.AlignByCost {
		legal.Align = vplan.AlignNever // a row, of which there may be more than one in a pass yet: unroll-and-jam wants one way through it
	}
	if legal.MaskTail == 0 && strips == nil && d.meetsFreshStores(l, legal) {
		legal.MaskTail = -1
	}
	if !d.opt.Knobs.WindowGathers {
		legal.Gathers = vplan.GathersPlain
	}
	carried := d.carriesVectors(g)
	if !carried {
		legal.Forwards = legal.MaxStep
	}
	bound := d.bound(legal, strips)
	plan, ref := vplan.Build(legal)
	if ref != nil {
		return strips == nil && d.enable(l, remark.Reason(ref.Reason)) || miss(remark.Reason(ref.Reason), ref.At)
	}
	strips.pageTail(plan, g.exits)
	target := d.opt.Target
	if bits := md.Int("prefer_width", 0); bits >= minPreferred {
		target = narrowed{target, int(bits) / 8}
	}
	uops := vplan.ScalarUops(legal, d.opt.Target)
	candidates, ok := plan.Choose(target, uops)
	if ok && strips == nil && len(plan.Streams) > 0 {
		if why := d.pageStrips(l, d.pageStrategy(g.exits, plan, uops), plan); why != remark.None {
			return miss(why, plan.Streams[0].V)
		}
		return true
	}
	if ok && strips == nil && !tested && legal.Bails(l.Header) && d.firstAlone(l, legal) {
		d.prepared = true
		return true
	}
	legal.Exits = strips.name(g.nameExits(plan.Predicate))
	if !ok && strips == nil && len(legal.Updates) > 0 && d.enable(l, remark.UnknownDependence) {
		return true // the rest of the loop by itself may pay
	}
	d.out.note(plan, candidates, md.Position())
	if d.opt.Plan != nil {
		d.opt.Plan(Considered{plan, candidates, md.Position()})
	}
	if !ok {
		return miss(unchosen(candidates, d.trips(legal)), nil)
	}
	if n := md.Int("estimated_trip_count", 0); !forced && n > 0 && n < plan.MinIter {
		return miss(remark.ShortTripCount, nil) // vector code would not run as a rule
	}
	if err := plan.Verify(); err != nil {
		f.Fatalf("%v", err)
	}
	if !d.bisect("vectorize", md.Position()) {
		return miss(remark.Bisected, nil)
	}
	res := plan.Execute()
	d.out.Plans = append(d.out.Plans, plan)

	d.tellVectorized(md, plan, g.granted)
	d.tellShortfalls(md, plan, bound)
	marks(md, res)
	if carried {
		canonicalLoops(f)
		d.refresh()
		for _, h := range res.Loops {
			d.carryVectors(h)
		}
	}
	return true
}

// bound bounds the iterations that a plan may do at once by what the strips and the options permit. It returns what the bound
// comes from.
func (d *driver) bound(legal *vplan.Legal, strips *pageStrips) remark.Reason {
	from, n := remark.DependenceDistance, legal.MaxStep
	if strips.restrict(legal); legal.MaxStep != n {
		from, n = remark.UnknownExtent, legal.MaxStep
	}
	if d.restrict(legal); legal.MaxStep != n {
		from = remark.SpillLimit
	}
	return from
}

// trips is the number of iterations if that is constant, else -1.
func (d *driver) trips(legal *vplan.Legal) int64 {
	if n, ok := d.scev.IsConst(legal.Trips); ok {
		return n
	}
	return -1
}

// restrict keeps plans to as many iterations at once as the options permit, whatever is asked for.
func (d *driver) restrict(legal *vplan.Legal) {
	if n := int64(d.opt.MaxStep); n > 0 && (legal.MaxStep == 0 || legal.MaxStep > n) {
		legal.MaxStep = n
	}
}

// wishes copies what the metadata ask of a plan.
func wishes(legal *vplan.Legal, md *ir.LoopMD) {
	if w := int(md.Int("vectorize.width", 0)); w > 1 {
		legal.Width = w
	}
	legal.Regions = regionMode(md)
	legal.Gathers = gatherMode(md)
	legal.Interleave = int(md.Int("interleave.count", 0))
	if md.Has("vectorize.predicate.enable") {
		legal.MaskTail = 1
	} else if md.Off("vectorize.predicate.enable") {
		legal.MaskTail = -1
	}
	if md.Has("vectorize.align.enable") {
		legal.Align = vplan.AlignAlways
	} else if md.Off("vectorize.align.enable") {
		legal.Align = vplan.AlignNever
	}
}

// tellVectorized is the remark of a loop that has been vectorized.
func (d *driver) tellVectorized(md *ir.LoopMD, plan *vplan.Plan, granted bool) {
	legal := plan.Legal
	args := []remark.Arg{{Name: "VF", Value: plan.VF()}, {Name: "UF", Value: plan.UF()}, {Name: "tail", Value: plan.Tail}}
	if legal.Exits != "" {
		args = append(args, remark.Arg{Name: "exits", Value: legal.Exits})
	}
	if plan.Front != nil {
		args = append(args, remark.Arg{Name: "aligned", Value: plan.Front.Bytes})
	}
	if how := plan.RegionsRemark(); how != "" {
		args = append(args, remark.Arg{Name: "regions", Value: how})
	}
	if n := len(plan.Windows); n > 0 {
		args = append(args, remark.Arg{Name: "windows", Value: n})
	}
	d.passed("vectorize", md.Position(), "loop vectorized", args...)
	if granted {
		d.passed("vectorize", md.Position(), "forced vectorization changes the order of floating-point operations")
	}
}

// marks gives the loops of a vectorized one their metadata.
func marks(md *ir.LoopMD, res vplan.Result) {
	done, body, epilogue := ir.Attr{Name: "isvectorized"}, attrOn("vectorize.body"), attrOn("vectorize.epilogue")
	for _, h := range res.Loops {
		if most := h.Loop.Find(ir.MaxTripCount); most != nil {
			// A narrower loop for what the main one leaves over: a few iterations, of which nobody wants anything.
			h.Loop = bare(md).With(done, body, epilogue, *most)
			continue
		}
		h.Loop = followup(md, "vectorize.", []string{"vectorize.followup_vectorized", "vectorize.followup_all"}, done, body)
	}
	rest := []ir.Attr{done, epilogue, {Name: "unroll.runtime.disable"}}
	if asks(md, "unroll") {
		rest = rest[:2] // LLVM's rule: whoever says how to unroll means this loop too
	}
	res.Scalar.Loop = followup(md, "", []string{"vectorize.followup_epilogue", "vectorize.followup_all"}, rest...)
}

// firstTested marks a loop whose first test has been made in front of it.
const firstTested = "first.tested"

// firstAlone makes the first test of a loop that searches, or the whole first iteration if there is a store before the test
// or another test behind it, in front of it: whoever finds something at once need not wait for vector code to be set up.
func (d *driver) firstAlone(l *analysis.Loop, legal *vplan.Legal) bool {
	h, md := l.Header, l.Header.Loop
	tests := 0
	for _, b := range l.Blocks {
		if legal.Bails(b) {
			tests++
		}
	}
	p := &peeling{d: d, l: l, md: md, unroll: &d.opt.Knobs.Unroll, opt: &d.opt.Knobs.Peel}
	peel := func() bool {
		return !md.Has("disable_nonforced") && repeatable(l) && loopSize(l) <= maxFirst && p.first(1)
	}
	if !(tests > 1 && peel()) && !testFirst(d.f, l) && !(tests == 1 && peel()) {
		return false
	}
	h.Loop = h.Loop.With(ir.Attr{Name: firstTested})
	canonicalLoops(d.f)
	return true
}

// maxFirst is the largest loop, in values, of which there is to be one more iteration in front.
const maxFirst = 40

// regionMode is what the metadata say about branching round what is under an empty mask.
func regionMode(md *ir.LoopMD) vplan.RegionMode {
	if a := md.Find("vectorize.regions"); a != nil {
		switch a.Text {
		case "branch":
			return vplan.RegionsBranch
		case "mask":
			return vplan.RegionsMask
		}
	}
	return vplan.RegionsByCost
}

// gatherMode is what the metadata say about gathering by windows.
func gatherMode(md *ir.LoopMD) vplan.GatherMode {
	if a := md.Find("vectorize.gathers"); a != nil {
		switch a.Text {
		case "window":
			return vplan.GathersByWindow
		case "plain":
			return vplan.GathersPlain
		}
	}
	return vplan.GathersByCost
}

// narrowed is a target of which no more than so many bytes of a vector register are to be used.
type narrowed struct {
	tti.Info
	bytes int
}

func (n narrowed) VectorBytes() int { return min(n.bytes, n.Info.VectorBytes()) }
func (n narrowed) PreferBytes() int { return min(n.bytes, n.Info.PreferBytes()) }
