package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// licmVersioning is the name of the transformation.
const licmVersioning = "licm_versioning"

// VersionLICM moves loads and stores of one place out of a copy of the loop that runs if nothing else in the loop
// touches that place: versioning LICM.
//
// Before:
//
//	for i := range A { A[i] = B[0] }
//	for i := range x { y[k] += x[i] }
//
// After:
//
//	if B[0] is not in A {
//		b := B[0]
//		for i := range A { A[i] = b }
//	} else {
//		for i := range A { A[i] = B[0] }
//	}
//	if y[k] is not in x {
//		t := y[k]
//		for i := range x { t += x[i] }
//		y[k] = t
//	} else { … }
//
// Legal in the copy, which no check can leave, if all accesses to the place are known, and others are told apart from
// it by proof or at run time. A place that is stored to must be accessed in every iteration only, as often as the loop
// runs: no store is invented. A load that some iterations do without moves if it cannot fail: its own check is among
// those that are known to hold.
// Pays where the vectorizer refuses the loop because of such an access, and else spares the way through memory from one
// iteration to the next.
// Reads licm_versioning.enable and licm_versioning.disable; leaves followup_versioned, followup_fallback, followup_all.
// By default the copy inherits what was there, the fallback what is no request, and both get licm_versioning.disable.
// Remarks: loop versioned, loop not versioned with the reason.
func VersionLICM(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	f, md := d.F, l.Header.Loop
	if md.Has("licm_versioning.disable") || md.Has("licm.disable") {
		return driver.Refused(remark.Disabled)
	}
	g := &legal.Legality{F: f, L: l, Se: d.Scev}
	g.Out = legal.LegalOf(g)
	if !g.Shape() || !g.Counts() {
		return driver.Refused(g.Reason)
	}
	reuse := analysis.NewReuse(d.Scev, l, nil, g.Depend)
	places := reuse.Fixed(g.Out.InBounds, func(a, b *analysis.Access) bool { return analysis.KnownDisjoint(l, a.Root, b.Root) })
	if len(places) == 0 {
		return driver.Refused(remark.NothingToHoist)
	}
	var guards []vplan.Guard
	for i := range places {
		guards = append(guards, places[i].Guards...)
	}
	if len(guards) > legal.MaxPairs {
		return driver.Refused(remark.TooManyChecks)
	}
	if !d.Bisect("licm_versioning", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	indexes := make([]*ir.Value, len(places))
	for i := range places {
		indexes[i] = indexOf(d, l, &places[i])
	}
	v := newGuarded(d, g, guards, "versioned")
	stores := 0
	for i := range places {
		v.takeOut(&places[i], indexes[i])
		if places[i].Stored {
			stores++
		}
	}
	v.finish()
	v.follow(licmVersioning, "versioned", r != nil)
	d.Passed(licmVersioning, md.Position(), "loop versioned", remark.Arg{Name: "loads", Value: len(places) - stores},
		remark.Arg{Name: "stores", Value: stores}, remark.Arg{Name: "checks", Value: len(guards)})
	return driver.Changed
}

// Promote keeps what every iteration of an innermost loop loads from and stores to the same place in a register:
// scalar promotion (LLVM's LICM). It is versioning LICM where nothing need be asked at run time, nor the loop be
// counted.
//
// Before:
//
//	for k := 0; k < n; k++ { c[i] += a[k] }
//
// After:
//
//	s := c[i]
//	for k := 0; k < n; k++ { s += a[k] }
//	c[i] = s
//
// Legal besides if the loop is left at its end only and nothing in it can panic: nobody sees the stores between. It
// runs at least once, so that no store is invented.
// Pays always; it makes the sum a value, which other transformations understand.
// Reads noalias; leaves nothing. Remarks: none.
func Promote(d *driver.Driver, l *analysis.Loop, apart func(a, b *analysis.Access) bool) bool {
	if len(l.Children) > 0 || !l.Simplified() || !l.LeftAtLatch() || !l.Dedicated() {
		return false
	}
	for _, b := range l.Blocks {
		for _, v := range b.Walk() {
			if v.Op == ir.OpCheck || v.Op.Yields() {
				return false
			}
		}
	}
	v := &guarded{d: d, body: &clone.Cloner{L: l}, header: l.Header, front: l.Preheader, behind: l.LatchExit()}
	never := func(*analysis.Access) bool { return false }
	changed := false
	for _, p := range analysis.NewReuse(d.Scev, l, nil, nil).Fixed(never, apart) {
		if p.Stored && len(p.Guards) == 0 {
			v.takeOut(&p, indexOf(d, l, &p))
			changed = true
		}
	}
	if changed {
		d.F.ElimCopies()
	}
	return changed
}

// indexOf is the index of a place, in front of the loop.
func indexOf(d *driver.Driver, l *analysis.Loop, p *analysis.Fixed) *ir.Value {
	if a := p.Accesses[0]; !l.Invariant(a.V.Args[1]) {
		return d.Scev.Expand(a.Start, l.Preheader)
	}
	return p.Accesses[0].V.Args[1]
}

// takeOut takes the accesses to a place out of the loop: it is loaded in front of it, and stored behind.
func (v *guarded) takeOut(p *analysis.Fixed, index *ir.Value) {
	a := p.Accesses[0].V
	t, pos, base, scale, off := a.AccessType(), a.Pos, a.Args[0], a.Scale, a.Off
	var first *ir.Value
	if !p.Accesses[0].Write {
		first = v.front.New(ir.OpLoad, t, pos, base, index)
		first.Scale, first.Off = scale, off
	}
	if !p.Stored {
		for _, b := range p.Accesses {
			v.body.Of(b.V).CopyOf(first)
		}
		return
	}
	var cur, phi *ir.Value
	if first != nil {
		phi = v.header.NewPhi(t, pos)
		cur = phi
	}
	for _, b := range p.Accesses {
		w := v.body.Of(b.V)
		if !b.Write {
			w.CopyOf(cur)
			continue
		}
		cur = w.StoredValue()
		w.Block.Remove(w)
	}
	if phi != nil {
		clone.Carry(phi, v.front, first, cur)
	}
	last := v.behind.NewPhi(t, pos)
	for range v.behind.Preds {
		last.AddArg(cur)
	}
	store := v.d.F.NewValue(v.behind, ir.OpStore, ir.TVoid, pos, base, index, last)
	store.Scale, store.Off = scale, off
	v.behind.InsertAt(len(v.behind.Phis()), store)
}
