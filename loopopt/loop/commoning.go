package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
	"hotloop/loopopt/vplan"
)

// commoningPass is the name of the transformation.
const commoningPass = "commoning"

// Commoning keeps what one iteration loads or stores, and a later one loads again, in registers: predictive commoning
// (GCC's -fpredictive-commoning), or scalar replacement with values carried around the loop (Callahan, Carr and
// Kennedy: Improving Register Allocation for Subscripted Variables, 1990).
//
// Before:
//
//	for i := 1; i < n; i++ { b[i] = a[i] + b[i-1]*c[i] }
//	for i := 0; i < n; i++ { s = f(s, a[i]+a[i+1]+a[i+2]) }
//
// After:
//
//	t := b[0]
//	for i := 1; i < n; i++ { t = a[i] + t*c[i]; b[i] = t }
//
//	t, u := a[0], a[1]
//	for i := 0; i < n; i++ { v := a[i+2]; s = f(s, t+u+v); t, u = u, v }
//
// The copies t, u = u, v vanish when the loop is unrolled.
//
// Legal if both accesses run in every iteration, the second comes to the place of the first a known number of
// iterations later, and no store that runs in between may touch it, by proof or by a test in front of the loop, whose
// original is then the fallback. The first values are loaded in front of the loop, from the place of the second access
// in the first iteration up to that of the first: both are accessed by that iteration, which runs (checks stay with the
// original as far as they may fail), so that what lies between them in the same object may be loaded, however few
// iterations follow.
// Pays if a value comes by way of memory from one iteration to the next, which takes 4 to 5 cycles more than the
// operations do, or if loads are saved. Vector code is better than either, so heuristics ask after the vectorizer has
// refused, and stay within the registers there are.
// Reads commoning.*; leaves followup_commoned, followup_fallback, followup_all; by default the list and
// commoning.disable.
// Remarks: values carried in registers; loads not replaced, with the reason.
func Commoning(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	f, md := d.F, l.Header.Loop
	if md.Has("commoning.disable") || r == nil && !d.Opt.Knobs.Commoning.Allow {
		return driver.Refused(remark.Disabled)
	}
	g := &legal.Legality{F: f, L: l, Se: d.Scev}
	g.Out = legal.LegalOf(g)
	if !g.Shape() || !g.Scalar() || !g.Counts() {
		return driver.RefusedAt(g.Reason, g.At)
	}
	c := newCommoner(d, g, int64(d.Opt.Knobs.Commoning.MaxDistance))
	if len(c.links) == 0 {
		return driver.Refused(remark.NothingToCarry)
	}
	if r == nil && !c.pays() {
		return driver.Refused(remark.NotProfitable)
	}
	if c.fit(); len(c.links) == 0 {
		return driver.Refused(remark.NotProfitable)
	}
	guards := c.guards()
	if len(guards) > legal.MaxPairs || r == nil && len(guards) > c.worthGuards() {
		return driver.Refused(remark.TooManyChecks)
	}
	if !d.Bisect(commoningPass, md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	c.replace(guards, r)
	return driver.Changed
}

// replace makes the loop that carries the values of all links, and says so.
func (c *commoner) replace(guards []vplan.Guard, r *driver.Request) {
	md := c.l.Header.Loop
	c.run(guards).follow(commoningPass, "commoned", r != nil)
	c.passed(md, guards)
}

// passed says what values of the loop with those metadata are carried.
func (c *commoner) passed(md *ir.LoopMD, guards []vplan.Guard) {
	values := 0
	for _, k := range c.links {
		values += int(k.Distance)
	}
	args := []remark.Arg{{Name: "loads", Value: len(c.links)}, {Name: "values", Value: values}}
	if len(guards) > 0 {
		args = append(args, remark.Arg{Name: "checks", Value: len(guards)})
	}
	c.d.Passed(commoningPass, md.Position(), "values carried in registers", args...)
}

// guardsPerLink bounds the tests in front of a loop whose loads heuristics replace: a test takes some instructions, and a
// loop may be short. A value that comes by way of memory takes 4 to 5 cycles longer, in each iteration.
const guardsPerLink = 4

// worthGuards is the number of tests that the links are worth.
func (c *commoner) worthGuards() int {
	stores := 0
	for i := range c.links {
		if c.links[i].Source.Write {
			stores++
		}
	}
	return guardsPerLink * max(1, stores)
}

// commoner has loads of a loop get what an earlier iteration has loaded or stored.
type commoner struct {
	d     *driver.Driver
	l     *analysis.Loop
	g     *legal.Legality // with shape and counts
	list  []*analysis.Access
	links []analysis.Link
}

// newCommoner finds what may be carried over so many iterations.
func newCommoner(d *driver.Driver, g *legal.Legality, far int64) *commoner {
	reuse := analysis.NewReuse(d.Scev, g.L, nil, g.Depend)
	c := &commoner{d: d, l: g.L, g: g, list: reuse.List}
	c.links = slices.DeleteFunc(reuse.Carried(far), func(k analysis.Link) bool {
		// further first values lie between places that the program reads, but it need not read them
		return k.Distance > 1 && d.F.HasUnknownExtent(k.Load.Root)
	})
	return c
}

// guards are those of all links.
func (c *commoner) guards() (all []vplan.Guard) {
	for _, k := range c.links {
		all = append(all, k.Guards...)
	}
	return all
}

// pays leaves loops alone that are unrolled completely, in which no value need be carried, and links that are not worth
// a second version of the loop: a load that is spared gains 0 to 7 percent, one that waits for a store 50 and more.
func (c *commoner) pays() bool {
	c.links = slices.DeleteFunc(c.links, func(k analysis.Link) bool {
		return !k.Source.Write && len(k.Guards) > 0
	})
	_, _, counted := c.d.Scev.TripCount(c.l)
	return len(c.links) > 0 && counted && !WillUnroll(c.d, c.l)
}

// fit drops links until what is carried around the loop leaves registers for the rest: those over the most iterations
// first, and loads before stores, which come by way of memory.
func (c *commoner) fit() {
	for {
		vec, gp := 0, 0
		for _, phi := range c.l.Header.Phis() {
			if phi.Type.Elem.IsFloat() {
				vec++
			} else {
				gp++
			}
		}
		for _, k := range c.links {
			if k.Load.V.Type.Elem.IsFloat() {
				vec += int(k.Distance)
			} else {
				gp += int(k.Distance)
			}
		}
		target := c.d.Opt.Target
		crowded := func(k *analysis.Link) bool {
			if k.Load.V.Type.Elem.IsFloat() {
				return vec > target.NumRegs(tti.Vec)/2
			}
			return gp > target.NumRegs(tti.GP)/2
		}
		worst := -1
		for i := range c.links {
			k := &c.links[i]
			if !crowded(k) {
				continue
			}
			if worst < 0 || worse(k, &c.links[worst]) {
				worst = i
			}
		}
		if worst < 0 {
			return
		}
		c.links = append(c.links[:worst], c.links[worst+1:]...)
	}
}

// worse says whether link a is to be dropped rather than b.
func worse(a, b *analysis.Link) bool {
	if a.Distance != b.Distance {
		return a.Distance > b.Distance
	}
	return !a.Source.Write && b.Source.Write
}

// run makes the new loop.
func (c *commoner) run(guards []vplan.Guard) *guarded {
	d, pre := c.d, c.l.Preheader
	starts := make([][]*ir.Value, len(c.links)) // of each link, the indexes of its load in the first iterations
	for i := range c.links {
		k := &c.links[i]
		for t := range k.Distance {
			e := d.Scev.Add(k.Load.Start, d.Scev.MulConst(k.Load.Step, t))
			starts[i] = append(starts[i], d.Scev.Expand(e, pre))
		}
	}
	v := newGuarded(d, c.g, guards, commoningPass)
	for i := range c.links {
		v.carry(&c.links[i], starts[i])
	}
	v.finish()
	d.F.RemoveDead()
	return v
}

// carry replaces the load of a link by the last of Distance phis, of which each gets what the one before it had an
// iteration ago, and the first what the source had. starts are the load's indexes in the first iterations.
func (v *guarded) carry(k *analysis.Link, starts []*ir.Value) {
	load := k.Load.V
	cur := v.body.Of(k.Source.V)
	if k.Source.Write {
		cur = v.body.Of(k.Source.V.StoredValue())
	}
	for t := k.Distance - 1; t >= 0; t-- {
		first := v.front.New(ir.OpLoad, load.Type, load.Pos, load.Args[0], starts[t])
		first.Scale, first.Off = load.Scale, load.Off
		phi := v.header.NewPhi(load.Type, load.Pos)
		clone.Carry(phi, v.front, first, cur)
		cur = phi
	}
	v.body.Of(load).CopyOf(cur)
}
