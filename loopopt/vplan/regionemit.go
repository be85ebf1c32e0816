package vplan

import (
	"fmt"
	"io"
	"slices"

	"hotloop/loopopt/ir"
)

// region makes the code of g for parts from to to: a test of the mask, a block with the members, and a block to go on in.
//
//	cur:    … if any(mask) goto region else next
//	region: members; goto next
//	next:   phis of the results that others use
//
// The parts of a pass follow each other, each with a test of its own, or have one together. Among the members that is an
// order closer to the program's than that of whole recipes: all of an earlier iteration's vector comes before a later one's.
func (x *exec) region(g *Region, from, to int) {
	if g.Joined && to > from+1 {
		m := x.vec(g.Mask, from)
		for p := from + 1; p < to; p++ {
			m = x.cur.New(ir.OpOr, m.Type, x.pos, m, x.vec(g.Mask, p))
		}
		x.ifAny(g, m, from, to)
		return
	}
	for p := from; p < to; p++ {
		x.ifAny(g, x.vec(g.Mask, p), p, p+1)
	}
}

// prepare makes what r needs and other recipes may share, in front of the region that r is in.
func (x *exec) prepare(r *Recipe) {
	x.parts[r.ID] = x.f.NewValues(x.st.UF)
	r.uses(func(a *Recipe) {
		if a.IsUniform() {
			x.vec(a, 0)
		}
	})
	if r.Access != nil {
		x.index(r.Access.Stride)
	}
}

// ifAny makes parts from to to of g's members, for the case that a lane of m is set.
func (x *exec) ifAny(g *Region, m *ir.Value, from, to int) {
	test := x.cur
	body, next := x.f.NewBlock("vector.region"), x.f.NewBlock("vector.join")
	test.SetIf(test.New(ir.OpAny, ir.TBool, x.pos, m), body, next)
	x.cur = body
	for i := 0; i < len(g.Members); i++ {
		if in := regionAt(g.Inner, g.Members[i]); in != nil {
			x.region(in, from, to)
			i += len(in.Members) - 1
			continue
		}
		r := g.Members[i]
		for p := from; p < to; p++ {
			x.parts[r.ID][p] = x.part(r, p)
		}
	}
	x.cur.SetJump(next)
	x.cur = next
	for _, o := range g.Outs {
		for p := from; p < to; p++ {
			phi := next.NewPhi(x.parts[o.R.ID][p].Type, o.R.V.Pos)
			phi.AddArgs(x.vec(o.Inactive, p), x.parts[o.R.ID][p])
			x.parts[o.R.ID][p] = phi
		}
	}
}

// recipes makes the code of all recipes for the current stage. Masked stages run once or twice, predicated ones
// once: they have no regions.
func (x *exec) recipes() {
	for i := 0; i < len(x.Recipes); i++ {
		g := regionAt(x.Regions, x.Recipes[i])
		if g == nil || x.st.Masked || x.st.Predicated {
			x.recipe(x.Recipes[i])
			continue
		}
		for _, r := range g.Members {
			x.prepare(r)
		}
		x.region(g, 0, x.st.UF)
		i += len(g.Members) - 1
	}
}

// regionAt is the region that begins with r.
func regionAt(gs []*Region, r *Recipe) *Region {
	for _, g := range gs {
		if g.Members[0] == r {
			return g
		}
	}
	return nil
}

// verifyRegions checks regions that are in outer, or in none:
//
//  1. members stand together behind the mask, and are of kinds that can be made part by part;
//  2. none has an effect where the mask is off;
//  3. nothing outside uses a member but one that leaves by a phi, with a value from outside for the case that the region
//     is left out.
func (p *Plan) verifyRegions(outer *Region, gs []*Region) error {
	at := make([]int, p.nextID)
	for i, r := range p.Recipes {
		at[r.ID] = i
	}
	for k, g := range gs {
		first := at[g.Members[0].ID]
		in := func(r *Recipe) bool { return at[r.ID] >= first && at[r.ID] < first+len(g.Members) }
		for i, r := range g.Members {
			switch {
			case at[r.ID] != first+i:
				return fmt.Errorf("vplan: %s stands apart from its region", r)
			case k > 0 && slices.ContainsFunc(gs[:k], func(o *Region) bool { return slices.Contains(o.Members, r) }):
				return fmt.Errorf("vplan: %s is in two regions", r)
			case outer != nil && !slices.Contains(outer.Members, r):
				return fmt.Errorf("vplan: %s is outside the region around its own", r)
			case !r.movable():
				return fmt.Errorf("vplan: %s cannot be in a region", r)
			case r.effect() == 2 && !implies(r.Mask, g.Mask):
				return fmt.Errorf("vplan: %s writes where the mask of its region, r%d, is off", r, g.Mask.ID)
			}
		}
		if at[g.Mask.ID] >= first {
			return fmt.Errorf("vplan: the mask of a region, r%d, is not made in front of it", g.Mask.ID)
		}
		var err error
		for _, u := range p.Recipes {
			u.uses(func(a *Recipe) {
				if in(a) && !in(u) && !slices.ContainsFunc(g.Outs, func(o Out) bool { return o.R == a }) {
					err = fmt.Errorf("vplan: %s uses r%d, which is inside a region", u, a.ID)
				}
			})
		}
		for _, o := range g.Outs {
			if in(o.Inactive) || o.R.Kind != Blend || !in(o.R) {
				err = fmt.Errorf("vplan: %s leaves a region without a value for the case that it is left out", o.R)
			}
		}
		if err == nil {
			err = p.verifyRegions(g, g.Inner)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// String prints what a region begins with in a plan.
func (g *Region) String() string {
	s := fmt.Sprintf("%-12s if any r%d", "REGION", g.Mask.ID)
	if g.Joined {
		s += " in any part"
	}
	for _, o := range g.Outs {
		s += fmt.Sprintf(", r%d else r%d", o.R.ID, o.Inactive.ID)
	}
	return s
}

// printRecipes writes recipes, and those of regions further in.
func printRecipes(w io.Writer, indent string, list []*Recipe, regions []*Region) {
	for i := 0; i < len(list); i++ {
		if g := regionAt(regions, list[i]); g != nil {
			fmt.Fprintf(w, "%s%s\n", indent, g)
			printRecipes(w, indent+"  ", g.Members, g.Inner)
			i += len(g.Members) - 1
			continue
		}
		fmt.Fprintf(w, "%s%s\n", indent, list[i])
	}
}

// countRegions is the number of regions, those inside others too.
func countRegions(gs []*Region) int {
	n := len(gs)
	for _, g := range gs {
		n += countRegions(g.Inner)
	}
	return n
}
