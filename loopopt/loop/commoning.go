package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
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
	c := &commoner{d: d, l: l, g: g, far: int64(d.Opt.Knobs.Commoning.MaxDistance)}
	c.accesses()
	if c.find(); len(c.links) == 0 {
		return driver.Refused(remark.NothingToCarry)
	}
	if r == nil && !c.pays() {
		return driver.Refused(remark.NotProfitable)
	}
	if c.fit(); len(c.links) == 0 {
		return driver.Refused(remark.NotProfitable)
	}
	guards := c.guards()
	if len(guards) > legal.MaxPairs || r == nil && len(guards) > maxCommoningGuards {
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
	d, f, md := c.d, c.d.F, c.l.Header.Loop
	values := 0
	for _, k := range c.links {
		values += k.dist
	}
	fast, fallbackLoop := c.run(guards)
	roles := func(name string) []string { return []string{"commoning.followup_" + name, "commoning.followup_all"} }
	done := ir.Attr{Name: "commoning.disable"}
	fast.Loop = driver.Followup(md, "commoning.", roles("commoned"), done)
	if fallbackLoop != nil {
		fallbackLoop.Loop = driver.FallbackAs(md, roles("fallback"), r != nil, done)
	}
	scalar.CanonicalLoops(f)
	args := []remark.Arg{{Name: "loads", Value: len(c.links)}, {Name: "values", Value: values}}
	if len(guards) > 0 {
		args = append(args, remark.Arg{Name: "checks", Value: len(guards)})
	}
	d.Passed(commoningPass, md.Position(), "values carried in registers", args...)
}

// maxCommoningGuards bounds the tests in front of a loop whose loads heuristics replace: a test takes some
// instructions, and a loop may be short.
const maxCommoningGuards = 4

// commoner finds the loads of a loop that get what an earlier iteration has loaded or stored.
type commoner struct {
	d     *driver.Driver
	l     *analysis.Loop
	g     *legal.Legality // with shape and counts
	list  []*analysis.Access
	place map[*ir.Value]int // in the body, in an order in which control may come to them
	links []commonLink
	far   int64 // iterations over which a value is carried, at most
}

// commonLink says that load, in iteration t, gets what source loads or stores in iteration t-dist.
type commonLink struct {
	load, source *analysis.Access
	dist         int
	guards       []vplan.Guard
}

// accesses lists the accesses of the loop in the order of the body, a topological one of its blocks.
func (c *commoner) accesses() {
	c.place = map[*ir.Value]int{}
	for _, b := range c.g.Out.Body {
		for _, v := range b.Walk() {
			if v.Op.IsMemory() {
				a := c.d.Scev.Access(v, c.l)
				c.place[v] = len(c.list)
				c.list = append(c.list, &a)
			}
		}
	}
}

// walks says whether a is an access that every iteration does, to another place each time.
func (c *commoner) walks(a *analysis.Access) bool {
	return (a.V.Op == ir.OpLoad || a.V.Op == ir.OpStore) && a.Affine() && a.Stride != 0 && c.g.EveryIteration(a)
}

// find links every load to the access that has last been at its place, if that is certain.
func (c *commoner) find() {
	for _, a := range c.list {
		if a.V.Op != ir.OpLoad || !c.walks(a) {
			continue
		}
		best := commonLink{load: a}
		c.d.F.Spend(legal.StepsPerPair * len(c.list))
		for _, s := range c.list {
			n := c.behind(a, s)
			if n == 0 || s.V.AccessType() != a.V.Type {
				continue
			}
			if best.source == nil || n < best.dist || n == best.dist && c.place[s.V] > c.place[best.source.V] {
				best.source, best.dist = s, n
			}
		}
		if best.source != nil && c.untouched(&best) {
			c.links = append(c.links, best)
		}
	}
}

// behind is the number of iterations, from 1 to the most allowed, that a comes to the place of s later; 0 is none.
func (c *commoner) behind(a, s *analysis.Access) int {
	n, ok := c.d.Scev.Lag(a, s)
	if !ok || n < 1 || n > c.far || !c.walks(s) || s.Size != a.Size {
		return 0
	}
	if c.d.F.HasUnknownExtent(a.Root) && n != 1 {
		return 0 // further first values lie between places that the program reads, but it need not read them
	}
	return int(n)
}

