package vplan

import (
	"math"
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// The time of a loop is the most of what each thing that it needs allows (Abel, Sharma and Reineke: Facile, 2023): the
// slots that micro-operations are issued in, every group of execution units, the chain of what one vector iteration
// hands to the next, and stores that are loaded again.
//
// hotloop explain and jitbench -predict tell it. Plans are compared by their weighted micro-operations, not by this:
// where a bound decided too, decimate4 of the suite dsp would take 0.83 of the time on Zen 3 (vectors of 4 instead of 8)
// and nothing else there would change by more than a tenth, but on Zen 4, which does 64 bytes in two passes, most loops
// would prefer 32, and nobody has measured that.

// A Bound is the time that an iteration of the scalar loop takes in vector code, in cycles, and what holds it up.
type Bound struct {
	Cycles float64
	By     string // issue, chain, forwarding, shuffles of scans, or the name of a group of units
}

func (b *Bound) raise(cycles float64, by string) {
	if cycles > b.Cycles {
		*b = Bound{cycles, by}
	}
}

// taken is what a vector iteration of one part takes of the processor.
type taken struct {
	issued float64
	units  tti.Units
	// once is what comes once for all parts.
	once struct {
		slots float32
		units tti.Units
	}
	// counted is the part of bill.ops that issued and units have been told of.
	counted float64
}

// addOnce prices what comes once for all parts of a vector iteration, of which there are so many as a rule.
func (c *coster) addOnce(r *Recipe, k tti.Cost, parts float64) {
	if !k.Legal {
		c.bad = r
		return
	}
	c.ops += float64(k.Uops) / parts
	c.counted += float64(k.Uops) / parts
	c.once.slots += k.Slots
	c.once.units.Add(&k.Units, 1)
}

// take notes n times what k takes.
// It is not inlined, for the size of programs.
//
//go:noinline
func (c *coster) take(k *tti.Cost, n float32) {
	c.issued += float64(n * k.Slots)
	c.units.Add(&k.Units, n)
	c.counted += float64(n * k.Uops)
}

// simple notes n operations on general registers, or what is near enough to them.
func (c *coster) simple(n float64) {
	k := c.t.Cost(ir.OpPtrAdd, ir.TPtr, ir.TPtr)
	c.issued += n
	c.units.Add(&k.Units, float32(n))
}

// bound is what bounds the loop with uf parts.
func (c *coster) bound(uf int) Bound {
	parts := float64(uf)
	over := *c // a copy: the loop's own operations come once
	over.crossings()
	over.simple(loopUops / parts)
	over.issued += float64(over.once.slots) / parts
	over.units.Add(&over.once.units, float32(1/parts))
	var b Bound
	b.raise(over.issued/float64(c.t.IssueWidth()), "issue")
	group, cycles := over.units.Most()
	b.raise(float64(cycles), c.t.UnitName(group))
	b.raise(c.scanMoves, "shuffles of scans")
	b.raise(max(max(c.chain, c.carried())/parts, c.inOrder), "chain")
	b.Cycles /= float64(c.vf)
	if step := c.p.Legal.Forwards; step > 0 {
		b.raise(c.forwarding()/float64(step), "forwarding")
	}
	return b
}

// boundOfRegions is the bound of the plan with its regions.
func (p *Plan) boundOfRegions(t tti.Info) Bound {
	c := p.newCoster(t, p.VF())
	var share float64
	var inside *Region
	left := 0
	for _, r := range p.Recipes {
		if g := regionAt(p.Regions, r); g != nil {
			inside, left, share = g, len(g.Members), p.share(g)
			test := t.Cost(ir.OpAny, ir.TBool, ir.Mask(p.VF()))
			c.take(&test, 1)
			c.simple(1)
		}
		before := c.taken
		c.recipe(r)
		if inside == nil {
			continue
		}
		c.issued = before.issued + share*(c.issued-before.issued)
		for i, u := range before.units {
			c.units[i] = u + float32(share)*(c.units[i]-u)
		}
		if left--; left == 0 {
			inside = nil
		}
	}
	return c.bound(p.UF())
}

// share is the share of the vectors in which the mask of g has a lane. Where nobody knows which part of the lanes is set
// and all parts are as likely, one of n lanes is in n of n+1 vectors.
func (p *Plan) share(g *Region) float64 {
	n := p.VF()
	if g.joined {
		n *= p.UF()
	}
	if odds, known := g.mask.odds(); known {
		return 1 - math.Pow(1-odds, float64(n))
	}
	return float64(p.VF()) / float64(p.VF()+1)
}

// crossings adds the second turns of consecutive accesses that are known to begin off a line, if their slices do: of
// vectors of half a line every other one crosses into the next line, which takes the unit as long again.
func (c *coster) crossings() {
	se := c.p.Legal.SE
	for _, r := range c.p.Recipes {
		if !r.is(consecutive) || r.Access == nil || r.Access.V == nil {
			continue
		}
		bytes := int64(min(c.vf*r.memElem().Size(), c.t.VectorBytes()))
		rest, n := se.SplitConst(r.Access.Start)
		if v, ok := se.IsConst(rest); !ok || v != 0 || (n*int64(r.V.Scale)+int64(r.V.Off))%bytes == 0 {
			continue
		}
		k := c.t.MemoryCost(tti.Access{Store: r.is(isStore), Type: ir.Vec(r.memElem(), c.vf)})
		group, turn := k.Units.Most()
		c.units[group] += turn * float32(min(1, float64(bytes)/lineBytes))
	}
}

// carried is how many cycles a vector iteration waits for the one before: those of the longest way from what a phi
// holds to what it holds next.
func (c *coster) carried() (cycles float64) {
	var ways []float64
	for _, r := range c.p.Recipes {
		if r.Kind == SumPhi && r.sum.ones == ir.Void {
			t := r.sum.vector(c.vf)
			cycles = max(cycles, float64(c.t.Cost(r.sum.op, t, ir.Vec(r.sum.elem, c.vf)).Delay))
		}
		if r.Kind != ReducePhi && r.Kind != ArgPhi || len(r.Args) == 0 || r.Args[0] == nil {
			continue
		}
		if t := c.sumOf(r); t != nil {
			v := ir.Vec(r.elem, t.group.tupleLanes(c.vf))
			cycles = max(cycles, float64(c.t.Cost(t.op(), v, v).Delay))
			continue
		}
		if ways == nil {
			ways = slices.Grow(c.p.mem.ways[:0], c.p.nextID)[:c.p.nextID]
			c.p.mem.ways = ways
		}
		clear(ways)
		cycles = max(cycles, c.way(r.Args[0], r, ways))
	}
	return cycles
}

// way is the latency from phi to r, negative if r does not depend on it. ways remembers: 0 is not known.
func (c *coster) way(r, phi *Recipe, ways []float64) float64 {
	switch {
	case r == phi:
		return 0
	case r.is(accumulates) || r.isUniform():
		return -1
	case ways[r.id] != 0:
		return ways[r.id]
	}
	longest := -1.0
	r.uses(func(a *Recipe) { longest = max(longest, c.way(a, phi, ways)) })
	if longest >= 0 {
		longest += c.latency(r)
	}
	ways[r.id] = longest
	return longest
}

// latency is from the operands of r to its lanes.
func (c *coster) latency(r *Recipe) float64 {
	switch r.Kind {
	case Widen:
		t := c.vec(r)
		arg := t
		if len(r.Args) > 0 {
			arg = c.vec(r.Args[0])
		}
		return float64(c.operation(r.V, t, arg).Delay)
	case EdgeMask:
		if r.mask == nil {
			return 0 // who takes it takes its converse as well
		}
	case Blend:
		return float64(len(r.Args)/2-1) * float64(c.t.Cost(ir.OpSelect, c.vec(r), ir.Mask(c.vf)).Delay)
	}
	return 1
}
