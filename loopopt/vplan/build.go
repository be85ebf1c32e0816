package vplan

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Refusal says why no plan can be made.
type Refusal struct {
	Reason remark.Reason
	At     *ir.Value
}

// builder makes the recipes of a plan in two sweeps: demand marks the values that vector code must compute, starting
// from what has an effect; build then writes recipes for them in program order. Address arithmetic of consecutive
// accesses is never demanded, so it gets no recipes.
type builder struct {
	*Plan
	l      *Legal
	need   []bool // by ir.Value.ID
	needBM []bool // by ir.Block.ID: the block's mask
	always []bool // by ir.Block.ID: runs in every iteration
	ref    *Refusal

	neighbour map[*ir.Value]*ir.Value // of the first check of neighbours, the last
	tested    map[*ir.Value]bool      // the other checks of neighbours
	tables    map[*ir.Value]*table    // of loads; nil if there is none
	packed    map[*ir.Value]*groupBits
	early     map[*ir.Value]bool // what the last check tests, if it was made with the first
}

// Build makes the recipes for the loop. The plan has no stages yet.
func Build(l *Legal) (*Plan, *Refusal) {
	p := newPlan(l)
	b := &p.mem.builders.Take(1)[0]
	*b = builder{Plan: p, l: l, need: l.F.NewFlags(l.F.NumValues()), needBM: l.F.NewFlags(l.F.NumBlocks()),
		always: l.F.NewFlags(l.F.NumBlocks())}
	dom := l.F.Dominators()
	for _, blk := range l.Body {
		b.always[blk.ID] = dom.Dominates(blk, l.Loop.Latch)
	}
	b.phis()
	b.neighbour, b.tested = b.nearChecks()
	b.roots()
	if b.ref == nil {
		for _, blk := range l.Body {
			b.block(blk)
		}
	}
	if b.ref == nil {
		b.monotonicLast()
		b.finishPhis()
		b.lastLanes()
	}
	if b.ref == nil {
		b.tabulate()
	}
	if b.ref == nil && len(l.TestedExits) > 0 {
		b.countsFirst()
	}
	if b.ref == nil && b.splices() {
		b.spliceOrder()
	} else if b.ref == nil && l.ChecksFirst {
		b.checksFirst()
	} else if b.ref == nil && l.Rank != nil {
		b.reorder()
	} else if b.ref == nil {
		b.checksTogether()
	}
	if b.ref == nil {
		b.extents()
	}
	if b.ref != nil {
		return nil, b.ref
	}
	return p, nil
}

func (b *builder) refuse(reason remark.Reason, at *ir.Value) {
	if b.ref == nil {
		b.ref = &Refusal{reason, at}
	}
}

func (b *builder) add(r *Recipe) *Recipe {
	r.id = b.nextID
	b.nextID++
	b.Recipes = b.mem.lists.Append(b.Recipes, r)
	if r.V != nil {
		b.byValue[r.V.ID] = r
	}
	return r
}

// phis makes the recipes of the header's phis: they come first.
func (b *builder) phis() {
	for i := range b.l.Phis {
		c := &b.l.Phis[i]
		switch c.Kind {
		case analysis.Reduction:
			r := &Recipe{Kind: ReducePhi, V: c.Phi, elem: c.Phi.Type.Elem, phi: c}
			if b.l.InOrder[c.Phi.ID] {
				r.Kind = OrderedPhi
				b.add(r)
				continue
			}
			_ = b.countPattern(r) || b.bitsPattern(r) || b.onesPattern(r) || b.sumPattern(r) || b.dotPattern(r)
			b.add(r)
		case analysis.Picked: // made for the arg reduction
		case analysis.Cursor:
			y := b.l.MonotonicIndexOf(c.Phi)
			y.phi = b.add(&Recipe{Kind: MonotonicPhi, V: c.Phi, elem: c.Phi.Type.Elem, phi: c})
		case analysis.FirstOrderRecurrence:
			if s := b.polynomial(c); s != nil {
				b.add(&Recipe{Kind: PolyPhi, V: c.Phi, elem: c.Phi.Type.Elem, phi: c,
					carriedPart: carriedPart{scan: s}})
				continue
			}
			b.add(&Recipe{Kind: Splice, V: c.Phi, elem: c.Phi.Type.Elem, phi: c})
		case analysis.Autonomic:
			b.add(&Recipe{Kind: JumpAhead, V: c.Phi, elem: c.Phi.Type.Elem, phi: c,
				carriedPart: carriedPart{auto: b.l.autonomousOf(c.Phi)}})
		case analysis.Induction:
			// made when asked for: most inductions only feed addresses
		default:
			b.refuse(remark.UnknownPhi, c.Phi)
		}
	}
	b.argReductions()
}

