package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
)

// Vectors that are carried: a loop that needs what it stored some iterations ago can be done in vectors of that many
// lanes. Each vector iteration then loads what an earlier one has stored, which predictive commoning (commoning.go)
// keeps in a register.
//
// Before:
//
//	for i := 4; i < n; i++ { b[i] = b[i-4] + a[i] }
//
// After, four iterations at once:
//
//	v := b[0:4]
//	for i := 4; i+4 <= n; i += 4 { v += a[i:i+4]; b[i:i+4] = v }
//
// The chain from one vector iteration to the next is that of four iterations of the scalar loop, which has as many of
// them at once. So it does not count when the two are compared: without the way by memory, vectors take less of
// everything else.

// carriesVectors says whether all that iterations of the loop load of what others near them have stored can be carried
// so, whatever power of two up to the distance the number of lanes is.
func carriesVectors(d *driver.Driver, g *legal.Legality) bool {
	step := g.Out.MaxStep
	if g.L.Parent != nil { // vector code has a base for each access to a row, whose distance is not known afterwards
		return false
	}
	if !d.Opt.Knobs.Commoning.Allow || g.L.Header.Loop.Has("commoning.disable") || step < 2 || step&(step-1) != 0 ||
		g.Late != nil || g.Recurs() || g.Out.Rank != nil || len(g.Out.Groups) > 0 {
		return false
	}
	far := carriedVectors * step
	c := newCommoner(d, g, far)
	for _, a := range c.list {
		for _, w := range c.list {
			if a.V.Op != ir.OpLoad || !w.Write || analysis.KnownDisjoint(g.L, a.Root, w.Root) {
				continue
			}
			dist, ok := d.Scev.Distance(a, w)
			if !ok {
				continue // no dependence is known, so it is none that bounds the lanes
			}
			if !a.Affine() || a.Stride != w.Stride || a.Stride == 0 {
				return false
			}
			if n := dist / a.Stride; dist%a.Stride != 0 || n <= 0 || n > far {
				continue
			}
			if step*int64(a.Size) < 16 {
				return false // less than a register: two chains in a scalar loop, or rows side by side, do as well
			}
			linked := slices.ContainsFunc(c.links, func(k analysis.Link) bool {
				return k.Load == a && len(k.Guards) == 0 && k.Distance%step == 0
			})
			if !linked {
				return false
			}
		}
	}
	return len(c.links) > 0
}

// carriedVectors is over how many vector iterations a vector is carried, at most.
const carriedVectors = 2

// carryVectors does it to a loop that has been vectorized.
func carryVectors(d *driver.Driver, h *ir.Block) {
	l := d.Loop.Of(h)
	if l == nil || l.Header != h || len(l.Blocks) != 1 || !l.Entered() {
		return
	}
	g := &legal.Legality{F: d.F, L: l, Se: d.Scev}
	g.Out = legal.LegalOf(g)
	c := newCommoner(d, g, carriedVectors)
	c.links = slices.DeleteFunc(c.links, func(k analysis.Link) bool {
		stored := slices.ContainsFunc(c.list,
			func(w *analysis.Access) bool { return w.Write && !analysis.KnownDisjoint(l, w.Root, k.Load.Root) })
		// of what is only loaded, memory operands are as good
		return !stored || len(k.Guards) > 0 || !k.Load.V.Type.IsVector()
	})
	if c.fit(); len(c.links) == 0 || !d.Bisect(commoningPass, h.Loop.Position()) {
		return
	}
	c.run(nil)
	c.passed(h.Loop, nil)
}
