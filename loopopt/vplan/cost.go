package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Prices of single operations do not see where instructions do several: multiply what they extend, shift and narrow. An
// operation on what nothing else uses, which is an extension or has such operands itself, costs what the two take
// together, less what the operands have been priced at.
//
//	Mul (ZExt a) (ZExt b)      UMULL: as many instructions as it has registers, less as many for each of the extensions
//	TruncI (MinS (MaxS (Add (SExt a) (SExt b)) lo) hi)      VPADDSW, SQADD

// coster prices the recipes of a plan for one vector factor.
type coster struct {
	p   *Plan
	t   tti.Info
	vf  int
	bad *Recipe // one the target cannot do

	bill
	taken
	groupPrices

	// wantParts is the number of parts that the price of a sum of ones rests on; 0 if there is none.
	wantParts int
	// leastParts is the number of parts that a price rests on whatever the size of the body.
	leastParts int
	// straight: no access of those that walk downwards turns its vector (turnsNothing).
	straight bool
	// windows are the gathers that are better done by windows, tested the indices that this takes tests of.
	windows []*Recipe
	tested  map[testedIndex]bool
	// widened are the masks that are there for another lane size than they were made at.
	widened map[widenedMask]bool
}

// bill is what recipes cost.
type bill struct {
	ops float64 // micro-operations of one vector iteration (UF 1)
	mem float64 // of them loads and stores
	// lanes are those of gathers, scatters and conversions that are done lane by lane.
	lanes float64
	// indexed: there are gathers or scatters; scatters: there are scatters.
	indexed, scatters bool
	// wideLanes are those of them whose indices have 64 bits, and no form with masks.
	wideLanes float64
	// bothWays are those of them that come out of vectors and go back, or that are changed in between, where vectors have
	// 32 bytes and there are no masks.
	bothWays float64
	// regs is the number of vector registers that the values alive across the iteration take: partial results,
	// inductions, splats; perPart those that each part takes.
	regs, perPart float64
	// scanMoves are the shuffles of scans, which take turns on the one unit that moves lanes across a register.
	scanMoves float64
	// chain is how many cycles a vector iteration waits for the one before, because of a polynomial; inOrder how many
	// each of its parts does, because of sums in order.
	chain, inOrder float64
	// oneByOne is inOrder for a scalar loop.
	oneByOne float64
}

// groupPrices is what has been found out about interleaved groups.
type groupPrices struct {
	seen map[*Group]bool
	// byLanes are the store groups that are better stored lane by lane.
	byLanes map[*Group]bool
	// forms are the cheapest ways to take groups apart, or to join them.
	forms map[*Group]form
	// structures: loads are taken apart by instructions for structures. alsoStructures: some are not that could be.
	structures, alsoStructures bool
	// computed: what is stored is computed in tuples, where it may.
	computed bool
	// wide: members of structures come in elements as large as these, in which they are computed with.
	wide bool
}

// widenedMask is a mask at a lane size in bytes.
type widenedMask struct {
	r    *Recipe
	size int
}

func (p *Plan) newCoster(t tti.Info, vf int) *coster {
	c := &p.mem.costers.Take(1)[0]
	*c = coster{p: p, t: t, vf: vf, straight: p.turnsNothing()}
	return c
}

// note puts an entry into a map that is made when there is something to put in: most plans have nothing for most of
// them.
func note[K comparable, V any](m *map[K]V, k K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[k] = v
}

// price is the estimated cost of one vector iteration of the plan with vf lanes, in micro-operations, or false if the
// target lacks an operation.
func (p *Plan) price(t tti.Info, vf int) (*coster, bool) {
	c, ok := p.priceForms(t, vf, false, false)
	if c.alsoStructures { // what members shifted down are extended to, an instruction may extend itself
		if d, legal := p.priceForms(t, vf, true, false); legal && (!ok || d.ops < c.ops) {
			c, ok = d, true
		}
	}
	if p.computesTuples() {
		if d, legal := p.priceForms(t, vf, c.structures, true); legal && (!ok || d.ops < c.ops) {
			return d, true
		}
	}
	return c, ok
}

// priceForms is price with loads of structures taken apart by instructions for that, where there are some, or as seems
// best for each; and with tuples computed, or not.
func (p *Plan) priceForms(t tti.Info, vf int, structures, computed bool) (*coster, bool) {
	c := p.newCoster(t, vf)
	c.structures, c.computed = structures, computed
	for _, r := range p.Recipes { // first, to know their forms
		if r.Kind == GroupLoad {
			c.recipe(r)
		}
	}
	for _, form := range c.forms {
		c.wide = c.wide || form == slots
	}
	for _, r := range p.Recipes {
		if c.bad == nil && r.Kind != GroupLoad {
			c.recipe(r)
		}
		if c.bad != nil {
			return c, false
		}
	}
	// What does not fit the registers is stored and loaded in every vector iteration.
	if over := c.perPart + c.widest() - float64(t.NumRegs(tti.Vec)); over > 0 {
		c.ops += 2 * over
		c.simple(2 * over)
	}
	return c, true
}

