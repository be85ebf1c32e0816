package driver

import (
	"fmt"
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
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
	F    *ir.Func
	Opt  *config.Options
	Out  *config.Output
	Loop *analysis.LoopInfo
	Scev *analysis.SCEV

	heads     []*ir.Block // headers of the loops of headersOf
	headersOf *analysis.LoopInfo

	Tried    map[TriedKey]*attempt
	attempts []*attempt // those that failed, in the order of the first time
	Changes  int        // transformations done so far
	changed  map[ir.Pos]int
	Varying  map[ir.Pos]bool // loops of the source whose number of iterations is no constant
	Ledger   ledger
	last     *attempt                 // done, and not looked at by inherit
	active   *attempt                 // begun, and not told
	untold   []config.Step            // done, and not told
	shown    map[*ir.Block]bool       // headers of the loops that have been told of
	Source   ir.ID                    // blocks from here on were made by the driver
	Tiled    map[*ir.Block]bool       // headers that tile has looked at
	Solid    bool                     // the nest at hand multiplies three sizes: see huge
	Turned   map[*ir.Block]bool       // headers of nests that are left for what turnTiles finds too small
	most     int                      // transformations from which on heuristics rest
	Swapped  map[*ir.Block]*ir.Block  // by the header of a loop that was interchanged: that of the loop in it
	Prepared bool                     // the loop was restructured only, for the transformation to be tried anew (enable.go)
	Left     map[ir.Pos]remark.Reason // by the position of a loop around others: why it was not vectorized
	Nested   map[*ir.Block]bool       // headers of loops around others that vectorizeNests has looked at

	Variables map[ir.Pos]bool // by position of a loop: its variable counts the iterations (splitvariable.go)

	asked []*ir.LoopMD // of the loops that the source demands something of, whatever has become of them

	rested bool // heuristics have stopped, which has been said

	Copies map[*ir.Value]*legal.Subtable // the tables that have copies, by the first of them (subtables.go)

	Paged map[*ir.Block]*legal.PageStrips // by the header of a loop that is to be vectorized next

	drops *config.Dropper

	transforms []*Transform // there are, in the order in which heuristics try them
}

// Transform is a transformation that metadata can ask for: a row of the table that the driver is given.
type Transform struct {
	Prefixes []string // of its attributes; the first, less its dot, is its name
	// run does it and says whether the function changed. r is nil if heuristics ask.
	//
	// A refusal leaves the function as it was. What it says about a request that it refuses is kept back until the
	// driver knows that nothing else makes the request possible: a transformation need not care whether it is asked
	// again. Every loop that comes out gets its metadata from followup or bare.
	Run func(d *Driver, l *analysis.Loop, r *Request) bool
	// nest does it to a loop around others, if that is another matter.
	Nest func(d *Driver, l *analysis.Loop, r *Request) bool
	// wants says whether heuristics may try it on the loop; nil is never. They see innermost loops first, and none whose
	// metadata forbid it.
	Wants func(l *analysis.Loop) bool
	// nests says that wants is to be asked about loops that contain others, too, and nestsToo that it is with these knobs.
	Nests    bool
	NestsToo func(k *config.Knobs) bool
	// off says that these knobs keep heuristics from trying it, and denied that they keep everybody.
	Off, Denied func(k *config.Knobs) bool
	// first comes before heuristics try it on any loop.
	First func(d *Driver)
	// reshapes: a loop that it has been done to is another one.
	Reshapes bool
}

func (t *Transform) Name() string { return strings.TrimSuffix(t.Prefixes[0], ".") }

// on is what does it to l.
func (t *Transform) on(l *analysis.Loop) func(d *Driver, l *analysis.Loop, r *Request) bool {
	if len(l.Children) > 0 && t.Nest != nil {
		return t.Nest
	}
	return t.Run
}

// TransformNamed is a transformation by its name, nil if there is none.
func (d *Driver) TransformNamed(name string) *Transform {
	for _, t := range d.transforms {
		if t.Name() == name {
			return t
		}
	}
	return nil
}

