package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
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
	places, guards := fixedPlaces(d, l, g)
	if len(places) == 0 {
		return driver.Refused(remark.NothingToHoist)
	}
	if len(guards) > legal.MaxPairs {
		return driver.Refused(remark.TooManyChecks)
	}
	if !d.Bisect("licm_versioning", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	for _, p := range places {
		p.index = p.accesses[0].V.Args[1]
		if !l.Invariant(p.index) {
			p.index = d.Scev.Expand(p.accesses[0].Start, l.Preheader)
		}
	}
	rs := restructure(d, g, guards)
	ph := rs.Tail
	fast := rs.Add(unchecked(g, "versioned"))
	loads, stores := 0, 0
	for _, p := range places {
		p.leave(rs.Copies[0], fast, ph, rs.Tail)
		if p.stored {
			stores++
		} else {
			loads++
		}
	}
	rs.Finish()
	f.ElimCopies()
	done := ir.Attr{Name: "licm_versioning.disable"}
	fast.Loop = driver.Followup(md, "licm_versioning.",
		[]string{"licm_versioning.followup_versioned", "licm_versioning.followup_all"}, done)
	if rs.Rest != nil {
		roles := []string{"licm_versioning.followup_fallback", "licm_versioning.followup_all"}
		l.Header.Loop = driver.FallbackAs(md, roles, r != nil, done)
		scalar.CanonicalLoops(f)
	}
	d.Passed(licmVersioning, md.Position(), "loop versioned", remark.Arg{Name: "loads", Value: loads},
		remark.Arg{Name: "stores", Value: stores}, remark.Arg{Name: "checks", Value: len(guards)})
	return driver.Changed
}

// fixedPlace is a place that a loop accesses in every iteration.
type fixedPlace struct {
	accesses []*analysis.Access // all of the same bytes, in program order
	stored   bool
	index    *ir.Value // of all, in front of the loop
}

// fixedPlaces finds the places whose accesses may leave the loop, and what is to be asked at run time for it.
func fixedPlaces(d *driver.Driver, l *analysis.Loop, g *legal.Legality) (places []*fixedPlace, guards []vplan.Guard) {
	list := analysis.Accesses(d.Scev, l)
	taken := make([]bool, len(list))
	for i := range list {
		a := &list[i]
		if taken[i] || a.Kind != analysis.Uniform || a.Base == nil || a.V.Op != ir.OpLoad && a.V.Op != ir.OpStore {
			continue
		}
		p := &fixedPlace{}
		in := make([]bool, len(list))
		for j := i; j < len(list); j++ {
			b := &list[j]
			if n, ok := d.Scev.Distance(a, b); ok && n == 0 && b.Kind == analysis.Uniform &&
				b.V.AccessType() == a.V.AccessType() {
				p.accesses = append(p.accesses, b)
				p.stored = p.stored || b.Write
				taken[j], in[j] = true, true
			}
		}
		if gs, ok := mayLeave(d, g, p, list, in); ok {
			places = append(places, p)
			guards = append(guards, gs...)
		}
	}
	return places, guards
}

// mayLeave says whether the accesses of p may leave the loop, and under which guards.
func mayLeave(d *driver.Driver, g *legal.Legality, p *fixedPlace, list []analysis.Access,
	in []bool) (gs []vplan.Guard, ok bool) {
	for _, a := range p.accesses {
		if !g.EveryIteration(a) && (p.stored || !g.Out.InBounds(a)) {
			return nil, false
		}
	}
	a := p.accesses[0]
	for j := range list {
		b := &list[j]
		if in[j] || !p.stored && !b.Write || analysis.Apart(g.L, a.Root, b.Root) {
			continue
		}
		if n, ok := d.Scev.Distance(a, b); ok && b.Kind == analysis.Uniform {
			if n < int64(a.Size) && n > -int64(b.Size) {
				return nil, false // a part of the place, or as another type
			}
			continue
		}
		if !analysis.ExtentTestOf(a, b).Possible() {
			return nil, false
		}
		gs = append(gs, vplan.Guard{First: a, Second: b, Same: true})
	}
	return gs, true
}

// leave takes the accesses out of copy c of the loop, which begins at header and is entered from ph and left to out.
func (p *fixedPlace) leave(c *clone.Cloner, header, ph, out *ir.Block) {
	a := p.accesses[0]
	access := func(b *ir.Block, op ir.Op, t ir.Type, more ...*ir.Value) *ir.Value {
		v := b.New(op, t, a.V.Pos, append([]*ir.Value{a.Base, p.index}, more...)...)
		v.Scale, v.Off = a.V.Scale, a.V.Off
		return v
	}
	if !p.stored {
		v := access(ph, ir.OpLoad, a.V.Type)
		for _, b := range p.accesses {
			c.Values[b.V].CopyOf(v)
		}
		return
	}
	var cur, phi *ir.Value
	if !a.Write {
		phi = header.NewPhi(a.V.Type, a.V.Pos)
		cur = phi
	}
	for _, b := range p.accesses {
		w := c.Values[b.V]
		if !b.Write {
			w.CopyOf(cur)
			continue
		}
		cur = w.StoredValue()
		w.Block.Remove(w)
	}
	if phi != nil {
		clone.Carry(phi, ph, access(ph, ir.OpLoad, a.V.Type), cur)
	}
	access(out, ir.OpStore, ir.TVoid, cur)
}