// add is not inlined, for the size of programs.
//
//go:noinline
func (c *coster) add(r *Recipe, k tti.Cost) {
	if !k.Legal {
		c.bad = r
		return
	}
	c.ops += float64(k.Uops)
	c.take(&k, 1)
}

// elem is the element that r's value is computed in.
func (c *coster) elem(r *Recipe) ir.Elem {
	if n := c.p.Legal.Narrowed; !c.wide && r.Kind == Widen && n != nil && n[r.V.ID] != ir.Void {
		return n[r.V.ID]
	}
	return r.elem
}

// vec is the type of r's value in vector code.
func (c *coster) vec(r *Recipe) ir.Type { return ir.Vec(c.elem(r), c.vf) }

func (c *coster) parts(t ir.Type) float64 {
	if !t.IsVector() {
		return 0
	}
	return float64(max(1, t.Size()/c.t.VectorBytes()))
}

// recipe prices r.
func (c *coster) recipe(r *Recipe) {
	price := kinds[r.Kind].price
	if price == nil {
		return
	}
	before := c.ops - c.counted
	price(c, r)
	if n := c.ops - c.counted - before; n > 0 { // rows count simple operations by themselves
		c.simple(n)
	}
}

// spread prices the vectors of a scalar, where some user in a nest wants them.
func (c *coster) spread(r *Recipe) {
	if r.spread {
		c.ops++
		if !r.isUniform() {
			c.ops += c.parts(c.vec(r))
		}
	}
}

// maskFor prices making mask m one of lanes of so many bytes, where masks are vectors whose lanes have the size of
// those that the comparison was of.
func (c *coster) maskFor(r, m *Recipe, size int) {
	from := m.laneSize()
	k := widenedMask{m, size}
	if from == 0 || from == size || c.widened[k] || c.t.NumRegs(tti.Mask) > 0 {
		return
	}
	note(&c.widened, k, true)
	op := ir.OpSExt
	if from > size {
		op = ir.OpTruncI
	}
	c.add(r, c.t.Cost(op, ir.Vec(ir.IntElem(size), c.vf), ir.Vec(ir.IntElem(from), c.vf)))
}

// laneSize is the size of the values that mask m comes from the comparison of; 0 if it is of none.
func (m *Recipe) laneSize() int {
	if m == nil {
		return 0
	}
	if (m.Kind == ArgTest || m.Kind == Widen && m.V.Op.IsCompare()) && m.Args[0].elem != ir.Bool {
		return m.Args[0].elem.Size()
	}
	if m.Kind != Widen && m.Kind != EdgeMask && m.Kind != BlockMask || m.elem != ir.Bool {
		return 0
	}
	if n := m.mask.laneSize(); n > 0 {
		return n
	}
	for _, a := range m.Args {
		if n := a.laneSize(); n > 0 {
			return n
		}
	}
	return 0
}

// joined adds the price of r on top of its operands', and says whether there is anything to look at.
func (c *coster) joined(r *Recipe) bool {
	if !c.joinsAny(r) {
		return false
	}
	e, parts := c.expr(r, exprDepth)
	k := c.t.ExprCost(&e)
	if !k.Legal {
		return false
	}
	c.add(r, k)
	for _, a := range parts {
		x, _ := c.expr(a, exprDepth-1)
		k := c.t.ExprCost(&x)
		c.ops -= float64(k.Uops)
		c.take(&k, -1)
	}
	return true
}

// exprDepth is how many operations deep an expression is looked at: a sum of extensions, kept within bounds and
// narrowed. As deep as any that joins lets through, so that the prices of its parts cancel out.
const exprDepth = 5

