package loop

import (
	"math"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
	"hotloop/loopopt/tti"
	"hotloop/loopopt/vplan"
)

// VectorizePass is the name of the transformation.
const VectorizePass = "vectorize"

// Vectorize does several iterations of an innermost loop at once.
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
// Legal if every value carried around the loop is an induction or a reduction whose order may change, or a sum that is
// added up lane by lane, the trip count,
// or at least the iterations for which some check holds or some exit is not taken, are known before the loop, and
// memory dependences within a vector iteration are excluded by proof or by a run-time check. A check or an exit that
// only the data decide is tested in every vector iteration, for all lanes, in front of all its stores; loads that the
// test needs come before stores that the program does first (exits.go).
// Pays by the cost of the plan against that of the scalar loop.
// Reads vectorize.*, interleave.*, prefer_width and estimated_trip_count; leaves followup_vectorized,
// followup_epilogue, followup_all, and by default isvectorized on all loops and unroll.runtime.disable on the scalar
// one. Narrower vector loops get marks only.
// Remarks: loop vectorized, with the way that exits are treated; loop not vectorized with the reason; ExitStrategy.
func Vectorize(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	n := int(md.Int("interleave.count", 0))
	switch {
	case d.Opt.NoVectorize:
		return driver.Refused(remark.SwitchedOff)
	case md.Off("vectorize.enable") || md.Int("vectorize.width", 0) == 1 && n <= 1:
		return driver.Refused(remark.Disabled)
	case md.Int("vectorize.width", 0) == 1:
		return interleave(d, l, n)
	}
	v := &vectorizer{d: d, l: l, forced: r != nil && r.Forced}
	v.found = legal.Legality{F: d.F, L: l, Se: d.Scev, Vector: true, Early: true, Forced: v.forced,
		Copies: *driver.State[tableCopies](d)}
	v.g = &v.found
	if a := md.Find("vectorize.exits"); a != nil && legal.ExitStrategy(a.Text).Available() {
		v.g.Exits = legal.ExitStrategy(a.Text)
	}
	v.strips, v.tested = takeStrips(d, l), md.Has(firstTested)
	v.md = md.Without(func(name string) bool { return name == inStrips || name == firstTested })
	switch {
	case v.g.Check():
		return v.first(improving(d, l, v.g.Out.Accesses), v.plan)
	case v.g.Reason == remark.AlreadyDone && n > 1 && !md.Has("vectorize.enable") && md.Int("vectorize.width", 0) < 2 &&
		vectorsOnly(l):
		return interleave(d, l, n)
	}
	if v.g.Reason == remark.FPOrder && v.strips == nil {
		g := *v.g
		g.Reason, g.At, g.LaneSums = "", nil, true
		if g.Check() {
			at := v.g.At
			v.g, v.inOrder = &g, at
			return v.plan()
		}
	}
	return v.refused(v.g.Reason, v.g.At)
}

// vectorizer is the work on one loop.
type vectorizer struct {
	d      *driver.Driver
	l      *analysis.Loop
	md     *ir.LoopMD // without the marks that restructuring has left
	forced bool
	g      *legal.Legality
	strips *legal.PageStrips // the loop is the inner one of strips
	tested bool              // its first test has been made
	// inOrder is a sum whose order may not change, which otherwise the loop is refused for.
	inOrder *ir.Value

	found   legal.Legality // that g points to, of most loops
	bound   remark.Reason  // why the plan may not do more iterations at once
	carried bool           // vectors are handed from one iteration to the next
}

// first asks for the first of the restructurings that does something, and goes on if there is none. What has been put
// into strips is vectorized as it is.
func (v *vectorizer) first(list []driver.Restructuring, otherwise func() driver.Outcome) driver.Outcome {
	if v.strips != nil {
		return otherwise()
	}
	return driver.First(list, otherwise)
}

// refused is a refusal for a reason that restructuring may remove.
func (v *vectorizer) refused(why remark.Reason, at *ir.Value) driver.Outcome {
	if v.inOrder != nil {
		why, at = remark.FPOrder, v.inOrder
	}
	return v.first(enabling(v.d, v.l, why), func() driver.Outcome {
		return driver.RefusedAt(mainReason(v.d, v.l, v.g, why), at)
	})
}

