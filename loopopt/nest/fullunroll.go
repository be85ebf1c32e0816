package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/scalar"
)

// UnrollFullyEarly unrolls short loops within others completely, before anything else is done to the loops around them:
// those that stand between a small local array and sroa, those over the rows of a slice of small arrays, whose elements
// are fields to the outer loop then, and those over a window that the outer loop moves along by one element after the
// other.
//
// Before:
//
//	for i := range y {
//		var t [4]float32
//		for k := range 4 { t[k] = x[4*i+k] }
//		y[i] = t[0]*t[1] + t[2]*t[3]
//	}
//	for i := range rgb { for k := range 3 { rgb[i][k] *= a } }
//	for i := range y { for k := range 3 { y[i] += x[i+k] * w[k] } }
//
// After:
//
//	for i := range y { y[i] = x[4*i]*x[4*i+1] + x[4*i+2]*x[4*i+3] }
//	for i := range rgb { rgb[i][0] *= a; rgb[i][1] *= a; rgb[i][2] *= a }
//	for i := range y { y[i] += x[i] * w[0]; y[i] += x[i+1] * w[1]; y[i] += x[i+2] * w[2] }
//
// Legal as unrolling and sroa are. Pays if the array disappears: each place of an access is constant or becomes so, all
// loops that this takes are short and small, and one of them is in another loop, which may be vectorized then. Of rows
// it pays if they are shorter than vectors; of windows, since the loop around them then is one block whose accesses are
// consecutive (3x3 filters over images: 3 to 8 times the speed).
// Reads the metadata of these loops and of those around them: a loop that a request is about stays, for the request is
// about the nest as it is written.
// Leaves what unroll leaves.
// Remarks: those of unroll.
func UnrollFullyEarly(d *driver.Driver) {
	if !anyNest(d) {
		return
	}
	done := false
	for {
		l := nextToUnroll(d)
		if l == nil || !loop.UnrollsFully(d, l) || !loop.Unroll(d, l, nil).Changed() {
			break
		}
		done = true
		scalar.SimplifyCFG(d.F)
		fold.Fold(d.F)
		scalar.SimplifyCFG(d.F)
		scalar.CanonicalLoops(d.F)
		d.Refresh()
	}
	if done {
		scalar.CanonicalAddresses(d.F)
		scalar.SROA(d.F)
		scalar.CSE(d.F)
		scalar.SimplifyCFG(d.F)
		scalar.CanonicalLoops(d.F)
		d.Refresh()
	}
}

func anyNest(d *driver.Driver) bool {
	for _, l := range d.Loop.Loops {
		if l.Parent != nil {
			return true
		}
	}
	return false
}

// nextToUnroll is an innermost loop over short rows, or one that has to go for some local to become values, if all of
// them can.
func nextToUnroll(d *driver.Driver) *analysis.Loop {
	for _, l := range d.Loop.Innermost() {
		if l.Parent != nil && (overRows(d, l) || window(d, l)) && !involved(d, l) {
			return l
		}
	}
	if len(d.F.Locals) == 0 {
		return nil
	}
	s := &scalar.Scalarizer{F: d.F, At: map[*ir.Value]scalar.Place{}, Locals: make([]scalar.LocalUse, len(d.F.Locals))}
	s.Collect()
	for i := range s.Locals {
		if u := &s.Locals[i]; !u.Escapes && u.Loads && !u.Constant {
			if l := localLoopToUnroll(d, u); l != nil && !involved(d, l) {
				return l
			}
		}
	}
	return nil
}

// involved reports whether a request is about l: one of its own, or one of a loop around it that reaches so far down, or
// of a neighbour of those that is to be fused with it.
func involved(d *driver.Driver, l *analysis.Loop) bool {
	for a := l; a != nil; a = a.Parent {
		for _, s := range d.Loop.Loops {
			md := s.Header.Loop
			if s.Parent == a.Parent && md != nil && (s == a || asksFusion(md)) && l.Depth-a.Depth <= reach(md) {
				return true
			}
		}
	}
	return false
}

// reach is how many loops deep the requests of md go, with those of its followups: 0 if they are about the loop alone,
// and -1 if there are none that complete unrolling does not meet.
func reach(md *ir.LoopMD) int {
	deep := -1
	for _, a := range md.Attrs {
		owner, n := attrs.Owner(a.Name), -1
		switch {
		case a.Kind == ir.AttrList:
			n = reach(&ir.LoopMD{Attrs: a.List})
		case a.Name != "unroll.enable" && a.Name != "unroll.full" && attrs.Forced(&ir.LoopMD{Attrs: []ir.Attr{a}}, owner):
			n = 0
		}
		if n >= 0 && (owner == "interchange" || owner == "flatten" || owner == "unroll_and_jam") {
			n++ // it is about the loop in this one, too
		}
		deep = max(deep, n)
	}
	return deep
}