// roots demands what has an effect: stored values, the masks of conditional stores, the updates of reductions.
func (b *builder) roots() {
	for _, r := range b.Recipes {
		if demand := kinds[r.Kind].demand; demand != nil {
			demand(b, r)
		}
	}
	for _, a := range b.l.Accesses {
		if !a.Write {
			continue
		}
		if u := b.l.Updates[a.V]; u != nil {
			b.demand(u.With)
		} else {
			b.demand(a.V.StoredValue())
		}
		b.demandMask(a.V.Block)
		if m := a.V.MaskArg(); m != nil {
			b.demand(m)
		}
		if a.Kind == analysis.Gather || (a.Kind == analysis.Strided && b.l.GroupOf[a.V.ID] == nil) {
			b.demand(a.V.Args[1])
		}
	}
	for _, blk := range b.l.Body {
		for _, v := range blk.Walk() {
			if v.Op == ir.OpCheck && !b.l.Counted[v.ID] && b.l.MonotonicChecks[v] == nil && !b.tested[v] {
				b.demand(v.Args[0])
				if top := b.neighbour[v]; top != nil {
					b.demand(top.Args[0])
				}
				b.demandMask(blk)
			}
			if v.Op.Yields() {
				b.refuse(remark.AlreadyPolls, v)
			}
		}
		if b.l.TestsExit(blk) {
			if b.l.MonotonicExits[blk] == nil {
				b.demand(blk.Control)
			}
			b.demandMask(blk)
		}
	}
}

// demandMask demands the conditions that decide whether blk runs.
func (b *builder) demandMask(blk *ir.Block) {
	if blk == nil || b.always[blk.ID] || b.needBM[blk.ID] {
		return
	}
	b.needBM[blk.ID] = true
	for _, p := range blk.Preds {
		if p.Kind == ir.BlockIf && !b.l.Leaves(p) {
			b.demand(p.Control)
		}
		b.demandMask(p)
	}
}

func (b *builder) demand(v *ir.Value) {
	if v == nil || b.need[v.ID] || b.l.Loop.Invariant(v) {
		return
	}
	b.need[v.ID] = true
	if s := b.l.scanned(v); s != nil {
		for _, a := range s.Operands() {
			b.demand(a)
		}
		return
	}
	if b.groupBits(v) != nil {
		return
	}
	if t, ok := b.bitTestOf(v); ok {
		if !t.bytes {
			b.demand(t.word)
		}
		return
	}
	switch {
	case b.remainder(v) != nil:
	case v.Op == ir.OpPhi:
		if v.Block == b.l.Loop.Header {
			return
		}
		for i, a := range v.Args {
			b.demand(a)
			p := v.Block.Preds[i]
			if p.Kind == ir.BlockIf && !b.l.Leaves(p) {
				b.demand(p.Control)
			}
			b.demandMask(p)
		}
	case v.Op.Is(ir.FlagReads):
		if _, ok := b.blockLoad(v); ok {
			return
		}
		if t := b.table(v); t != nil {
			b.demand(t.index)
			return
		}
		if b.quotient(v) != nil {
			b.demandMask(v.Block)
			return
		}
		if a := b.l.ByValue[v.ID]; a != nil && (a.Kind == analysis.Gather ||
			a.Kind == analysis.Strided && b.l.GroupOf[v.ID] == nil) {
			b.demand(v.Args[1])
		}
		if m := v.MaskArg(); m != nil {
			b.demand(m)
		}
		b.demandMask(v.Block)
	default:
		for _, a := range v.Args {
			b.demand(a)
		}
		if v.Op.Is(ir.FlagPartial) {
			b.demandMask(v.Block)
		}
	}
}

// operand is the recipe of v as an argument.
func (b *builder) operand(v *ir.Value) *Recipe {
	if r := b.byValue[v.ID]; r != nil {
		return r
	}
	if b.l.Loop.Invariant(v) {
		return b.add(b.mem.recipe(Recipe{Kind: Invariant, V: v, elem: v.Type.Elem}))
	}
	if v.Op == ir.OpPhi && v.Block == b.l.Loop.Header {
		for i := range b.l.Phis {
			if c := &b.l.Phis[i]; c.Phi == v && c.Kind == analysis.Induction {
				return b.add(&Recipe{Kind: WidenIV, V: v, elem: v.Type.Elem, phi: c})
			}
		}
	}
	b.refuse(remark.UnknownValue, v)
	return &Recipe{Kind: Invariant, V: v, elem: v.Type.Elem}
}

