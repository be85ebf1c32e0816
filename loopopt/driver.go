package loopopt

import (
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
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

// transform is a transformation that metadata can ask for.
type transform struct {
	prefixes []string // of its attributes
	// run does it and says whether the function changed. r is nil if heuristics ask.
	run func(d *driver, l *analysis.Loop, r *request) bool
	// wants says whether heuristics may try it on the loop.
	wants func(l *analysis.Loop) bool
}

// transforms are the transformations registered, in the order in which heuristics try them.
var transforms = []transform{
	{
		prefixes: []string{"vectorize.", "interleave."},
		run:      (*driver).vectorize,
		wants: func(l *analysis.Loop) bool {
			return len(l.Children) == 0 && !l.Header.Loop.Has("isvectorized") && !l.Header.Loop.Has("disable_nonforced")
		},
	},
	{
		prefixes: []string{"unroll."},
		run:      (*driver).unroll,
		wants: func(l *analysis.Loop) bool {
			m := l.Header.Loop
			return len(l.Children) == 0 && !m.Has("disable_nonforced") && !m.Has("unroll.disable")
		},
	},
	distributeTransform,
	licmVersioningTransform,
	unswitchTransform,
	splitTransform,
	fuseTransform,
	rerollTransform,
}

// request is a transformation asked for by a loop's metadata.
type request struct {
	loop *analysis.Loop
	t    *transform
	gen  int
	at   int // place in the attribute list
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
	for i := range transforms {
		t := &transforms[i]
		if t.prefixes[0] == "unroll." {
			d.splitAllChecks()
		}
		for again := true; again; {
			again = false
			for _, l := range d.loop.Innermost() {
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

// becameInnermost vectorizes the loop with the given header if it has no loops in it any more, since the last one has
// been unrolled completely. (What else unrolling leaves is not vectorized again.)
func (d *driver) becameInnermost(header *ir.Block) {
	simplify(d.f)
	fold(d.f)
	simplify(d.f)
	cse(d.f)
	canonicalLoops(d.f)
	d.refresh()
	t := &transforms[0]
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
				best = &request{loop: l, t: t, gen: a.Gen, at: at}
			}
		}
	}
	return best
}

func transformOf(attr string) *transform {
	for i := range transforms {
		for _, p := range transforms[i].prefixes {
			if strings.HasPrefix(attr, p) {
				return &transforms[i]
			}
		}
	}
	return nil
}

func isFollowup(name string) bool { return strings.Contains(name, ".followup_") }

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