// rowTrips is the number of elements of the longest row that is taken apart: the members of the largest group that
// shuffles handle well.
const rowTrips = 4

// overRows says whether l runs along rows of arrays that lie one behind the other, and the loop around it from row to
// row: each access of the outer loop moves by at least as many elements as the inner one has iterations, and by no more
// than a group has. What else the loop accesses, a matrix, say, stays where it is in the outer loop.
func overRows(d *driver.Driver, l *analysis.Loop) bool {
	if !loop.Short(d, l) || fullUnrollSize(d, l) > fullUnrollSizeMax || len(l.Parent.Children) > 1 {
		return false
	}
	_, n, _ := d.Scev.TripCount(l)
	rows := false
	for _, a := range analysis.Accesses(d.Scev, l) {
		if n >= rowTrips || a.Start == nil {
			return false
		}
		if a.Kind != analysis.Consecutive && a.Kind != analysis.Uniform && !d.Scev.Invariant(a.Start, l.Parent) {
			return false
		}
		if a.Kind != analysis.Consecutive || a.Start.Kind != analysis.AddRec || a.Start.Loop != l.Parent {
			continue
		}
		step, ok := d.Scev.IsConst(a.Start.Step())
		row := step * int64(a.V.Scale)
		rows = rows || ok && row >= (n+1)*int64(a.Size) && row <= legal.MaxGroup*int64(a.Size)
	}
	return rows
}

// window says whether l, alone or in other short loops, runs over what the first longer loop around it moves along by
// one element after the other, or leaves where it is.
func window(d *driver.Driver, l *analysis.Loop) bool {
	if !loop.Short(d, l) || len(l.Blocks) > 1 { // branches would keep the loop around from being one block
		return false
	}
	top := l
	for top.Parent != nil && loop.Short(d, top.Parent) {
		top = top.Parent
	}
	p := top.Parent
	if p == nil || fullUnrollSize(d, top) > fullUnrollSizeMax {
		return false
	}
	moves := false
	for _, a := range analysis.Accesses(d.Scev, l) {
		if a.Root != nil && a.Root.Op == ir.OpLocalPtr {
			continue // values by then, or what keeps the outer loop from being vector code anyway
		}
		e := a.Start
		for e != nil && e.Kind == analysis.AddRec && e.Loop != p && p.ContainsLoop(e.Loop) {
			e = e.Start()
		}
		switch {
		case e == nil || !d.Scev.Invariant(a.Step, p):
			return false
		case e.Kind == analysis.AddRec && e.Loop == p:
			step, ok := d.Scev.IsConst(e.Step())
			if !ok || step*int64(a.V.Scale) != int64(a.Size) {
				return false
			}
			moves = true
		case !d.Scev.Invariant(e, p):
			return false
		}
	}
	return moves
}

func localLoopToUnroll(d *driver.Driver, u *scalar.LocalUse) *analysis.Loop {
	var loops []*analysis.Loop
	for _, v := range u.Accesses {
		if v.Op != ir.OpLoad && v.Op != ir.OpStore || v.Args[0].Op != ir.OpLocalPtr ||
			!constantWithout(d, d.Scev.Of(v.Args[1]), &loops) {
			return nil
		}
	}
	nested := false
	var inner *analysis.Loop
	for _, l := range loops {
		if fullUnrollSize(d, l) > fullUnrollSizeMax {
			return nil
		}
		nested = nested || l.Parent != nil
		if len(l.Children) == 0 {
			inner = l
		}
	}
	if !nested {
		return nil
	}
	return inner
}

// constantWithout says whether e is constant in every iteration of some short loops, which it adds to the list.
func constantWithout(d *driver.Driver, e analysis.Expr, loops *[]*analysis.Loop) bool {
	switch e.Kind {
	case analysis.Const:
		return true
	case analysis.AddRec:
		if !loop.Short(d, e.Loop) {
			return false
		}
		*loops = append(*loops, e.Loop)
	case analysis.Sum, analysis.Prod:
	default:
		return false
	}
	for _, a := range e.Args {
		if !constantWithout(d, a, loops) {
			return false
		}
	}
	return true
}

// fullUnrollSizeMax is the number of values that a loop may come to for this: as many as complete unrolling allows.
const fullUnrollSizeMax = 300

// fullUnrollSize is the number of values that the loop, and all short loops in it, come to when they are unrolled.
func fullUnrollSize(d *driver.Driver, l *analysis.Loop) int {
	size := 0
	for _, b := range l.Blocks {
		if d.Loop.Of(b) == l {
			size += len(b.Values)
		}
	}
	for _, c := range l.Children {
		size += fullUnrollSize(d, c)
	}
	if _, n, ok := d.Scev.TripCount(l); ok && loop.WillUnroll(d, l) {
		size *= int(n) + 1
	}
	return size
}