// block writes the recipes of one block.
func (b *builder) block(blk *ir.Block) {
	for _, v := range blk.Walk() {
		if b.ref != nil {
			return
		}
		switch {
		case b.l.MonotonicChecks[v] != nil:
			if y := b.l.MonotonicChecks[v]; !y.Late {
				b.monotonicCheck(y)
			}
		case v.Op == ir.OpCheck && !b.l.Counted[v.ID]:
			b.check(v)
		case b.early[v]: // made already
		case b.need[v.ID] && b.groupBits(v) != nil:
			b.addGroupBits(v, b.groupBits(v))
		case v.Op == ir.OpPhi:
			if blk != b.l.Loop.Header && b.need[v.ID] {
				b.blend(v)
			}
		case v.Op.Is(ir.FlagWrites):
			b.store(v)
		case !b.need[v.ID]:
		case v.Op.Is(ir.FlagReads):
			b.load(v)
		case b.l.scanned(v) != nil:
			b.scan(b.l.scanned(v))
		case v.Op.Is(ir.FlagElementwise):
			b.widen(v)
		default:
			b.refuse(remark.UnknownOp, v)
		}
	}
	if y := b.l.MonotonicExits[blk]; b.ref == nil && y != nil {
		if !y.Late {
			b.monotonicCheck(y)
		}
	} else if b.ref == nil && b.l.TestsExit(blk) {
		r := &Recipe{Kind: SideExit, elem: ir.Bool, Args: []*Recipe{b.operand(blk.Control)}, mask: b.mask(blk),
			scale: 1}
		if !b.l.Loop.Contains(blk.Succs[0]) {
			r.scale = -1 // leaves if the condition is true
		}
		r.counted = slices.Contains(b.l.TestedExits, blk)
		b.add(r)
	}
}

func (b *builder) load(v *ir.Value) {
	a := b.l.ByValue[v.ID]
	if y := b.l.MonotonicOf[v]; y != nil {
		b.expandLoad(v, y)
		return
	}
	if t := b.table(v); t != nil {
		b.addLookup(v, t)
		return
	}
	r := b.mem.recipe(Recipe{V: v, elem: v.Type.Elem, mask: b.mask(v.Block), memoryPart: memoryPart{Access: a}})
	if m := v.MaskArg(); m != nil {
		r.mask = b.and(r.mask, b.operand(m))
	} else if r.mask != nil && a != nil && b.l.InBounds(a) {
		r.mask = nil
	}
	switch {
	case a == nil || a.Base == nil: // an address of which too little is known
		b.refuse(remark.UnknownAccess, v)
		return
	case a.Kind == analysis.Uniform:
		r.Kind = UniformLoad
		if r.mask != nil {
			b.refuse(remark.ConditionalUniformLoad, v)
		}
	case b.l.GroupOf[v.ID] != nil:
		r.Kind, r.group = GroupLoad, b.l.GroupOf[v.ID]
		if r.mask != nil {
			b.refuse(remark.ConditionalGroup, v)
		}
	case b.l.Forwarded[v] != nil:
		r.Kind, r.mask = Forward, nil
	case a.Kind == analysis.Consecutive || a.Kind == analysis.Reverse:
		r.Kind, r.rev = WidenLoad, a.Kind == analysis.Reverse
		if r.rev && r.mask != nil {
			b.refuse(remark.ConditionalReverse, v)
		}
	default:
		if n, ok := b.blockLoad(v); ok {
			r.Kind, r.scale = BlockLoad, n
			break
		}
		if p := b.quotient(v); p != nil {
			r.Kind, r.period = PeriodLoad, p
			break
		}
		r.Kind = GatherLoad
		r.Args = []*Recipe{b.operand(v.Args[1])}
	}
	b.add(r)
	b.forward(v, r)
}

func (b *builder) store(v *ir.Value) {
	a := b.l.ByValue[v.ID]
	if a == nil || a.Base == nil {
		b.refuse(remark.UnknownAccess, v)
		return
	}
	if y := b.l.MonotonicOf[v]; y != nil {
		b.compressStore(v, y)
		return
	}
	value, update := v.StoredValue(), b.l.Updates[v]
	if update != nil {
		value = update.With
	}
	r := b.mem.recipe(Recipe{V: v, mask: b.mask(v.Block), Args: append(b.mem.args(1), b.operand(value)),
		memoryPart: memoryPart{Access: a, update: update}})
	if m := v.MaskArg(); m != nil {
		r.mask = b.and(r.mask, b.operand(m))
	}
	switch {
	case a.Kind == analysis.Uniform:
		b.refuse(remark.StoreToInvariantAddress, v)
		return
	case b.l.GroupOf[v.ID] != nil:
		r.Kind, r.group = GroupStore, b.l.GroupOf[v.ID]
		if r.mask != nil {
			b.refuse(remark.ConditionalGroup, v)
		}
	case a.Kind == analysis.Consecutive || a.Kind == analysis.Reverse:
		r.Kind, r.rev = WidenStore, a.Kind == analysis.Reverse
		if r.rev && r.mask != nil {
			b.refuse(remark.ConditionalReverse, v)
		}
	default:
		r.Kind = ScatterStore
		r.Args = append(r.Args, b.operand(v.Args[1]))
	}
	b.add(r)
}

// finishPhis gives the phis their updates, which exist only now.
func (b *builder) finishPhis() {
	for _, r := range b.Recipes {
		if finish := kinds[r.Kind].finish; finish != nil {
			finish(b, r)
		}
	}
}

// demandNext demands what phi r is in the next iteration, and finishNext makes that its update.
func demandNext(b *builder, r *Recipe) { b.demand(r.phi.Backedge) }
func finishNext(b *builder, r *Recipe) { r.Args = append(b.mem.args(1), b.operand(r.phi.Backedge)) }
