package vplan

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Region is a run of recipes that do nothing unless some lane of Mask is set. Vector code branches round them if none
// is (Shin, Hall, Chame: Superword-Level Parallelism in the Presence of Control Flow, CGO 2005; "BOSCC").
//
//	e := d[i:i+16] > t                    if any(e) {
//	a[i:i+16] += f(b[i:i+16]) where e         a[i:i+16] += f(b[i:i+16]) where e
//	s = select(e, s + a[i:i+16], s)           s' = select(e, s + a[i:i+16], s)
//	                                      }
//	                                      s = phi(s, s')
//
// Legal because operations under an empty mask do nothing; loads without a mask, and arithmetic, are in a region only
// if nothing outside sees their results, but for blends that take another value where the mask is off. Recipes change
// places only with recipes that they do not share memory with for certain: two loads, or arithmetic.
type Region struct {
	mask    *Recipe
	Members []*Recipe // in order, and together in Plan.Recipes
	outs    []out
	inner   []*Region // of some members, under masks that imply this one's
	price   float64   // micro-operations of the members, per vector
	worth   float64   // micro-operations that branching spares, per vector, less its test and wrong predictions
	// joined: one test is for all parts of a vector iteration, not one for each.
	joined bool
}

// out is a member that others see the result of.
type out struct {
	r        *Recipe
	inactive *Recipe // what it is if no lane of the mask is set
}

// implies says whether no lane of mask m is set if none of big is.
func implies(m, big *Recipe) bool { return (&implication{big: big}).of(m) }

// implication answers implies for one mask and many others. Masks are a graph in which a join has as many paths to the
// top as the conditions before it have combinations: each is looked at once.
type implication struct {
	big   *Recipe
	known map[*Recipe]bool
}

func (x *implication) of(m *Recipe) bool {
	if m == nil || m == x.big {
		return m != nil
	}
	and := m.Kind == Widen && m.V.Op == ir.OpAnd && m.elem == ir.Bool
	if m.Kind != EdgeMask && m.Kind != BlockMask && !and {
		return false
	}
	if yes, ok := x.known[m]; ok {
		return yes
	}
	yes := false
	switch m.Kind {
	case EdgeMask:
		yes = x.of(m.mask) || m.scale > 0 && x.of(m.Args[0])
	case BlockMask:
		yes = !slices.ContainsFunc(m.Args, func(a *Recipe) bool { return !x.of(a) })
	default:
		yes = x.of(m.Args[0]) || x.of(m.Args[1])
	}
	if x.known == nil {
		x.known = map[*Recipe]bool{}
	}
	x.known[m] = yes
	return yes
}

// regionFinder grows regions in the list of recipes.
type regionFinder struct {
	*Plan
	index []int        // of each recipe in the list, by ID
	users [][]*Recipe  // by ID
	taken []bool       // by ID: in a region
	in    []bool       // by ID: in the region that is growing
	keep  []bool       // by ID: not in it, for it is there when the region is left out
	asked []bool       // by ID: the mask of a region, which is there whatever other regions are left out
	under *implication // of the mask of the region that is growing
}

func (p *Plan) newRegionFinder() *regionFinder {
	f := &regionFinder{Plan: p, index: make([]int, p.nextID), users: p.mem.byID.Take(p.nextID)}
	for _, flags := range []*[]bool{&f.taken, &f.in, &f.keep, &f.asked} {
		*flags = p.Legal.F.NewFlags(p.nextID)
	}
	for _, r := range p.Recipes {
		r.uses(func(a *Recipe) { f.users[a.id] = p.mem.lists.Append(f.users[a.id], r) })
	}
	f.number()
	return f
}

func (f *regionFinder) number() {
	for i, r := range f.Recipes {
		f.index[r.id] = i
	}
}

