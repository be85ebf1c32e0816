package loopopt

import (
	"fmt"
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
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
type driver struct {
	f    *ir.Func
	opt  *Options
	out  *Output
	loop *analysis.LoopInfo
	scev *analysis.SCEV

	heads     []*ir.Block // headers of the loops of headersOf
	headersOf *analysis.LoopInfo

	tried    map[triedKey]*attempt
	attempts []*attempt // those that failed, in the order of the first time
	changes  int        // transformations done so far
	changed  map[ir.Pos]int
	varying  map[ir.Pos]bool // loops of the source whose number of iterations is no constant
	ledger   ledger
	last     *attempt                 // done, and not looked at by inherit
	active   *attempt                 // begun, and not told
	untold   []Step                   // done, and not told
	shown    map[*ir.Block]bool       // headers of the loops that have been told of
	source   ir.ID                    // blocks from here on were made by the driver
	tiled    map[*ir.Block]bool       // headers that tile has looked at
	solid    bool                     // the nest at hand multiplies three sizes: see huge
	turned   map[*ir.Block]bool       // headers of nests that are left for what turnTiles finds too small
	most     int                      // transformations from which on heuristics rest
	swapped  map[*ir.Block]*ir.Block  // by the header of a loop that was interchanged: that of the loop in it
	prepared bool                     // the loop was restructured only, for the transformation to be tried anew (enable.go)
	left     map[ir.Pos]remark.Reason // by the position of a loop around others: why it was not vectorized
	nested   map[*ir.Block]bool       // headers of loops around others that vectorizeNests has looked at

	variables map[ir.Pos]bool // by position of a loop: its variable counts the iterations (splitvariable.go)

	asked []*ir.LoopMD // of the loops that the source demands something of, whatever has become of them

	rested bool // heuristics have stopped, which has been said

	copies map[*ir.Value]*subtable // the tables that have copies, by the first of them (subtables.go)

	paged map[*ir.Block]*pageStrips // by the header of a loop that is to be vectorized next

	drops *dropper

	transforms []*transform // there are, in the order in which heuristics try them
}

// transform is a transformation that metadata can ask for: a row of the table that the driver is given.
type transform struct {
	prefixes []string // of its attributes; the first, less its dot, is its name
	// run does it and says whether the function changed. r is nil if heuristics ask.
	//
	// A refusal leaves the function as it was. What it says about a request that it refuses is kept back until the
	// driver knows that nothing else makes the request possible: a transformation need not care whether it is asked
	// again. Every loop that comes out gets its metadata from followup or bare.
	run func(d *driver, l *analysis.Loop, r *request) bool
	// nest does it to a loop around others, if that is another matter.
	nest func(d *driver, l *analysis.Loop, r *request) bool
	// wants says whether heuristics may try it on the loop; nil is never. They see innermost loops first, and none whose
	// metadata forbid it.
	wants func(l *analysis.Loop) bool
	// nests says that wants is to be asked about loops that contain others, too, and nestsToo that it is with these knobs.
	nests    bool
	nestsToo func(k *Knobs) bool
	// off says that these knobs keep heuristics from trying it, and denied that they keep everybody.
	off, denied func(k *Knobs) bool
	// first comes before heuristics try it on any loop.
	first func(d *driver)
	// reshapes: a loop that it has been done to is another one.
	reshapes bool
}

func (t *transform) name() string { return strings.TrimSuffix(t.prefixes[0], ".") }

// on is what does it to l.
func (t *transform) on(l *analysis.Loop) func(d *driver, l *analysis.Loop, r *request) bool {
	if len(l.Children) > 0 && t.nest != nil {
		return t.nest
	}
	return t.run
}

// transformNamed is a transformation by its name, nil if there is none.
func (d *driver) transformNamed(name string) *transform {
	for _, t := range d.transforms {
		if t.name() == name {
			return t
		}
	}
	return nil
}

// refresh analyses the function anew. Transformations mend the phis of exits only, so that loops they made must be in
// loop-closed form before the next one looks at them.
func (d *driver) refresh() {
	d.f.Spend(ir.StepsPerLook * d.f.Size())
	lcssa(d.f)
	dom := d.f.Dominators()
	d.loop = analysis.FindLoops(d.f, dom)
	d.scev = analysis.NewSCEV(d.f, d.loop, dom)
	if d.active == nil {
		d.told()
	}
}

// newDriver is a driver for f, before it has looked at anything.
func newDriver(f *ir.Func, opt *Options, out *Output, asked []*ir.LoopMD, drops *dropper, transforms []*transform) *driver {
	return &driver{f: f, opt: opt, out: out, asked: asked, drops: drops, transforms: transforms}
}

// start looks at the function for the first time.
func (d *driver) start() {
	d.tried, d.changed = map[triedKey]*attempt{}, map[ir.Pos]int{}
	d.swapped, d.turned = map[*ir.Block]*ir.Block{}, map[*ir.Block]bool{}
	d.source = ir.ID(d.f.NumBlocks())
	d.refresh()
	d.most = stepsAtLeast + stepsPerLoop*len(d.loop.Loops)
	for _, md := range d.asked {
		d.ledger.enter(md)
	}
	for _, l := range d.loop.Loops {
		d.ledger.enter(l.Header.Loop)
	}
}

// stage is a step of the driver: something that it does wherever it finds a reason to.
type stage struct {
	name string
	run  func(d *driver)
}

// steps takes steps that find on their own what there is to do.
func (d *driver) steps(list []stage) {
	for _, s := range list {
		s.run(d)
		d.drops.drop(d.f)
	}
}

// heuristicsOf is the stage that tries a transformation on the loops whose metadata leave that open.
func heuristicsOf(name string) stage {
	return stage{name, func(d *driver) { d.heuristics(d.transformNamed(name)) }}
}

// lateRequests does what metadata ask for of what nests have become.
func (d *driver) lateRequests() {
	if d.next() != nil {
		canonicalLoops(d.f)
		d.refresh()
		d.requests()
	}
}

// requests does what metadata ask for.
func (d *driver) requests() {
	for {
		r := d.next()
		if r == nil && d.again() {
			r = d.next()
		}
		if r == nil {
			return
		}
		if d.do(r.t, r.loop, r) {
			canonicalLoops(d.f) // what comes next wants preheaders and exits of its own
			d.refresh()
			d.inherit()
		}
	}
}

// heuristics tries t on the loops whose metadata leave that open.
func (d *driver) heuristics(t *transform) {
	if t.off != nil && t.off(&d.opt.Knobs) {
		return
	}
	if t.first != nil {
		t.first(d)
	}
	for again := t.wants != nil; again; {
		again = false
		for _, l := range d.candidates(t) {
			if d.tried[triedKey{l.Header, t}] != nil || !open(t, l) || !t.wants(l) {
				continue
			}
			loops, parent := len(d.loop.Loops), l.Parent
			if d.do(t, l, nil) {
				if t.nests {
					canonicalLoops(d.f)
				}
				d.refresh()
				d.inherit()
				if parent != nil && len(d.loop.Loops) < loops {
					d.becameInnermost(parent.Header)
				}
				if len(d.attempts) > 0 || !d.opt.Knobs.LegacyOrder && d.next() != nil {
					canonicalLoops(d.f)
					d.refresh()
					d.requests() // a smaller nest may do what was impossible before, and followups may ask for something
				}
				again = true
				break
			}
		}
	}
}

// candidates are the loops that heuristics may ask t about, inner loops before the ones around them.
func (d *driver) candidates(t *transform) []*analysis.Loop {
	if !t.nests && (t.nestsToo == nil || !t.nestsToo(&d.opt.Knobs)) {
		return d.loop.Innermost()
	}
	all := slices.Clone(d.loop.Loops)
	slices.SortStableFunc(all, func(a, b *analysis.Loop) int { return b.Depth - a.Depth })
	return all
}

// open says whether the metadata of l, and of the loops in it, leave t to heuristics.
func open(t *transform, l *analysis.Loop) bool {
	md, name := l.Header.Loop, t.name()
	switch {
	case md == nil || len(md.Attrs) == 0:
	case md.Has("disable_nonforced") || md.Has(name+".disable") || md.Off(name+".enable"):
		return false
	case name == "unroll_and_jam" && (md.Has("unroll.disable") || asks(md, "unroll") && !asks(md, name)):
		return false // LLVM's rules: unroll.disable means both, and unroll.* leave the loop to the unroller
	}
	if t.nests {
		for _, c := range l.Children {
			if c.Header.Loop.Has("disable_nonforced") || c.Header.Loop.Has(name+".disable") {
				return false
			}
		}
	}
	return true
}

// becameInnermost vectorizes the loop with the given header if it has no loops in it any more, since the last one has
// been unrolled completely. (What else unrolling leaves is not vectorized again.)
func (d *driver) becameInnermost(header *ir.Block) {
	simplify(d.f)
	fold(d.f)
	simplify(d.f)
	cse(d.f)
	canonicalLoops(d.f)
	d.refresh()
	t := d.transformNamed("vectorize")
	for _, l := range d.loop.Innermost() {
		a := d.tried[triedKey{l.Header, t}]
		if l.Header != header || a != nil && !a.failed() || a == nil && (!open(t, l) || !t.wants(l)) {
			continue
		}
		var r *request
		if a != nil { // it was asked for, and there was a loop in the way
			r = a.r
			r.loop = l
		}
		if d.do(t, l, r) {
			d.refresh()
			d.inherit()
		}
		return
	}
}

// Heuristics do not work without end. 400 random kernels took at most 5 transformations a loop; what goes far beyond that goes round in
// circles.
const (
	stepsAtLeast = 256
	stepsPerLoop = 64
)

// Nor do they make large functions larger: what requests have unrolled to hundreds of loops would take minutes, as each step analyses the
// whole. The largest kernel of TSVC and PolyBench ends with 940 blocks and 4100 values.
const (
	blocksAtMost = 2500
	valuesAtMost = 12000
)

// resting says that heuristics stop, since the function has become large or has taken half of what may be spent on it.
func (d *driver) resting() bool {
	rest := d.f.NumBlocks() > blocksAtMost || d.f.NumValues() > valuesAtMost || d.f.Spent() > d.f.Budget()/2
	if rest && !d.rested {
		d.rested = true
		d.opt.Remarks.Add(d.f, remark.Remark{Kind: remark.Missed, Pass: "loopopt",
			Text: fmt.Sprintf("the function is too large to look for more to do: %d blocks (at most %d), %d values (%d), %d steps (%d); write several kernels instead",
				d.f.NumBlocks(), blocksAtMost, d.f.NumValues(), valuesAtMost, d.f.Spent(), d.f.Budget()/2)})
	}
	return rest
}

// do runs a transformation on a loop and says whether the function changed.
func (d *driver) do(t *transform, l *analysis.Loop, r *request) bool {
	if r == nil && (d.changes > d.most || d.resting()) {
		return false
	}
	fault := d.opt.Knobs.planting(d.f, t.name())
	a := d.begin(t, l, r)
	d.active = a
	ok := d.takesPart(t, l, r) && t.on(l)(d, l, r)
	if d.prepared {
		d.reopen(a)
		return true
	}
	d.classify(a)
	if !ok {
		d.failed(a)
		d.active = nil
		return false
	}
	fault.spoil(d.f, d.opt.Knobs.Seed)
	d.succeeded(a)
	return true
}

// takesPart says whether the knobs let t take part.
func (d *driver) takesPart(t *transform, l *analysis.Loop, r *request) bool {
	if t.denied != nil && t.denied(&d.opt.Knobs) {
		return d.refuse(t.name(), l, r, remark.SwitchedOff, "loop not unrolled and jammed")
	}
	return true
}

// classify says in the remarks about a loop that vectorization made which one it is.
func (d *driver) classify(a *attempt) {
	s, body, epilogue := d.opt.Remarks, a.md.Has("vectorize.body"), a.md.Has("vectorize.epilogue")
	if s == nil || !body && !epilogue {
		return
	}
	which := "vector"
	if epilogue {
		which = "remainder"
		if body {
			which = "vector remainder"
		}
	}
	for i := range s.Remarks[a.from:] {
		r := &s.Remarks[a.from+i]
		r.Args = append(r.Args, remark.Arg{Name: "loop", Value: which})
	}
}

// refuse records that a transformation was not done on a loop, and why: a warning if metadata demand it. It says false,
// for run to return.
func (d *driver) refuse(pass string, l *analysis.Loop, r *request, why remark.Reason, text string, args ...remark.Arg) bool {
	kind := remark.Missed
	if r != nil && r.forced {
		kind = remark.Warning
	}
	d.opt.Remarks.Add(d.f, remark.Remark{Kind: kind, Pass: pass, Pos: l.Header.Loop.Position(), Reason: why, Text: text, Args: args})
	return false
}

// where is the place of the operation in the way, for remarks about a loop with metadata md; nothing if that is the loop's own.
func (d *driver) where(md *ir.LoopMD, at *ir.Value) []remark.Arg {
	if at == nil || at.Pos == 0 || at.Pos == md.Position() || d.f.Position == nil {
		return nil
	}
	return []remark.Arg{{Name: "at", Value: d.f.Position(at.Pos)}}
}

// bisect says whether the next transformation may be done (knob bisect=N).
func (d *driver) bisect(name string, pos ir.Pos) bool {
	d.out.Transformations++
	return d.opt.Knobs.Bisect < 0 || d.out.Transformations <= d.opt.Knobs.Bisect
}

// loopOf is the loop with the given header, after a refresh.
func (d *driver) loopOf(header *ir.Block) *analysis.Loop {
	for _, l := range d.loop.Loops {
		if l.Header == header {
			return l
		}
	}
	return nil
}

// tidy cleans up behind a transformation that has decided conditions.
func (d *driver) tidy() {
	fold(d.f)
	simplify(d.f)
	fold(d.f)
	simplify(d.f)
	canonicalLoops(d.f)
}
