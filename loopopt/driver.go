package loopopt

import (
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// The driver runs loop transformations in the order in which the metadata ask for them, to a fixpoint: what LLVM's
// TransformMetadata.rst calls for and leaves to future versions.
//
// A request is all attributes of one loop that share a transformation's prefix, placed at the first of them. What the
// source writes is generation 0; the followups of generation n are generation n+1; heuristics come last. Within a
// generation inner loops come before outer ones, and on one loop the order written decides. A request that is done or
// has failed is not looked at again, because its loop carries a mark or has lost the attributes.
type driver struct {
	f    *ir.Func
	opt  *Options
	out  *Output
	loop *analysis.LoopInfo
	scev *analysis.SCEV

	tried map[triedKey]bool
}

type triedKey struct {
	header *ir.Block
	name   string
}

// transform is a transformation that metadata can ask for. Each lives in a file of its own, as var xTransform.
type transform struct {
	prefixes []string // of its attributes; the first, less its dot, is its name
	// run does it and says whether the function changed. r is nil if heuristics ask.
	//
	// A refusal leaves the function as it was. What it says about a request that it refuses is kept back until the
	// driver knows that nothing else makes the request possible: a transformation need not care whether it is asked
	// again. Every loop that comes out gets its metadata from followup.
	run func(d *driver, l *analysis.Loop, r *request) bool
	// wants says whether heuristics may try it on the loop; nil is never. They see innermost loops first.
	wants func(l *analysis.Loop) bool
	// nests says that wants is to be asked about loops that contain others, too.
	nests bool
}

func (t *transform) name() string { return strings.TrimSuffix(t.prefixes[0], ".") }

// transforms are the transformations there are, in the order in which heuristics try them.
var transforms = []*transform{
	&vectorizeTransform,
	&unrollTransform,
}

// request is a transformation asked for by a loop's metadata.
type request struct {
	loop   *analysis.Loop
	t      *transform
	gen    int
	at     int  // place in the attribute list
	forced bool // an attribute demands the transformation, so that not doing it is worth a warning
}

// refresh analyses the function anew. Transformations mend the phis of exits only, so that loops they made must be in
// loop-closed form before the next one looks at them.
func (d *driver) refresh() {
	lcssa(d.f)
	dom := d.f.Dominators()
	d.loop = analysis.FindLoops(d.f, dom)
	d.scev = analysis.NewSCEV(d.f, d.loop, dom)
}

// run works until nothing is left to do.
func (d *driver) run() {
	d.tried = map[triedKey]bool{}
	d.refresh()
	d.dissolve()
	for _, l := range d.loop.Loops {
		if d.versionNest(l) {
			d.refresh()
			break
		}
	}
	for {
		r := d.next()
		if r == nil {
			break
		}
		d.tried[triedKey{r.loop.Header, r.t.prefixes[0]}] = true
		if d.do(r.t, r.loop, r) {
			d.refresh()
		}
	}
	for _, t := range transforms {
		if t == &unrollTransform {
			d.splitAllChecks()
		}
		for again := t.wants != nil; again; {
			again = false
			for _, l := range d.candidates(t) {
				k := triedKey{l.Header, t.prefixes[0]}
				if d.tried[k] || !t.wants(l) {
					continue
				}
				d.tried[k] = true
				loops, parent := len(d.loop.Loops), l.Parent
				if d.do(t, l, nil) {
					d.refresh()
					if parent != nil && len(d.loop.Loops) < loops {
						d.becameInnermost(parent.Header)
					}
					again = true
					break
				}
			}
		}
	}
}

// candidates are the loops that heuristics may ask t about, inner loops before the ones around them.
func (d *driver) candidates(t *transform) []*analysis.Loop {
	if !t.nests {
		return d.loop.Innermost()
	}
	all := slices.Clone(d.loop.Loops)
	slices.SortStableFunc(all, func(a, b *analysis.Loop) int { return b.Depth - a.Depth })
	return all
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
	t := &vectorizeTransform
	for _, l := range d.loop.Innermost() {
		k := triedKey{l.Header, t.prefixes[0]}
		if l.Header != header || d.tried[k] || !t.wants(l) {
			continue
		}
		d.tried[k] = true
		if d.do(t, l, nil) {
			d.refresh()
		}
		return
	}
}

// do runs a transformation on a loop and says whether the function changed.
func (d *driver) do(t *transform, l *analysis.Loop, r *request) bool {
	fault := d.opt.Knobs.planting(d.f, strings.TrimSuffix(t.prefixes[0], "."))
	if !t.run(d, l, r) {
		return false
	}
	fault.spoil(d.f, d.opt.Knobs.Seed)
	return true
}

// splitAllChecks frees the loops that stay scalar from their checks, before they are unrolled.
func (d *driver) splitAllChecks() {
	for again := true; again; {
		again = false
		for _, l := range d.loop.Innermost() {
			if d.splitChecks(l) {
				d.refresh()
				again = true
				break
			}
		}
	}
}

// next is the request to do now: the lowest generation, innermost loop first, then the order written.
func (d *driver) next() *request {
	var best *request
	for i := len(d.loop.Loops) - 1; i >= 0; i-- {
		l := d.loop.Loops[i]
		if l.Header.Loop == nil || l.Header.Loop.Has("isvectorized") && len(l.Header.Loop.Attrs) == 1 {
			continue
		}
		for at, a := range l.Header.Loop.Attrs {
			t := transformOf(a.Name)
			if t == nil || isFollowup(a.Name) || strings.HasSuffix(a.Name, ".disable") || d.tried[triedKey{l.Header, t.prefixes[0]}] {
				continue
			}
			if t.prefixes[0] == "vectorize." && l.Header.Loop.Has("isvectorized") {
				continue
			}
			if best == nil || a.Gen < best.gen || a.Gen == best.gen && l.Depth > best.loop.Depth {
				best = &request{loop: l, t: t, gen: a.Gen, at: at, forced: attrs.Forced(l.Header.Loop, t.name())}
			}
		}
	}
	return best
}

func transformOf(attr string) *transform {
	for i := range transforms {
		for _, p := range transforms[i].prefixes {
			if strings.HasPrefix(attr, p) {
				return transforms[i]
			}
		}
	}
	return nil
}

func isFollowup(name string) bool { return strings.Contains(name, ".followup_") }

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

// followup is the metadata of a loop that a transformation made from one with metadata md. If an attribute of one of
// the roles is given, its list replaces everything, an empty list too (LLVM's rule); its attributes are a generation
// later. Otherwise the loop inherits md less the transformation's own attributes, plus the defaults.
func followup(md *ir.LoopMD, drop string, roles []string, defaults ...ir.Attr) *ir.LoopMD {
	given := false
	next := &ir.LoopMD{Pos: md.Position()}
	if md != nil {
		for _, a := range md.Attrs {
			for _, role := range roles {
				if a.Name != role {
					continue
				}
				given = true
				for _, x := range a.List {
					x.Gen = a.Gen + 1
					next.Attrs = append(next.Attrs, x)
				}
			}
		}
	}
	if given {
		return next
	}
	return md.Without(func(name string) bool {
		return drop != "" && (strings.HasPrefix(name, drop) || drop == "vectorize." && strings.HasPrefix(name, "interleave."))
	}).With(defaults...)
}

// bisect says whether the next transformation may be done (knob bisect=N).
func (d *driver) bisect(name string, pos ir.Pos) bool {
	d.out.Transformations++
	return d.opt.Knobs.Bisect < 0 || d.out.Transformations <= d.opt.Knobs.Bisect
}
