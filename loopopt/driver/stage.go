package driver

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/scalar"
)

// Stage is a step of the driver: something that it does wherever it finds a reason to. Either Run does all of it, or
// Try does it to one loop: the driver then goes through the loops of the scope until it has been done wherever it can
// be.
type Stage struct {
	Name  string
	Scope Scope
	Run   func(d *Driver)
	Try   func(d *Driver, l *analysis.Loop) bool
	Off   func(d *Driver) bool // it is left out; nil: never
	// Serves: requests want it, too, so that it is done to a loop that stays as it is but for them.
	Serves bool
	Most   int    // how often it is done at most; 0: as often as it can be
	Why    string // what it is for, and what it wants to find
}

// Scope is what a stage looks at.
type Scope func(d *Driver) []*analysis.Loop

// Loops are all loops, outer ones before those in them.
func Loops(d *Driver) []*analysis.Loop { return d.Loop.Loops }

// InsideOut are all loops, inner ones before those around them.
func InsideOut(d *Driver) []*analysis.Loop {
	list := d.pool.loops.Append(nil, d.Loop.Loops...)
	slices.Reverse(list)
	return list
}

// Innermost are the loops without others in them.
func Innermost(d *Driver) []*analysis.Loop { return d.Loop.Innermost() }

// Deepest are all loops, the deepest first.
func Deepest(d *Driver) []*analysis.Loop {
	list := d.pool.loops.Append(nil, d.Loop.Loops...)
	slices.SortStableFunc(list, func(a, b *analysis.Loop) int { return b.Depth - a.Depth })
	return list
}

// Pairs are the loops with one loop in them, the deepest first.
func Pairs(d *Driver) []*analysis.Loop {
	return slices.DeleteFunc(Deepest(d), func(l *analysis.Loop) bool { return len(l.Children) != 1 })
}

// Steps takes the stages of a list.
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
		d.drops.Drop(d.F)
	}
}

// closed reports whether l, or a loop in it, is to stay as it is but for what is asked of it. With serves, what is asked
// of the nest, or of a neighbour that is to be fused with it, opens it.
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

// ForEach tries something on the loops of a scope, and on what the loops have become each time that it was done,
// until nothing more comes of it, or it has been done most times if that is not 0. It says whether it has been done
// at all.
func (d *Driver) ForEach(scope Scope, most int, try func(d *Driver, l *analysis.Loop) bool) bool {
	n := 0
	for (most == 0 || n < most) && slices.ContainsFunc(scope(d), func(l *analysis.Loop) bool { return try(d, l) }) {
		n++
	}
	return n > 0
}

// HeuristicsOf is the stage that tries a transformation on the loops whose metadata leave that open.
func HeuristicsOf(transform, stage, why string) Stage {
	return Stage{Name: stage, Run: func(d *Driver) { d.Heuristics(d.TransformNamed(transform)) }, Why: why}
}

// Heuristics tries t on the loops whose metadata leave that open. It says whether it has been done to any.
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
			d.Requests() // a smaller nest may do what was impossible before, and followups may ask for something
		}
		return true
	})
}

// Untried says whether heuristics may try t on l, and have not done so yet.
func (d *Driver) Untried(t *Transform, l *analysis.Loop) bool {
	return !d.WasTried(t, l) && Open(t, l) && !slices.ContainsFunc(t.Unless, l.Header.Loop.Has) &&
		(t.Wants == nil || t.Wants(l))
}

// WasTried says whether t has been tried on l.
func (d *Driver) WasTried(t *Transform, l *analysis.Loop) bool {
	return d.tries.of.get(tryKey{l.Header, t}) != nil
}

// Forget has t be tried on l once more when there is reason to.
func (d *Driver) Forget(t *Transform, l *analysis.Loop) { d.tries.of.set(tryKey{l.Header, t}, nil) }

// After looks at what a transformation has left. What comes next may want loops with preheaders and exits of their
// own: if canonical is set, they get them first.
func (d *Driver) After(canonical bool) {
	if canonical {
		scalar.CanonicalLoops(d.F)
	}
	d.Refresh()
	d.inherit()
}

// becameInnermost tries the transformations that are for loops in which there are no others any more on the one with
// the given header, if it is one, since the last loop in it has been unrolled completely. (What else unrolling leaves
// is not vectorized again.)
func (d *Driver) becameInnermost(header *ir.Block) {
	scalar.Simplify(d.F)
	fold.Func(d.F)
	scalar.Simplify(d.F)
	scalar.CanonicalAddresses(d.F) // what the loop that is gone had from its slice is the loop's own
	scalar.Cse(d.F)
	scalar.CanonicalLoops(d.F)
	d.Refresh()
	// What subscripts of the loops that are gone stood in the way of leaves the loop: headers of rows, above all.
	if l := d.LoopOf(header); l != nil && len(l.Children) == 0 && scalar.LicmLoop(d.F, d.F.Dominators(), l) {
		d.Refresh()
	}
	for _, t := range d.transforms {
		if t.WhenInnermost {
			d.tryInnermost(t, header)
		}
	}
}

// tryInnermost tries t on the loop with the given header if that is innermost.
func (d *Driver) tryInnermost(t *Transform, header *ir.Block) {
	l := d.LoopOf(header)
	if l == nil || len(l.Children) > 0 {
		return
	}
	var r *Request
	switch a := d.tries.of.get(tryKey{header, t}); {
	case a == nil && !d.Untried(t, l) || a != nil && !a.failed():
		return
	case a != nil: // it was asked for, and there was a loop in the way
		r = a.r
		r.Loop = l
	}
	if d.Do(t, l, r) {
		d.After(false)
	}
}