// Refresh analyses the function anew. Transformations mend the phis of exits only, so that loops they made must be in
// loop-closed form before the next one looks at them.
func (d *Driver) Refresh() {
	d.F.Spend(ir.StepsPerLook * d.F.Size())
	scalar.Lcssa(d.F)
	dom := d.F.Dominators()
	d.Loop = analysis.FindLoops(d.F, dom)
	d.Scev = analysis.NewSCEV(d.F, d.Loop, dom)
	if d.active == nil {
		d.told()
	}
}

// NewDriver is a driver for f, before it has looked at anything.
func NewDriver(f *ir.Func, opt *config.Options, out *config.Output, asked []*ir.LoopMD, drops *config.Dropper, transforms []*Transform) *Driver {
	return &Driver{F: f, Opt: opt, Out: out, asked: asked, drops: drops, transforms: transforms}
}

// Start looks at the function for the first time.
func (d *Driver) Start() {
	d.Tried, d.changed = map[TriedKey]*attempt{}, map[ir.Pos]int{}
	d.Swapped, d.Turned = map[*ir.Block]*ir.Block{}, map[*ir.Block]bool{}
	d.Source = ir.ID(d.F.NumBlocks())
	d.Refresh()
	d.most = stepsAtLeast + stepsPerLoop*len(d.Loop.Loops)
	for _, md := range d.asked {
		d.Ledger.enter(md)
	}
	for _, l := range d.Loop.Loops {
		d.Ledger.enter(l.Header.Loop)
	}
}

// Stage is a step of the driver: something that it does wherever it finds a reason to.
type Stage struct {
	Name string
	Run  func(d *Driver)
}

// Steps takes steps that find on their own what there is to do.
func (d *Driver) Steps(list []Stage) {
	for _, s := range list {
		s.Run(d)
		d.drops.Drop(d.F)
	}
}

// HeuristicsOf is the stage that tries a transformation on the loops whose metadata leave that open.
func HeuristicsOf(name string) Stage {
	return Stage{name, func(d *Driver) { d.Heuristics(d.TransformNamed(name)) }}
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
		if d.Do(r.T, r.Loop, r) {
			scalar.CanonicalLoops(d.F) // what comes next wants preheaders and exits of its own
			d.Refresh()
			d.Inherit()
		}
	}
}

// Heuristics tries t on the loops whose metadata leave that open.
func (d *Driver) Heuristics(t *Transform) {
	if t.Off != nil && t.Off(&d.Opt.Knobs) {
		return
	}
	if t.First != nil {
		t.First(d)
	}
	for again := t.Wants != nil; again; {
		again = false
		for _, l := range d.Candidates(t) {
			if d.Tried[TriedKey{l.Header, t}] != nil || !Open(t, l) || !t.Wants(l) {
				continue
			}
			loops, parent := len(d.Loop.Loops), l.Parent
			if d.Do(t, l, nil) {
				if t.Nests {
					scalar.CanonicalLoops(d.F)
				}
				d.Refresh()
				d.Inherit()
				if parent != nil && len(d.Loop.Loops) < loops {
					d.becameInnermost(parent.Header)
				}
				if len(d.attempts) > 0 || !d.Opt.Knobs.LegacyOrder && d.next() != nil {
					scalar.CanonicalLoops(d.F)
					d.Refresh()
					d.Requests() // a smaller nest may do what was impossible before, and followups may ask for something
				}
				again = true
				break
			}
		}
	}
}

// Candidates are the loops that heuristics may ask t about, inner loops before the ones around them.
func (d *Driver) Candidates(t *Transform) []*analysis.Loop {
	if !t.Nests && (t.NestsToo == nil || !t.NestsToo(&d.Opt.Knobs)) {
		return d.Loop.Innermost()
	}
	all := slices.Clone(d.Loop.Loops)
	slices.SortStableFunc(all, func(a, b *analysis.Loop) int { return b.Depth - a.Depth })
	return all
}