// facts completes what legality has found by what the metadata, the target and the knobs say.
func (v *vectorizer) facts() *vplan.Legal {
	d, l, g := v.d, v.l, v.g
	legal := g.Out
	legal.Target = d.Opt.Target
	legal.Narrowed = fold.SmallerLanes(d.F, legal.Body)
	legal.Forced = v.forced
	legal.Exits = g.NameExits(false)
	legal.Predicate = g.Exits.Way().Lanes
	Wishes(legal, v.md)
	if legal.MaskTail == 0 && slices.ContainsFunc(legal.Body, legal.TestsExit) {
		legal.MaskTail = g.Exits.MaskTail()
	}
	if l.Parent != nil && legal.Align == vplan.AlignByCost {
		// A row, of which there may be more than one in a vector iteration yet: unroll-and-jam wants one way through
		// it.
		legal.Align = vplan.AlignNever
	}
	if legal.MaskTail == 0 && v.strips == nil && stallsOnForwarding(d, l, legal) {
		legal.MaskTail = -1
	}
	if !d.Opt.Knobs.WindowGathers {
		legal.Gathers = vplan.GathersPlain
	}
	if v.carried = carriesVectors(d, g); !v.carried {
		legal.Forwards = legal.MaxStep
	}
	v.bound = Bound(d, legal, v.strips)
	return legal
}

// plan makes a plan for a loop that can be vectorized, and chooses its form. Another loop may be better still.
func (v *vectorizer) plan() driver.Outcome {
	d, l, g := v.d, v.l, v.g
	if !v.forced && v.strips == nil && v.inOrder == nil && shortResult(d, l) {
		return driver.Refused(remark.NotProfitable)
	}
	legal := v.facts()
	plan, ref := vplan.Build(legal)
	if ref != nil {
		return v.refused(ref.Reason, ref.At)
	}
	v.strips.PageTail(plan, g.Exits)
	target := d.Opt.Target
	if bits := v.md.Int("prefer_width", 0); bits >= MinPreferred {
		target = Narrowed{target, int(bits) / 8}
	}
	uops := vplan.ScalarUops(legal, d.Opt.Target)
	candidates, ok := plan.Choose(target, uops)
	if ok && v.strips == nil && len(plan.Streams) > 0 {
		return pageStrips(d, l, pageStrategy(d, g.Exits, plan, uops), plan)
	}
	var better []driver.Restructuring
	ok = ok && !v.likelyShort(plan, uops)
	switch {
	case ok && !v.tested && !v.forced && l.Parent != nil && slices.ContainsFunc(l.Blocks, legal.TestsExit):
		better = []driver.Restructuring{firstFew}
	case ok && !v.tested && legal.TestsExit(l.Header):
		better =
			[]driver.Restructuring{func(d *driver.Driver, l *analysis.Loop) bool { return firstAlone(d, l, legal) }}
	case !ok && len(legal.Updates) > 0:
		better = enabling(d, l, remark.UnknownDependence) // the rest of the loop by itself may pay
	}
	return v.first(better, func() driver.Outcome { return v.execute(plan, candidates, ok) })
}

