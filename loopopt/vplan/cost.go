package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// coster prices the recipes of a plan for one vector factor.
type coster struct {
	p   *Plan
	t   tti.Info
	vf  int
	bad *Recipe // one the target cannot do
	ops float64 // micro-operations of one vector iteration (UF 1)
	mem float64 // of them loads and stores
	// lanes are those of gathers and scatters that are done lane by lane.
	lanes float64
	// regs is the number of vector registers that the values alive across the iteration take: partial results,
	// inductions, splats.
	regs, perPart float64
	// wide: members of structures come in elements as large as these, in which they are computed with.
	wide bool
	// scanMoves are the shuffles of scans, which take turns on the one unit that moves lanes across a register.
	scanMoves float64
	// chain is how many cycles a pass waits for the one before, because of a polynomial.
	chain float64
	// wantParts is the number of parts that the price of a sum of ones rests on; 0 if there is none.
	wantParts int
	// straight: no access of those that walk downwards turns its vector (turnsNothing).
	straight bool
	seen     map[*Group]bool
	// windows are the gathers that are better done by windows, tested the indices that this takes tests of.
	windows []*Recipe
	tested  map[testedIndex]bool
	// byLanes are the store groups that are better stored lane by lane.
	byLanes map[*Group]bool
	// forms are the cheapest ways to take groups apart, or to join them.
	forms map[*Group]Form
	// widened are the masks that are there for another lane size than they were made at.
	widened map[widenedMask]bool
}

// widenedMask is a mask at a lane size in bytes.
type widenedMask struct {
	r    *Recipe
	size int
}

func (p *Plan) newCoster(t tti.Info, vf int) *coster {
	return &coster{p: p, t: t, vf: vf, straight: p.turnsNothing()}
}

// note puts an entry into a map that is made when there is something to put in: most plans have nothing for most of them.
func note[K comparable, V any](m *map[K]V, k K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[k] = v
}

// price is the estimated cost of one vector iteration of the plan with vf lanes, in micro-operations, or false if the
// target lacks an operation.
func (p *Plan) price(t tti.Info, vf int) (*coster, bool) {
	c := p.newCoster(t, vf)
	for _, r := range p.Recipes { // first, to know their forms
		if r.Kind == GroupLoad {
			c.recipe(r)
		}
	}
	for _, form := range c.forms {
		c.wide = c.wide || form == Slots
	}
	for _, r := range p.Recipes {
		if c.bad == nil && r.Kind != GroupLoad {
			c.recipe(r)
		}
		if c.bad != nil {
			return c, false
		}
	}
	// What does not fit the registers is stored and loaded in every pass.
	if over := c.perPart + c.widest() - float64(t.NumRegs(tti.Vec)); over > 0 {
		c.ops += 2 * over
	}
	return c, true
}

func (c *coster) add(r *Recipe, k tti.Cost) {
	if !k.Legal {
		c.bad = r
		return
	}
	c.ops += float64(k.Uops)
}

// elem is the element that r's value is computed in.
func (c *coster) elem(r *Recipe) ir.Elem {
	if n := c.p.Legal.Narrowed; !c.wide && r.Kind == Widen && n != nil && n[r.V.ID] != ir.Void {
		return n[r.V.ID]
	}
	return r.Elem
}

// vec is the type of r's value in vector code.
func (c *coster) vec(r *Recipe) ir.Type { return ir.Vec(c.elem(r), c.vf) }

func (c *coster) parts(t ir.Type) float64 {
	if !t.IsVector() {
		return 0
	}
	return float64(max(1, t.Size()/c.t.VectorBytes()))
}

func (c *coster) recipe(r *Recipe) {
	switch r.Kind {
	case Invariant:
		if r.V != nil && (!r.V.IsConst() || r.Elem != ir.Bool) {
			c.regs += c.parts(c.vec(r)) / max(1, c.parts(c.vec(r))) // one register serves all parts
		}
	case UniformLoad:
		if c.p.unchanged() {
			c.regs++
		} else {
			c.ops++
		}
	case Uniform:
		c.ops++
	case BlockLoad, BitTest:
		c.block(r)
	case WidenIV:
		c.regs += c.parts(c.vec(r))
		c.add(r, c.t.Cost(ir.OpAdd, c.vec(r), c.vec(r)))
	case ReducePhi, PickPhi, PickIndex:
		c.perPart += c.parts(c.vec(r))
	case Splice, HandOver:
		c.splice(r)
	case CarryLanes:
		c.carryLanes(r)
	case PolyPhi:
		c.polynomial(r)
	case CursorPhi:
		c.cursor(r)
	case ExpandLoad, CompressStore:
		c.packed(r)
	case ScanLanes:
		c.scan(r)
	case PickTest:
		c.add(r, c.t.Cost(ir.OpLt, ir.Mask(c.vf), c.vec(r.Args[0])))
	case Last:
		c.regs += c.parts(c.vec(r))
	case SumPhi:
		t := r.Sum.vector(c.vf)
		if !t.IsVector() { // one sum is no vector
			c.bad = r
			return
		}
		if r.Sum.Ones != ir.Void {
			c.ones(r, t)
			return
		}
		c.perPart += c.parts(t)
		c.add(r, c.t.Cost(r.Sum.Op, t, ir.Vec(r.Sum.Elem, c.vf)))
		for k, a := range r.Args {
			if from := ir.Vec(a.Elem, c.vf); a.Elem != r.Sum.Elem {
				op := ir.OpZExt
				if r.Sum.Signed[k] {
					op = ir.OpSExt
				}
				c.add(r, c.t.Cost(op, from.WithElem(r.Sum.Elem), from))
			}
		}
	case CountPhi:
		c.add(r, c.t.Cost(ir.OpCountTrue, ir.TI64, ir.Mask(c.vf)))
		c.ops++
	case Widen:
		c.widen(r)
	case Blend:
		for k := range len(r.Args)/2 - 1 {
			c.maskFor(r, r.Args[2*k+1], r.Elem.Size())
			c.add(r, c.t.Cost(ir.OpSelect, c.vec(r), ir.Mask(c.vf)))
		}
	case Bail:
		// The parts are or-ed, and one test and branch is for all of them, mostly four.
		c.add(r, c.t.Cost(ir.OpOr, ir.Mask(c.vf), ir.Mask(c.vf)))
		any := c.t.Cost(ir.OpAny, ir.TBool, ir.Mask(c.vf))
		any.Uops = (any.Uops + 1) / 4
		c.add(r, any)
	case BlockMask, EdgeMask:
		c.add(r, c.t.Cost(ir.OpAnd, ir.Mask(c.vf), ir.Mask(c.vf)))
	default:
		c.memory(r)
	}
}