// masks is the masks that regions may be for.
func (f *regionFinder) masks() []*Recipe {
	var all []*Recipe
	note := func(m *Recipe) {
		for m != nil && !m.isUniform() && !slices.Contains(all, m) {
			all = append(all, m)
			if m.Kind != EdgeMask {
				return
			}
			m = m.mask
		}
	}
	for _, r := range f.Recipes {
		switch {
		case r.is(movable) && !r.is(isMask):
			note(r.mask)
		case r.Kind == Blend:
			for k := 0; k < len(r.Args)/2 && r.movable(); k++ {
				note(f.edgeMask(r, k))
			}
		}
	}
	return all
}

// edgeMask is a mask that lanes which take edge k to blend r have, the narrowest that is at hand, or nil.
func (f *regionFinder) edgeMask(r *Recipe, k int) *Recipe {
	if m := r.Args[2*k+1]; m != nil {
		return m
	}
	if r.forwards() {
		return r.mask
	}
	dom := f.Legal.SE.Dom()
	for b := r.V.Block.Preds[k]; b != nil && f.Legal.Loop.Contains(b); b = dom.Idom(b) {
		if int(b.ID) < len(f.blockM) && f.blockM[b.ID] != nil {
			return f.blockM[b.ID]
		}
	}
	return nil
}

// inactive is what blend r is if no lane of the region's mask is set, and nil if that is not a value of its own: then
// it has none of the edges, or several others.
func (f *regionFinder) inactive(r *Recipe) *Recipe {
	var left *Recipe
	for k := range len(r.Args) / 2 {
		if f.under.of(f.edgeMask(r, k)) {
			continue
		}
		if v := r.Args[2*k]; left == nil {
			left = v
		} else if left != v {
			return nil
		}
	}
	return left
}

// movable says whether r may be part of a region at all. Members of groups and what is one scalar for all lanes are not
// made part by part.
func (r *Recipe) movable() bool {
	if r.Kind == Blend {
		return r.forwards() || r.V != nil && r.V.Op == ir.OpPhi && 2*len(r.V.Args) == len(r.Args)
	}
	return r.is(movable)
}

// grow finds a region of mask among the recipes from lo to hi, and where to look for the next: behind a recipe that
// stands in the way, or at hi.
func (f *regionFinder) grow(mask *Recipe, lo, hi int) (*Region, int) {
	clear(f.keep)
	f.under = &implication{big: mask}
	rest := make([]*Recipe, f.nextID) // of blends: what they are if the mask is empty
	for _, r := range f.Recipes[lo:hi] {
		f.keep[r.id] = !r.movable() || f.taken[r.id] || f.asked[r.id] || r == mask
		if r.Kind == Blend && !f.keep[r.id] {
			rest[r.id] = f.inactive(r)
		}
	}
	for _, r := range f.Recipes[lo:hi] {
		if v := rest[r.id]; v != nil && rest[v.id] == nil {
			f.keep[v.id] = true
		}
	}
	for {
		any := f.close(lo, hi, rest)
		if !any {
			return nil, hi
		}
		g, cut := f.gather(mask, lo, hi, rest)
		if g != nil {
			return g, hi
		}
		hi = cut
	}
}

// close finds the members: stores under the mask, blends that choose another value where it is off, and what they alone
// make use of. It says whether there are any.
func (f *regionFinder) close(lo, hi int, rest []*Recipe) bool {
	for {
		clear(f.in)
		any := false
		for _, r := range slices.Backward(f.Recipes[lo:hi]) {
			switch {
			case f.keep[r.id]:
			case r.is(isStore):
				f.in[r.id] = f.under.of(r.mask)
			default:
				f.in[r.id] = rest[r.id] != nil || f.usedInside(r)
			}
			any = any || f.in[r.id]
		}
		stable := true
		for _, r := range f.Recipes[lo:hi] {
			if f.in[r.id] && rest[r.id] != nil && !f.feeds(r) {
				f.keep[r.id] = true // nothing is saved but the select
				stable = false
			}
		}
		if stable {
			return any
		}
	}
}

