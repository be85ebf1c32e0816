package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// group prices an interleaved group.
func (c *coster) group(r *Recipe) {
	g := r.Group
	t := ir.Vec(g.Elem, c.vf)
	if !g.Write {
		c.loadGroup(r, t)
		return
	}
	members := 0.0
	for _, m := range g.Members {
		if m != nil {
			members++
		}
	}
	join := c.t.ShuffleCost(tti.Interleave, t, 2).Times(g.joins(c.vf))
	join.Uops /= 2 // the price is that of two shuffles
	a := tti.Access{Store: true, Type: t}
	if g.gaps() {
		a.Kind = tti.Masked
	}
	whole := c.t.MemoryCost(a).Times(g.pieces(c.vf)).Plus(join)
	whole.Legal = whole.Legal && g.Factor <= ir.MaxLanes/2 && (!g.gaps() || c.t.NumRegs(tti.Mask) > 0 && c.t.HasMaskedStore(g.Elem))
	single := c.t.MemoryCost(tti.Access{Store: true, Type: t.Scalar()})
	lanes := float32(0)
	for _, m := range g.Members {
		if m == nil {
			continue
		}
		each := single.Uops + laneUops
		if c.p.Of(m.V).Args[0].IsUniform() {
			each = single.Uops
		}
		lanes += float32(each * float32(c.vf)) // rounded: plans do not depend on the machine that makes them
	}
	if g.gaps() && (!whole.Legal || lanes < whole.Uops) {
		c.byLanes[g] = true
		whole = tti.Cost{Uops: lanes, Legal: single.Legal}
	}
	c.add(r, whole)
}

// laneUops is what it takes to get a lane out of a vector, on the only port for it.
const laneUops = 4

// loadGroup prices the loads, the shuffles, and what makes small fields of slots.
func (c *coster) loadGroup(r *Recipe, t ir.Type) {
	g := r.Group
	if e := c.p.whole(g); e != ir.Void {
		t = ir.Vec(e, c.vf)
		for k, m := range g.Members {
			if k > 0 && m != nil {
				c.add(r, c.t.CostWithConst(ir.OpShrU, t, int64(k*g.Elem.Bits())))
			}
		}
		c.add(r, c.t.MemoryCost(tti.Access{Type: t}))
		return
	}
	split := c.t.ShuffleCost(tti.Deinterleave, t, 2).Times(g.splits(c.vf))
	split.Uops /= 2
	c.add(r, c.t.MemoryCost(tti.Access{Type: t}).Times(g.Factor).Plus(split))
	for _, m := range g.Members {
		if m == nil || m.Size == g.Elem.Size() {
			continue
		}
		if sh := int64(m.V.Off) % int64(g.Elem.Size()) * 8; sh > 0 {
			c.add(r, c.t.CostWithConst(ir.OpShrU, t, sh))
		}
		c.add(r, c.t.Cost(ir.OpTruncI, t.WithElem(ir.IntElem(m.Size)), t))
	}
}

// splits is the number of shuffles that deinterleave needs.
func (g *Group) splits(vf int) int {
	n, count := g.Factor, 0
	if n&(n-1) == 0 {
		for step := 1; step < n; step *= 2 { // members by their last bits: n/(2*step) shuffles for those in use
			for first := range 2 * step {
				used := false
				for m := first; m < n; m += 2 * step {
					used = used || g.Members[m] != nil
				}
				if used {
					count += n / (2 * step)
				}
			}
		}
		return count
	}
	for m, a := range g.Members {
		for k := 1; k < n && a != nil; k++ {
			if reaches(n, vf, m, k) {
				count++
			}
		}
	}
	return count
}

// joins is the number of shuffles that joining the members needs, and pieces that of the vectors they are joined to.
func (g *Group) joins(vf int) int {
	n, count := g.Factor, 0
	if !g.gaps() && n&(n-1) == 0 {
		for k := 1; k < n; k *= 2 {
			count += n
		}
		return count
	}
	for k := range n {
		for m, a := range g.Members {
			if a != nil && reaches(n, vf, m, k) && (m > 0 || g.gaps()) {
				count++
			}
		}
	}
	return count
}

func (g *Group) pieces(vf int) int {
	count := 0
	for k := range g.Factor {
		for m, a := range g.Members {
			if a != nil && reaches(g.Factor, vf, m, k) {
				count++
				break
			}
		}
	}
	return count
}