func (c *coster) widen(r *Recipe) {
	t := c.vec(r)
	arg := t
	if len(r.V.Args) > 0 {
		arg = ir.Vec(r.V.Args[0].Type.Elem, c.vf)
		if a := r.Args[0]; c.elem(a) != a.Elem {
			arg = c.vec(a)
		} else if a.Kind == Invariant && t.Elem != r.Elem {
			arg = t
		}
	}
	if arg == t && isConversion(r.V.Op) {
		return // done in the argument's elements
	}
	if k, ok := c.joined(r); ok {
		c.ops += k
		return
	}
	if len(r.V.Args) == 2 && r.V.Args[1].IsConst() && t.Elem.IsInt() {
		c.add(r, c.t.CostWithConst(r.V.Op, t, r.V.Args[1].Int()))
		return
	}
	c.add(r, c.t.Cost(r.V.Op, t, arg))
	if r.V.Op == ir.OpSelect && r.Elem != ir.Bool {
		c.maskFor(r, r.Args[0], r.Elem.Size())
	}
	// A load that becomes a memory operand shares its micro-operation with the arithmetic, but for the port.
	for _, a := range r.Args {
		if a.Kind == WidenLoad && a.Mask == nil && !a.Rev && a.V.Uses == 1 && c.t.FoldsLoad(r.V.Op, arg) {
			c.ops -= 0.5
			break
		}
	}
}

func (c *coster) memory(r *Recipe) {
	elem := r.Elem
	store := r.Kind >= WidenStore
	if store {
		elem = r.V.StoredValue().Type.Elem
	}
	a := tti.Access{Store: store, Type: ir.Vec(elem, c.vf), Masked: r.Mask != nil}
	before := c.ops
	switch r.Kind {
	case WidenLoad, WidenStore:
		if r.Mask != nil {
			a.Kind = tti.Masked
			c.maskFor(r, r.Mask, elem.Size())
		}
		if r.Rev && !c.straight {
			c.add(r, c.t.ShuffleCost(tti.Reverse, a.Type, 1))
		}
	case GroupLoad, GroupStore:
		if !c.seen[r.Group] {
			note(&c.seen, r.Group, true)
			c.group(r)
			c.mem += c.ops - before
		}
		return
	case GatherLoad, ScatterStore:
		if r.Update != nil {
			c.updates(r, r.Update)
			return
		}
		a.Kind, a.Index, a.Object = tti.Indexed, ir.I64, r.Access.Base != nil && analysis.Object(r.Access.Base)
		idx, _ := r.varying(r.Args[len(r.Args)-1])
		if v := idx.V; v != nil && (v.Op == ir.OpSExt || v.Op == ir.OpZExt) && v.Args[0].Type.Size() <= 4 &&
			!(v.Op == ir.OpZExt && v.Args[0].Type.Elem == ir.I32) {
			a.Index = ir.I32
		}
	}
	k := c.t.MemoryCost(a)
	if r.Kind == GatherLoad && k.Legal {
		k = c.window(r, a, k)
	}
	c.add(r, k)
	if a.Kind == tti.Indexed && !k.Native {
		c.lanes += float64(k.Uops)
	}
	// What gathers lane by lane takes lanes out of vectors and puts them in, which is arithmetic to the ports: 37 cycles for
	// 16 bytes, three times what the slots alone would take (resize_row of the suite image).
	if a.Kind != tti.Indexed || elem.Size() >= 4 {
		c.mem += c.ops - before
	}
}

// maskFor prices making mask m one of lanes of so many bytes, where masks are vectors whose lanes have the size of those
// that the comparison was of.
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
	if (m.Kind == PickTest || m.Kind == Widen && m.V.Op.IsCompare()) && m.Args[0].Elem != ir.Bool {
		return m.Args[0].Elem.Size()
	}
	if m.Kind != Widen && m.Kind != EdgeMask && m.Kind != BlockMask || m.Elem != ir.Bool {
		return 0
	}
	for _, a := range m.Args {
		if n := a.laneSize(); n > 0 {
			return n
		}
	}
	return 0
}