// usedInside says whether members use r, and nobody else.
func (f *regionFinder) usedInside(r *Recipe) bool {
	return len(f.users[r.id]) > 0 && !slices.ContainsFunc(f.users[r.id], func(u *Recipe) bool { return !f.in[u.id] })
}

// feeds says whether one of the values that blend r chooses between comes from a member.
func (f *regionFinder) feeds(r *Recipe) bool {
	for k := 0; k < len(r.Args); k += 2 {
		if f.in[r.Args[k].id] {
			return true
		}
	}
	return false
}

// effect says what order r must keep to others: 0 is none, 1 it reads, 2 it writes or leaves the loop.
func (r *Recipe) effect() int {
	switch {
	case r.is(isStore | leaves):
		return 2
	case r.is(isLoad), r.is(lanewise) && r.V != nil && r.V.Op.Is(ir.FlagPartial):
		return 1
	}
	return 0
}

func conflict(a, b *Recipe) bool {
	x, y := a.effect(), b.effect()
	return x > 0 && y > 0 && x+y > 2
}

// gather brings the members together. What stands between them goes in front if it needs none of them, else behind. If
// one cannot, it returns the place of the recipe that ends the region.
func (f *regionFinder) gather(mask *Recipe, lo, hi int, rest []*Recipe) (*Region, int) {
	g := &Region{mask: mask}
	total := 0
	for _, r := range f.Recipes[lo:hi] {
		if f.in[r.id] {
			total++
		}
	}
	var after []*Recipe
	late := func(r *Recipe) bool {
		if r.updated() {
			return false
		}
		found := false
		r.uses(func(a *Recipe) { found = found || f.in[a.id] || slices.Contains(after, a) })
		return found
	}
	for i := lo; len(g.Members) < total; i++ {
		r := f.Recipes[i]
		conflicts := func(o *Recipe) bool { return conflict(o, r) }
		switch {
		case f.in[r.id]:
			behind := false
			r.uses(func(a *Recipe) { behind = behind || slices.Contains(after, a) })
			if behind || slices.ContainsFunc(after, conflicts) {
				return nil, i
			}
			g.Members = append(g.Members, r)
			if v := rest[r.id]; v != nil && !f.usedInside(r) {
				g.outs = append(g.outs, out{r, v})
			}
		case len(g.Members) == 0:
		case f.taken[r.id]:
			return nil, i
		case late(r):
			after = append(after, r)
		case slices.ContainsFunc(g.Members, conflicts) || slices.ContainsFunc(after, conflicts):
			return nil, i
		}
	}
	for i := range g.outs {
		g.outs[i].inactive = f.outside(g.outs[i].inactive, rest)
	}
	return g, hi
}

// outside is what blend v is if the mask is empty, as something that is not in the region.
func (f *regionFinder) outside(v *Recipe, rest []*Recipe) *Recipe {
	for f.in[v.id] {
		v = rest[v.id]
	}
	return v
}

// form makes g a region of the plan: its members stand together.
func (f *regionFinder) form(g *Region) {
	f.asked[g.mask.id] = true
	for _, r := range g.Members {
		f.taken[r.id] = true
	}
	first, last := f.index[g.Members[0].id], f.index[g.Members[len(g.Members)-1].id]
	var before, after []*Recipe
	moved := make([]bool, f.nextID)
	for _, r := range g.Members {
		moved[r.id] = true
	}
	for _, r := range f.Recipes[first : last+1] {
		if f.taken[r.id] { // a member; other regions are not in between
			continue
		}
		behind := false
		if !r.updated() {
			r.uses(func(a *Recipe) { behind = behind || moved[a.id] })
		}
		if behind {
			moved[r.id] = true
			after = append(after, r)
		} else {
			before = append(before, r)
		}
	}
	list := slices.Concat(f.Recipes[:first], before, g.Members, after, f.Recipes[last+1:])
	copy(f.Recipes, list)
	f.number()
}