// execute carries the plan out if a form of it has been chosen.
func (v *vectorizer) execute(plan *vplan.Plan, candidates []vplan.Candidate, ok bool) driver.Outcome {
	d, md := v.d, v.md
	if !ok && v.inOrder != nil {
		return v.refused(remark.FPOrder, v.inOrder)
	}
	plan.Legal.Exits = v.strips.Name(v.g.NameExits(plan.Predicate))
	d.Out.Note(plan, candidates, md.Position())
	if d.Opt.Plan != nil {
		d.Opt.Plan(config.Considered{Plan: plan, Candidates: candidates, Pos: md.Position()})
	}
	switch {
	case !ok && plan.TooShort():
		return driver.Refused(remark.ShortTripCount)
	case !ok:
		return driver.Refused(Unchosen(candidates, plan.Legal, Trips(d, plan.Legal), v.bound))
	}
	if n := md.Int("estimated_trip_count", 0); !v.forced && n > 0 && n < plan.MinIter {
		return driver.Refused(remark.ShortTripCount) // vector code would not run as a rule
	}
	if err := plan.Verify(); err != nil {
		d.F.Fatalf("%v", err)
	}
	if !d.Bisect("vectorize", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	plan.Pos = md.Position()
	res := plan.Execute()
	d.Out.Plans = append(d.Out.Plans, plan)

	tellVectorized(d, md, plan, v.g.Granted)
	TellShortfalls(d, md, plan, v.bound)
	Marks(md, plan, res)
	if v.carried {
		scalar.CanonicalLoops(d.F)
		d.Refresh()
		for _, h := range res.Loops {
			carryVectors(d, h)
		}
	}
	return driver.Changed
}

// Bound bounds the iterations that a plan may do at once by what the strips and the options permit. It returns what the
// bound comes from.
func Bound(d *driver.Driver, legal *vplan.Legal, strips *legal.PageStrips) remark.Reason {
	from, n := remark.DependenceDistance, legal.MaxStep
	if strips.Restrict(legal); legal.MaxStep != n {
		from, n = remark.UnknownExtent, legal.MaxStep
	}
	if Restrict(d, legal); legal.MaxStep != n {
		from = remark.SpillLimit
	}
	return from
}

// Trips is the number of iterations that there are at most, -1 if that may be any.
func Trips(d *driver.Driver, legal *vplan.Legal) int64 {
	_, n := d.Scev.Range(legal.Trips)
	if n = legal.Loop.Header.Loop.Most(n); n < math.MaxInt32 {
		return n
	}
	return -1
}

// Restrict keeps plans to as many iterations at once as the options permit, whatever is asked for.
func Restrict(d *driver.Driver, legal *vplan.Legal) {
	if n := int64(d.Opt.MaxStep); n > 0 && (legal.MaxStep == 0 || legal.MaxStep > n) {
		legal.MaxStep = n
	}
}

// Wishes copies what the metadata ask of a plan.
func Wishes(legal *vplan.Legal, md *ir.LoopMD) {
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
func tellVectorized(d *driver.Driver, md *ir.LoopMD, plan *vplan.Plan, granted bool) {
	legal := plan.Legal
	args := append(make([]remark.Arg, 0, 4), remark.Arg{Name: "VF", Value: plan.VF()},
		remark.Arg{Name: "UF", Value: plan.UF()}, remark.Arg{Name: "tail", Value: plan.Tail}) // few have more than 4
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
	d.Passed("vectorize", md.Position(), "loop vectorized", args...)
	if granted {
		d.Passed("vectorize", md.Position(), remark.Reordered)
	}
	TellVersions(d, md, plan)
	tellWide(d, md, plan)
}

// tellWide is the remark that half the lanes are taken up by float64, where float32 might do.
func tellWide(d *driver.Driver, md *ir.LoopMD, plan *vplan.Plan) {
	if d.Opt.Remarks == nil {
		return
	}
	why := map[ir.ChainResult]remark.Reason{ir.ChainFar: remark.FarInFloat32, ir.ChainLocked: remark.LockedInFloat64}
	for _, r := range plan.Recipes {
		if r.Kind != vplan.Widen || r.V == nil {
			continue
		}
		if _, verdict := ir.F32ChainOf(r.V); why[verdict] != remark.None {
			d.Opt.Remarks.Add(d.F, remark.Remark{Kind: remark.Analysis, Pass: VectorizePass, Pos: md.Position(),
				Reason: why[verdict]})
			return
		}
	}
}

// TellVersions is the remark that says which version of a vectorized loop runs when.
func TellVersions(d *driver.Driver, md *ir.LoopMD, plan *vplan.Plan) {
	if d.Opt.Remarks != nil {
		d.Opt.Remarks.Add(d.F, remark.Remark{Kind: remark.Analysis, Pass: VectorizePass, Pos: md.Position(),
			Text: plan.Versions(remark.Versions)})
	}
}

// Marks gives the loops of a vectorized one their metadata.
func Marks(md *ir.LoopMD, plan *vplan.Plan, res vplan.Result) {
	vectorized := []string{"vectorize.followup_vectorized", "vectorize.followup_all"}
	done, body, epilogue := ir.Attr{Name: "isvectorized"}, driver.AttrOn("vectorize.body"),
		driver.AttrOn("vectorize.epilogue")
	for _, h := range res.Loops {
		if most := h.Loop.Find(ir.MaxTripCount); most != nil {
			// A narrower loop for what the main one leaves over: a few iterations, of which nobody wants anything. What
			// is forbidden stays so, and what a followup forbids.
			of := md
			if driver.Given(md, vectorized) {
				of = driver.KeepMarks(driver.Followup(md, "vectorize.", vectorized), md)
			}
			marks := append(make([]ir.Attr, 0, 4), driver.Missing(of, []ir.Attr{done, body, epilogue})...)
			h.Loop = of.Instead(func(name string) bool {
				return name == ir.MaxTripCount || driver.IsHint(name) || driver.Ends("vectorize.", name)
			}, append(marks, ir.MostTrips(of.Most(most.Int)))...)
			continue
		}
		h.Loop = driver.Followup(md, "vectorize.", vectorized, done, body)
		if main := plan.Stages[0]; !main.Masked && !main.Predicated {
			h.Loop = h.Loop.Grouped(md, int64(main.Step()))
		}
	}
	rest := []ir.Attr{done, epilogue, {Name: "unroll.runtime.disable"}}
	if driver.Asks(md, "unroll") {
		rest = rest[:2] // LLVM's rule: whoever says how to unroll means this loop too
	}
	res.Scalar.Loop = driver.Followup(md, "", []string{"vectorize.followup_epilogue", "vectorize.followup_all"},
		rest...)
}

// firstTested marks a loop whose first test has been made in front of it, and RunOfPath the loop of the iterations that
// follow the common path of the loop around it.
const (
	firstTested = "first.tested"
	RunOfPath   = "path.run"
)

// firstAlone makes the first test of a loop that searches, or the whole first iteration if there is a store before the
// test or another test behind it, in front of it: whoever finds something at once need not wait for vector code to be
// set up.
func firstAlone(d *driver.Driver, l *analysis.Loop, legal *vplan.Legal) bool {
	h, md := l.Header, l.Header.Loop
	tests := 0
	for _, b := range l.Blocks {
		if legal.TestsExit(b) {
			tests++
		}
	}
	p := &peeling{d: d, l: l, md: md, unroll: &d.Opt.Knobs.Unroll, opt: &d.Opt.Knobs.Peel}
	peel := func() bool {
		return !md.Has("disable_nonforced") && clone.Repeatable(l) && clone.LoopSize(l) <= maxFirst && p.first(1)
	}
	if !(tests > 1 && peel()) && !testFirst(d.F, l) && !(tests == 1 && peel()) {
		return false
	}
	h.Loop = h.Loop.With(ir.Attr{Name: firstTested})
	scalar.CanonicalLoops(d.F)
	return true
}

// firstFew makes the first iterations of a loop that the data end, one within another, in front of it: such loops are
// mostly over before vector code pays, which has to be set up each time, and whose end the loop around must wait for.
// How many they are depends on the time before: many if it was over in them, few if it was not.
func firstFew(d *driver.Driver, l *analysis.Loop) bool {
	f, h, md := d.F, l.Header, l.Header.Loop
	if md.Has("disable_nonforced") || !clone.Repeatable(l) || clone.LoopSize(l) > maxFirst {
		return false
	}
	pos, zero := md.Position(), f.ConstInt(ir.TI64, 0)
	kept := f.Arg(ir.OpLocalPtr, f.NewLocal(ir.Local{Name: "first", Elem: ir.I64, Size: 8, Align: 8, Pos: pos}))
	next := func(b *ir.Block, n int64) {
		b.New(ir.OpStore, ir.TVoid, pos, kept, zero, f.ConstInt(ir.TI64, n)).Scale = 8
	}
	if md.Has(RunOfPath) { // the text may be all one run
		next(f.Entry(), firstLeast)
	} else {
		next(f.Entry(), firstMany)
	}
	n := l.Preheader.New(ir.OpLoad, ir.TI64, pos, kept, zero)
	n.Scale = 8
	next(l.Preheader, firstMany)
	c := clone.FirstFew(f, l, n, "first")
	next(l.Preheader, firstLeast)
	c.Block(h).Loop = (&ir.LoopMD{Pos: pos}).Done().AtMost(firstMany)
	h.Loop = md.With(ir.Attr{Name: firstTested})
	scalar.CanonicalLoops(f)
	return true
}

// How many iterations firstFew makes. Vector code takes 10 ns from its start to what the loop around gets from it, on
// Zen 5: as long as some 20 iterations of a scalar loop. Where lengths are alike, from one time to the next, those of up
// to firstMany are scalar, and others are in vectors almost from their start.
const (
	firstMany  = 40
	firstLeast = 8
)

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

// Narrowed is a target of which no more than so many bytes of a vector register are to be used.
type Narrowed struct {
	tti.Info
	Bytes int
}

func (n Narrowed) VectorBytes() int { return min(n.Bytes, n.Info.VectorBytes()) }
func (n Narrowed) PreferBytes() int { return min(n.Bytes, n.Info.PreferBytes()) }

// VectorPart is what remarks call a loop that vectorization has made, empty if it is none.
func VectorPart(md *ir.LoopMD) string {
	switch body, epilogue := md.Has("vectorize.body"), md.Has("vectorize.epilogue"); {
	case body && epilogue:
		return "vector remainder"
	case epilogue:
		return "remainder"
	case body:
		return "vector"
	}
	return ""
}

// likelyShort says whether the loop that the data end is over, as a rule, before vector code pays: an amount that it
// shifts by grows in each iteration, and nothing is left of a number that has been shifted by its width. So the number
// of 7 bits a byte ends after 10 bytes.
func (v *vectorizer) likelyShort(plan *vplan.Plan, uops float64) bool {
	if v.forced || !slices.ContainsFunc(plan.Legal.Body, plan.Legal.TestsExit) {
		return false
	}
	for x := range ir.Values(plan.Legal.Body) {
		if x.Op != ir.OpShl && x.Op != ir.OpShrU && x.Op != ir.OpShrS {
			continue
		}
		if _, step, ok := v.d.Scev.ConstStep(x.Args[1], v.l); ok && step > 0 {
			bits := int64(x.Type.Elem.Bits())
			if !plan.PaysFor((bits+step-1)/step, uops) {
				return true
			}
		}
	}
	return false
}
