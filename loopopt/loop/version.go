package loop

import (
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/scalar"
	"hotloop/loopopt/vplan"
)

// Restructure prepares new loops in front of one, whose shape and counts g has, for the iterations in which no
// check fails, if there are any and the guards hold:
//
//	n := iterations for which no check fails
//	if 0 < n && guards hold { new loops, n iterations without checks }
//	if n < all { the loop as it was, from iteration n or 0 on }
//
// The loop that panics is always the original. Without iteration bounds and guards there is no fallback, and the
// original goes.
func Restructure(d *driver.Driver, g *legal.Legality, guards []vplan.Guard) *clone.Front {
	f, pre, pos := d.F, g.L.Preheader, g.L.Header.Loop.Position()
	all := d.Scev.Expand(g.Out.Trips, pre)
	n := all
	for _, e := range g.Out.IterationBounds {
		n = pre.New(ir.OpMinS, ir.TI64, pos, n, d.Scev.Expand(e, pre))
	}
	var some *ir.Value
	if len(g.Out.IterationBounds) > 0 {
		some = pre.New(ir.OpLtS, ir.TBool, pos, f.ConstInt(ir.TI64, 0), n)
	}
	r := clone.NewFront(f, g.L, n)
	if r.Cond = some; some != nil {
		r.All = all
	}
	if len(guards) > 0 {
		r.And(g.Out.Guards(guards, n))
	}
	return r
}

// guarded is a loop that has no checks and runs if guards hold: a copy of one, or the loop itself if it has no checks
// and nothing is asked.
type guarded struct {
	d             *driver.Driver
	body          *clone.Cloner
	header        *ir.Block
	front, behind *ir.Block    // what leads to it, and where it leaves for
	rs            *clone.Front // nil: the loop itself
	md            *ir.LoopMD   // of the loop as it was
	old           *ir.Block    // its header
}

// newGuarded makes such a loop, named so.
func newGuarded(d *driver.Driver, g *legal.Legality, guards []vplan.Guard, name string) *guarded {
	v := &guarded{d: d, body: &clone.Cloner{L: g.L}, header: g.L.Header, front: g.L.Preheader, behind: g.L.LatchExit(),
		md: g.L.Header.Loop}
	if len(g.Out.IterationBounds)+len(guards) == 0 {
		return v
	}
	v.rs = Restructure(d, g, guards)
	v.front, v.body = v.rs.Tail, Unchecked(g, name)
	v.header = v.rs.Add(v.body)
	v.behind = v.rs.Tail
	return v
}

// finish is called when the loop has been changed.
func (v *guarded) finish() {
	if v.rs != nil {
		v.rs.Finish()
		v.old = v.rs.Fallback()
	}
	v.d.F.ElimCopies()
}

// follow gives the metadata that a transformation leaves, on the new loop those of a role. asked: the source wants it.
func (v *guarded) follow(transformation, role string, asked bool) {
	prefix := transformation + "."
	roles := func(name string) []string { return []string{prefix + "followup_" + name, prefix + "followup_all"} }
	done := ir.Attr{Name: prefix + "disable"}
	v.header.Loop = driver.Followup(v.md, prefix, roles(role), done)
	if v.old != nil {
		v.old.Loop = driver.FallbackAs(v.md, roles("fallback"), asked, done)
	}
	scalar.CanonicalLoops(v.d.F)
}

// restructureWhole is the same for new loops that are to run only if there are least iterations, for all of which
// no check fails.
func restructureWhole(d *driver.Driver, g *legal.Legality, guards []vplan.Guard, least int64) *clone.Front {
	f, pre := d.F, g.L.Preheader
	n := d.Scev.Expand(g.Out.Trips, pre)
	r := clone.NewFront(f, g.L, n)
	r.And(pre.New(ir.OpLeS, ir.TBool, r.Pos, f.ConstInt(ir.TI64, least), n))
	for _, e := range g.Out.IterationBounds {
		r.And(pre.New(ir.OpLeS, ir.TBool, r.Pos, n, d.Scev.Expand(e, pre)))
	}
	if len(guards) > 0 {
		r.And(g.Out.Guards(guards, n))
	}
	return r
}

// Unchecked is a copy of the loop without the checks that are counted.
func Unchecked(g *legal.Legality, name string) *clone.Cloner {
	return clone.CloneLoop(g.F, g.L, name, func(v *ir.Value) bool { return v.Op == ir.OpCheck && g.Out.Counted[v.ID] })
}
