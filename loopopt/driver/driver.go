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

// The driver runs loop transformations in the order in which the metadata ask for them, to a fixpoint: what LLVM's
// TransformMetadata.rst calls for and leaves to future versions.
//
// A request is all attributes of one loop that belong to a transformation, placed at the first of them. What the source
// writes is generation 0; the followups of generation n are generation n+1; heuristics come last. Within a generation
// inner loops come before outer ones, and on one loop the order written decides. What a request leaves of the list goes
// to the loops that come out, in the same generation. One that cannot be done waits: when another loop of its nest has
// changed, it is tried again. What is left in the end is reported (verdict.go).
//
// The knob order=legacy has LLVM's order instead (legacy.go).
type Driver struct {
	F      *ir.Func
	Opt    *config.Options
	Out    *config.Output
	Loop   *analysis.LoopInfo
	Scev   *analysis.SCEV
	Source ir.ID // blocks from here on were made by the driver
	Ledger ledger

	transforms []*Transform // there are, in the order in which heuristics try them
	tries      tries
	limits     limits
	steps      untold
	drops      *config.Dropper
	memory     memory
	pool       *pool
	left       map[ir.Pos]leftLoop // by position of a loop around others
	source     []sourceLoop
}

// Refresh analyses the function anew. Transformations mend the phis of exits only, so that loops they made must be in
// loop-closed form before the next one looks at them.
func (d *Driver) Refresh() {
	d.F.Spend(ir.StepsPerLook * d.F.Size())
	scalar.Lcssa(d.F)
	dom := d.F.Dominators()
	d.Loop = analysis.FindLoops(d.F, dom)
	d.Scev = analysis.NewSCEV(d.F, d.Loop, dom)
	if d.steps.active == nil {
		d.told()
	}
}

// NewDriver is a driver for f, which has looked at the function once. asked are the attributes of the loops that the
// source demands something of, whatever has become of them.
func NewDriver(f *ir.Func, opt *config.Options, out *config.Output, asked []*ir.LoopMD, drops *config.Dropper,
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

// LateRequests does what metadata ask for of what nests have become.
func (d *Driver) LateRequests() {
	if d.next() != nil {
		scalar.CanonicalLoops(d.F)
		d.Refresh()
		d.Requests()
	}
}

// Requests does what metadata ask for.
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

// giveWay has heuristics do to a loop what r is to be done behind, if nothing but r is asked of it, not even in
// followups, and says whether they have. What they leave asks for the same.
func (d *Driver) giveWay(r *Request) bool {
	t := d.TransformNamed(r.T.Behind)
	if t == nil || len(r.Loop.Children) > 0 || !asksOnly(r.Loop.Header.Loop, r.T.Name()) || !d.Untried(t, r.Loop) ||
		r.T.First != nil && r.T.First(d, r.Loop) || !d.Do(t, r.Loop, nil) {
		return false
	}
	d.After(t.Pair)
	return true
}

// Serve does what is asked for, and says whether it could be done.
func (d *Driver) Serve(r *Request) bool {
	if !d.Do(r.T, r.Loop, r) {
		return false
	}
	d.After(true)
	return true
}

// Heuristics do not work without end. 400 random kernels took at most 5 transformations a loop; what goes far beyond
// that goes round in circles.
const (
	stepsAtLeast = 256
	stepsPerLoop = 64
)

// Nor do they make large functions larger: what requests have unrolled to hundreds of loops would take minutes, as each
// step analyses the whole. The largest kernel of TSVC and PolyBench ends with 940 blocks and 4100 values.
const (
	blocksAtMost = 2500
	valuesAtMost = 12000
)

// Resting says that heuristics stop, since the function has become large or has taken half of what may be spent on it.
func (d *Driver) Resting() bool {
	rest := d.F.NumBlocks() > blocksAtMost || d.F.NumValues() > valuesAtMost || d.F.Spent() > d.F.Budget()/2
	if rest && !d.limits.rested {
		d.limits.rested = true
		d.Opt.Remarks.Add(d.F, remark.Remark{Kind: remark.Missed, Pass: "loopopt",
			Text: fmt.Sprintf("the function is too large to look for more to do: %d blocks (at most %d), "+
				"%d values (%d), %d steps (%d); write several kernels instead",
				d.F.NumBlocks(), blocksAtMost, d.F.NumValues(), valuesAtMost, d.F.Spent(), d.F.Budget()/2)})
	}
	return rest
}

// limits keeps heuristics from working without end.
type limits struct {
	changes int  // transformations done so far
	most    int  // from which on heuristics rest
	rested  bool // they do, which has been said
}

// Do runs a transformation on a loop and says whether the function changed.
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
		d.tell(t, l, r, o)
	}
	d.nameParts(a)
	if o.result == refused {
		d.failed(a)
		d.steps.active = nil
		return false
	}
	fault.Spoil(d.F, d.Opt.Knobs.Seed)
	d.succeeded(a)
	return true
}

// attempt has t do what it can do to l.
func (d *Driver) attempt(t *Transform, l *analysis.Loop, r *Request) Outcome {
	if t.Denied != nil && t.Denied(&d.Opt.Knobs) {
		return Refused(remark.SwitchedOff)
	}
	if v := asksGo(d.F, l); v != nil {
		return RefusedAt(remark.AsksGo, v)
	}
	return d.settle(l, t.on(l).Run(d, l, r))
}

// asksGo finds what the loop asks of Go; nil if that is nothing. Such a loop stays as it is: requests come one by one, in
// the order of the program.
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

// Bisect says whether the next transformation may be done (knob bisect=N).
func (d *Driver) Bisect(name string, pos ir.Pos) bool {
	d.Out.Transformations++
	return d.Opt.Knobs.Bisect < 0 || d.Out.Transformations <= d.Opt.Knobs.Bisect
}

// LoopOf is the loop with the given header, after a refresh.
func (d *Driver) LoopOf(header *ir.Block) *analysis.Loop {
	for _, l := range d.Loop.Loops {
		if l.Header == header {
			return l
		}
	}
	return nil
}

// Tidy cleans up behind a transformation that has decided conditions.
func (d *Driver) Tidy() {
	fold.Func(d.F)
	if scalar.Simplify(d.F) { // blocks that are one now may have more to fold
		fold.Func(d.F)
		scalar.Simplify(d.F)
	}
	scalar.CanonicalLoops(d.F)
}
