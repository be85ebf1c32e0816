package vplan

import (
	"slices"
	"strings"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// ExitPrice is a way to treat exits in the middle of the loop, priced.
type ExitPrice struct {
	Name string
	// Counted: it is about the exits whose counts are known; otherwise about those that the data decide.
	Counted bool
	// Cost is what each iteration of the main loop takes longer, Leave what is to be done behind its last whole pass, up to
	// the iteration that leaves, on average. Both are cycles.
	Cost, Leave float64
	Legal       bool
	Chosen      bool
}

// total is the price for a loop of so many iterations.
func (e ExitPrice) total(trips float64) float64 { return e.Cost*trips + e.Leave }

// commonTrips is the number of iterations over which a way to leave is compared with others.
const commonTrips = 100

// leaveLatency is the number of cycles that a bail into vector code takes besides what is a matter of throughput: the
// first lane is counted, and the number or a mask made of it is waited for. Measured on Sapphire Rapids: a search whose hit
// is at the very start takes 1 ns longer than one that begins the scalar loop at once, a sum or a copy 3 ns.
const leaveLatency = 8

// exitStrategies are the ways to treat exits, each with what it costs. Of two that cost the same the first is taken.
var exitStrategies = []struct {
	name          string
	counted, data bool // what exits it is for
	price         func(*exitPricer, *ExitPrice)
}{
	// The passes end in front of the iteration that leaves. What is left over is done as behind the loop's regular end.
	{"clamp", true, false, func(c *exitPricer, e *ExitPrice) { e.Leave = c.tail() }},
	{"scalar_epilogue", true, false, func(c *exitPricer, e *ExitPrice) { e.Leave = c.tail() + c.scalar }},
	// All passes are tested, and half a pass is done again by the scalar loop.
	{"check_first", true, true, func(c *exitPricer, e *ExitPrice) { e.Cost, e.Leave = c.test(e.Counted), c.replay() }},
	// All passes are tested, and half a pass is done again under masks.
	{"predicate", true, true, func(c *exitPricer, e *ExitPrice) {
		e.Cost = c.test(e.Counted)
		e.Leave, e.Legal = c.predicated()
	}},
}

// exitPricer prices the ways to treat the exits of a plan whose main loop is known.
type exitPricer struct {
	p      *Plan
	t      tti.Info
	scalar float64 // cycles of an iteration of the scalar loop
	leaves bool    // there is an exit to be tested for: checks that fail are nothing to be fast at
}

// priceExits prices the ways to treat exits in the middle and, unless the metadata say how, picks the cheaper one for those
// that the data decide. How exits with counts are treated is written in the recipes, and limits, which cost nothing in a
// pass, are never dearer than tests.
func (p *Plan) priceExits(t tti.Info, scalar float64) {
	l := p.Legal
	if l.Exits == "" {
		return
	}
	c := &exitPricer{p: p, t: t, scalar: scalar / issueWidth}
	counted, data := false, false
	for _, blk := range l.Body {
		tested := slices.Contains(l.TestedExits, blk)
		counted = counted || tested || l.Leaves(blk) && !l.Bails(blk)
		data = data || l.Bails(blk) && !tested
	}
	c.leaves = data || len(l.TestedExits) > 0
	data = data || len(l.TestedExits) == 0 && p.firstBail() >= 0
	for _, about := range []bool{true, false} {
		for _, s := range exitStrategies {
			if about && s.counted && counted || !about && s.data && data {
				e := ExitPrice{Name: s.name, Counted: about, Legal: true}
				s.price(c, &e)
				p.Exits = append(p.Exits, e)
			}
		}
	}
	p.decide(len(l.TestedExits) > 0)
}

// decide chooses among the ways that were priced. If tested is set, exits with counts are tested like others.
func (p *Plan) decide(tested bool) {
	trips := min(commonTrips, float64(p.trips()))
	var first, masks *ExitPrice
	for i := range p.Exits {
		e := &p.Exits[i]
		switch {
		case e.Counted && !tested:
			e.Chosen = strings.HasPrefix(p.Legal.Exits, e.Name)
		case e.Name == "check_first":
			first = e
		case e.Name == "predicate":
			masks = e
		}
	}
	if first == nil || masks == nil {
		return
	}
	p.Predicate = masks.Legal && p.Legal.Predicate >= 0 && (p.Legal.Predicate > 0 || masks.total(trips) < first.total(trips))
	for i := range p.Exits {
		e := &p.Exits[i]
		if !e.Counted || tested {
			e.Chosen = p.Predicate && e.Name == masks.Name || !p.Predicate && e.Name == first.Name
		}
	}
	if p.Predicate {
		p.addPredicated()
	}
}

// tail is the price of the iterations that are left over by whole passes.
func (c *exitPricer) tail() float64 {
	last := c.p.Stages[len(c.p.Stages)-1]
	if k, ok := c.p.price(c.t, last.VF); ok && last.Masked {
		return k.ops / issueWidth
	}
	return float64(last.Step()) / 2 * c.scalar
}

// test is the price of testing, per iteration: of the exits with counts, or of what the plan tests anyway.
func (c *exitPricer) test(counted bool) float64 {
	vf, uops := c.p.VF(), float32(0)
	bail := c.t.Cost(ir.OpOr, ir.Mask(vf), ir.Mask(vf)).Uops + (c.t.Cost(ir.OpAny, ir.TBool, ir.Mask(vf)).Uops+1)/4
	index := ir.Vec(ir.I64, vf)
	for _, blk := range c.p.Legal.Body {
		switch l := c.p.Legal; {
		case counted && (slices.Contains(l.TestedExits, blk) || l.Leaves(blk) && !l.Bails(blk)):
			uops += bail + c.t.Cost(ir.OpLeS, ir.Mask(vf), index).Uops + c.t.Cost(ir.OpAdd, index, index).Uops
		}
	}
	for _, r := range c.p.Recipes {
		if !counted && r.Kind == Bail && !r.Counted {
			uops += bail
		}
	}
	return float64(uops) / issueWidth / float64(vf)
}

// replay is the price of doing half a pass again, one iteration after the other.
func (c *exitPricer) replay() float64 {
	if !c.leaves {
		return 0
	}
	return float64(c.p.Stages[0].Step()) / 2 * c.scalar
}

// predicated is the price of doing it under masks, and whether that is possible.
func (c *exitPricer) predicated() (float64, bool) {
	uops, ok := c.p.predicable(c.t, c.p.VF())
	switch {
	case !ok || !c.leaves:
		return 0, ok
	case c.p.seeksOnce():
		return leaveLatency + float64(c.p.UF())/2, true
	}
	return leaveLatency + float64(c.p.UF()+1)/2*uops/issueWidth, true
}