// Open says whether the metadata of l, and of the loops in it, leave t to heuristics.
func Open(t *Transform, l *analysis.Loop) bool {
	md, name := l.Header.Loop, t.Name()
	switch {
	case md == nil || len(md.Attrs) == 0:
	case md.Has("disable_nonforced") || md.Has(name+".disable") || md.Off(name+".enable"):
		return false
	case name == "unroll_and_jam" && (md.Has("unroll.disable") || Asks(md, "unroll") && !Asks(md, name)):
		return false // LLVM's rules: unroll.disable means both, and unroll.* leave the loop to the unroller
	}
	if t.Nests {
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
func (d *Driver) becameInnermost(header *ir.Block) {
	scalar.Simplify(d.F)
	scalar.Fold(d.F)
	scalar.Simplify(d.F)
	scalar.Cse(d.F)
	scalar.CanonicalLoops(d.F)
	d.Refresh()
	t := d.TransformNamed("vectorize")
	for _, l := range d.Loop.Innermost() {
		a := d.Tried[TriedKey{l.Header, t}]
		if l.Header != header || a != nil && !a.failed() || a == nil && (!Open(t, l) || !t.Wants(l)) {
			continue
		}
		var r *Request
		if a != nil { // it was asked for, and there was a loop in the way
			r = a.r
			r.Loop = l
		}
		if d.Do(t, l, r) {
			d.Refresh()
			d.Inherit()
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

// Resting says that heuristics stop, since the function has become large or has taken half of what may be spent on it.
func (d *Driver) Resting() bool {
	rest := d.F.NumBlocks() > blocksAtMost || d.F.NumValues() > valuesAtMost || d.F.Spent() > d.F.Budget()/2
	if rest && !d.rested {
		d.rested = true
		d.Opt.Remarks.Add(d.F, remark.Remark{Kind: remark.Missed, Pass: "loopopt",
			Text: fmt.Sprintf("the function is too large to look for more to do: %d blocks (at most %d), %d values (%d), %d steps (%d); write several kernels instead",
				d.F.NumBlocks(), blocksAtMost, d.F.NumValues(), valuesAtMost, d.F.Spent(), d.F.Budget()/2)})
	}
	return rest
}

// Do runs a transformation on a loop and says whether the function changed.
func (d *Driver) Do(t *Transform, l *analysis.Loop, r *Request) bool {
	if r == nil && (d.Changes > d.most || d.Resting()) {
		return false
	}
	fault := d.Opt.Knobs.Planting(d.F, t.Name())
	a := d.begin(t, l, r)
	d.active = a
	ok := d.takesPart(t, l, r) && t.on(l)(d, l, r)
	if d.Prepared {
		d.reopen(a)
		return true
	}
	d.classify(a)
	if !ok {
		d.failed(a)
		d.active = nil
		return false
	}
	fault.Spoil(d.F, d.Opt.Knobs.Seed)
	d.succeeded(a)
	return true
}

// takesPart says whether the knobs let t take part.
func (d *Driver) takesPart(t *Transform, l *analysis.Loop, r *Request) bool {
	if t.Denied != nil && t.Denied(&d.Opt.Knobs) {
		return d.Refuse(t.Name(), l, r, remark.SwitchedOff, "loop not unrolled and jammed")
	}
	return true
}

// classify says in the remarks about a loop that vectorization made which one it is.
func (d *Driver) classify(a *attempt) {
	s, body, epilogue := d.Opt.Remarks, a.md.Has("vectorize.body"), a.md.Has("vectorize.epilogue")
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

// Refuse records that a transformation was not done on a loop, and why: a warning if metadata demand it. It says false,
// for run to return.
func (d *Driver) Refuse(pass string, l *analysis.Loop, r *Request, why remark.Reason, text string, args ...remark.Arg) bool {
	kind := remark.Missed
	if r != nil && r.Forced {
		kind = remark.Warning
	}
	d.Opt.Remarks.Add(d.F, remark.Remark{Kind: kind, Pass: pass, Pos: l.Header.Loop.Position(), Reason: why, Text: text, Args: args})
	return false
}

// Where is the place of the operation in the way, for remarks about a loop with metadata md; nothing if that is the loop's own.
func (d *Driver) Where(md *ir.LoopMD, at *ir.Value) []remark.Arg {
	if at == nil || at.Pos == 0 || at.Pos == md.Position() || d.F.Position == nil {
		return nil
	}
	return []remark.Arg{{Name: "at", Value: d.F.Position(at.Pos)}}
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
	scalar.Fold(d.F)
	scalar.Simplify(d.F)
	scalar.Fold(d.F)
	scalar.Simplify(d.F)
	scalar.CanonicalLoops(d.F)
}
