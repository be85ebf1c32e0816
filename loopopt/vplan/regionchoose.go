package vplan

import (
	"fmt"
	"io"
	"math"
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// region makes the code of g for parts from to to: a test of the mask, a block with the members, and a block to go on
// in.
//
//	cur:    … if any(mask) goto region else next
//	region: members; goto next
//	next:   phis of the results that others use
//
// The parts of a vector iteration follow each other, each with a test of its own, or have one together. Among the
// members that is an order closer to the program's than that of whole recipes: all of an earlier iteration's vector
// comes before a later one's.
func (x *exec) region(g *Region, from, to int) {
	if g.joined && to > from+1 {
		m := x.vec(g.mask, from)
		for p := from + 1; p < to; p++ {
			m = x.cur.New(ir.OpOr, m.Type, x.pos, m, x.vec(g.mask, p))
		}
		x.ifAny(g, m, from, to)
		return
	}
	for p := from; p < to; p++ {
		x.ifAny(g, x.vec(g.mask, p), p, p+1)
	}
}

// prepare makes what r needs and other recipes may share, in front of the region that r is in.
func (x *exec) prepare(r *Recipe) {
	x.parts[r.id] = x.f.NewValues(x.st.UF)
	r.uses(func(a *Recipe) {
		if a.isUniform() {
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
		if in := regionAt(g.inner, g.Members[i]); in != nil {
			x.region(in, from, to)
			i += len(in.Members) - 1
			continue
		}
		r := g.Members[i]
		for p := from; p < to; p++ {
			x.parts[r.id][p] = x.part(r, p)
		}
	}
	x.cur.SetJump(next)
	x.cur = next
	for _, o := range g.outs {
		for p := from; p < to; p++ {
			phi := next.NewPhi(x.parts[o.r.id][p].Type, o.r.V.Pos)
			phi.AddArgs(x.vec(o.inactive, p), x.parts[o.r.id][p])
			x.parts[o.r.id][p] = phi
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
	if len(gs) == 0 {
		return nil
	}
	at := make([]int, p.nextID)
	for i, r := range p.Recipes {
		at[r.id] = i
	}
	for k, g := range gs {
		first := at[g.Members[0].id]
		in := func(r *Recipe) bool { return at[r.id] >= first && at[r.id] < first+len(g.Members) }
		for i, r := range g.Members {
			switch {
			case at[r.id] != first+i:
				return fmt.Errorf("vplan: %s stands apart from its region", r)
			case k > 0 && slices.ContainsFunc(gs[:k], func(o *Region) bool { return slices.Contains(o.Members, r) }):
				return fmt.Errorf("vplan: %s is in two regions", r)
			case outer != nil && !slices.Contains(outer.Members, r):
				return fmt.Errorf("vplan: %s is outside the region around its own", r)
			case !r.movable():
				return fmt.Errorf("vplan: %s cannot be in a region", r)
			case r.effect() == 2 && !implies(r.mask, g.mask):
				return fmt.Errorf("vplan: %s writes where the mask of its region, r%d, is off", r, g.mask.id)
			}
		}
		if at[g.mask.id] >= first {
			return fmt.Errorf("vplan: the mask of a region, r%d, is not made in front of it", g.mask.id)
		}
		var err error
		for _, u := range p.Recipes {
			u.uses(func(a *Recipe) {
				if in(a) && !in(u) && !slices.ContainsFunc(g.outs, func(o out) bool { return o.r == a }) {
					err = fmt.Errorf("vplan: %s uses r%d, which is inside a region", u, a.id)
				}
			})
		}
		for _, o := range g.outs {
			if in(o.inactive) || o.r.Kind != Blend || !in(o.r) {
				err = fmt.Errorf("vplan: %s leaves a region without a value for the case that it is left out", o.r)
			}
		}
		if err == nil {
			err = p.verifyRegions(g, g.inner)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// String prints what a region begins with in a plan.
func (g *Region) String() string {
	s := fmt.Sprintf("%-12s if any r%d", "REGION", g.mask.id)
	if g.joined {
		s += " in any part"
	}
	for _, o := range g.outs {
		s += fmt.Sprintf(", r%d else r%d", o.r.id, o.inactive.id)
	}
	return s
}

// printRecipes writes recipes, and those of regions further in.
func printRecipes(w io.Writer, indent string, list []*Recipe, regions []*Region) {
	for i := 0; i < len(list); i++ {
		if g := regionAt(regions, list[i]); g != nil {
			fmt.Fprintf(w, "%s%s\n", indent, g)
			printRecipes(w, indent+"  ", g.Members, g.inner)
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
		n += countRegions(g.inner)
	}
	return n
}

// RegionMode says when vector code branches round what runs under an empty mask.
type RegionMode uint8

// The modes.
const (
	RegionsByCost RegionMode = iota
	RegionsBranch            // wherever it can
	RegionsMask              // nowhere
)

// minSpared is how many times the micro-operations of its test and branch a region must spare, per vector, to be worth
// them: with mask registers that is two loads, an operation (one of them may be its memory operand) and a masked store,
// fused or not; without, where a test takes longer, an operation more (cond_add with vectors of 32 bytes, in L1, half
// of the conditions true: 0.84).
//
// joinedWork: a region of less work than that, lanes times micro-operations, shares a test with the other parts of the
// vector iteration. With few lanes a mask is empty by chance, and mispredicted, too often, and with little to spare a
// test for every vector is felt where no mask is empty.
//
// Masked time over branching time, arrays in L2, by the share of lanes that are set at random, with a test for each
// part / one for all (BenchmarkRegions):
//
//	                              uops   0%         1%         4%         8%         16%        50%        100%
//	y += a*b       16 lanes, zmm  4.5    2.16/2.24  2.52/1.48  1.45/0.94  1.16/0.95  1.00/0.89  1.00/0.96  0.98/0.94
//	                8 lanes, zmm  4.5    3.14/3.41  2.86/2.01  1.75/1.13  1.44/1.01  1.13/1.00  1.01/1.01  1.02/1.00
//	                4 lanes, ymm  4.5    2.36/2.53  2.45/2.34  1.86/1.42  1.42/1.12  1.16/0.97  0.85/1.02  0.98/1.07
//	s += a*b       16 lanes, zmm  4.5    2.39/2.52  1.49/1.22  1.30/0.93  1.18/1.04  0.99/0.99  0.96/0.97  0.98/1.00
//	                4 lanes, ymm  5.5    2.54/3.18  1.99/2.16  1.75/1.42  1.22/1.17  0.92/0.95  0.74/1.05  0.96/1.04
//	y += …; z += … 16 lanes, zmm  8      4.00/4.60  2.50/1.72  1.29/0.98  1.09/0.99  1.01/1.00  0.99/0.99  1.00/0.99
//	                4 lanes, ymm  12     3.19/3.39  3.32/2.75  2.39/1.60  1.76/1.21  1.25/0.97  0.92/0.99  1.02/1.01
//	y = c + d, else y = c * d; z = d, 8 lanes, ymm: 0.86 at 50% with two tests for each part
//	y = a/b        16 lanes, zmm  18.5   5.91/6.51  3.85/3.10  1.98/1.31  1.39/1.07  1.08/1.02  1.00/1.01  1.02/1.02
//	                4 lanes, ymm  20.5   5.14/5.64  4.63/5.68  4.09/3.17  3.15/2.02  1.98/1.34  1.07/1.01  1.00/1.00
//
// Between minSpared = 1.15 and 1.5 lie an FMA with its loads and a store, or a blend: s1161 takes 0.80 of the time with
// branches on Zen 5, s443 0.71, s442 0.87 (L2, masks set in all lanes or in none); at 50% set at random see the first
// line.
//
// In L1 the first line is 2.5, 1.5, 1.0, 0.9, 0.7 up to 16%, and y = a, 2 uops, never above 1.1 and down to 0.4.
const (
	minSpared  = 1.15
	joinedWork = 64
)

// minSparedNarrow is minSpared where an access under a mask is an instruction and vectors have 16 bytes, as with SVE on
// Neoverse V2. There the test takes a tenth to a fifth of a vector iteration without branches (s271: 25 of 30
// micro-operations, which are what bounds it, and clang does without), and the four or two lanes of a vector have some
// but not all set too often for a branch to be foreseen. Five times the test is a division, a function, or a dozen
// operations. The figures are llvm-mca's: nothing was timed.
const minSparedNarrow = 5

// innerShare: if a region does not spare enough more than one inside it, there is one test, for the narrower mask if
// that has at least so much of the work, for it is empty more often.
const innerShare = 0.7

// maxMasks bounds the masks that regions are looked for with: every region found is the best of those of all masks, of
// which each has to be grown among all recipes. Unrolled loops with a switch have hundreds.
const maxMasks = 64

// chooseRegions looks for regions in the plan, the most expensive first, and forms those that are worth it.
func (p *Plan) chooseRegions(t tti.Info) {
	if p.Legal.Regions == RegionsMask || !p.underMasks() {
		return
	}
	f := p.newRegionFinder()
	masks := f.masks()
	if p.Legal.Regions == RegionsByCost {
		masks = slices.DeleteFunc(masks, func(m *Recipe) bool { _, known := m.odds(); return !known && mostlySet(m) })
	}
	if len(masks) > maxMasks {
		return // all lanes do everything
	}
	p.Regions = f.search(t, masks, 0, len(p.Recipes))
}

// search forms regions of the recipes from lo to hi, and regions in them.
func (f *regionFinder) search(t tti.Info, masks []*Recipe, lo, hi int) (found []*Region) {
	for range hi - lo {
		g := f.best(t, masks, lo, hi)
		if g == nil {
			break
		}
		f.form(g)
		found = append(found, g)
		under := implication{big: g.mask}
		narrower := slices.DeleteFunc(slices.Clone(masks), func(m *Recipe) bool { return m == g.mask || !under.of(m) })
		if len(narrower) == 0 {
			continue
		}
		for _, r := range g.Members {
			f.taken[r.id] = false
		}
		first := f.index[g.Members[0].id]
		g.inner = f.search(t, narrower, first, first+len(g.Members))
		copy(g.Members, f.Recipes[first:])
		for _, r := range g.Members {
			f.taken[r.id] = true
		}
	}
	return found
}

// best is the most expensive region of the recipes from lo to hi that is worth a test, or nil.
func (f *regionFinder) best(t tti.Info, masks []*Recipe, lo, hi int) *Region {
	least := f.least(t)
	var all []*Region
	var best, inner *Region
	for _, m := range masks {
		if f.taken[m.id] {
			continue // it is made in another region only, which may be left out
		}
		for at := max(lo, f.index[m.id]+1); at < hi; {
			var g *Region
			if g, at = f.grow(m, at, hi); g == nil {
				continue
			}
			if g.price = f.regionPrice(t, g); g.price == 0 || !f.worth(t, g) {
				continue
			}
			all = append(all, g)
			if best == nil || g.worth > best.worth {
				best = g
			}
		}
	}
	for _, g := range all {
		if g.mask != best.mask && implies(g.mask, best.mask) && (inner == nil || g.price > inner.price) {
			inner = g
		}
	}
	if inner != nil && best.price-inner.price < least && inner.price >= innerShare*best.price {
		return inner
	}
	return best
}

// least is the work that a region must spare, in micro-operations per vector, where nobody knows how likely its mask is.
func (f *regionFinder) least(t tti.Info) float64 {
	if f.Legal.Regions == RegionsBranch {
		return 1
	}
	test := float64(1 + t.Cost(ir.OpAny, ir.TBool, ir.Mask(f.VF())).Uops)
	if t.VectorBytes() == 16 && t.HasMaskedStore(ir.I32) {
		return minSparedNarrow * test
	}
	return minSpared * test
}

// mispredictedUops is the micro-operations that a scalar loop loses by a branch that was predicted wrongly: 15 cycles.
//
// regionMispredicted is what that weighs beside the price of a region. Members wait for memory and for the few vector
// units, 4 to 5 cycles for the 4.5 micro-operations of y += a*b in 16 lanes in L2, and conditions come in runs more often
// than by chance. With the full 15 cycles, one lane of a hundred would be done under masks. Measured on Zen 5 with
// branches that the predictor foresees, masks take 1.8 to 2.6 times as long there. Where it foresees none both take
// about as long, which is an estimate from the 15 cycles.
const (
	mispredictedUops   = 15 * issueWidth
	regionMispredicted = 8
)

// worth decides how g is done, and says whether it is worth its test. Where it is known how likely a lane is set, the
// lanes are taken to be so one by one: of n lanes, none is set in (1-p)^n of the vectors. A test is predicted wrongly as
// often as the rarer of its outcomes comes; one for all parts of a vector iteration is made once, and finds less often
// that none is set.
func (f *regionFinder) worth(t tti.Info, g *Region) bool {
	p, known := g.mask.odds()
	if !known || f.Legal.Regions == RegionsBranch {
		g.worth = g.price
		g.joined = float64(f.VF())*g.price < joinedWork
		return g.price >= f.least(t)
	}
	test := float64(1 + t.Cost(ir.OpAny, ir.TBool, ir.Mask(f.VF())).Uops)
	spared := func(parts int) float64 {
		none := math.Pow(1-p, float64(parts*f.VF()))
		once := test + float64(parts-1) + min(none, 1-none)*regionMispredicted
		return none*g.price - once/float64(parts)
	}
	each, joined := spared(1), spared(f.UF())
	g.worth, g.joined = max(each, joined), joined > each
	return g.worth > 0
}

// odds is how likely a lane of mask m is set, as far as branches say: a mask is no likelier than the one it is a part
// of. It is not known of a mask that no branch says anything of.
func (m *Recipe) odds() (p float64, known bool) {
	p = 1
	if m.Kind == BlockMask {
		p = 0
		for _, a := range m.Args {
			q, ok := a.odds()
			if !ok {
				return 0.5, false
			}
			p += q
		}
		return min(p, 1), true
	}
	if m.Kind != EdgeMask {
		return m.Odds.P()
	}
	if q, ok := m.Args[0].Odds.P(); ok {
		if known = true; m.scale < 0 {
			q = 1 - q
		}
		p = q
	}
	if m.mask != nil {
		if q, ok := m.mask.odds(); ok {
			p, known = p*q, true
		}
	}
	return p, known
}

// mostlySet says whether mask m is that something is unequal to something, which mostly is so (Ball, Larus: Branch
// Prediction for Free, PLDI 1993): a vector of which no lane is set is not to be expected.
func mostlySet(m *Recipe) bool {
	if m.Kind == EdgeMask && m.scale < 0 {
		c := m.Args[0]
		return c.Kind == Widen && c.V.Op == ir.OpEq && (m.mask == nil || mostlySet(m.mask))
	}
	if m.Kind == EdgeMask {
		return mostlySet(m.Args[0]) && mostlySet(m.mask)
	}
	return m.Kind == Widen && m.V.Op == ir.OpNe
}

// underMasks says whether the plan has anything that a mask decides about.
func (p *Plan) underMasks() bool {
	for _, r := range p.Recipes {
		if r.Kind == Blend || r.mask != nil && r.Kind != EdgeMask {
			return true
		}
	}
	return false
}

// regionPrice is what the members of g cost per vector of the main loop.
func (p *Plan) regionPrice(t tti.Info, g *Region) float64 {
	c := p.newCoster(t, p.VF())
	for _, r := range g.Members {
		if c.recipe(r); c.bad != nil {
			return 0
		}
	}
	return c.ops
}

// RegionsRemark says in a word how what stands under masks is done: "branch" if vector code branches round some of it,
// "mask" if it stores under masks only, "" if there is nothing of the kind.
func (p *Plan) RegionsRemark() string {
	if len(p.Regions) > 0 {
		return "branch"
	}
	for _, r := range p.Recipes {
		if r.effect() == 2 && r.Kind != SideExit && r.mask != nil {
			return "mask"
		}
	}
	return ""
}