// expr is r as an expression of that many levels, and the operands that are part of it.
func (c *coster) expr(r *Recipe, depth int) (e tti.Expr, parts []*Recipe) {
	e = tti.Expr{Op: r.V.Op, Type: c.vec(r), Args: make([]tti.Expr, 0, len(r.V.Args))}
	for i, a := range r.V.Args {
		ra := r.Args[i]
		switch {
		case a.IsConst() && a.Type.Elem.IsInt():
			e.Args = append(e.Args, tti.Expr{Op: ir.OpConst, Type: e.Type, Const: a.Int()})
		case depth > 1 && c.joins(r, ra): // as joinsAny asks
			x, _ := c.expr(ra, depth-1)
			if ext := c.halfFactor(r, 1-i); ext != ir.OpInvalid {
				if h := x.Type.WithElem(ir.IntElem(x.Type.Elem.Size() / 2)); x.Args[0].Type != h {
					x.Args = []tti.Expr{{Op: x.Op, Type: h, Args: x.Args}}
				}
				x.Op = ext
			}
			e.Args = append(e.Args, x)
			parts = append(parts, ra)
		case ra.Kind == Invariant && c.halfFactor(r, i) != ir.OpInvalid:
			half := e.Type.WithElem(ir.IntElem(e.Type.Elem.Size() / 2))
			e.Args = append(e.Args, tti.Expr{Op: c.halfFactor(r, i), Type: e.Type, Args: []tti.Expr{{Type: half}}})
		default:
			t := c.vec(ra)
			if ra.Kind == Invariant && !isConversion(r.V.Op) {
				t = e.Type
			}
			e.Args = append(e.Args, tti.Expr{Type: t})
		}
	}
	return e, parts
}

// halfFactor is how fold.WideProducts will extend the factors of r, of which one is an extension and operand i does not
// vary, from half the lanes; OpInvalid if it will not.
func (c *coster) halfFactor(r *Recipe, i int) ir.Op {
	if r.V.Op != ir.OpMul || r.Args[i].Kind != Invariant && !r.V.Args[i].IsConst() {
		return ir.OpInvalid
	}
	e, a, x := c.elem(r), r.V.Args[i], r.Args[1-i]
	if !isConversion(x.V.Op) || x.V.Op == ir.OpTruncI || !c.joins(r, x) {
		return ir.OpInvalid
	}
	half, from := e.Bits()/2, c.elem(x.Args[0]).Bits()
	switch {
	case from > half || !tti.WideProducts(c.t, e):
	case x.V.Op == ir.OpZExt && ir.UnsignedBits(a, halfFactorDepth) <= half:
		return ir.OpZExt
	case (x.V.Op == ir.OpSExt || from < half) && ir.SignedBits(a, halfFactorDepth) <= half:
		return ir.OpSExt
	}
	return ir.OpInvalid
}

// halfFactorDepth bounds the look for how many bits a factor has.
const halfFactorDepth = 6

// joinsAny says whether instructions may do r together with any of its operands, so that it has parts as an expression.
func (c *coster) joinsAny(r *Recipe) bool {
	for i, a := range r.V.Args {
		if !(a.IsConst() && a.Type.Elem.IsInt()) && c.joins(r, r.Args[i]) {
			return true
		}
	}
	return false
}

// joins says whether instructions may do r together with its operand a, of which nothing else makes use.
func (c *coster) joins(r, a *Recipe) bool {
	if a.Kind != Widen || a.V.Uses != 1 || a.elem == ir.Bool || a.mask != nil ||
		isConversion(a.V.Op) && c.vec(a) == c.vec(a.Args[0]) {
		return false
	}
	switch r.V.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAbs:
		if (a.V.Op == ir.OpZExt || a.V.Op == ir.OpSExt) && a.Args[0].elem != ir.Bool {
			g := a.Args[0].group
			return g == nil || c.forms[g] != slots // members shifted down are extended by that
		}
		if a.V.Op == ir.OpMul || a.V.Op == ir.OpAbs || a.V.Op == ir.OpSub && r.V.Op == ir.OpAbs {
			for _, b := range a.Args {
				if c.joins(a, b) {
					return true
				}
			}
		}
	case ir.OpTruncI:
		return (a.V.Op == ir.OpShrU || a.V.Op == ir.OpShrS || isBound(a.V)) && a.V.Args[1].IsConst()
	case ir.OpMinS, ir.OpMaxS:
		if !isBound(r.V) {
			return false
		}
		sum := a.V.Op == ir.OpAdd || a.V.Op == ir.OpSub
		shift := (a.V.Op == ir.OpShrS || a.V.Op == ir.OpShrU) && a.V.Args[1].IsConst()
		return isBound(a.V) && a.V.Op != r.V.Op || shift || sum && c.joins(a, a.Args[0]) && c.joins(a, a.Args[1])
	case ir.OpShrU, ir.OpShrS:
		if !r.V.Args[1].IsConst() || a.V.Op != ir.OpAdd && a.V.Op != ir.OpSub {
			return false
		}
		return a.V.Op == ir.OpAdd && a.V.Args[1].IsConst() || c.joins(a, a.Args[0]) && c.joins(a, a.Args[1])
	}
	return false
}

// isBound says whether v is at most or at least a constant.
func isBound(v *ir.Value) bool {
	return (v.Op == ir.OpMinS || v.Op == ir.OpMaxS) && v.Args[1].IsConst()
}

// isConversion says whether op makes integers larger or smaller.
func isConversion(op ir.Op) bool { return op == ir.OpZExt || op == ir.OpSExt || op == ir.OpTruncI }