// untouched says whether nothing is stored to the place of the link's load between its source and itself. What only run
// time can tell becomes a guard.
//
// A store n iterations before the load comes between it and its source if 0 < n < dist, if n is 0 and it stands in
// front of the load, or if n is dist and it stands behind the source. The first dist iterations get their values
// from in front of the loop; the same stores, as far as they run, are those that would come between.
func (c *commoner) untouched(k *commonLink) bool {
	a := k.load
	c.d.F.Spend(legal.StepsPerPair * len(c.list))
	for _, w := range c.list {
		if !w.Write || w == k.source {
			continue
		}
		before := c.place[w.V] < c.place[a.V]
		from, to := int64(0), int64(k.dist)
		if !before {
			from++
		}
		if c.place[w.V] < c.place[k.source.V] {
			to--
		}
		dep := c.g.Depend(a, w)
		switch {
		case dep.Known && !dep.Within(from, to), dep.Promised && !before:
		case !dep.Test.Possible():
			return false
		default:
			k.guards = append(k.guards, vplan.Guard{First: a, Second: w, Same: before})
		}
	}
	return true
}

// guards are those of all links.
func (c *commoner) guards() (all []vplan.Guard) {
	for _, k := range c.links {
		all = append(all, k.guards...)
	}
	return all
}

// pays leaves loops alone that are unrolled completely, in which no value need be carried, and links that are not worth
// a second version of the loop: a load that is spared gains 0 to 7 percent, one that waits for a store 50 and more.
func (c *commoner) pays() bool {
	c.links = slices.DeleteFunc(c.links, func(k commonLink) bool {
		return !k.source.Write && len(k.guards) > 0
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
			if k.load.V.Type.Elem.IsFloat() {
				vec += k.dist
			} else {
				gp += k.dist
			}
		}
		target := c.d.Opt.Target
		crowded := func(k *commonLink) bool {
			if k.load.V.Type.Elem.IsFloat() {
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
func worse(a, b *commonLink) bool {
	if a.dist != b.dist {
		return a.dist > b.dist
	}
	return !a.source.Write && b.source.Write
}

// run makes the new loop and returns its header, and that of the loop as it was if it stays.
func (c *commoner) run(guards []vplan.Guard) (h, old *ir.Block) {
	d, f, pre := c.d, c.d.F, c.l.Preheader
	starts := make([][]*ir.Value, len(c.links)) // of each link, the indexes of its load in the first iterations
	for i := range c.links {
		k := &c.links[i]
		for t := range k.dist {
			e := d.Scev.Add(k.load.Start, d.Scev.MulConst(k.load.Step, int64(t)))
			starts[i] = append(starts[i], d.Scev.Expand(e, pre))
		}
	}
	if len(c.g.Out.IterationBounds)+len(guards) == 0 { // the loop itself will do
		same := &clone.Cloner{L: c.l}
		for i := range c.links {
			c.carry(&c.links[i], same, pre, c.l.Header, starts[i])
		}
		f.ElimCopies()
		f.RemoveDead()
		return c.l.Header, nil
	}
	rs := restructure(d, c.g, guards)
	ph := rs.Tail
	body := unchecked(c.g, commoningPass)
	h = rs.Add(body)
	for i := range c.links {
		c.carry(&c.links[i], body, ph, h, starts[i])
	}
	rs.Finish()
	f.ElimCopies()
	f.RemoveDead()
	return h, rs.Fallback()
}

// carry replaces the load of a link in the copy of the loop by the last of dist phis, of which each gets what the one
// before it had an iteration ago, and the first what the source had.
func (c *commoner) carry(k *commonLink, body *clone.Cloner, ph, h *ir.Block, starts []*ir.Value) {
	load := k.load.V
	cur := body.Of(k.source.V)
	if k.source.Write {
		cur = body.Of(k.source.V.StoredValue())
	}
	for t := k.dist - 1; t >= 0; t-- {
		first := ph.New(ir.OpLoad, load.Type, load.Pos, load.Args[0], starts[t])
		first.Scale, first.Off = load.Scale, load.Off
		phi := h.NewPhi(load.Type, load.Pos)
		clone.Carry(phi, ph, first, cur)
		cur = phi
	}
	body.Of(load).CopyOf(cur)
}
