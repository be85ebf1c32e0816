package driver

import (
	"fmt"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// Driver runs loop transformations in the order that the metadata request, to a fixpoint. LLVM's TransformMetadata.rst
// calls for this and leaves it to future versions.
//
// A request is the set of all attributes of one loop that belong to one transformation, placed at the first of them.
// Attributes of the source are generation 0; the followups of generation n are generation n+1; heuristics come last.
// Within a generation inner loops come before outer ones, and requests on one loop run in the order written. The
// remaining requests of a loop pass to the resulting loops, in the same generation. A request that cannot be served
// waits, and is retried when another loop of its nest has changed. Requests that remain in the end are reported
// (result.go).
//
// The knob order=legacy selects LLVM's order instead (loopopt.LegacyStages).
type Driver struct {
	F      *ir.Func
	Opt    *config.Options
	Out    *config.Output
	Loop   *analysis.LoopInfo
	Scev   *analysis.SCEV
	Source ir.ID // blocks from here on were made by the driver
	Ledger ledger

	transforms []*Transform // in the order in which heuristics try them
	tries      tries
	limits     limits
	steps      pendingSteps
	drops      config.Edit // of the knob drop-metadata
	memory     memory
	pool       *pool
	left       map[ir.Pos]leftLoop // by position of a loop around others
	source     []sourceLoop
}

// Refresh recomputes the analyses of the function. Transformations repair the phis of exits only, so the loops that
// they made are brought into loop-closed form before the next transformation sees them.
func (d *Driver) Refresh() {
	d.F.Spend(ir.StepsPerLook * d.F.Size())
	scalar.LCSSA(d.F)
	dom := d.F.Dominators()
	d.Loop = analysis.FindLoops(d.F, dom)
	d.Scev = analysis.NewSCEV(d.F, d.Loop, dom)
	if d.steps.active == nil {
		d.flushSteps()
	}
}

// NewDriver returns a driver for f, with the function analyzed. asked holds the metadata of the loops for which the
// source requests a transformation, whether it is done or not.
func NewDriver(f *ir.Func, opt *config.Options, out *config.Output, asked []*ir.LoopMD, drops config.Edit,
	transforms []*Transform) *Driver {
	d := &Driver{F: f, Opt: opt, Out: out, drops: drops, transforms: transforms, Source: ir.ID(f.NumBlocks()),
		pool: ir.Attached[pool](f)}
	d.tries.of = &d.pool.tries
	d.tries.of.reset()
	d.Refresh()
	d.source = d.innermost()
	d.limits.most = stepsAtLeast + stepsPerLoop*len(d.Loop.Loops)
	for _, md := range asked {
		d.enter(md)
	}
	for _, l := range d.Loop.Loops {
		d.enter(l.Header.Loop)
	}
	return d
}

// LateRequests serves requests on the loops that nests have become.
func (d *Driver) LateRequests() {
	if d.next() != nil {
		scalar.CanonicalLoops(d.F)
		d.Refresh()
		d.Requests()
	}
}

// Requests serves the requests of the metadata.
func (d *Driver) Requests() {
	for {
		r := d.next()
		if r == nil && d.again() {
			r = d.next()
		}
		if r == nil {
			return
		}
		if !d.giveWay(r) {
			d.Serve(r)
		}
	}
}

// giveWay lets heuristics apply the transformation that must precede r, if r is the only request on the loop, followups
// included. It reports whether they did. The resulting loops carry the same request.
func (d *Driver) giveWay(r *Request) bool {
	t := d.TransformNamed(r.T.Behind)
	if t == nil || len(r.loop.Children) > 0 || !asksOnly(r.loop.Header.Loop, r.T.Name()) || !d.Untried(t, r.loop) ||
		r.T.First != nil && r.T.First(d, r.loop) || !d.Do(t, r.loop, nil) {
		return false
	}
	d.After(t.Pair)
	return true
}

// Serve serves a request, and reports whether it could be done.
func (d *Driver) Serve(r *Request) bool {
	if !d.Do(r.T, r.loop, r) {
		return false
	}
	d.After(true)
	return true
}

// Limits on heuristics, so that they terminate. 400 random kernels took at most 5 transformations a loop; a number far
// beyond that indicates a cycle.
const (
	stepsAtLeast = 256
	stepsPerLoop = 64
)

// Heuristics do not enlarge large functions. When requests have unrolled a function to hundreds of loops, heuristics
// would take minutes, as each step analyzes the whole. The largest kernel of TSVC and PolyBench ends with 940 blocks
// and 4100 values.
const (
	blocksAtMost = 2500
	valuesAtMost = 12000
)

// Resting reports whether heuristics stop, because the function has become large or has spent half of its budget.
func (d *Driver) Resting() bool {
	rest := d.F.NumBlocks() > blocksAtMost || d.F.NumValues() > valuesAtMost || d.F.HalfSpent()
	if rest && !d.limits.rested {
		d.limits.rested = true
		d.Opt.Remarks.Add(d.F, remark.Remark{Kind: remark.Missed, Pass: "loopopt",
			Text: fmt.Sprintf("the function is too large to look for more to do: %d blocks (at most %d), "+
				"%d values (%d), %d steps (%d); write several kernels instead",
				d.F.NumBlocks(), blocksAtMost, d.F.NumValues(), valuesAtMost, d.F.Spent(), d.F.Budget()/2)})
	}
	return rest
}

// limits bounds the work of heuristics.
type limits struct {
	changes int  // transformations done so far
	most    int  // maximum after which heuristics stop
	rested  bool // heuristics have stopped, and a remark says so
}

// Do runs a transformation on a loop and reports whether the function changed.
func (d *Driver) Do(t *Transform, l *analysis.Loop, r *Request) bool {
	if r == nil && (d.limits.changes > d.limits.most || d.Resting()) {
		return false
	}
	fault := d.Opt.Knobs.Planting(d.F, t.Name())
	a := d.begin(t, l, r)
	d.steps.active = a
	o := d.attempt(t, l, r)
	if o.result == retry {
		d.reopen(a)
		return true
	}
	if o.result == refused {
		d.report(t, l, r, o)
	}
	d.nameParts(a)
	if o.result == refused {
		d.failed(a)
		d.steps.active = nil
		return false
	}
	fault.Apply(d.F)
	d.succeeded(a)
	return true
}

// attempt runs t on l, unless a knob or the loop forbids it.
func (d *Driver) attempt(t *Transform, l *analysis.Loop, r *Request) Outcome {
	if t.Denied != nil && t.Denied(&d.Opt.Knobs) {
		return Refused(remark.SwitchedOff)
	}
	if v := asksGo(d.F, l); v != nil {
		return RefusedAt(remark.AsksGo, v)
	}
	return d.settle(l, t.on(l).Run(d, l, r))
}

// asksGo returns a value of the loop that calls into Go, or nil if there is none. Such a loop stays unchanged, since
// requests to Go must come one by one in program order.
func asksGo(f *ir.Func, l *analysis.Loop) *ir.Value {
	if !slices.ContainsFunc(f.Sites, func(s *ir.Site) bool { return s.Kind.IsRequest() }) {
		return nil
	}
	for v := range l.Values() {
		if v.Op == ir.OpCall {
			return v
		}
	}
	return nil
}

// Bisect reports whether the next transformation may be done (knob bisect=N).
func (d *Driver) Bisect(name string, pos ir.Pos) bool {
	d.Out.Transformations++
	return d.Opt.Knobs.Bisect < 0 || d.Out.Transformations <= d.Opt.Knobs.Bisect
}

// LoopOf returns the loop with the given header, after a refresh.
func (d *Driver) LoopOf(header *ir.Block) *analysis.Loop {
	for _, l := range d.Loop.Loops {
		if l.Header == header {
			return l
		}
	}
	return nil
}

// Tidy cleans up after a transformation that has made conditions constant.
func (d *Driver) Tidy() {
	fold.Fold(d.F)
	if scalar.SimplifyCFG(d.F) { // merged blocks may have more to fold
		fold.Fold(d.F)
		scalar.SimplifyCFG(d.F)
	}
	scalar.CanonicalLoops(d.F)
}
