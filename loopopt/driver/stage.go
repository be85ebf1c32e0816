package driver

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/scalar"
)

// Stage is a step of the driver that applies one kind of change wherever it finds a reason to. Either Run does all of
// it, or Try does it to one loop. The driver then visits the loops of the scope until Try succeeds on none.
type Stage struct {
	Name  string
	Scope Scope
	Run   func(d *Driver)
	Try   func(d *Driver, l *analysis.Loop) bool
	Off   func(d *Driver) bool // reports whether the stage is left out; nil: never
	// Serves: requests need the stage too, so it also runs on loops that are otherwise closed to heuristics.
	Serves bool
	Most   int    // maximum number of applications; 0: unlimited
	Why    string // the purpose of the stage, and what it expects
}

// Scope returns the loops that a stage visits.
type Scope func(d *Driver) []*analysis.Loop

// Loops returns all loops, outer ones before the loops in them.
func Loops(d *Driver) []*analysis.Loop { return d.Loop.Loops }

// InsideOut returns all loops, inner ones before the loops around them.
func InsideOut(d *Driver) []*analysis.Loop {
	list := d.pool.loops.Append(nil, d.Loop.Loops...)
	slices.Reverse(list)
	return list
}

// Innermost returns the loops without inner loops.
func Innermost(d *Driver) []*analysis.Loop { return d.Loop.Innermost() }

// Deepest returns all loops, the deepest first.
func Deepest(d *Driver) []*analysis.Loop {
	list := d.pool.loops.Append(nil, d.Loop.Loops...)
	slices.SortStableFunc(list, func(a, b *analysis.Loop) int { return b.Depth - a.Depth })
	return list
}

// Pairs returns the loops with exactly one child loop, the deepest first.
func Pairs(d *Driver) []*analysis.Loop {
	return slices.DeleteFunc(Deepest(d), func(l *analysis.Loop) bool { return len(l.Children) != 1 })
}

// Steps runs the stages of a list.
func (d *Driver) Steps(list []Stage) {
	for _, s := range list {
		switch {
		case s.Off != nil && s.Off(d):
		case s.Run != nil:
			s.Run(d)
		default:
			try, serves := s.Try, s.Serves
			d.ForEach(s.Scope, s.Most, func(d *Driver, l *analysis.Loop) bool { return !d.closed(l, serves) && try(d, l) })
		}
		d.drops.Apply(d.F)
	}
}

// closed reports whether l, or a loop in it, must stay unchanged except for requests. If serves is set, a request on
// the nest, or on a neighbor that is to be fused with it, opens it.
func (d *Driver) closed(l *analysis.Loop, serves bool) bool {
	closed, asked := false, false
	for _, m := range d.Loop.Loops {
		md, inside := m.Header.Loop, l.ContainsLoop(m)
		closed = closed || inside && md.Has("disable_nonforced")
		asked = asked || serves && md != nil && (inside || m.Parent == l.Parent) &&
			slices.ContainsFunc(md.Attrs, func(a ir.Attr) bool {
				row := IsRequest(a)
				return row != nil && attrs.Forced(md, row.Owner) && (inside || row.Owner == "fuse")
			})
	}
	return closed && !asked
}

// ForEach applies try to the loops of a scope, and to the resulting loops after each success, until it succeeds on
// none. If most is not 0, it stops after most successes. It reports whether there was any.
func (d *Driver) ForEach(scope Scope, most int, try func(d *Driver, l *analysis.Loop) bool) bool {
	n := 0
	for (most == 0 || n < most) && slices.ContainsFunc(scope(d), func(l *analysis.Loop) bool { return try(d, l) }) {
		n++
	}
	return n > 0
}

// HeuristicsOf returns the stage that tries a transformation on the loops whose metadata permit it.
func HeuristicsOf(transform, stage, why string) Stage {
	return Stage{Name: stage, Run: func(d *Driver) { d.Heuristics(d.TransformNamed(transform)) }, Why: why}
}

// Heuristics tries t on the loops whose metadata permit it. It reports whether any was transformed.
func (d *Driver) Heuristics(t *Transform) bool {
	if t.Scope == nil || t.Off != nil && t.Off(&d.Opt.Knobs) {
		return false
	}
	return d.ForEach(t.Scope, 0, func(d *Driver, l *analysis.Loop) bool {
		loops, parent := len(d.Loop.Loops), l.Parent
		if !d.Untried(t, l) || !d.Do(t, l, nil) {
			return false
		}
		d.After(t.Pair)
		if parent != nil && len(d.Loop.Loops) < loops {
			d.becameInnermost(parent.Header)
		}
		if len(d.tries.failed) > 0 || !d.Opt.Knobs.LegacyOrder && d.next() != nil {
			scalar.CanonicalLoops(d.F)
			d.Refresh()
			d.Requests() // a smaller nest may permit requests that were refused before, and followups may make new ones
		}
		return true
	})
}

// Untried reports whether heuristics may try t on l, and have not done so yet.
func (d *Driver) Untried(t *Transform, l *analysis.Loop) bool {
	return !d.WasTried(t, l) && Open(t, l) && !slices.ContainsFunc(t.Unless, l.Header.Loop.Has) &&
		(t.Wants == nil || t.Wants(l))
}

// WasTried reports whether t has been tried on l.
func (d *Driver) WasTried(t *Transform, l *analysis.Loop) bool {
	return d.tries.of.get(tryKey{l.Header, t}) != nil
}

// Forget forgets the attempt of t on l, so that it can be repeated.
func (d *Driver) Forget(t *Transform, l *analysis.Loop) { d.tries.of.set(tryKey{l.Header, t}, nil) }

// After processes the result of a transformation. Later transformations may need loops with preheaders and dedicated
// exits; canonical requests these first.
func (d *Driver) After(canonical bool) {
	if canonical {
		scalar.CanonicalLoops(d.F)
	}
	d.Refresh()
	d.inherit()
}

// becameInnermost handles the complete unrolling of a loop's last inner loop. If the loop with the given header is
// now innermost, it tries the transformations for innermost loops on it. (Other loops that unrolling leaves are not
// vectorized again.)
func (d *Driver) becameInnermost(header *ir.Block) {
	scalar.SimplifyCFG(d.F)
	fold.Fold(d.F)
	scalar.SimplifyCFG(d.F)
	scalar.CanonicalAddresses(d.F) // the removed loop's slices become the loop's own
	scalar.CSE(d.F)
	scalar.CanonicalLoops(d.F)
	d.Refresh()
	// Values that depended on subscripts of the removed loops may now be invariant: above all, headers of rows.
	if l := d.LoopOf(header); l != nil && len(l.Children) == 0 && scalar.LICMLoop(d.F, d.F.Dominators(), l) {
		d.Refresh()
	}
	for _, t := range d.transforms {
		if t.WhenInnermost {
			d.tryInnermost(t, header)
		}
	}
}

// tryInnermost tries t on the loop with the given header if the loop is innermost.
func (d *Driver) tryInnermost(t *Transform, header *ir.Block) {
	l := d.LoopOf(header)
	if l == nil || len(l.Children) > 0 {
		return
	}
	var r *Request
	switch a := d.tries.of.get(tryKey{header, t}); {
	case a == nil && !d.Untried(t, l) || a != nil && !a.failed():
		return
	case a != nil: // it was requested, but an inner loop prevented it
		r = a.r
		r.loop = l
	}
	if d.Do(t, l, r) {
		d.After(false)
	}
}
