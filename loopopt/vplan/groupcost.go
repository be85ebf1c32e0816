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
	whole := c.consecutive(a, g.pieces(c.vf)).Plus(join)
	whole.Legal = whole.Legal && g.Factor <= ir.MaxLanes/2 && (!g.gaps() || c.t.NumRegs(tti.Mask) > 0 && c.t.HasMaskedStore(g.Elem))
	if !g.gaps() && c.t.HasInterleaved(t, g.Factor) {
		if k := c.t.MemoryCost(tti.Access{Kind: tti.Interleaved, Store: true, Type: t, Factor: g.Factor}); k.Legal && (!whole.Legal || k.Uops <= whole.Uops) {
			whole = k
			note(&c.forms, g, Structures)
		}
	}
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
		note(&c.byLanes, g, true)
		whole = tti.Cost{Uops: lanes, Legal: single.Legal}
	}
	c.add(r, whole)
}

// laneUops is what it takes to get a lane out of a vector, on the only port for it.
const laneUops = 4

// loadGroup prices the ways to load a group, the fields that are smaller than its elements included, and picks one.
func (c *coster) loadGroup(r *Recipe, t ir.Type) {
	g := r.Group
	form, best := Shuffles, tti.Cost{}
	if e := c.p.whole(g); e != ir.Void {
		form, best = Slots, c.slots(g, ir.Vec(e, c.vf))
	} else {
		split := c.t.ShuffleCost(tti.Deinterleave, t, 2).Times(g.splits(c.vf))
		split.Uops /= 2
		best = c.consecutive(tti.Access{Type: t}, g.Factor).Plus(split).Plus(c.fields(g, t))
	}
	if c.t.HasInterleaved(t, g.Factor) {
		k := c.t.MemoryCost(tti.Access{Kind: tti.Interleaved, Type: t, Factor: g.Factor}).Plus(c.fields(g, t))
		if k.Legal && (!best.Legal || k.Uops <= best.Uops) {
			form, best = Structures, k
		}
	}
	note(&c.forms, g, form)
	c.add(r, best)
}

// consecutive is the price of n vectors one behind the other, which share what their address takes.
func (c *coster) consecutive(a tti.Access, n int) tti.Cost {
	if n&(n-1) == 0 && n*c.vf <= ir.MaxLanes && a.Type.Size() >= c.t.VectorBytes() && a.Kind == tti.Consecutive {
		a.Type = a.Type.WithLanes(n * c.vf)
		return c.t.MemoryCost(a)
	}
	return c.t.MemoryCost(a).Times(n)
}

// slots is the price of structures of type t as integers, members shifted down.
func (c *coster) slots(g *Group, t ir.Type) tti.Cost {
	k := c.t.MemoryCost(tti.Access{Type: t})
	for i, m := range g.Members {
		if i > 0 && m != nil {
			k = k.Plus(c.t.CostWithConst(ir.OpShrU, t, int64(i*g.Elem.Bits())))
		}
	}
	return k
}

// fields is the price of making small fields of elements.
func (c *coster) fields(g *Group, t ir.Type) tti.Cost {
	k := tti.Cost{Legal: true, Native: true}
	for _, m := range g.Members {
		if m == nil || m.Size == g.Elem.Size() {
			continue
		}
		if sh := int64(m.V.Off) % int64(g.Elem.Size()) * 8; sh > 0 {
			k = k.Plus(c.t.CostWithConst(ir.OpShrU, t, sh))
		}
		k = k.Plus(c.t.Cost(ir.OpTruncI, t.WithElem(ir.IntElem(m.Size)), t))
	}
	return k
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
